import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { AUDIT_ENTRIES } from '../../core/audit/entries';
import { database, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { keepWaiting, type Waiting, waitingFile } from '../../core/files/waiting-files';
import { LOCALES, type Locale } from '../../core/language/locales';
import { translator } from '../../core/language/texts';
import { atNode } from '../../directory/structure/reads/joins';
import type { Column } from '../listing/listing';
import { columnsOf } from '../listing/select';
import { cellSql, type Field, fieldsOf } from '../listing/table-file';
import { auditListing } from './audit-listing';
import { chosenIssuer, entriesWithin } from './scope';

/** The most rows that are told of, of each kind. */
const MOST_TOLD = 100;
/** The rows that one query compares. */
const STEP = 1_000;

const checkSchema = z.strictObject({
  name: z.string(),
  rows: z.number(),
  /** The lowest and the highest number of an entry in the file. */
  first: z.string(),
  last: z.string(),
  /** The entries between those two that the reader sees and the file doesn't have. */
  missing: z.number(),
  /** Rows that differ from their entry, with the headings of the cells; the heading row is row 1. */
  changed: z.array(z.strictObject({ row: z.number(), entry: z.string(), headings: z.array(z.string()) })),
  changedCount: z.number(),
  /** Rows whose entry the reader doesn't see, or that is none. */
  unknown: z.array(z.strictObject({ row: z.number(), entry: z.string() })),
  unknownCount: z.number()
});

/** What the comparison of an exported file with the entries themselves found. */
export type ExportCheck = z.infer<typeof checkSchema>;

/** The result waits for its reader for a day; of the file nothing is kept. */
const waiting = ({ issuerId, userId }: Principal): Waiting => ({
  issuerId,
  userId,
  mediaType: 'application/x-audit-export-check'
});

/** The result of a check of one's own; null: there is none, or no longer. */
export async function exportCheck(principal: Principal, id: string): Promise<ExportCheck | null> {
  const file = await waitingFile(waiting(principal), id);
  return file && checkSchema.parse(JSON.parse(Buffer.from(file.bytes).toString('utf8')));
}

/**
 * Compares each row of an audit file that was exported as CSV with its entry, cell by cell, its hash among them. It is
 * audited.
 * @param locale the reader's language, which is tried first: the file may be in any of ours
 * @returns the id of the result
 */
export async function checkExport(
  principal: Principal,
  issuer: string | undefined,
  file: { name: string; bytes: Uint8Array },
  locale: Locale,
  origin: Origin
): Promise<Result<string>> {
  const issuerId = may(principal, 'audit', 'view') ? chosenIssuer(principal, issuer) : null;
  if (issuerId === null) return refused({ code: 'not.found' });
  const read = readExport(file.bytes, locale);
  if ('code' in read) return refused(read);
  const check = { name: file.name, ...(await compared(principal, issuerId, read)) };
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'audit.export_checked',
      entity: 'audit',
      details: { rows: check.rows, changed: check.changedCount, unknown: check.unknownCount, missing: check.missing }
    })
  );
  return accepted(
    await keepWaiting(waiting(principal), { name: file.name, bytes: Buffer.from(JSON.stringify(check)) })
  );
}

interface ExportedRow {
  /** From 2: the heading row is 1. */
  row: number;
  entry: string;
  cells: string[];
}

interface Exported {
  fields: Field[];
  locale: Locale;
  rows: ExportedRow[];
}

/** The rows of a file that was exported here, or why it is none. */
function readExport(bytes: Uint8Array, locale: Locale): Exported | Refusal {
  let records: string[][];
  try {
    records = parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { bom: true });
  } catch {
    return { code: 'csv.unparsable' };
  }
  const [headings = [], ...rows] = records;
  const found = [locale, ...LOCALES].flatMap((one) => fieldsNamed(headings, one) ?? []).at(0);
  const at = found?.fields.findIndex(({ name }) => name === 'number') ?? -1;
  const isWhole = found?.fields.some(({ name }) => name === 'hash');
  if (!found || !isWhole || at < 0) return { code: 'audit.check.foreign' };
  if (rows.length === 0) return { code: 'file.empty' };
  return { ...found, rows: rows.map((cells, index) => ({ row: index + 2, entry: cells[at] ?? '', cells })) };
}

