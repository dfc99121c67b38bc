import { buffer } from 'node:stream/consumers';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import type { StructureNode } from '@/lib/directory/structure/nodes';
import { decimalOf } from '@/lib/money/ledger/amounts';
import { cellReader, writtenDay } from '@/lib/money/ledger/cells';
import { encoded, MARK } from '@/lib/money/ledger/encoding';
import { type Layout, type LayoutColumn, layoutFault, READY_MADE, withCodes } from '@/lib/money/ledger/layout';
import { isLayoutFor } from '@/lib/money/ledger/layouts';
import { type BookedPart, type Line, linesOf } from '@/lib/money/ledger/lines';
import { fileKind, writeFile } from '@/lib/money/ledger/write-file';
import { aLine, CODES, CONTEXT, CSV, column, each, layout, PART, TOTALS, written } from '../support/ledger-parts';

test('CD.30 a file that everybody has says all of a transaction, in its columns', async () => {
  const { columns: _, ...whole } = withCodes(CSV, CODES.names());
  expect(whole).toMatchObject({ name: 'CSV', format: 'csv', headings: true, encoding: 'utf8_mark', offset: null });
  const text = await written(withCodes(CSV, CODES.names()), PART);
  expect(text.split('\r\n')).toEqual([
    '\ufeffPosting date,Transaction date,Reference,Company,Account,Card,Type,Merchant,Merchant category,Amount,Currency,Tax,Tax code,Original amount,Original currency,Split,Ledger account,Project,Description,Purpose,Customer code',
    '2026-03-15,2026-03-14,REF1,C1,Ada,4711,purchase,Harbour Hotel,7011,7.50,EUR,1.50,V20,20.00,USD,2,6000,P1,Rooms,Fair,ACME',
    ''
  ]);
  expect(Object.keys(READY_MADE)).toEqual(['csv', 'xlsx', 'journal']);
  expect(READY_MADE.xlsx).toMatchObject({ name: 'XLSX', format: 'xlsx', encoding: null, columns: CSV.columns });
});

test('CD.30 the journal that everybody has says both sides, its number, day and sums', async () => {
  const journal = READY_MADE.journal as Layout;
  expect(journal).toMatchObject({
    name: 'General ledger journal',
    lineEnd: 'crlf',
    encoding: 'utf8',
    quotes: 'needed'
  });
  expect(await written(journal, { ...PART, merchantName: `${'Hotel; '.repeat(8)}` })).toBe(
    [
      'H;00000007;20260331;3',
      `1;20260315;1;6000;7.50;;EUR;"${'Hotel; '.repeat(8).slice(0, 40)}";REF1`,
      `2;20260315;1;CARD CLEARING;;12.50;EUR;"${'Hotel; '.repeat(8).slice(0, 40)}";REF1`,
      'T;00000007;3;15.00;2.50',
      ''
    ].join('\r\n')
  );
});

