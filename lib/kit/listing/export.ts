import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { may } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { copyOut } from '../../core/database/copy-out';
import { transaction } from '../../core/database/database';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { type SheetValue, writeSpreadsheet } from '../../core/files/spreadsheet-writer';
import type { Translate } from '../../core/language/texts';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import { csvFile } from './csv';
import type { Column, Listing } from './listing';
import { listRows } from './page';
import { type ListQuery, writeQuery } from './query';
import { selectOf } from './select';

/** The first characters that spreadsheets take for a formula, some of them in full width too. */
const FORMULA = '=+-@\t\r\n＝＋－＠';
const FORMULA_CODES = [...FORMULA].map((mark) => mark.charCodeAt(0));

/** Marks text that a spreadsheet would take for a formula as text (OWASP, CSV injection). */
export function neutral(text: string): string {
  return text !== '' && FORMULA.includes(text.charAt(0)) ? `'${text}` : text;
}

interface Field {
  name: string;
  column: Column;
  isCurrency: boolean;
}

/** The columns of an export: the requested ones, and the currency beside an amount. */
function fieldsOf(listing: Listing, query: ListQuery): Field[] {
  return query.columns.flatMap((name) => {
    const column = listing.columns[name] as Column;
    const field = { name, column, isCurrency: false };
    return column.currency ? [field, { name: `${name}Currency`, column, isCurrency: true }] : [field];
  });
}

const heading = (t: Translate, { column, isCurrency }: Field) =>
  isCurrency ? `${t(column.label)} (${t('currency')})` : t(column.label);

/** The texts of a choice; a value without one is shown itself. */
const words = (t: Translate, { choices = {} }: Column) =>
  Object.fromEntries(Object.entries(choices).map(([value, key]) => [value, t(key)]));

/** `neutral` in SQL. */
const neutralSql = (text: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ascii(${text}) IN (${Prisma.join(FORMULA_CODES)}) THEN '''' || ${text} ELSE ${text} END`;

/** The text of a choice in SQL, as in `words`. */
function wordSql(value: Prisma.Sql, of: Record<string, string>): Prisma.Sql {
  const cases = Object.entries(of).map(([key, word]) => Prisma.sql`WHEN ${key} THEN ${word}`);
  return cases.length > 0 ? Prisma.sql`CASE ${value} ${Prisma.join(cases, ' ')} ELSE ${value} END` : value;
}

/** A value for programs: ISO 8601 dates, plain numbers, choices in the reader's language. */
function cellSql(t: Translate, { name, column, isCurrency }: Field): Prisma.Sql {
  const value = sqlName(`"${name}"`);
  if (isCurrency) return value;
  switch (column.type) {
    case 'date-time':
      return Prisma.sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case 'choice':
      return wordSql(value, words(t, column));
    case 'text':
      return neutralSql(value);
    case 'date':
      return value;
    case 'boolean':
      return Prisma.sql`${value}::text`;
    default:
      return Prisma.sql`trim_scale(${value}::numeric)`;
  }
}

/**
 * Exports a list as streamed CSV: all matching rows, in the list's order, in one snapshot. The export is
 * audited before any row is sent. Null without the permission to see the list.
 * @throws Busy if the maximum number of exports is running
 */
export async function exportCsv(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  t: Translate,
  origin: Origin
): Promise<ReadableStream<Uint8Array> | null> {
  if (!may(principal, listing.area, 'view') || eyesFault(principal, 'exports')) return null;
  const fields = fieldsOf(listing, query);
  const cells = fields.map((field) => cellSql(t, field));
  const rows = await copyOut(
    Prisma.sql`SELECT ${Prisma.join(cells, ', ')} FROM (${await selectOf(principal, listing, query)}) rows`
  );
  await audit(principal, listing, query, 'csv', origin).catch((error) => {
    rows.destroy();
    throw error;
  });
  const readers = new Set(query.columns.flatMap((name) => (listing.columns[name] as Column).read ?? []));
  return csvFile(
    fields.map((field) => heading(t, field)),
    rows,
    [...readers]
  );
}

/** Does the same as a spreadsheet: texts as texts, numbers and amounts as numbers. */
export async function exportSpreadsheet(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  t: Translate,
  origin: Origin
): Promise<ReadableStream<Uint8Array> | null> {
  if (!may(principal, listing.area, 'view') || eyesFault(principal, 'exports')) return null;
  await audit(principal, listing, query, 'xlsx', origin);
  const fields = fieldsOf(listing, query);
  const columns = fields.map((field) => ({ header: heading(t, field) }));
  return writeSpreadsheet(listing.name, columns, sheetRows(principal, listing, query, fields, t));
}

async function* sheetRows(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  fields: readonly Field[],
  t: Translate
): AsyncGenerator<SheetValue[]> {
  const named = fields.map((field) => ({ ...field, words: words(t, field.column) }));
  for await (const row of listRows(principal, listing, query))
    yield named.map(({ name, column, isCurrency, words: of }) => sheetValue(column, isCurrency, of, row[name]));
}

function sheetValue(column: Column, isCurrency: boolean, of: Record<string, string>, value: unknown): SheetValue {
  if (value === null || value === undefined) return null;
  if (isCurrency || column.type === 'text') return String(value);
  if (value instanceof Date) return column.type === 'date' ? value.toISOString().slice(0, 10) : value.toISOString();
  if (column.type === 'choice') return of[String(value)] ?? String(value);
  if (column.type === 'boolean') return Boolean(value);
  // Spreadsheets hold fifteen digits of a number.
  const text = String(value);
  return text.replaceAll(/[-.]/g, '').length > 15 ? text : Number(text);
}

async function audit(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  format: 'csv' | 'xlsx',
  origin: Origin
): Promise<void> {
  // Users search for card numbers too, so searches are masked.
  const sought = [...writeQuery(listing, query)].map(([name, text]) => [name, withoutCardNumbers(text)]);
  const asked = new URLSearchParams({ ...listing.parameters, ...Object.fromEntries(sought) });
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'list.exported',
      entity: 'list',
      entityId: listing.name,
      details: { format, query: asked.toString() }
    })
  );
}
