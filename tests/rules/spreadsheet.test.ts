import { readXlsx } from 'hucre/xlsx';
import { columnLetters, columnOf } from '@/lib/core/files/spreadsheet-cells';
import { SpreadsheetRefused } from '@/lib/core/files/spreadsheet-package';
import { readSpreadsheet, type SheetRow } from '@/lib/core/files/spreadsheet-reader';
import { type SheetValue, writeProtectedSpreadsheet, writeSpreadsheet } from '@/lib/core/files/spreadsheet-writer';
import { workbookOf } from '@/lib/core/files/workbook-writer';
import { bytesOf } from '../support/bytes';
import { until } from '../support/until';
import { aZip, workbookParts } from '../support/workbook';

async function rowsOf(bytes: Uint8Array): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSpreadsheet(bytes)) rows.push(row);
  return rows;
}
const read = (
  rows: string,
  options?: Parameters<typeof workbookParts>[1],
  more: Record<string, string | Buffer> = {}
) => rowsOf(aZip({ ...workbookParts(rows, options), ...more }));
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error) => {
      if (!(error instanceof SpreadsheetRefused)) throw error;
      return error.refusal.code;
    }
  );

describe('C5.063 a spreadsheet that is read', () => {
  test('gives each row by its number and each cell by its column, gaps and empty rows kept', async () => {
    const rows = await read(
      '<row r="2"><c r="B2" t="inlineStr"><is><t>two</t></is></c><c r="D2"><v>4</v></c></row><row r="3"/><row r="9"><c r="A9" t="b"><v>1</v></c></row>'
    );
    expect(rows).toEqual([
      { number: 2, cells: ['', 'two', '', '4'] },
      { number: 9, cells: ['TRUE'] }
    ]);
  });

  test('finds shared and rich texts, without how they are pronounced', async () => {
    const rows = await read('<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>7</v></c></row>', {
      strings:
        '<si><t>a &amp; b_x000D_</t></si><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'
    });
    expect(rows).toEqual([{ number: 1, cells: ['東京', 'a & b\r'] }]);
  });

  test('gives numbers as they were typed, dates as days, and says what it can not give', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="171" formatCode="#,##0.00 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>';
    const rows = await read(
      '<row><c><v>1E-2</v></c><c s="3"><v>0.30000000000000004</v></c><c s="1"><v>46347</v></c><c s="2"><v>46347.5</v></c><c><v>4111111111111111</v></c><c t="e"><v>#REF!</v></c><c><f>1+1</f><v>2</v></c><c><v>123456789012345</v></c></row>',
      { styles }
    );
    expect(rows[0]?.cells).toEqual([
      '0.01',
      '0.3',
      '2026-11-21',
      '2026-11-21T12:00:00',
      { code: 'spreadsheet.cell.long.number' },
      { code: 'spreadsheet.cell.error' },
      { code: 'spreadsheet.cell.formula' },
      '123456789012345'
    ]);
  });

  test('W1 C5.063 takes days and yes or no in either of the ways that the format has', async () => {
    const rows = await read(
      '<row><c t="d"><v>2026-03-29</v></c><c t="d"><v>2026-03-29T00:00:00</v></c><c t="d"><v>2026-03-29T09:30:00</v></c><c t="b"><v>true</v></c><c t="b"><v>false</v></c></row>'
    );
    expect(rows[0]?.cells).toEqual(['2026-03-29', '2026-03-29', '2026-03-29T09:30:00', 'TRUE', 'FALSE']);
  });

  test('reads the first sheet that is shown', async () => {
    const parts = workbookParts('<row><c><v>1</v></c></row>');
    const workbook = parts['xl/workbook.xml']?.replace(
      '<sheet ',
      '<sheet name="x" sheetId="9" state="hidden" r:id="rId2"/><sheet '
    );
    expect(await rowsOf(aZip({ ...parts, 'xl/workbook.xml': workbook as string }))).toEqual([
      { number: 1, cells: ['1'] }
    ]);
  });

  test('letters and numbers of columns agree', () => {
    expect([1, 26, 27, 52, 703].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'AAA']);
    for (const column of [1, 26, 27, 256, 702, 16_384]) expect(columnOf(`${columnLetters(column)}12`)).toBe(column);
  });
});

