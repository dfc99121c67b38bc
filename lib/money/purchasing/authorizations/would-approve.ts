import type { Transaction } from '../../../core/database/database';
import { countersOf } from '../counters';
import { type Authorization, decide } from '../decide';
import { earlierOf, type HeldCard } from './authorize';

/** Whether a locked card would approve what a merchant asks: nothing is kept or counted. */
export async function wouldApprove(
  tx: Transaction,
  { issuerId, id: cardId, controls }: HeldCard,
  asked: Authorization
): Promise<boolean> {
  const earlier = await earlierOf(tx, { issuerId, cardId });
  return decide(controls, countersOf(controls, earlier, asked.at), asked).approved;
}
