import { randomUUID } from 'node:crypto';
import { fieldSpecs } from '@/app/workspace/set-up/field-specs';
import { refusedState, sentWith } from '@/app/workspace/set-up/record-input';
import type { Principal } from '@/lib/access/policy/principal';
import { acceptUpload, GRAPHICS } from '@/lib/core/files/uploads';
import { translator } from '@/lib/core/language/texts';
import { shiftClock } from '@/lib/core/server/clock';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { createRecord } from '@/lib/kit/setup/create-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { importRecords } from '@/lib/kit/setup/import-records';
import { recordListSeen } from '@/lib/kit/setup/record-list';
import { viewBlocked } from '@/lib/kit/setup/view-limit';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { withSetting } from '../support/settings';
import {
  aRecord,
  LIST,
  READER,
  recordNow,
  recordsOf,
  refusalsOf,
  tryChange,
  tryDelete,
  tryRecord
} from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

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
afterEach(() => shiftClock(0));

const at = (parentId?: string) => recordsOf(company, parentId);
const make = (name: string, typed: object, parentId?: string) => aRecord(by, name, at(parentId), { ...typed });
const refused = (name: string, typed: object, parentId?: string) => tryRecord(by, name, at(parentId), { ...typed });
const change = (name: string, id: string, typed: object) => tryChange(by, name, issuer.id, id, { ...typed });
const remove = (name: string, id: string) => tryDelete(by, name, issuer.id, id);
const ofIssuer = () => recordsOf(issuer);

