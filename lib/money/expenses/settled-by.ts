import type { Transaction } from '../../core/database/database';

/**
 * Notes by which way reports are settled, null: by none yet. What settles a report refers to it with its way. They are
 * locked in the order of heldReports, so that two commands over the same ones never deadlock.
 */
export async function settledBy(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[],
  way: 'payable_file' | 'bank' | null
): Promise<void> {
  await tx.$executeRaw`
    WITH held AS MATERIALIZED (
      SELECT id FROM expense_reports WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[])
      ORDER BY id FOR UPDATE)
    UPDATE expense_reports r SET settled_by = ${way}::settlement_way
    FROM held WHERE r.issuer_id = ${issuerId}::uuid AND r.id = held.id`;
}
