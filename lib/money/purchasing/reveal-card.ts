import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import type { ProcessorName } from './processors/names';
import type { RevealedCard } from './processors/processor';
import { PROCESSORS } from './processors/processors';

const sealedRow = z.strictObject({
  id: z.string(),
  processor: textOf<ProcessorName>(),
  reference: z.string().nullable(),
  sealed: z.instanceof(Uint8Array).nullable(),
  expiry: z.string()
});

/**
 * Opens the active card of an approved request; null where there is none. The request is locked until the transaction
 * ends, and so is the card's state, while merchants may go on asking the card. For callers that have proven that their
 * reader may see it, and that count and audit it. @throws Busy if its processor doesn't answer
 */
export async function revealCard(
  tx: Transaction,
  { issuerId, id: requestId }: { issuerId: string; id: string }
): Promise<RevealedCard | null> {
  const [card] = await readRows(tx, sealedRow)`
    SELECT c.id, c.processor, c.processor_card AS reference, c.number_encrypted AS sealed, c.expiry FROM virtual_cards c
    JOIN purchase_requests q ON (q.issuer_id, q.id) = (c.issuer_id, c.request_id)
    WHERE c.issuer_id = ${issuerId}::uuid AND c.request_id = ${requestId}::uuid AND c.state = 'active'
      AND c.last_four IS NOT NULL AND q.state = 'approved' FOR SHARE OF q`;
  if (!card) return null;
  const { processor, ...showable } = card;
  return PROCESSORS[processor].reveal(tx, { issuerId, ...showable });
}
