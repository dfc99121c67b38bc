import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { type JobRun, JobStopped } from '@/lib/kit/jobs/job-run';
import { type Layout, layoutFault, READY_MADE } from '@/lib/money/ledger/layout';
import { linesOf } from '@/lib/money/ledger/lines';
import { counted } from '@/lib/money/ledger/run-export';
import { fileKind, writeFile } from '@/lib/money/ledger/write-file';
import { aLine, CONTEXT, column, each, layout, PART, TOTALS, written } from '../support/ledger-parts';

const one = async (of: Layout, part: Partial<typeof PART> = {}) =>
  (await written(of, { ...PART, ...part })).replace(/\r?\n$/, '');

test('CD.30 nothing has no sign', async () => {
  const amount = (sign: 'leading' | 'trailing' | 'none' | 'reversed') =>
    one(layout('fixed', [column('total', { sign, width: 6 })]), { billedAmount: '0' });
  expect(await Promise.all((['leading', 'trailing', 'none', 'reversed'] as const).map(amount))).toEqual([
    ...['  0.00', '  0.00', '  0.00', '  0.00']
  ]);
  const sides = layout('csv', [column('debit'), column('credit'), column('indicator', { debit: 'D', credit: 'C' })]);
  expect(await one(sides, { splitAmount: '0' })).toBe('0.00,,D');
  expect(await one(sides, { splitAmount: '-0.01' })).toBe(',0.01,C');
});

test('CD.30 amounts have one sign, and as many digits behind it as are implied', async () => {
  const of = (more: object) => layout('fixed', [column('total', { width: 8, ...more })]);
  expect(await one(of({ sign: 'trailing' }), { billedAmount: '1.5' })).toBe('    1.50');
  expect(await one(of({ sign: 'trailing', padding: 'zero' }), { billedAmount: '-1.5' })).toBe('0001.50-');
  expect(await one(of({ sign: 'none', padding: 'zero' }), { billedAmount: '-1.5' })).toBe('00001.50');
  expect(await one(of({ decimalMark: 'none', decimals: 3 }), { billedAmount: '1.5' })).toBe('    1500');
  expect(await one(of({ decimalMark: 'comma' }), { billedAmount: '1.5' })).toBe('    1,50');
  expect(await one(of({}), { billedAmount: '1000', billedCurrency: 'JPY' })).toBe('    1000');
  expect(await one(of({ decimals: 0 }), { billedAmount: '3' })).toBe('       3');
});

test('CD.30 a text in places is left as it is but for its line ends', async () => {
  const of = layout('fixed', [column('merchant_name', { width: 6 })], { quotes: 'always', delimiter: 'comma' });
  expect(await one(of, { merchantName: 'a"b,c' })).toBe('a"b,c ');
  expect(await one(of, { merchantName: '"ab' })).toBe('"ab   ');
  expect(await one(of, { merchantName: 'a\nb' })).toBe('a b   ');
  expect(await one(of, { merchantName: 'e\u0301a' })).toBe('éa    ');
});

test('CD.30 delimited texts are marked, quoted and cut by what their layout says', async () => {
  const name = [column('merchant_name'), column('split_number')];
  const of = (more: Partial<Layout>) => layout('delimited', name, more);
  expect(await one(of({}), { merchantName: '=1' })).toBe("'=1;2");
  expect(await one(of({ formulas: 'plain' }), { merchantName: '=1' })).toBe('=1;2');
  expect(await one(of({ quotes: 'never' }), { merchantName: 'a"b;c' })).toBe('a"b c;2');
  expect(await one(of({ quotes: 'never' }), { merchantName: 'ab' })).toBe('ab;2');
  expect(await one(layout('csv', name, { quotes: 'never' }), { merchantName: '"x' })).toBe('"""x",2');
  expect(await one(of({ delimiter: null }), { merchantName: 'a;b,c' })).toBe('"a;b,c",2');
  expect(await written(of({ lineEnd: null }), PART)).toBe('Harbour Hotel;2\r\n');
  expect(await written(of({ lineEnd: 'lf', headings: true }), PART)).toBe(
    'merchant_name;split_number\nHarbour Hotel;2\n'
  );
});

test('CD.30 of no transactions there are no lines, on no account', async () => {
  const lines: unknown[] = [];
  for (const hasOffset of [true, false]) for await (const line of linesOf(each([]), hasOffset)) lines.push(line);
  expect(lines).toEqual([]);
});

test('CD.30 a long file asks every 10,000 lines whether its job goes on, and ends where it does not', async () => {
  const asked: object[] = [];
  const counting = (save: (told: object) => void) => {
    const written = { count: 0, lines: 0, total: 0n, debit: 0n, credit: 0n };
    const lines = each(
      Array.from({ length: 20_001 }, (_, at) => aLine({ units: at % 2 ? -1n : 2n, isOffset: at > 9 }))
    );
    const run = { save: async (told: object) => save(told) } as unknown as JobRun;
    return { written, lines: counted(run, lines, written, 20_001) };
  };
  const { written, lines } = counting((told) => asked.push(told));
  let passed = 0;
  for await (const _ of lines) passed++;
  expect(asked).toEqual([10_000, 20_000].map((done) => ({ done, total: 20_001 })));
  expect([passed, written]).toEqual([20_001, { count: 2, lines: 20_001, total: 5n, debit: 20_002n, credit: 10_000n }]);
  const stopped = counting(() => {
    throw new JobStopped('cancelled');
  });
  await expect(
    (async () => {
      for await (const _ of stopped.lines);
    })()
  ).rejects.toThrow(JobStopped);
  expect(stopped.written.lines).toBe(10_000);
});

