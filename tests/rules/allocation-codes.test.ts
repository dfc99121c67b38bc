import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { type Codes, faultsOf } from '@/lib/money/allocation/check-codes';
import { offeredValues } from '@/lib/money/allocation/code-values';
import { defaultCodes } from '@/lib/money/allocation/default-codes';
import { offeredInScheme } from '@/lib/money/allocation/own-schemes';
import { type Coding, codingsOf } from '@/lib/money/allocation/schemes';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, LIST, recordsOf, tryChange } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
const DAY = '2026-03-15';
let by: Principal;
let company: StructureNode;
let sales: StructureNode;
let account: StructureNode;
let scheme: string;
let center: string;
let project: string;
let note: string;

afterEach(() => shiftClock(0));

const at = (parent?: string) => recordsOf(company, parent);
const coding = async (node: StructureNode = account): Promise<Coding> => {
  const codings = await codingsOf(database(), { issuerId: company.issuerId, companyId: company.id }, [node.path]);
  return codings.get(node.path) as Coding;
};
/** The faults of these codes, as `name message`. */
async function faults(codes: Codes, node = account, day = DAY): Promise<string[]> {
  const asked = await coding(node);
  const [found] = await faultsOf(database(), company.issuerId, [{ coding: asked, day, codes }]);
  return (found ?? []).map(
    ({ codeId, code }) => `${asked.scheme?.codes.find(({ id }) => id === codeId)?.name} ${code}`
  );
}

beforeAll(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  sales = await anOrgPoint(db, company);
  account = await anAccount(db, sales);
  by = await aPrincipalAt(db, 'C', company);
  scheme = await aRecord(by, 'scheme', at(), { name: 'Costs' });
  center = await aRecord(by, 'accounting-code', at(scheme), { ...LIST, name: 'Cost center', mandatory: true });
  project = await aRecord(by, 'accounting-code', at(scheme), { ...LIST, name: 'Project', dependsOn: 'Cost center' });
  note = await aRecord(by, 'accounting-code', at(scheme), { name: 'Note', type: 'text', length: 5, editableBy: 'A' });
  await aRecord(by, 'accounting-code-value', at(center), { code: '100', name: 'Sales' });
  await aRecord(by, 'accounting-code-value', at(center), { code: '200', name: 'Fleet' });
  await aRecord(by, 'accounting-code-value', at(center), { code: '300', name: 'Old', activeTo: '2025-12-31' });
  await aRecord(by, 'accounting-code-value', at(project), { code: 'P1', name: 'Fair', parentValues: ['100'] });
  await aRecord(by, 'accounting-code-value', at(project), { code: 'PX', name: 'For all' });
});

test('CD.42 no scheme is in force until one is assigned; the nearest above counts', async () => {
  expect((await coding()).scheme).toBeNull();
  await aRecord(by, 'scheme-assignment', at(scheme), { node: company.id });
  const found = await coding();
  expect(found.scheme?.name).toBe('Costs');
  expect(found.scheme?.codes.map(({ name }) => name)).toEqual(['Cost center', 'Project', 'Note']);
  const other = await aRecord(by, 'scheme', at(), { name: 'Fleet costs' });
  const fleet = await anOrgPoint(world.current, company);
  const car = await anAccount(world.current, fleet);
  await aRecord(by, 'scheme-assignment', at(other), { node: fleet.id });
  expect((await coding(car)).scheme?.name).toBe('Fleet costs');
  expect((await coding()).scheme?.name).toBe('Costs');
});

test('C4.005 codes are valid when they are offered, of their type, and complete', async () => {
  expect(await faults({ [center]: '100', [project]: 'p1', [note]: 'short' })).toEqual([]);
  expect(await faults({})).toEqual(['Cost center required.field']);
  expect(await faults({ [center]: '999' })).toEqual(['Cost center allocation.code.not.offered']);
  expect(await faults({ [center]: '300' })).toEqual(['Cost center allocation.code.not.active']);
  expect(await faults({ [center]: '300' }, account, '2025-12-31')).toEqual([]);
  expect(await faults({ [center]: '200', [project]: 'P1' })).toEqual(['Project allocation.code.not.for']);
  expect(await faults({ [center]: '200', [project]: 'PX' })).toEqual([]);
  expect(await faults({ [center]: '100', [note]: 'longer' })).toEqual(['Note too.long']);
  expect(await faults({ [center]: '100', [scheme]: 'x' })).toEqual(['undefined allocation.code.not.asked']);
});

