import { dayAfter, dayFrom, dayOf, isoOf, partsOf } from '../../core/calendar/days';
import { database, type Transaction } from '../../core/database/database';
import { amountOfDay } from '../allowances/allowance-days';
import { headsOf, missingDetails, type Property } from '../expense-policies/details';
import { findingsOf, isSpanning } from '../expense-policies/findings';
import type { Finding, PolicyLine, PolicyRule, PolicyType, PolicyVersion } from '../expense-policies/policy-version';
import { proposedTypes } from '../expense-policies/proposed-type';
import { policiesOfDays } from '../expense-policies/read-version';
import { kilometersOf } from '../mileage/trip-amount';
import { withPresets } from './details-of-type';
import { type LineElsewhere, linesElsewhere, type ReportLine } from './lines';
import type { ExpenseReport } from './report';

/**
 * What the expense policy of each line's day says about the lines of a report (C1.003), beside what its owner has spent
 * on other reports that were submitted. A charge has the type that is
 * proposed for its merchant category until its owner chooses another.
 */
export async function findingsOfReport(
  report: ExpenseReport,
  lines: readonly ReportLine[],
  tx: Transaction = database()
): Promise<Finding[]> {
  return findingsUnder(await policiesOfReport(report, lines, tx), report, lines, tx);
}

/** The versions of the expense policy by day: of the days of a report's lines, and of that on which it is claimed. */
export const policiesOfReport = (
  report: ExpenseReport,
  lines: readonly ReportLine[],
  tx: Transaction
): Promise<ReadonlyMap<string, PolicyVersion>> =>
  policiesOfDays(tx, report, [...lines.map(({ day }) => day), report.claimedOn]);

/** What these versions say about the lines of a report. */
export async function findingsUnder(
  versions: ReadonlyMap<string, PolicyVersion>,
  report: ExpenseReport,
  lines: readonly ReportLine[],
  tx: Transaction
): Promise<Finding[]> {
  const { claimedOn } = report;
  const inForce = [...new Set(lines.flatMap(({ day }) => versions.get(day) ?? []))];
  const days = lines.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (inForce.length === 0 || !first || !last) return [];
  const end = lines.reduce((latest, { allowance }) => laterOf(latest, allowance?.lastDay ?? latest), last);
  const others = inForce.some(isSpanning) ? await linesElsewhere(report, reachOf(first, end, inForce), tx) : [];
  return inForce.flatMap((version) => {
    const given = { report, version, claimedOn, proposed: proposedTypes(version.types) };
    const own = lines.filter(({ day }) => versions.get(day) === version).map((line) => policyLine(line, given));
    const context = others.map((line) => ({
      ...policyLine({ ...line, hasReceipt: false, missingReceipt: null }, given),
      currency: line.currency,
      isContext: true as const
    }));
    return findingsOf([...context, ...own], version);
  });
}

const laterOf = (one: string, other: string) => (one > other ? one : other);

/** How many lines keep a report from being submitted: those that are refused, and those that nobody has explained. */
export function openFindings(findings: readonly Finding[], lines: readonly ReportLine[]) {
  const explained = new Set(lines.flatMap(({ id, explanation }) => (explanation ? [id] : [])));
  const linesWith = (level: Finding['level']) =>
    new Set(findings.filter((finding) => finding.level === level).map(({ lineId }) => lineId));
  return {
    refused: linesWith('refuse').size,
    unexplained: [...linesWith('explain')].filter((id) => !explained.has(id)).length
  };
}

interface Given {
  report: ExpenseReport;
  version: PolicyVersion;
  claimedOn: string;
  proposed: ReturnType<typeof proposedTypes<PolicyType>>;
}

function policyLine(
  line: Omit<LineElsewhere, 'currency'> & Pick<ReportLine, 'hasReceipt' | 'missingReceipt'>,
  { report, version, claimedOn, proposed }: Given
): PolicyLine {
  const { id, day: date, merchant, merchantCategoryCode: merchantCategory, amount, hasReceipt } = line;
  const personal = line.personalAmount ?? '0';
  const { ownerId, currency } = report;
  const isChosen = line.expenseTypeId !== null;
  const type = isChosen ? version.types.find(({ id: one }) => one === line.expenseTypeId) : proposed(merchantCategory);
  const typeId = line.expenseTypeId ?? type?.id ?? null;
  const asks = type?.asks ?? [];
  const details = isChosen ? line.details : withPresets(asks, {});
  const isWorkedOut = line.trip !== null || line.allowance !== null;
  // Nobody can answer what the form doesn't ask.
  const isAsked = (property: Property) => !isWorkedOut && asks.some((one) => one.property === property);
  const hasStatement = line.missingReceipt !== null;
  return {
    id,
    ownerId,
    date,
    claimedOn,
    typeId,
    amount,
    personal,
    currency,
    hasReceipt,
    hasStatement,
    merchant,
    merchantCategory,
    heads: isAsked('attendees') ? headsOf(details) : null,
    nights: isAsked('nights') ? (details.nights ?? 1) : null,
    // An allowance counts on each of its days (C1.003), a trip and everything else on its own.
    ...(line.allowance && {
      days: line.allowance.days.map((one) => ({ date: one.day, amount: amountOfDay(one) }))
    }),
    ...(line.trip && { kilometers: kilometersOf(line.trip) }),
    missing: isWorkedOut ? [] : missingDetails(asks, details)
  };
}

/** The days that rules look at besides those of the lines: whole months or years, and around them what may be a duplicate. */
function reachOf(first: string, last: string, versions: readonly PolicyVersion[]): { from: string; to: string } {
  const rules = versions.flatMap((version) => version.rules.filter(({ level }) => level !== 'off'));
  const around = Math.max(0, ...rules.map(({ kind, days }) => (kind === 'duplicate' ? (days ?? 0) : 0)));
  const has = (wanted: PolicyRule['kind']) => rules.some(({ kind }) => kind === wanted);
  const { year, month } = partsOf(dayOf(last));
  if (has('year'))
    return { from: dayAfter(`${first.slice(0, 4)}-01-01`, -around), to: isoOf(dayFrom(year + 1, 1, 1) + around) };
  if (has('month'))
    return { from: dayAfter(`${first.slice(0, 7)}-01`, -around), to: isoOf(dayFrom(year, month + 1, 1) + around) };
  return { from: dayAfter(first, -around), to: dayAfter(last, around) };
}
