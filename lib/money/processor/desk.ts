import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { isoDay } from '../../core/calendar/days';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { decimalNumber } from '../../core/entry/number-entry';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { enqueue } from '../../core/server/outbox';
import { todayAt } from '../../directory/structure/reads/today';
import { authorize, type HeldCard, heldCard } from '../purchasing/authorizations/authorize';
import { type Charge, chargeOf, chargeUnder, reverseCharge } from '../purchasing/authorizations/charges';
import { heldRequest, numberOf, type PurchaseRequest } from '../purchasing/requests';
import type { TriedPurchase } from '../purchasing/try-purchase';
import { type Booking, readsBookings } from './bookings';
import { payerOf } from './payer';
import { isProcessorSimulated } from './simulated';

interface Held {
  request: PurchaseRequest;
  card: HeldCard;
}

/** One's own request with its card, locked, where the processor is simulated; or why not. */
async function heldAt(tx: Transaction, principal: Principal, requestId: string): Promise<Result<Held>> {
  const request = await heldRequest(tx, principal, requestId);
  const card = request && (await heldCard(tx, request));
  if (!request || !card) return refused({ code: 'not.found' });
  const isDesk = isProcessorSimulated() && card.processor === 'simulated';
  if (!isDesk || request.requesterId !== principal.userId) return refused({ code: 'forbidden.action' });
  return accepted({ request, card });
}

/**
 * Lets a merchant ask the card of one's own request at the desk of the simulated processor (C3.017D): unlike a purchase
 * that is tried, it counts. Returns the authorization's id.
 */
export function chargeCard(
  principal: Principal,
  requestId: string,
  { amount, merchant, merchantId, category }: Pick<TriedPurchase, 'amount' | 'merchant' | 'merchantId' | 'category'>,
  origin: Origin
): Promise<Result<{ id: string; approved: boolean }>> {
  return transaction(async (tx) => {
    const held = await heldAt(tx, principal, requestId);
    if (!held.ok) return held;
    const { request, card } = held.value;
    if (card.state !== 'active') return refused({ code: `purchase.no.${card.state}` });
    const { currency, merchant: locked } = card.controls;
    const reference = `SIM-${newId()}`;
    const { approved } = await authorize(tx, card, {
      reference,
      at: now(),
      kind: 'purchase',
      amount,
      currency,
      category,
      merchantName: merchant,
      merchantId,
      acquirerId: locked?.acquirerId ?? null
    });
    const id = await chargeUnder(tx, card, reference);
    await audit(tx, principal, origin, request, 'virtual_card.charged', { amount, currency, merchant });
    return accepted({ id, approved });
  });
}

export const COURSES = ['book', 'reverse', 'refund'] as const;

/** What becomes of a charge. */
export const courseSchema = z.object({
  course: z.enum(COURSES, 'choice.invalid'),
  amount: decimalNumber({ scale: 2, min: '0.01', max: '999999999999' })
});
export type Course = z.output<typeof courseSchema>;

/**
 * Lets the merchant of a charge book it, in full, in part, late or beyond what was approved, give it back before that, or
 * refund what was booked. What is booked comes by the issuer's feed; pressing twice books once.
 */
export function settleCharge(
  principal: Principal,
  { requestId, chargeId }: { requestId: string; chargeId: string },
  course: Course,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldAt(tx, principal, requestId);
    if (!held.ok) return held;
    const { request, card } = held.value;
    const charge = await chargeOf(tx, card, chargeId);
    if (!charge) return refused({ code: 'not.found' });
    const { issuerId } = request;
    const details = { amount: course.amount, currency: charge.currency, merchant: charge.merchantName };
    if (course.course === 'reverse') {
      const most = charge.approved ? new Prisma.Decimal(charge.amount).minus(charge.booked) : new Prisma.Decimal(0);
      if (most.lessThan(course.amount)) return tooMuch(most);
      await reverseCharge(tx, card, { id: charge.id, amount: course.amount });
      await audit(tx, principal, origin, request, 'virtual_card.reversed', details);
      return accepted(null);
    }
    if (course.course === 'refund' && new Prisma.Decimal(charge.booked).lessThan(course.amount))
      return tooMuch(new Prisma.Decimal(charge.booked));
    if (!(await readsBookings(issuerId))) return refused({ code: 'processor.mapping.none' });
    const booking = await bookingOf(tx, request, charge, course);
    if (!booking) return refused({ code: 'processor.account.none', params: { currency: charge.currency } });
    await enqueue(tx, { issuerId, topic: 'processor.bookings', payload: { bookings: [booking] } });
    await audit(tx, principal, origin, request, 'virtual_card.booked', details);
    return accepted(null);
  });
}

const tooMuch = (most: Prisma.Decimal) =>
  refused({
    code: 'number.too.large',
    field: 'amount',
    params: { maximum: most.lessThan(0) ? '0' : most.toFixed() }
  });

/**
 * What the processor books of a charge, on the requester's account, at the rate of the company's rules; null where no
 * account pays for the card, or no rule converts to its currency. Its reference counts the bookings of the charge, so
 * that one that waits isn't asked for again.
 */
export async function bookingOf(
  tx: Transaction,
  request: PurchaseRequest,
  { id, reference, bookings, at, currency, merchantName, merchantId, category }: Charge,
  { course, amount }: Course
): Promise<Booking | null> {
  const payer = await payerOf(tx, request, currency);
  if (!payer) return null;
  const { account, rate } = payer;
  const billed = new Prisma.Decimal(amount).mul(rate).toDecimalPlaces(minorDigits(account.currency)).toFixed();
  const signed = (size: string) => (course === 'refund' ? `-${size}` : size);
  return {
    accountId: account.id,
    authorization: reference,
    currency,
    merchantName,
    merchantId,
    category,
    reference: `SIM-${id.replaceAll('-', '')}-${bookings + 1}`,
    madeOn: isoDay(at),
    postedOn: await todayAt(request.issuerId, tx),
    amount: signed(amount),
    billedAmount: signed(billed),
    billedCurrency: account.currency,
    conversionRate: rate.toFixed(9)
  };
}

const audit = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  request: PurchaseRequest,
  action: 'virtual_card.booked' | 'virtual_card.charged' | 'virtual_card.reversed',
  details: Record<string, string>
): Promise<void> =>
  recordAct(tx, principal, origin, {
    issuerId: request.issuerId,
    nodeId: request.nodeId,
    entity: 'purchase_request',
    entityId: request.id,
    action,
    details: { number: numberOf(request), ...details }
  });
