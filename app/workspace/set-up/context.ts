import { notFound } from 'next/navigation';
import { may, type Principal } from '@/lib/access/policy/principal';
import { readAddress } from '@/lib/kit/setup/address';
import { ENTITIES } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { frozenFault } from '@/lib/kit/setup/frozen';
import { ownersSeen } from '@/lib/kit/setup/owners';
import {
  addressOf,
  mayEdit,
  type RecordList,
  type RecordListAddress,
  recordListSeen
} from '@/lib/kit/setup/record-list';
import { recordSeen, type SetUpRecord } from '@/lib/kit/setup/records';
import { signedInPrincipal } from '../signed-in';
import { isId, type Query } from './address';

/** The context of an entity's page; not found for users without access to the entity. */
export async function entityPage(params: Promise<{ entity: string }>) {
  const [context, { entity: name }] = await Promise.all([signedInPrincipal(), params]);
  const entity = ENTITIES.get(name);
  if (!entity || !may(context.principal, entity.area, 'view')) notFound();
  return { ...context, entity };
}

/** The only owner whose records the user may see, or the user's own one. */
export async function onlyAddress({
  principal,
  entity
}: {
  principal: Principal;
  entity: Entity;
}): Promise<RecordListAddress | null> {
  const owners = await ownersSeen(principal, entity, '');
  const own = owners.filter(({ inside }) => inside);
  const [only, ...others] = own.length > 0 ? own : owners;
  if (!only || others.length > 0) return null;
  return { issuerId: only.issuerId, ...(only.id !== only.issuerId && { companyId: only.id }) };
}

/** The context of a list page; not found if the reader may not see it. */
export async function placePage(params: Promise<{ entity: string }>, searchParams: Promise<Query>) {
  const [context, query] = await Promise.all([entityPage(params), searchParams]);
  // A list of parts takes its owner from its parent.
  const address = readAddress(query) ?? (context.entity.parent ? null : await onlyAddress(context));
  const place = address && (await recordListSeen(context.principal, context.entity, address));
  if (!address || !place) notFound();
  return { ...context, address, place, query };
}

/** The context of a record's page; not found if the reader may not see it. */
export async function recordPage(params: Promise<{ entity: string; id: string }>, searchParams: Promise<Query>) {
  const [context, { id }, query] = await Promise.all([entityPage(params), params, searchParams]);
  const { principal, entity } = context;
  const issuerId = readAddress(query)?.issuerId;
  const opened = issuerId ? await openRecord(context, { issuerId, id }) : null;
  if (!opened) notFound();
  const { record, place } = opened;
  const frozen = await frozenFault(entity, record, place.parent);
  const editable = place.writable && !frozen && mayEdit(principal, entity, record, place.parent);
  return { ...context, ...opened, frozen, editable, query };
}

async function openRecord(
  { principal, entity }: { principal: Parameters<typeof recordSeen>[0]; entity: Entity },
  seen: { issuerId: string; id: string }
): Promise<{ record: SetUpRecord; place: RecordList } | null> {
  const record = isId(seen.id) ? await recordSeen(principal, entity, seen) : null;
  const place = record && (await recordListSeen(principal, entity, addressOf(record)));
  return record && place && { record, place };
}
