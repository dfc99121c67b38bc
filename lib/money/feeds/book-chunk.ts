import type { PoolClient } from 'pg';
import { sqlStateOf } from '../../core/database/sql-state';
import { announceBooked } from '../alerts/announce-booked';
import { amountText } from './amounts';
import { ADDED, addTotals, type BookableRow, type BookingPlace, bookRows, type UnbookedRow } from './book-rows';
import type { Layout } from './mapping';
import { ownReference } from './own-reference';
import { keepRejects, type Reject } from './rejects';
import type { ReadRow } from './row';

/** A parsed row and its number among equal rows. */
export interface CountedRow {
  row: ReadRow;
  occurrence: number;
  /** The ids of the users who corrected the row; empty if it is as in the file. */
  correctedBy?: readonly string[];
}

const WAYS = { card_number: 'card', last_four: 'lastFour', name: 'name' } as const;

/** Books rows in the client's transaction, stores the rejects, and updates the feed's totals. */
export async function bookChunk(
  client: PoolClient,
  place: BookingPlace,
  layout: Layout,
  headings: string[] | null,
  rows: readonly CountedRow[]
): Promise<void> {
  const unread = rows.filter(({ row }) => row.values === null);
  const unbooked = await bookWhatCan(client, place, layout, bookable(rows));
  await addUnread(client, place, unread);
  const byNumber = new Map(rows.map((one) => [one.row.record.number, one]));
  const rejects: Reject[] = [
    ...unread.map(({ row, occurrence }) => ({ row, occurrence, reasons: row.reasons, currency: unreadCurrency(row) })),
    ...unbooked.map(({ row, reason, currency }) => ({
      ...(byNumber.get(row) as CountedRow),
      reasons: [reason],
      currency
    }))
  ];
  await keepRejects(client, place, headings, rejects);
}

/** The rows without errors. */
export const bookable = (rows: readonly CountedRow[]): BookableRow[] =>
  rows.flatMap(({ row, occurrence, correctedBy = [] }) =>
    row.values
      ? [
          {
            row: row.record.number,
            values: row.values,
            reference: row.values.reference ?? ownReference(row.record.raw, occurrence),
            correctedBy
          }
        ]
      : []
  );

/** Books rows. A row that the database refuses doesn't stop the others: the rows are halved until it is found. */
export async function bookWhatCan(
  client: PoolClient,
  place: BookingPlace,
  layout: Layout,
  rows: readonly BookableRow[]
): Promise<UnbookedRow[]> {
  if (rows.length === 0) return [];
  await client.query('SAVEPOINT booking');
  try {
    const unbooked = await bookRows(client, place, WAYS[layout.account], rows);
    await addTotals(client, place);
    await announceBooked(client, place, 'SELECT id, posting_date FROM feed_resolved WHERE verdict IS NULL');
    await client.query('RELEASE SAVEPOINT booking');
    return unbooked;
  } catch (error) {
    // Only data exceptions and broken constraints are the fault of a row.
    if (!/^2[23]/.test(sqlStateOf(error) ?? '')) throw error;
    await client.query('ROLLBACK TO SAVEPOINT booking; RELEASE SAVEPOINT booking');
    if (rows.length === 1) return refusedRow(client, place, rows[0] as BookableRow);
    const half = Math.ceil(rows.length / 2);
    const first = await bookWhatCan(client, place, layout, rows.slice(0, half));
    return [...first, ...(await bookWhatCan(client, place, layout, rows.slice(half)))];
  }
}

async function refusedRow(client: PoolClient, place: BookingPlace, { row, values }: BookableRow) {
  const currency = values.billedCurrency ?? '';
  await addRejected(client, place, new Map([[currency, sumOf([BigInt(values.billedAmount.replace('.', ''))])]]));
  return [{ row, currency, reason: { code: 'feed.row.refused' as const } }];
}

interface Sum {
  rows: number;
  debit: bigint;
  credit: bigint;
}

const sumOf = (amounts: readonly (bigint | null)[]): Sum => ({
  rows: amounts.length,
  debit: amounts.reduce<bigint>((sum, one) => (one !== null && one > 0n ? sum + one : sum), 0n),
  credit: amounts.reduce<bigint>((sum, one) => (one !== null && one < 0n ? sum - one : sum), 0n)
});

/** The currency under which an unread row is counted. */
export const unreadCurrency = ({ billed, currency }: ReadRow): string => (billed === null ? '' : (currency ?? ''));

/** Adds unreadable rows to the totals, with the amounts that could be read. */
export async function addUnread(client: PoolClient, place: BookingPlace, rows: readonly CountedRow[]): Promise<void> {
  const currencies = new Map<string, (bigint | null)[]>();
  for (const { row } of rows) {
    const currency = unreadCurrency(row);
    const amounts = currencies.get(currency);
    if (amounts) amounts.push(row.billed);
    else currencies.set(currency, [row.billed]);
  }
  await addRejected(client, place, new Map([...currencies].map(([currency, amounts]) => [currency, sumOf(amounts)])));
}

async function addRejected(client: PoolClient, { issuerId, feedId }: BookingPlace, sums: ReadonlyMap<string, Sum>) {
  for (const [currency, { rows, debit, credit }] of sums)
    await client.query(
      `INSERT INTO feed_totals AS f (issuer_id, feed_id, outcome, currency, rows, debit, credit)
       VALUES ($1, $2, 'rejected', $3, $4, $5, $6) ${ADDED}`,
      [issuerId, feedId, currency, rows, amountText(debit), amountText(credit)]
    );
}
