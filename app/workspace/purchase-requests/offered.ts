import { notFound } from 'next/navigation';
import { activeGroup } from '@/lib/money/purchasing/groups/active-group';
import { placeOfRequests } from '@/lib/money/purchasing/place-of-requests';
import { offeredTemplates, offerOf } from '@/lib/money/purchasing/terms';
import { signedInFor } from '../signed-in';

/** The reader who may request, where, and in which group (C6.029); not found above companies. */
async function requester() {
  const page = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const { issuerId, userId } = page.principal;
  const { companyId } = placeOfRequests(page.principal) ?? notFound();
  const group = await activeGroup({ issuerId, companyId, userId });
  return { page, group, place: group && { issuerId, companyId, groupId: group.id } };
}

/** The reader's group and the templates that they can request from; none without a group. */
export async function templatesForReader() {
  const { page, group, place } = await requester();
  return { page, group, templates: place ? await offeredTemplates(place) : [] };
}

/** The reader's group, and a template of it as it is now; null if it offers it no more. */
export async function offerForReader(templateId: string) {
  const { page, group, place } = await requester();
  return { page, group, offer: place && (await offerOf(place, templateId)) };
}
