import type { PoolClient } from 'pg';
import { nodeColumns, within } from '../../access/policy/scope';
import { copyIn } from '../../core/database/copy-in';
import { Prisma } from '../../core/database/prisma/client';
import { startOf } from '../../core/entry/plain-text';
import { decrypt, encrypt } from '../../core/secrets/encryption';
import { newId } from '../../core/secrets/ids';
import { listOf } from '../../kit/bulk/declared-lists';
import { choicesOf, type Listing } from '../../kit/listing/listing';
import { amountText } from './amounts';
import type { BookingPlace } from './book-rows';
import { issuerOf } from './feeds';
import type { ReadRow, Reason, RowTexts } from './row';

/** A row that was not booked. */
export interface Reject {
  row: ReadRow;
  reasons: readonly Reason[];
  occurrence: number;
  /** The billed currency, as in the feed's totals. */
  currency: string;
}

/** The data needed to read a rejected row again. */
export interface KeptRow {
  raw: string;
  headings: string[] | null;
  /** The values that a user entered in place of the file's; '' clears one. */
  corrected?: RowTexts;
  /** The ids of the users who corrected the row (CD.60). */
  correctedBy?: readonly string[];
}

const MOST_SHOWN = 400;
/**
 * Digits that may contain a card number, whatever surrounds or separates them: as many as a card number has, or in its
 * usual groups.
 */
const DIGITS =
  /\p{Nd}(?:[\p{Zs}\p{Cf}\p{Pd}\r\n._]{0,4}\p{Nd}){11,}|\p{Nd}{4}([^\p{L}\p{N}]{1,4})\p{Nd}{4}\1\p{Nd}{4}\1\p{Nd}{4}|\p{Nd}{4}([^\p{L}\p{N}]{1,4})\p{Nd}{6}\2\p{Nd}{5}/gu;

const placeOf = (issuerId: string, id: string) => `feed-reject/${issuerId}/${id}`;

/** Masks a text for display: long numbers keep only their last four digits. */
export const maskedText = (text: string): string => text.replace(DIGITS, (digits) => `••••${digits.slice(-4)}`);

/** A row as it may be displayed. */
export const shownRow = (raw: string): string => startOf(maskedText(raw).replace(/\s+/g, ' ').trim(), MOST_SHOWN);

/** Stores rejected rows in the client's transaction. */
export async function keepRejects(
  client: PoolClient,
  { issuerId, feedId }: BookingPlace,
  headings: string[] | null,
  rejects: readonly Reject[]
): Promise<void> {
  if (rejects.length === 0) return;
  await copyIn(
    client,
    'feed_rejects (issuer_id, feed_id, id, row, content, shown, account_name, reasons, reason, occurrence, currency, billed)',
    rejects.map(({ row, reasons, occurrence, currency }) => {
      const id = newId();
      return [
        issuerId,
        feedId,
        id,
        row.record.number,
        sealedRow(issuerId, id, { raw: row.record.raw, headings }),
        shownRow(row.record.raw),
        row.accountName,
        JSON.stringify(reasons),
        reasons[0]?.code,
        occurrence,
        currency,
        row.billed === null ? null : amountText(row.billed)
      ];
    })
  );
}

/** Seals a row for storage. */
export const sealedRow = (issuerId: string, id: string, row: KeptRow) =>
  encrypt('file', Buffer.from(JSON.stringify(row)), placeOf(issuerId, id));

/** Opens a sealed row. */
export const openRow = (issuerId: string, id: string, content: Uint8Array): KeptRow =>
  JSON.parse(decrypt('file', content, placeOf(issuerId, id)).toString()) as KeptRow;

/** All reasons for rejecting rows. */
export const REASONS = [
  'amount.invalid',
  'card.number.invalid',
  'currency.invalid',
  'date.invalid',
  'feed.account.ambiguous',
  'feed.account.unknown',
  'feed.amount.fine',
  'feed.card.number.misplaced',
  'feed.category.invalid',
  'feed.country.unknown',
  'feed.currency.account',
  'feed.date.beyond',
  'feed.debit.credit.both',
  'feed.debit.credit.none',
  'feed.last.four.invalid',
  'feed.reference.changed',
  'feed.reference.long',
  'feed.reference.rounded',
  'feed.row.malformed',
  'feed.row.refused',
  'feed.row.wide',
  'feed.signs.differ',
  'feed.tax.exceeds',
  'feed.type.charged',
  'required'
] as const;

const STATES = ['open', 'settled', 'dismissed'] as const;

/** The rejected rows of one feed, or of all feeds that the principal sees. */
export function feedRejects(feedId?: string): Listing {
  return {
    name: 'feed-rejects',
    area: 'feeds',
    ...(feedId && { parameters: { feed: feedId } }),
    from: () =>
      Prisma.sql`feed_rejects r JOIN feeds f ON (f.issuer_id, f.id) = (r.issuer_id, r.feed_id) ${issuerOf('r')}`,
    where: ({ scope }) =>
      Prisma.sql`${within(scope, nodeColumns('n'))} AND ${feedId ? Prisma.sql`r.feed_id = ${feedId}::uuid` : Prisma.sql`TRUE`}`,
    issuer: Prisma.sql`r.issuer_id`,
    id: Prisma.sql`r.id`,
    called: Prisma.sql`f.file_name || ':' || r.row`,
    columns: {
      row: { sql: Prisma.sql`r.row`, type: 'number', label: 'feed.reject.row', filter: 'range' },
      reason: {
        sql: Prisma.sql`r.reason`,
        type: 'choice',
        label: 'feed.reject.reason',
        filter: 'choice',
        choices: choicesOf(REASONS, (reason) => `feed.reason.${reason}`)
      },
      field: {
        sql: Prisma.sql`coalesce(r.reasons -> 0 ->> 'field', '')`,
        type: 'text',
        label: 'feed.reject.field',
        sort: false
      },
      shown: { sql: Prisma.sql`r.shown`, type: 'text', label: 'feed.reject.shown', filter: 'contains', sort: false },
      accountName: {
        sql: Prisma.sql`r.account_name`,
        type: 'text',
        label: 'feed.field.accountName',
        nullable: true,
        filter: 'contains',
        hidden: true
      },
      state: {
        sql: Prisma.sql`r.state::text`,
        type: 'choice',
        label: 'feed.reject.state',
        filter: 'choice',
        choices: choicesOf(STATES, (state) => `feed.reject.state.${state}`)
      },
      file: { sql: Prisma.sql`f.file_name`, type: 'text', label: 'feed.file', filter: 'contains', hidden: true }
    },
    order: { column: 'row' }
  };
}

/** The rejected rows of the feed that an address names, if it names one. */
export const rejectsOf = listOf('feed', feedRejects);
