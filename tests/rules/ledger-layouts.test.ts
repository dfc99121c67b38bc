import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { decimalOf, unitsOf } from '@/lib/money/ledger/amounts';
import { type FileContext, LedgerRefused } from '@/lib/money/ledger/cells';
import { CodeBook } from '@/lib/money/ledger/code-book';
import { encoded } from '@/lib/money/ledger/encoding';
import { type Layout, type LayoutColumn, layoutFault, READY_MADE, withCodes } from '@/lib/money/ledger/layout';
import { type BookedPart, type Line, linesOf } from '@/lib/money/ledger/lines';
import { type FileTotals, writeFile } from '@/lib/money/ledger/write-file';

const SCHEME = { id: 'scheme', code: 'code' };
const CODES = new CodeBook(
  [
    { schemeId: SCHEME.id, id: SCHEME.code, name: 'Ledger account' },
    { schemeId: SCHEME.id, id: 'project', name: 'Project' }
  ],
  [{ companyId: 'company', id: 'custom', label: 'Visit' }]
);
const CONTEXT: FileContext = { exportNumber: 7, day: '2026-03-31', offset: null, codes: CODES };
const TOTALS: FileTotals = { count: 2, lines: 3, total: 125_000n, debit: 150_000n, credit: 25_000n };

const PART: BookedPart = {
  id: 'a',
  companyId: 'company',
  schemeId: SCHEME.id,
  postingDate: '2026-03-15',
  transactionDate: '2026-03-14',
  type: 'purchase',
  sourceReference: 'REF1',
  amount: '12.5',
  currency: 'EUR',
  billedAmount: '12.5',
  billedCurrency: 'EUR',
  conversionRate: '1',
  merchantId: null,
  merchantName: 'Harbour Hotel',
  merchantCity: null,
  merchantRegion: null,
  merchantCountry: null,
  merchantCategory: '7011',
  taxAmount: null,
  taxCode: null,
  customerCode: null,
  purpose: null,
  customValues: { custom: 'Fair' },
  accountName: 'Ada',
  lastFour: '4711',
  companyNumber: 'C1',
  companyName: 'Quay',
  splitNumber: null,
  splitAmount: null,
  splitTax: null,
  percent: null,
  description: null,
  codes: { [SCHEME.code]: '6000' }
};

const base = READY_MADE.csv as Layout;
const column = (source: LayoutColumn['source'], more: Partial<LayoutColumn> = {}): LayoutColumn => ({
  ...(base.columns[0] as LayoutColumn),
  name: source,
  source,
  ...more
});
const layout = (format: Layout['format'], columns: LayoutColumn[], more: Partial<Layout> = {}): Layout => ({
  ...base,
  format,
  delimiter: 'semicolon',
  quotes: 'needed',
  lineEnd: 'lf',
  encoding: 'utf8',
  headings: false,
  ...more,
  columns
});

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

async function bytesOf(of: Layout, parts: readonly BookedPart[], context = CONTEXT): Promise<Buffer> {
  const lines = linesOf(each(parts), Boolean(of.offset));
  return buffer(writeFile(of, { ...context, offset: of.offset }, TOTALS, lines));
}
const written = async (of: Layout, ...parts: BookedPart[]) => (await bytesOf(of, parts)).toString('utf8');

test('amounts are exact, whatever their size', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), (units) => {
      expect(unitsOf(decimalOf(units, 0) as string)).toBe(units);
      expect(unitsOf(decimalOf(units, 4, true) as string)).toBe(units);
    })
  );
  expect([decimalOf(125_000n, 2), decimalOf(-5n, 2), decimalOf(-5n, 2, true), decimalOf(0n, 2)]).toEqual([
    '12.50',
    '-0.0005',
    null,
    '0.00'
  ]);
});

