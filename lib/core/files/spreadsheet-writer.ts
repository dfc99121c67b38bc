import { type ColumnDef, writeXlsx, writeXlsxStream } from 'hucre/xlsx';

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface SheetColumn {
  header: string;
  /** In characters. */
  width?: number;
}

/** A value of a cell. Text stays text, whatever it begins with: it is never a formula (OWASP, CSV injection). */
export type SheetValue = string | number | boolean | null;

/**
 * An xlsx file of one sheet under a heading row, made while it is read: its rows are never all in memory.
 * @param rows the values of each row, in the order of the columns
 */
export function writeSpreadsheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: Iterable<SheetValue[]> | AsyncIterable<SheetValue[]>
): ReadableStream<Uint8Array> {
  return writeXlsxStream(withHeadings(columns, rows), {
    name: sheetName(name),
    columns: columns.map(({ width = 20 }): ColumnDef => ({ width })),
    freezePane: { rows: 1 }
  });
}

/** The most cells of a spreadsheet with a password: it is made in memory. */
export const MOST_PROTECTED_CELLS = 500_000;

/**
 * The same under a password: an encrypted workbook (ECMA-376, agile encryption, AES-256), which isn't made while it is
 * read. Its caller keeps to `MOST_PROTECTED_CELLS`.
 */
export async function writeProtectedSpreadsheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: Iterable<SheetValue[]> | AsyncIterable<SheetValue[]>,
  password: string
): Promise<Uint8Array> {
  const all: SheetValue[][] = [];
  for await (const row of withHeadings(columns, rows)) all.push(row);
  const sheet = {
    ...{ name: sheetName(name), rows: all, freezePane: { rows: 1 } },
    columns: columns.map(({ width = 20 }): ColumnDef => ({ width }))
  };
  return writeXlsx({ sheets: [sheet], encryption: { password } });
}

async function* withHeadings(
  columns: readonly SheetColumn[],
  rows: Iterable<SheetValue[]> | AsyncIterable<SheetValue[]>
): AsyncGenerator<SheetValue[]> {
  yield columns.map(({ header }) => header);
  for await (const row of rows) yield row.map((value) => (typeof value === 'string' ? writable(value) : value));
}

/** Without what XML 1.0 can't hold, and no longer than a cell may be. */
const writable = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').slice(0, 32_767);

/** A name that every spreadsheet program takes: 31 characters at most, without those that mean something. */
const sheetName = (name: string) => name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31);
