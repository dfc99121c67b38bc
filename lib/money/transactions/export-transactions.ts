import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
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

const exportedRow = z.strictObject({ id: z.string(), exportId: z.string() });

/** The exports that these transactions are in now, by the transaction's id; those that aren't exported are left out. */
export async function exportsOf(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[]
): Promise<Map<string, string>> {
  const rows = await readRows(tx, exportedRow)`
    SELECT t.id, t.exported_in AS "exportId" FROM transactions t
    WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.issuer_id = ${issuerId}::uuid AND t.state = 'exported'`;
  return new Map(rows.map(({ id, exportId }) => [id, exportId]));
}
