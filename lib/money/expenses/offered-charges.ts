import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Refusal } from '../../core/entry/refusal';
import { chargesOffered, type OfferedCharge } from '../transactions/on-reports';
import { reviewablesAtOnce } from '../transactions/review-faults';
import { reviewedOfKeys } from '../transactions/transactions';
import { type ExpenseReport, whenPosted } from './report';

/** The charges that the principal can put on a report of theirs. */
export const chargesFor = (principal: Principal, report: ExpenseReport): Promise<OfferedCharge[]> =>
  chargesOffered(database(), principal, { accountId: report.accountId, currency: report.currency });

/** What prevents the submission of a saved report's charges, by their id: the first fault of each (C4.005). */
export async function faultsOfCharges(
  principal: Principal,
  report: ExpenseReport
): Promise<ReadonlyMap<string, Refusal>> {
  const rows = await reviewedOfKeys(principal, {
    keys: Prisma.sql`SELECT l.issuer_id, l.posting_date, l.transaction_id FROM expense_report_lines l
      WHERE l.issuer_id = ${report.issuerId}::uuid AND l.report_id = ${report.id}::uuid AND l.transaction_id IS NOT NULL`,
    posted: whenPosted(report)
  });
  const reviewed = await reviewablesAtOnce(rows);
  return new Map(
    reviewed.flatMap(({ transaction, refusal }): [string, Refusal][] => (refusal ? [[transaction.id, refusal]] : []))
  );
}