test('CD.30 every content of a column reads what it names, and nothing on the line of the offset account that is a split’s', () => {
  const read = (source: LayoutColumn['source'], line: Line, more: Partial<LayoutColumn> = {}) => {
    const cell = cellReader(column(source, more), CONTEXT)(line);
    if (!cell) return null;
    return cell.kind === 'amount' ? `${cell.units} ${cell.currency}` : cell.kind === 'day' ? cell.day : cell.text;
  };
  const said = {
    transaction_date: '2026-03-14',
    posting_date: '2026-03-15',
    export_date: '2026-03-31',
    amount: '75000 EUR',
    debit: '75000 EUR',
    credit: null,
    indicator: 'S',
    tax: '15000 EUR',
    total: '125000 EUR',
    currency: 'EUR',
    original_amount: '200000 USD',
    original_currency: 'USD',
    conversion_rate: '0.625',
    percent: '60',
    ledger_account: '6000',
    code: 'P1',
    every_code: null,
    description: 'Rooms',
    purpose: 'Fair',
    customer_code: 'ACME',
    tax_code: 'V20',
    custom: '4',
    type: 'purchase',
    merchant_name: 'Harbour Hotel',
    merchant_city: 'Bergen',
    merchant_region: 'Vestland',
    merchant_country: 'NO',
    merchant_id: 'M1',
    merchant_category: '7011',
    account_name: 'Ada',
    last_four: '4711',
    company_number: 'C1',
    company_name: 'Quay',
    source_reference: 'REF1',
    transaction_number: '2',
    line_number: '3',
    split_number: '2',
    export_number: '7',
    constant: 'X'
  } as const;
  const sources = Object.keys(said) as (keyof typeof said)[];
  const all = (line: Line) =>
    Object.fromEntries(
      sources.map((source) => {
        const code = source === 'code' ? 'project' : source === 'ledger_account' ? 'Ledger account' : null;
        return [source, read(source, line, { code, custom: 'GUESTS', constant: 'X', debit: 'S', credit: 'H' })];
      })
    );
  expect(all(aLine())).toEqual(said);
  expect(all(aLine({ units: -125_000n, tax: null, isOffset: true }))).toEqual({
    ...said,
    amount: '-125000 EUR',
    debit: null,
    credit: '125000 EUR',
    indicator: 'H',
    tax: null,
    percent: null,
    ledger_account: 'CLEARING',
    code: null,
    description: null,
    split_number: null
  });
  const bare = { ...PART, splitNumber: null, percent: null, purpose: '' };
  expect(['split_number', 'percent', 'purpose'].map((one) => read(one as 'purpose', aLine({ part: bare })))).toEqual([
    ...['1', null, null]
  ]);
  expect(read('amount', aLine({ units: 0n }))).toBe('0 EUR');
  expect([read('debit', aLine({ units: 0n })), read('credit', aLine({ units: 0n }))]).toEqual(['0 EUR', null]);
});

test('codes and custom fields are those of the scheme and the company, and nothing where these have none', () => {
  const code = (name: string | null, part: Partial<BookedPart>) => CODES.reader(name)({ ...PART, ...part });
  expect(code(null, {})).toBe('6000');
  expect(code('Project', {})).toBe('P1');
  expect(code('Project', { schemeId: 'other', codes: { again: 'Q' } })).toBe('Q');
  expect([code('Project', { schemeId: null }), code('Project', { codes: null }), code('Car', {})]).toEqual([
    ...[null, null, null]
  ]);
  const custom = (label: string, part: Partial<BookedPart> = {}) => CODES.customReader(label)({ ...PART, ...part });
  expect([custom('guests'), custom('Visit'), custom('Guests', { companyId: 'other' })]).toEqual(['4', null, null]);
  expect(CODES.names()).toEqual(['Ledger account', 'Project']);
});

test('days are written in each way that a column knows', () => {
  const formats = ['iso', 'ymd', 'dmy_points', 'dmy_slashes', 'mdy_slashes', 'dmy', 'short_ymd'] as const;
  expect(formats.map((dateFormat) => writtenDay('2026-03-15', column('posting_date', { dateFormat })))).toEqual([
    ...['2026-03-15', '20260315', '15.03.2026', '15/03/2026', '03/15/2026', '15032026', '260315']
  ]);
});

