import type { PoolClient } from 'pg';
import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { amountText } from './amounts';
import { addUnread, bookable, bookWhatCan, type CountedRow, unreadCurrency } from './book-chunk';
import type { BookingPlace } from './book-rows';
import { type Layout, layoutSchema } from './mapping';
import { makePartitions, monthOf } from './partitions';
import { readRecordAgain } from './read-file';
import { rowReader } from './read-row';
import type { FileRecord } from './record';
import { type KeptRow, openRow } from './rejects';
import type { Reason } from './row';
import { UnreadableFile } from './unreadable';

/** Rejected rows that are tried in one transaction. */
const CHUNK = 2_000;

const feedRow = z.strictObject({ layout: z.unknown(), mappingId: z.string().nullable() });

/** How the rows of a feed are read now: by its mapping, or as it was if that is gone. */
export async function readingOf(
  issuerId: string,
  feedId: string
): Promise<{ layout: Layout; mappingId: string | null } | null> {
  const [feed] = await readRows(database(), feedRow)`
    SELECT coalesce(m.layout, f.layout) AS layout, f.mapping_id AS "mappingId" FROM feeds f
    LEFT JOIN feed_mappings m ON (m.issuer_id, m.id) = (f.issuer_id, f.mapping_id)
    WHERE f.issuer_id = ${issuerId}::uuid AND f.id = ${feedId}::uuid`;
  return feed ? { ...feed, layout: layoutSchema.parse(feed.layout) } : null;
}

/** A rejected row as it was kept. */
export interface KeptReject {
  id: string;
  row: number;
  occurrence: number;
  content: Buffer;
}

export async function openRows(
  client: PoolClient,
  { issuerId, feedId }: BookingPlace,
  after: number,
  upTo: number | null = null
): Promise<KeptReject[]> {
  const { rows } = await client.query<KeptReject>(
    `SELECT id, row, occurrence, content FROM feed_rejects
     WHERE issuer_id = $1 AND feed_id = $2 AND state = 'open' AND row > $3 AND row <= coalesce($4, 2147483647)
     ORDER BY row LIMIT ${CHUNK} FOR UPDATE`,
    [issuerId, feedId, after, upTo]
  );
  return rows;
}

/** Books what can be booked by now and notes why the rest can't; how many were settled. */
export async function tryAgain(
  client: PoolClient,
  place: BookingPlace,
  layout: Layout,
  kept: readonly KeptReject[]
): Promise<number> {
  const readRow = rowReader(layout, now());
  const rows = kept.map(
    (one): CountedRow => ({ ...readAgain(place, layout, readRow, one), occurrence: one.occurrence })
  );
  // A date that couldn't be read may be of a month that the file had no other row of.
  await makePartitions(new Set(rows.flatMap(({ row: { values } }) => (values ? [monthOf(values.postingDate)] : []))));
  // What was counted as rejected is counted as what becomes of it now.
  await takeFromRejected(client, place, kept);
  const unread = rows.filter(({ row }) => row.values === null);
  await addUnread(client, place, unread);
  const unbooked = await bookWhatCan(client, place, layout, bookable(rows));
  const billed = new Map(rows.map(({ row }) => [row.record.number, row.billed]));
  const waiting = [
    ...unread.map(({ row }) => ({ row: row.record.number, reasons: row.reasons, currency: unreadCurrency(row) })),
    ...unbooked.map(({ row, reason, currency }) => ({ row, reasons: [reason], currency }))
  ].map((one) => ({ ...one, billed: billed.get(one.row) ?? null }));
  return settle(client, place, kept, waiting);
}

async function takeFromRejected(client: PoolClient, { issuerId, feedId }: BookingPlace, kept: readonly KeptReject[]) {
  await client.query(
    `UPDATE feed_totals f SET rows = f.rows - r.rows, debit = f.debit - r.debit, credit = f.credit - r.credit
     FROM (SELECT currency, count(*) AS rows, coalesce(sum(billed) FILTER (WHERE billed > 0), 0) AS debit,
         coalesce(-sum(billed) FILTER (WHERE billed < 0), 0) AS credit
       FROM feed_rejects WHERE issuer_id = $1 AND feed_id = $2 AND row = ANY($3::integer[]) GROUP BY 1) r
     WHERE f.issuer_id = $1 AND f.feed_id = $2 AND f.outcome = 'rejected' AND f.currency = r.currency`,
    [issuerId, feedId, kept.map(({ row }) => row)]
  );
}

function readAgain(
  { issuerId }: BookingPlace,
  layout: Layout,
  readRow: ReturnType<typeof rowReader>,
  kept: KeptReject
): Pick<CountedRow, 'row' | 'correctedBy'> {
  const { correctedBy, ...row } = openRow(issuerId, kept.id, kept.content);
  return { row: readRow(recordOf(layout, row, kept.row), row.corrected), correctedBy };
}

/** The record of a row that was kept; with a fault where it is none by now. */
export function recordOf(layout: Layout, { raw, headings }: KeptRow, number: number): FileRecord {
  try {
    return readRecordAgain(layout, raw, headings, number);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { number, raw, cells: [], fault: 'feed.row.malformed' };
  }
}

interface WaitingRow {
  row: number;
  reasons: readonly Reason[];
  currency: string;
  billed: bigint | null;
}

/** Notes why rows still wait, and that the others don't; how many those are. */
async function settle(
  client: PoolClient,
  { issuerId, feedId }: BookingPlace,
  kept: readonly KeptReject[],
  waiting: readonly WaitingRow[]
): Promise<number> {
  const told = waiting.map((one) => ({ ...one, billed: one.billed === null ? null : amountText(one.billed) }));
  await client.query(
    `UPDATE feed_rejects r SET reasons = w.reasons, reason = w.reasons -> 0 ->> 'code', currency = w.currency, billed = w.billed
     FROM jsonb_to_recordset($3::jsonb) AS w (row integer, reasons jsonb, currency text, billed numeric)
     WHERE r.issuer_id = $1 AND r.feed_id = $2 AND r.row = w.row`,
    [issuerId, feedId, JSON.stringify(told)]
  );
  const stay = new Set(waiting.map(({ row }) => row));
  const { rowCount } = await client.query(
    `UPDATE feed_rejects SET state = 'settled', settled_at = $4
     WHERE issuer_id = $1 AND feed_id = $2 AND row = ANY($3::integer[])`,
    [issuerId, feedId, kept.map(({ row }) => row).filter((row) => !stay.has(row)), now()]
  );
  return rowCount ?? 0;
}
