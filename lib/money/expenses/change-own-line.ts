import type { Principal } from '../../access/policy/principal';
import { changesBetween } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { editableLine, fullRefusal, type LineAddress } from './line-checks';
import type { ReportLine } from './lines';
import { recordChange } from './make-report';
import { changeOwnLine, type OwnLine, storeOwnLine } from './own-lines';
import { editableReport, touch } from './own-report';
import type { ExpenseReport } from './report';

/** Values as the audit has them. */
type Shown = Parameters<typeof changesBetween>[1];

/** What an entry comes to on a report. */
export interface Worked {
  line: OwnLine;
  shown: Shown;
  /** Stores what the line was worked out from. */
  store?: (at: { issuerId: string; lineId: string }) => Promise<void>;
}

/** What an entry comes to; for a change with the line as it was. */
type Work = (tx: Transaction, report: ExpenseReport, line?: ReportLine) => Promise<Result<Worked>>;

/** Adds a line of one's own money to the principal's own saved report, if its entry fits. Returns its id. */
export const addOwn = (principal: Principal, id: string, work: Work, origin: Origin): Promise<Result<string>> =>
  transaction((tx) => addOwnIn(tx, principal, id, work, origin));

/** The same in the caller's transaction, which is rolled back if it refuses. */
export async function addOwnIn(
  tx: Transaction,
  principal: Principal,
  id: string,
  work: Work,
  origin: Origin
): Promise<Result<string>> {
  const editable = await editableReport(tx, principal, id);
  if (!editable.ok) return editable;
  const report = editable.value;
  const full = await fullRefusal(tx, report, 1);
  if (full) return refused(full);
  const worked = await work(tx, report);
  if (!worked.ok) return worked;
  const { line, shown, store } = worked.value;
  const lineId = await storeOwnLine(tx, report, line);
  await store?.({ issuerId: report.issuerId, lineId });
  await touch(tx, report);
  await recordChange(tx, principal, origin, report, changesBetween({}, shown));
  return accepted(lineId);
}

interface Change {
  before: (line: ReportLine, report: ExpenseReport) => Shown | null;
  work: Work;
}

/** Changes such a line; `before` is what the audit had of it, or null for a line of another kind. */
export const changeOwn = (
  principal: Principal,
  at: LineAddress,
  change: Change,
  origin: Origin
): Promise<Result<null>> => transaction((tx) => changeOwnIn(tx, principal, at, change, origin));

/** The same in the caller's transaction. */
export async function changeOwnIn(
  tx: Transaction,
  principal: Principal,
  at: LineAddress,
  { before, work }: Change,
  origin: Origin
): Promise<Result<null>> {
  const editable = await editableLine(tx, principal, at);
  if (!editable.ok) return editable;
  const { report, line } = editable.value;
  const were = before(line, report);
  if (were === null) return refused({ code: 'not.found' });
  const worked = await work(tx, report, line);
  if (!worked.ok) return worked;
  await changeOwnLine(tx, report, line.id, worked.value.line);
  await worked.value.store?.({ issuerId: report.issuerId, lineId: line.id });
  await touch(tx, report);
  await recordChange(tx, principal, origin, report, changesBetween(were, worked.value.shown));
  return accepted(null);
}