test('amounts have the decimals, the mark and the sign of their column', async () => {
  const amount = async (billedAmount: string, more: Partial<LayoutColumn>) =>
    (await written(layout('csv', [column('total', more)]), { ...PART, billedAmount })).trim();
  expect(await amount('-1.5', { decimalMark: 'comma' })).toBe('"-1,50"');
  expect(await amount('-1.5', { decimalMark: 'none' })).toBe('-150');
  expect(await amount('-1.5', { sign: 'none' })).toBe('1.50');
  expect(await amount('-1.5', { sign: 'trailing' })).toBe('1.50-');
  expect([await amount('-1.5', { sign: 'reversed' }), await amount('1.5', { sign: 'reversed' })]).toEqual([
    ...['1.50', '-1.50']
  ]);
  expect(await amount('1.5', { decimals: 3 })).toBe('1.500');
  expect(await amount('1.2345', {})).toBe('1.2345');
  const refusal = { refusal: { code: 'ledger.amount.decimals', params: { column: 'total', reference: 'REF1' } } };
  await expect(amount('1.2345', { decimals: 2 })).rejects.toMatchObject(refusal);
  await expect(amount('1.2345', { decimalMark: 'none' })).rejects.toMatchObject(refusal);
  expect([decimalOf(12_300n, 1), decimalOf(10_000n, 0), decimalOf(12_000n, 0, true), decimalOf(-10_000n, 2)]).toEqual([
    ...['1.23', '1', null, '-1.00']
  ]);
});

describe('a text', () => {
  const one = async (of: Layout, part: Partial<BookedPart>) =>
    (await written(of, { ...PART, ...part })).replace(/\r?\n$/, '');

  test('is quoted where the layout says, and where it must be', async () => {
    const of = (more: Partial<Layout>) => layout('delimited', [column('merchant_name'), column('split_number')], more);
    expect(await one(of({}), {})).toBe('Harbour Hotel;2');
    expect(await one(of({ quotes: 'always' }), {})).toBe('"Harbour Hotel";2');
    expect(await one(of({}), { merchantName: 'a;b' })).toBe('"a;b";2');
    expect(await one(of({}), { merchantName: 'a"b' })).toBe('"a""b";2');
    expect(await one(of({ delimiter: 'pipe' }), { merchantName: 'a|b;c' })).toBe('"a|b;c"|2');
    expect(await one(of({ delimiter: 'pipe' }), { merchantName: 'ab' })).toBe('ab|2');
    expect(await one(of({ delimiter: 'tab' }), { merchantName: 'a b' })).toBe('a b\t2');
    expect(await one(of({ delimiter: 'comma', quotes: 'never' }), { merchantName: 'a,b' })).toBe('a b,2');
    // A CSV keeps its lines and its own delimiter, whatever the layout was before.
    const csv = layout('csv', [column('merchant_name'), column('split_number')], { quotes: 'never' });
    expect(await one(csv, { merchantName: 'a\nb' })).toBe('"a\nb",2');
    expect(await one({ ...csv, quotes: 'always' }, { merchantName: 'ab' })).toBe('ab,2');
    expect(await one(of({}), { merchantName: 'a\nb' })).toBe('a b;2');
  });

  test('that begins like a formula is marked where a program would open the file', async () => {
    const name = [column('merchant_name', { width: 6 })];
    expect(await one(layout('fixed', name), { merchantName: '=1' })).toBe('=1    ');
    expect(await one(layout('fixed', name, { formulas: 'neutral' }), { merchantName: '=1' })).toBe("'=1   ");
    expect(await one(layout('csv', name, { formulas: 'plain' }), { merchantName: '=1' })).toBe("'=1");
    const never = layout('delimited', name, { quotes: 'never' });
    expect(await one(never, { merchantName: '"x' })).toBe('\'"x');
    expect(await one({ ...never, formulas: 'plain' }, { merchantName: '"x' })).toBe('"x');
    expect(await one(layout('delimited', name), { merchantName: '"x' })).toBe('"""x"');
  });

  test('is cut and filled to its width as people count, on the side that the column says', async () => {
    const of = (more: Partial<LayoutColumn>, format: Layout['format'] = 'fixed') =>
      layout(format, [column('merchant_name', { width: 3, ...more })]);
    expect(await one(of({}), { merchantName: '𠮷𠮷𠮷𠮷' })).toBe('𠮷𠮷𠮷');
    expect(await one(of({}), { merchantName: '𠮷' })).toBe('𠮷  ');
    expect(await one(of({ align: 'right' }), { merchantName: 'a' })).toBe('  a');
    expect(await one(of({}), { merchantName: 'abc' })).toBe('abc');
    expect(await one(of({}), { merchantName: 'abcd' })).toBe('abc');
    expect(await one(of({}, 'delimited'), { merchantName: 'a' })).toBe('a');
    expect(await one(of({}, 'delimited'), { merchantName: 'abcd' })).toBe('abc');
    expect(await one(of({ padding: 'space' }, 'delimited'), { merchantName: 'a' })).toBe('a  ');
    expect(await one(of({ width: null, padding: 'space' }, 'delimited'), { merchantName: 'a' })).toBe('a');
  });

  test('numbers are filled with what the column says, from the right unless it says otherwise, and never cut', async () => {
    const of = (more: Partial<LayoutColumn>, source: LayoutColumn['source'] = 'total') =>
      layout('fixed', [column(source, { width: 6, ...more })]);
    expect(await one(of({}), {})).toBe(' 12.50');
    expect(await one(of({ padding: 'zero' }), {})).toBe('012.50');
    expect(await one(of({ padding: 'zero', width: 7 }), { billedAmount: '-12.5' })).toBe('-012.50');
    expect(await one(of({ align: 'left' }), {})).toBe('12.50 ');
    expect(await one(of({ padding: 'zero' }, 'split_number'), {})).toBe('000002');
    expect(await one(of({ width: 5 }), {})).toBe('12.50');
    await expect(one(of({ width: 4 }), {})).rejects.toMatchObject({
      refusal: { code: 'ledger.value.too.wide', params: { column: 'total', reference: 'REF1', width: 4 } }
    });
    expect(await one(of({ width: 8, dateFormat: 'ymd' }, 'posting_date'), {})).toBe('20260315');
    expect(await one(of({ padding: 'zero' }, 'percent'), { percent: null })).toBe('000000');
    expect(await one(of({}, 'purpose'), { purpose: null })).toBe('      ');
  });

  test('headings are as wide as their columns', async () => {
    const of = layout(
      'fixed',
      [column('merchant_name', { name: 'Merchant', width: 4 }), column('type', { width: 8 })],
      {
        headings: true
      }
    );
    expect(await written(of, PART)).toBe('Merctype    \nHarbpurchase\n');
    const csv = layout('csv', [column('merchant_name', { name: 'Merchant', width: 4 })], { headings: true });
    expect((await written(csv, PART)).split('\n')[0]?.trim()).toBe('Merchant');
  });
});

