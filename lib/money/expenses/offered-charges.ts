import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { chargesOffered, type OfferedCharge } from '../transactions/on-reports';
import { reviewables } from '../transactions/review-faults';
import { seenTransactions } from '../transactions/transactions';
import { chargesAmong, type ReportLine } from './lines';
import type { ExpenseReport } from './report';

/** The charges that the principal can put on a report of theirs. */
export const chargesFor = (principal: Principal, report: ExpenseReport): Promise<OfferedCharge[]> =>
  chargesOffered(database(), principal, { accountId: report.accountId, currency: report.currency });

/** What prevents the submission of a saved report's charges, by their id: the first fault of each (C4.005). */
export async function faultsOfCharges(
  principal: Principal,
  lines: readonly ReportLine[]
): Promise<ReadonlyMap<string, Refusal>> {
  const rows = await seenTransactions(principal, chargesAmong(lines));
  const reviewed = await reviewables(database(), rows);
  return new Map(
    reviewed.flatMap(({ transaction, refusal }): [string, Refusal][] => (refusal ? [[transaction.id, refusal]] : []))
  );
}
