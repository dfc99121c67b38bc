import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { programFeatures } from '../../directory/programs/features';
import { cardOfAccount } from '../../directory/structure/card-of-account';
import { type StoredFile, storedFiles } from '../../kit/attachments/stored-files';
import type { Finding } from '../expense-policies/policy-version';
import { linesOf, type ReportLine } from '../expenses/lines';
import { findingsOfReport } from '../expenses/policy-findings';
import { type ExpenseReport, seenReport } from '../expenses/report';
import { type WayEvent, wayOf } from '../expenses/report-events';
import { type ChargeFacts, chargeFacts } from '../transactions/charge-facts';

/** A line of the report, numbered in the order of its days; `charge` is null for own money. */
export interface EvidenceLine extends ReportLine {
  number: number;
  charge: ChargeFacts | null;
}

/** A receipt of a line. */
export interface EvidenceReceipt extends StoredFile {
  line: EvidenceLine;
}

/** What is known of an expense report at one moment, for its PDF and its bundle. */
export interface Evidence {
  report: ExpenseReport;
  company: string;
  /** The last four digits of the card; null for an account without one. */
  lastFour: string | null;
  lines: EvidenceLine[];
  findings: Finding[];
  /** Its way, the newest event first. */
  way: WayEvent[];
  receipts: EvidenceReceipt[];
}

/**
 * What is known of a report; null for readers who don't see its page (right, scope and programme), and through another's
 * eyes, where nothing is exported.
 */
export async function evidenceOf(principal: Principal, id: string): Promise<Evidence | null> {
  if (eyesFault(principal, 'exports')) return null;
  const report = await seenReport(principal, id);
  if (!report || !(await programFeatures(principal)).has('expense.reports')) return null;
  const [lines, way, card] = await Promise.all([
    linesOf(report),
    wayOf(report),
    cardOfAccount(report.issuerId, report.accountId)
  ]);
  const { issuerId } = report;
  const charges = lines.flatMap(({ postingDate, transactionId }) =>
    postingDate && transactionId ? [{ issuerId, postingDate, id: transactionId }] : []
  );
  const [facts, findings, files] = await Promise.all([
    chargeFacts(issuerId, charges),
    findingsOfReport(report, lines),
    storedFiles(issuerId, lines.map(recordOf))
  ]);
  const numbered = lines.map((line, at) => ({
    ...line,
    number: at + 1,
    charge: facts.get(line.transactionId ?? '') ?? null
  }));
  const receipts = numbered.flatMap((line) =>
    files.filter(({ recordId }) => recordId === recordOf(line).id).map((file) => ({ ...file, line }))
  );
  return {
    report,
    company: card?.company ?? '',
    lastFour: card?.lastFour ?? null,
    lines: numbered,
    findings,
    way,
    receipts
  };
}

/** The record that has the receipts of a line. */
const recordOf = ({ id, transactionId }: Pick<ReportLine, 'id' | 'transactionId'>) =>
  transactionId === null
    ? { entity: 'expense_line' as const, id }
    : { entity: 'transaction' as const, id: transactionId };
