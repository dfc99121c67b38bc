import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { type Act, recordActs } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { type KnownUser, knownUsers } from '../../directory/people/known-user';
import { askFault } from '../../kit/states/ask-fault';
import { type ApprovalRights, approvalRights } from '../approvals/rights';
import { decideStates, type StateChange, writeStates } from '../transactions/change-state';
import { firstApprover } from './approver';
import { GUARDS } from './guards';
import { chargesOfReports, linesOfReports } from './lines';
import { cancelOfReport } from './repayments/change-repayment';
import { holdForRepayments, makeRepayments } from './repayments/make-repayment';
import { type ExpenseReport, heldReports } from './report';
import type { DecidedReport, HeldReport, ReportChange } from './report-change';
import { contentsOf, type ReportContents } from './report-contents';
import { writeReports } from './report-events';
import { tellOfReports } from './report-mail';
import { totalsInAudit } from './report-totals';
import { EXPENSE_REPORT, eventOfCharges, type ReportEvent } from './states';

/** An event of any number of reports. */
type Change = Omit<ReportChange, 'version'>;

/** A report of a command; `version`: the one that the page showed, if it must still be that. */
interface Wanted {
  id: string;
  version?: number;
}

/** The reports of a command that stay as they were, and why. */
type Refused = readonly { id: string; refusal: Refusal }[];

/**
 * Submits, recalls, approves, declines or reroutes an expense report with its charges, all in one transaction (C2.018,
 * C2.071, C2.072): they are reviewed, approved and opened with it. Of two commands on one report one wins, and the
 * other finds it changed (C4.018). A charge that refuses keeps everything as it was.
 */
export async function changeReport(
  principal: Principal,
  id: string,
  { version, ...change }: ReportChange,
  origin: Origin
): Promise<Result<null>> {
  const [first] = await transaction((tx) => changeReports(tx, principal, [{ id, version }], change, origin));
  return first ? refused(first.refusal) : accepted(null);
}

/**
 * Does the same for many reports, each independently: one that is refused stays with its charges as it was, and stops no
 * other. It takes a constant number of statements, however many are approved. Call it last in a transaction.
 */
export async function changeReports(
  tx: Transaction,
  principal: Principal,
  wanted: readonly Wanted[],
  change: Change,
  origin: Origin
): Promise<Refused> {
  const { event, reason } = change;
  const fault = askFault(EXPENSE_REPORT, event, principal, reason) ?? ownEyesFault(principal, event);
  if (fault) return wanted.map(({ id }) => ({ id, refusal: fault }));
  const { fitting, refusals } = await heldFor(tx, principal, wanted, event);
  const rights = rightsOnce(tx, principal, fitting);
  const guarded: DecidedReport[] = [];
  for (const held of fitting) {
    const decided = await GUARDS[EXPENSE_REPORT.events[event].guard](tx, principal, held, { ...change, rights });
    if (decided.ok) guarded.push({ ...held, decided: decided.value });
    else refusals.set(held.report.id, decided.refusal);
  }
  const toRepay = event === 'approve' ? await holdForRepayments(tx, guarded.map(reportOf)) : [];
  const charges = await decideCharges(tx, principal, guarded, { event, reason }, rights);
  for (const [id, refusal] of charges.refusals) refusals.set(id, refusal);
  const taken = guarded.filter(({ report }) => !refusals.has(report.id));
  if (taken.length > 0) {
    const repaid = toRepay.filter(({ id }) => !refusals.has(id));
    await write(tx, principal, { taken, change, repaid, writeCharges: charges.write }, origin);
  }
  return [...refusals].map(([id, refusal]) => ({ id, refusal }));
}

const reportOf = ({ report }: HeldReport): ExpenseReport => report;

/** Nobody gives or takes back another's word (C6.018); deciding is closed by its permission. */
const ownEyesFault = (principal: Principal, event: ReportEvent): Refusal | null =>
  event === 'submit' || event === 'recall' ? eyesFault(principal, 'submitting_reports') : null;

/** The principal's rights in the companies of reports, read when the first of them asks; locked until the commit. */
function rightsOnce(tx: Transaction, principal: Principal, held: readonly HeldReport[]): () => Promise<ApprovalRights> {
  let rights: Promise<ApprovalRights> | undefined;
  const companies = held.map(({ report }) => report.companyId);
  return () => {
    rights ??= approvalRights(tx, principal, { companies, held: true });
    return rights;
  };
}

/** Locks the reports, and tells those whose state permits the event from those that refuse it. */
async function heldFor(tx: Transaction, principal: Principal, wanted: readonly Wanted[], event: ReportEvent) {
  const versions = new Map(wanted.map(({ id, version }) => [id, version]));
  const refusals = new Map<string, Refusal>(wanted.map(({ id }) => [id, { code: 'not.found' }]));
  const reports: ExpenseReport[] = [];
  for (const report of await heldReports(tx, principal, [...versions.keys()])) {
    refusals.delete(report.id);
    const [code, shown] = [EXPENSE_REPORT.refusal(event, report.state), versions.get(report.id)];
    if (code) refusals.set(report.id, { code });
    else if (shown !== undefined && report.version !== shown)
      refusals.set(report.id, { code: 'record.changed', params: { version: report.version } });
    else reports.push(report);
  }
  return { fitting: await withLines(tx, principal, reports, event), refusals };
}