test('CD.42 a subset offers the values that it names, and all values of the codes that it does not name', async () => {
  const subset = await aRecord(by, 'subset', at(scheme), { name: 'Fleet only' });
  await aRecord(by, 'subset-value', at(subset), { accountingCode: 'Cost center', value: '200' });
  const driver = await anAccount(world.current, sales);
  await aRecord(by, 'subset-assignment', at(subset), { node: driver.id });
  expect(await faults({ [center]: '100' }, driver)).toEqual(['Cost center allocation.code.not.offered']);
  expect(await faults({ [center]: '200', [project]: 'PX' }, driver)).toEqual([]);
  expect(await faults({ [center]: '100' })).toEqual([]);
  const offered = async (node: StructureNode, id: string, text = '', parentId: string | null = null) => {
    const asked = await coding(node);
    const code = asked.scheme?.codes.find((one) => one.id === id);
    if (!code) throw new Error('there is no such code');
    const values = await offeredValues(database(), company.issuerId, { code, coding: asked, day: DAY, text, parentId });
    return values.map((value) => value.code);
  };
  expect(await offered(driver, center)).toEqual(['200']);
  expect(await offered(account, center)).toEqual(['100', '200']);
  expect(await offered(account, center, 'fle')).toEqual(['200']);
  expect(await offered(account, project)).toEqual(['PX']);
});

test('CD.42 defaults come from the account, the merchant category or the merchant, each weighing more', async () => {
  const cost = { schemeId: scheme, accountId: account.id, merchantId: 'ABC123456789012', merchantCategoryCode: '5411' };
  const defaults = () =>
    defaultCodes(database(), company.issuerId, [cost, { ...cost, merchantId: null, merchantCategoryCode: null }]);
  expect(await defaults()).toEqual([{}, {}]);
  await aRecord(by, 'default-value', at(scheme), {
    accountingCode: 'Cost center',
    basis: 'account',
    account: account.id,
    value: '100'
  });
  await aRecord(by, 'default-value', at(scheme), {
    accountingCode: 'Note',
    basis: 'account',
    account: account.id,
    text: 'mine'
  });
  expect(await defaults()).toEqual([
    { [center]: '100', [note]: 'mine' },
    { [center]: '100', [note]: 'mine' }
  ]);
  await aRecord(by, 'merchant-category-group', at(), { name: 'Food', codes: ['5411', '5812'] });
  await aRecord(by, 'default-value', at(scheme), {
    accountingCode: 'Note',
    basis: 'category',
    category: 'Food',
    text: 'food'
  });
  // Of another group with the same category the older default goes on counting.
  await aRecord(by, 'merchant-category-group', at(), { name: 'Eating', codes: ['5411'] });
  await aRecord(by, 'default-value', at(scheme), {
    accountingCode: 'Note',
    basis: 'category',
    category: 'Eating',
    text: 'lunch'
  });
  expect(await defaults()).toEqual([
    { [center]: '100', [note]: 'food' },
    { [center]: '100', [note]: 'mine' }
  ]);
  await aRecord(by, 'default-value', at(scheme), {
    accountingCode: 'Cost center',
    basis: 'merchant',
    merchant: 'abc123456789012',
    value: '200'
  });
  expect(await defaults()).toEqual([
    { [center]: '200', [note]: 'food' },
    { [center]: '100', [note]: 'mine' }
  ]);
});

test('C4.005 the scheme has another version once it asks for something else, and the same when only a name differs', async () => {
  const before = (await coding()).scheme?.version;
  await tryChange(by, 'accounting-code', company.issuerId, note, {
    name: 'Remark',
    type: 'text',
    length: 5,
    editableBy: 'A'
  });
  expect((await coding()).scheme?.version).toBe(before);
  await tryChange(by, 'accounting-code', company.issuerId, note, {
    name: 'Remark',
    type: 'text',
    length: 6,
    editableBy: 'A'
  });
  expect((await coding()).scheme?.version).not.toBe(before);
});

test('what is offered in a scheme goes by the day that it is where the issuer is', async () => {
  await world.current.query("UPDATE issuers SET time_zone = 'Asia/Tokyo' WHERE id = $1", [company.issuerId]);
  const only = { activeFrom: '2026-06-16', activeTo: '2026-06-16' };
  await aRecord(by, 'accounting-code-value', at(center), { code: 'DAY', name: 'One day', ...only });
  const offeredAt = async (instant: string) => {
    shiftClock(Date.parse(instant) - Date.now());
    return (await offeredInScheme(by, scheme, { of: center, q: 'DAY', parent: '' })).map(({ code }) => code);
  };
  // Tokyo is nine hours ahead.
  expect(await offeredAt('2026-06-15T14:59:30Z')).toEqual([]);
  expect(await offeredAt('2026-06-15T15:00:00Z')).toEqual(['DAY']);
  expect(await offeredAt('2026-06-16T14:59:30Z')).toEqual(['DAY']);
  expect(await offeredAt('2026-06-16T15:00:00Z')).toEqual([]);
});
