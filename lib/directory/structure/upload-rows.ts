import { columnLetters } from '../../core/files/spreadsheet-cells';
import { readSpreadsheet, type SheetRow } from '../../core/files/spreadsheet-reader';
import { newId } from '../../core/secrets/ids';
import { type AccountLists, typesRefusing } from './account-lists';
import { beginsWithOne } from './card-bins';
import { type ProtectedCardNumber, protectCardNumber } from './card-number';
import type { Kind } from './kinds';
import { type CellFault, fieldOf, isFieldOf, readCell, UPLOAD_COLUMNS, type UploadField } from './upload-columns';

export interface UploadFault extends CellFault {
  row: number;
  /** Null: the row as a whole. */
  field: UploadField | null;
  /** The column's letters, if the file has it. */
  column: string | null;
}

/** A row of the file: the values of its cells, and the id for its node if it is new. */
export interface FileRow {
  row: number;
  newId: string;
  values: Partial<Record<UploadField, string>>;
  card: ProtectedCardNumber | null;
  /** Whether the card number has none of the issuer's prefixes, and the card types that don't accept it. */
  binRefused: boolean;
  typesRefusing: string[];
}

/** The contents of a file before the structure is read. Filled during reading. */
export interface FileReading {
  columns: Map<UploadField, string>;
  faults: UploadFault[];
  rowCount: number;
}

/** The maximum number of stored faults. */
export const MAX_FAULTS = 10_000;

/**
 * The rows of an upload, one after the other, with their readable cells; faults go to
 * `reading.faults`. Nothing is yielded if the headings are wrong.
 * @throws SpreadsheetRefused if the file is unreadable
 */
export async function* fileRows(
  issuerId: string,
  lists: AccountLists,
  bytes: Uint8Array,
  reading: FileReading
): AsyncGenerator<FileRow> {
  let fields: (UploadField | undefined)[] | null = null;
  for await (const row of readSpreadsheet(bytes)) {
    if (fields === null) {
      fields = readHeadings(row, reading);
      if (reading.faults.length > 0) return;
      continue;
    }
    reading.rowCount++;
    yield readRow(issuerId, lists, row, fields, reading);
  }
  if (fields === null) reading.faults.push({ row: 1, field: null, column: null, code: 'upload.empty' });
}

function readHeadings(row: SheetRow, { columns, faults }: FileReading): (UploadField | undefined)[] {
  const fields = row.cells.map((cell, at) => {
    const [heading, column] = [typeof cell === 'string' ? cell.trim() : '', columnLetters(at + 1)];
    if (heading === '' && typeof cell === 'string') return undefined;
    const field = fieldOf(heading);
    const code = field ? (columns.has(field) ? 'upload.heading.twice' : undefined) : 'upload.heading.unknown';
    if (field && !code) columns.set(field, column);
    if (code) faults.push({ row: row.number, field: null, column, code, params: { heading } });
    return field;
  });
  if (!columns.has('kind'))
    faults.push({
      row: row.number,
      field: null,
      column: null,
      code: 'upload.heading.missing',
      params: { heading: UPLOAD_COLUMNS.kind.header }
    });
  return fields;
}

function readRow(
  issuerId: string,
  lists: AccountLists,
  { number, cells }: SheetRow,
  fields: (UploadField | undefined)[],
  reading: FileReading
): FileRow {
  const row: FileRow = { row: number, newId: newId(), values: {}, card: null, binRefused: false, typesRefusing: [] };
  for (const [at, field] of fields.entries()) {
    if (!field) continue;
    const read = readCell(field, cells[at]);
    if (read === null) continue;
    if ('value' in read) row.values[field] = read.value;
    else if (reading.faults.length < MAX_FAULTS)
      reading.faults.push({ row: number, field, column: reading.columns.get(field) ?? null, ...read.fault });
  }
  refuseNeedless(row, reading);
  const { cardNumber } = row.values;
  if (cardNumber) {
    row.card = protectCardNumber(issuerId, row.newId, cardNumber);
    row.binRefused = !beginsWithOne(cardNumber, lists.bins);
    row.typesRefusing = typesRefusing(lists, cardNumber);
  }
  delete row.values.cardNumber;
  return row;
}

/** Reports cells that don't apply to the row's kind instead of ignoring them. */
function refuseNeedless({ row, values }: FileRow, { columns, faults }: FileReading): void {
  const { kind } = values;
  if (!kind) return;
  for (const field of Object.keys(values) as UploadField[]) {
    // A masked card number from a download has no effect.
    if (isFieldOf(field, kind as Kind) || values[field] === '') continue;
    delete values[field];
    if (faults.length < MAX_FAULTS)
      faults.push({ row, field, column: columns.get(field) ?? null, code: 'upload.not.for.kind' });
  }
}
