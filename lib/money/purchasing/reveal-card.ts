import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { openCardNumber, securityCodeOf } from './simulated-issuer';

/** A card as a merchant needs it. It is shown for a minute, and never logged, mailed, audited or stored. */
export interface RevealedCard {
  number: string;
  expiry: string;
  code: string;
}

const sealedRow = z.strictObject({ id: z.string(), sealed: z.instanceof(Uint8Array), expiry: z.string() });

/**
 * Opens the active card of an approved request, locked until the transaction ends; null where there is none. For callers
 * that have proven that their reader may see it, and that count and audit it.
 */
export async function revealCard(
  tx: Transaction,
  { issuerId, id: requestId }: { issuerId: string; id: string }
): Promise<RevealedCard | null> {
  const [card] = await readRows(tx, sealedRow)`
    SELECT c.id, c.number_encrypted AS sealed, c.expiry FROM virtual_cards c
    JOIN purchase_requests q ON (q.issuer_id, q.id) = (c.issuer_id, c.request_id)
    WHERE c.issuer_id = ${issuerId}::uuid AND c.request_id = ${requestId}::uuid AND c.state = 'active'
      AND q.state = 'approved' FOR SHARE OF c, q`;
  if (!card) return null;
  const { id, sealed, expiry } = card;
  return { number: openCardNumber(issuerId, id, sealed), expiry, code: securityCodeOf(issuerId, id, expiry) };
}
