// Workbooks as spreadsheet programs write them: tests/support/spreadsheets/README.md says how each was made.
import { readFileSync } from 'node:fs';
import { readSpreadsheet, type SheetRow } from '@/lib/core/files/spreadsheet-reader';
import { entityNamed } from '@/lib/kit/setup/entities';
import { exportRecords } from '@/lib/kit/setup/export-records';
import { importRecords } from '@/lib/kit/setup/import-records';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { READER, recordsOf } from '../support/setup';
import { aCompany, anIssuer } from '../support/structure';
import { applied, checked, faultsOf } from '../support/uploads';
import { aZip, workbookParts } from '../support/workbook';

const world = useDatabase();
const PROGRAMS = ['libreoffice', 'openpyxl', 'exceljs', 'sheetjs'];
const file = (name: string) => readFileSync(`tests/support/spreadsheets/${name}.xlsx`);

async function rowsOf(bytes: Uint8Array): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSpreadsheet(bytes)) rows.push(row);
  return rows;
}

test.each(PROGRAMS)('W1 C1.014 C2.014 C5.063 an upload of the structure written by %s is taken', async (program) => {
  const issuer = await anIssuer(world.current);
  await aCompany(world.current, issuer, { number: 'C1' });
  const by = await aPrincipalAt(world.current, 'I', issuer);
  const upload = await checked(by, issuer.id, file(`structure-${program}`));
  expect(await faultsOf(by, upload)).toEqual([]);
  expect(upload).toMatchObject({ status: 'checked', rowCount: 3, actions: { create: 3 } });
  await applied(by, upload);
  const [account] = await world.current.query(
    `SELECT n.name_1 AS name, a.last_four AS "lastFour", a.credit_limit::float8 AS "creditLimit", a.opened_on::text AS opened
     FROM accounts a JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id) WHERE a.issuer_id = $1`,
    [issuer.id]
  );
  expect(account).toEqual({ name: 'Kim Example', lastFour: '5454', creditLimit: 1500.5, opened: '2026-02-01' });
  const names = await world.current.query<{ name: string }>(
    `SELECT name_1 AS name FROM nodes WHERE issuer_id = $1 AND number IN ('P9', 'AG9') ORDER BY number`,
    [issuer.id]
  );
  expect(names.map(({ name }) => name)).toEqual(['東京', 'Zürich & Süd']);
});

test.each(PROGRAMS)('W1 C5.063 a list that %s opened and saved comes back as it was', async (program) => {
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const by = await aPrincipalAt(world.current, 'I', issuer);
  const report = await importRecords(
    by,
    entityNamed('tax-rate'),
    recordsOf(company),
    { name: 'tax-rates.xlsx', bytes: file(`tax-rates-${program}`) },
    { ...READER, apply: true },
    ORIGIN
  );
  expect(report).toMatchObject({ created: 3, faultCount: 0, applied: true });
  const stream = await exportRecords(
    by,
    entityNamed('tax-rate'),
    recordsOf(company),
    { ...READER, format: 'csv' },
    ORIGIN
  );
  const lines = (await bytesOf(stream as ReadableStream<Uint8Array>)).toString().slice(1).trim().split('\r\n');
  expect(lines).toEqual([
    'Name,Rate,Valid from,Valid to,Status',
    'Full “moms”,25,2026-01-01,,Active',
    'Reduced & low,12.5,2026-01-01,2026-12-31,Active',
    '免税,0,,,Inactive'
  ]);
});

const NAMED = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATED = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
/** A workbook of the sheets of these states; every sheet but the first is that of `workbookParts`, too. */
const stateOf = (states: readonly string[]) =>
  `<workbook ${NAMED} ${RELATED}><sheets>${states
    .map((state, at) => `<sheet name="S${at}" sheetId="${at + 1}" ${state && `state="${state}" `}r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

test('W1 C5.063 the first sheet that is shown is read, whether or not its state is written out', async () => {
  const parts = workbookParts('<row><c t="inlineStr"><is><t>one</t></is></c></row>');
  for (const states of [[''], ['visible']])
    expect(await rowsOf(aZip({ ...parts, 'xl/workbook.xml': stateOf(states) }))).toEqual([
      { number: 1, cells: ['one'] }
    ]);
  for (const states of [['hidden'], ['veryHidden']])
    await expect(rowsOf(aZip({ ...parts, 'xl/workbook.xml': stateOf(states) }))).rejects.toThrow(
      'spreadsheet.not.xlsx'
    );
});

test('W1 C5.063 the strict form of ISO 29500, prefixes and a byte order mark are read', async () => {
  const strict = (text: string) =>
    text
      .replaceAll(
        'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
        'http://purl.oclc.org/ooxml/spreadsheetml/main'
      )
      .replaceAll(
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
        'http://purl.oclc.org/ooxml/officeDocument/relationships'
      );
  const row = '<row r="1"><c r="A1" t="d"><v>2026-11-21</v></c><c r="B1" t="b"><v>1</v></c></row>';
  const parts = Object.entries(workbookParts(row)).map(([name, text]) => [name, `\ufeff${strict(text)}`]);
  expect(await rowsOf(aZip(Object.fromEntries(parts)))).toEqual([{ number: 1, cells: ['2026-11-21', 'TRUE'] }]);
});