describe('C5.063 a spreadsheet is refused', () => {
  const row = '<row><c><v>1</v></c></row>';

  test('CD.12 when it has more than 4 MB', async () => {
    expect(await refusalOf(rowsOf(Buffer.alloc(4 * 1024 * 1024 + 1)))).toBe('file.too.large');
  });

  test.each([
    ['no archive', Buffer.from('Kind;Number\n')],
    ['nothing', Buffer.alloc(0)],
    ['an archive of something else', aZip({ 'a.txt': 'a' })],
    ['half of one', aZip(workbookParts(row)).subarray(0, 700)],
    ['a sheet that is not well formed', aZip(workbookParts('<row><c></row>'))],
    [
      'a document type',
      aZip({ ...workbookParts(row), 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "b">]><sst/>' })
    ],
    ['an unknown entity', aZip(workbookParts('<row><c t="inlineStr"><is><t>&a;</t></is></c></row>'))],
    ['rows out of order', aZip(workbookParts('<row r="5"/><row r="4"/>'))],
    [
      'text that is no UTF-8',
      aZip({ ...workbookParts(row), 'xl/sharedStrings.xml': Buffer.from([0xff, 0xfe, 0x3c, 0]) })
    ],
    ['one part twice', aZip({ ...workbookParts(row), 'xl/WORKBOOK.xml': '<a/>' })],
    ['a path that leads out', aZip({ ...workbookParts(row), '../x.xml': '<a/>' })]
  ])('that is %s', async (_, bytes) => {
    expect(await refusalOf(rowsOf(bytes))).toBe('spreadsheet.not.xlsx');
  });

  test('that is an old workbook, or has a password', async () => {
    expect(await refusalOf(rowsOf(Buffer.from('d0cf11e0a1b11ae1', 'hex')))).toBe('spreadsheet.old.or.locked');
  });

  test.each([
    ['xl/vbaProject.bin', 'spreadsheet.macros'],
    ['xl/macrosheets/sheet1.xml', 'spreadsheet.macros'],
    ['xl/activeX/activeX1.xml', 'spreadsheet.macros'],
    ['xl/externalLinks/externalLink1.xml', 'spreadsheet.external.links'],
    ['xl/connections.xml', 'spreadsheet.external.links'],
    ['xl/embeddings/oleObject1.bin', 'spreadsheet.embedded.files'],
    ['inner.xlsx', 'spreadsheet.embedded.files']
  ])('that carries %s', async (name, code) => {
    expect(await refusalOf(read(row, {}, { [name]: 'x' }))).toBe(code);
  });

  test('that says of itself that it has macros', async () => {
    const parts = workbookParts(row);
    const types = parts['[Content_Types].xml']?.replace(
      'openxmlformats-officedocument.spreadsheetml.sheet.main',
      'ms-excel.sheet.macroEnabled.main'
    );
    expect(await refusalOf(rowsOf(aZip({ ...parts, '[Content_Types].xml': types as string })))).toBe(
      'spreadsheet.macros'
    );
  });

  test('that unpacks to a hundred times its size, before it is unpacked', async () => {
    const bomb = `<row><c t="inlineStr"><is><t>${'A'.repeat(3_000_000)}</t></is></c></row>`;
    expect(await refusalOf(read(bomb))).toBe('spreadsheet.too.large.unpacked');
  });

  test('that unpacks to more than it says', async () => {
    const lie = aZip(workbookParts(`<row><c t="inlineStr"><is><t>${'A'.repeat(3_000_000)}</t></is></c></row>`), {
      claimedSize: (name, size) => (name.endsWith('sheet1.xml') ? 900 : size)
    });
    expect(await refusalOf(rowsOf(lie))).toBe('spreadsheet.not.xlsx');
  });

  test('that has too many parts, columns or cells', async () => {
    const parts = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`xl/theme/${n}.xml`, '']));
    expect(await refusalOf(read(row, {}, parts))).toBe('spreadsheet.too.large.unpacked');
    expect(await refusalOf(read('<row><c r="XFD1"><v>1</v></c></row>'))).toBe('spreadsheet.too.many.columns');
    // Random enough not to be taken for a bomb.
    let seed = 1;
    const cell = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return `<c><v>${seed >>> 29}</v></c>`;
    };
    const rows = Array.from({ length: 8_001 }, () => `<row>${Array.from({ length: 250 }, cell).join('')}</row>`);
    expect(await refusalOf(read(rows.join('')))).toBe('spreadsheet.too.many.cells');
  });
});

