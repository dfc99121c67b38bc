import { Readable } from 'node:stream';
import { type ColumnDef, writeXlsx } from 'hucre/xlsx';
import { type Sheet, type SheetValue, workbookOf, writable } from './workbook-writer';

export type { SheetValue } from './workbook-writer';

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface SheetColumn {
  header: string;
  /** In characters. */
  width?: number;
}

type Rows = Iterable<SheetValue[]> | AsyncIterable<SheetValue[]>;

/** A second sheet that says what the first one has. */
export interface SheetAbout {
  name: string;
  facts: readonly { label: string; value: string }[];
}

/**
 * An xlsx file under a heading row, made while it is read: its rows are never all in memory. More rows than a sheet
 * holds go on in a further one.
 * @param rows the values of each row, in the order of the columns
 */
export function writeSpreadsheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  about?: SheetAbout
): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(workbookOf(sheetsOf(name, columns, rows, about)))) as ReadableStream<Uint8Array>;
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
  rows: Rows,
  password: string,
  about?: SheetAbout
): Promise<Uint8Array> {
  const sheets = [];
  for (const { name: title, widths, headings, rows: values } of sheetsOf(name, columns, rows, about)) {
    const all: SheetValue[][] = headings ? [[...headings]] : [];
    for await (const row of values) all.push(row.map((value) => (typeof value === 'string' ? writable(value) : value)));
    sheets.push({
      name: title,
      rows: all,
      ...(headings && { freezePane: { rows: 1 } }),
      columns: widths.map((width): ColumnDef => ({ width }))
    });
  }
  return writeXlsx({ sheets, encryption: { password } });
}

function sheetsOf(name: string, columns: readonly SheetColumn[], rows: Rows, about?: SheetAbout): Sheet[] {
  const first = sheetName(name);
  const sheet = {
    name: first,
    headings: columns.map(({ header }) => header),
    rows,
    widths: columns.map(({ width = 20 }) => width)
  };
  if (!about) return [sheet];
  const second = sheetName(about.name);
  return [
    sheet,
    {
      name: second.toLowerCase() === first.toLowerCase() ? `${second.slice(0, 28)} 2` : second,
      widths: [40, 60],
      rows: about.facts.map(({ label, value }) => [label, value])
    }
  ];
}

/** A name that every spreadsheet program takes: 31 characters at most, without those that mean something. */
const sheetName = (name: string) => name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31);
