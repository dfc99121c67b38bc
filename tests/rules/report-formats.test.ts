import { readFileSync } from 'node:fs';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { SaxesParser } from 'saxes';
import { validateXML } from 'xmllint-wasm';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { unscaled } from '@/lib/core/files/parquet-writer';
import { xmlElement } from '@/lib/core/files/xml-writer';
import type { Locale } from '@/lib/core/language/locales';
import { fieldsOf } from '@/lib/kit/listing/table-file';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { FORMATS } from '@/lib/kit/reports/kept';
import { MOST_PDF_CELLS, MOST_PDF_COLUMNS, pdfFault } from '@/lib/kit/reports/pdf-file';
import { downloadRun, seenRun } from '@/lib/kit/reports/runs';
import { createReport } from '@/lib/kit/reports/save-report';
import { type RunCriteria, runSchema, startRun } from '@/lib/kit/reports/start-run';
import { bytesOf } from '../support/bytes';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { readPdf } from '../support/pdf';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let account: StructureNode;
let C: Principal;

beforeEach(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});

const COLUMNS = ['postingDate', 'merchantName', 'billedAmount', 'state', 'exportedAt', 'exportNumber'];
const saved = async (name: string, more: object = {}) => {
  const definition = definitionSchema.parse({
    dataSet: 'transactions',
    columns: COLUMNS,
    query: 'sort=postingDate',
    ...more
  });
  return granted(await createReport(LISTS, C, { name, definition }, ORIGIN));
};

/** Runs a report and returns its file. */
async function fileOf(report: string, criteria: RunCriteria, locale: Locale = 'en_US') {
  const id = granted(await startRun(LISTS, STANDARD_REPORTS, C, { report, criteria, locale }, ORIGIN));
  const job = await untilEnded(C, (await seenRun(C, id))?.jobId as string);
  expect(job).toMatchObject({ status: 'completed' });
  const file = await downloadRun(C, id, ORIGIN);
  const bytes = await bytesOf(file?.bytes);
  expect(bytes.byteLength).toBe(file?.size);
  return { name: file?.name, mediaType: file?.mediaType, bytes, run: await seenRun(C, id) };
}

const place = (merchant: string, postingDate: string, amount: string) =>
  aTransaction(world.current, account, {
    merchant,
    postingDate,
    amount,
    type: amount.startsWith('-') ? 'credit' : 'purchase'
  });
/** The type of a whole file that Parquet reads. */
const whole = (bytes: Buffer) => new Uint8Array(bytes).buffer;

