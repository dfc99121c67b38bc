import type { Principal } from '@/lib/access/policy/principal';
import { translator } from '@/lib/core/language/texts';
import { entityNamed } from '@/lib/kit/setup/entities';
import { exportRecords, type Format } from '@/lib/kit/setup/export-records';
import { choicesFor } from '@/lib/kit/setup/field-choices';
import { importRecords } from '@/lib/kit/setup/import-records';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, LIST, READER, recordsOf, tryRecord } from '../support/setup';
import { aCompany, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let issuers: Principal;
let at: RecordListAddress;

beforeAll(async () => {
  issuer = await anIssuer(world.current);
  issuers = await aPrincipalAt(world.current, 'I', issuer);
});
beforeEach(async () => {
  at = recordsOf(await aCompany(world.current, issuer));
});

const take = (name: string, text: string | Uint8Array, { apply = true, file = 'file.csv', address = at } = {}) =>
  importRecords(
    issuers,
    entityNamed(name),
    address,
    { name: file, bytes: typeof text === 'string' ? Buffer.from(text) : text },
    { ...READER, apply },
    ORIGIN
  );

async function taken(name: string, format: Format = 'csv', address = at, by = issuers): Promise<Buffer> {
  const stream = await exportRecords(by, entityNamed(name), address, { ...READER, format }, ORIGIN);
  if (!stream) throw new Error('nothing to export');
  return bytesOf(stream);
}
const lines = async (name: string, address = at) =>
  (await taken(name, 'csv', address)).toString().slice(1).trim().split('\r\n');

const faults = (report: Awaited<ReturnType<typeof take>>) =>
  'code' in report ? [report.code] : report.faults.map(({ row, column, refusal }) => [row, column, refusal.code]);

describe('import', () => {
  test('creates and changes by the first key, and leaves what the file does not mention', async () => {
    await aRecord(issuers, 'tax-rate', at, { name: 'Full', rate: '20', validFrom: '2025-01-01' });
    await aRecord(issuers, 'tax-rate', at, { name: 'Zero', rate: '0' });
    const text = 'Name,Rate\r\nfull,21\r\nLow,"5.5"\r\nZero,0\r\n';
    expect(await take('tax-rate', text)).toMatchObject({ created: 1, changed: 1, unchanged: 1, applied: true });
    expect(await lines('tax-rate')).toEqual([
      'Name,Rate,Valid from,Valid to,Status',
      'full,21,2025-01-01,,Active',
      'Low,5.5,,,Active',
      'Zero,0,,,Active'
    ]);
  });

  test('tells what would come of it and writes nothing when it is tried out', async () => {
    const report = await take('tax-rate', 'name;rate\nA;1\nB;2\n', { apply: false });
    expect(report).toMatchObject({ created: 2, changed: 0, faultCount: 0, applied: false });
    expect(await lines('tax-rate')).toHaveLength(1);
  });

  test('names each error by row and column, and takes all or none', async () => {
    const report = await take('tax-rate', 'Name,Rate,Valid from\nA,1,\n\nB,many,\nC,200,2026-13-01\n,3,\n');
    expect(faults(report)).toEqual([
      [4, 'Rate', 'number.invalid'],
      [5, 'Rate', 'number.too.large'],
      [5, 'Valid from', 'date.invalid'],
      [6, 'Name', 'required.field']
    ]);
    expect(await lines('tax-rate')).toHaveLength(1);
  });

  test('refuses the same key twice, and more than there may be', async () => {
    expect(faults(await take('tax-rate', 'Name,Rate\nA,1\na,2\n'))).toEqual([[3, 'Name', 'setup.taken']]);
    const rows = Array.from({ length: 11 }, (_, n) => `R${n},1`);
    expect(faults(await take('tax-rate', `Name,Rate\n${rows.join('\n')}`))).toEqual([[12, null, 'setup.maximum']]);
    const enough = [...rows.slice(0, 10).map((row) => `${row},Active`), 'R10,1,Inactive'];
    expect(await take('tax-rate', `Name,Rate,Status\n${enough.join('\n')}`)).toMatchObject({ created: 11 });
    expect(await take('tax-rate', 'Name,Status\nR10,Active\nR3,inactive\n')).toMatchObject({ changed: 2 });
  });

  test('refuses headings that it does not know, or not once', async () => {
    expect(faults(await take('tax-rate', 'Name,Colour,Rate,rate\nA,red,1,1\n'))).toEqual([
      [1, null, 'import.column.unknown'],
      [1, null, 'import.column.twice']
    ]);
    expect(faults(await take('tax-rate', 'Rate\n1\n'))).toEqual([[1, 'Name', 'import.column.missing']]);
    expect(faults(await take('tax-rate', 'Name,Rate\n'))).toEqual(['import.empty']);
  });

  test('C8.014 a CSV file that can not be read is refused as such', async () => {
    expect(faults(await take('tax-rate', 'Name,Rate\n"A,1\n'))).toEqual(['csv.unparsable']);
    expect(faults(await take('tax-rate', Buffer.from([0x4e, 0xff, 0xfe])))).toEqual(['csv.unparsable']);
    expect(READER.t('csv.unparsable')).toBe('Failed to parse the CSV file');
  });

  test('C9.015 C5.065 C8.020 takes CSV and xlsx of 4 MB at most, and nothing that only claims to be one', async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 'a');
    expect(faults(await take('tax-rate', large))).toEqual(['file.too.large']);
    expect(faults(await take('tax-rate', 'PK\u0003\u0004 no workbook'))).toEqual(['spreadsheet.not.xlsx']);
  });

  test('refuses formulas, unless they are marked as text, and marks them when it writes', async () => {
    const refused = await take('customer-code', 'Customer Code,Description\nA,=1+1\nB,@SUM(A1)\nC,+cmd|x\nD,-2\n');
    expect(faults(refused)).toEqual([
      [2, 'Description', 'spreadsheet.cell.formula'],
      [3, 'Description', 'spreadsheet.cell.formula'],
      [4, 'Description', 'spreadsheet.cell.formula']
    ]);
    await aRecord(issuers, 'customer-code', at, { code: 'A', name: '=1+1' });
    expect((await lines('customer-code'))[1]).toBe("A,'=1+1,Active");
    expect(await take('customer-code', (await taken('customer-code')).toString())).toMatchObject({ unchanged: 1 });
  });

  test('points to other records by code or name, also to those in the file itself', async () => {
    const scheme = await aRecord(issuers, 'scheme', at, { name: 'Costs' });
    const codes = { ...at, parentId: scheme };
    const text = [
      'Name,Type,Shown as,Length,Editable by,Depends on,Required',
      'Project,list,Drop-down,,A,Cost center,yes',
      'Cost center,List of values,autocomplete,,C,,no',
      'Memo,text,,40,A,,no'
    ].join('\n');
    expect(await take('accounting-code', text, { address: codes })).toMatchObject({ created: 3 });
    expect(await lines('accounting-code', codes)).toEqual([
      'Name,Type,Length,Shown as,Required,Editable by,Depends on,Status',
      'Project,List of values,,Drop-down,Yes,Cardholders and above,Cost center,Active',
      'Cost center,List of values,,Auto-complete list,No,Company program administrators and above,,Active',
      'Memo,Text,40,,No,Cardholders and above,,Active'
    ]);
  });

  test('C2.014 downloads the values of all codes of a scheme as one file, and updates them from it', async () => {
    const scheme = await aRecord(issuers, 'scheme', at, { name: 'Costs' });
    const center = await aRecord(issuers, 'accounting-code', { ...at, parentId: scheme }, { name: 'Center', ...LIST });
    const project = await aRecord(
      issuers,
      'accounting-code',
      { ...at, parentId: scheme },
      { name: 'Project', ...LIST, dependsOn: center }
    );
    await aRecord(issuers, 'accounting-code-value', { ...at, parentId: center }, { code: '100', name: 'Sales' });
    await aRecord(
      issuers,
      'accounting-code-value',
      { ...at, parentId: project },
      { code: 'P1', name: 'Fair', parentValues: ['100'] }
    );
    const whole = { ...at, aboveId: scheme };
    const before = await lines('accounting-code-value', whole);
    expect(before).toEqual([
      'Accounting code,Code,Description,Active from,Active to,Offered for,Status',
      'Center,100,Sales,,,,Active',
      'Project,P1,Fair,,,100,Active'
    ]);
    const update = [...before, 'Center,200,Marketing,2026-01-01,,,Active', 'Nowhere,1,X,,,,'];
    expect(faults(await take('accounting-code-value', update.join('\n'), { address: whole }))).toEqual([
      [5, 'Accounting code', 'setup.reference.unknown']
    ]);
    const changed = [before[0], 'Center,100,Sales and more,,,,Inactive', ...update.slice(3, 4)];
    expect(await take('accounting-code-value', changed.join('\n'), { address: whole })).toMatchObject({
      created: 1,
      changed: 1
    });
    expect(await lines('accounting-code-value', whole)).toEqual([
      before[0],
      'Center,100,Sales and more,,,,Inactive',
      'Center,200,Marketing,2026-01-01,,,Active',
      'Project,P1,Fair,,,100,Active'
    ]);
  });

  test('takes back an xlsx file as it was written', async () => {
    await aRecord(issuers, 'currency-conversion-rule', at, {
      postedCurrency: 'usd',
      effectiveDate: '2026-02-01',
      rate: '0.91500001'
    });
    await aRecord(issuers, 'currency-conversion-rule', at, {
      postedCurrency: 'JPY',
      effectiveDate: '2026-02-01',
      rate: '0.0061'
    });
    const file = await taken('currency-conversion-rule', 'xlsx');
    expect(file.subarray(0, 2).toString()).toBe('PK');
    const other = recordsOf(await aCompany(world.current, issuer));
    const brought = { file: 'rules.xlsx', address: other };
    expect(await take('currency-conversion-rule', file, brought)).toMatchObject({ created: 2, applied: true });
    expect(await lines('currency-conversion-rule', other)).toEqual(await lines('currency-conversion-rule'));
  });

  test('takes back numbers in every language as they were, to the last digit', async () => {
    const rates = ['0.915', '1.234', '12345678.5', '98765432109876543.12345678', '0.00000001'];
    const currencies = ['USD', 'JPY', 'GBP', 'CHF', 'SEK'];
    for (const [n, rate] of rates.entries())
      await aRecord(issuers, 'currency-conversion-rule', at, {
        postedCurrency: currencies[n],
        effectiveDate: '2026-02-01',
        rate
      });
    const entity = entityNamed('currency-conversion-rule');
    for (const locale of ['en_US', 'de', 'fr', 'da', 'ja', 'pt'] as const)
      for (const format of ['csv', 'xlsx'] as const) {
        const reader = { t: translator(locale), locale };
        const stream = await exportRecords(issuers, entity, at, { ...reader, format }, ORIGIN);
        const bytes = await bytesOf(stream);
        const report = await importRecords(
          issuers,
          entity,
          at,
          { name: 'f', bytes },
          { ...reader, apply: true },
          ORIGIN
        );
        expect([locale, format, report]).toEqual([
          locale,
          format,
          expect.objectContaining({ unchanged: 5, faultCount: 0 })
        ]);
      }
  });

  test('a file with more rows or columns than anybody has records is refused before it fills the memory', async () => {
    expect(faults(await take('customer-code', `code,name\n${'a,b\n'.repeat(500_000)}`))).toEqual([
      'spreadsheet.too.many.rows'
    ]);
    expect(faults(await take('customer-code', `code,name\n${','.repeat(300_000)}\n`))).toEqual([
      'spreadsheet.too.many.columns'
    ]);
  });

  test('10,000 values of a code come and go, and one wrong row leaves nothing', async () => {
    const scheme = await aRecord(issuers, 'scheme', at, { name: 'Costs' });
    await aRecord(issuers, 'accounting-code', { ...at, parentId: scheme }, { name: 'Center', ...LIST });
    const project = await aRecord(
      issuers,
      'accounting-code',
      { ...at, parentId: scheme },
      { name: 'Project', ...LIST, dependsOn: 'Center' }
    );
    const whole = { ...at, aboveId: scheme };
    const centers = Array.from({ length: 100 }, (_, n) => `Center,C${n},Center ${n},`);
    const heading = 'Accounting code,Code,Description,Offered for';
    expect(await take('accounting-code-value', [heading, ...centers].join('\n'), { address: whole })).toMatchObject({
      created: 100
    });
    const values = Array.from({ length: 10_000 }, (_, n) => `P${n},Project ${n},C${n % 100}`);
    const file = (...rows: string[]) => ['Code,Description,Offered for', ...rows].join('\n');
    const of = { address: { ...at, parentId: project } };
    expect(faults(await take('accounting-code-value', file(...values, 'P0,Twice,', 'PX,No such,C100'), of))).toEqual([
      [10_003, 'Offered for', 'setup.reference.unknown']
    ]);
    expect(await lines('accounting-code-value', of.address)).toHaveLength(1);
    expect(await take('accounting-code-value', file(...values), of)).toMatchObject({ created: 10_000 });
    const taken = await lines('accounting-code-value', of.address);
    expect(taken).toHaveLength(10_001);
    expect(await take('accounting-code-value', taken.join('\n'), of)).toMatchObject({ unchanged: 10_000 });
    const found = await choicesFor(issuers, entityNamed('subset-value'), { ...at, parentId: scheme }, 'value', {
      text: ''
    });
    expect(found).toEqual([]);
    const subset = await aRecord(issuers, 'subset', { ...at, parentId: scheme }, { name: 'Few' });
    const choose = (text: string) =>
      choicesFor(issuers, entityNamed('subset-value'), { ...at, parentId: subset }, 'value', {
        text,
        values: { accountingCode: project }
      });
    expect((await choose('project 777')).map(({ label }) => label)).toContain('P7770 Project 7770');
    expect(await choose('')).toHaveLength(101);
  });

  test('users with read access may neither import a file nor preview one', async () => {
    const viewer = await aPrincipalAt(world.current, 'I', issuer, { authorities: ['company_setup.view'] });
    const file = { name: 'a.csv', bytes: Buffer.from('Name,Rate\nA,1\n') };
    const entity = entityNamed('tax-rate');
    expect(await importRecords(viewer, entity, at, file, { ...READER, apply: false }, ORIGIN)).toMatchObject({
      code: 'user.not.authorized'
    });
    const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
    expect(await importRecords(stranger, entity, at, file, { ...READER, apply: true }, ORIGIN)).toMatchObject({
      code: 'not.found'
    });
    expect(await exportRecords(stranger, entity, at, { ...READER, format: 'csv' }, ORIGIN)).toBeNull();
  });

  test('of thousands is recorded in few entries of the audit', async () => {
    const rows = Array.from({ length: 4_500 }, (_, n) => `C${n},Customer ${n}`);
    expect(await take('customer-code', `code,name\n${rows.join('\n')}`)).toMatchObject({
      created: 4_500,
      applied: true
    });
    const [entries] = await world.current.query<{ count: number; records: number }>(
      `SELECT count(*)::int, sum((details->>'records')::int)::int AS records FROM audit_entries
       WHERE issuer_id = $1 AND entity = 'customer_code' AND action = 'setup.changed' AND details ? 'records'`,
      [issuer.id]
    );
    expect(entries).toEqual({ count: 23, records: 4_500 });
    expect(await tryRecord(issuers, 'customer-code', at, { code: 'c17', name: 'Again' })).toEqual(['code setup.taken']);
  });
});
