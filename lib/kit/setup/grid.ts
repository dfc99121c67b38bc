import { stringify } from 'csv-stringify/sync';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Refusal } from '../../core/entry/refusal';
import type { Entity } from './entity';
import { marked, recordCells } from './export-records';
import type { Field } from './field';
import { fileColumns, type Reader, STATUS } from './file-columns';
import { identifyingFields } from './identify-records';
import { type ImportReport, importRecords } from './import-records';
import { type RecordListAddress, recordListSeen } from './record-list';
import { optionKey } from './texts';

/** The largest number of rows of a grid; longer lists are files. */
export const GRID_ROWS = 500;

export interface GridColumn {
  heading: string;
  required: boolean;
  /** The words to choose from, in the reader's language; null: free text. */
  options: string[] | null;
  /** Whether it tells a record from the others: with another value the row is another record. */
  isKey: boolean;
}

/** The records of a place as rows of texts, written and read as in a file (`importRecords`). */
export interface Grid {
  columns: GridColumn[];
  rows: string[][];
  /** Whether there are more records than a grid shows; then it shows none of them, and takes new ones. */
  isCut: boolean;
}

/** The records of a place that the principal may change as a grid; null if there is no such place. */
export async function recordGrid(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  reader: Reader
): Promise<Grid | null> {
  const place = await recordListSeen(principal, entity, address);
  if (!place?.writable || place.above) return null;
  const keys = identifyingFields(place);
  const columns = fileColumns(entity, reader, false).map(({ name, heading }) => ({
    heading,
    required: entity.fields[name]?.required === true && entity.fields[name]?.when === undefined,
    options: optionsOf(entity, name, reader),
    isKey: keys.includes(name)
  }));
  const rows: string[][] = [];
  for await (const cells of recordCells(principal, place, address, { ...reader, format: 'csv' })) {
    if (rows.length === GRID_ROWS) return { columns, rows: [], isCut: true };
    rows.push(cells.map((cell) => String(cell ?? '')));
  }
  return { columns, rows, isCut: false };
}

function optionsOf(entity: Entity, name: string, { t }: Reader): string[] | null {
  if (name === STATUS) return [t('setup.status.active'), t('setup.status.inactive')];
  const field: Field | undefined = entity.fields[name];
  if (field?.type === 'yes-no') return [t('yes'), t('no')];
  return field?.type === 'choice'
    ? Object.keys(field.options ?? {}).map((one) => t(optionKey(entity, name, one)))
    : null;
}

/**
 * Saves the rows of a grid, all or none, as `importRecords` does with a file: new keys are added, known ones changed. The
 * first row of a fault's report is 2, as below a file's headings; empty rows count.
 */
export function saveGrid(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  rows: readonly string[][],
  reader: Reader,
  origin: Origin
): Promise<ImportReport | Refusal> {
  const headings = fileColumns(entity, reader, false).map(({ heading }) => heading);
  const lines = [headings, ...rows].map((cells) => headings.map((_, at) => marked((cells[at] ?? '').trim())));
  const file = { name: 'grid.csv', bytes: Buffer.from(stringify(lines)) };
  return importRecords(principal, entity, address, file, { ...reader, apply: true }, origin);
}
