import { dayAfter } from '../../core/calendar/days';
import type { Transaction } from '../../core/database/database';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { monthOf } from './card-expiry';
import type { Controls } from './controls';
import type { RealCard } from './real-cards';
import type { PurchaseRequest } from './requests';
import { expiryOf, newCardNumber } from './simulated-issuer';
import { unitsOf } from './units';

/** How long a card is valid whose template has no validity period. */
const YEAR = 365;

/** The controls of a card: those of the template, and the limit that was approved. */
export function withLimit(controls: Controls, limit: string): Controls {
  const { aging, velocities } = controls;
  const lesser = (amount: string | null) => (amount !== null && unitsOf(amount) < unitsOf(limit) ? amount : limit);
  if (aging) return { ...controls, aging: { ...aging, amount: lesser(aging.amount) } };
  const whole = velocities.find(({ period }) => period === 'continuous');
  const others = velocities.filter((velocity) => velocity !== whole);
  return {
    ...controls,
    velocities: [
      ...others,
      { period: 'continuous', amount: lesser(whole?.amount ?? null), count: whole?.count ?? null }
    ]
  };
}

/**
 * Issues the one card of an approved request (C1.005, C3.033), or gives the card of an earlier approval its new terms. A
 * request has one card however often it is approved: its number stays.
 */
export async function issueCard(
  tx: Transaction,
  { issuerId, id: requestId }: Pick<PurchaseRequest, 'issuerId' | 'id'>,
  controls: Controls,
  { day, realCard }: { day: string; realCard: RealCard | null }
): Promise<void> {
  const id = newId();
  const { encrypted, keyId, hash, lastFour } = newCardNumber(issuerId, id);
  const lastDay = controls.validity?.to ?? dayAfter(day, YEAR);
  // No card outlives the one that pays for it.
  const expiry = realCard && monthOf(realCard.expiry) < lastDay.slice(0, 7) ? realCard.expiry : expiryOf(lastDay);
  const terms = JSON.stringify(controls);
  await tx.$executeRaw`
    INSERT INTO virtual_cards AS c (issuer_id, id, request_id, number_encrypted, number_key_id, number_hash, last_four,
      expiry, controls, issued_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${requestId}::uuid, ${encrypted}, ${keyId}, ${hash}, ${lastFour}, ${expiry},
      ${terms}::jsonb, ${now()})
    ON CONFLICT (issuer_id, request_id) DO UPDATE SET state = 'active', version = c.version + 1, expiry = EXCLUDED.expiry,
      controls = EXCLUDED.controls
    WHERE c.state <> 'closed'`;
}

/** Suspends the card of a request that waits for approval again (C4.009D), or closes that of a cancelled one. */
export async function setCardState(
  tx: Transaction,
  { issuerId, id }: Pick<PurchaseRequest, 'issuerId' | 'id'>,
  state: 'suspended' | 'closed'
): Promise<void> {
  await tx.$executeRaw`
    UPDATE virtual_cards SET state = ${state}::virtual_card_state, version = version + 1
    WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid AND state <> 'closed'
      AND state <> ${state}::virtual_card_state`;
}
