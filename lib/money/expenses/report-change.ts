import type { Delegator } from '../approvals/standing';
import type { ChargeOfReport, ReportLine } from './lines';
import type { ExpenseReport } from './report';
import type { ReportEvent } from './states';

/** An event of a report, in the version that the page showed. */
export interface ReportChange {
  event: ReportEvent;
  version: number;
  /** The comment of a decline, and of a reroute if there is one. */
  reason?: string | undefined;
  /** To whom it is rerouted, by user id or name. */
  approver?: string | undefined;
}

/** A locked report with what an event looks at. */
export interface HeldReport {
  report: ExpenseReport;
  charges: readonly ChargeOfReport[];
  /** What is judged at its submission and kept of it at a decline; empty for the other events. */
  lines: readonly ReportLine[];
}

/** What an event leads to besides the state. */
export interface Decided {
  behalf: Delegator | null;
  approverId: string | null;
}

/** A held report for which an event was decided. */
export type DecidedReport = HeldReport & { decided: Decided };
