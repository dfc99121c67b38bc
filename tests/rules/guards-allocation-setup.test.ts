import type { Principal } from '@/lib/access/policy/principal';
import { shiftClock } from '@/lib/core/server/clock';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { withSetting } from '../support/settings';
import { aRecord, LIST, recordNow, recordsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let by: Principal;
let scheme: string;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  by = await aPrincipalAt(db, 'I', issuer);
  scheme = await make('scheme', { name: 'Costs' });
});
afterEach(() => shiftClock(0));

const make = (name: string, typed: object, parentId?: string) =>
  aRecord(by, name, recordsOf(company, parentId), { ...typed });
const refused = (name: string, typed: object, parentId?: string) =>
  tryRecord(by, name, recordsOf(company, parentId), { ...typed });
const change = (name: string, id: string, typed: object) => tryChange(by, name, issuer.id, id, { ...typed });
const code = (name: string, typed: object = {}) => make('accounting-code', { ...LIST, name, ...typed }, scheme);
const value = (parent: string, typed: object) => make('accounting-code-value', { name: 'Value', ...typed }, parent);
const memo = { type: 'text', display: null, length: 20 };
const MERCHANT = 'ABC123456789012';

const outOfUse = async (...values: string[]) => {
  const entity = entityNamed('accounting-code-value');
  for (const id of values) {
    const { version } = await recordNow(by, entity.name, issuer.id, id);
    await activateRecord(by, entity, { issuerId: issuer.id, id, version }, false, ORIGIN);
  }
};

/** What is done to records of another issuer that has the same ids. */
async function elsewhere(changes: Record<string, readonly unknown[]>): Promise<void> {
  const { issuerId } = await aTwinOf(world.current, issuer.id);
  for (const [sql, values] of Object.entries(changes)) await world.current.query(sql, [issuerId, ...values]);
}

const DATA = 'UPDATE setup_records SET data = data || $3::jsonb WHERE issuer_id = $1 AND id = $2';

describe('CD.20 what another issuer keeps under the same ids says nothing here:', () => {
  test('how long a list is there, and how it is shown', async () => {
    const center = await code('Center');
    const one = await value(center, { code: '1' });
    await elsewhere({
      [DATA]: [center, '{"display": "dropdown"}'],
      'UPDATE setup_totals SET total = 10001 WHERE issuer_id = $1 AND within_id = $2': [center]
    });
    expect(await change('accounting-code', center, { name: 'Centre' })).toEqual([]);
    expect(await change('accounting-code-value', one, { name: 'One' })).toEqual([]);
  });

  test('what depends on a code there, and what its values are offered for', async () => {
    const [center, region] = [await code('Center'), await code('Region')];
    const project = await code('Project', { dependsOn: 'Center' });
    for (let count = 0; count < 7; count++) await code(`Field ${count}`);
    await value(center, { code: '1' });
    await value(project, { code: 'P', parentValues: ['1'] });
    await elsewhere({
      [`INSERT INTO setup_references (issuer_id, record_id, field, place, target_record_id)
        SELECT $1, id, 'dependsOn', 0, $2 FROM setup_records WHERE issuer_id = $1 AND name LIKE 'Field %'`]: [center]
    });
    expect(await change('accounting-code', project, { name: 'Projects' })).toEqual([]);
    await elsewhere({
      "UPDATE setup_references SET target_record_id = $3 WHERE issuer_id = $1 AND record_id = $2 AND field = 'dependsOn'":
        [project, region]
    });
    expect(await change('accounting-code', project, { name: 'Works' })).toEqual([]);
  });

  test('what a default is there', async () => {
    const center = await code('Center', memo);
    const merchant = '123456789012345';
    const id = await make(
      'default-value',
      { accountingCode: 'Center', basis: 'merchant', merchant, text: 'x' },
      scheme
    );
    await withSetting(world.current, { issuerId: issuer.id }, 'merchant.id.form', 'digits');
    await elsewhere({ [DATA]: [id, JSON.stringify({ merchant: MERCHANT })] });
    expect(await change('default-value', id, { text: 'y' })).toEqual([]);
    await elsewhere({ [DATA]: [center, '{"length": 1}'] });
    expect(await change('default-value', id, { text: 'longer' })).toEqual([]);
  });

  test('since when a value is inactive there', async () => {
    const one = await value(await code('Center'), { code: '1' });
    await make('merchant-category-group', { name: 'Airlines', codes: ['3000'] });
    const given = { accountingCode: 'Center', basis: 'category', category: 'Airlines', value: '1' };
    await make('default-value', given, scheme);
    await elsewhere({
      "UPDATE setup_records SET inactive_since = now() - interval '2 years' WHERE issuer_id = $1 AND id = $2": [one]
    });
    expect(await tryDelete(by, 'accounting-code-value', issuer.id, one)).toBe('delete.refused.value');
  });
});

