import { may, type Principal } from '../../../access/policy/principal';
import type { Transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { cardOf } from '../../purchasing/details';
import { heldRequest, type PurchaseRequest } from '../../purchasing/requests';

/** Whether the supplier of a request is told of its card by a link: straight-through ones key nothing. */
export const isLinkable = ({ state, terms }: Pick<PurchaseRequest, 'state' | 'terms'>): boolean =>
  state === 'approved' && !terms.supplier.straightThrough;

/** One's own approved request whose supplier keys the card, locked; or why not. */
export async function linkableRequest(
  tx: Transaction,
  principal: Principal,
  id: string
): Promise<Result<PurchaseRequest>> {
  const held = await heldRequest(tx, principal, id);
  if (!held) return refused({ code: 'not.found' });
  if (held.requesterId !== principal.userId || !may(principal, 'purchase_requests', 'modify'))
    return refused({ code: 'forbidden.action' });
  const card = await cardOf(held, tx);
  const isThere = card?.state === 'active' && card.lastFour !== null;
  return isLinkable(held) && isThere ? accepted(held) : refused({ code: 'supplier.link.not.now' });
}
