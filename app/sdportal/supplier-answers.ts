import { LRUCache } from 'lru-cache';
import type { RevealedCard } from '@/lib/money/purchasing/processors/processor';
import type { OrderedPurchase } from '@/lib/money/suppliers/links/open-link';

/** What a supplier's press came to. A wrong passphrase and a link that leads nowhere are the same. */
export type SupplierAnswer =
  | { kind: 'wrong'; status: number }
  | { kind: 'order'; purchase: OrderedPurchase }
  | { kind: 'card'; purchase: OrderedPurchase; card: RevealedCard }
  | { kind: 'declined' };

// Actions and pages may be separate module instances, so the answers live on the global object. An answer waits only for
// the page of its own request: the state of a form would go back and forth with the card in it.
const shared = globalThis as typeof globalThis & { tesseraSupplierAnswers?: LRUCache<string, SupplierAnswer> };
shared.tesseraSupplierAnswers ??= new LRUCache({ max: 100, ttl: 10_000 });
const waiting = shared.tesseraSupplierAnswers;

/** Keeps the answer to a request for its page. */
export const keepAnswer = (requestId: string, answer: SupplierAnswer): void => {
  waiting.set(requestId, answer);
};

/** Returns the answer to a request once; null if nothing was pressed. */
export function takeAnswer(requestId: string): SupplierAnswer | null {
  const answer = waiting.get(requestId) ?? null;
  waiting.delete(requestId);
  return answer;
}
