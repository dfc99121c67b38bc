import { formatsOf } from '@/app/workspace/ui/formats';
import type { Principal } from '@/lib/access/policy/principal';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { translator } from '@/lib/core/language/texts';
import {
  type AllowanceRate,
  type AllowanceTrip,
  allowanceAmount,
  allowanceDays,
  amountOfDay,
  destinationsOf
} from '@/lib/money/allowances/allowance-days';
import { allowanceFormula } from '@/lib/money/allowances/allowance-formula';
import { evidenceOf } from '@/lib/money/evidence/evidence';
import { receiptWord, wordsOf } from '@/lib/money/evidence/line-words';
import { allowanceSchema } from '@/lib/money/expenses/allowance-schema';
import { addAllowance, changeAllowance } from '@/lib/money/expenses/change-allowances';
import { addOwnMoney, changeOwnMoney, removeLine } from '@/lib/money/expenses/change-lines';
import { changeTrip } from '@/lib/money/expenses/change-trips';
import { linesOf } from '@/lib/money/expenses/lines';
import { deleteReport } from '@/lib/money/expenses/make-report';
import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { anAllowance, anExpenseType, aReportOf, aTrip, ownMoney, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aRecord, recordNow, recordsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';

const RATE: AllowanceRate = {
  id: 'one',
  destination: 'Norway',
  from: '2026-01-01',
  to: null,
  fullDay: '60',
  partDay: '30',
  partFrom: '6',
  fullFrom: '10',
  oneDayFrom: '8',
  breakfast: '12',
  lunch: '21',
  dinner: '27'
};
const TRIP: AllowanceTrip = {
  destination: 'Norway',
  firstDay: '2026-03-10',
  departure: '08:00',
  lastDay: '2026-03-12',
  arrival: '16:30',
  breakfast: [],
  lunch: [],
  dinner: []
};
const worked = (trip: Partial<AllowanceTrip> = {}, rates: AllowanceRate[] = [RATE]) => {
  const found = allowanceDays({ ...TRIP, ...trip }, rates);
  return found.ok ? found.days.map((day) => `${day.extent} ${amountOfDay(day)}`) : found.without;
};

describe('C1.003 a day of a trip counts by its hours', () => {
  test.each([
    ['08:00', '16:30', ['full 60', 'full 60', 'full 60']],
    ['14:00', '10:00', ['full 60', 'full 60', 'full 60']],
    // A minute less than what makes a full day.
    ['14:01', '09:59', ['part 30', 'full 60', 'part 30']],
    ['18:00', '06:00', ['part 30', 'full 60', 'part 30']],
    ['18:01', '05:59', ['none 0', 'full 60', 'none 0']],
    ['23:59', '00:00', ['none 0', 'full 60', 'none 0']]
  ])('from %s on the first to %s on the last', (departure, arrival, days) =>
    expect(worked({ departure, arrival })).toEqual(days)
  );

  test.each([
    ['08:00', '15:59', ['none 0']],
    ['08:00', '16:00', ['part 30']],
    ['08:00', '18:00', ['full 60']]
  ])('a trip of one day, from %s to %s', (departure, arrival, days) =>
    expect(worked({ lastDay: TRIP.firstDay, departure, arrival })).toEqual(days)
  );

  test('the first and the last day are never full where no hours make them so, and part from the first minute on', () => {
    const rate = { ...RATE, fullFrom: null, partFrom: '0', oneDayFrom: '0' };
    expect(worked({ departure: '00:00', arrival: '00:01' }, [rate])).toEqual(['part 30', 'full 60', 'part 30']);
    expect(worked({ arrival: '00:00' }, [rate])).toEqual(['part 30', 'full 60', 'none 0']);
  });

  test('a part that goes on elsewhere has its last day whole, and one that follows another its first', () => {
    const rate = { ...RATE, fullFrom: null };
    const part = (more: Partial<AllowanceTrip>) => worked({ departure: '18:01', arrival: '05:59', ...more }, [rate]);
    expect(part({ goesOn: true })).toEqual(['none 0', 'full 60', 'full 60']);
    expect(part({ follows: true })).toEqual(['full 60', 'full 60', 'none 0']);
    expect(part({ follows: true, goesOn: true })).toEqual(['full 60', 'full 60', 'full 60']);
    const day = { lastDay: TRIP.firstDay };
    expect(part({ ...day, follows: true, goesOn: true })).toEqual(['full 60']);
    // The first day of a longer trip, not a trip of one day, which would need eight hours.
    expect(part({ ...day, departure: '18:00', goesOn: true })).toEqual(['part 30']);
    expect(part({ ...day, departure: '18:01', goesOn: true })).toEqual(['none 0']);
  });

  test('hours have parts: more than eight is written as 8.02', () => {
    const rate = { ...RATE, oneDayFrom: '8.02' };
    const day = { lastDay: TRIP.firstDay, departure: '08:00' };
    expect(worked({ ...day, arrival: '16:01' }, [rate])).toEqual(['none 0']);
    expect(worked({ ...day, arrival: '16:02' }, [rate])).toEqual(['part 30']);
  });

  test('meals that were provided are deducted, and no day comes to less than nothing', () => {
    const meals = {
      breakfast: ['2026-03-11', '2026-03-12'],
      lunch: ['2026-03-10'],
      dinner: ['2026-03-10', '2026-03-09']
    };
    expect(worked({ ...meals, departure: '15:00' })).toEqual(['part 0', 'full 48', 'full 48']);
  });

  test('each day is paid by the rate that is in force on it; without one nothing is worked out', () => {
    const old = { ...RATE, id: 'old', destination: 'NORWAY', from: '2025-01-01', to: '2026-03-10', fullDay: '50' };
    const rates = [{ ...RATE, from: '2026-03-11' }, old];
    expect(worked({}, rates)).toEqual(['full 50', 'full 60', 'full 60']);
    expect(worked({}, [{ ...RATE, to: '2026-03-11' }])).toBe('2026-03-12');
    expect(worked({ destination: 'Sweden' })).toBe('2026-03-10');
    expect(destinationsOf(rates)).toEqual(['Norway']);
  });

  test('over a month, a leap day and the new year no day is lost', () => {
    const rate = { ...RATE, from: '2000-01-01' };
    expect(worked({ firstDay: '2028-02-28', lastDay: '2028-03-01' }, [rate])).toHaveLength(3);
    expect(worked({ firstDay: '2027-12-30', lastDay: '2028-01-02' }, [rate])).toHaveLength(4);
  });

  test('is written as a sum', () => {
    const found = allowanceDays({ ...TRIP, departure: '15:00', breakfast: ['2026-03-11'] }, [RATE]);
    const days = found.ok ? found.days : [];
    expect(allowanceAmount(days)).toBe('138');
    const money = (amount: string) => `€${amount}`;
    expect(allowanceFormula(days, 'EUR', { money })).toBe('1 × €30 + 2 × €60 − €12 = €138');
  });
});

describe('what is typed of a trip', () => {
  const faults = (more: object) => {
    const entry = { ...TRIP, expenseTypeId: '00000000-0000-7000-8000-000000000001', description: 'Visit', ...more };
    const parsed = allowanceSchema.safeParse(entry, { reportInput: true });
    return parsed.success ? [] : fieldFaults(parsed.error).map(({ field, code }) => `${field} ${code}`);
  };

  test.each([
    [{}, []],
    [{ lastDay: '2026-03-09' }, ['lastDay date.from.after.to']],
    [{ lastDay: '2026-03-10', arrival: '08:00' }, ['arrival time.from.not.before.to']],
    [{ lastDay: '2026-03-10', arrival: '08:01' }, []],
    [{ lastDay: '2026-05-10' }, []],
    [{ lastDay: '2026-05-11' }, ['lastDay allowance.too.long']],
    [{ departure: '24:00' }, ['departure time.invalid']],
    [{ destination: '' }, ['destination required.field']],
    [{ breakfast: ['yesterday'] }, ['breakfast date.invalid']]
  ])('C5.018 C5.020 %j is refused for %j', (typed, refusals) => expect(faults(typed)).toEqual(refusals));
});

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let C: Principal;
let A: Principal;
let type: string;
let policy: string;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, await anOrgPoint(db, company));
  [C, A] = [await aPrincipalAt(db, 'C', company), await principalFor(db, await aUserAt(db, 'A', account))];
  type = await anExpenseType(C, company, { name: 'Day allowance', category: 'allowance', outOfPocket: 'false' });
  policy = await anExpensePolicy(db, company);
});

