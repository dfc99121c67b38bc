import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { type Act, recordAct, recordActs } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { askFault } from '../../kit/states/ask-fault';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { partsOf } from './add-requests';
import { setCardState } from './cards';
import { cardOf } from './details';
import { activeGroup } from './groups/active-group';
import { tellApprovers, tellApproversOf } from './mails';
import { heldRequest, numberOf, type PurchaseRequest, requestsWhere } from './requests';
import { PURCHASE_REQUEST, type PurchaseEvent } from './states';
import { offerOf } from './terms';

/** A request in the version that its reader saw; in a list of requests nobody sees one. */
export interface SeenRequest {
  id: string;
  version?: number;
}

/** A request that a principal may ask this event of, locked; or why not. */
export async function requestFor(
  tx: Transaction,
  principal: Principal,
  { id, version }: SeenRequest,
  event: PurchaseEvent,
  reason?: string
): Promise<Result<PurchaseRequest>> {
  const fault = askFault(PURCHASE_REQUEST, event, principal, reason);
  const held = await heldRequest(tx, principal, id);
  if (!held) return refused({ code: 'not.found' });
  if (fault) return refused(fault);
  const code = PURCHASE_REQUEST.refusal(event, held.state);
  if (code) return refused({ code });
  if (version !== undefined && held.version !== version)
    return refused({ code: 'record.changed', params: { version: held.version } });
  return accepted(held);
}

/** Sets the state of a locked request. */
export async function setState(
  tx: Transaction,
  { issuerId, id }: PurchaseRequest,
  event: PurchaseEvent
): Promise<void> {
  const transition = PURCHASE_REQUEST.transition(event);
  const changed = await tx.$executeRaw`
    UPDATE purchase_requests SET state = ${transition.to}::purchase_request_state, version = version + 1,
      submitted_at = coalesce(submitted_at, ${now()})
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND ${startingFrom(Prisma.sql`state`, transition)}`;
  mustChange(changed, 1);
}

/** Records an event of a request. */
export const recordEvent = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  held: PurchaseRequest,
  event: PurchaseEvent,
  more: Record<string, string> = {}
): Promise<void> => recordAct(tx, principal, origin, eventOf(held, event, more));

const eventOf = (held: PurchaseRequest, event: PurchaseEvent, more: Record<string, string> = {}): Act => ({
  issuerId: held.issuerId,
  nodeId: held.nodeId,
  entity: 'purchase_request',
  entityId: held.id,
  action: PURCHASE_REQUEST.transition(event).audit,
  details: {
    number: numberOf(held),
    'before.state': held.state,
    'after.state': PURCHASE_REQUEST.transition(event).to,
    ...more
  }
});

const ownFault = (held: PurchaseRequest, { userId }: Principal): Refusal | null =>
  held.requesterId === userId ? null : { code: 'forbidden.action' };

/** Submits one's own draft for approval: in one's active group (C6.029), which must still offer its template. */
export const submitRequest = (principal: Principal, seen: SeenRequest, origin: Origin): Promise<Result<null>> =>
  transaction((tx) => submitWithin(tx, principal, seen, origin));

async function submitWithin(
  tx: Transaction,
  principal: Principal,
  seen: SeenRequest,
  origin: Origin
): Promise<Result<null>> {
  const asked = await requestFor(tx, principal, seen, 'submit');
  if (!asked.ok) return asked;
  const held = asked.value;
  const fault = ownFault(held, principal);
  if (fault) return refused(fault);
  const group = await activeGroup({ ...held, userId: principal.userId }, tx);
  if (!group) return refused({ code: 'purchase.group.needed' });
  const inGroup = { ...held, groupId: group.id };
  if (!(await offerOf(inGroup, held.terms.template.id, tx))) return refused({ code: 'purchase.template.unknown' });
  await setState(tx, held, 'submit');
  await tx.purchaseRequest.updateMany({
    where: { issuerId: held.issuerId, id: held.id },
    data: { groupId: group.id }
  });
  await tellApprovers(tx, inGroup, principal.brandName);
  await recordEvent(tx, principal, origin, held, 'submit');
  return accepted(null);
}

/** Submits drafts that the same transaction has added, which nothing refuses any more. */
export async function submitAdded(
  tx: Transaction,
  principal: Principal,
  ids: readonly string[],
  origin: Origin
): Promise<void> {
  const { issuerId } = principal;
  const transition = PURCHASE_REQUEST.transition('submit');
  for (const some of partsOf(ids, AT_ONCE)) {
    const drafts = await requestsWhere(
      tx,
      principal,
      Prisma.sql`q.issuer_id = ${issuerId}::uuid AND q.id = ANY(${some}::uuid[]) ORDER BY q.number`
    );
    const changed = await tx.$executeRaw`
      UPDATE purchase_requests SET state = ${transition.to}::purchase_request_state, version = version + 1,
        submitted_at = ${now()}
      WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${some}::uuid[]) AND ${startingFrom(Prisma.sql`state`, transition)}`;
    mustChange(changed, some.length);
    await tellApproversOf(tx, drafts, principal.brandName);
    await recordActs(
      tx,
      principal,
      origin,
      drafts.map((one) => eventOf(one, 'submit'))
    );
  }
}

/** As many as one statement of the audit takes. */
const AT_ONCE = 250;

/** What is said to close a card for good: its last four digits, so that it is the one that is meant (C5.150). */
export const closingSchema = z.object({ lastFour: z.string('required').regex(/^\d{4}$/, 'invalid.entry') });

/**
 * Cancels one's own request and closes its card, which its last four digits name; null where it has none. Refused where
 * the supplier is paid straight through (C4.011).
 */
export const cancelRequest = (
  principal: Principal,
  seen: SeenRequest,
  lastFour: string | null,
  origin: Origin
): Promise<Result<null>> => transaction((tx) => cancelWithin(tx, principal, seen, lastFour, origin));

/** Does the same in the caller's transaction, where a refusal has changed nothing. */
export async function cancelWithin(
  tx: Transaction,
  principal: Principal,
  seen: SeenRequest,
  lastFour: string | null,
  origin: Origin
): Promise<Result<null>> {
  const asked = await requestFor(tx, principal, seen, 'cancel');
  if (!asked.ok) return asked;
  const held = asked.value;
  const fault = ownFault(held, principal);
  if (fault) return refused(fault);
  if (held.terms.supplier.straightThrough) return refused({ code: 'purchase.cancel.straight.through' });
  const card = await cardOf(held, tx);
  if (card && card.lastFour !== lastFour)
    return refused({ code: lastFour === null ? 'required.field' : 'invalid.entry', field: 'lastFour' });
  await setState(tx, held, 'cancel');
  await setCardState(tx, held, 'closed', principal.userId);
  await recordEvent(tx, principal, origin, held, 'cancel');
  return accepted(null);
}
