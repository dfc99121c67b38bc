import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { isoDay } from '../../core/calendar/days';
import { transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { writeNumber } from '../../core/entry/typed-number';
import { type SheetValue, writeSpreadsheet } from '../../core/files/spreadsheet-writer';
import type { Locale } from '../../core/language/locales';
import { type Column, wordOfChoice } from '../listing/listing';
import { listRows } from '../listing/page';
import { readQuery } from '../listing/query';
import { neutral } from '../listing/table-file';
import { auditRecord } from './audit-records';
import type { Entity } from './entity';
import { fileColumns, type Reader } from './file-columns';
import { type RecordList, type RecordListAddress, recordListSeen } from './record-list';
import { recordListing } from './record-listing';

/** The kinds of file that records are written to. */
export const FORMATS = ['csv', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Streams every record of a place, without inherited ones, as a file that `importRecords` accepts. The export is
 * audited first. Null if the principal sees no such place.
 */
export async function exportRecords(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  { format, ...reader }: Reader & { format: Format },
  origin: Origin
): Promise<ReadableStream<Uint8Array> | null> {
  const place = await recordListSeen(principal, entity, address);
  if (!place || !may(principal, entity.area, 'view') || eyesFault(principal, 'exports')) return null;
  const { parent, above, owner } = place;
  await transaction((tx) =>
    auditRecord(
      tx,
      principal,
      place,
      { event: 'exported', id: (parent ?? above ?? owner).id, details: { format } },
      origin
    )
  );
  const columns = fileColumns(entity, reader, above !== null);
  const rows = recordCells(principal, place, address, { ...reader, format });
  if (format === 'xlsx')
    return writeSpreadsheet(
      reader.t('setup.records'),
      columns.map(({ heading }) => ({ header: heading })),
      rows
    );
  return csvOf(
    columns.map(({ heading }) => heading),
    rows
  );
}

/** The values of every record of a place, without inherited ones, in the columns of its file (`fileColumns`). */
export function recordCells(
  principal: Principal,
  { entity, above }: Pick<RecordList, 'entity' | 'above'>,
  address: RecordListAddress,
  writer: Writer
): AsyncGenerator<SheetValue[]> {
  const listing = recordListing(entity, address, { own: true });
  const query = readQuery(listing, { columns: Object.keys(listing.columns).join() });
  return cellsOf(
    listRows(principal, listing, query),
    fileColumns(entity, writer, above !== null).map(({ name }) => [name, listing.columns[name] as Column]),
    writer
  );
}

async function* cellsOf(
  rows: AsyncIterable<Record<string, unknown>>,
  columns: [string, Column][],
  writer: Writer
): AsyncGenerator<SheetValue[]> {
  for await (const row of rows) yield columns.map(([name, column]) => cellOf(column, row[name], writer));
}

type Writer = Reader & { format: Format };

function cellOf(column: Column, value: unknown, { t, locale, format }: Writer): SheetValue {
  if (value === null || value === undefined) return null;
  switch (column.type) {
    case 'date':
      return isoDay(value as Date);
    case 'choice':
      return wordOfChoice(t, column, value);
    case 'boolean':
      return t(value ? 'yes' : 'no');
    case 'number':
      return numberCell(value as Prisma.Decimal, locale, format);
    default:
      return String(value);
  }
}

/** A number as the import reads it: in CSV in the reader's language, in a spreadsheet as one, unless it has too many digits. */
function numberCell(value: Prisma.Decimal, locale: Locale, format: Format): SheetValue {
  const plain = value.toFixed();
  if (format === 'csv') return writeNumber(plain, locale);
  return String(Number(plain)) === plain ? Number(plain) : plain;
}

/** As `neutral`, and what looks marked already is marked again, so that reading takes off one mark only. */
export const marked = (text: string) => (/^'+[=+\-@]/.test(text) ? `'${text}` : neutral(text));

/** CSV (RFC 4180, UTF-8 with the mark that spreadsheets look for); text that looks like a formula is marked as text. */
function csvOf(headings: string[], rows: AsyncIterable<SheetValue[]>): ReadableStream<Uint8Array> {
  const csv = stringify({ bom: true, record_delimiter: 'windows' });
  const written = (value: SheetValue) =>
    typeof value === 'string' ? marked(value) : value === null ? '' : String(value);
  void (async () => {
    try {
      csv.write(headings.map(written));
      for await (const row of rows) {
        if (csv.destroyed) return;
        if (!csv.write(row.map(written)))
          await new Promise((resolve) => csv.once('drain', resolve).once('close', resolve));
      }
      csv.end();
    } catch (error) {
      csv.destroy(error as Error);
    }
  })();
  return Readable.toWeb(csv) as ReadableStream<Uint8Array>;
}
