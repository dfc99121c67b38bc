import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Principal } from '../../../lib/access/policy/principal';
import { database } from '../../../lib/core/database/database';
import { checkDigit } from '../../../lib/core/secrets/card-digits';
import { bringFeed } from '../../../lib/money/feeds/bring-feed';
import { plainCsv } from '../../../lib/money/feeds/layouts/plain-csv';
import { mappingSchema } from '../../../lib/money/feeds/mapping';
import { createMapping } from '../../../lib/money/feeds/mappings';
import { ORIGIN } from '../as-user';
import { DAY } from '../calendar';
import { CURRENCIES } from '../data/countries';
import { billed, conversionRate, written } from '../money';
import type { Card } from './cards';
import type { Charge } from './charges';

/** A charge on a card, with the reference that its transaction gets. */
export interface CardCharge {
  card: Card;
  charge: Charge;
  reference: string;
}

/** The bank's reference of a charge, which a file and an issuer have once. */
export const referenceOf = (today: string, position: number) =>
  `R-${today.replaceAll('-', '')}-${String(position).padStart(4, '0')}`;

const HEADINGS = Object.values(plainCsv.layout.fields).map(([heading]) => heading as string);

function rowOf({ card, charge, reference }: CardCharge, today: number): Record<string, string> {
  const { currency, merchant } = charge;
  const day = today - charge.daysAgo;
  const { digits = 2 } = CURRENCIES[currency] ?? {};
  const minor = Math.round(Number(charge.amount) * 10 ** digits);
  const rate = conversionRate(currency, card.currency, day);
  const date = (at: number) => new Date(at * DAY).toISOString().slice(0, 10);
  return {
    'Card number': card.number,
    Reference: reference,
    Type: 'purchase',
    'Transaction date': date(day),
    'Posting date': date(Math.min(day + 1, today)),
    Amount: charge.amount,
    Currency: currency,
    'Billed amount': written(billed(minor, currency, rate, card.currency), card.currency),
    'Billed currency': card.currency,
    'Conversion rate': String(rate),
    'Merchant ID': (BigInt(`0x${createHash('sha256').update(merchant).digest('hex').slice(0, 12)}`) % 10n ** 15n)
      .toString()
      .padStart(15, '4'),
    Merchant: merchant,
    City: charge.city,
    Country: charge.country,
    MCC: charge.category,
    Purpose: charge.purpose
  };
}

/** Rows that can't be booked, each for a reason of its own: the card is unknown, the day and the currency don't exist. */
function rejected(row: Record<string, string>, today: string): Record<string, string>[] {
  const unknown = `${row['Card number']?.slice(0, 6)}000000000`;
  return [
    { ...row, 'Card number': unknown + checkDigit(unknown), Reference: referenceOf(today, 9001) },
    { ...row, 'Transaction date': `${today.slice(0, 4)}-13-05`, Reference: referenceOf(today, 9002) },
    { ...row, Currency: 'EUX', Reference: referenceOf(today, 9003) }
  ];
}

const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Uploads a file with charges and three rows that can't be booked, in the product's own format, and starts its import.
 * Returns the feed's id. @throws when it is refused
 */
export async function uploadCharges(
  principal: Principal,
  charges: readonly CardCharge[],
  today: string
): Promise<string> {
  const mapping = await createMapping(
    principal,
    mappingSchema.parse({ name: 'Card transactions', layout: plainCsv.layout, active: true }),
    ORIGIN
  );
  if (!mapping.ok) throw new Error(`mapping: ${JSON.stringify(mapping.refusal)}`);
  const day = Math.floor(Date.parse(today) / DAY);
  const rows = charges.map((charge) => rowOf(charge, day));
  const lines = [...rows, ...rejected(rows[0] as Record<string, string>, today)].map((row) =>
    HEADINGS.map((heading) => cell(row[heading] ?? '')).join(',')
  );
  const bytes = new TextEncoder().encode(`${[HEADINGS.join(','), ...lines].join('\r\n')}\r\n`);
  const feed = await bringFeed(
    principal,
    { mappingId: mapping.value, source: 'upload', name: `cards-${today}.csv`, chunks: only(bytes) },
    ORIGIN
  );
  if (!feed.ok) throw new Error(`feed: ${JSON.stringify(feed.refusal)}`);
  return feed.value;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Waits until no job is left. @throws when one has failed, or after a minute */
export async function jobsDone(): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const jobs = await database().job.findMany({ where: { status: { in: ['queued', 'processing', 'failed'] } } });
    const failed = jobs.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`job ${failed.kind}: ${JSON.stringify(failed.refusal)}`);
    if (jobs.length === 0) return;
    await pause(100);
  }
  throw new Error("the demo's jobs take more than a minute");
}
