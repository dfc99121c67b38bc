import { buffer } from 'node:stream/consumers';
import type { FileContext } from '@/lib/money/ledger/cells';
import { CodeBook } from '@/lib/money/ledger/code-book';
import { type Layout, type LayoutColumn, READY_MADE } from '@/lib/money/ledger/layout';
import { type BookedPart, type Line, linesOf } from '@/lib/money/ledger/lines';
import { type FileTotals, writeFile } from '@/lib/money/ledger/write-file';

/** Everything that a transaction can say, no two the same. */
export const PART: BookedPart = {
  id: 'a',
  companyId: 'company',
  schemeId: 'scheme',
  postingDate: '2026-03-15',
  transactionDate: '2026-03-14',
  type: 'purchase',
  sourceReference: 'REF1',
  amount: '20',
  currency: 'USD',
  billedAmount: '12.5',
  billedCurrency: 'EUR',
  conversionRate: '0.625',
  merchantId: 'M1',
  merchantName: 'Harbour Hotel',
  merchantCity: 'Bergen',
  merchantRegion: 'Vestland',
  merchantCountry: 'NO',
  merchantCategory: '7011',
  taxAmount: '2.5',
  taxCode: 'V20',
  customerCode: 'ACME',
  purpose: 'Fair',
  customValues: { guests: '4' },
  accountName: 'Ada',
  lastFour: '4711',
  companyNumber: 'C1',
  companyName: 'Quay',
  splitNumber: 2,
  splitAmount: '7.5',
  splitTax: '1.5',
  percent: '60',
  description: 'Rooms',
  codes: { account: '6000', project: 'P1' }
};
export const CODES = new CodeBook(
  [
    { schemeId: 'scheme', id: 'account', name: 'Ledger account' },
    { schemeId: 'scheme', id: 'project', name: 'Project' },
    { schemeId: 'other', id: 'again', name: 'PROJECT' }
  ],
  [
    { companyId: 'company', id: 'guests', label: 'Guests' },
    { companyId: 'other', id: 'none', label: 'Visit' }
  ]
);
export const CONTEXT: FileContext = { exportNumber: 7, day: '2026-03-31', offset: 'CLEARING', codes: CODES };
export const TOTALS: FileTotals = { count: 2, lines: 3, total: -125_000n, debit: 150_000n, credit: 25_000n };

export const CSV = READY_MADE.csv as Layout;

/** A column of this content, as an own one begins. */
export const column = (source: LayoutColumn['source'], more: Partial<LayoutColumn> = {}): LayoutColumn => ({
  ...(CSV.columns[0] as LayoutColumn),
  name: source,
  source,
  ...more
});

/** A layout of these columns, as an own one begins. */
export const layout = (format: Layout['format'], columns: LayoutColumn[], more: Partial<Layout> = {}): Layout => ({
  ...CSV,
  format,
  delimiter: 'semicolon',
  quotes: 'needed',
  lineEnd: 'lf',
  encoding: 'utf8',
  headings: false,
  ...more,
  columns
});

export async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

/** The file of these parts, as text. */
export async function written(of: Layout, ...parts: BookedPart[]): Promise<string> {
  const lines = linesOf(each(parts), Boolean(of.offset));
  return (await buffer(writeFile(of, { ...CONTEXT, offset: of.offset }, TOTALS, lines))).toString('utf8');
}

/** A line of the usual part. */
export const aLine = (more: Partial<Line> = {}): Line => ({
  part: PART,
  units: 75_000n,
  tax: '1.5',
  isOffset: false,
  lineNumber: 3,
  transactionNumber: 2,
  ...more
});
