import { may, type Principal } from '../../access/policy/principal';
import { dayAfter } from '../../core/calendar/days';
import { groupBy } from '../../core/database/group-by';
import { todayAt } from '../../directory/structure/reads/today';
import { entityNamed } from '../../kit/setup/entities';
import { recordSeen } from '../../kit/setup/records';
import { type SpentLine, spentLines } from '../transactions/spent-lines';
import { type Counted, countFindings, type Told } from './count-findings';
import { findingsOf } from './findings';
import type { Finding, PolicyLine, PolicyVersion } from './policy-version';
import { proposedTypes } from './proposed-type';
import { policyVersion } from './read-version';

/** The dry run looks at this many days before today. */
export const DRY_RUN_DAYS = 90;
/** The most transactions that it looks at, the newest. */
const MOST = 100_000;
/** Nobody leaves. */
const NEVER = new AbortController().signal;
/** The transactions of a result that are listed. */
const LISTED = 20;

/** A transaction that a rule has found. */
export interface FoundTransaction {
  transaction: SpentLine;
  finding: Finding;
}

/** What one rule found at one level. */
export interface DryResult {
  kind: Finding['kind'];
  level: Finding['level'];
  type: string | null;
  count: number;
  /** The newest of them; of one day any. */
  listed: FoundTransaction[];
}

/** What a version would have said about a company's real transactions. */
export interface DryRun {
  /** How many transactions were judged. */
  count: number;
  /** How many of them have a finding. */
  found: number;
  /** Whether there are more transactions than it looks at. */
  isCut: boolean;
  /** The most frequent first. */
  results: DryResult[];
}

/**
 * Applies a version of a policy, a draft too, to the company's transactions of the last 90 days that the principal
 * sees. Each has the expense type that is proposed for its merchant category. The database counts what is found, and only
 * the transactions that are listed are read and judged. Null without the permission to see transactions. It stops counting
 * once `signal` is aborted. @throws what the database says of a statement that was cancelled
 */
export async function dryRun(
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string },
  signal = NEVER
): Promise<DryRun | null> {
  const policy = await recordSeen(principal, entityNamed('expense-policy'), { issuerId, id });
  if (!policy || !may(principal, 'transactions', 'view')) return null;
  const at = { issuerId, companyId: policy.ownerId };
  const version = await policyVersion(at, id);
  if (!version) return null;
  const today = await todayAt(issuerId);
  return dryRunOf(principal, { ...at, since: dayAfter(today, -DRY_RUN_DAYS), today, most: MOST }, version, signal);
}

/** Days `2026-02-28`, and the most transactions that are looked at. */
interface Wanted {
  issuerId: string;
  companyId: string;
  since: string;
  today: string;
  most: number;
}

/** Applies a version to a company's transactions since a day. */
export async function dryRunOf(
  principal: Principal,
  wanted: Wanted,
  version: PolicyVersion,
  signal = NEVER
): Promise<DryRun> {
  const counted = await countFindings(principal, { ...wanted, listed: LISTED }, version, signal);
  const ids = [...new Set(counted.said.flatMap(({ newest }) => newest.map(({ id }) => id)))];
  const lines = await spentLines(principal, wanted, ids);
  const { count, found, isCut } = counted;
  return { count, found, isCut, results: resultsOf(counted, lines, version, wanted.today) };
}

/** What was counted with its newest transactions, by kind, level and the name of a type: several types may have one. */
function resultsOf({ said }: Counted, lines: readonly SpentLine[], version: PolicyVersion, today: string): DryResult[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const typeOf = proposedTypes(version.types);
  const found = ({ id, measure }: Told, kind: Finding['kind']): FoundTransaction[] => {
    const transaction = byId.get(id);
    if (!transaction) return [];
    const line = lineOf(transaction, typeOf(transaction.merchantCategory)?.id ?? null, today);
    const finding = findingsOf(standingFor(line, kind, measure, version), version).find((one) => one.kind === kind);
    return finding ? [{ transaction, finding: { ...finding, lineId: id } }] : [];
  };
  const told = said.filter(({ count }) => count > 0);
  return [...groupBy(told, ({ says: { kind, level, type } }) => `${kind} ${level} ${type}`).values()]
    .flatMap((some) => {
      const [{ says } = {}] = some;
      if (!says) return [];
      const listed = some.flatMap(({ newest }) => newest.flatMap((one) => found(one, says.kind)));
      return { ...says, count: some.reduce((sum, { count }) => sum + count, 0), listed: newestOf(listed) };
    })
    .sort((a, b) => b.count - a.count);
}

/**
 * Lines of which the judging code says what it said about a line among all others: one that costs their sum alone, or the
 * line with the one that it repeats.
 */
function standingFor(
  line: PolicyLine,
  kind: Finding['kind'],
  measure: string | null,
  { currency }: PolicyVersion
): PolicyLine[] {
  if (measure === null) return [line];
  if (kind === 'duplicate') return [{ ...line, id: 'before', date: dayAfter(line.date, -Number(measure)) }, line];
  return [{ ...line, amount: measure, currency }];
}

/** A transaction as an expense that was claimed when it was reviewed. */
export const lineOf = (spent: SpentLine, typeId: string | null, today: string): PolicyLine => ({
  id: spent.id,
  ownerId: spent.accountId,
  date: spent.date,
  claimedOn: spent.reviewedOn ?? today,
  typeId,
  amount: spent.amount,
  currency: spent.currency,
  hasReceipt: spent.hasReceipt,
  // Statements are signed on reports: of a transaction alone it is found that its receipt is missing.
  hasStatement: false,
  // Nobody has been asked who took part, or for how many nights.
  heads: null,
  nights: null,
  missing: [],
  merchant: spent.merchant,
  merchantCategory: spent.merchantCategory
});

const newestOf = (found: readonly FoundTransaction[]): FoundTransaction[] =>
  [...found]
    .sort((a, b) => (a.finding.date < b.finding.date ? 1 : a.finding.date > b.finding.date ? -1 : 0))
    .slice(0, LISTED);
