import { createHash } from 'node:crypto';
import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { storedFiles } from '../../kit/attachments/stored-files';
import { allocationsOf } from '../transactions/allocations';
import { keysAmong, type ReportLine } from './lines';
import type { ExpenseReport } from './report';

const lineContents = z.strictObject({
  /** The charge's, else the line's: a charge that was taken off and added again is the same. */
  id: z.string(),
  merchant: z.string().nullable(),
  day: z.string(),
  expenseType: z.string().nullable(),
  /** In the report's currency. */
  amount: z.string(),
  personalAmount: z.string().nullable(),
  description: z.string().nullable(),
  /** What its type asks, as JSON; null if nothing is said. What was kept before it was asked has none. */
  details: z.string().nullable().default(null),
  explanation: z.string().nullable(),
  /** What the statement in place of a receipt says. */
  statement: z.string().nullable(),
  /** The hexadecimal SHA-256 of each receipt, in their order. */
  receipts: z.array(z.string()),
  /** The digest of a charge's cost allocation; null if it has none. */
  allocation: z.string().nullable()
});

/** What a line of a report says to its approver. */
export type LineContents = z.infer<typeof lineContents>;

export const reportContentsRow = z.strictObject({
  title: z.string(),
  purpose: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  lines: z.array(lineContents)
});

/** What a report says to its approver, to be compared with what it says later. */
export type ReportContents = z.infer<typeof reportContentsRow>;

/** What a report says now, with its lines. */
export async function contentsOf(
  { issuerId, title, purpose, firstDay, lastDay }: ExpenseReport,
  lines: readonly ReportLine[],
  tx: Transaction = database()
): Promise<ReportContents> {
  const records = lines.map(({ id, transactionId }) =>
    transactionId ? { entity: 'transaction' as const, id: transactionId } : { entity: 'expense_line' as const, id }
  );
  const receipts = groupBy(await storedFiles(issuerId, records, tx), ({ recordId }) => recordId);
  const allocations = await allocationsOf(tx, keysAmong({ issuerId }, lines));
  return {
    title,
    purpose,
    firstDay,
    lastDay,
    lines: lines.map((line) => {
      const { merchant, day, expenseType, amount, personalAmount, description, explanation } = line;
      const id = line.transactionId ?? line.id;
      const allocation = allocations.get(id);
      return {
        id,
        merchant,
        day,
        expenseType,
        amount,
        personalAmount,
        description,
        explanation,
        details: Object.keys(line.details).length > 0 ? JSON.stringify(line.details) : null,
        statement: line.missingReceipt && [line.missingReceipt.reason, line.missingReceipt.note].join(': '),
        receipts: (receipts.get(id) ?? []).map(({ sha256 }) => sha256),
        allocation: allocation
          ? createHash('sha256')
              .update(JSON.stringify(allocation.map(({ transactionId: _, ...part }) => part)))
              .digest('hex')
          : null
      };
    })
  };
}
