import { now } from '../../core/server/clock';
import type { HeldCard } from '../purchasing/authorizations/authorize';
import type { Authorization } from '../purchasing/decide';
import type { PurchaseRequest } from '../purchasing/requests';

/** What the supplier of a request that is paid straight through asks of its card. */
export const askedOfCard = (
  { total, currency, terms: { supplier } }: PurchaseRequest,
  { controls }: HeldCard
): Authorization => ({
  at: now(),
  kind: 'purchase',
  amount: total,
  currency,
  merchantName: supplier.name,
  merchantId: supplier.merchantId,
  acquirerId: supplier.acquirerId,
  // Nobody keys what the merchant is: a supplier is of the kind that the request's type is about.
  category: controls.purchaseType?.codes[0] ?? null
});