describe('issue 18 a report as XML', () => {
  const valid = async (bytes: Buffer) => {
    const schema = readFileSync('docs/report-files/report.xsd', 'utf8');
    const { errors } = await validateXML({ xml: bytes.toString(), schema });
    return errors.map(({ message }) => message);
  };

  test('C2.025 has a row for each record by its schema, values as they are, and its control totals', async () => {
    await place('Tom & "Jerry" <GmbH>', '2026-02-01', '1234.50');
    await place('Bell\u0007 and \r\nbreak', '2026-02-02', '-0.05');
    const report = await saved('Spend & more', {
      headings: { billedAmount: 'Paid' },
      query: 'sort=postingDate&state=open'
    });
    const { name, mediaType, bytes, run } = await fileOf(report, { format: 'xml' });
    expect([name, mediaType, run?.rows]).toEqual(['Spend & more.xml', 'application/xml', 2]);
    expect(await valid(bytes)).toEqual([]);
    const { rows, all } = parsed(bytes.toString());
    expect(rows).toEqual([
      { postingDate: '2026-02-01', merchantName: 'Tom & "Jerry" <GmbH>', billedAmount: '1234.5', state: 'open' },
      { postingDate: '2026-02-02', merchantName: 'Bell\ufffd and \r\nbreak', billedAmount: '-0.05', state: 'open' }
    ]);
    const currency = (await world.current.query<{ currency: string }>('SELECT DISTINCT currency FROM transactions'))[0];
    expect(all).toContainEqual({
      name: 'total',
      column: 'billedAmount',
      currency: currency?.currency,
      text: '1234.45'
    });
    expect(all).toContainEqual({ name: 'filter', column: 'state', value: 'open', text: '' });
    expect(all).toContainEqual({ name: 'column', heading: 'Paid', type: 'money', text: '', of: 'billedAmount' });
    expect(all).toContainEqual(expect.objectContaining({ name: 'state', text: 'open' }));
  });

  test('C2.082 without rows, and with groups, is valid as well', async () => {
    const empty = await fileOf(await saved('Empty'), { format: 'xml' });
    expect(await valid(empty.bytes)).toEqual([]);
    await place('A', '2026-02-01', '10.00');
    await place('A', '2026-02-02', '5.00');
    await place('B', '2026-02-02', '1.00');
    const grouped = await fileOf(await saved('Grouped', { groups: ['merchantName'] }), { format: 'xml' });
    expect(await valid(grouped.bytes)).toEqual([]);
    const { rows, all } = parsed(grouped.bytes.toString());
    expect(rows.map(({ reportLine, reportCount, billedAmount }) => [reportLine, reportCount, billedAmount])).toEqual([
      ['group', '2', '15'],
      ['group', '1', '1'],
      ['total', '3', '16']
    ]);
    expect(all).toContainEqual(expect.objectContaining({ name: 'total', column: 'billedAmount', text: '16' }));
    expect(all).toContainEqual({ name: 'totals', rows: '3', text: '' });
  });

  test('C3.035 has its groups of conditions and its calculated columns', async () => {
    await place('A', '2026-02-01', '10.00');
    await place('B', '2026-02-02', '5.00');
    await place('C', '2026-02-03', '1.00');
    const more = {
      anyOf: ['merchantName=A', 'billedAmount.to=5&merchantName=B&state=open%0Areviewed&state.is=in&purpose.is=empty'],
      calculated: [{ heading: 'Half', expression: '[billedAmount] / 2' }]
    };
    const report = await saved('Any of', more);
    const { bytes } = await fileOf(report, { format: 'xml' });
    expect(await valid(bytes)).toEqual([]);
    const { rows, all } = parsed(bytes.toString());
    expect(rows.map(({ merchantName, calculated1 }) => [merchantName, calculated1])).toEqual([
      ['A', '5'],
      ['B', '2.5']
    ]);
    expect(all.filter(({ name }) => name === 'any')).toHaveLength(2);
    expect(all.filter(({ name }) => name === 'value').map(({ text }) => text)).toEqual(['open', 'reviewed']);
    expect(all).toContainEqual({ name: 'column', heading: 'Half', type: 'number', text: '', of: 'calculated1' });
    const csv = (await fileOf(report, { format: 'csv' })).bytes.toString();
    expect(csv.split('\r\n')[0]?.endsWith('Half')).toBe(true);
    expect(csv.split('\r\n')[2]?.endsWith('2.5')).toBe(true);
    const pdf = await readPdf((await fileOf(report, { format: 'pdf' })).bytes);
    expect(JSON.stringify(pdf)).toContain('Half');
    const parquet = (await fileOf(report, { format: 'parquet' })).bytes;
    expect((await parquetReadObjects({ file: whole(parquet) })).map(({ calculated1 }) => calculated1)).toEqual([
      5, 2.5
    ]);
    expect((await fileOf(report, { format: 'xlsx' })).bytes.byteLength).toBeGreaterThan(0);
  });

  test('any text comes back from a parser, except what XML can’t hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { all } = parsed(xmlElement('a', { value: text }, { text }));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML can't hold
        const held = text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
        expect(all).toEqual([{ name: 'a', value: held, text: held }]);
      })
    );
  });
});

