import { setImmediate as pause } from 'node:timers/promises';
import { may, type Principal } from '../../access/policy/principal';
import { dayAfter } from '../../core/calendar/days';
import { groupBy } from '../../core/database/group-by';
import { todayAt } from '../../directory/structure/reads/today';
import { entityNamed } from '../../kit/setup/entities';
import { recordSeen } from '../../kit/setup/records';
import { SPENT_HAS_RECEIPT, type SpentLine, spentLines } from '../transactions/spent-lines';
import { findingsOf } from './findings';
import { mayFind } from './may-find';
import type { Finding, PolicyLine, PolicyVersion } from './policy-version';
import { proposedTypes } from './proposed-type';
import { policyVersion } from './read-version';

/** The dry run looks at this many days before today. */
export const DRY_RUN_DAYS = 90;
/** The most transactions that it looks at, the newest. */
const MOST = 100_000;
/** So many are judged before others of the process have their turn. */
const AT_ONCE = 5_000;
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
  /** Whether there are more transactions than it looks at. */
  isCut: boolean;
  results: DryResult[];
}

/**
 * Applies a version of a policy, a draft too, to the company's transactions of the last 90 days that the principal
 * sees. Each has the expense type that is proposed for its merchant category. Those of which no rule can find anything
 * are counted and not read. Null without the permission to see transactions.
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
  const where = mayFind(version, today, SPENT_HAS_RECEIPT);
  const { count, isMore: isCut, lines } = await spentLines(principal, { ...at, since, most: MOST, where });
  return { ...(await judged(lines, version, today)), count, isCut };
}

/** What the rules of a version find, the lines of one account together: no rule looks at those of two. */
export async function judged(lines: readonly SpentLine[], version: PolicyVersion, today: string) {
  const typeOf = proposedTypes(version.types);
  const results = new Map<string, DryResult>();
  let found = 0;
  for (const some of inPortions([...groupBy(lines, ({ accountId }) => accountId).values()])) {
    const findings = findingsOf(
      inOrder(some).map((one) => lineOf(one, typeOf(one.merchantCategory)?.id ?? null, today)),
      version
    );
    found += new Set(findings.map(({ lineId }) => lineId)).size;
    addTo(results, findings, some);
    await pause();
  }
  return { found, results: [...results.values()].sort((a, b) => b.count - a.count) };
}

/** Groups of lines, several together as long as they are few. */
function* inPortions(groups: readonly SpentLine[][]): Generator<SpentLine[]> {
  let some: SpentLine[] = [];
  for (const group of groups) {
    some = some.length === 0 ? group : [...some, ...group];
    if (some.length >= AT_ONCE) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
}

/** By day and in the order of their coming, so that a sum passes its limit with the last charge of a day. */
const inOrder = (lines: readonly SpentLine[]) =>
  // They come newest first.
  lines.toReversed().sort((a, b) => (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1));

function lineOf(spent: SpentLine, typeId: string | null, today: string): PolicyLine {
  return {
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
  };
}

/** Adds what was found about some lines, by rule and level. */
function addTo(results: Map<string, DryResult>, findings: readonly Finding[], lines: readonly SpentLine[]): void {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const [key, group] of groupBy(findings, ({ kind, level, type }) => `${kind} ${level} ${type}`)) {
    const [{ kind, level, type }] = group as [Finding];
    const before = results.get(key) ?? { kind, level, type, count: 0, listed: [] };
    const newest = newestOf(group.map((finding) => ({ finding, transaction: byId.get(finding.lineId) as SpentLine })));
    const listed = newestOf([...before.listed, ...newest]);
    results.set(key, { kind, level, type, count: before.count + group.length, listed });
  }
}

const newestOf = (found: readonly FoundTransaction[]): FoundTransaction[] =>
  [...found]
    .sort((a, b) => (a.finding.date < b.finding.date ? 1 : a.finding.date > b.finding.date ? -1 : 0))
    .slice(0, LISTED);
