import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { textOf, unitsOf } from './exact';
import type { LiveRule } from './judged';
import type { Finding, PolicyRule, PolicyType, PolicyVersion } from './policy-version';
import { isStricter, toleratedLevels } from './tolerated';

const sql = Prisma.sql;
type Sql = Prisma.Sql;

/** What a finding is counted by. */
export type Says = Pick<Finding, 'kind' | 'level' | 'type'>;

/** What the rules of one kind say about each line `s`, as the judging code says it. */
export interface Verdict {
  kind: Finding['kind'];
  /** All that they may say. */
  says: readonly Says[];
  /** An expression: the place in `says` of what they say about a line, from 1 on, or 0 for nothing. */
  sql: Sql;
  /** The sum or the days that they look at, of several lines together; null: each line alone. */
  measure: Measure | null;
}

/** What lines come to together: those with one `key` are measured together. All are expressions of SQL about lines `s`. */
export interface Measure {
  /**
   * A hash of 64 bits: of what is alike it is the same, and of 100,000 lines two that aren't alike have the same one in one
   * run of billions. It is sorted in half the time that what it is made from takes. Null: no rule looks at the line.
   */
  key: Sql;
  /** A condition on all lines with one key: without it no rule finds anything about any of them. */
  matters: Sql;
  /** What a line has come to with those before it that have its key, which is `key`. */
  upTo: (key: Sql) => Sql;
}

/** A condition that a rule has, and the level that it then has. */
interface Step {
  level: LiveRule['level'];
  holds: Sql;
}

/** What a rule about amounts says of those above `from`, in ten-thousandths. */
function toleratedOf({ level, amount }: LiveRule, { tolerances }: PolicyVersion) {
  const limit = unitsOf(amount ?? '0');
  return toleratedLevels(level, limit, tolerances).map((one) => ({ level: one.level, from: limit + one.above }));
}

/** From which amounts on, in ten-thousandths, a rule says anything. */
export const limitsOf = (rule: LiveRule, version: PolicyVersion): bigint[] =>
  toleratedOf(rule, version).map(({ from }) => from);

/** When a rule finds something. `measured` is what lines together come to. */
type Steps = (rule: LiveRule, version: PolicyVersion, measured: Sql) => Step[];

const overLimit =
  (amountOf: (measured: Sql) => Sql): Steps =>
  (rule, version, measured) =>
    toleratedOf(rule, version).map(({ level, from }) => ({
      level,
      holds: sql`${amountOf(measured)} > ${textOf(from)}::numeric`
    }));
/** Long before any line: the days since then say which day of the week it is, in a tenth of the time of `extract`. */
const A_SATURDAY = '1900-01-06';
const overSum = overLimit((measured) => measured);

/** When a rule of each kind finds something; null: it finds nothing this way. */
const STEPS: Record<PolicyRule['kind'], Steps | null> = {
  line: overLimit(() => sql`s.cost`),
  day: overSum,
  month: overSum,
  year: overSum,
  duplicate: ({ level, days }, _version, gap) => [{ level, holds: sql`${gap} <= ${days ?? 0}::int` }],
  age: ({ level, days }) => [{ level, holds: sql`s.claimed_on - s.date > ${days ?? 0}::int` }],
  weekend: ({ level }) => [{ level, holds: sql`(s.date - ${A_SATURDAY}::date) % 7 IN (0, 1)` }],
  // Of these follows what they say from the amount and the type together, and from the merchant category alone.
  receipt: null,
  category: null,
  // Nobody has been asked about a transaction who took part, for how many nights it was, or how far.
  night: null,
  attendee: null,
  attendees: null,
  distance: null
};

/** The rules of a kind that are about some lines `s`, by the place of their type among those of the version. */
export interface Group {
  /** Null: all lines of which no rule is about their type. */
  type: number | null;
  name: string | null;
  rules: readonly LiveRule[];
}

/** The rules of a kind by what they are about: a rule for a type goes before one for every expense. */
export function groupsOf(kind: PolicyRule['kind'], { rules, types }: PolicyVersion): Group[] {
  const groups = groupBy(
    rules.filter((rule) => rule.kind === kind),
    ({ typeId }) => typeId
  );
  return [...groups].flatMap(([typeId, some]) => {
    const type = typeId === null ? null : types.findIndex(({ id }) => id === typeId);
    const live = some.filter((rule): rule is LiveRule => rule.level !== 'off');
    return type === -1 ? [] : [{ type, name: type === null ? null : (types[type]?.name ?? null), rules: live }];
  });
}

/** An expression by the type of a line `s`: what it is for some types, and for all others. */
function byType(own: readonly { type: number; is: Sql }[], other: Sql): Sql {
  if (own.length === 0) return other;
  return sql`CASE s.type ${Prisma.join(
    own.map(({ type, is }) => sql`WHEN ${type}::int THEN ${is}`),
    ' '
  )} ELSE ${other} END`;
}

