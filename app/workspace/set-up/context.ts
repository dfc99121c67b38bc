import { notFound } from 'next/navigation';
import { may } from '@/lib/access/principal';
import { readAddress } from '@/lib/setup/address';
import { ENTITIES } from '@/lib/setup/entities';
import type { Entity } from '@/lib/setup/entity';
import { addressOf, mayEdit, type Place, placeSeen } from '@/lib/setup/place';
import { recordSeen, type SetUpRecord } from '@/lib/setup/records';
import { signedInPrincipal } from '../signed-in';
import { isId, type Query } from './address';

/** What a page of one entity begins with; who may not see the entity finds nothing there. */
export async function entityPage(params: Promise<{ entity: string }>) {
  const [context, { entity: name }] = await Promise.all([signedInPrincipal(), params]);
  const entity = ENTITIES.get(name);
  if (!entity || !may(context.principal, entity.area, 'view')) notFound();
  return { ...context, entity };
}

/** A page about the records at an address, which must be seen. */
export async function placePage(params: Promise<{ entity: string }>, searchParams: Promise<Query>) {
  const [context, query] = await Promise.all([entityPage(params), searchParams]);
  const address = readAddress(query);
  const place = address && (await placeSeen(context.principal, context.entity, address));
  if (!address || !place) notFound();
  return { ...context, address, place, query };
}

/** A page about one record, which must be seen. */
export async function recordPage(params: Promise<{ entity: string; id: string }>, searchParams: Promise<Query>) {
  const [context, { id }, query] = await Promise.all([entityPage(params), params, searchParams]);
  const { principal, entity } = context;
  const issuerId = readAddress(query)?.issuerId;
  const opened = issuerId ? await openRecord(context, { issuerId, id }) : null;
  if (!opened) notFound();
  const editable = opened.place.writable && mayEdit(principal, entity, opened.record, opened.place.parent);
  return { ...context, ...opened, editable, query };
}

async function openRecord(
  { principal, entity }: { principal: Parameters<typeof recordSeen>[0]; entity: Entity },
  seen: { issuerId: string; id: string }
): Promise<{ record: SetUpRecord; place: Place } | null> {
  const record = isId(seen.id) ? await recordSeen(principal, entity, seen) : null;
  const place = record && (await placeSeen(principal, entity, addressOf(record)));
  return record && place && { record, place };
}
