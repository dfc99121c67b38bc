import { database, transaction } from '../../../lib/core/database/database';
import { minorDigits } from '../../../lib/core/entry/currency';
import { type Booking, bringBookings } from '../../../lib/money/processor/bookings';
import { bookingOf, chargeCard, settleCharge } from '../../../lib/money/processor/desk';
import { heldCard } from '../../../lib/money/purchasing/authorizations/authorize';
import { chargeOf } from '../../../lib/money/purchasing/authorizations/charges';
import { requestOf } from '../../../lib/money/purchasing/requests';
import { asUser, ORIGIN, type Person } from '../as-user';
import { jobsDone } from './card-feed';

interface Asked {
  merchant: string;
  category?: string;
  /** Of the card's limit. */
  part: number;
  /** Whether it books what the card declined. */
  anyway?: boolean;
  /** Of what is asked: released before it is booked, booked, and refunded. */
  reverse?: number;
  book?: number;
  refund?: number;
}

/**
 * What merchants ask of a card, and what they book of it. The taxi books what the card declined: the one difference that
 * the demo means to show.
 */
const ASKED: readonly Asked[] = [
  { merchant: 'NORDLYS HOTELL TROMSO', part: 0.5, book: 1, refund: 0.1 },
  { merchant: 'NORDLYS HOTELL RESTAURANT', part: 0.1, reverse: 0.2, book: 0.8 },
  { merchant: 'TROMSO TAXI', category: '4121', part: 0.1, anyway: true, book: 1 },
  { merchant: 'NORDLYS HOTELL TROMSO', part: 0.8 },
  { merchant: 'NORDLYS HOTELL MINIBAR', part: 0.02, reverse: 1 }
];

interface Request {
  issuerId: string;
  id: string;
}

/**
 * Lets merchants charge the virtual card of a holder's request, and the simulated processor book it by the issuer's feed:
 * in full, in part, given back, and declined. @throws when a command refuses
 */
export async function chargeVirtualCard(holder: Person, request: Request): Promise<void> {
  const { purchaseLimit, currency } = await database().purchaseRequest.findUniqueOrThrow({
    where: { issuerId_id: { issuerId: request.issuerId, id: request.id } }
  });
  const partOf = (part: number) => (Number(purchaseLimit) * part).toFixed(minorDigits(currency));
  const charges: { id: string; asked: Asked }[] = [];
  await asUser(holder, async (principal) => {
    for (const asked of ASKED) {
      const what = {
        amount: partOf(asked.part),
        merchant: asked.merchant,
        merchantId: null,
        category: asked.category ?? '7011'
      };
      const { id, approved } = done(await chargeCard(principal, request.id, what, ORIGIN));
      // On some weekends the hour is one at which the card is closed.
      if (!approved && !asked.anyway) continue;
      charges.push({ id, asked });
      if (!asked.reverse) continue;
      const reversal = { course: 'reverse', amount: partOf(asked.part * asked.reverse) } as const;
      done(await settleCharge(principal, { requestId: request.id, chargeId: id }, reversal, ORIGIN));
    }
  });
  for (const course of ['book', 'refund'] as const) {
    const bookings: Booking[] = [];
    for (const { id, asked } of charges) {
      const share = asked[course];
      if (share) bookings.push(await booking(request, id, { course, amount: partOf(asked.part * share) }));
    }
    if (bookings.length === 0) continue;
    await bringBookings(request.issuerId, bookings);
    await jobsDone();
  }
}

const booking = (request: Request, chargeId: string, course: { course: 'book' | 'refund'; amount: string }) =>
  transaction(async (tx) => {
    const held = await requestOf(tx, request);
    const card = held && (await heldCard(tx, held));
    const charge = card && (await chargeOf(tx, card, chargeId));
    const made = held && charge && (await bookingOf(tx, held, charge, course));
    if (!made) throw new Error('virtual card: nothing to book');
    return made;
  });

function done<T>(result: { ok: true; value: T } | { ok: false; refusal: unknown }): T {
  if (!result.ok) throw new Error(`virtual card: ${JSON.stringify(result.refusal)}`);
  return result.value;
}