/** The rows of an XML report, and all its elements with their attributes and texts. */
function parsed(xml: string) {
  const parser = new SaxesParser();
  const rows: Record<string, string>[] = [];
  const all: Record<string, string | undefined>[] = [];
  const open: Record<string, string | undefined>[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const { name: of, ...rest } = attributes as Record<string, string>;
    const element = { ...rest, name, text: '', ...(of !== undefined && { of }) };
    all.push(element);
    open.push(element);
    if (name === 'row') rows.push({});
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', ({ name }) => {
    const element = open.pop();
    const row = rows.at(-1);
    if (row && open.at(-1)?.name === 'row') row[name] = element?.text ?? '';
  });
  parser.write(xml).close();
  for (const element of all) if (['report', 'rows', 'row'].includes(element.name ?? '')) element.text = '';
  return { rows, all };
}

describe('issue 18 a report as Parquet', () => {
  test('C2.025 has typed columns by their names in the product, and comes back from a reader', async () => {
    await place('株式会社東京カード', '2026-02-01', '1234.50');
    await place('=1+1', '2026-02-28', '-0.50');
    const report = await saved('Data', { headings: { billedAmount: 'Paid' } });
    const { name, mediaType, bytes } = await fileOf(report, { format: 'parquet' });
    expect([name, mediaType]).toEqual(['Data.parquet', 'application/vnd.apache.parquet']);
    const file = whole(bytes);
    const { schema, num_rows, key_value_metadata } = parquetMetadata(file);
    expect(Number(num_rows)).toBe(2);
    expect(schema.slice(1).map((one) => [one.name, one.type, one.converted_type])).toEqual([
      ['postingDate', 'INT32', 'DATE'],
      ['merchantName', 'BYTE_ARRAY', 'UTF8'],
      ['billedAmount', 'FIXED_LEN_BYTE_ARRAY', 'DECIMAL'],
      ['billedAmountCurrency', 'BYTE_ARRAY', 'UTF8'],
      ['state', 'BYTE_ARRAY', 'UTF8'],
      ['exportedAt', 'INT64', 'TIMESTAMP_MILLIS'],
      ['exportNumber', 'DOUBLE', undefined]
    ]);
    expect(await parquetReadObjects({ file })).toMatchObject([
      {
        postingDate: new Date('2026-02-01'),
        merchantName: '株式会社東京カード',
        billedAmount: expect.closeTo(1234.5, 9),
        state: 'open'
      },
      {
        postingDate: new Date('2026-02-28'),
        merchantName: '=1+1',
        billedAmount: expect.closeTo(-0.5, 9),
        exportNumber: null
      }
    ]);
    const facts = JSON.parse(key_value_metadata?.find(({ key }) => key === 'tessera.report')?.value ?? '{}');
    expect(facts).toMatchObject({ name: 'Data', rows: 2, headings: { billedAmount: 'Paid' } });
    expect(facts.totals).toEqual([expect.objectContaining({ column: 'billedAmount', sum: '1234' })]);
  });

  test('C2.082 has an empty file too, and amounts are exact to the last digit', async () => {
    const { bytes } = await fileOf(await saved('None'), { format: 'parquet' });
    expect(await parquetReadObjects({ file: whole(bytes) })).toEqual([]);
    expect([unscaled('-123456789012345.6789'), unscaled('0.5000'), unscaled('7')]).toEqual([
      ...[-1234567890123456789n, 5000n, 70000n]
    ]);
    expect(() => unscaled('0.00001')).toThrow(RangeError);
    expect(() => unscaled('1e21')).toThrow(RangeError);
  });
});

