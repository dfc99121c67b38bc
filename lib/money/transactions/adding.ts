import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { above, nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { TAX_CODES } from '../allocation/tax-codes';

const offeredTaxCodeRow = z.strictObject({
  code: z.string(),
  name: z.string()
});
export type OfferedTaxCode = z.infer<typeof offeredTaxCodeRow>;

/**
 * The tax codes of the companies in the principal's scope, or above it, by code; of two with the same code, the first.
 */
export function taxCodesOffered({ scope }: Pick<Principal, 'scope'>): Promise<OfferedTaxCode[]> {
  const company = nodeColumns('n');
  const issuers = scope.subtrees.map(({ issuerId }) => issuerId);
  return readRows(database(), offeredTaxCodeRow)`
    SELECT DISTINCT ON (x.code) x.code, x.name
    FROM ${TAX_CODES} x ${atNode('x.owner_id')}
    WHERE x.issuer_id = ANY(${issuers}::uuid[]) AND x.active
      AND (${within(scope, company)} OR ${above(scope, company)})
    ORDER BY x.code, x.id LIMIT 200`;
}
