import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { userName } from '../../directory/people/reads/user-name';
import { atNode } from '../../directory/structure/reads/joins';
import type { HistoryEvent } from './record-events';
import { type TransactionKey, transactionColumns } from './transactions';

const transactionEventEntryRow = z.strictObject({
  id: z.string(),
  occurredAt: z.date(),
  event: textOf<HistoryEvent>(),
  /** The acting user; null for the system. */
  by: z.string().nullable(),
  /** The administrator who was viewing as that user (C6.017). */
  accessor: z.string().nullable(),
  /** The delegator of an approval. */
  onBehalfOf: z.string().nullable(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.string().nullable())
});

/** An event in a transaction's history. */
export type TransactionEventEntry = z.infer<typeof transactionEventEntryRow>;

const MOST = 200;

/** The history of a transaction that the principal sees, newest event first, 200 at most. */
export function transactionHistory(
  { scope }: Pick<Principal, 'scope'>,
  { issuerId, postingDate, id }: TransactionKey
): Promise<TransactionEventEntry[]> {
  return readRows(database(), transactionEventEntryRow)`
    SELECT e.id, e.occurred_at AS "occurredAt", e.event, e.reason, e.details,
      ${userName(Prisma.sql`e.issuer_id`, Prisma.sql`e.actor_user_id`)} AS by,
      ${userName(Prisma.sql`e.accessor_issuer_id`, Prisma.sql`e.accessor_user_id`)} AS accessor,
      ${userName(Prisma.sql`e.issuer_id`, Prisma.sql`(e.details->>'onBehalfOf')::uuid`)} AS "onBehalfOf"
    FROM transactions t
    ${atNode('t.account_id')}
    JOIN transaction_events e ON (e.issuer_id, e.posting_date, e.transaction_id) = (t.issuer_id, t.posting_date, t.id)
    WHERE t.issuer_id = ${issuerId}::uuid AND t.posting_date = ${postingDate}::date AND t.id = ${id}::uuid
      AND ${within(scope, transactionColumns)}
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT ${MOST}`;
}
