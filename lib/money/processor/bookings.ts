import { z } from 'zod';
import { principalAgain } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { type OutboxEntry, Undeliverable } from '../../core/server/outbox';
import { cardNumbersOf } from '../../directory/structure/card-accounts';
import { bringFeed } from '../feeds/bring-feed';
import { plainCsv } from '../feeds/layouts/plain-csv';
import { layoutSchema } from '../feeds/mapping';
import { mappingReading } from '../feeds/mappings';

const ORIGIN: Origin = { requestId: 'simulated-processor', address: '127.0.0.1', userAgent: '' };

/** What the processor books of a virtual card: on the account that pays for it, under a reference of its own. */
const bookingSchema = z.strictObject({
  accountId: z.guid(),
  reference: z.string(),
  /** The network's reference of the authorization. */
  authorization: z.string(),
  madeOn: z.iso.date(),
  postedOn: z.iso.date(),
  /** Below zero: given back. */
  amount: z.string(),
  currency: z.string(),
  billedAmount: z.string(),
  billedCurrency: z.string(),
  conversionRate: z.string(),
  merchantName: z.string(),
  merchantId: z.string().nullable(),
  category: z.string().nullable()
});
export type Booking = z.infer<typeof bookingSchema>;

/** The payload of what is to be booked. */
const bookingsPayload = z.strictObject({ bookings: z.array(bookingSchema).min(1) });

/** The handler of what the simulated processor books. */
export const bookCharges = async (_: Transaction, { issuerId, payload }: OutboxEntry): Promise<void> =>
  bringBookings(issuerId, bookingsPayload.parse(payload).bookings);

/**
 * Books as a processor does: by a file for the issuer's feed. The same bookings twice, since the process that brought
 * them died, book nothing twice. @throws Undeliverable if the issuer reads no such files
 */
export async function bringBookings(issuerId: string, bookings: readonly Booking[]): Promise<void> {
  const mapping = await mappingReading(issuerId, COLUMNS);
  const principal = mapping && (await principalAgain(mapping.savedBy));
  if (!mapping || !principal) throw new Undeliverable('no active mapping reads the files of the simulated processor');
  const name = `processor-${bookings[0]?.postedOn}.csv`;
  const chunks = only(await fileOf(issuerId, bookings));
  const feed = await bringFeed(principal, { mappingId: mapping.id, source: 'folder', name, chunks }, ORIGIN);
  if (!feed.ok) throw new Error(`simulated processor: ${feed.refusal.code}`);
}

const { types: _, ...COLUMNS } = layoutSchema.parse(plainCsv.layout);

/** Whether an issuer reads the files of the simulated processor. */
export const readsBookings = async (issuerId: string): Promise<boolean> =>
  (await mappingReading(issuerId, COLUMNS)) !== null;

const HEADINGS = Object.values(plainCsv.layout.fields).map(([heading]) => heading as string);

async function fileOf(issuerId: string, bookings: readonly Booking[]): Promise<Uint8Array> {
  const numbers = await cardNumbersOf(
    issuerId,
    bookings.map(({ accountId }) => accountId)
  );
  const lines = bookings.map((booking) => {
    const row: Record<string, string | null> = {
      'Card number': numbers.get(booking.accountId) ?? null,
      Reference: booking.reference,
      Type: booking.amount.startsWith('-') ? 'credit' : 'purchase',
      'Transaction date': booking.madeOn,
      'Posting date': booking.postedOn,
      Amount: booking.amount,
      Currency: booking.currency,
      'Billed amount': booking.billedAmount,
      'Billed currency': booking.billedCurrency,
      'Conversion rate': booking.conversionRate,
      'Merchant ID': booking.merchantId,
      Merchant: booking.merchantName,
      MCC: booking.category,
      'Authorization reference': booking.authorization
    };
    return HEADINGS.map((heading) => cell(row[heading] ?? '')).join(',');
  });
  return new TextEncoder().encode(`${[HEADINGS.join(','), ...lines].join('\r\n')}\r\n`);
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
