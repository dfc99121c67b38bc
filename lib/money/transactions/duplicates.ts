import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { atNode } from '../../directory/structure/reads/joins';
import { recordEvents } from './record-events';
import { heldTransactions, transactionColumns } from './transactions';

/** Two charges with the same merchant and amount on one account within this many days may be duplicates. */
const DAYS = 3;
/** The maximum difference of their posting days. */
const POSTED_WITHIN = 30;

const duplicateRow = z.strictObject({
  of: z.string(),
  id: z.string(),
  transactionDate: z.string(),
  sourceReference: z.string()
});

/** A possible duplicate of a transaction. */
export type Duplicate = z.infer<typeof duplicateRow>;

interface Days {
  first: string;
  last: string;
}

const dayRow = z.strictObject({ first: z.string().nullable(), last: z.string().nullable() });

/** The range of days on which transactions were posted. */
async function daysOf(ids: readonly string[]): Promise<Days | null> {
  const [days] = await readRows(database(), dayRow)`
    SELECT min(posting_date)::text AS first, max(posting_date)::text AS last FROM transactions WHERE id = ANY(${[...ids]}::uuid[])`;
  return days?.first && days.last ? { first: days.first, last: days.last } : null;
}

/**
 * The possible duplicates of each of `ids` that the principal sees: the same account, merchant, amount and currency
 * within three days, with another source reference. Pairs declared not to be duplicates are left out.
 * @param posted the range of their posting days, if known
 */
export async function duplicatesAmong(
  { scope }: Pick<Principal, 'scope'>,
  ids: readonly string[],
  posted?: Days
): Promise<Map<string, Duplicate[]>> {
  // The transactions and their duplicates lie in few months; only those partitions are read.
  const days = posted ?? (await daysOf(ids));
  if (!days) return new Map();
  const rows = await readRows(database(), duplicateRow)`
    SELECT t.id AS of, o.id, o.transaction_date::text AS "transactionDate", o.source_reference AS "sourceReference"
    FROM transactions t
    ${atNode('t.account_id')}
    JOIN transactions o ON o.issuer_id = t.issuer_id AND o.account_id = t.account_id AND o.company_id = t.company_id
      AND o.posting_date BETWEEN t.posting_date - ${POSTED_WITHIN}::int AND t.posting_date + ${POSTED_WITHIN}::int
      AND o.posting_date BETWEEN ${days.first}::date - ${POSTED_WITHIN}::int AND ${days.last}::date + ${POSTED_WITHIN}::int
      AND o.transaction_date BETWEEN t.transaction_date - ${DAYS}::int AND t.transaction_date + ${DAYS}::int
      AND o.amount = t.amount AND o.currency = t.currency AND o.source_reference <> t.source_reference
      AND coalesce(o.merchant_id = t.merchant_id, o.merchant_name = t.merchant_name, false)
    WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.posting_date BETWEEN ${days.first}::date AND ${days.last}::date
      AND ${within(scope, transactionColumns)}
      AND NOT EXISTS (SELECT 1 FROM transaction_events e
        WHERE e.issuer_id = t.issuer_id AND e.event = 'not_duplicate'
          AND (e.posting_date, e.transaction_id) IN ((t.posting_date, t.id), (o.posting_date, o.id)))
    ORDER BY t.id, o.transaction_date, o.id`;
  return groupBy(rows, ({ of }) => of);
}

/** Declares that a transaction, in any state, is not a duplicate of another, so that it is not flagged again. */
export function declareNotDuplicate(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const [held] = await heldTransactions(tx, principal, [id]);
    if (!held) return refused({ code: 'not.found' });
    if (!may(principal, 'transactions', 'modify')) return refused({ code: 'forbidden.action' });
    await recordEvents(tx, principal, origin, { event: 'not_duplicate', rows: [held] });
    return accepted(null);
  });
}