/** The columns of the audit that headings name in a language; null if one of them names none. */
function fieldsNamed(headings: readonly string[], locale: Locale): Pick<Exported, 'fields' | 'locale'> | null {
  const columns = Object.entries<Column>(auditListing({}).columns);
  const known = new Map(fieldsOf(columns, translator(locale)).map((field) => [field.heading, field]));
  const fields = headings.flatMap((heading) => known.get(heading) ?? []);
  return fields.length === headings.length ? { fields, locale } : null;
}

const countRow = z.strictObject({ count: z.number() });

async function compared(
  principal: Principal,
  issuerId: string,
  { fields, locale, rows }: Exported
): Promise<Omit<ExportCheck, 'name'>> {
  const changed: ExportCheck['changed'] = [];
  const unknown: ExportCheck['unknown'] = [];
  const known = new Set<string>();
  for (let at = 0; at < rows.length; at += STEP) {
    const some = rows.slice(at, at + STEP);
    const entries = await cellsOf(principal, issuerId, { fields, locale, entries: some.map(({ entry }) => entry) });
    for (const { row, entry, cells } of some) {
      const own = entries.get(entry);
      if (!own) {
        unknown.push({ row, entry: entry.slice(0, 40) });
        continue;
      }
      known.add(entry);
      const headings = fields.flatMap(({ heading }, index) => (alike(cells[index], own[index]) ? [] : [heading]));
      if (headings.length > 0) changed.push({ row, entry, headings });
    }
  }
  const numbers = [...known].map(BigInt).sort((a, b) => (a < b ? -1 : 1));
  const [first, last] = [String(numbers.at(0) ?? ''), String(numbers.at(-1) ?? '')];
  return {
    rows: rows.length,
    first,
    last,
    missing: await missingBetween(principal, issuerId, first, last, known.size),
    changed: changed.slice(0, MOST_TOLD),
    changedCount: changed.length,
    unknown: unknown.slice(0, MOST_TOLD),
    unknownCount: unknown.length
  };
}

/** A file has CR and LF where a cell has a line break. */
const alike = (cell: string | undefined, own: string | undefined) => cell?.replaceAll('\r\n', '\n') === own;

const cellsRow = z.strictObject({ entry: z.string(), cells: z.array(z.string()) });

/** What an export would say of some entries that the principal sees, by their numbers. */
async function cellsOf(
  principal: Principal,
  issuerId: string,
  { fields, locale, entries }: { fields: readonly Field[]; locale: Locale; entries: readonly string[] }
): Promise<Map<string, string[]>> {
  const listing = auditListing({});
  const t = translator(locale);
  const columns = columnsOf(listing, { columns: fields.map(({ name }) => name) });
  const cells = fields.map((field) => Prisma.sql`coalesce((${cellSql(t, field)})::text, '')`);
  const numbers = entries.filter((entry) => /^[1-9]\d{0,17}$/.test(entry));
  const rows = await readRows(database(), cellsRow)`
    SELECT number::text AS entry, ARRAY[${Prisma.join(cells, ', ')}] AS cells FROM (
      SELECT ${Prisma.join(columns, ', ')} FROM ${listing.from(principal)}
      WHERE ${entriesWithin(principal, issuerId)} AND e.sequence = ANY(${numbers}::bigint[])
    ) rows`;
  return new Map(rows.map(({ entry, cells: own }) => [entry, own]));
}

/** How many entries between two, themselves included, the principal sees besides those that are known. */
async function missingBetween(
  principal: Principal,
  issuerId: string,
  first: string,
  last: string,
  known: number
): Promise<number> {
  if (known === 0) return 0;
  const [row] = await readRows(database(), countRow)`
    SELECT count(*)::int AS count FROM ${AUDIT_ENTRIES} e LEFT ${atNode('e.node_id')}
    WHERE ${entriesWithin(principal, issuerId)} AND e.sequence BETWEEN ${first}::text::bigint AND ${last}::text::bigint`;
  return Math.max(0, (row?.count ?? 0) - known);
}
