import { minorDigits } from '../../core/entry/currency';
import type { Refusal } from '../../core/entry/refusal';
import { decimalOf, unitsOf } from './amounts';
import type { CodeBook } from './code-book';
import type { LayoutColumn } from './layout';
import type { BookedPart, Line } from './lines';

/** Thrown if a layout can't write some of the data; then nothing is exported. */
export class LedgerRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/** The data of a file besides its lines. */
export interface FileContext {
  exportNumber: number;
  /** The day of the export in the issuer's time zone, `2026-02-28`. */
  day: string;
  offset: string | null;
  codes: CodeBook;
}

/** The content of a cell: text, an amount in ten-thousandths of a currency, a day; null if empty. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'amount'; units: bigint; currency: string }
  | { kind: 'day'; day: string }
  | null;

const text = (value: string | null | undefined): Cell => (value ? { kind: 'text', text: value } : null);
const number = (value: string | number | null): Cell =>
  value === null ? null : { kind: 'number', text: String(value) };
const amount = (units: bigint, currency: string): Cell => ({ kind: 'amount', units, currency });
const day = (value: string): Cell => ({ kind: 'day', day: value });

type Reader = (line: Line) => Cell;
const ofPart =
  (read: (part: BookedPart) => string | null): Reader =>
  ({ part }) =>
    text(read(part));
const ofSplit =
  (read: (part: BookedPart) => string | null | undefined): Reader =>
  ({ part, isOffset }) =>
    isOffset ? null : text(read(part));

/** Reads the value of each kind of column from a line. */
const READERS: Record<LayoutColumn['source'], (column: LayoutColumn, context: FileContext) => Reader> = {
  transaction_date:
    () =>
    ({ part }) =>
      day(part.transactionDate),
  posting_date:
    () =>
    ({ part }) =>
      day(part.postingDate),
  export_date: (_, context) => () => day(context.day),
  amount:
    () =>
    ({ units, part }) =>
      amount(units, part.billedCurrency),
  debit:
    () =>
    ({ units, part }) =>
      units < 0n ? null : amount(units, part.billedCurrency),
  credit:
    () =>
    ({ units, part }) =>
      units < 0n ? amount(-units, part.billedCurrency) : null,
  indicator:
    ({ debit, credit }) =>
    ({ units }) =>
      text(units < 0n ? credit : debit),
  tax:
    () =>
    ({ tax, part }) =>
      tax === null ? null : amount(unitsOf(tax), part.billedCurrency),
  total:
    () =>
    ({ part }) =>
      amount(unitsOf(part.billedAmount), part.billedCurrency),
  currency: () => ofPart(({ billedCurrency }) => billedCurrency),
  original_amount:
    () =>
    ({ part }) =>
      amount(unitsOf(part.amount), part.currency),
  original_currency: () => ofPart(({ currency }) => currency),
  conversion_rate:
    () =>
    ({ part }) =>
      number(part.conversionRate),
  percent:
    () =>
    ({ part, isOffset }) =>
      isOffset ? null : number(part.percent),
  ledger_account: (column, { codes, offset }) => {
    const codeOf = codes.reader(column.code);
    return ({ part, isOffset }) => text(isOffset ? offset : codeOf(part));
  },
  code: (column, { codes }) => ofSplit(codes.reader(column.code)),
  // Replaced by its columns before anything is written (withCodes).
  every_code: () => () => null,
  description: () => ofSplit(({ description }) => description),
  purpose: () => ofPart(({ purpose }) => purpose),
  customer_code: () => ofPart(({ customerCode }) => customerCode),
  tax_code: () => ofPart(({ taxCode }) => taxCode),
  custom: (column, { codes }) => ofPart(codes.customReader(column.custom ?? '')),
  type: () => ofPart(({ type }) => type),
  merchant_name: () => ofPart(({ merchantName }) => merchantName),
  merchant_city: () => ofPart(({ merchantCity }) => merchantCity),
  merchant_region: () => ofPart(({ merchantRegion }) => merchantRegion),
  merchant_country: () => ofPart(({ merchantCountry }) => merchantCountry),
  merchant_id: () => ofPart(({ merchantId }) => merchantId),
  merchant_category: () => ofPart(({ merchantCategory }) => merchantCategory),
  account_name: () => ofPart(({ accountName }) => accountName),
  last_four: () => ofPart(({ lastFour }) => lastFour),
  company_number: () => ofPart(({ companyNumber }) => companyNumber),
  company_name: () => ofPart(({ companyName }) => companyName),
  source_reference: () => ofPart(({ sourceReference }) => sourceReference),
  transaction_number:
    () =>
    ({ transactionNumber }) =>
      number(transactionNumber),
  line_number:
    () =>
    ({ lineNumber }) =>
      number(lineNumber),
  split_number:
    () =>
    ({ part, isOffset }) =>
      isOffset ? null : number(part.splitNumber ?? 1),
  export_number:
    (_, { exportNumber }) =>
    () =>
      number(exportNumber),
  constant:
    ({ constant }) =>
    () =>
      text(constant)
};

/** Returns a function that reads a column's cell from a line. */
export const cellReader = (column: LayoutColumn, context: FileContext): Reader =>
  READERS[column.source](column, context);

const DATES: Record<NonNullable<LayoutColumn['dateFormat']>, (year: string, month: string, day: string) => string> = {
  iso: (year, month, date) => `${year}-${month}-${date}`,
  ymd: (year, month, date) => year + month + date,
  dmy_points: (year, month, date) => `${date}.${month}.${year}`,
  dmy_slashes: (year, month, date) => `${date}/${month}/${year}`,
  mdy_slashes: (year, month, date) => `${month}/${date}/${year}`,
  dmy: (year, month, date) => date + month + year,
  short_ymd: (year, month, date) => year.slice(2) + month + date
};

/** Formats a day for a column. */
export function writtenDay(value: string, { dateFormat }: LayoutColumn): string {
  return DATES[dateFormat ?? 'iso'](value.slice(0, 4), value.slice(5, 7), value.slice(8, 10));
}

/**
 * Formats an amount for a column, with its sign apart. @throws LedgerRefused if it needs more decimals than the column
 * has
 */
export function writtenAmount(
  units: bigint,
  currency: string,
  { name, decimals, decimalMark, sign }: LayoutColumn,
  line: Line
): { sign: string; digits: string; isBehind: boolean } {
  const signed = sign === 'reversed' ? -units : units;
  const isNegative = signed < 0n;
  // The number of implied decimals is the same for all amounts.
  const isExact = decimals !== null || decimalMark === 'none';
  const plain = decimalOf(isNegative ? -signed : signed, decimals ?? minorDigits(currency), isExact);
  if (plain === null)
    throw new LedgerRefused({
      code: 'ledger.amount.decimals',
      params: { column: name, reference: line.part.sourceReference }
    });
  const digits =
    decimalMark === 'comma' ? plain.replace('.', ',') : decimalMark === 'none' ? plain.replace('.', '') : plain;
  return { sign: isNegative && sign !== 'none' ? '-' : '', digits, isBehind: sign === 'trailing' };
}
