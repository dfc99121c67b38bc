import { notFound } from 'next/navigation';
import { may, type Principal } from '@/lib/access/policy/principal';
import { type BusinessTrip, seenTrip } from '@/lib/money/business-trips/trips';
import { idOf } from '../addresses';
import { signedInFor } from '../signed-in';

export const TRIPS_PAGE = '/workspace/business-trips';

/** What every page about one trip reads: the reader and the trip; not found for readers who don't see it. */
export async function tripPage(params: Promise<{ id: string }>) {
  const page = await signedInFor('business_trips', 'view', 'business.trips');
  const trip = await seenTrip(page.principal, idOf((await params).id));
  if (!trip) notFound();
  const href = `${TRIPS_PAGE}/${trip.id}`;
  const list = { href: TRIPS_PAGE, label: page.t('listing.business-trips') };
  return { page, trip, href, list, trail: [list, { href, label: trip.name }] };
}

/** The same for pages on which the owner works on a trip that has no report yet. */
export async function ownTripPage(params: Promise<{ id: string }>) {
  const found = await tripPage(params);
  if (!isEditable(found.trip, found.page.principal)) notFound();
  return found;
}

/** Whether the reader may change the trip: their own, as long as it has no report. */
export const isEditable = (trip: BusinessTrip, principal: Principal): boolean =>
  trip.reportId === null && trip.ownerId === principal.userId && may(principal, 'business_trips', 'modify');
