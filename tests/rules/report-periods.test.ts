import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { dayAfter } from '@/lib/core/calendar/days';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { knownReport } from '@/lib/kit/reports/known-report';
import {
  daysOfPeriod,
  knownPeriod,
  PERIOD_WORDS,
  periodOf,
  periodSchema,
  type ReportCalendar,
  readPeriod,
  splitPeriod
} from '@/lib/kit/reports/period';
import { ownCalendar, ownFiscalStart, periodDays } from '@/lib/kit/reports/period-days';
import { sourceToday } from '@/lib/kit/reports/report-source';
import { lastRuns, seenRun } from '@/lib/kit/reports/runs';
import { createReport } from '@/lib/kit/reports/save-report';
import { seenReport } from '@/lib/kit/reports/saved-reports';
import { type Cycle, closesOn, cycleDays, FISCAL_UNITS, fiscalCycle } from '@/lib/kit/reports/schedules/cycle';
import { fireDue } from '@/lib/kit/reports/schedules/fire-due';
import { createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { seenSchedule } from '@/lib/kit/reports/schedules/schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { runSchema, startRun } from '@/lib/kit/reports/start-run';
import { working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt, type PlacedPerson, type StructureNode } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let other: StructureNode;
let carla: PlacedPerson;
let C: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  await world.current.query('DELETE FROM report_schedules');
  stopClock(new Date('2026-08-14T10:00:00Z'));
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  other = await aCompany(world.current, issuer);
  await world.current.query('UPDATE companies SET fiscal_start = 4 WHERE id = $1', [company.id]);
  await anAccount(world.current, company);
  carla = await aUserAt(world.current, 'C', company);
  C = await principalFor(world.current, carla);
});
afterEach(() => shiftClock(0));

const CYCLE = '00000000-0000-7000-8000-000000000001';
const monthly: Cycle = { frequency: 'monthly', closingWeekday: null, closingDay: 20, startsOn: '2026-01-21' };
const daysIn = (text: string, today: string, more: Partial<ReportCalendar> = {}) => {
  const period = readPeriod(text);
  const calendar = { fiscalStart: 4, cycles: new Map([[CYCLE, monthly]]), ...more };
  const days = period && daysOfPeriod(period, today, calendar);
  return days ? `${days.from} ${days.to}` : null;
};

test.each([
  ['year.last', '2026-08-14', '2025-01-01 2025-12-31'],
  ['fiscal.quarter', '2026-08-14', '2026-07-01 2026-09-30'],
  ['fiscal.quarter.last', '2026-08-14', '2026-04-01 2026-06-30'],
  ['fiscal.quarter.last', '2026-04-01', '2026-01-01 2026-03-31'],
  ['fiscal.year', '2026-03-31', '2025-04-01 2026-03-31'],
  ['fiscal.year', '2026-04-01', '2026-04-01 2027-03-31'],
  ['fiscal.year.last', '2028-04-30', '2027-04-01 2028-03-31'],
  ['days.1', '2026-03-01', '2026-02-28 2026-02-28'],
  ['days.30', '2028-03-01', '2028-01-31 2028-02-29'],
  ['months.1', '2026-01-31', '2025-12-01 2025-12-31'],
  ['months.14', '2026-03-15', '2025-01-01 2026-02-28'],
  [`cycle.0.${CYCLE}`, '2026-08-20', '2026-07-21 2026-08-20'],
  [`cycle.0.${CYCLE}`, '2026-08-21', '2026-08-21 2026-09-20'],
  [`cycle.1.${CYCLE}`, '2026-08-21', '2026-07-21 2026-08-20'],
  [`cycle.3.${CYCLE}`, '2026-08-20', '2026-04-21 2026-07-20'],
  // Fewer have ended than are asked for.
  [`cycle.24.${CYCLE}`, '2026-04-01', '2026-01-21 2026-03-20']
])('issue 18 C2.025 the period %s on %s is %s', (period, today, days) => {
  expect(daysIn(period, today)).toBe(days);
});

test('issue 18 C2.025 a period without its calendar means no days', () => {
  for (const word of PERIOD_WORDS)
    expect(daysIn(word, '2026-08-14', { fiscalStart: null }) === null).toBe(word.startsWith('fiscal.'));
  expect(daysIn(`cycle.0.${CYCLE}`, '2026-08-14', { cycles: new Map() })).toBeNull();
  // Before the cycle starts, and before its first end.
  expect(daysIn(`cycle.0.${CYCLE}`, '2026-01-20')).toBeNull();
  expect(daysIn(`cycle.1.${CYCLE}`, '2026-02-20')).toBeNull();
  expect(daysIn(`cycle.1.${CYCLE}`, '2026-02-21')).toBe('2026-01-21 2026-02-20');
});

