import { isoDay } from '../../core/calendar/days';
import { copyOut } from '../../core/database/copy-out';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import {
  type SheetAbout,
  type SheetValue,
  writeProtectedSpreadsheet,
  writeSpreadsheet
} from '../../core/files/spreadsheet-writer';
import type { Translate } from '../../core/language/texts';
import { csvBytes, csvStream } from './csv';
import type { Column } from './listing';

/** The first characters that spreadsheets take for a formula, some of them in full width too. */
const FORMULA = '=+-@\t\r\n＝＋－＠';
const FORMULA_CODES = [...FORMULA].map((mark) => mark.charCodeAt(0));

/** Marks text that a spreadsheet would take for a formula as text (OWASP, CSV injection). */
export function neutral(text: string): string {
  return text !== '' && FORMULA.includes(text.charAt(0)) ? `'${text}` : text;
}

/** A column of a file: of a list or a report, or the currency beside an amount. */
export interface Field {
  name: string;
  column: Column;
  isCurrency: boolean;
  heading: string;
}

/**
 * The fields of some columns, an amount's currency beside it.
 * @param headings a report's own headings by column
 */
export function fieldsOf(
  columns: readonly (readonly [string, Column])[],
  t: Translate,
  headings: Readonly<Record<string, string>> = {}
): Field[] {
  return columns.flatMap(([name, column]) => {
    const heading = headings[name] ?? t(column.label);
    const field = { name, column, isCurrency: false, heading };
    if (!column.currency) return [field];
    return [field, { name: `${name}Currency`, column, isCurrency: true, heading: `${heading} (${t('currency')})` }];
  });
}

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
export function cellSql(t: Translate, { name, column, isCurrency }: Field): Prisma.Sql {
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
    case 'month':
      return value;
    case 'boolean':
      return Prisma.sql`${value}::text`;
    default:
      return Prisma.sql`trim_scale(${value}::numeric)`;
  }
}

/**
 * The rows of a select, which has the fields by name, as streamed CSV: in its order and in one snapshot. `begun` runs
 * before any row is sent.
 * @throws Busy if the maximum number of exports is running
 */
export async function csvOf(
  select: Prisma.Sql,
  fields: readonly Field[],
  t: Translate,
  begun: () => Promise<void> = async () => undefined
): Promise<ReadableStream<Uint8Array>> {
  const rows = await copyOut(cellsSelect(select, fields, t));
  await begun().catch((error) => {
    rows.destroy();
    throw error;
  });
  return csvStream(headingsOf(fields), rows, readersOf(fields));
}

/**
 * The same for a writer that takes it as fast as it comes; `signal` ends it. The database is asked with the first read, so that
 * a file that is never read holds no connection.
 * @param counted is told how many more rows have been read
 */
export async function* csvBytesOf(
  select: Prisma.Sql,
  fields: readonly Field[],
  t: Translate,
  signal: AbortSignal,
  counted: (rows: number) => void
): AsyncGenerator<Buffer> {
  const rows = await copyOut(cellsSelect(select, fields, t), signal);
  yield* csvBytes(headingsOf(fields), rows, readersOf(fields), counted);
}

const cellsSelect = (select: Prisma.Sql, fields: readonly Field[], t: Translate): Prisma.Sql =>
  Prisma.sql`SELECT ${Prisma.join(
    fields.map((field) => cellSql(t, field)),
    ', '
  )} FROM (${select}) rows`;

// People give the columns of their reports headings of their own.
const headingsOf = (fields: readonly Field[]) => fields.map(({ heading }) => neutral(heading));

const readersOf = (fields: readonly Field[]) => [...new Set(fields.flatMap(({ column }) => column.read ?? []))];

/** Rows as a spreadsheet: texts as texts, numbers and amounts as numbers. */
export function sheetOf(
  name: string,
  fields: readonly Field[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  t: Translate,
  about?: SheetAbout
): ReadableStream<Uint8Array> {
  const columns = fields.map(({ heading }) => ({ header: heading }));
  return writeSpreadsheet(name, columns, sheetRows(fields, rows, t), about);
}

/** The same, encrypted under a password. */
export const protectedSheetOf = (
  name: string,
  fields: readonly Field[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  t: Translate,
  password: string,
  about?: SheetAbout
): Promise<Uint8Array> =>
  writeProtectedSpreadsheet(
    name,
    fields.map(({ heading }) => ({ header: heading })),
    sheetRows(fields, rows, t),
    password,
    about
  );

async function* sheetRows(
  fields: readonly Field[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  t: Translate
): AsyncGenerator<SheetValue[]> {
  const named = fields.map((field) => ({ ...field, words: words(t, field.column) }));
  for await (const row of rows)
    yield named.map(({ name, column, isCurrency, words: of }) => sheetValue(column, isCurrency, of, row[name]));
}

function sheetValue(column: Column, isCurrency: boolean, of: Record<string, string>, value: unknown): SheetValue {
  if (value === null || value === undefined) return null;
  if (isCurrency || column.type === 'text' || column.type === 'month') return String(value);
  if (value instanceof Date) return column.type === 'date' ? isoDay(value) : value.toISOString();
  if (column.type === 'choice') return of[String(value)] ?? String(value);
  if (column.type === 'boolean') return Boolean(value);
  // Spreadsheets hold fifteen digits of a number.
  const text = String(value);
  return text.replaceAll(/[-.]/g, '').length > 15 ? text : Number(text);
}
