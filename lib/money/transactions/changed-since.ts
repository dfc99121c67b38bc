import { Prisma } from '../../core/database/prisma/client';

/** Those who added or changed transaction `t` since an instant, one for each change; null: the bank's data. */
export const changedSince = (since: Date): Prisma.Sql => Prisma.sql`
  SELECT e.actor_user_id FROM transaction_events e
  WHERE (e.issuer_id, e.posting_date, e.transaction_id) = (t.issuer_id, t.posting_date, t.id)
    AND e.occurred_at > ${since}::timestamptz
  UNION ALL SELECT t.added_by WHERE t.created_at > ${since}::timestamptz`;