const NORWAY = {
  name: 'Norway',
  currency: 'EUR',
  fullDay: '60',
  partDay: '30',
  partFrom: '6',
  fullFrom: '12',
  breakfast: '12',
  lunch: '21',
  dinner: '27',
  effectiveFrom: '2026-01-01'
};
const rate = (more: object = {}) => aRecord(C, 'allowance-rate', recordsOf(company), { ...NORWAY, ...more });
const refusedRate = (more: object) => tryRecord(C, 'allowance-rate', recordsOf(company), { ...NORWAY, ...more });
const seen = async (id: string, by = A) => (await seenReport(by, id)) as ExpenseReport;
const add = (id: string, more: object = {}, by = A) => addAllowance(by, id, anAllowance(type, { ...more }), ORIGIN);
const change = (id: string, lineId: string, more: object = {}, by = A) =>
  changeAllowance(by, { id, lineId }, anAllowance(type, { ...more }), ORIGIN);
const lineNow = async (id: string, lineId: string) => (await linesOf(await seen(id))).find((one) => one.id === lineId);

describe('C1.003 rates of a day', () => {
  test('are entered with their days, and follow each other', async () => {
    const values = { partDay: '30', fullFrom: '12', oneDayFrom: null, effectiveFrom: '2026-01-01', expiresOn: null };
    expect((await recordNow(C, 'allowance-rate', company.issuerId, await rate())).values).toMatchObject(values);
    expect(await refusedRate({ name: 'NORWAY', effectiveFrom: '2027-01-01' })).toEqual([
      'effectiveFrom setup.dated.overlap'
    ]);
    expect(await refusedRate({ effectiveFrom: '2025-01-01', expiresOn: '2025-12-31' })).toEqual([]);
  });

  test.each([
    [{ fullDay: '0' }, ['fullDay number.not.positive']],
    [{ partDay: '-1' }, ['partDay number.too.small']],
    [{ fullFrom: '24.01' }, ['fullFrom number.too.large']],
    [{ effectiveFrom: '' }, ['effectiveFrom required.field']],
    [{ expiresOn: '2025-12-31' }, ['expiresOn date.from.after.to']],
    [{ breakfast: '1.005' }, ['breakfast number.too.many.decimals']],
    [{ currency: 'JPY', partDay: '30.5' }, ['partDay number.too.many.decimals']],
    [{ currency: 'KWD', partDay: '30.505' }, []]
  ])('%j is refused for %j', async (typed, refusals) => expect(await refusedRate(typed)).toEqual(refusals));
});

