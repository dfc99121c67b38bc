import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { TRANSACTION } from './states';
import { RETURNED, writeSummed } from './sums/note';

const EXPORT = TRANSACTION.events.export;
const REVERSE = TRANSACTION.events.reverse_export;

/**
 * Marks approved transactions as exported. `keys` are their rows with issuer, day and id; all `count` of them must
 * change. @throws Error otherwise
 */
export async function markExported(
  tx: Transaction,
  keys: Prisma.Sql,
  { exportId, userId, at, count }: { exportId: string; userId: string; at: Date; count: number }
): Promise<void> {
  const changed = await writeSummed(
    tx,
    Prisma.sql`
    UPDATE transactions t SET state = ${EXPORT.to}::transaction_state, version = t.version + 1, exported_at = ${at}, exported_by = ${userId}::uuid,
      exported_in = ${exportId}::uuid
    FROM ${keys} k
    WHERE (t.issuer_id, t.posting_date, t.id) = (k.issuer_id, k.posting_date, k.id)
      AND ${startingFrom(Prisma.sql`t.state`, EXPORT)}
    RETURNING ${RETURNED.changed}`
  );
  mustChange(changed, count);
}

/** Returns exported transactions to approved. @throws Error if one of the `count` doesn't change */
export async function markReversed(tx: Transaction, keys: Prisma.Sql, count: number): Promise<void> {
  const changed = await writeSummed(
    tx,
    Prisma.sql`
    UPDATE transactions t SET state = ${REVERSE.to}::transaction_state, version = t.version + 1, exported_at = NULL, exported_by = NULL,
      exported_in = NULL
    FROM ${keys} k WHERE (t.issuer_id, t.posting_date, t.id) = (k.issuer_id, k.posting_date, k.id)
      AND ${startingFrom(Prisma.sql`t.state`, REVERSE)}
    RETURNING ${RETURNED.changed}`
  );
  mustChange(changed, count);
}
