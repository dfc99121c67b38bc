import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { parquetReadObjects } from 'hyparquet';
import { validateXML } from 'xmllint-wasm';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { Prisma } from '@/lib/core/database/prisma/client';
import type { Locale } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { MOST_PIVOTED, pivotedNow, reportFields } from '@/lib/kit/reports/pivot';
import { previewReport } from '@/lib/kit/reports/read-report';
import { reportSource } from '@/lib/kit/reports/report-source';
import { downloadRun, seenRun } from '@/lib/kit/reports/runs';
import { createReport } from '@/lib/kit/reports/save-report';
import { seenReport } from '@/lib/kit/reports/saved-reports';
import { type RunCriteria, startRun } from '@/lib/kit/reports/start-run';
import { bytesOf } from '../support/bytes';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { readPdf } from '../support/pdf';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let elsewhere: StructureNode;
let C: Principal;

beforeEach(async () => {
  const issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  elsewhere = await anAccount(world.current, await aCompany(world.current, issuer));
  C = await aPrincipalAt(world.current, 'C', company);
});

const defined = (more: object) =>
  definitionSchema.parse({ dataSet: 'transactions', columns: ['merchantName', 'billedAmount'], ...more });
const save = (name: string, more: object) => createReport(LISTS, C, { name, definition: defined(more) }, ORIGIN);
const sourceOf = (more: object) => {
  const source = reportSource(LISTS, C, defined(more));
  if (!source) throw new Error('no source');
  return source;
};
/** The rows of a report with its pivot's columns, and these by their headings. */
async function seen(more: object) {
  const source = granted(await pivotedNow(C, sourceOf(more)));
  const fields = reportFields(source, translator('en_US'), { day: String, month: String });
  const rows = (await previewReport(C, source)) as Record<string, unknown>[];
  return {
    headings: fields.filter(({ isCurrency }) => !isCurrency).map(({ heading }) => heading),
    rows: rows.map((row) => Object.fromEntries(fields.map(({ name, heading }) => [heading, plain(row[name])])))
  };
}
const plain = (value: unknown) => (value instanceof Prisma.Decimal ? value.toFixed() : value);
const place = (merchant: string, category: string, amount: string, at = account) =>
  aTransaction(world.current, at, {
    merchant,
    category,
    amount,
    postingDate: '2026-02-01',
    type: amount.startsWith('-') ? 'credit' : 'purchase'
  });

async function fileOf(report: string, criteria: RunCriteria, locale: Locale = 'en_US') {
  const id = granted(await startRun(LISTS, STANDARD_REPORTS, C, { report, criteria, locale }, ORIGIN));
  const job = await untilEnded(C, (await seenRun(C, id))?.jobId as string);
  return { job, bytes: await bytesOf((await downloadRun(C, id, ORIGIN))?.bytes) };
}
const PIVOT = { groups: ['merchantName'], pivot: 'merchantCategoryCode' };

