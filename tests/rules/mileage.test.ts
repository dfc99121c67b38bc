import type { Principal } from '@/lib/access/policy/principal';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { changeOwnMoney, removeLine } from '@/lib/money/expenses/change-lines';
import { addTrip, changeTrip } from '@/lib/money/expenses/change-trips';
import { MOST_LINES } from '@/lib/money/expenses/line-checks';
import { linesOf } from '@/lib/money/expenses/lines';
import { deleteReport } from '@/lib/money/expenses/make-report';
import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { tripSchema } from '@/lib/money/expenses/trip-schema';
import { type MileageRate, rateOn, tripAmount, vehiclesOf } from '@/lib/money/mileage/trip-amount';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { anExpenseType, anOwnExpense, aReportOf, aTrip, ownMoney, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, done, recordNow, recordsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';

describe('C1.003 a trip comes to its distance times its rate, rounded half up once', () => {
  test.each([
    ['100', '2.5', '0', 0, 'SEK', '250'],
    ['0.1', '0.45', '0', 0, 'EUR', '0.05'],
    ['0.1', '0.4499', '0', 0, 'EUR', '0.04'],
    ['99999.9', '0.0001', '0', 0, 'EUR', '10'],
    ['3', '0.3333', '0.1111', 2, 'EUR', '1.67'],
    ['3', '0.3333', '0.1111', 0, 'EUR', '1'],
    ['7.5', '20.2', '0', 0, 'JPY', '152'],
    ['7.5', '20.1', '0', 0, 'JPY', '151'],
    ['5', '0.2469', '0', 0, 'KWD', '1.235'],
    ['5', '0.2468', '0', 0, 'KWD', '1.234']
  ])(
    '%s at %s, with %s for each of %s passengers, is %s %s',
    (distance, rate, perPassenger, passengers, currency, amount) => {
      expect(tripAmount({ distance, rate, perPassenger, passengers }, currency)).toBe(amount);
    }
  );
});

const dated = (vehicle: string, from: string | null, to: string | null): MileageRate => ({
  id: `${vehicle} ${from}`,
  vehicle,
  unit: 'kilometer',
  rate: '1',
  perPassenger: '0',
  steps: [],
  from,
  to
});

describe('C3.022 the rate in force on a day pays for a trip', () => {
  const rates = [
    dated('Car', '2026-01-01', null),
    dated('CAR', null, '2025-12-31'),
    dated('Bicycle', '2024-02-29', '2024-02-29')
  ];

  test.each([
    ['Car', '2026-01-01', 'Car 2026-01-01'],
    ['Car', '2099-01-01', 'Car 2026-01-01'],
    ['car', '2025-12-31', 'CAR null'],
    ['Bicycle', '2024-02-28', undefined],
    ['Bicycle', '2024-02-29', 'Bicycle 2024-02-29'],
    ['Bicycle', '2024-03-01', undefined],
    ['Motorcycle', '2026-01-01', undefined]
  ])('of %s on %s it is %s', (vehicle, day, id) => expect(rateOn(rates, vehicle, day)?.id).toBe(id));

  test('each vehicle is offered once', () => expect(vehiclesOf(rates)).toEqual(['Car', 'Bicycle']));
});

describe('what is typed of a trip', () => {
  const type = '00000000-0000-7000-8000-000000000001';
  function faults(more: Record<string, unknown>): string[] {
    const entry = { spentOn: '2026-03-10', vehicle: 'Car', route: 'Oslo – Hamar', expenseTypeId: type };
    const parsed = tripSchema.safeParse(
      { ...entry, measure: 'distance', description: 'Visit', ...more },
      { reportInput: true }
    );
    return parsed.success ? [] : fieldFaults(parsed.error).map(({ field, code }) => `${field} ${code}`);
  }
  const read = (odometerStart?: string, odometerEnd?: string) =>
    faults({ measure: 'odometer', odometerStart, odometerEnd });

  test.each([
    ['10', '10', ['odometerEnd mileage.odometer.order']],
    ['10.1', '10', ['odometerEnd mileage.odometer.order']],
    // As texts they would be in order.
    ['9', '10', []],
    ['10', '9', ['odometerEnd mileage.odometer.order']],
    ['0', '0.1', []],
    ['-1', '5', ['odometerStart number.too.small']],
    ['1', '5.25', ['odometerEnd number.too.many.decimals']],
    ['9900000', '9999999.9', []],
    ['9900000', '10000000', ['odometerEnd number.too.large']],
    // An eleventh digit doesn't become a zero.
    ['1', '12345678901', ['odometerEnd number.too.large']],
    ['0', '99999.9', []],
    ['0', '100000', ['odometerEnd mileage.odometer.far']],
    [undefined, '5', ['odometerStart required.field']],
    ['5', undefined, ['odometerEnd required.field']]
  ])('C5.021 an odometer from %s to %s', (start, end, refusals) => expect(read(start, end)).toEqual(refusals));

  test('C5.021 the distance is the difference of the readings, exactly', () => {
    const entry = aTrip(type, { measure: 'odometer', distance: '7', odometerStart: '45210.3', odometerEnd: '45311' });
    expect(entry).toMatchObject({ distance: '100.7', odometerStart: '45210.3', odometerEnd: '45311' });
    expect(aTrip(type, { odometerStart: '1', odometerEnd: '2' })).toMatchObject({
      distance: '100',
      odometerStart: null,
      odometerEnd: null
    });
  });

  test.each([
    [{ distance: '0' }, ['distance number.not.positive']],
    [{ distance: '-1' }, ['distance number.not.positive']],
    [{ distance: '0.05' }, ['distance number.too.many.decimals']],
    [{ distance: '99999.9' }, []],
    [{ distance: '100000' }, ['distance number.too.large']],
    [{}, ['distance required.field']],
    [{ distance: '1', passengers: '8' }, []],
    [{ distance: '1', passengers: '9' }, ['passengers number.too.large']],
    [{ distance: '1', passengers: '1.5' }, ['passengers number.not.whole']],
    [{ distance: '1', route: '' }, ['route required.field']],
    [{ distance: '1', route: 'x'.repeat(81) }, ['route too.long.field']],
    [{ distance: '1', measure: 'map' }, ['measure choice.invalid']]
  ])('%j is refused for %j', (typed, refusals) => expect(faults(typed)).toEqual(refusals));
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
  type = await anExpenseType(C, company, { name: 'Mileage', category: 'mileage', outOfPocket: 'false' });
  policy = await anExpensePolicy(db, company);
});

const CAR = { name: 'Car', rate: '2.5', currency: 'EUR', unit: 'kilometer' };
const rate = (more: object = {}) => aRecord(C, 'mileage-rate', recordsOf(company), { ...CAR, ...more });
const seen = async (id: string, by = A) => (await seenReport(by, id)) as ExpenseReport;
const drive = (id: string, more: Record<string, unknown> = {}, by = A) => addTrip(by, id, aTrip(type, more), ORIGIN);
const change = (id: string, lineId: string, more: Record<string, unknown> = {}, by = A) =>
  changeTrip(by, { id, lineId }, aTrip(type, more), ORIGIN);
const lineNow = async (id: string, lineId: string) => (await linesOf(await seen(id))).find((one) => one.id === lineId);

describe('C1.003 a trip on an expense report', () => {
  test('C1.023 C2.074 is paid by the rate of its day, counts as to be paid back, and is changed and removed', async () => {
    const rateId = await rate({ perPassenger: '0.1' });
    const id = await aReportOf(A, account);
    const lineId = granted(await drive(id));
    expect(await lineNow(id, lineId)).toMatchObject({
      merchant: 'Oslo – Hamar',
      expenseType: 'Mileage',
      description: 'Visit to the customer',
      amount: '250',
      trip: {
        rateId,
        vehicle: 'Car',
        unit: 'kilometer',
        rate: '2.5',
        perPassenger: '0.1',
        passengers: 0,
        distance: '100',
        odometerStart: null,
        odometerEnd: null
      }
    });
    expect(await seen(id)).toMatchObject({
      cardTotal: '0',
      ownTotal: '250',
      balance: '250',
      weight: '250',
      version: 2
    });
    const read = { measure: 'odometer', odometerStart: '5', odometerEnd: '15.5', passengers: 2, route: 'Oslo – Moss' };
    granted(await change(id, lineId, read));
    expect(await lineNow(id, lineId)).toMatchObject({
      merchant: 'Oslo – Moss',
      amount: '28.35',
      trip: { distance: '10.5', odometerStart: '5', odometerEnd: '15.5', passengers: 2 }
    });
    granted(await change(id, lineId));
    expect((await lineNow(id, lineId))?.trip).toMatchObject({
      distance: '100',
      odometerStart: null,
      odometerEnd: null
    });
    granted(await removeLine(A, { id, lineId }, ORIGIN));
    expect(await seen(id)).toMatchObject({ ownTotal: '0' });
    expect(await world.current.query('SELECT FROM expense_trips WHERE line_id = $1', [lineId])).toEqual([]);
  });

  test('is in the audit with what its amount was worked out from', async () => {
    await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await drive(id));
    granted(await change(id, lineId, { distance: '120' }));
    const entries = await world.current.query<{ details: Record<string, string> }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'expense_report.changed' ORDER BY sequence`,
      [id]
    );
    expect(entries[0]?.details).toMatchObject({
      'after.merchant': 'Oslo – Hamar',
      'after.vehicle': 'Car',
      'after.distance': '100',
      'after.rate': '2.5',
      'after.amount': '250 EUR'
    });
    expect(entries[1]?.details).toEqual({
      'before.distance': '100',
      'after.distance': '120',
      'before.amount': '250 EUR',
      'after.amount': '300 EUR'
    });
  });

  test('keeps the rate that it was paid by, until it is changed', async () => {
    const rateId = await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await drive(id));
    expect(await tryChange(C, 'mileage-rate', company.issuerId, rateId, { rate: '3' })).toEqual([]);
    expect(await lineNow(id, lineId)).toMatchObject({ amount: '250', trip: { rate: '2.5' } });
    granted(await change(id, lineId));
    expect(await lineNow(id, lineId)).toMatchObject({ amount: '300', trip: { rate: '3' } });
  });

  test('a rate by which a trip was paid becomes inactive when it is deleted, and goes when no trip has it', async () => {
    const rateId = await rate();
    const id = await aReportOf(A, account);
    granted(await drive(id));
    expect(await tryDelete(C, 'mileage-rate', company.issuerId, rateId)).toBe('deactivated');
    granted(await deleteReport(A, id, ORIGIN));
    expect(await tryDelete(C, 'mileage-rate', company.issuerId, rateId)).toBe('deleted');
  });

  test.each([
    ['2025-12-31', '200'],
    ['2026-01-01', '250']
  ])('on %s it comes to %s: a rate ends on its last day', async (spentOn, amount) => {
    await rate({ rate: '2', effectiveFrom: '2025-01-01', expiresOn: '2025-12-31' });
    await rate({ effectiveFrom: '2026-01-01', isDefault: true });
    const id = await aReportOf(A, account);
    expect((await lineNow(id, granted(await drive(id, { spentOn }))))?.amount).toBe(amount);
    expect(refusedFor(await drive(id, { spentOn: '2024-12-31' }))).toBe('vehicle mileage.rate.none');
  });

  test('rates of another company, in another currency, inactive ones and those of other vehicles pay nothing', async () => {
    const elsewhere = await aCompany(world.current, await anIssuer(world.current));
    const beside = await aCompany(world.current, issuer);
    for (const other of [elsewhere, beside])
      await aRecord(await aPrincipalAt(world.current, 'C', other), 'mileage-rate', recordsOf(other), CAR);
    await rate({ currency: 'SEK' });
    await rate({ name: 'Bicycle' });
    const id = await aReportOf(A, account);
    expect(refusedFor(await drive(id))).toBe('vehicle mileage.rate.none');
    const inactive = await rate({ name: 'Van' });
    granted(await drive(id, { vehicle: 'Van' }));
    const entity = entityNamed('mileage-rate');
    done(
      await activateRecord(C, entity, await recordNow(C, 'mileage-rate', company.issuerId, inactive), false, ORIGIN)
    );
    expect(refusedFor(await drive(id, { vehicle: 'Van' }))).toBe('vehicle mileage.rate.none');
  });

  test('what it says is checked', async () => {
    await rate({ rate: '0.01' });
    const id = await aReportOf(A, account);
    expect(refusedFor(await drive(id, { distance: '0.4' }))).toBe('distance mileage.amount.none');
    const read = { measure: 'odometer', odometerStart: '1', odometerEnd: '1.4' };
    expect(refusedFor(await drive(id, read))).toBe('odometerEnd mileage.amount.none');
    granted(await drive(id, { distance: '0.5' }));
    expect(refusedFor(await drive(id, { spentOn: '2999-01-01' }))).toBe('spentOn date.too.late');
    const taxi = await anExpenseType(C, company);
    expect(refusedFor(await addTrip(A, id, aTrip(taxi), ORIGIN))).toBe('expenseTypeId invalid.field');
    const at = { issuerId: company.issuerId, companyId: company.id };
    await withSetting(world.current, at, 'expense.description.length', 10);
    expect(refusedFor(await drive(id, { description: 'x'.repeat(11) }))).toBe('description too.long.field');
    granted(await drive(id, { description: 'x'.repeat(10) }));
  });

  test('needs mileage in the programme of its company', async () => {
    await rate();
    const id = await aReportOf(A, account);
    await world.current.query(
      `WITH made AS (INSERT INTO program_options (issuer_id, id, name, program_type, features)
         VALUES ($1, gen_random_uuid(), 'Plain', 'corporate', '{expense.reports}') RETURNING id)
       UPDATE companies SET program_option_id = made.id FROM made WHERE companies.issuer_id = $1 AND companies.id = $2`,
      [company.issuerId, company.id]
    );
    expect(refusedFor(await drive(id))).toBe('forbidden.action');
  });

  test('a full report takes no trip', async () => {
    await rate();
    const id = await aReportOf(A, account);
    await world.current.query(
      `INSERT INTO expense_report_lines (issuer_id, id, report_id, spent_on, merchant, expense_type_id, expense_type, amount,
         description, added_at)
       SELECT $1, gen_random_uuid(), $2, '2026-03-01', 'Taxi', $3, 'Taxi', 1, 'Taxi', now() FROM generate_series(2, ${MOST_LINES})`,
      [company.issuerId, id, type]
    );
    granted(await drive(id));
    expect(refusedFor(await drive(id))).toBe('expense.report.full');
  });

  test('is its owner’s to change, as long as the report is saved; own money and trips don’t become each other', async () => {
    await rate();
    const id = await aReportOf(A, account);
    const lineId = granted(await drive(id));
    const colleague = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    expect(refusedFor(await drive(id, {}, colleague))).toBe('not.found');
    expect(refusedFor(await change(id, lineId, {}, colleague))).toBe('not.found');
    const taxi = await anExpenseType(C, company);
    const own = await anOwnExpense(A, id, taxi);
    expect(refusedFor(await change(id, own))).toBe('not.found');
    expect(refusedFor(await changeOwnMoney(A, { id, lineId }, ownMoney(taxi), ORIGIN))).toBe('not.found');
    granted(await tried(A, id, { event: 'submit' }));
    expect(refusedFor(await drive(id))).toBe('expense.report.submitted');
    expect(refusedFor(await change(id, lineId))).toBe('expense.report.submitted');
  });

  test('the expense policy judges it by its type, and asks for no receipt', async () => {
    await rate();
    await aPolicyRule(world.current, company, policy, { kind: 'receipt', level: 'refuse', amount: '0' });
    await aPolicyRule(world.current, company, policy, { kind: 'line', level: 'refuse', amount: '250', type });
    const id = await aReportOf(A, account);
    granted(await drive(id));
    const dear = granted(await drive(id, { distance: '100.1' }));
    const found = await findingsOfReport(await seen(id), await linesOf(await seen(id)));
    expect(found).toMatchObject([{ lineId: dear, kind: 'line', type: 'Mileage', actual: '250.25', over: '0.25' }]);
    expect(found).toHaveLength(1);
    expect(refusedFor(await tried(A, id, { event: 'submit' }))).toBe('expense.policy.refused');
  });
});

test('C5.055 what a passenger adds is not less than zero, and no rate is beyond measure', async () => {
  const tryRate = (more: object) => tryRecord(C, 'mileage-rate', recordsOf(company), { ...CAR, ...more });
  expect(await tryRate({ perPassenger: '-0.01' })).toEqual(['perPassenger number.too.small']);
  expect(await tryRate({ perPassenger: '0' })).toEqual([]);
  expect(await tryRate({ name: 'Van', rate: '1000000' })).toEqual(['rate number.too.large']);
  await rate({ name: 'Gold', rate: '999999.9999', perPassenger: '999999.9999' });
  const id = await aReportOf(A, account);
  granted(await drive(id, { vehicle: 'Gold', distance: '99999.9', passengers: 8 }));
  expect((await seen(id)).ownTotal).toBe('899999099910');
});
