import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { askFault } from '../../kit/states/ask-fault';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { changeStates } from '../transactions/change-state';
import { firstApprover } from './approver';
import { GUARDS } from './guards';
import { chargesAmong, linesOf, type ReportLine } from './lines';
import { cancelOfReport } from './repayments/change-repayment';
import { holdForRepayment, makeRepayment } from './repayments/make-repayment';
import { type ExpenseReport, heldReport } from './report';
import type { Decided, ReportChange } from './report-change';
import { contentsOf } from './report-contents';
import { recordEvent } from './report-events';
import { mailEvent } from './report-mail';
import { totalsInAudit } from './report-totals';
import { EXPENSE_REPORT, eventOfCharges, type ReportEvent } from './states';

/** Rolls back what a refusal came too late for. */
class Undone extends Error {
  constructor(readonly refusal: Refusal) {
    super('undone');
  }
}

/**
 * Submits, recalls, approves, declines or reroutes an expense report with its charges, all in one transaction (C2.018,
 * C2.071, C2.072): they are reviewed, approved and opened with it. Of two commands on one report one wins, and the
 * other finds it changed (C4.018). A charge that refuses keeps everything as it was.
 */
export async function changeReport(
  principal: Principal,
  id: string,
  change: ReportChange,
  origin: Origin
): Promise<Result<null>> {
  const { event, reason } = change;
  const fault = askFault(EXPENSE_REPORT, event, principal, reason) ?? ownEyesFault(principal, event);
  if (fault) return refused(fault);
  try {
    return await transaction((tx) => changeHeld(tx, principal, id, change, origin));
  } catch (error) {
    if (error instanceof Undone) return refused(error.refusal);
    throw error;
  }
}

/** Nobody gives or takes back another's word (C6.018); deciding is closed by its permission. */
const ownEyesFault = (principal: Principal, event: ReportEvent): Refusal | null =>
  event === 'submit' || event === 'recall' ? eyesFault(principal, 'submitting_reports') : null;

async function changeHeld(
  tx: Transaction,
  principal: Principal,
  id: string,
  change: ReportChange,
  origin: Origin
): Promise<Result<null>> {
  const { event, version, reason } = change;
  const report = await heldReport(tx, principal, id);
  if (!report) return refused({ code: 'not.found' });
  const code = EXPENSE_REPORT.refusal(event, report.state);
  if (code) return refused({ code });
  if (report.version !== version) return refused({ code: 'record.changed', params: { version: report.version } });
  const lines = await linesOf(report, tx);
  const guarded = await GUARDS[EXPENSE_REPORT.events[event].guard](tx, principal, report, { ...change, lines });
  if (!guarded.ok) return guarded;
  const decided =
    event === 'submit' ? { ...guarded.value, approverId: await firstApprover(tx, report) } : guarded.value;
  // Kept before the charges are opened, as the approver saw it.
  const contents = event === 'decline' ? await contentsOf(report, lines, tx) : null;
  const paysByBank = event === 'approve' && (await holdForRepayment(tx, report));
  await changeCharges(tx, principal, report, { lines, event, reason }, origin);
  if (event === 'reroute') await cancelOfReport(tx, principal, report, origin);
  await setState(tx, principal, report, { event, decided });
  if (paysByBank) await makeRepayment(tx, principal, report, origin);
  await recordEvent(tx, principal, report, { event, reason, decided, contents });
  await mailEvent(tx, principal, report, { event, reason, approverId: decided.approverId });
  await recordAct(tx, principal, origin, {
    ...{ issuerId: report.issuerId, nodeId: report.accountId, entity: 'expense_report', entityId: id },
    action: EXPENSE_REPORT.events[event].audit,
    details: {
      ...{ 'before.state': report.state, 'after.state': EXPENSE_REPORT.events[event].to },
      ...{ charges: chargesAmong(lines).length, ...totalsInAudit(report) },
      ...(decided.approverId && { 'after.approver': decided.approverId }),
      ...(decided.behalf && { onBehalfOf: decided.behalf.userId }),
      ...(reason && { reason })
    }
  });
  return accepted(null);
}

/** The charges follow their report. @throws Undone when one of them can't */
async function changeCharges(
  tx: Transaction,
  principal: Principal,
  report: ExpenseReport,
  { lines, event, reason }: { lines: readonly ReportLine[]; event: ReportEvent; reason: string | undefined },
  origin: Origin
): Promise<void> {
  const [charges, follows] = [chargesAmong(lines), eventOfCharges(event, report.state)];
  if (!follows || charges.length === 0) return;
  const outcome = await changeStates(tx, principal, charges, { event: follows, reason, byReport: true }, origin);
  const [first] = outcome.refused;
  if (first) throw new Undone(first.refusal);
}

async function setState(
  tx: Transaction,
  { userId }: Principal,
  { issuerId, id }: ExpenseReport,
  { event, decided }: { event: ReportEvent; decided: Decided }
): Promise<void> {
  const { to } = EXPENSE_REPORT.events[event];
  const [at, none] = [now(), Prisma.sql`NULL`];
  const waits = to === 'submitted';
  const changed = await tx.$executeRaw`
    UPDATE expense_reports r SET state = ${to}::expense_report_state, version = r.version + 1,
      submitted_at = ${event === 'submit' ? Prisma.sql`${at}` : to === 'saved' ? none : Prisma.sql`r.submitted_at`},
      approver_id = ${waits ? Prisma.sql`${decided.approverId}::uuid` : to === 'saved' ? none : Prisma.sql`r.approver_id`},
      rerouted_at = ${event === 'reroute' ? Prisma.sql`${at}` : to === 'approved' ? Prisma.sql`r.rerouted_at` : none},
      approved_at = ${to === 'approved' ? Prisma.sql`${at}` : none},
      approved_by = ${to === 'approved' ? Prisma.sql`${userId}::uuid` : none},
      declined_at = ${event === 'decline' ? Prisma.sql`${at}` : none}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid
      AND ${startingFrom(Prisma.sql`r.state`, EXPENSE_REPORT.events[event])}`;
  mustChange(changed, 1);
}