describe('issue 18 a pivot', () => {
  test('C1.029 C3.035 has the sum of each value in a column of its own, subtotals and totals too', async () => {
    await place('Harbour Hotel', '7011', '120.50');
    await place('Harbour Hotel', '5812', '9.50');
    await place('Corner Café', '5812', '4.00');
    await place('Corner Café', '5812', '-1.25');
    await place('Elsewhere', '4511', '1000.00', elsewhere);
    const { headings, rows } = await seen(PIVOT);
    expect(headings).toEqual(['Line', 'Merchant', '5812', '7011', 'Rows', 'Billed amount']);
    expect(rows.map((row) => [row.Merchant, row['5812'], row['7011'], row['Billed amount']])).toEqual([
      ['Corner Café', '2.75', null, '2.75'],
      ['Harbour Hotel', '9.5', '120.5', '130'],
      [null, '12.25', '120.5', '132.75']
    ]);
    const nested = await seen({ groups: ['type', 'merchantName'], pivot: 'merchantCategoryCode' });
    expect(nested.rows.filter(({ Line }) => Line === 'subtotal').map((row) => [row['5812'], row['7011']])).toEqual([
      ['-1.25', null],
      ['13.5', '120.5']
    ]);
  });

  test('C1.029 counts rows where nothing is added up, and says what several columns add up', async () => {
    const users = await seen({ dataSet: 'users', columns: ['name'], groups: ['status'], pivot: 'role' });
    const total = users.rows.at(-1) as Record<string, unknown>;
    const parts = users.headings.slice(2, -1);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.reduce((sum, heading) => sum + Number(total[heading]), 0)).toBe(total.Rows);
    await place('Harbour Hotel', '7011', '120.50');
    const { headings } = await seen({ ...PIVOT, columns: ['merchantName', 'billedAmount', 'amount'] });
    expect(headings.slice(2, 4)).toEqual([
      `7011 – ${translator('en_US')('transaction.billed.amount')}`,
      expect.stringMatching(/^7011 – /)
    ]);
  });

  test('C3.035 C2.085 of months is headed in the language of its reader, and programs read the months themselves', async () => {
    await place('Harbour Hotel', '7011', '120.50');
    const report = granted(await save('Months', { groups: ['merchantName'], pivot: 'month' }));
    for (const [locale, month] of [
      ['en_US', 'Feb 2026'],
      ['fr', 'févr. 2026'],
      ['ja', '2026年2月']
    ] as const) {
      const csv = parse((await fileOf(report, { format: 'csv' }, locale)).bytes.toString(), {
        bom: true
      }) as string[][];
      expect(csv[0]?.[2]).toBe(month);
      const sheet = await readXlsx(new Uint8Array((await fileOf(report, { format: 'xlsx' }, locale)).bytes));
      expect(sheet.sheets[0]?.rows[0]?.[2]).toBe(month);
    }
    const xml = (await fileOf(report, { format: 'xml' }, 'fr')).bytes.toString();
    expect(xml).toContain('pivot="month" value="2026-02"');
    // A month that rows are put together by is a word for people, and itself for programs.
    const grouped = granted(await save('By month', { groups: ['month'] }));
    const csv = parse((await fileOf(grouped, { format: 'csv' }, 'fr')).bytes.toString(), { bom: true }) as string[][];
    expect(csv[1]?.[1]).toBe('2026-02');
    const pdf = await readPdf((await fileOf(grouped, { format: 'pdf' }, 'fr')).bytes);
    expect(pdf.pages[0]?.text).toContain('févr. 2026');
    const schema = readFileSync('docs/report-files/report.xsd', 'utf8');
    const whole = (await fileOf(grouped, { format: 'xml' }, 'fr')).bytes.toString();
    expect((await validateXML({ xml: whole, schema })).errors).toEqual([]);
    expect(whole).toContain('<month>2026-02</month>');
  });

  test('C9.018 of more values than columns is refused with their number, in the preview and in a run', async () => {
    for (let index = 0; index <= MOST_PIVOTED; index++) await place(`Merchant ${index}`, '5812', '1.00');
    const many = { groups: ['type'], pivot: 'merchantName' };
    expect(refusedFor(await pivotedNow(C, sourceOf(many)))).toContain('report.pivot.many');
    const { job } = await fileOf(granted(await save('Many', many)), { format: 'csv' });
    expect(job).toMatchObject({ status: 'failed', refusal: { code: 'report.pivot.many', params: { most: 50 } } });
    await seen({ ...many, query: 'merchantName=Merchant+1' });
  });

  test('C3.035 stands beside groups alone: another column of the same report, and none without groups', async () => {
    for (const more of [
      { pivot: 'type' },
      { groups: ['type'], pivot: 'type' },
      { groups: ['type'], pivot: 'nothing' },
      { groups: ['type'], pivot: 'billedAmount' }
    ])
      expect(sourceOf(more).definition.pivot).toBeNull();
    const id = granted(await save('Pivot', PIVOT));
    expect((await seenReport(C, id))?.definition.pivot).toBe('merchantCategoryCode');
  });

  test('C2.025 C2.082 is in every format, its columns named for people and for programs', async () => {
    await place('Harbour Hotel', '7011', '120.50');
    await place('Corner Café', '5812', '4.00');
    const report = granted(await save('Pivot', PIVOT));
    const csv = parse((await fileOf(report, { format: 'csv' })).bytes.toString(), {
      columns: true,
      bom: true
    }) as Record<string, string>[];
    expect(csv.map((row) => [row['5812'], row['7011'], row['Billed amount']])).toEqual([
      ['4', '', '4'],
      ['', '120.5', '120.5'],
      ['4', '120.5', '124.5']
    ]);
    const xlsx = await readXlsx((await fileOf(report, { format: 'xlsx' })).bytes);
    expect(xlsx.sheets[0]?.rows[3]).toEqual(expect.arrayContaining([4, 120.5, 124.5]));
    expect(JSON.stringify(await readPdf((await fileOf(report, { format: 'pdf' })).bytes))).toContain('7011');
    const xml = (await fileOf(report, { format: 'xml' })).bytes.toString();
    const schema = readFileSync('docs/report-files/report.xsd', 'utf8');
    expect((await validateXML({ xml, schema })).errors).toEqual([]);
    expect(xml).toContain('of="billedAmount" pivot="merchantCategoryCode" value="7011"');
    const { bytes } = await fileOf(report, { format: 'parquet' });
    const parquet = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    // The reader makes floating-point numbers of exact ones.
    const read = (value: unknown) => value && Number(Number(value).toFixed(4));
    expect(
      parquet.map(({ billedAmountAt1, billedAmountAt2 }) => [read(billedAmountAt1), read(billedAmountAt2)])
    ).toEqual([
      [4, null],
      [null, 120.5],
      [4, 120.5]
    ]);
  });

  test('CD.20 of any rows: the columns of a line add up to its sum, and no value of others is one', async () => {
    const category = fc.constantFrom('5812', '7011', '4511');
    const row = fc.tuple(fc.constantFrom('A', 'B', 'C'), category, fc.integer({ min: 1, max: 99_999 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        await world.current.query('DELETE FROM transactions WHERE issuer_id = $1', [C.issuerId]);
        for (const [merchant, code, cents, isOwn] of rows)
          await place(merchant, code, (cents / 100).toFixed(2), isOwn ? account : elsewhere);
        const own = rows.filter(([, , , isOwn]) => isOwn);
        const found = await seen(PIVOT);
        const parts = found.headings.slice(2, -2);
        expect(parts).toEqual([...new Set(own.map(([, code]) => code))].sort());
        for (const line of found.rows) {
          const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);
          expect(parts.reduce((sum, heading) => sum + cents(line[heading]), 0)).toBe(cents(line['Billed amount']));
        }
      }),
      { numRuns: 15 }
    );
  }, 120_000);
});

