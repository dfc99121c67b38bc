import { activeGroup } from './groups/active-group';
import type { PurchaseRequest } from './requests';
import { type Offer, offerOf } from './terms';

/**
 * What a request may become: a draft by its requester's active group, and what was submitted by its own, also a closed
 * one (C4.015). Null if its template is no longer offered there, or a draft's requester has no group (C6.029).
 */
export async function offerForChange(request: PurchaseRequest): Promise<Offer | null> {
  const { state, requesterId: userId, groupId, terms } = request;
  const group = state === 'draft' ? await activeGroup({ ...request, userId }) : { id: groupId };
  return group && offerOf({ ...request, groupId: group.id }, terms.template.id);
}