describe('C1.003 a day allowance on an expense report', () => {
  test('is paid by the rates of its days, counts as to be paid back, and is changed and removed', async () => {
    const rateId = await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await add(id, { destination: 'norway' }));
    const line = await lineNow(id, lineId);
    expect(line).toMatchObject({ day: '2026-03-10', merchant: 'Norway', expenseType: 'Day allowance', amount: '180' });
    const { days = [], ...time } = line?.allowance ?? {};
    expect(time).toEqual({
      firstDay: '2026-03-10',
      departure: '08:00',
      lastDay: '2026-03-12',
      arrival: '16:30',
      follows: false,
      goesOn: false
    });
    expect(days).toHaveLength(3);
    expect(days[0]).toEqual({
      day: '2026-03-10',
      rateId,
      minutes: 960,
      extent: 'full',
      base: '60',
      deducted: '0',
      breakfast: false,
      lunch: false,
      dinner: false
    });
    expect(await seen(id)).toMatchObject({ cardTotal: '0', ownTotal: '180', balance: '180', weight: '180' });
    granted(await change(id, lineId, { lastDay: '2026-03-11', breakfast: ['2026-03-11'], lunch: ['2026-03-12'] }));
    const changed = await lineNow(id, lineId);
    expect(changed).toMatchObject({ amount: '108', allowance: { lastDay: '2026-03-11' } });
    expect(changed?.allowance?.days.map((day) => [day.breakfast, day.lunch, day.deducted])).toEqual([
      [false, false, '0'],
      [true, false, '12']
    ]);
    granted(await removeLine(A, { id, lineId }, ORIGIN));
    expect(await seen(id)).toMatchObject({ ownTotal: '0' });
    expect(await world.current.query('SELECT FROM expense_allowance_days WHERE line_id = $1', [lineId])).toEqual([]);
  });

  test('is in the audit with its time, its meals and its amount', async () => {
    await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await add(id));
    granted(await change(id, lineId, { dinner: ['2026-03-10', '2026-03-11'] }));
    const entries = await world.current.query<{ details: Record<string, string> }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'expense_report.changed' ORDER BY sequence`,
      [id]
    );
    expect(entries[0]?.details).toMatchObject({
      'after.merchant': 'Norway',
      'after.starts': '2026-03-10 08:00',
      'after.ends': '2026-03-12 16:30',
      'after.amount': '180 EUR'
    });
    expect(entries[1]?.details).toEqual({
      'before.dinner': null,
      'after.dinner': '2026-03-10, 2026-03-11',
      'before.amount': '180 EUR',
      'after.amount': '126 EUR'
    });
  });

  test('keeps what it was paid by, until it is changed; its rate becomes inactive when it is deleted', async () => {
    const rateId = await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await add(id));
    expect(await tryChange(C, 'allowance-rate', company.issuerId, rateId, { fullDay: '70' })).toEqual([]);
    expect(await lineNow(id, lineId)).toMatchObject({ amount: '180' });
    granted(await change(id, lineId));
    expect(await lineNow(id, lineId)).toMatchObject({ amount: '210' });
    expect(await tryDelete(C, 'allowance-rate', company.issuerId, rateId)).toBe('deactivated');
    expect(refusedFor(await add(id, { firstDay: '2026-03-20', lastDay: '2026-03-21' }))).toBe(
      'destination allowance.rate.none'
    );
    granted(await deleteReport(A, id, ORIGIN));
    expect(await tryDelete(C, 'allowance-rate', company.issuerId, rateId)).toBe('deleted');
  });

  test('nobody is paid twice for the same time, on whichever report', async () => {
    await rate();
    const [id, other] = [await aReportOf(A, account), await aReportOf(A, account)];
    const lineId = granted(await add(id));
    expect(refusedFor(await add(other, { firstDay: '2026-03-12' }))).toBe('firstDay allowance.overlap');
    // The next trip begins when this one ends.
    granted(await add(other, { firstDay: '2026-03-12', departure: '16:30', lastDay: '2026-03-13' }));
    granted(await change(id, lineId, { firstDay: '2026-03-09' }));
    expect(refusedFor(await change(id, lineId, { arrival: '16:31' }))).toBe('firstDay allowance.overlap');
    const colleague = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    granted(await add(await aReportOf(colleague, account), {}, colleague));
  });

  test('of two reports that ask at once, one gets it', async () => {
    await rate();
    const [one, other] = [await aReportOf(A, account), await aReportOf(A, account)];
    const results = await Promise.all([add(one), add(other)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('rates of another company and in another currency pay nothing, nor does a trip that is too short', async () => {
    const beside = await aCompany(world.current, issuer);
    const by = await aPrincipalAt(world.current, 'C', beside);
    await aRecord(by, 'allowance-rate', recordsOf(beside), NORWAY);
    await rate({ currency: 'SEK' });
    const id = await aReportOf(A, account);
    expect(refusedFor(await add(id))).toBe('destination allowance.rate.none');
    await rate({ name: 'Oslo' });
    const short = { destination: 'Oslo', lastDay: '2026-03-10', arrival: '13:59' };
    expect(refusedFor(await add(id, short))).toBe('arrival allowance.amount.none');
    expect(refusedFor(await add(id, { ...short, lastDay: '2999-01-01', firstDay: '2998-12-31' }))).toBe(
      'lastDay date.too.late'
    );
    const taxi = await anExpenseType(C, company);
    expect(refusedFor(await addAllowance(A, id, anAllowance(taxi), ORIGIN))).toBe('expenseTypeId invalid.field');
  });

  test('is its owner’s to change, as long as the report is saved; lines of other kinds stay what they are', async () => {
    await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await add(id));
    const colleague = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    expect(refusedFor(await add(id, {}, colleague))).toBe('not.found');
    expect(refusedFor(await change(id, lineId, {}, colleague))).toBe('not.found');
    expect(refusedFor(await changeOwnMoney(A, { id, lineId }, ownMoney(type), ORIGIN))).toBe('not.found');
    expect(refusedFor(await changeTrip(A, { id, lineId }, aTrip(type), ORIGIN))).toBe('not.found');
    granted(await tried(A, id, { event: 'submit' }));
    expect(refusedFor(await add(id))).toBe('expense.report.submitted');
    expect(refusedFor(await change(id, lineId))).toBe('expense.report.submitted');
  });

  test('the expense policy judges it as own money, and asks for no receipt', async () => {
    await rate();
    await aPolicyRule(world.current, company, policy, { kind: 'receipt', level: 'refuse', amount: '0' });
    await aPolicyRule(world.current, company, policy, { kind: 'line', level: 'note', amount: '170', type });
    const id = await aReportOf(A, account);
    const lineId = granted(await add(id));
    const found = await findingsOfReport(await seen(id), await linesOf(await seen(id)));
    expect(found).toMatchObject([{ lineId, kind: 'line', type: 'Day allowance', actual: '180', over: '10' }]);
    expect(found).toHaveLength(1);
  });

  test('C1.003 it counts on each of its days against the limits of the expense policy, on other reports too', async () => {
    await rate();
    await aPolicyRule(world.current, company, policy, { kind: 'day', level: 'refuse', amount: '70' });
    const [id, other] = [await aReportOf(A, account), await aReportOf(A, account)];
    granted(await add(id, { firstDay: '2026-03-30', lastDay: '2026-04-02' }));
    const found = async (of: string) => findingsOfReport(await seen(of), await linesOf(await seen(of)));
    expect(await found(id)).toEqual([]);
    granted(await tried(A, id, { event: 'submit' }));
    const spent = ownMoney(await anExpenseType(C, company), { spentOn: '2026-04-01', amount: '10.01' });
    const lineId = granted(await addOwnMoney(A, other, spent, ORIGIN));
    expect(await found(other)).toMatchObject([{ lineId, kind: 'day', date: '2026-04-01', actual: '70.01' }]);
  });

  test('C6.018 it is closed through another’s eyes', async () => {
    await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await add(id));
    const eyes = { ...A, accessor: { issuerId: A.issuerId, userId: C.userId } };
    expect(refusedFor(await add(id, {}, eyes))).toBe('access.as.user.closed');
    expect(refusedFor(await change(id, lineId, {}, eyes))).toBe('access.as.user.closed');
  });

  test('C3.022 its days are in the PDF of its report', async () => {
    await rate();
    const id = await aReportOf(A, account);
    granted(await add(id, { lastDay: '2026-03-11', breakfast: ['2026-03-11'] }));
    const evidence = await evidenceOf(A, id);
    const [line] = evidence?.lines ?? [];
    const reader = { name: 'Ada', locale: 'en_US' as const, t: translator('en_US'), format: formatsOf('en_US', 'UTC') };
    if (!evidence || !line) throw new Error('no evidence');
    expect(wordsOf(line, evidence, reader).replaceAll('\u00a0', ' ')).toBe(
      [
        'Norway',
        'Day allowance · Mar 10, 2026, 08:00 – Mar 11, 2026, 16:30 · Visit to the customer',
        'Mar 10, 2026 · Full day · EUR 60.00',
        'Mar 11, 2026 · Full day · Breakfast · EUR 60.00 − EUR 12.00 = EUR 48.00'
      ].join('\n')
    );
    expect(receiptWord(line, reader)).toBe('–');
  });
});