describe('C5.063 a spreadsheet that is written', () => {
  const columns = [{ header: 'Number' }, { header: 'Name', width: 40 }];

  test('comes back as it was, text that looks like a formula as text', async () => {
    const rows: SheetValue[][] = [
      [1, '=HYPERLINK("http://x","y")'],
      [-2.5, '+49 '],
      [null, ' leading, "quotes" & <marks>\n漢字 🙂'],
      [12, '@x\u0000\u0007']
    ];
    const bytes = await bytesOf(writeSpreadsheet('A/B: [x]', columns, rows));
    expect(await rowsOf(bytes)).toEqual([
      { number: 1, cells: ['Number', 'Name'] },
      { number: 2, cells: ['1', '=HYPERLINK("http://x","y")'] },
      { number: 3, cells: ['-2.5', '+49 '] },
      { number: 4, cells: ['', ' leading, "quotes" & <marks>\n漢字 🙂'] },
      { number: 5, cells: ['12', '@x'] }
    ]);
  });

  test('goes on in a further sheet under the same headings once one is full', async () => {
    const rows = [1, 2, 3, 4, 5].map((n) => [n]);
    const sheets = [
      { name: 'Rows', widths: [20], headings: ['N'], rows },
      { name: 'About', widths: [20], rows: [['a', true]] }
    ];
    const { sheets: read } = await readXlsx(await bytesOf(workbookOf(sheets, 3)));
    expect(read.map(({ name, rows: of }) => [name, of])).toEqual([
      ['Rows', [['N'], [1], [2]]],
      ['Rows_2', [['N'], [3], [4]]],
      ['Rows_3', [['N'], [5]]],
      ['About', [['a', true]]]
    ]);
  });

  test('keeps what looks like an escape of Office’s, and line ends', async () => {
    const bytes = await bytesOf(writeSpreadsheet('x', columns, [['_x000D_', 'a\r\nb']]));
    expect((await rowsOf(bytes))[1]?.cells).toEqual(['_x000D_', 'a\r\nb']);
    expect((await readXlsx(bytes)).sheets[0]?.rows[1]).toEqual(['_x000D_', 'a\r\nb']);
  });

  test('says on a second sheet what the first one has', async () => {
    const about = { name: 'x', facts: [{ label: 'Rows', value: '=1' }] };
    const password = 'secret-1';
    for (const bytes of [
      await bytesOf(writeSpreadsheet('X', columns, [[1, 'a']], about)),
      await writeProtectedSpreadsheet('X', columns, [[1, 'a']], password, about)
    ]) {
      const { sheets } = await readXlsx(bytes, { password });
      expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
        [
          'X',
          [
            ['Number', 'Name'],
            [1, 'a']
          ]
        ],
        ['x 2', [['Rows', '=1']]]
      ]);
    }
  });

  test('is made while it is read', async () => {
    let asked = 0;
    let isEnded = false;
    async function* endless(): AsyncGenerator<SheetValue[]> {
      try {
        for (;;) yield [++asked, `row ${asked * 7919}`];
      } finally {
        isEnded = true;
      }
    }
    const reader = writeSpreadsheet('x', columns, endless()).getReader();
    await reader.read();
    await reader.cancel();
    expect(asked).toBeLessThan(100_000);
    await until(() => isEnded);
  });
});
