import { Prisma } from '../../../core/database/prisma/client';
import { minorDigits } from '../../../core/entry/currency';
import { type SheetValue, writeSpreadsheet } from '../../../core/files/spreadsheet-writer';
import { quoted } from '../../../kit/listing/csv';
import { neutral } from '../../../kit/listing/table-file';
import type { DueReport } from './due';

/** What a row says: texts, and amounts as exact decimals. */
interface Cell {
  text: string;
  isAmount: boolean;
}

const text = (value: string | null): Cell => ({ text: value ?? '', isAmount: false });
const amount = (value: string, { currency }: DueReport): Cell => ({
  text: new Prisma.Decimal(value).toFixed(minorDigits(currency)),
  isAmount: true
});

/**
 * The columns of a payable file by their headings, which programs read: the same in every language. No number of a card
 * or a bank account is among them.
 */
const COLUMNS: readonly (readonly [string, (row: DueReport, number: number) => Cell])[] = [
  ['file', (_row, number) => text(String(number))],
  ['report_id', ({ id }) => text(id)],
  ['report', ({ title }) => text(title)],
  ['user_id', ({ userId }) => text(userId)],
  ['cardholder', ({ owner }) => text(owner)],
  ['account', ({ accountName }) => text(accountName)],
  ['company_number', ({ companyNumber }) => text(companyNumber)],
  ['company', ({ companyName }) => text(companyName)],
  ['approved_on', ({ approvedOn }) => text(approvedOn)],
  ['currency', ({ currency }) => text(currency)],
  ['to_be_paid_back', (row) => amount(row.own, row)],
  ['owed', (row) => amount(row.personal, row)],
  ['balance', (row) => amount(row.balance, row)],
  // Last, as programs may read the others by their place.
  ['advance', (row) => amount(row.advance, row)]
];

/** A text that a spreadsheet would take for a formula is marked; an amount below zero is a number. */
const cellOf = ({ text: said, isAmount }: Cell): string => quoted(isAmount ? said : neutral(said));

/** A payable file as CSV (RFC 4180): UTF-8 with the byte order mark for spreadsheets, decimals with a point. */
export function csvOf(number: number, rows: readonly DueReport[]): Buffer {
  const lines = [
    COLUMNS.map(([heading]) => heading),
    ...rows.map((row) => COLUMNS.map(([, read]) => cellOf(read(row, number))))
  ];
  return Buffer.from(`\ufeff${lines.map((cells) => `${cells.join()}\r\n`).join('')}`);
}

/** The same as a spreadsheet: amounts are numbers, unless they have more digits than those hold. */
export const sheetOf = (number: number, rows: readonly DueReport[]): ReadableStream<Uint8Array> =>
  writeSpreadsheet(
    'payable',
    COLUMNS.map(([header]) => ({ header })),
    sheetRows(number, rows)
  );

async function* sheetRows(number: number, rows: readonly DueReport[]): AsyncGenerator<SheetValue[]> {
  for (const row of rows)
    yield COLUMNS.map(([, read]) => {
      const { text: said, isAmount } = read(row, number);
      return isAmount && said.replaceAll(/[-.]/g, '').length <= 15 ? Number(said) : said;
    });
}
