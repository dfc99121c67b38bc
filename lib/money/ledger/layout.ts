import type { Refusal } from '../../core/entry/refusal';
import type { ValuesOf } from '../../kit/setup/field';
import type ledgerColumn from './entities/ledger-column';
import type ledgerLayout from './entities/ledger-layout';

/** A column of a file: the source of its values, and their format. */
export type LayoutColumn = ValuesOf<(typeof ledgerColumn)['fields']>;
export type Source = LayoutColumn['source'];

/** The layout of a file, as it was when the file was requested. */
export interface Layout extends ValuesOf<(typeof ledgerLayout)['fields']> {
  columns: readonly LayoutColumn[];
}

/** The defaults of a column besides its heading and content. */
const PLAIN: Omit<LayoutColumn, 'name' | 'source'> = {
  constant: null,
  code: null,
  custom: null,
  debit: 'D',
  credit: 'C',
  dateFormat: 'iso',
  decimals: null,
  decimalMark: 'point',
  sign: 'leading',
  width: null,
  align: null,
  padding: null
};

const column = (name: string, source: Source, more: Partial<LayoutColumn> = {}): LayoutColumn => ({
  ...PLAIN,
  name,
  source,
  ...more
});

const LIST = [
  column('Posting date', 'posting_date'),
  column('Transaction date', 'transaction_date'),
  column('Reference', 'source_reference'),
  column('Company', 'company_number'),
  column('Account', 'account_name'),
  column('Card', 'last_four'),
  column('Type', 'type'),
  column('Merchant', 'merchant_name'),
  column('Merchant category', 'merchant_category'),
  column('Amount', 'amount'),
  column('Currency', 'currency'),
  column('Tax', 'tax'),
  column('Tax code', 'tax_code'),
  column('Original amount', 'original_amount'),
  column('Original currency', 'original_currency'),
  column('Split', 'split_number'),
  column('Accounting code', 'every_code'),
  column('Description', 'description'),
  column('Purpose', 'purpose'),
  column('Customer code', 'customer_code')
];

const OPTIONS: Omit<Layout, 'name' | 'format' | 'columns'> = {
  delimiter: null,
  quotes: null,
  headings: true,
  header: null,
  trailer: null,
  lineEnd: null,
  encoding: 'utf8_mark',
  formulas: null,
  offset: null
};

/** Layouts available to all users; an own layout begins as a copy of one. */
export const READY_MADE: Readonly<Record<string, Layout>> = {
  csv: { ...OPTIONS, name: 'CSV', format: 'csv', columns: LIST },
  xlsx: { ...OPTIONS, name: 'XLSX', format: 'xlsx', encoding: null, columns: LIST },
  journal: {
    ...OPTIONS,
    name: 'General ledger journal',
    format: 'delimited',
    delimiter: 'semicolon',
    quotes: 'needed',
    lineEnd: 'crlf',
    encoding: 'utf8',
    header: 'H;[number:8];[date];[lines]',
    trailer: 'T;[number:8];[lines];[debit];[credit]',
    headings: false,
    offset: 'CARD CLEARING',
    columns: [
      column('Line', 'line_number'),
      column('Posting date', 'posting_date', { dateFormat: 'ymd' }),
      column('Document', 'transaction_number'),
      column('Ledger account', 'ledger_account'),
      column('Debit', 'debit'),
      column('Credit', 'credit'),
      column('Currency', 'currency'),
      column('Text', 'merchant_name', { width: 40 }),
      column('Reference', 'source_reference')
    ]
  }
};

/** The reason that a layout is unusable: its columns may have been made for another format. */
export function layoutFault({ format, columns, delimiter, quotes }: Layout): Refusal | null {
  if (columns.length === 0) return { code: 'ledger.layout.empty' };
  const comma = columns.find(({ decimalMark }) => decimalMark === 'comma');
  if (comma && format === 'delimited' && delimiter === 'comma' && quotes === 'never')
    return { code: 'ledger.layout.decimal.comma', params: { column: comma.name } };
  if (format !== 'fixed') return null;
  const narrow = columns.find(({ width, source }) => width === null || source === 'every_code');
  return narrow ? { code: 'ledger.layout.width.missing', params: { column: narrow.name } } : null;
}

/** The layout with a column for each accounting code in place of `every_code`. */
export function withCodes(layout: Layout, codes: readonly string[]): Layout {
  const columns = layout.columns.flatMap((one): LayoutColumn[] =>
    one.source === 'every_code' ? codes.map((code) => ({ ...one, name: code, code, source: 'code' })) : [one]
  );
  return { ...layout, columns };
}
