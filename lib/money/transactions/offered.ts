import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { CUSTOMER_CODES } from '../../directory/structure/customer-codes';
import { escaped } from '../../kit/listing/listing';
import { OFFERED, offeredForCode } from '../allocation/code-values';
import { allocating } from './allocating';

/**
 * The choices for an accounting code of a transaction, or for its customer, by search text, at most `OFFERED`. Empty
 * for a transaction that the principal doesn't see.
 */
export async function offeredFor(
  principal: Principal,
  id: string,
  { of, q, parent }: { of: string; q: string; parent: string }
): Promise<{ code: string; name: string }[]> {
  const seen = await allocating(principal, id);
  if (!seen) return [];
  const { issuerId, companyId, transactionDate } = seen.transaction;
  if (of === 'customer') return customers(issuerId, companyId, q);
  const code = seen.scheme?.codes.find((one) => one.id === of);
  if (!code) return [];
  return offeredForCode(database(), issuerId, { code, coding: seen.coding, day: transactionDate, text: q, parent });
}

const customerRow = z.strictObject({ code: z.string(), name: z.string() });

function customers(issuerId: string, companyId: string, text: string): Promise<{ code: string; name: string }[]> {
  const like = escaped(text.trim());
  return readRows(database(), customerRow)`
    SELECT c.code, c.name FROM ${CUSTOMER_CODES} c
    WHERE c.issuer_id = ${issuerId}::uuid AND c.within_id = ${companyId}::uuid AND c.active
      AND (c.code ILIKE ${`${like}%`} OR c.name ILIKE ${`%${like}%`})
    ORDER BY lower(coalesce(c.code, '')), c.id LIMIT ${OFFERED}`;
}
