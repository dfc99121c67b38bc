import { firstFiles } from '@/lib/kit/attachments/first-files';
import type { ReportLine } from '@/lib/money/expenses/lines';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { type Pictured, picturedOf } from '../attachments/pictured';

/**
 * The first receipt of each line that has one, by the line's id: of a charge it is attached to the transaction, so only
 * readers of transactions see it.
 */
export async function picturesOfLines(
  { issuerId }: Pick<ExpenseReport, 'issuerId'>,
  lines: readonly ReportLine[],
  { seesCharges }: { seesCharges: boolean }
): Promise<ReadonlyMap<string, Pictured>> {
  const records = lines.flatMap(({ id, transactionId, hasReceipt }) => {
    if (!hasReceipt || (transactionId && !seesCharges)) return [];
    const to = transactionId
      ? ({ entity: 'transaction', id: transactionId } as const)
      : ({ entity: 'expense_line', id } as const);
    return [{ line: id, to }];
  });
  const files = await firstFiles(
    issuerId,
    records.map(({ to }) => to)
  );
  return new Map(
    records.flatMap(({ line, to }) => {
      const file = files.get(to.id);
      return file ? [[line, picturedOf(to, file)] as const] : [];
    })
  );
}