describe('a delimited file', () => {
  /** Texts of one line, with everything that could be taken for something else. */
  const texts = fc
    .array(fc.constantFrom(';', '"', ',', '|', "'", '=', '-', '@', '+', 'a', 'é', '標', '𠮷', ' ', '1'), {
      maxLength: 12
    })
    .map((characters) => characters.join('').trim());

  test('is read back to the same texts and the same sum by any reader of its kind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: texts, cents: fc.integer({ min: -9_999_999, max: 9_999_999 }) }), { minLength: 1 }),
        fc.constantFrom('comma', 'semicolon', 'tab', 'pipe'),
        fc.constantFrom('needed', 'always'),
        fc.constantFrom('point', 'comma'),
        async (rows, delimiter, quotes, decimalMark) => {
          const of = layout(
            'delimited',
            [column('merchant_name'), column('amount', { decimalMark, decimals: 2 }), column('purpose')],
            { delimiter, quotes, formulas: 'plain' } as Partial<Layout>
          );
          const parts = rows.map(({ text, cents }, at) => ({
            ...PART,
            id: String(at),
            merchantName: text || null,
            purpose: text || null,
            billedAmount: decimalOf(BigInt(cents) * 100n, 2) as string
          }));
          const read: string[][] = parse(await written(of, ...parts), {
            delimiter: { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }[delimiter]
          });
          expect(read.map(([text]) => text)).toEqual(rows.map(({ text }) => text));
          expect(read.map(([, , text]) => text)).toEqual(rows.map(({ text }) => text));
          const sum = read.reduce((total, [, amount = '']) => total + unitsOf(amount.replace(',', '.')), 0n);
          expect(sum).toBe(rows.reduce((total, { cents }) => total + BigInt(cents) * 100n, 0n));
        }
      ),
      { numRuns: 60 }
    );
  });

  test('marks texts that begin like a formula unless it is said otherwise, never amounts', async () => {
    const parts = ['=1+1', '+1', '-1', '@a', '＝1', 'a=1'].map((merchantName, at) => ({
      ...PART,
      id: `${at}`,
      merchantName,
      billedAmount: '-5'
    }));
    const columns = [column('merchant_name'), column('amount')];
    expect(await written(layout('delimited', columns), ...parts)).toBe(
      "'=1+1;-5.00\n'+1;-5.00\n'-1;-5.00\n'@a;-5.00\n'＝1;-5.00\na=1;-5.00\n"
    );
    expect(await written(layout('delimited', columns, { formulas: 'plain' }), ...parts)).toMatch(/^=1\+1;-5\.00\n/);
    expect(await written(layout('csv', columns), ...parts)).toMatch(/^'=1\+1,-5\.00\r?\n/);
  });

  test('without quotation marks never gets a column or a line more than it has', async () => {
    const of = layout('delimited', [column('merchant_name'), column('purpose')], { quotes: 'never' });
    expect(await written(of, { ...PART, merchantName: 'a;b', purpose: 'c\nd;e\u2028f' })).toBe('a b;c d e f\n');
    // What a program takes for a quotation would hide a formula, and the columns after it.
    expect(await written(of, { ...PART, merchantName: '"=1+1"', purpose: '12" pipe' })).toBe('\'"=1+1";12" pipe\n');
    const comma = layout('delimited', [column('amount', { decimalMark: 'comma' })], {
      quotes: 'never',
      delimiter: 'comma'
    });
    expect(layoutFault(comma)?.code).toBe('ledger.layout.decimal.comma');
  });

  test('begins and ends with what it says of the whole', async () => {
    const of = layout('delimited', [column('line_number')], {
      header: 'H;[number:6];[date];[unknown]',
      trailer: 'T;[count];[lines:4];[total:10];[debit];[credit]'
    });
    expect(await written(of, PART)).toBe('H;000007;20260331;[unknown]\n1\nT;2;0003;0000012.50;15.00;2.50\n');
  });
});