/** Many records at once, straight into the table. */
const fill = (entity: string, count: number, parentId: string | null) =>
  world.current.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name)
     SELECT $1, gen_random_uuid(), $2, $3, $4, 'X' || n, 'Filled' FROM generate_series(1, $5::int) n`,
    [issuer.id, entity, company.id, parentId, count]
  );

describe('accounting codes', () => {
  let scheme: string;
  beforeEach(async () => {
    scheme = await make('scheme', { name: 'Costs' });
  });
  const code = (typed: object) => make('accounting-code', { ...LIST, ...typed }, scheme);
  const noCode = (typed: object) => refused('accounting-code', { ...LIST, ...typed }, scheme);

  test('C2.013 C3.013 schemes, codes with values and dependencies, subsets and default values are kept', async () => {
    const center = await code({ name: 'Cost center' });
    const project = await code({ name: 'Project', dependsOn: 'Cost center' });
    const sales = await make('accounting-code-value', { code: '100', name: 'Sales' }, center);
    const fair = await make('accounting-code-value', { code: 'F', name: 'Fair', parentValues: ['100'] }, project);
    expect((await recordNow(by, 'accounting-code-value', issuer.id, fair)).values.parentValues).toEqual([sales]);
    const subset = await make('subset', { name: 'Only sales' }, scheme);
    await make('subset-value', { accountingCode: 'Cost center', value: '100' }, subset);
    expect(await refused('subset-value', { accountingCode: 'Project', value: '100' }, subset)).toEqual([
      'value setup.reference.unknown'
    ]);
    const account = await anAccount(world.current, company, { lastFour: '4711' });
    const byAccount = { accountingCode: 'Cost center', basis: 'account', account: '4711', value: '100' };
    expect(
      (await recordNow(by, 'default-value', issuer.id, await make('default-value', byAccount, scheme))).values.account
    ).toBe(account.id);
    expect(await refused('default-value', byAccount, scheme)).toEqual(['accountingCode setup.taken']);
    expect(await refused('default-value', { ...byAccount, basis: 'merchant' }, scheme)).toEqual([
      'account setup.not.asked',
      'merchant required.field'
    ]);
    const merchant = { accountingCode: 'Cost center', basis: 'merchant', merchant: 'ABC123456789012' };
    expect(await refused('default-value', { ...merchant, text: 'x' }, scheme)).toEqual(['value required.field']);
    await make('default-value', { ...merchant, value: '100' }, scheme);
  });

  test('C5.068 names of accounting codes and schemes are unique, whatever the case', async () => {
    await code({ name: 'Cost center' });
    expect(await noCode({ name: 'COST CENTER' })).toEqual(['name setup.taken']);
    expect(await refused('scheme', { name: 'costs' })).toEqual(['name setup.taken']);
    const other = await make('scheme', { name: 'Others' });
    expect(await refused('accounting-code', { ...LIST, name: 'Cost center' }, other)).toEqual([]);
    expect(await change('scheme', other, { name: 'Costs' })).toEqual(['name setup.taken']);
  });

  test('C5.070 a text code cannot have dependents', async () => {
    const memo = await code({ name: 'Memo', type: 'text', display: null, length: 20 });
    expect(await noCode({ name: 'Project', dependsOn: memo })).toEqual(['dependsOn accounting.code.text.dependents']);
    const center = await code({ name: 'Center' });
    await code({ name: 'Project', dependsOn: center });
    expect(await change('accounting-code', center, { type: 'text', display: null, length: 20 })).toEqual([
      'type accounting.code.text.dependents'
    ]);
  });

  test('C9.028 a code has at most six dependent fields, and none in a circle', async () => {
    const center = await code({ name: 'Center' });
    for (let n = 0; n < 6; n += 1) await code({ name: `Field ${n}`, dependsOn: center });
    expect(await noCode({ name: 'Field 6', dependsOn: center })).toEqual([
      'dependsOn accounting.code.too.many.dependents'
    ]);
    expect(await change('accounting-code', center, { dependsOn: 'Field 0' })).toEqual([
      'dependsOn accounting.code.circular'
    ]);
    expect(await change('accounting-code', center, { dependsOn: center })).toEqual([
      'dependsOn setup.reference.itself'
    ]);
  });

  test('C8.036 a code with dependents is not deleted, one without goes with its values', async () => {
    const center = await code({ name: 'Center' });
    const project = await code({ name: 'Project', dependsOn: center });
    await make('accounting-code-value', { code: '1', name: 'One' }, center);
    expect(await remove('accounting-code', center)).toBe('delete.refused.value');
    expect(await remove('accounting-code', project)).toBe('deleted');
    expect(await remove('accounting-code', center)).toBe('deleted');
    const [left] = await world.current.query('SELECT count(*)::int AS count FROM setup_totals WHERE within_id = $1', [
      center
    ]);
    expect(left).toEqual({ count: 0 });
  });

  test('W20 C8.031 a delete that is refused names the first five records that depend on it', async () => {
    const told = async (name: string, id: string) => {
      const { version } = await recordNow(by, name, issuer.id, id);
      const outcome = await deleteRecord(by, entityNamed(name), { issuerId: issuer.id, id, version }, ORIGIN);
      return outcome.ok ? outcome.value : outcome.refusals.map(({ code, params }) => translator('en_US')(code, params));
    };
    const center = await code({ name: 'Center' });
    const fields = [];
    for (const name of ['Area', 'Building', 'City', 'District', 'Estate', 'Floor'])
      fields.push(await code({ name, dependsOn: center }));
    const because = 'Cannot delete as there is data associated with this value:';
    expect(await told('accounting-code', center)).toEqual([
      `${because} Area, Building, City, District, Estate and 1 more.`
    ]);
    expect(await remove('accounting-code', fields[0] as string)).toBe('deleted');
    expect(await told('accounting-code', center)).toEqual([`${because} Building, City, District, Estate, Floor.`]);
    const point = await anOrgPoint(world.current, company, { number: 'ORG1' });
    await make('scheme-assignment', { node: 'ORG1' }, scheme);
    expect(await told('scheme', scheme)).toEqual([`${because} ORG1 ${point.name}.`]);
  });

  test('C8.034 an assigned scheme or subset is not deleted', async () => {
    const point = await anOrgPoint(world.current, company, { number: 'ORG1' });
    const assigned = await make('scheme-assignment', { node: 'ORG1' }, scheme);
    expect((await recordNow(by, 'scheme-assignment', issuer.id, assigned)).name).toBe(`ORG1 ${point.name}`);
    const second = await make('scheme', { name: 'Second' });
    expect(await refused('scheme-assignment', { node: point.id }, second)).toEqual(['node setup.taken']);
    expect(await remove('scheme', scheme)).toBe('delete.refused.value');
    expect(await remove('scheme-assignment', assigned)).toBe('deleted');
    const subset = await make('subset', { name: 'Few' }, scheme);
    await make('subset-assignment', { node: point.id }, subset);
    expect(await remove('subset', subset)).toBe('delete.refused.value');
    expect(await remove('scheme', scheme)).toBe('delete.refused.value');
    await expect(world.current.query('DELETE FROM nodes WHERE id = $1', [point.id])).rejects.toThrow(
      /setup_references/
    );
  });

  test('C6.031 the user level allowed to edit governs who changes a code and its values', async () => {
    const companies = await aPrincipalAt(world.current, 'C', company);
    const list = await code({ name: 'Ledger', editableBy: 'I' });
    const value = await make('accounting-code-value', { code: '1', name: 'One' }, list);
    const denied = ['security.violation.maintenance'];
    expect(await tryChange(companies, 'accounting-code', issuer.id, list, { name: 'Mine' })).toEqual(denied);
    expect(await tryChange(companies, 'accounting-code-value', issuer.id, value, { name: 'Mine' })).toEqual(denied);
    expect(await tryRecord(companies, 'accounting-code-value', at(list), { code: '2', name: 'Two' })).toEqual(denied);
    expect(await tryDelete(companies, 'accounting-code-value', issuer.id, value)).toBe(denied[0]);
    expect(await tryRecord(companies, 'accounting-code', at(scheme), { ...LIST, name: 'N', editableBy: 'G' })).toEqual(
      denied
    );
    // Nor do they go with what they are part of.
    expect(await tryDelete(companies, 'scheme', issuer.id, scheme)).toBe(denied[0]);
    expect(await change('accounting-code', list, { editableBy: 'C' })).toEqual([]);
    expect(await tryChange(companies, 'accounting-code-value', issuer.id, value, { name: 'Mine' })).toEqual([]);
  });

  test('C9.035 more than 10,000 values block viewing', async () => {
    const list = await code({ name: 'Long' });
    await fill('accounting-code-value', 10_000, list);
    const values = async () => {
      const place = await recordListSeen(by, entityNamed('accounting-code-value'), at(list));
      return place && viewBlocked(place);
    };
    expect(await values()).toBeNull();
    await fill('accounting-code-value', 1, list);
    expect(await values()).toEqual({ total: 10_001, limit: 10_000 });
  });

  test('C9.036 an auto-complete list above 10,000 cannot be switched to drop-down', async () => {
    const list = await code({ name: 'Long' });
    await fill('accounting-code-value', 10_000, list);
    expect(await change('accounting-code', list, { display: 'dropdown' })).toEqual([]);
    expect(await change('accounting-code', list, { display: 'autocomplete' })).toEqual([]);
    await fill('accounting-code-value', 1, list);
    expect(await change('accounting-code', list, { display: 'dropdown' })).toEqual([
      'display accounting.code.too.long.for.dropdown'
    ]);
  });

  test('C9.034 more than 5,000 customer codes disable the view', async () => {
    await fill('customer-code', 5_001, null);
    const place = await recordListSeen(by, entityNamed('customer-code'), at());
    expect(place && (await viewBlocked(place))).toEqual({ total: 5_001, limit: 5_000 });
  });

  test('C9.037 a value that a merchant category group in use gives stays for 18 months after it was made inactive', async () => {
    const list = await code({ name: 'Center' });
    const value = await make('accounting-code-value', { code: '1', name: 'One' }, list);
    await make('merchant-category-group', { name: 'Airlines', codes: ['3000', '3001'] });
    const given = await make(
      'default-value',
      { accountingCode: 'Center', basis: 'category', category: 'Airlines', value: '1' },
      scheme
    );
    expect(await remove('accounting-code-value', value)).toBe('delete.refused.value');
    const { version } = await recordNow(by, 'accounting-code-value', issuer.id, value);
    await activateRecord(
      by,
      entityNamed('accounting-code-value'),
      { issuerId: issuer.id, id: value, version },
      false,
      ORIGIN
    );
    shiftClock(540 * 86_400_000);
    expect(await remove('accounting-code-value', value)).toBe('delete.refused.value');
    shiftClock(552 * 86_400_000);
    expect(await remove('accounting-code-value', value)).toBe('deleted');
    await expect(recordNow(by, 'default-value', issuer.id, given)).rejects.toThrow();
  });

  test('a drop-down does not grow beyond 10,000 values', async () => {
    const list = await code({ name: 'Short', display: 'dropdown' });
    await fill('accounting-code-value', 9_999, list);
    expect(await refused('accounting-code-value', { code: 'L', name: 'Last' }, list)).toEqual([]);
    expect(await refused('accounting-code-value', { code: 'M', name: 'More' }, list)).toEqual([
      'accounting.code.too.long.for.dropdown'
    ]);
  });

  test('C3.012 a default value fits its code, and the code keeps fitting it', async () => {
    const text = async (typed: object, ...texts: string[]) => {
      const name = randomUUID();
      const id = await code({ name, display: null, ...typed });
      const refusals = [];
      for (const [n, value] of texts.entries()) {
        const byMerchant = { accountingCode: name, basis: 'merchant', merchant: `ABC${100000000000 + n}` };
        refusals.push((await refused('default-value', { ...byMerchant, text: value }, scheme)).join());
      }
      return { id, refusals };
    };
    const memo = await text({ type: 'text', length: 5 }, 'short', 'longer');
    expect(memo.refusals).toEqual(['', 'text too.long.field']);
    expect((await text({ type: 'number', length: 5 }, '12.5', 'many')).refusals).toEqual(['', 'text number.invalid']);
    expect((await text({ type: 'date' }, '2026-02-28', '2026-02-30')).refusals).toEqual(['', 'text date.invalid']);
    expect((await text({ type: 'boolean' }, 'true', 'maybe')).refusals).toEqual(['', 'text choice.invalid']);
    expect(await change('accounting-code', memo.id, { length: 4 })).toEqual(['type accounting.code.has.defaults']);
    expect(await change('accounting-code', memo.id, { type: 'list', length: null, display: 'dropdown' })).toEqual([
      'type accounting.code.has.defaults'
    ]);
    expect(await change('accounting-code', memo.id, { length: 6 })).toEqual([]);
  });

  test('a code depends on what its values are offered for', async () => {
    const center = await code({ name: 'Center' });
    await code({ name: 'Region' });
    const project = await code({ name: 'Project', dependsOn: 'Center' });
    await make('accounting-code-value', { code: '1', name: 'One' }, center);
    const value = await make('accounting-code-value', { code: 'P', name: 'P', parentValues: ['1'] }, project);
    const refusedChange = ['dependsOn accounting.code.values.offered.for'];
    expect(await change('accounting-code', project, { dependsOn: 'Region' })).toEqual(refusedChange);
    expect(await change('accounting-code', project, { dependsOn: null })).toEqual(refusedChange);
    expect(await change('accounting-code-value', value, { parentValues: [] })).toEqual([]);
    expect(await change('accounting-code', project, { dependsOn: 'Region' })).toEqual([]);
  });

  test('C5.045 C5.047 a merchant ID has exactly 15 letters or digits, or digits where the issuer says so', async () => {
    await code({ name: 'Memo', type: 'text', display: null, length: 9 });
    const byMerchant = (merchant: string) =>
      refused('default-value', { accountingCode: 'Memo', basis: 'merchant', merchant, text: 'x' }, scheme);
    expect(await byMerchant('ABC12345678901')).toEqual(['merchant merchant.id.invalid']);
    expect(await byMerchant('ABC1234567890123')).toEqual(['merchant too.long.field']);
    expect(await byMerchant('ABC12345678901-')).toEqual(['merchant merchant.id.invalid']);
    expect(await byMerchant('ABC123456789012')).toEqual([]);
    await withSetting(world.current, { issuerId: issuer.id }, 'merchant.id.form', 'digits');
    expect(await byMerchant('ABC123456789013')).toEqual(['merchant merchant.id.not.digits']);
    expect(await byMerchant('123456789012345')).toEqual([]);
    await withSetting(world.current, { issuerId: issuer.id }, 'merchant.id.form', 'letters.and.digits');
  });

  test('a value is of a list, and valid from before to', async () => {
    const memo = await code({ name: 'Memo', type: 'text', display: null, length: 9 });
    expect(await refused('accounting-code-value', { code: '1', name: 'One' }, memo)).toEqual([
      'accounting.code.not.list'
    ]);
    const list = await code({ name: 'Center' });
    const backwards = { code: '1', name: 'One', activeFrom: '2026-02-02', activeTo: '2026-02-01' };
    expect(await refused('accounting-code-value', backwards, list)).toEqual(['activeTo date.from.after.to']);
  });

  test('C3.014 C5.048 a customer code has 1 to 25 characters and is not all zeros', async () => {
    expect(await refused('customer-code', { code: '', name: 'N' })).toEqual(['code required.field']);
    expect(await refused('customer-code', { code: 'x'.repeat(26), name: 'N' })).toEqual(['code too.long.field']);
    expect(await refused('customer-code', { code: '000', name: 'N' })).toEqual(['code customer.code.zeros']);
    expect(await refused('customer-code', { code: '0001', name: 'N' })).toEqual([]);
    expect(await refused('customer-code', { code: 'x'.repeat(25), name: 'N' })).toEqual([]);
  });
});

describe('custom data fields', () => {
  const FIELD = { name: 'Trip', label: 'Trip', extends: 'transaction', type: 'text', length: 10 };

  test('C1.007 C2.023 C3.015 a field has a type, and what its type asks for', async () => {
    expect(await refused('custom-field', { ...FIELD, type: 'date', length: null })).toEqual([
      'dateFormat required.field'
    ]);
    expect(await refused('custom-field', { ...FIELD, type: 'date', dateFormat: 'dmy' })).toEqual([
      'length setup.not.asked'
    ]);
    expect(await refused('custom-field', { ...FIELD, type: 'list', length: null })).toEqual(['list required.field']);
    await make('custom-list', { name: 'Colours', values: ['Red', 'Blue'] });
    const id = await make('custom-field', { ...FIELD, type: 'list', length: null, list: 'Colours' });
    expect(await change('custom-field', id, { type: 'text', length: 5, list: null })).toEqual(['type setup.fixed']);
    const list = (await recordNow(by, 'custom-field', issuer.id, id)).values.list as string;
    expect(await remove('custom-list', list)).toBe('delete.refused.value');
  });

  test('C5.024 its length is 1 to 80, or to what the company is set to, up to 255', async () => {
    expect(await refused('custom-field', { ...FIELD, length: 0 })).toEqual(['length number.too.small']);
    expect(await refused('custom-field', { ...FIELD, length: 81 })).toEqual(['length number.too.large']);
    await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'custom.field.length', 255);
    expect(await refused('custom-field', { ...FIELD, length: 256 })).toEqual(['length number.too.large']);
    expect(await refused('custom-field', { ...FIELD, length: 255 })).toEqual([]);
  });

  test('C5.025 its label has at most 25 characters', async () => {
    expect(await refused('custom-field', { ...FIELD, label: 'x'.repeat(26) })).toEqual(['label too.long.field']);
    expect(await refused('custom-field', { ...FIELD, label: 'x'.repeat(25) })).toEqual([]);
  });

  test('C5.026 a number has 0 to 4 decimal digits', async () => {
    const number = { ...FIELD, type: 'number' };
    expect(await refused('custom-field', { ...number, decimals: 5 })).toEqual(['decimals number.too.large']);
    expect(await refused('custom-field', number)).toEqual(['decimals required.field']);
    expect(await refused('custom-field', { ...number, decimals: 0 })).toEqual([]);
    expect(await refused('custom-field', { ...number, name: 'B', label: 'B', decimals: 4 })).toEqual([]);
  });

  test('C5.068 names, labels and list names are unique', async () => {
    await make('custom-field', FIELD);
    expect(await refused('custom-field', { ...FIELD, name: 'trip' })).toEqual([
      'name setup.taken',
      'label setup.taken'
    ]);
    await make('custom-list', { name: 'Colours', values: ['Red'] });
    expect(await refused('custom-list', { name: 'colours', values: ['Red'] })).toEqual(['name setup.taken']);
  });

  test('C9.021 a list has at most 50 values, none twice', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, n) => `Value ${n}`);
    expect(await refused('custom-list', { name: 'L', values: values(51) })).toEqual(['values too.many.field']);
    expect(await refused('custom-list', { name: 'L', values: ['One', 'one'] })).toEqual(['values setup.line.twice']);
    expect(await refused('custom-list', { name: 'L', values: values(50) })).toEqual([]);
  });

  test('C9.027 there are at most three custom lists', async () => {
    for (const name of ['A', 'B', 'C']) await make('custom-list', { name, values: ['x'] });
    expect(await refused('custom-list', { name: 'D', values: ['x'] })).toEqual(['setup.maximum']);
  });
});

describe("an issuer's codes", () => {
  const STATUS = { code: 'L', name: 'Lost', systemStatus: 'C' };

  test('C2.012 C5.039 C5.040 C5.041 an account status code, its description and its system status are as long as they may be', async () => {
    const status = (typed: object) => tryRecord(by, 'issuer-account-status-code', ofIssuer(), { ...STATUS, ...typed });
    expect(await status({ code: 'ABC' })).toEqual(['code too.long.field']);
    expect(await status({ code: 'A B' })).toEqual(['code too.long.field']);
    expect(await status({ code: 'A ' })).toEqual([]);
    expect(await status({ code: '\u00a0B' })).toEqual([]);
    expect(await status({ name: 'x'.repeat(76) })).toEqual(['name too.long.field']);
    expect(await status({ systemStatus: 'CC' })).toEqual(['systemStatus too.long.field']);
    expect(await status({ systemStatus: '' })).toEqual(['systemStatus required.field']);
    expect(await status({ code: 'LS', name: 'x'.repeat(75) })).toEqual([]);
    const reason = (code: string) => tryRecord(by, 'reason-code', ofIssuer(), { code, name: `Reason ${code}` });
    expect(await reason('ABC')).toEqual(['code too.long.field']);
    expect(await reason('A')).toEqual([]);
  });

  test('C5.069 no account status code is there twice', async () => {
    await aRecord(by, 'issuer-account-status-code', ofIssuer(), { ...STATUS, code: 'Q' });
    expect(await tryRecord(by, 'issuer-account-status-code', ofIssuer(), { ...STATUS, code: 'q' })).toEqual([
      'code setup.taken'
    ]);
  });

  test('one that accounts have is made inactive rather than deleted', async () => {
    const account = await anAccount(world.current, company);
    const status = await aRecord(by, 'issuer-account-status-code', ofIssuer(), { ...STATUS, code: 'U' });
    const type = await aRecord(by, 'issuer-card-type', ofIssuer(), { code: 'GOLD', name: 'Gold' });
    await world.current.query("UPDATE accounts SET status_code = 'U', card_type = 'GOLD' WHERE id = $1", [account.id]);
    expect(await remove('issuer-account-status-code', status)).toBe('deactivated');
    expect(await remove('issuer-card-type', type)).toBe('deactivated');
    expect((await recordNow(by, 'issuer-card-type', issuer.id, type)).active).toBe(false);
    await world.current.query('UPDATE accounts SET status_code = NULL, card_type = NULL WHERE id = $1', [account.id]);
    expect(await remove('issuer-account-status-code', status)).toBe('deleted');
  });

  test('C5.059 C5.068 an issuer has at most ten reason codes, each once', async () => {
    const own = await anIssuer(world.current);
    const administrator = await aPrincipalAt(world.current, 'I', own);
    const reason = (n: number, name = `Reason ${n}`) =>
      tryRecord(administrator, 'reason-code', recordsOf(own), { code: String(n), name });
    for (let n = 0; n < 10; n += 1) expect(await reason(n)).toEqual([]);
    expect(await reason(5)).toEqual(['code setup.taken', 'name setup.taken']);
    expect(await reason(10)).toEqual(['setup.maximum']);
  });

  test('C9.033 a reason has at most 99 fields', async () => {
    const reason = await aRecord(by, 'reason-code', ofIssuer(), { code: 'F', name: 'With fields' });
    const fields = Array.from({ length: 99 }, (_, n) => `Field ${n},date,`);
    const file = { name: 'fields.csv', bytes: Buffer.from(`name,type,length\n${fields.join('\n')}`) };
    const reader = { ...READER, apply: true };
    const address = recordsOf(issuer, reason);
    expect(await importRecords(by, entityNamed('reason-field'), address, file, reader, ORIGIN)).toMatchObject({
      created: 99
    });
    expect(await tryRecord(by, 'reason-field', address, { name: 'Last', type: 'date' })).toEqual(['setup.maximum']);
  });

  test('C2.031 C3.027 C5.060 an issuer has at most 99 dispute reasons', async () => {
    const file = {
      name: 'reasons.csv',
      bytes: Buffer.from(['code;name', ...Array.from({ length: 99 }, (_, n) => `${n};Reason ${n}`)].join('\n'))
    };
    const reader = { ...READER, apply: true };
    expect(await importRecords(by, entityNamed('dispute-reason'), ofIssuer(), file, reader, ORIGIN)).toMatchObject({
      created: 99
    });
    expect(await tryRecord(by, 'dispute-reason', ofIssuer(), { code: 'A', name: 'One more' })).toEqual([
      'setup.maximum'
    ]);
  });

  test('C2.033 C3.038 challenge questions are worded by the issuer, once and for all; those enrolled are kept', async () => {
    const question = { name: 'What was the name of your first boat?' };
    const id = await aRecord(by, 'challenge-question', ofIssuer(), question);
    expect(await tryRecord(by, 'challenge-question', ofIssuer(), question)).toEqual(['name setup.taken']);
    expect(await change('challenge-question', id, { name: 'What is your favourite colour?' })).toEqual([
      'name setup.fixed'
    ]);
    const enrolled = [issuer.id, by.userId];
    await world.current.query('INSERT INTO challenge_enrolments VALUES ($1, $2, now())', enrolled);
    await world.current.query(
      `INSERT INTO challenge_responses (issuer_id, user_id, question_id, position, response_hash) VALUES ($1, $2, $3, 1, '$2b$10$x')`,
      [...enrolled, id]
    );
    expect(await remove('challenge-question', id)).toBe('deactivated');
  });
});

describe('tax and currencies', () => {
  test('C3.024 C9.029 a company has at most ten tax rates, and tax codes that use them', async () => {
    const never = { name: 'Never', rate: '1', validFrom: '2026-02-01', validTo: '2026-01-31' };
    expect(await refused('tax-rate', never)).toEqual(['validTo date.from.after.to']);
    for (let n = 0; n < 10; n += 1) await make('tax-rate', { name: `Rate ${n}`, rate: String(n) });
    expect(await refused('tax-rate', { name: 'Rate 10', rate: '10' })).toEqual(['setup.maximum']);
    const code = await make('tax-code', { code: 'V', name: 'VAT', rates: ['Rate 1', 'Rate 2'], recoverable: '50.5' });
    expect((await recordNow(by, 'tax-code', issuer.id, code)).values.rates).toHaveLength(2);
    expect(await refused('tax-code', { code: 'W', name: 'W', rates: ['Rate 1'], recoverable: '100.01' })).toEqual([
      'recoverable number.too.large'
    ]);
  });

  test('W16 C3.025 C5.069 a posted currency has one conversion rule for each effective date', async () => {
    const rule = { postedCurrency: 'USD', effectiveDate: '2026-01-01', rate: '0.92' };
    expect(await refused('currency-conversion-rule', rule)).toEqual([]);
    expect(await refused('currency-conversion-rule', { ...rule, postedCurrency: 'usd' })).toEqual([
      'postedCurrency setup.taken'
    ]);
    expect(await refused('currency-conversion-rule', { ...rule, effectiveDate: '2026-07-01', rate: '0.95' })).toEqual(
      []
    );
    expect(await refused('currency-conversion-rule', { ...rule, postedCurrency: 'XQX' })).toEqual([
      'postedCurrency currency.unknown'
    ]);
    expect(await refused('currency-conversion-rule', { ...rule, postedCurrency: 'GBP', rate: '0' })).toEqual([
      'rate number.not.positive'
    ]);
  });

  test('C3.026 a reporting cycle closes on a day of the week or of the month', async () => {
    const cycle = { name: 'Month', frequency: 'monthly', startsOn: '2026-01-01' };
    expect(await refused('reporting-cycle', cycle)).toEqual(['closingDay required.field']);
    expect(await refused('reporting-cycle', { ...cycle, closingDay: 32 })).toEqual(['closingDay number.too.large']);
    expect(await refused('reporting-cycle', { ...cycle, closingDay: 31 })).toEqual([]);
    expect(
      await refused('reporting-cycle', { ...cycle, name: 'W', frequency: 'weekly', closingWeekday: 'Friday' })
    ).toEqual([]);
  });
});

describe('expenses', () => {
  const RATE = { name: 'Car', rate: '0.42', currency: 'EUR', unit: 'kilometer' };

  test('C5.055 a mileage rate is greater than zero', async () => {
    expect(await refused('mileage-rate', { ...RATE, rate: '0' })).toEqual(['rate number.not.positive']);
    expect(await refused('mileage-rate', { ...RATE, rate: '-1' })).toEqual(['rate number.not.positive']);
    expect(await refused('mileage-rate', RATE)).toEqual([]);
  });

  test('C5.056 the default rate has no expiry, and there is one', async () => {
    expect(await refused('mileage-rate', { ...RATE, isDefault: true, expiresOn: '2027-01-01' })).toEqual([
      'expiresOn mileage.default.expires'
    ]);
    expect(await refused('mileage-rate', { ...RATE, isDefault: true })).toEqual([]);
    expect(await refused('mileage-rate', { ...RATE, name: 'Bicycle', isDefault: true })).toEqual([
      'isDefault setup.taken'
    ]);
    expect(await refused('mileage-rate', { ...RATE, name: 'Bicycle', expiresOn: '2027-01-01' })).toEqual([]);
  });

  test('C9.026 C9.024 a company has at most 50 mileage rates and 50 expense types', async () => {
    await fill('mileage-rate', 50, null);
    await fill('expense-type', 50, null);
    expect(await refused('mileage-rate', RATE)).toEqual(['setup.maximum']);
    expect(await refused('expense-type', { name: 'Hotel', category: 'lodging' })).toEqual(['setup.maximum']);
  });

  test('C9.022 an expense type has at most 100 values', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, n) => `V${n}`);
    const type = { name: 'Hotel', category: 'lodging' };
    expect(await refused('expense-type', { ...type, values: values(101) })).toEqual(['values too.many.field']);
    expect(await refused('expense-type', { ...type, values: values(100) })).toEqual([]);
  });

  test('C9.025 C3.022 C3.075 C2.019 an expense type has at most ten field properties, each shown, required and with a default', async () => {
    const type = await make('expense-type', { name: 'Hotel', category: 'lodging', receiptFrom: '25' });
    const all = Object.keys(entityNamed('expense-type-property').fields.property?.options ?? {});
    expect(all.length).toBeGreaterThan(10);
    const asked = { asked: 'required', preset: 'one' };
    const first = await make('expense-type-property', { ...asked, property: all[0] }, type);
    const presets: Record<string, string> = {
      from: '2026-03-01',
      to: '2026-03-02',
      nights: '1',
      odometer: '1',
      tax: '1'
    };
    for (const property of all.slice(1, 10))
      await make('expense-type-property', { ...asked, property, preset: presets[property] ?? 'one' }, type);
    expect(await refused('expense-type-property', { ...asked, property: all[10] }, type)).toEqual(['setup.maximum']);
    expect(await refused('expense-type-property', { ...asked, property: all[0] }, type)).toEqual([
      'property setup.taken'
    ]);
    expect(await change('expense-type-property', first, { asked: 'hidden', preset: '' })).toEqual([
      'preset required.field'
    ]);
    expect((await recordNow(by, 'expense-type-property', issuer.id, first)).values).toEqual({
      property: all[0],
      ...asked
    });
    expect((await recordNow(by, 'expense-type', issuer.id, type)).values).toMatchObject({
      name: 'Hotel',
      receiptFrom: '25'
    });
  });

  test.each(['58', '58123', '5812-58', '3299-3000', 'meal'])(
    '%s are no merchant categories of a type',
    async (code) => {
      const type = { name: 'Hotel', category: 'lodging' };
      expect(await refused('expense-type', { ...type, merchantCategories: ['5812', code] })).toEqual([
        'merchantCategories expense.codes.invalid'
      ]);
      expect(await refused('expense-type', { ...type, merchantCategories: ['5812', '3000-3000'] })).toEqual([]);
    }
  );

  test.each([
    ['10', '5', ['minimum tolerance.min.max']],
    ['5.01', '5', ['minimum tolerance.min.max']],
    ['5', '5', []],
    ['0', '0', []],
    ['-1', '5', ['minimum number.too.small']],
    ['0', '999999999999.99', []],
    ['0', '1000000000000', ['maximum number.too.large']],
    ['', '5', ['minimum required.field']]
  ])('C5.057 C5.058 C2.024 a tolerance from %s to %s', async (minimum, maximum, refusals) => {
    expect(await refused('tolerance', { kind: 'amount', minimum, maximum })).toEqual(refusals);
  });

  test('C5.145 a tolerance that is saved empty: Tolerances is required', async () => {
    const at = recordsOf(company);
    const place = await recordListSeen(by, entityNamed('tolerance'), at);
    if (!place) throw new Error('there is no list');
    const reader = { ...READER, principal: by, origin: ORIGIN };
    const asked = { ...reader, place, address: at, values: {}, isNew: true, labels: new Map() };
    const specs = await fieldSpecs(asked);
    const { values, refusals } = await sentWith(reader, place.entity, specs, new FormData());
    const created = await createRecord(by, place.entity, at, values, ORIGIN);
    const found = [...refusals, ...(created.ok ? [] : created.refusals)];
    expect(refusedState(reader, specs, found, new FormData()).faults[0]).toMatchObject({
      field: 'kind',
      message: 'Tolerances is required.'
    });
  });

  test('C3.023 a tolerance keeps its min and its max; one in percent reaches 99', async () => {
    const id = await make('tolerance', { kind: 'percent', minimum: '5', maximum: '99' });
    const { values } = await recordNow(by, 'tolerance', issuer.id, id);
    expect(values).toEqual({ kind: 'percent', minimum: '5', maximum: '99' });
    expect(await change('tolerance', id, { maximum: '99.01' })).toEqual(['maximum number.too.large']);
    expect(await refused('tolerance', { kind: 'percent', minimum: '1', maximum: '2' })).toEqual(['kind setup.taken']);
  });
});

describe('emails', () => {
  const SETTING = { event: 'statement_ready', toCardholder: true };
  const TEMPLATE = { name: 'Ready', language: 'en_US', subject: 'Ready', body: 'Your statement is ready.' };
  const to = (recipients: string) => refused('email-setting', { ...SETTING, recipients });

  test('C3.030 C5.044 addresses are valid, under 60 characters, up to five with commas, none twice', async () => {
    expect(await to('a@mail.example, nobody')).toEqual(['recipients email.list.invalid']);
    expect(await to(`${'x'.repeat(47)}@mail.example`)).toEqual(['recipients email.too.long']);
    expect(await to('a@mail.example,b@mail.example,A@mail.example')).toEqual(['recipients setup.line.twice']);
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@mail.example`);
    expect(await to([...five, 'f@mail.example'].join())).toEqual(['recipients too.many.field']);
    expect(await to([...five.slice(1), `${'x'.repeat(46)}@mail.example`].join(', '))).toEqual([]);
    expect(await to('')).toEqual(['event setup.taken']);
  });

  test('somebody is written to', async () => {
    expect(await refused('email-setting', { event: 'user_created' })).toEqual(['recipients email.setting.nobody']);
  });

  test('C2.032 C5.050 the body of a template has up to 2000 characters, or as many as the company is set to', async () => {
    expect(await refused('email-template', { ...TEMPLATE, body: 'x'.repeat(2001) })).toEqual(['body too.long.field']);
    expect(await refused('email-template', { ...TEMPLATE, body: 'x'.repeat(2000) })).toEqual([]);
    await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'email.body.length', 800);
    const shorter = { ...TEMPLATE, name: 'Shorter' };
    expect(await refused('email-template', { ...shorter, body: 'x'.repeat(801) })).toEqual(['body too.long.field']);
    expect(await refused('email-template', { ...shorter, body: 'x'.repeat(800) })).toEqual([]);
  });

  test('C5.066 C9.016 C5.062 C8.023 the footer of a template is a PNG or JPG of at most 1 MB', async () => {
    const sent = async (size: number, begin = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) => {
      const bytes = new Uint8Array(size);
      bytes.set([...begin, ...begin]);
      // As much of a picture as its kind is known by.
      bytes.set([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52], begin.length);
      return acceptUpload(new File([bytes], 'footer.png'), GRAPHICS, by, ORIGIN);
    };
    const png = async (size: number) => {
      return granted(await sent(size));
    };
    const template = (footer: unknown) => refused('email-template', { ...TEMPLATE, name: randomUUID(), footer });
    expect(await template(await png(1_048_577))).toEqual(['footer file.too.large']);
    expect(await template({ ...(await png(100)), kind: 'pdf' })).toEqual(['footer file.type.unsupported']);
    expect(await sent(100, [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37])).toMatchObject({
      refusal: { code: 'file.type.unsupported' }
    });
    const id = await make('email-template', { ...TEMPLATE, footer: await png(1_048_576) });
    const { footer } = (await recordNow(by, 'email-template', issuer.id, id)).values;
    // Nobody takes over a file by its id.
    expect(await template(footer)).toEqual(['footer invalid.field']);
    expect(translator('en_US')('invalid.field', { field: 'Footer' })).toBe('Invalid Entry: Footer');
    expect(await change('email-template', id, { subject: 'Now' })).toEqual([]);
    // What takes its place, or nothing, leaves no file behind.
    const kept = () =>
      world.current.query('SELECT id FROM files WHERE issuer_id = $1 AND media_type LIKE $2', [issuer.id, 'image/%']);
    expect(await change('email-template', id, { footer: await png(200) })).toEqual([]);
    expect(await kept()).toEqual([{ id: (await recordNow(by, 'email-template', issuer.id, id)).values.footer }]);
    expect(await change('email-template', id, { footer: null })).toEqual([]);
    expect(await kept()).toEqual([]);
    expect(await remove('email-template', id)).toBe('deleted');
    expect(await world.current.query('SELECT 1 FROM files WHERE id = $1', [footer])).toEqual([]);
  });

  test('C5.072 HTML is not allowed', async () => {
    expect(await refused('email-template', { ...TEMPLATE, body: 'Hello <b>you</b>' })).toEqual(['body html.refused']);
  });
});

test('what somebody else has saved since is not deleted unseen', async () => {
  const id = await make('tax-rate', { name: 'Full', rate: '20' });
  await change('tax-rate', id, { rate: '21' });
  const seen = { issuerId: issuer.id, id, version: 1 };
  expect(refusalsOf(await activateRecord(by, entityNamed('tax-rate'), seen, false, ORIGIN))).toEqual([
    'record.changed'
  ]);
});
