import type { Transaction } from '../../core/database/database';

/** Notes by which way reports are settled, null: by none yet. What settles a report refers to it with its way. */
export async function settledBy(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[],
  way: 'payable_file' | 'bank' | null
): Promise<void> {
  await tx.$executeRaw`
    UPDATE expense_reports SET settled_by = ${way}::settlement_way
    WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[])`;
}