test('C9.037 a value that is the default of an account or a merchant, or that a subset offers, stays however long it has been inactive', async () => {
  const center = await code('Center');
  const [one, two] = [await value(center, { code: '1' }), await value(center, { code: '2' })];
  const account = await anAccount(world.current, company);
  const given = { accountingCode: 'Center', basis: 'account', account: account.id, value: '1' };
  await make('default-value', given, scheme);
  const subset = await make('subset', { name: 'Few' }, scheme);
  await make('subset-value', { accountingCode: 'Center', value: '2' }, subset);
  await outOfUse(one, two);
  shiftClock(600 * 86_400_000);
  for (const id of [one, two])
    expect(await tryDelete(by, 'accounting-code-value', issuer.id, id)).toBe('delete.refused.value');
});

test('C9.036 only lists that are drop-downs, and only the one that is changed, are held to 10,000 values', async () => {
  const [long, short, other] = [
    await code('Long'),
    await code('Short', { display: 'dropdown' }),
    await code('Other', { display: 'dropdown' })
  ];
  const [one, two] = [await value(long, { code: '1' }), await value(short, { code: '1' })];
  await value(other, { code: '1' });
  await world.current.query('UPDATE setup_totals SET total = 10001 WHERE issuer_id = $1 AND within_id = ANY($2)', [
    issuer.id,
    [long, other]
  ]);
  expect(await change('accounting-code-value', one, { name: 'One' })).toEqual([]);
  expect(await change('accounting-code-value', two, { name: 'Two' })).toEqual([]);
});

test('a value and a tax rate that are valid on one day begin and end on it', async () => {
  const center = await code('Center');
  const [from, to] = ['2026-02-01', '2026-02-02'];
  for (const [first, last, refusals] of [
    [from, from, []],
    [to, from, ['date.from.after.to']]
  ] as const) {
    const day = await refused(
      'accounting-code-value',
      { code: '1', name: 'X', activeFrom: first, activeTo: last },
      center
    );
    expect(day).toEqual(refusals.map((told) => `activeTo ${told}`));
    const rate = await refused('tax-rate', { name: 'Full', rate: '19', validFrom: first, validTo: last });
    expect(rate).toEqual(refusals.map((told) => `validTo ${told}`));
  }
  for (const half of [{ validFrom: from }, { validTo: to }])
    expect(await refused('tax-rate', { name: Object.keys(half)[0], rate: '7', ...half })).toEqual([]);
});

test('C6.031 a code is edited from any of six levels on', async () => {
  for (const editableBy of ['A', 'S', 'O', 'C', 'G', 'I'])
    expect(await refused('accounting-code', { ...LIST, name: `Of ${editableBy}`, editableBy }, scheme)).toEqual([]);
  expect(await refused('accounting-code', { ...LIST, name: 'Of none', editableBy: 'Z' }, scheme)).not.toEqual([]);
});

test('C3.012 a default of a list has no text beside its value, and what a subset offers is no default', async () => {
  const center = await code('Center');
  await value(center, { code: '1' });
  const both = { accountingCode: 'Center', basis: 'merchant', merchant: MERCHANT, value: '1', text: 'x' };
  expect(await refused('default-value', both, scheme)).toEqual(['text setup.not.asked']);
  const subset = await make('subset', { name: 'Few' }, scheme);
  await make('subset-value', { accountingCode: 'Center', value: '1' }, subset);
  expect(await change('accounting-code', center, memo)).toEqual(['type accounting.code.has.values']);
});

test('C9.037 the defaults of a value go with it, those of others stay', async () => {
  const center = await code('Center');
  const [one, two] = [await value(center, { code: '1' }), await value(center, { code: '2' })];
  const defaults = [];
  for (const [name, of] of [
    ['Airlines', '1'],
    ['Hotels', '2']
  ] as const) {
    await make('merchant-category-group', { name, codes: ['3000'] });
    const given = { accountingCode: 'Center', basis: 'category', category: name, value: of };
    defaults.push(await make('default-value', given, scheme));
  }
  await outOfUse(one, two);
  shiftClock(600 * 86_400_000);
  expect(await tryDelete(by, 'accounting-code-value', issuer.id, one)).toBe('deleted');
  const left = await world.current.query('SELECT id FROM setup_records WHERE id = ANY($1)', [defaults]);
  expect(left).toEqual([{ id: defaults[1] }]);
});
