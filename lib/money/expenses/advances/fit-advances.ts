import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { DUE_BACK, REPORTS } from '../report';

const sharedRow = z.strictObject({ id: z.string(), paidOn: z.string(), amount: z.string(), open: z.string() });
const dueRow = z.strictObject({ due: z.string() });

/**
 * Sets a held report anew against its advances, the oldest first: each with as much as it has left, and all with no more
 * than the report leaves to be paid back. The advances are locked until the transaction ends, always after the report.
 */
export async function fitAdvances(tx: Transaction, { issuerId, id }: { issuerId: string; id: string }): Promise<void> {
  const shared = await readRows(tx, sharedRow)`
    SELECT v.id, v.paid_on::text AS "paidOn", s.amount::text AS amount,
      (v.amount - v.settled - v.returned)::text AS open
    FROM advance_shares s JOIN cash_advances v ON (v.issuer_id, v.id) = (s.issuer_id, s.advance_id)
    WHERE s.issuer_id = ${issuerId}::uuid AND s.report_id = ${id}::uuid
    ORDER BY v.id FOR UPDATE OF v`;
  if (shared.length === 0) return;
  const [left] = await readRows(tx, dueRow)`
    SELECT ${DUE_BACK}::text AS due FROM ${REPORTS} WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid`;
  let due = new Prisma.Decimal(left?.due ?? 0);
  for (const { id: advanceId, amount, open } of byDay(shared)) {
    const share = Prisma.Decimal.min(due, new Prisma.Decimal(open).plus(amount));
    due = due.minus(share);
    if (!share.eq(amount)) await setShare(tx, { issuerId, reportId: id, advanceId }, share);
  }
}

/** Takes a held report off an advance, or off all of its advances. */
export async function freeAdvances(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  advanceId?: string
): Promise<void> {
  const which = advanceId ? Prisma.sql`AND s.advance_id = ${advanceId}::uuid` : Prisma.empty;
  await tx.$executeRaw`
    WITH freed AS (
      DELETE FROM advance_shares s WHERE s.issuer_id = ${issuerId}::uuid AND s.report_id = ${id}::uuid ${which}
      RETURNING s.advance_id, s.amount)
    UPDATE cash_advances v SET settled = v.settled - freed.amount FROM freed
    WHERE v.issuer_id = ${issuerId}::uuid AND v.id = freed.advance_id`;
}

const byDay = (shared: readonly z.infer<typeof sharedRow>[]) =>
  shared.toSorted((a, b) => `${a.paidOn} ${a.id}`.localeCompare(`${b.paidOn} ${b.id}`));

async function setShare(
  tx: Transaction,
  { issuerId, reportId, advanceId }: { issuerId: string; reportId: string; advanceId: string },
  share: Prisma.Decimal
): Promise<void> {
  await tx.$executeRaw`
    WITH changed AS (
      UPDATE advance_shares s SET amount = ${share} FROM advance_shares before
      WHERE s.issuer_id = ${issuerId}::uuid AND s.report_id = ${reportId}::uuid AND s.advance_id = ${advanceId}::uuid
        AND (before.issuer_id, before.report_id, before.advance_id) = (s.issuer_id, s.report_id, s.advance_id)
      RETURNING s.amount - before.amount AS more)
    UPDATE cash_advances v SET settled = v.settled + changed.more FROM changed
    WHERE v.issuer_id = ${issuerId}::uuid AND v.id = ${advanceId}::uuid`;
}