describe('issue 18 a share', () => {
  const share = (within: string, expression = '[billedAmount]') => ({
    calculated: [{ heading: 'Share', expression, share: within }]
  });
  const shares = async (more: object) => (await seen(more)).rows.map(({ Share }) => Share);

  test('C3.035 is the percentage of the report’s total, in each row and in each group', async () => {
    await place('Harbour Hotel', '7011', '120.00');
    await place('Harbour Hotel', '5812', '30.00');
    await place('Corner Café', '5812', '50.00');
    expect((await shares(share('report'))).sort()).toEqual(['15', '25', '60']);
    expect(await shares({ groups: ['merchantName'], ...share('report') })).toEqual(['25', '75', '100']);
    const nested = { groups: ['merchantName', 'merchantCategoryCode'] };
    expect(await shares({ ...nested, ...share('report') })).toEqual(['25', '25', '15', '60', '75', '100']);
    expect(await shares({ ...nested, ...share('group') })).toEqual(['100', '25', '20', '80', '75', '100']);
  });

  test('C3.035 is of one currency, and empty where the total is zero', async () => {
    await place('Harbour Hotel', '7011', '3.00');
    await place('Harbour Hotel', '7011', '-3.00');
    expect(await shares(share('report'))).toEqual([null, null]);
    const dollars = await anAccount(world.current, company);
    await world.current.query("UPDATE accounts SET currency = 'USD' WHERE id = $1", [dollars.id]);
    await world.current.query("UPDATE accounts SET currency = 'EUR' WHERE id = $1", [account.id]);
    await world.current.query('DELETE FROM transactions WHERE issuer_id = $1', [C.issuerId]);
    await place('A', '7011', '1.00');
    await place('A', '7011', '3.00');
    await place('B', '7011', '8.00', dollars);
    expect((await shares(share('report'))).sort()).toEqual(['100', '25', '75']);
    expect(await shares({ groups: ['merchantName'], ...share('report') })).toEqual(['100', '100', '100', '100']);
  });

  test('C3.035 by the plain model: each is its value by the sum, to six decimals', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(amounts, async (cents) => {
        await world.current.query('DELETE FROM transactions WHERE issuer_id = $1', [C.issuerId]);
        for (const one of cents) await place('A', '5812', (one / 100).toFixed(2));
        const total = cents.reduce((sum, one) => sum + one, 0);
        const expected = cents.map((one) => new Prisma.Decimal(one).mul(100).div(total).toDecimalPlaces(6).toFixed());
        expect((await shares(share('report'))).sort()).toEqual(expected.sort());
      }),
      { numRuns: 15 }
    );
  }, 60_000);

  test('C3.035 is refused of what doesn’t add up', async () => {
    for (const expression of ['[billedAmount] / [billedAmount]', '[billedAmount] + 1'])
      expect(refusedFor(await save('Share', share('report', expression)))).toBe('calculated report.share.additive');
    const id = granted(await save('Share', share('group', '[billedAmount] * 2')));
    expect((await seenReport(C, id))?.definition.calculated).toEqual([
      { heading: 'Share', expression: '[billedAmount] * 2', share: 'group' }
    ]);
  });
});