async function withLines(
  tx: Transaction,
  { issuerId }: Principal,
  reports: readonly ExpenseReport[],
  event: ReportEvent
): Promise<HeldReport[]> {
  if (reports.length === 0) return [];
  const ids = reports.map(({ id }) => id);
  if (event === 'submit' || event === 'decline') {
    const lines = await linesOfReports({ issuerId, ids }, tx);
    return reports.map((report) => {
      const own = lines.get(report.id) ?? [];
      const charges = own.flatMap(({ transactionId: id, transactionState: state }) =>
        id && state ? [{ reportId: report.id, id, state }] : []
      );
      return { report, lines: own, charges };
    });
  }
  const charges = await chargesOfReports(tx, issuerId, ids);
  return reports.map((report) => ({ report, lines: [], charges: charges.get(report.id) ?? [] }));
}

/** What becomes of the charges of reports: why reports can't change for them, and how those of the others are written. */
interface ChargesDecided {
  /** By the id of the report. */
  refusals: ReadonlyMap<string, Refusal>;
  /** Writes the charges of these reports. Returns the audit entries by the id of the report. */
  write: (taken: readonly HeldReport[]) => Promise<ReadonlyMap<string, Act>>;
}

/** Decides on the charges, which follow their report: one that refuses keeps its report as it was. */
async function decideCharges(
  tx: Transaction,
  principal: Principal,
  reports: readonly HeldReport[],
  { event, reason }: Pick<Change, 'event' | 'reason'>,
  rights: () => Promise<ApprovalRights>
): Promise<ChargesDecided> {
  const [follows] = reports.flatMap(({ report }) => eventOfCharges(event, report.state) ?? []);
  const reportOfCharge = new Map(
    reports.flatMap(({ report, charges }) =>
      eventOfCharges(event, report.state) ? charges.map(({ id }): [string, string] => [id, report.id]) : []
    )
  );
  if (!follows || reportOfCharge.size === 0) return { refusals: new Map(), write: async () => new Map() };
  const change: StateChange = { event: follows, byReport: true, ...(reason !== undefined && { reason }) };
  const known = event === 'approve' ? await rights() : undefined;
  const decided = await decideStates(tx, principal, [...reportOfCharge.keys()], change, known);
  const refusals = new Map<string, Refusal>();
  for (const [charge, id] of reportOfCharge) {
    const refusal = decided.refusals.get(charge);
    if (refusal && !refusals.has(id)) refusals.set(id, refusal);
  }
  return {
    refusals,
    write: (kept) => {
      const ids = new Set(kept.map(({ report }) => report.id));
      const idOf = (charge: string) => reportOfCharge.get(charge) ?? '';
      const taken = decided.taken.filter(({ id }) => ids.has(idOf(id)));
      return writeStates(tx, principal, { ...decided, taken }, change, ({ id }) => idOf(id));
    }
  };
}

interface Written {
  taken: readonly DecidedReport[];
  change: Change;
  /** Those that are paid back or owed by bank. */
  repaid: readonly ExpenseReport[];
  writeCharges: ChargesDecided['write'];
}

/** Writes what was decided: charges, reports, their way, what is repaid, mails, and the audit at last. */
async function write(
  tx: Transaction,
  principal: Principal,
  { taken: decided, change: { event, reason }, repaid, writeCharges }: Written,
  origin: Origin
): Promise<void> {
  const { issuerId } = principal;
  const isTold = event === 'submit' || event === 'approve';
  const owners = isTold
    ? await knownUsers(
        tx,
        issuerId,
        decided.map(({ report }) => report.ownerId)
      )
    : new Map<string, KnownUser>();
  const taken: DecidedReport[] = [];
  for (const one of decided) {
    if (event !== 'submit') taken.push(one);
    else {
      const approverId = await firstApprover(tx, one.report, owners.get(one.report.ownerId)?.supervisorId);
      taken.push({ ...one, decided: { ...one.decided, approverId } });
    }
  }
  // Kept before the charges are opened, as the approver saw it.
  const contents = new Map<string, ReportContents>();
  if (event === 'decline')
    for (const { report, lines } of taken) contents.set(report.id, await contentsOf(report, lines, tx));
  const ofCharges = await writeCharges(taken);
  if (event === 'reroute') for (const { report } of taken) await cancelOfReport(tx, principal, report, origin);
  await writeReports(tx, principal, taken, { event, reason, contents });
  const ofRepayments = await makeRepayments(tx, issuerId, repaid);
  await tellOfReports(tx, principal, taken, { event, reason, owners });
  const acts = taken.flatMap((one): Act[] => {
    const { id } = one.report;
    return [ofCharges.get(id), ofRepayments.get(id), actOf(one, { event, reason })].filter((act) => act !== undefined);
  });
  await recordActs(tx, principal, origin, acts);
}

/** The audit entry of a report. */
const actOf = (
  { report, charges, decided }: DecidedReport,
  { event, reason }: Pick<Change, 'event' | 'reason'>
): Act => ({
  issuerId: report.issuerId,
  nodeId: report.accountId,
  entity: 'expense_report',
  entityId: report.id,
  action: EXPENSE_REPORT.events[event].audit,
  details: {
    'before.state': report.state,
    'after.state': EXPENSE_REPORT.events[event].to,
    charges: charges.length,
    ...totalsInAudit(report),
    ...(decided.approverId && { 'after.approver': decided.approverId }),
    ...(decided.behalf && { onBehalfOf: decided.behalf.userId }),
    ...(reason && { reason })
  }
});