test('issue 18 C2.025 periods of a cycle follow one another without a gap, and end as it closes', () => {
  const CYCLES = fc.oneof(
    fc
      .record({ start: fc.integer({ min: 1, max: 12 }), unit: fc.constantFrom(...FISCAL_UNITS) })
      .map(({ start, unit }) => fiscalCycle(start, unit)),
    fc.integer({ min: 1, max: 31 }).map((closingDay): Cycle => ({ ...monthly, frequency: 'quarterly', closingDay })),
    fc
      .constantFrom('weekly' as const, 'biweekly' as const)
      .map((frequency): Cycle => ({ frequency, closingWeekday: 'friday', closingDay: null, startsOn: '2026-01-03' }))
  );
  fc.assert(
    fc.property(CYCLES, fc.integer({ min: 700, max: 4000 }), fc.integer({ min: 1, max: 6 }), (cycle, later, count) => {
      const today = dayAfter('2026-01-03', later);
      const current = cycleDays(cycle, today, 0) as { from: string; to: string };
      expect(current.from <= today && today <= current.to).toBe(true);
      expect(closesOn(cycle, Date.parse(current.to) / 86_400_000)).toBe(true);
      const last = cycleDays(cycle, today, count) as { from: string; to: string };
      expect(dayAfter(last.to, 1)).toBe(current.from);
      // The last so many are the last one, and those before it.
      const before = cycleDays(cycle, cycleDays(cycle, today, 1)?.from as string, count - 1);
      if (count > 1) expect(before?.from).toBe(last.from);
      expect(closesOn(cycle, Date.parse(dayAfter(last.from, -1)) / 86_400_000)).toBe(true);
    }),
    { numRuns: 300 }
  );
});

test('issue 18 C1.029 a period is stored as a text, and shown as a choice with a number', () => {
  for (const [text, choice, count] of [
    ['month', 'month', null],
    ['days.30', 'days.n', 30],
    [`cycle.0.${CYCLE}`, `cycle.0.${CYCLE}`, null],
    [`cycle.1.${CYCLE}`, `cycle.1.${CYCLE}`, null],
    [`cycle.6.${CYCLE}`, `cycle.n.${CYCLE}`, 6]
  ] as const) {
    expect(splitPeriod(text)).toEqual({ period: choice, periodCount: count });
    expect(periodOf({ period: choice, periodCount: count })).toBe(text);
    expect(periodSchema.safeParse(text).success).toBe(true);
  }
  for (const wrong of [
    '',
    'days.0',
    'days.367',
    'months.37',
    'days.n',
    'days.3.x',
    `cycle.25.${CYCLE}`,
    'cycle.1.x',
    'cycle.1'
  ])
    expect({ wrong, ok: periodSchema.safeParse(wrong).success }).toEqual({ wrong, ok: false });
  const faultOf = (more: object) =>
    runSchema.safeParse({ format: 'csv', ...more }).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(faultOf({ period: 'days.n' })).toEqual([['periodCount', 'required.field']]);
  expect(faultOf({ period: 'days.n', periodCount: 400 })).toEqual([['periodCount', 'invalid.entry']]);
  expect(faultOf({ period: 'mood' })).toEqual([['period', 'invalid.entry']]);
  expect(faultOf({ period: 'days.n', periodCount: 7 })).toBeUndefined();
  knownPeriod({}, { addIssue: () => fail('nothing was entered') } as never);
});

const fail = (what: string) => {
  throw new Error(what);
};
const saved = async (period: string) => {
  const definition = definitionSchema.parse({ dataSet: 'transactions', columns: ['merchantName'], period });
  return granted(await createReport(LISTS, C, { name: period, definition }, ORIGIN));
};
const queryOf = async (runId: string) => (await seenRun(C, runId))?.criteria.query;
const run = (report: string, more: object = {}) =>
  startRun(LISTS, STANDARD_REPORTS, C, { report, criteria: { format: 'csv', ...more }, locale: 'en_US' }, ORIGIN);

test('issue 18 C2.025 C2.082 a run has the days that the period means when it starts, by its company’s fiscal year', async () => {
  const report = await saved('fiscal.quarter.last');
  expect((await seenReport(C, report))?.definition.period).toBe('fiscal.quarter.last');
  expect(await queryOf(granted(await run(report)))).toBe('postingDate.from=2026-04-01&postingDate.to=2026-06-30');
  const days = granted(await run(report, { period: 'days.n', periodCount: 7 }));
  expect(await queryOf(days)).toBe('postingDate.from=2026-08-07&postingDate.to=2026-08-13');
  const source = (await knownReport(LISTS, STANDARD_REPORTS, C, report))?.source;
  const today = granted(await sourceToday(LISTS, C, source as never, '2026-08-14'));
  expect(today.query.filters.postingDate).toEqual({ from: '2026-04-01', to: '2026-06-30' });
});

