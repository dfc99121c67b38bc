import type { Transaction } from '../../core/database/database';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { ExpenseDetails } from '../expense-policies/details';
import type { ExpenseReport } from './report';

/** A line of one's own money, as it is stored: spent, or paid for a trip. */
export interface OwnLine {
  spentOn: string;
  merchant: string;
  expenseTypeId: string;
  expenseType: string;
  amount: string;
  description: string;
  details?: ExpenseDetails;
}

const stored = ({ spentOn, details = {}, ...line }: OwnLine) => ({
  ...line,
  details: { ...details },
  spentOn: new Date(spentOn)
});

/** Adds a line of one's own money to a report that is held for changes. Returns its id. */
export async function storeOwnLine(
  tx: Transaction,
  { issuerId, id: reportId }: ExpenseReport,
  line: OwnLine
): Promise<string> {
  const id = newId();
  await tx.expenseReportLine.create({ data: { issuerId, id, reportId, ...stored(line), addedAt: now() } });
  return id;
}

/** Changes a line of one's own money on a report that is held for changes. */
export async function changeOwnLine(
  tx: Transaction,
  { issuerId }: ExpenseReport,
  id: string,
  line: OwnLine
): Promise<void> {
  await tx.expenseReportLine.update({ where: { issuerId_id: { issuerId, id } }, data: stored(line) });
}
