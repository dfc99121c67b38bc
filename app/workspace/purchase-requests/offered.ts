import { notFound } from 'next/navigation';
import { placeOfRequests } from '@/lib/money/purchasing/save-request';
import { type Offer, offeredTemplates, offerOf } from '@/lib/money/purchasing/terms';
import { signedInFor } from '../signed-in';

/** The reader who may request, and their company; not found above companies. */
async function requester() {
  const page = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const place = placeOfRequests(page.principal);
  if (!place) notFound();
  return { page, place: { issuerId: page.principal.issuerId, companyId: place.companyId } };
}

/** The templates that the reader can request from. */
export async function templatesForReader() {
  const { page, place } = await requester();
  return { page, templates: await offeredTemplates(place) };
}

/** The reader, and a template of their company as it is now; not found if it is offered no more. */
export async function offerForReader(
  templateId: string
): Promise<{ page: Awaited<ReturnType<typeof requester>>['page']; offer: Offer }> {
  const { page, place } = await requester();
  const offer = await offerOf(place, templateId);
  return { page, offer: offer ?? notFound() };
}
