import type { Transaction } from '../../core/database/database';
import { type HeldCard, heldCard } from '../purchasing/authorizations/authorize';
import { type PurchaseRequest, requestOf } from '../purchasing/requests';

/** An approved request with its card, both locked; null where there is nothing to pay by. */
export async function payableRequest(
  tx: Transaction,
  key: { issuerId: string; id: string }
): Promise<{ request: PurchaseRequest; card: HeldCard } | null> {
  const request = await requestOf(tx, key);
  const card = request && (await heldCard(tx, request));
  return request?.state === 'approved' && card?.state === 'active' ? { request, card } : null;
}
