import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { mustChange } from '../../../kit/states/starting-from';
import type { HeldCard } from './authorize';

const chargeRow = z.strictObject({
  id: z.string(),
  reference: z.string(),
  at: z.date(),
  approved: z.boolean(),
  /** What was asked, less what was reversed. */
  amount: z.string(),
  currency: z.string(),
  /** What was booked of it, less what was given back. */
  booked: z.string(),
  /** How often it was booked or given back. */
  bookings: z.number(),
  merchantName: z.string(),
  merchantId: z.string().nullable(),
  category: z.string().nullable()
});

/** What a merchant asked a card, and how far it is booked. Amounts are exact decimals as text. */
export type Charge = z.infer<typeof chargeRow>;

/** A charge of a locked card by its id; null if there is none. */
export async function chargeOf(
  tx: Transaction,
  { issuerId, id: cardId }: HeldCard,
  id: string
): Promise<Charge | null> {
  const [charge] = await readRows(tx, chargeRow)`
    SELECT a.id, a.reference, a.asked_at AS at, a.answer = 'approved' AS approved,
      trim_scale(a.amount - a.reversed)::text AS amount, a.currency, trim_scale(coalesce(k.booked, 0))::text AS booked,
      k.bookings, a.merchant_name AS "merchantName", a.merchant_id AS "merchantId", a.category
    FROM authorization_activity a
    CROSS JOIN LATERAL (SELECT sum(c.amount) AS booked, count(*)::int AS bookings FROM clearings c
      WHERE c.issuer_id = a.issuer_id AND c.authorization_id = a.id) k
    WHERE a.issuer_id = ${issuerId}::uuid AND a.card_id = ${cardId}::uuid AND a.id = ${id}::uuid`;
  return charge ?? null;
}

/** The id of what a locked card was asked under a reference. @throws if there is none */
export async function chargeUnder(tx: Transaction, { issuerId }: HeldCard, reference: string): Promise<string> {
  const found = await tx.authorizationActivity.findUniqueOrThrow({
    where: { issuerId_reference: { issuerId, reference } },
    select: { id: true }
  });
  return found.id;
}

/** Gives back a part of what a locked card approved; no more than is left of it. */
export async function reverseCharge(
  tx: Transaction,
  { issuerId, id: cardId }: HeldCard,
  { id, amount }: Pick<Charge, 'id' | 'amount'>
): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE authorization_activity SET reversed = reversed + ${amount}::numeric
    WHERE issuer_id = ${issuerId}::uuid AND card_id = ${cardId}::uuid AND id = ${id}::uuid AND answer = 'approved'`;
  mustChange(changed, 1);
}

/**
 * Gives back what a merchant has released so far of all that a locked card approved under a reference and its increments
 * (`reference/1`), the latest first. What was given back stays so.
 */
export async function releaseUnder(
  tx: Transaction,
  { issuerId, id: cardId }: HeldCard,
  { reference, amount }: { reference: string; amount: string }
): Promise<void> {
  await tx.$executeRaw`
    UPDATE authorization_activity a SET reversed = greatest(a.reversed, part.released)
    FROM (SELECT o.id, least(o.amount, greatest(0, ${amount}::numeric
          - coalesce(sum(o.amount) OVER (ORDER BY o.asked_at DESC, o.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))
        AS released
      FROM authorization_activity o
      WHERE o.issuer_id = ${issuerId}::uuid AND o.card_id = ${cardId}::uuid AND o.answer = 'approved'
        AND (o.reference = ${reference} OR starts_with(o.reference, ${`${reference}/`}))) part
    WHERE a.issuer_id = ${issuerId}::uuid AND a.id = part.id`;
}