test('first and last lines say numbers filled up to their width, and keep what they do not know', async () => {
  const of = layout('delimited', [column('line_number')], {
    header: '[number];[number:3];[toString];[total:9];[total]',
    trailer: null
  });
  expect(await written(of, PART)).toBe('7;007;[toString];-00012.50;-12.50\n1\n');
  expect(await written({ ...of, header: null }, PART)).toBe('1\n');
});

test('a file begins with the mark of its encoding where it has one, and is of its media type', async () => {
  const bytes = async (encoding: Layout['encoding']) =>
    buffer(writeFile(layout('csv', [column('type')], { encoding }), CONTEXT, TOTALS, linesOf(each([PART]), false)));
  expect((await bytes('utf8_mark')).subarray(0, 3)).toEqual(MARK.utf8_mark);
  expect((await bytes('utf8')).toString('latin1')).toMatch(/^purchase/);
  const kind = (format: Layout['format'], encoding: Layout['encoding'] = 'utf8') =>
    fileKind({ ...CSV, format, encoding });
  expect(kind('csv')).toEqual({ mediaType: 'text/csv; charset=utf-8', extension: 'csv' });
  expect(kind('delimited', 'windows1252')).toEqual({
    mediaType: 'text/plain; charset=windows-1252',
    extension: 'txt'
  });
  expect(kind('xlsx').extension).toBe('xlsx');
  expect(encoded('ÅŁ1€≠', 'windows1252')).toEqual(Buffer.from([0xc5, 0x3f, 0x31, 0x80, 0x3f]));
  expect(encoded('ǺĄ', 'windows1252').toString('latin1')).toBe('AA');
});

