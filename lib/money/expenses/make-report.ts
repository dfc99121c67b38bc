import type { Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { currencyOf } from '../../directory/structure/companies';
import { seenNode } from '../../directory/structure/nodes';
import { forgetAttachments } from '../../kit/attachments/forget-attachments';
import { markExpensed } from '../transactions/on-reports';
import { freeAdvances } from './advances/fit-advances';
import { linesOf, type ReportLine } from './lines';
import { layTrips, lockMileage } from './mileage-year';
import { editableReport, makingFault } from './own-report';
import type { ExpenseReport } from './report';
import { totalsInAudit } from './report-totals';
import type { ReportEntry } from './schema';

/** Makes an expense report for one of the principal's card accounts, in its company's currency (C3.022). Returns its id. */
export const createReport = (principal: Principal, entry: ReportEntry, origin: Origin): Promise<Result<string>> =>
  transaction((tx) => createReportIn(tx, principal, entry, origin));

/** The same in the caller's transaction. */
export async function createReportIn(
  tx: Transaction,
  principal: Principal,
  entry: ReportEntry,
  origin: Origin
): Promise<Result<string>> {
  const fault = await makingFault(principal);
  if (fault) return refused(fault);
  const account = await seenNode(principal, entry.accountId, tx);
  if (account?.kind !== 'account' || !account.companyId) return refused({ code: 'not.found', field: 'accountId' });
  if (account.status !== 'active') return refused({ code: 'transaction.account.inactive', field: 'accountId' });
  const { issuerId, companyId } = account;
  const { title, purpose, firstDay, lastDay } = entry;
  const [id, currency] = [newId(), await currencyOf(tx, issuerId, companyId)];
  await tx.$executeRaw`
    INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
      currency, created_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${companyId}::uuid, ${account.id}::uuid, ${principal.userId}::uuid,
      ${title}, ${purpose}, ${firstDay}::date, ${lastDay}::date, ${currency}, ${now()})`;
  await recordAct(tx, principal, origin, {
    issuerId,
    nodeId: account.id,
    action: 'expense_report.created',
    entity: 'expense_report',
    entityId: id,
    details: changesBetween({}, { title, purpose, firstDay, lastDay })
  });
  return accepted(id);
}

/** Changes the head of a saved report of the principal's own, in the version that the page showed. */
export function editReport(
  principal: Principal,
  id: string,
  { version, ...entry }: Omit<ReportEntry, 'accountId'> & { version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableReport(tx, principal, id);
    if (!editable.ok) return editable;
    const report = editable.value;
    if (report.version !== version) return refused({ code: 'record.changed', params: { version: report.version } });
    const { title, purpose, firstDay, lastDay } = entry;
    await tx.$executeRaw`
      UPDATE expense_reports SET title = ${title}, purpose = ${purpose}, first_day = ${firstDay}::date,
        last_day = ${lastDay}::date, version = version + 1
      WHERE issuer_id = ${report.issuerId}::uuid AND id = ${id}::uuid`;
    const before = { title: report.title, purpose: report.purpose, firstDay: report.firstDay, lastDay: report.lastDay };
    await recordChange(tx, principal, origin, report, changesBetween(before, { title, purpose, firstDay, lastDay }));
    return accepted(null);
  });
}

/** Deletes a saved report of the principal's own; its charges wait for another one, and its advances are open again. */
export function deleteReport(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    await lockMileage(tx, principal);
    const editable = await editableReport(tx, principal, id);
    if (!editable.ok) return editable;
    const { issuerId, accountId: nodeId, title } = editable.value;
    const lines = await linesOf(editable.value, tx);
    await dropLines(tx, issuerId, lines);
    for (const { trip, day } of lines)
      if (trip) await layTrips(tx, principal, origin, editable.value, { vehicle: trip.vehicle, day });
    await freeAdvances(tx, editable.value);
    await tx.expenseReport.delete({ where: { issuerId_id: { issuerId, id } } });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'expense_report.deleted',
      entity: 'expense_report',
      entityId: id,
      details: { 'before.title': title, ...totalsInAudit(editable.value) }
    });
    return accepted(null);
  });
}

/** Frees the charges of lines that go, and forgets the receipts of the others. */
export async function dropLines(tx: Transaction, issuerId: string, lines: readonly ReportLine[]): Promise<void> {
  const charges = lines.flatMap(({ postingDate, transactionId: id }) =>
    postingDate && id ? [{ issuerId, postingDate, id }] : []
  );
  await markExpensed(tx, charges, false);
  const own = lines.filter(({ transactionId }) => transactionId === null);
  await forgetAttachments(
    tx,
    issuerId,
    'expense_line',
    own.map(({ id }) => id)
  );
  await tx.expenseReportLine.deleteMany({ where: { issuerId, id: { in: lines.map(({ id }) => id) } } });
}

/** Audits a change of a report; the last write of a command. */
export function recordChange(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  { issuerId, accountId: nodeId, id: entityId }: ExpenseReport,
  details: ReturnType<typeof changesBetween>
): Promise<void> {
  const act = { issuerId, nodeId, action: 'expense_report.changed', entity: 'expense_report', entityId } as const;
  return recordAct(tx, principal, origin, { ...act, details });
}