/** The same from groups. */
export function byGroup(groups: readonly Group[], is: (group: Group) => Sql, none: Sql): Sql {
  const own = groups.flatMap((group) => (group.type === null ? [] : [{ type: group.type, is: is(group) }]));
  const general = groups.find(({ type }) => type === null);
  return byType(own, general ? is(general) : none);
}

/** Lists what a kind may say, and numbers it. */
function numbering(kind: Finding['kind']) {
  const says: Says[] = [];
  const numberOf = (level: Says['level'], type: string | null): number => {
    const known = says.findIndex((one) => one.level === level && one.type === type);
    return known < 0 ? says.push({ kind, level, type }) : known + 1;
  };
  return { says, numberOf };
}

const NOTHING = sql`0`;
/** What a line has come to with others. */
const MEASURED = sql`s.measure`;

/** The number of what the first condition that holds says, the strictest before others. */
function firstOf(steps: readonly Step[], numberOf: (level: Step['level']) => number): Sql {
  if (steps.length === 0) return NOTHING;
  const sorted = [...steps].sort((a, b) => Number(isStricter(b.level, a.level)) - Number(isStricter(a.level, b.level)));
  return sql`CASE ${Prisma.join(
    sorted.map(({ level, holds }) => sql`WHEN ${holds} THEN ${numberOf(level)}::int`),
    ' '
  )} ELSE 0 END`;
}

/** What the rules of a kind say about each line; null if they say nothing about transactions. */
export function verdictOf(
  kind: PolicyRule['kind'],
  version: PolicyVersion,
  measureIn: ((version: PolicyVersion) => Measure) | null = null
): Verdict | null {
  const groups = groupsOf(kind, version);
  const stepsOf = STEPS[kind];
  if (!stepsOf || groups.every(({ rules }) => rules.length === 0)) return null;
  const { says, numberOf } = numbering(kind);
  const found = byGroup(
    groups,
    ({ rules, name }) =>
      firstOf(
        rules.flatMap((rule) => stepsOf(rule, version, MEASURED)),
        (level) => numberOf(level, name)
      ),
    NOTHING
  );
  const measure = measureIn?.(version) ?? null;
  return { kind, says, measure, sql: sql`CASE WHEN s.cost IS NULL THEN 0 ELSE ${found} END` };
}

/** Amounts that no rate makes comparable, by the type of the line. */
export function verdictOfRates({ types }: PolicyVersion): Verdict {
  const { says, numberOf } = numbering('rate');
  const number = (name: string | null) => sql`${numberOf('explain', name)}::int`;
  const found = byType(
    types.map(({ name }, type) => ({ type, is: number(name) })),
    number(null)
  );
  return { kind: 'rate', says, measure: null, sql: sql`CASE WHEN s.cost IS NULL THEN ${found} ELSE 0 END` };
}

/** Whether a type asks for no receipt unless it says so itself. */
const hasNoReceipts = ({ category }: PolicyType) => category === 'mileage' || category === 'allowance';

/**
 * Lines without the receipt that a rule for their type, else the type, else a rule for every expense asks for, as
 * `withoutReceipt` and `ofTypes` find them. `hasReceipt` is a condition on the line.
 */
export function verdictOfReceipts(version: PolicyVersion, hasReceipt: Sql): Verdict | null {
  const { says, numberOf } = numbering('receipt');
  const groups = groupsOf('receipt', version);
  const general = groups.find(({ type }) => type === null);
  const from = (amount: string | null) => sql`s.cost >= ${amount ?? '0'}::numeric`;
  const asked = ({ rules, name }: Group, own?: string | null) =>
    firstOf(
      rules.map(({ level, amount }) => ({ level, holds: from(own ?? amount) })),
      (level) => numberOf(level, name)
    );
  const own = version.types.map((one, type) => {
    const group = groups.find((some) => some.type === type);
    if (group) return { type, is: asked(group) };
    if (general)
      return { type, is: one.receiptFrom === null && hasNoReceipts(one) ? NOTHING : asked(general, one.receiptFrom) };
    if (one.receiptFrom === null) return { type, is: NOTHING };
    return {
      type,
      is: firstOf([{ level: 'refuse', holds: from(one.receiptFrom) }], (level) => numberOf(level, one.name))
    };
  });
  const found = byType(own, general ? asked(general) : NOTHING);
  if (says.length === 0) return null;
  // The receipts are looked up last, only of lines that need one.
  const sqlOf = sql`CASE WHEN s.cost IS NULL OR ${found} = 0 THEN 0 WHEN ${hasReceipt} THEN 0 ELSE ${found} END`;
  return { kind: 'receipt', says, measure: null, sql: sqlOf };
}