test('the lines of a transaction stand together, and one against them where there is an offset account', async () => {
  const parts = [
    { ...PART, splitNumber: 1, splitAmount: '5', splitTax: '1' },
    PART,
    { ...PART, id: 'b', splitNumber: null, splitAmount: null, splitTax: null, billedAmount: '3', taxAmount: '0.5' }
  ];
  const told = async (hasOffset: boolean) => {
    const lines: unknown[] = [];
    for await (const { units, tax, isOffset, lineNumber, transactionNumber } of linesOf(each(parts), hasOffset))
      lines.push([Number(units), tax, isOffset, lineNumber, transactionNumber]);
    return lines;
  };
  expect(await told(false)).toEqual([
    [50_000, '1', false, 1, 1],
    [75_000, '1.5', false, 2, 1],
    [30_000, '0.5', false, 3, 2]
  ]);
  expect(await told(true)).toEqual([
    [50_000, '1', false, 1, 1],
    [75_000, '1.5', false, 2, 1],
    [-125_000, null, true, 3, 1],
    [30_000, '0.5', false, 4, 2],
    [-30_000, null, true, 5, 2]
  ]);
});

test('a layout writes nothing without columns, widths or a way to tell its decimals from its delimiter', () => {
  const comma = [column('amount', { decimalMark: 'comma' })];
  const never = { quotes: 'never', delimiter: 'comma' } as const;
  const code = (of: Layout) => layoutFault(of)?.code ?? null;
  expect(code(layout('csv', []))).toBe('ledger.layout.empty');
  expect(code(layout('delimited', comma, never))).toBe('ledger.layout.decimal.comma');
  expect(code(layout('delimited', comma, { ...never, delimiter: 'tab' }))).toBeNull();
  expect(code(layout('delimited', comma, { ...never, quotes: 'needed' }))).toBeNull();
  expect(code(layout('delimited', [column('amount')], never))).toBeNull();
  expect(code(layout('csv', comma, never))).toBeNull();
  expect(code(layout('fixed', [column('amount', { width: 5 })]))).toBeNull();
  expect(code(layout('fixed', [column('amount')]))).toBe('ledger.layout.width.missing');
  expect(code(layout('fixed', [column('every_code', { width: 5 })]))).toBe('ledger.layout.width.missing');
});

test('CD.20 a layout is for everybody, for its issuer, or for its company', () => {
  const node = { issuerId: 'i', companyId: 'c' } as StructureNode;
  expect([null, 'i', 'c', 'other'].map((ownerId) => isLayoutFor(node, ownerId))).toEqual([true, true, true, false]);
});

test('a spreadsheet has amounts with the sign of their column, and as text what it can’t hold as a number', async () => {
  const signs = (['leading', 'none', 'reversed'] as const).map((sign) => column('total', { sign }));
  const of = layout('xlsx', [...signs, column('posting_date'), column('split_number'), column('credit')]);
  const rows: string[][] = [];
  const parts = ['-1.5', '99999999999.9999'].map((billedAmount, at) => ({ ...PART, id: `${at}`, billedAmount }));
  const bytes = await buffer(writeFile(of, CONTEXT, TOTALS, linesOf(each(parts), false)));
  for await (const { cells } of readSpreadsheet(bytes)) rows.push(cells.map(String));
  expect(rows[1]?.slice(0, 5)).toEqual(['-1.5', '1.5', '1.5', '2026-03-15', '2']);
  expect(rows[2]?.slice(0, 3)).toEqual(['99999999999.9999', '99999999999.9999', '-99999999999.9999']);
});
