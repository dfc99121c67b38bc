import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Refusal } from '../../core/entry/refusal';
import { SpreadsheetRefused } from '../../core/files/spreadsheet-package';
import type { SheetRow } from '../../core/files/spreadsheet-reader';
import { newId } from '../../core/secrets/ids';
import { inTurn } from '../../core/server/turns';
import { writable } from './create-record';
import type { Draft } from './draft';
import type { Entity } from './entity';
import { comparable } from './fields';
import {
  activeIn,
  columnsOf,
  type FileColumn,
  type FileReader,
  fileColumns,
  PARENT,
  type Reader,
  STATUS,
  typedValue
} from './file-columns';
import { identifyingFields, identifyRecords } from './identify-records';
import { type BroughtFile, fileRows } from './record-file';
import { type RecordList, type RecordListAddress, recordListSeen } from './record-list';
import { recordsWhere, type SetUpRecord } from './records';
import { lockOwner, settled, Undone } from './settle';
import { writeRecords } from './write-records';

/** A fault in a file: the row as in a spreadsheet, and the column's heading. */
export interface FileFault {
  row: number;
  column: string | null;
  refusal: Refusal;
}

/** The outcome of a file: if it has any fault, nothing is written. */
export interface ImportReport {
  created: number;
  changed: number;
  unchanged: number;
  /** The first faults. */
  faults: FileFault[];
  faultCount: number;
  applied: boolean;
}

const FAULTS_TOLD = 200;
const TIMEOUT = 120_000;
/** The maximum number of imports at once in a process, since a file of 4 MB takes some 80 MB of memory. */
const AT_ONCE = 2;

/**
 * Imports the records of a file, all or none. Without `apply` it only reports the outcome. Existing records, by the
 * entity's first key, are changed; none is deleted. `import.busy`: this process runs two imports already, or one of
 * this user.
 */
export async function importRecords(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  file: BroughtFile,
  how: Reader & { apply: boolean },
  origin: Origin
): Promise<ImportReport | Refusal> {
  const person = `${principal.issuerId}/${principal.userId}`;
  const work = () => readAndTake(principal, entity, address, file, how, origin);
  return (await inTurn('import', person, AT_ONCE, work)) ?? { code: 'import.busy' };
}

async function readAndTake(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  file: BroughtFile,
  { apply, ...reader }: Reader & { apply: boolean },
  origin: Origin
): Promise<ImportReport | Refusal> {
  const read = await readFile(file);
  if ('code' in read) return read;
  let report: ImportReport | undefined;
  const outcome = await settled(async (tx) => {
    const place = writable(await recordListSeen(principal, entity, address, tx));
    await lockOwner(tx, place.owner);
    report = await take(tx, principal, place, read.rows, { ...reader, isWorkbook: read.isWorkbook }, origin);
    if (!apply || report.faultCount > 0) throw new Undone([]);
  }, TIMEOUT);
  if (!report) return outcome.ok ? { code: 'not.found' } : (outcome.refusals[0] as Refusal);
  return { ...report, applied: outcome.ok };
}

async function readFile(file: BroughtFile): Promise<Awaited<ReturnType<typeof fileRows>> | Refusal> {
  try {
    const read = await fileRows(file);
    return read.rows.length > 1 ? read : { code: 'import.empty' };
  } catch (error) {
    if (error instanceof SpreadsheetRefused) return error.refusal;
    throw error;
  }
}

async function take(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  [headings, ...rows]: SheetRow[],
  reader: FileReader,
  origin: Origin
): Promise<ImportReport> {
  const columns = fileColumns(place.entity, reader, place.above !== null);
  const named = columnsOf(headings?.cells ?? [], columns);
  const faults = headingFaults(place, headings as SheetRow, named, columns);
  if (faults.length > 0) return reportOf(faults);
  const namedColumns = named as FileColumn[];
  const parents = await parentsOf(tx, place);
  const read = rows.map((row, at) => draftOf(place, namedColumns, row, at, parents, reader));
  const cellFaults = read.flatMap(({ faults }) => faults);
  if (cellFaults.length > 0) return reportOf(cellFaults);
  const drafts = await identifyRecords(
    tx,
    principal,
    place,
    read.map(({ draft }) => draft)
  );
  try {
    const written = await writeRecords(tx, principal, place, drafts, origin);
    return { ...reportOf([]), ...written, unchanged: rows.length - written.created - written.changed };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const heading = (field: string | undefined) => columns.find(({ name }) => name === field)?.heading ?? null;
    return reportOf(
      error.refusals.map(({ row, ...refusal }) => ({
        row: rows[row]?.number ?? 0,
        column: heading(refusal.field),
        refusal
      }))
    );
  }
}

function reportOf(faults: FileFault[]): ImportReport {
  const first = faults.slice(0, FAULTS_TOLD);
  return { created: 0, changed: 0, unchanged: 0, faults: first, faultCount: faults.length, applied: false };
}

/** Headings that name nothing, and those that there must be to tell one record from another. */
function headingFaults(
  place: RecordList,
  headings: SheetRow,
  named: (FileColumn | Refusal)[],
  columns: FileColumn[]
): FileFault[] {
  const needed = [...(place.above ? [PARENT] : []), ...identifyingFields(place)];
  const missing = columns.filter(
    ({ name }) => needed.includes(name) && !named.some((column) => 'heading' in column && column.name === name)
  );
  // Of several identifying fields some may be empty throughout, as of a default value by account or by merchant.
  const lacking =
    needed.length > 1 && missing.length < needed.length ? missing.filter(({ name }) => name === PARENT) : missing;
  return [
    ...named.flatMap((column) => ('code' in column ? [{ row: headings.number, column: null, refusal: column }] : [])),
    ...lacking.map(({ heading }) => ({
      row: headings.number,
      column: heading,
      refusal: { code: 'import.column.missing' as const, params: { value: heading } }
    }))
  ];
}

/** Where each record names its parent: those that it can name, by code and by name. */
async function parentsOf(tx: Transaction, { entity, above }: RecordList): Promise<Map<string, SetUpRecord>> {
  if (!above || !entity.parent) return new Map();
  const records = await recordsWhere(
    tx,
    Prisma.sql`r.issuer_id = ${above.issuerId}::uuid AND r.parent_id = ${above.id}::uuid AND r.entity = ${entity.parent.entity}`
  );
  return new Map(
    records.flatMap((record) =>
      [record.name, String(record.values.code ?? record.name)].map((name) => [comparable(name), record])
    )
  );
}

function draftOf(
  place: RecordList,
  columns: FileColumn[],
  { number, cells }: SheetRow,
  row: number,
  parents: Map<string, SetUpRecord>,
  reader: FileReader
): { draft: Draft; faults: FileFault[] } {
  const faults: FileFault[] = [];
  const draft: Draft = { row, id: newId(), parent: place.parent, existing: null, values: {} };
  columns.forEach(({ name, heading }, at) => {
    const cell = cells[at] ?? '';
    const refuse = (refusal: Refusal) => faults.push({ row: number, column: heading, refusal });
    if (typeof cell !== 'string') refuse(cell);
    else if (name === PARENT) {
      draft.parent = parents.get(comparable(cell.trim())) ?? null;
      if (!draft.parent) refuse({ code: 'setup.reference.unknown', params: { value: cell } });
    } else if (name === STATUS) {
      const active = activeIn(cell.trim(), reader);
      if (active === null) refuse({ code: 'choice.invalid' });
      else draft.active = active;
    } else draft.values[name] = typedValue(place.entity, name, cell, reader);
  });
  return { draft, faults };
}
