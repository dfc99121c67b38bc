import fc from 'fast-check';
import { formatsOf } from '@/app/workspace/ui/formats';
import type { Principal } from '@/lib/access/policy/principal';
import { textOf, unitsOf } from '@/lib/money/expense-policies/exact';
import { removeLine } from '@/lib/money/expenses/change-lines';
import { addTrip, changeTrip } from '@/lib/money/expenses/change-trips';
import { linesOf } from '@/lib/money/expenses/lines';
import { deleteReport } from '@/lib/money/expenses/make-report';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { type MileageRate, type Piece, tripAmount } from '@/lib/money/mileage/trip-amount';
import { tripFormula } from '@/lib/money/mileage/trip-formula';
import { fiscalYearOf, laidOut, type YearTrip } from '@/lib/money/mileage/year-distance';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, aReportOf, aTrip, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import { aRecord, recordsOf, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';

/** 45 p for the first 10,000 miles of a year and 25 p beyond, as HM Revenue and Customs has it for cars. */
const UK: MileageRate = {
  id: 'uk',
  vehicle: 'Car',
  unit: 'mile',
  rate: '0.45',
  perPassenger: '0',
  from: null,
  to: null,
  steps: [{ above: '10000', rate: '0.25' }]
};
const trip = (id: string, day: string, distance: string, more: Partial<YearTrip> = {}): YearTrip => ({
  id,
  day,
  distance,
  vehicle: 'Car',
  pieces: null,
  isOpen: true,
  ...more
});
const piece = (from: string, distance: string, rate: string): Piece => ({ from, distance, rate });

describe('C3.022 the rate of a year falls above a distance', () => {
  test.each([
    ['2026-03-31', 4, '2025-04-01', '2026-04-01'],
    ['2026-04-01', 4, '2026-04-01', '2027-04-01'],
    ['2024-02-29', 1, '2024-01-01', '2025-01-01'],
    ['2026-12-31', 12, '2026-12-01', '2027-12-01']
  ])('%s with a year from month %s is in the year from %s until %s', (day, month, from, until) =>
    expect(fiscalYearOf(day, month)).toEqual({ from, until })
  );

  test('a trip over the step is paid by both of its rates, rounded once', () => {
    const laid = laidOut([trip('a', '2026-01-01', '9990'), trip('b', '2026-01-02', '20')], [UK]);
    expect(laid.get('a')).toEqual([piece('0', '9990', '0.45')]);
    expect(laid.get('b')).toEqual([piece('9990', '10', '0.45'), piece('10000', '10', '0.25')]);
    const driven = { ...UK, passengers: 0, distance: '20', pieces: laid.get('b') };
    expect(tripAmount(driven, 'GBP')).toBe('7');
    expect(tripFormula(driven, '7', 'GBP', formatsOf('en_US', 'UTC')).replaceAll('\u00a0', ' ')).toBe(
      '10 mi × GBP 0.45 + 10 mi × GBP 0.25 = GBP 7.00'
    );
  });

  test('what is entered late takes its place by its day; what is decided keeps the place that it has', () => {
    const later = trip('later', '2026-02-01', '20');
    const decided = trip('decided', '2026-01-20', '9990', { isOpen: false, pieces: [piece('0', '9990', '0.45')] });
    expect(laidOut([decided, later, trip('late', '2026-01-10', '15')], [UK])).toEqual(
      new Map([
        ['late', [piece('9990', '10', '0.45'), piece('10000', '5', '0.25')]],
        ['later', [piece('10005', '20', '0.25')]]
      ])
    );
  });

  test('a gap that a removed trip has left is filled first, and a trip paid before there were steps counts', () => {
    const decided = trip('decided', '2026-01-20', '10', {
      isOpen: false,
      pieces: [piece('9995', '5', '0.45'), piece('10000', '5', '0.25')]
    });
    const old = trip('old', '2026-01-05', '9990', { isOpen: false });
    expect(laidOut([decided, old, trip('open', '2026-03-01', '8')], [UK]).get('open')).toEqual([
      piece('9990', '5', '0.45'),
      piece('10005', '3', '0.25')
    ]);
  });

  test('in whatever order trips are entered and decided, the year is paid once', () => {
    const rates = [
      {
        ...UK,
        steps: [
          { above: '100', rate: '0.3' },
          { above: '250.5', rate: '0.2' }
        ]
      }
    ];
    const driven = fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      tenths: fc.integer({ min: 1, max: 900 }),
      decide: fc.boolean()
    });
    const whole = (total: bigint) => {
      const [first, second] = [unitsOf('100'), unitsOf('250.5')];
      const least = (a: bigint, b: bigint) => (a < b ? a : b);
      const over = (from: bigint, to: bigint) => (total > from ? least(total, to) - from : 0n);
      return (
        over(0n, first) * unitsOf('0.45') + over(first, second) * unitsOf('0.3') + over(second, total) * unitsOf('0.2')
      );
    };
    fc.assert(
      fc.property(fc.array(driven, { minLength: 1, maxLength: 15 }), (entries) => {
        let trips: YearTrip[] = [];
        for (const [at, { day, tenths, decide }] of entries.entries()) {
          const distance = textOf(BigInt(tenths) * 1000n);
          trips.push(trip(`${at}`, `2026-01-${String(day).padStart(2, '0')}`, distance));
          const laid = laidOut(trips, rates);
          trips = trips.map((one) => ({ ...one, pieces: laid.get(one.id) ?? one.pieces }));
          // Any report of the ones so far may be submitted, which freezes its trips.
          if (decide) trips = trips.map((one, of) => (of % 2 === at % 2 ? { ...one, isOpen: false } : one));
        }
        const pieces = trips.flatMap((one) => one.pieces ?? []);
        const ends = pieces
          .map(({ from, distance }) => [unitsOf(from), unitsOf(from) + unitsOf(distance)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [at, [, end]] of ends.entries()) if (ends[at + 1]) expect(ends[at + 1]?.[0]).toBe(end);
        const total = trips.reduce((sum, one) => sum + unitsOf(one.distance), 0n);
        const paid = pieces.reduce((sum, one) => sum + unitsOf(one.distance) * unitsOf(one.rate), 0n);
        expect(paid).toBe(whole(total));
        for (const one of trips)
          expect((one.pieces ?? []).reduce((sum, { distance }) => sum + unitsOf(distance), 0n)).toBe(
            unitsOf(one.distance)
          );
      })
    );
  });
});

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let C: Principal;
let A: Principal;
let type: string;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  account = await anAccount(db, await anOrgPoint(db, company));
  [C, A] = [await aPrincipalAt(db, 'C', company), await principalFor(db, await aUserAt(db, 'A', account))];
  type = await anExpenseType(C, company, { name: 'Mileage', category: 'mileage', outOfPocket: 'false' });
  await anExpensePolicy(db, company);
});