describe('a fixed-width file', () => {
  const columns = [
    column('merchant_name', { width: 8 }),
    column('posting_date', { width: 8, dateFormat: 'ymd' }),
    column('amount', { width: 12, decimalMark: 'none', decimals: 2, padding: 'zero' }),
    column('code', { width: 6, align: 'right' })
  ];

  test('has lines of one width, in characters, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'é', 'e\u0301', '標', '𠮷', '\n', '\t', '€'), { maxLength: 20 }),
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.constantFrom('utf8', 'windows1252'),
        async (characters, cents, encoding) => {
          const merchantName = characters.join('') || null;
          const billedAmount = decimalOf(BigInt(cents) * 100n, 2) as string;
          const bytes = await bytesOf(layout('fixed', columns, { encoding } as Partial<Layout>), [
            { ...PART, merchantName, billedAmount }
          ]);
          const line = encoding === 'utf8' ? [...bytes.toString('utf8')] : [...bytes.toString('latin1')];
          expect(line).toHaveLength(35);
          expect(line.slice(8, 16).join('')).toBe('20260315');
          expect(BigInt(line.slice(16, 28).join(''))).toBe(BigInt(cents));
        }
      ),
      { numRuns: 60 }
    );
  });

  test('puts the sign where the layout says, and says nothing where there is nothing', async () => {
    const signs = (['leading', 'trailing', 'none', 'reversed'] as const).map((sign) =>
      column('amount', { sign, width: 9, padding: 'zero' })
    );
    expect(await written(layout('fixed', signs), { ...PART, billedAmount: '-5' })).toBe(
      '-00005.0000005.00-000005.00000005.00\n'
    );
    expect(
      await written(
        layout('fixed', [column('purpose', { width: 3 }), column('credit', { width: 3, padding: 'zero' })]),
        PART
      )
    ).toBe('   000\n');
  });

  test('cuts texts, and refuses numbers that do not fit rather than cut them', async () => {
    const narrow = layout('fixed', [column('merchant_name', { width: 3 }), column('amount', { width: 4 })]);
    await expect(bytesOf(narrow, [PART])).rejects.toMatchObject({ refusal: { code: 'ledger.value.too.wide' } });
    expect(await written(narrow, { ...PART, billedAmount: '1' })).toBe('Har1.00\n');
    const whole = layout('fixed', [column('amount', { width: 9, decimals: 0 })]);
    await expect(bytesOf(whole, [PART])).rejects.toBeInstanceOf(LedgerRefused);
    expect(layoutFault(layout('fixed', [column('amount')]))?.code).toBe('ledger.layout.width.missing');
  });

  test('in Windows-1252 has a byte for each character', () => {
    expect(encoded('Café – 10 €, Łódź 標𠮷', 'windows1252').toString('latin1')).toBe(
      'Caf\u00e9 \u0096 10 \u0080, ?\u00f3dz ??'
    );
    // Nothing becomes the beginning of a formula.
    expect(encoded('≠1+1', 'windows1252').toString('latin1')).toBe('?1+1');
  });
});

describe('double entry', () => {
  test('every transaction balances on the offset account, split by split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 4 }), {
          minLength: 1,
          maxLength: 8
        }),
        async (transactions) => {
          const parts = transactions.flatMap((cents, at) => {
            const whole = cents.reduce((sum, one) => sum + one, 0);
            const money = (value: number) => decimalOf(BigInt(value) * 100n, 2) as string;
            return cents.map((one, index) => ({
              ...PART,
              id: String(at),
              billedAmount: money(whole),
              splitNumber: index + 1,
              splitAmount: money(one)
            }));
          });
          const lines: Line[] = [];
          for await (const line of linesOf(each(parts), true)) lines.push(line);
          expect(lines).toHaveLength(parts.length + transactions.length);
          for (const at of transactions.keys())
            expect(lines.filter(({ part }) => part.id === String(at)).reduce((sum, { units }) => sum + units, 0n)).toBe(
              0n
            );
          expect(lines.map(({ lineNumber }) => lineNumber)).toEqual(lines.map((_, at) => at + 1));
        }
      )
    );
  });

  test('the ready-made journal says debit and credit', async () => {
    const journal = { ...(READY_MADE.journal as Layout), header: null, trailer: null };
    expect(await written(journal, PART)).toBe(
      '1;20260315;1;6000;12.50;;EUR;Harbour Hotel;REF1\r\n2;20260315;1;CARD CLEARING;;12.50;EUR;Harbour Hotel;REF1\r\n'
    );
  });
});

test('codes and custom data fields are found by their names, whatever the case', async () => {
  const of = layout('csv', [
    column('code', { code: 'ledger ACCOUNT' }),
    column('code', { code: 'Project' }),
    column('custom', { custom: 'VISIT' })
  ]);
  expect((await written(of, PART)).trim()).toBe('6000,,Fair');
  expect(
    withCodes(base, CODES.names())
      .columns.filter(({ source }) => source === 'code')
      .map(({ name }) => name)
  ).toEqual(['Ledger account', 'Project']);
});

test('a spreadsheet holds texts as texts and amounts as numbers', async () => {
  const of = layout('xlsx', [column('merchant_name'), column('amount'), column('line_number')]);
  const parts = ['-12.34', '123456789012345.6789'].map((billedAmount, at) => ({
    ...PART,
    id: `${at}`,
    merchantName: '=1+1',
    billedAmount
  }));
  const rows: string[][] = [];
  for await (const { cells } of readSpreadsheet(await bytesOf(of, parts))) rows.push(cells.map(String));
  expect(rows).toEqual([
    ['merchant_name', 'amount', 'line_number'],
    ['=1+1', '-12.34', '1'],
    ['=1+1', '123456789012345.6789', '2']
  ]);
});