describe('issue 18 a report as PDF', () => {
  test.each([
    ['ja', '2026/03/05', '株式会社東京カード'],
    ['ru', '5 мар. 2026', 'Продовольственный магазин'],
    ['zh_CN', '2026年3月5日', '北京商务有限公司'],
    ['ko', '2026. 3. 5.', '서울상사'],
    ['tr', '5 Mar 2026', 'Şişli Işık']
  ] as const)('C2.025 in %s says what was asked, who ran it, and the totals', async (locale, day, merchant) => {
    await place(merchant, '2026-03-05', '1234.50');
    await place(merchant, '2026-03-06', '0.50');
    await place('elsewhere', '2026-04-06', '9999.00');
    const days: RunCriteria = { format: 'pdf', period: 'days', from: '2026-03-05', to: '2026-03-31' };
    const { name, mediaType, bytes } = await fileOf(await saved('Spend'), days, locale);
    expect([name, mediaType]).toEqual(['Spend.pdf', 'application/pdf']);
    const { info, isTagged, pages } = await readPdf(bytes);
    const text = pages.map((page) => page.text).join('');
    expect([info.Title, isTagged, pages.length]).toEqual(['Spend', true, 1]);
    for (const said of [merchant, day]) expect(text).toContain(said);
    expect(text.replaceAll(/[\s.,\u00a0\u202f]/g, '')).toContain('123500');
    expect(text).not.toContain('elsewhere');
    expect(pages[0]?.structure).toMatch(/^Root\(Document\(H1 (P )+Table\(THead\(TR\(TH/);
    // Six columns are on a page across.
    expect((pages[0]?.size[0] ?? 0) > (pages[0]?.size[1] ?? 0)).toBe(true);
  });

  test('C1.029 has the groups of a report with their totals', async () => {
    await place('A', '2026-02-01', '10.00');
    await place('B', '2026-02-02', '1.00');
    const { bytes } = await fileOf(await saved('Grouped', { groups: ['merchantName'] }), { format: 'pdf' });
    const { pages } = await readPdf(bytes);
    expect(pages[0]?.text).toMatch(/11\.00/);
    expect(pages[0]?.structure.match(/TR\(TD/g)).toHaveLength(3);
  });

  test('C8.029 is refused above so many cells or columns, with both numbers', () => {
    const column = { type: 'text', label: 'report.name' } as never;
    const fields = (count: number) =>
      fieldsOf(
        Array.from({ length: count }, (_, at) => [`c${at}`, column] as const),
        (key) => key
      );
    expect(pdfFault(MOST_PDF_CELLS / 10, fields(10))).toBeNull();
    expect(pdfFault(MOST_PDF_CELLS / 10 + 1, fields(10))).toEqual({
      code: 'report.pdf.large',
      params: { count: MOST_PDF_CELLS + 10, most: MOST_PDF_CELLS }
    });
    expect(pdfFault(1, fields(MOST_PDF_COLUMNS))).toBeNull();
    expect(pdfFault(1, fields(MOST_PDF_COLUMNS + 1))).toEqual({
      code: 'report.pdf.wide',
      params: { count: MOST_PDF_COLUMNS + 1, most: MOST_PDF_COLUMNS }
    });
  });
});

test.each(['pdf', 'xml', 'parquet'] as const)(
  'C5.003 CD.66 a %s with a password comes in an AES-256 archive',
  async (format) => {
    await place('HARBOUR HOTEL', '2026-02-01', '10.00');
    const password = 'Höst2026rapport';
    const { name, bytes } = await fileOf(await saved('Secret'), {
      format,
      isProtected: true,
      password,
      confirmation: password
    });
    expect(name).toBe('Secret.zip');
    const [entry] = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
    if (!entry || entry.directory) throw new Error('the archive has no file');
    expect(entry).toMatchObject({ encrypted: true, zipCrypto: false, filename: `Secret.${format}` });
    const opened = Buffer.from(await entry.getData(new Uint8ArrayWriter(), { password, useWebWorkers: false }));
    expect(opened.toString('latin1', 0, 4)).toBe({ pdf: '%PDF', xml: '<?xm', parquet: 'PAR1' }[format]);
    if (format === 'parquet') expect(await parquetReadObjects({ file: whole(opened) })).toHaveLength(1);
  }
);

test('C2.025 every format can be asked for, and no other', () => {
  expect(FORMATS).toEqual(['csv', 'xlsx', 'pdf', 'xml', 'parquet']);
  for (const format of FORMATS) expect(runSchema.safeParse({ format }).success).toBe(true);
  expect(runSchema.safeParse({ format: 'docx' }).error?.issues[0]?.path).toEqual(['format']);
});
