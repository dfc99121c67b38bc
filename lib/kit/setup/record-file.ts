import { parse } from 'csv-parse/sync';
import { type Cell, FORMULA } from '../../core/files/spreadsheet-cells';
import { MAX_UPLOAD_BYTES, SpreadsheetRefused } from '../../core/files/spreadsheet-package';
import { readSpreadsheet, type SheetRow } from '../../core/files/spreadsheet-reader';

/** An uploaded file. */
export interface BroughtFile {
  name: string;
  bytes: Uint8Array;
}

/** More rows than 4 MB of real records have: what goes beyond would only fill the memory. */
const MAX_ROWS = 100_000;
/** As many as the reader of spreadsheets takes. */
const MAX_COLUMNS = 256;

/**
 * The rows of a CSV or xlsx file, of 4 MB at most, the heading row first, and whether it keeps numbers as numbers,
 * in no language. Formulas come as unusable cells.
 * @throws SpreadsheetRefused when the file can't be taken; its `refusal` says why
 */
export async function fileRows({ bytes }: BroughtFile): Promise<{ rows: SheetRow[]; isWorkbook: boolean }> {
  if (bytes.byteLength > MAX_UPLOAD_BYTES) throw new SpreadsheetRefused('file.too.large', { megabytes: 4 });
  // Packed, or what Office wrote once: the reader says which it takes.
  const isWorkbook = ['504b0304', 'd0cf11e0'].includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));
  const rows = isWorkbook ? await workbookRows(bytes) : csvRows(bytes);
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')), isWorkbook };
}

const tooManyRows = () => new SpreadsheetRefused('spreadsheet.too.many.rows', { most: MAX_ROWS });

async function workbookRows(bytes: Uint8Array): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSpreadsheet(bytes)) {
    if (rows.length > MAX_ROWS) throw tooManyRows();
    rows.push(row);
  }
  return rows;
}

function csvRows(bytes: Uint8Array): SheetRow[] {
  let records: string[][];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    records = parse(text, { delimiter: delimiterOf(text), relax_column_count: true, to: MAX_ROWS + 2 });
  } catch {
    throw new SpreadsheetRefused('csv.unparsable');
  }
  if (records.length > MAX_ROWS + 1) throw tooManyRows();
  if (records.some(({ length }) => length > MAX_COLUMNS))
    throw new SpreadsheetRefused('spreadsheet.too.many.columns', { most: MAX_COLUMNS });
  return records.map((record, at) => ({ number: at + 1, cells: record.map(cellOf) }));
}

/** What separates the columns of the heading row: spreadsheets write what their country does. */
function delimiterOf(text: string): string {
  const [headings = ''] = text.split(/\r?\n/, 1);
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: headings.split(delimiter).length }));
  return counted.sort((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

/** A cell of a CSV file. A text that a spreadsheet would read as a formula is refused unless it is marked as text. */
function cellOf(raw: string): Cell {
  const text = raw.trim();
  if (/^'+[=+\-@]/.test(text)) return text.slice(1);
  if (/^[=@]/.test(text)) return FORMULA;
  return /^[+-]/.test(text) && !/^[+-]?[\d.,\s]+$/.test(text) ? FORMULA : text;
}
