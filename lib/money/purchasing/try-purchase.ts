import { z } from 'zod';
import { instantOf } from '../../core/calendar/clocks';
import { dayOf } from '../../core/calendar/days';
import { decimalNumber } from '../../core/entry/number-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import { now } from '../../core/server/clock';
import { unused } from './counters';
import { type Authorization, type Decision, decide } from './decide';
import type { VirtualCard } from './details';
import { localTime } from './local-time';

/** A purchase to try: what a merchant would ask. */
export const trySchema = z.object({
  amount: decimalNumber({ scale: 2, min: '0', max: '999999999999' }),
  merchant: plainText({ max: 22 }),
  merchantId: optional(plainText({ max: 15 })),
  category: optional(
    z
      .string()
      .trim()
      .regex(/^\d{4}$/, 'merchant.category.invalid')
  ),
  /** A day and a time of the card's own time zone; without them it is now. */
  day: optional(z.iso.date('date.invalid')),
  time: optional(
    z
      .string()
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time.invalid')
  )
});
export type TriedPurchase = z.output<typeof trySchema>;

/** Why a card answers no before its controls are asked. */
export type CardFault = 'suspended' | 'closed' | 'expired';

/**
 * What a card would answer to a purchase (C3.017D): the same decision as for a real one, but it counts nothing, and it
 * begins with a card that has not been used.
 */
export function tryPurchase(
  { controls, state, expiry }: Pick<VirtualCard, 'controls' | 'state' | 'expiry'>,
  { amount, merchant, merchantId, category, day, time }: TriedPurchase
): Decision & { card: CardFault | null } {
  const { timeZone, currency } = controls;
  const today = localTime(now(), timeZone);
  const at = instantOf(timeZone, dayOf(day ?? today.day), time ?? today.time);
  const asked: Authorization = {
    at,
    kind: 'purchase',
    amount,
    currency,
    category,
    merchantName: merchant,
    merchantId,
    acquirerId: controls.merchant?.acquirerId ?? null
  };
  const decision = decide(controls, unused(controls), asked);
  const card = state === 'active' ? (isOver(expiry, localTime(at, timeZone).day) ? 'expired' : null) : state;
  return card ? { ...decision, card, approved: false, code: card === 'expired' ? '54' : '62' } : { ...decision, card };
}

/** A card is good until the end of its last month. */
const isOver = (expiry: string, day: string) => `${expiry.slice(3)}-${expiry.slice(0, 2)}` < day.slice(2, 7);