const CAR = { name: 'Car', rate: '2', currency: 'EUR', unit: 'kilometer', secondFrom: '100', secondRate: '1' };
const rate = (more: object = {}) => aRecord(C, 'mileage-rate', recordsOf(company), { ...CAR, ...more });
const seen = async (id: string) => (await seenReport(A, id)) as ExpenseReport;
const drive = async (id: string, spentOn: string, distance: string) =>
  granted(await addTrip(A, id, aTrip(type, { spentOn, distance }), ORIGIN));
const amounts = async (id: string) =>
  (await linesOf(await seen(id))).map(({ day, amount }) => `${day.slice(5)} ${amount}`);

describe('C3.022 C1.023 trips of a year on expense reports', () => {
  test.each([
    [{ secondRate: '' }, ['secondRate mileage.step.both']],
    [{ secondFrom: '' }, ['secondFrom mileage.step.both']],
    [{ thirdFrom: '200' }, ['thirdRate mileage.step.both']],
    [{ thirdFrom: '100', thirdRate: '0.5' }, ['thirdFrom mileage.step.order']],
    [{ secondFrom: '', secondRate: '', thirdFrom: '100', thirdRate: '0.5' }, ['thirdFrom mileage.step.order']],
    [{ secondRate: '0' }, ['secondRate number.not.positive']],
    [{ secondFrom: '0' }, ['secondFrom number.not.positive']],
    [{ thirdFrom: '100.1', thirdRate: '0.5' }, []]
  ])('steps %j are refused for %j', async (typed, refusals) =>
    expect(await tryRecord(C, 'mileage-rate', recordsOf(company), { ...CAR, ...typed })).toEqual(refusals)
  );

  test('a late one puts later open ones right, on other reports too, and leaves decided ones', async () => {
    await rate();
    const [first, second] = [await aReportOf(A, account), await aReportOf(A, account)];
    await drive(first, '2026-03-10', '80');
    const moved = await drive(second, '2026-03-20', '40');
    expect([await amounts(first), await amounts(second)]).toEqual([['03-10 160'], ['03-20 60']]);
    const { version } = await seen(second);
    const late = await drive(first, '2026-03-01', '30');
    expect([await amounts(first), await amounts(second)]).toEqual([['03-01 60', '03-10 150'], ['03-20 40']]);
    expect(await seen(second)).toMatchObject({ version: version + 1, ownTotal: '40' });
    granted(await tried(A, second, { event: 'submit' }));
    await drive(first, '2026-03-02', '5');
    // What was submitted keeps its forty beyond the step, and the rest of the year fills what is below it.
    expect([await amounts(first), await amounts(second)]).toEqual([
      ['03-01 60', '03-02 10', '03-10 145'],
      ['03-20 40']
    ]);
    granted(await removeLine(A, { id: first, lineId: late }, ORIGIN));
    expect(await amounts(first)).toEqual(['03-02 10', '03-10 160']);
    granted(await tried(A, second, { event: 'recall' }));
    granted(
      await changeTrip(A, { id: second, lineId: moved }, aTrip(type, { spentOn: '2026-03-05', distance: '10' }), ORIGIN)
    );
    expect([await amounts(first), await amounts(second)]).toEqual([['03-02 10', '03-10 160'], ['03-05 20']]);
  });

  test('a report that is deleted, and a trip that moves to another year or vehicle, leave their place', async () => {
    await rate();
    await rate({ name: 'Van', rate: '3', secondFrom: '', secondRate: '' });
    const [first, second] = [await aReportOf(A, account), await aReportOf(A, account)];
    const lineId = await drive(first, '2026-02-01', '70');
    await drive(second, '2026-02-02', '50');
    expect(await amounts(second)).toEqual(['02-02 80']);
    granted(await changeTrip(A, { id: first, lineId }, aTrip(type, { spentOn: '2025-02-01', distance: '70' }), ORIGIN));
    expect([await amounts(first), await amounts(second)]).toEqual([['02-01 140'], ['02-02 100']]);
    granted(await changeTrip(A, { id: first, lineId }, aTrip(type, { spentOn: '2026-02-01', distance: '70' }), ORIGIN));
    expect(await amounts(second)).toEqual(['02-02 80']);
    granted(
      await changeTrip(
        A,
        { id: first, lineId },
        aTrip(type, { spentOn: '2026-02-01', distance: '70', vehicle: 'Van' }),
        ORIGIN
      )
    );
    expect([await amounts(first), await amounts(second)]).toEqual([['02-01 210'], ['02-02 100']]);
    granted(await changeTrip(A, { id: first, lineId }, aTrip(type, { spentOn: '2026-02-01', distance: '70' }), ORIGIN));
    granted(await deleteReport(A, first, ORIGIN));
    expect(await amounts(second)).toEqual(['02-02 100']);
  });

  test('the year is the company’s, and each person’s own', async () => {
    await world.current.query('UPDATE companies SET fiscal_start = 3 WHERE id = $1', [company.id]);
    await rate();
    const id = await aReportOf(A, account);
    await drive(id, '2026-02-28', '90');
    await drive(id, '2026-03-01', '90');
    expect(await amounts(id)).toEqual(['02-28 180', '03-01 180']);
    const other = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    const theirs = await aReportOf(other, account);
    granted(await addTrip(other, theirs, aTrip(type, { spentOn: '2026-03-02', distance: '90' }), ORIGIN));
    expect((await linesOf((await seenReport(other, theirs)) as ExpenseReport)).map(({ amount }) => amount)).toEqual([
      '180'
    ]);
  });

  test('two that are entered at once are paid as one after the other', async () => {
    await rate();
    const [first, second] = [await aReportOf(A, account), await aReportOf(A, account)];
    await Promise.all([drive(first, '2026-03-10', '80'), drive(second, '2026-03-11', '80')]);
    expect([await amounts(first), await amounts(second)]).toEqual([['03-10 160'], ['03-11 100']]);
  });
});
