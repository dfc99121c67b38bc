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

/** The number of rejected rows tried in one transaction. */
const CHUNK = 2_000;

const feedRow = z.strictObject({ layout: z.unknown(), mappingId: z.string().nullable() });

/** The current layout of a feed: its mapping's, or the stored copy if the mapping is deleted. */
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

/** A stored rejected row. */
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

/** Books the rows that can be booked now and updates the reasons of the rest; returns the number settled. */
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
  // A date that was unreadable may be in a month without other rows of the file.
  await makePartitions(new Set(rows.flatMap(({ row: { values } }) => (values ? [monthOf(values.postingDate)] : []))));
  // The rejected totals move to the rows' new outcomes.
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

/** The record of a stored row; with a fault if it no longer is one. */
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

/** Updates the reasons of the waiting rows and settles the others; returns the number settled. */
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
