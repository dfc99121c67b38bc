import { may, type Principal } from '../../access/policy/principal';
import { dayAfter } from '../../core/calendar/days';
import { groupBy } from '../../core/database/group-by';
import { todayAt } from '../../directory/structure/today';
import { entityNamed } from '../../kit/setup/entities';
import { recordSeen } from '../../kit/setup/records';
import { type SpentLine, spentLines } from '../transactions/spent-lines';
import { findingsOf } from './findings';
import type { Finding, PolicyLine } from './policy-version';
import { proposedTypes } from './proposed-type';
import { policyVersion } from './read-version';

/** The dry run looks at this many days before today. */
export const DRY_RUN_DAYS = 90;
/** The most transactions that it reads, the newest. */
const MOST = 20_000;
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
  /** The newest of them. */
  listed: FoundTransaction[];
}

/** What a version would have said about a company's real transactions. */
export interface DryRun {
  /** How many transactions were judged. */
  count: number;
  /** How many of them have a finding. */
  found: number;
  /** Whether there are more transactions than it judges. */
  isCut: boolean;
  results: DryResult[];
}

/**
 * Applies a version of a policy, a draft too, to the company's transactions of the last 90 days that the principal
 * sees. Each has the expense type that is proposed for its merchant category. Null without the permission to see
 * transactions.
 */
export async function dryRun(
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<DryRun | null> {
  const policy = await recordSeen(principal, entityNamed('expense-policy'), { issuerId, id });
  if (!policy || !may(principal, 'transactions', 'view')) return null;
  const at = { issuerId, companyId: policy.ownerId };
  const version = await policyVersion(at, id);
  if (!version) return null;
  const today = await todayAt(issuerId);
  const since = dayAfter(today, -DRY_RUN_DAYS);
  const spent = await spentLines(principal, { ...at, since, most: MOST + 1 });
  const judged = spent.slice(0, MOST);
  const typeOf = proposedTypes(version.types);
  const findings = findingsOf(
    inOrder(judged).map((one) => lineOf(one, typeOf(one.merchantCategory)?.id ?? null, today)),
    version
  );
  return {
    count: judged.length,
    found: new Set(findings.map(({ lineId }) => lineId)).size,
    isCut: spent.length > MOST,
    results: resultsOf(findings, judged)
  };
}

/** By day and in the order of their coming, so that a sum passes its limit with the last charge of a day. */
const inOrder = (lines: readonly SpentLine[]) =>
  // They come newest first.
  lines.toReversed().sort((a, b) => (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1));

function lineOf({ accountId, reviewedOn, ...spent }: SpentLine, typeId: string | null, today: string): PolicyLine {
  // Statements are signed on reports: of a transaction alone it is found that its receipt is missing.
  const hasStatement = false;
  // Nobody has been asked who took part, or for how many nights.
  const unknown = { heads: null, nights: null, missing: [] };
  return { ...spent, ownerId: accountId, claimedOn: reviewedOn ?? today, typeId, hasStatement, ...unknown };
}

/** By rule and level, the most frequent first. */
function resultsOf(findings: readonly Finding[], lines: readonly SpentLine[]): DryResult[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const groups = groupBy(findings, ({ kind, level, type }) => `${kind} ${level} ${type}`);
  const results = [...groups.values()].map((group): DryResult => {
    const [{ kind, level, type }] = group as [Finding];
    const newest = [...group].sort((a, b) => (a.date < b.date ? 1 : -1)).slice(0, LISTED);
    const listed = newest.map((finding) => ({ finding, transaction: byId.get(finding.lineId) as SpentLine }));
    return { kind, level, type, count: group.length, listed };
  });
  return results.sort((a, b) => b.count - a.count);
}