test('issue 18 CD.20 fiscal years and cycles are those of one’s own companies; different ones are none', async () => {
  const admin = await aPrincipalAt(world.current, 'C', other);
  const values = { name: 'Month end', frequency: 'monthly', closingDay: '20', startsOn: '2026-01-21' };
  await aRecord(C, 'reporting-cycle', recordsOf(company), values);
  const [cycleId] = [...(await ownCalendar(C)).cycles.keys()];
  expect(granted(await periodDays(C, `cycle.1.${cycleId}`, '2026-08-21'))).toEqual({
    from: '2026-07-21',
    to: '2026-08-20'
  });
  expect(refusedFor(await periodDays(admin, `cycle.1.${cycleId}`, '2026-08-21'))).toContain('report.period.unknown');
  expect([await ownFiscalStart(C), await ownFiscalStart(admin)]).toEqual([4, 1]);
  const both = await aPrincipalAt(world.current, 'C', [company, other]);
  expect(await ownFiscalStart(both)).toBeNull();
  const whole = await aPrincipalAt(world.current, 'I', issuer);
  expect(await ownFiscalStart(whole)).toBeNull();
  expect(refusedFor(await periodDays(whole, 'fiscal.year', '2026-08-21'))).toContain('report.period.unknown');
  expect(refusedFor(await run(await saved('cycle.1.00000000-0000-7000-8000-000000000009')))).toContain(
    'report.period.unknown'
  );
});

const schedule = (more: object) =>
  createSchedule(
    LISTS,
    STANDARD_REPORTS,
    C,
    {
      report: 'transactions-detail',
      entry: scheduleSchema.parse({
        frequency: 'fiscal_end',
        fiscalPeriod: 'year',
        daysAfter: 2,
        time: '07:00',
        timeZone: 'UTC',
        startsOn: '2026-01-01',
        format: 'csv',
        recipients: [carla.userId],
        period: 'fiscal.year.last',
        ...more
      })
    },
    ORIGIN
  );
const finished = () =>
  working(jobHandlers, () =>
    until(async () => {
      const [row] = await world.current.query<{ running: number }>(
        "SELECT count(*)::int AS running FROM jobs WHERE status IN ('queued', 'processing')"
      );
      return row?.running === 0;
    })
  );

test('issue 18 C2.083 C3.083 a schedule runs business days after a fiscal period, and counts its period in its own zone', async () => {
  // 31 March 2027 is a Wednesday; in Auckland its second business day after begins while it is still 1 April elsewhere.
  const id = granted(await schedule({ timeZone: 'Pacific/Auckland', time: '00:30' }));
  const due = new Date('2027-04-01T11:30:00Z');
  expect((await seenSchedule(C, id))?.nextAt).toEqual(due);
  stopClock(due);
  expect(await fireDue()).toBe(1);
  await finished();
  const [made] = await lastRuns(C, 1);
  expect(made?.criteria.query).toContain('postingDate.from=2026-04-01&postingDate.to=2027-03-31');
  // The next one is a leap year later: 31 March 2028 is a Friday.
  expect((await seenSchedule(C, id))?.nextAt).toEqual(new Date('2028-04-03T12:30:00Z'));
  for (const [fiscalPeriod, next] of [
    ['month', '2027-05-04T07:00:00Z'],
    ['quarter', '2027-07-02T07:00:00Z']
  ] as const) {
    const one = granted(await schedule({ fiscalPeriod }));
    stopClock(new Date('2027-04-20T00:00:00Z'));
    await fireDue();
    expect((await seenSchedule(C, one))?.nextAt).toEqual(new Date(next));
    stopClock(due);
  }
});

test('issue 18 C3.083 a schedule at the end of fiscal periods is refused and paused without a fiscal year', async () => {
  const both = await aUserAt(world.current, 'C', [company, other]);
  C = await principalFor(world.current, both);
  expect(refusedFor(await schedule({}))).toBe('fiscalPeriod invalid.entry');
  await world.current.query('UPDATE companies SET fiscal_start = 4 WHERE id = $1', [other.id]);
  const id = granted(await schedule({ recipients: [both.userId] }));
  await world.current.query('UPDATE companies SET fiscal_start = 7 WHERE id = $1', [other.id]);
  stopClock(new Date('2027-04-03T00:00:00Z'));
  expect(await fireDue()).toBe(1);
  expect((await seenSchedule(C, id))?.pauseCause).toBe('fiscal');
});