test('CD.30 a file is written in parts of a quarter of a megabyte', async () => {
  const wide = layout('delimited', [column('merchant_name')]);
  const parts = Array.from({ length: 300 }, (_, at) => ({ ...PART, id: `${at}`, merchantName: 'x'.repeat(1_023) }));
  const sizes: number[] = [];
  for await (const bytes of writeFile(wide, CONTEXT, TOTALS, linesOf(each(parts), false))) sizes.push(bytes.length);
  expect(sizes).toEqual([256 * 1024, 44 * 1024]);
});

test('CD.30 first and last lines say the day, the counts and the sums', async () => {
  const of = layout('delimited', [column('line_number')], {
    header: '[date] [count:4] [lines] [total:3]',
    trailer: '[debit] [credit:6]'
  });
  expect(await written(of, PART)).toBe('20260331 0002 3 -12.50\n1\n15.00 002.50\n');
});

/** A part of a ZIP archive, as text. */
function partOf(bytes: Buffer, name: string): string {
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 1)) {
    const begin = at + 30 + bytes.readUInt16LE(at + 26);
    if (bytes.toString('utf8', at + 30, begin).endsWith(name))
      return inflateRawSync(bytes.subarray(begin + bytes.readUInt16LE(at + 28))).toString();
  }
  return '';
}

test('CD.30 a spreadsheet has numbers where they fit, texts as they are, and no cell for nothing', async () => {
  const of = layout('xlsx', [
    ...[column('total'), column('merchant_name'), column('line_number'), column('purpose'), column('type')],
    ...[column('posting_date', { dateFormat: 'ymd' }), column('total', { name: 'None', sign: 'none' })]
  ]);
  // Fifteen digits, and one more.
  const parts = ['12345678901.2345', '123456789012.3456', '0'].map((billedAmount, at) => ({
    ...PART,
    id: `${at}`,
    billedAmount,
    purpose: '',
    merchantName: '=1+1'
  }));
  const bytes = await buffer(writeFile(of, CONTEXT, TOTALS, linesOf(each(parts), false)));
  const rows: unknown[][] = [];
  for await (const { cells } of readSpreadsheet(bytes)) rows.push(cells.map(String));
  expect(rows.slice(1)).toEqual([
    ['12345678901.2345', '=1+1', '1', '', 'purchase', '20260315', '12345678901.2345'],
    ['123456789012.3456', '=1+1', '2', '', 'purchase', '20260315', '123456789012.3456'],
    ['0', '=1+1', '3', '', 'purchase', '20260315', '0']
  ]);
  const sheet = partOf(bytes, 'sheet1.xml');
  expect(['<v>12345678901.2345</v>', '<v>123456789012.3456</v>'].map((cell) => sheet.includes(cell))).toEqual([
    ...[true, false]
  ]);
  expect(rows[0]).toEqual(['total', 'merchant_name', 'line_number', 'purpose', 'type', 'posting_date', 'None']);
});

test('CD.30 the columns of what everybody has are written as own ones are', () => {
  for (const { columns } of Object.values(READY_MADE))
    for (const { name, source, width, ...more } of columns)
      expect({ name, source, width, ...more }).toEqual({
        name,
        source,
        constant: null,
        code: null,
        custom: null,
        debit: 'D',
        credit: 'C',
        decimals: null,
        decimalMark: 'point',
        sign: 'leading',
        align: null,
        padding: null,
        width: name === 'Text' ? 40 : null,
        dateFormat: name === 'Posting date' ? more.dateFormat : 'iso'
      });
  expect(READY_MADE.journal?.columns[1]?.dateFormat).toBe('ymd');
  for (const ready of Object.values(READY_MADE)) expect(layoutFault(ready)).toBeNull();
});

test('CD.30 a layout that is refused names the column', () => {
  const comma = [column('type'), column('amount', { decimalMark: 'comma' })];
  expect(layoutFault(layout('delimited', comma, { quotes: 'never', delimiter: 'comma' }))).toEqual({
    code: 'ledger.layout.decimal.comma',
    params: { column: 'amount' }
  });
  expect(layoutFault(layout('fixed', [column('type', { width: 3 }), column('amount')]))).toEqual({
    code: 'ledger.layout.width.missing',
    params: { column: 'amount' }
  });
  expect(fileKind(layout('xlsx', []))).toEqual({
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx'
  });
  expect(fileKind(layout('fixed', [], { encoding: 'windows1252' }))).toEqual({
    mediaType: 'text/plain; charset=windows-1252',
    extension: 'txt'
  });
});
