import type { Delegator } from '../approvals/standing';
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

/** What an event leads to besides the state. */
export interface Decided {
  behalf: Delegator | null;
  approverId: string | null;
}
