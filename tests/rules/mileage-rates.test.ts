import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Principal } from '@/lib/access/policy/principal';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { followRecord } from '@/lib/kit/setup/follow-record';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, done, recordNow, recordsOf, refusalsOf, tryChange, tryRecord } from '../support/setup';
import { aCompany, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let by: Principal;

beforeAll(async () => {
  issuer = await anIssuer(world.current);
  by = await aPrincipalAt(world.current, 'I', issuer);
});
beforeEach(async () => {
  company = await aCompany(world.current, issuer);
});

const CAR = { name: 'Car', rate: '1.85', currency: 'EUR', unit: 'kilometer' };
const rate = (typed: object) => aRecord(by, 'mileage-rate', recordsOf(company), { ...CAR, ...typed });
const refused = (typed: object) => tryRecord(by, 'mileage-rate', recordsOf(company), { ...CAR, ...typed });
const now = (id: string) => recordNow(by, 'mileage-rate', issuer.id, id);

async function follow(id: string, typed: object) {
  const { version } = await now(id);
  const seen = { issuerId: issuer.id, id, version };
  return followRecord(by, entityNamed('mileage-rate'), seen, { ...typed }, ORIGIN);
}

describe('C3.022 rates of one name follow each other', () => {
  test.each([
    [undefined, undefined, '2026-03-01', undefined, ['effectiveFrom setup.dated.overlap']],
    [undefined, '2026-02-28', '2026-02-28', undefined, ['effectiveFrom setup.dated.overlap']],
    [undefined, '2026-02-28', '2026-03-01', undefined, []],
    ['2026-01-01', '2026-12-31', undefined, '2025-12-31', []],
    ['2026-01-01', '2026-12-31', undefined, '2026-01-01', ['effectiveFrom setup.dated.overlap']],
    ['2026-01-01', undefined, '2026-01-01', undefined, ['name setup.taken']]
  ])('one from %s to %s, another from %s to %s', async (effectiveFrom, expiresOn, from, to, refusals) => {
    await rate({ effectiveFrom, expiresOn });
    expect(await refused({ name: 'CAR', effectiveFrom: from, expiresOn: to })).toEqual(refusals);
  });

  test('C3.076 a rate is created and comes back with its dates', async () => {
    const dates = { effectiveFrom: '2026-01-01', expiresOn: '2026-12-31' };
    expect((await now(await rate(dates))).values).toMatchObject({ ...CAR, ...dates });
  });

  test('rates of other names, of other companies and inactive ones overlap with none', async () => {
    const old = await rate({});
    expect(await refused({ name: 'Bicycle', effectiveFrom: '2026-01-01' })).toEqual([]);
    const other = await aCompany(world.current, issuer);
    expect(await tryRecord(by, 'mileage-rate', recordsOf(other), { ...CAR, effectiveFrom: '2026-01-01' })).toEqual([]);
    const entity = entityNamed('mileage-rate');
    done(await activateRecord(by, entity, await now(old), false, ORIGIN));
    expect(await refused({ effectiveFrom: '2026-01-01' })).toEqual([]);
    const again = await activateRecord(by, entity, await now(old), true, ORIGIN);
    expect(refusalsOf(again)).toEqual(['effectiveFrom setup.dated.overlap']);
  });

  test('C5.056 a new default rate from a date closes the one before, and has its mark', async () => {
    const old = await rate({ isDefault: true, effectiveFrom: '2025-01-01' });
    const next = done(await follow(old, { effectiveFrom: '2026-01-01', rate: '2.5', isDefault: true }));
    expect((await now(old)).values).toMatchObject({ rate: '1.85', expiresOn: '2025-12-31', isDefault: false });
    expect((await now(next)).values).toEqual({
      ...CAR,
      rate: '2.5',
      isDefault: true,
      effectiveFrom: '2026-01-01',
      expiresOn: null,
      perPassenger: null,
      secondFrom: null,
      secondRate: null,
      thirdFrom: null,
      thirdRate: null
    });
  });

  test('the new one begins after the first day of the present one, and on a day', async () => {
    const old = await rate({ effectiveFrom: '2025-01-01' });
    expect(refusalsOf(await follow(old, {}))).toEqual(['effectiveFrom required.field']);
    expect(refusalsOf(await follow(old, { effectiveFrom: '2025-01-01' }))).toEqual([
      'effectiveFrom setup.dated.not.after'
    ]);
    expect(refusalsOf(await follow(old, { effectiveFrom: '2025-01-02', rate: '0' }))).toEqual([
      'rate number.not.positive'
    ]);
    expect((await now(old)).values.expiresOn).toBeNull();
    done(await follow(old, { effectiveFrom: '2025-01-02' }));
    expect((await now(old)).values.expiresOn).toBe('2025-01-01');
  });

  test('one that ended earlier keeps its end, and a later one is in the way', async () => {
    const old = await rate({ effectiveFrom: '2025-01-01', expiresOn: '2025-06-30' });
    done(await follow(old, { effectiveFrom: '2026-01-01' }));
    expect((await now(old)).values.expiresOn).toBe('2025-06-30');
    expect(refusalsOf(await follow(old, { effectiveFrom: '2025-10-01' }))).toEqual([
      'effectiveFrom setup.dated.overlap'
    ]);
  });

  test('a record that is not dated has no successor', async () => {
    const id = await aRecord(by, 'tax-rate', recordsOf(company), { name: 'Full', rate: '20' });
    const seen = { issuerId: issuer.id, id, version: 1 };
    const outcome = await followRecord(by, entityNamed('tax-rate'), seen, { validFrom: '2026-01-01' }, ORIGIN);
    expect(refusalsOf(outcome)).toEqual(['operation.invalid']);
  });

  test('a rate that is changed may not reach into the next one', async () => {
    const old = await rate({ effectiveFrom: '2025-01-01', expiresOn: '2025-12-31' });
    await rate({ effectiveFrom: '2026-01-01' });
    expect(await tryChange(by, 'mileage-rate', issuer.id, old, { expiresOn: '2026-01-01' })).toEqual([
      'effectiveFrom setup.dated.overlap'
    ]);
  });
});

test('what was set up before keeps its receipts, its properties and its rates', async () => {
  const [type, car] = [randomUUID(), randomUUID()];
  const stored = (id: string, entity: string, name: string, data: object) =>
    world.current.query(
      'INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data) VALUES ($1, $2, $3, $4, $5, $6)',
      [issuer.id, id, entity, company.id, name, JSON.stringify(data)]
    );
  const properties = ['purpose', 'nights'];
  await stored(type, 'expense-type', 'Hotel', { category: 'lodging', receiptAbove: '25', properties });
  await stored(car, 'mileage-rate', 'Car', { ...CAR, effectiveFrom: '2025-01-01' });
  await world.current.query(
    `INSERT INTO setup_record_keys (issuer_id, within_id, entity, key, value, record_id)
     VALUES ($1, $2, 'mileage-rate', 'name', 'car', $3)`,
    [issuer.id, company.id, car]
  );
  await world.current.query(readFileSync('prisma/migrations/20261126021500_expense_policies/migration.sql', 'utf8'));
  expect((await recordNow(by, 'expense-type', issuer.id, type)).values.receiptFrom).toBe('25');
  const parts = await world.current.query<{ id: string }>(
    'SELECT id FROM setup_records WHERE parent_id = $1 ORDER BY position',
    [type]
  );
  const asked = await Promise.all(parts.map(({ id }) => recordNow(by, 'expense-type-property', issuer.id, id)));
  expect(asked.map(({ name, values }) => [name, values.property, values.asked])).toEqual([
    ['Business purpose', 'purpose', 'optional'],
    ['Nights', 'nights', 'optional']
  ]);
  const at = recordsOf(company, type);
  expect(await tryRecord(by, 'expense-type-property', at, { property: 'nights', asked: 'optional' })).toEqual([
    'property setup.taken'
  ]);
  expect(await refused({ effectiveFrom: '2025-01-01' })).toEqual(['name setup.taken']);
  done(await follow(car, { effectiveFrom: '2026-01-01' }));
});
