import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { type Outcome, settled, undo } from '../../kit/setup/settle';
import { setCardState } from './cards';
import { entryFaults, type RequestEntry, totalOf } from './entry';
import { activeGroup } from './groups/active-group';
import { tellApprovers } from './mails';
import { heldRequest, numberOf, type PurchaseRequest } from './requests';
import { PURCHASE_REQUEST } from './states';
import { type Offer, type OfferedIn, offerOf, type Supplier, type Terms } from './terms';

/** Where somebody requests purchases: their place, in their company; null above companies. */
export function placeOfRequests({ scope, issuerId }: Principal): { nodeId: string; companyId: string } | null {
  const own = scope.subtrees.find((subtree) => subtree.issuerId === issuerId && subtree.companyId !== null);
  return own ? { nodeId: own.nodeId, companyId: own.companyId as string } : null;
}

const numberedRow = z.strictObject({ number: z.number() });

/** Saves a new request of one's active group as a draft (C3.016, C4.008D, C6.029). Returns its id. */
export const createRequest = (
  principal: Principal,
  entry: RequestEntry & { templateId: string },
  origin: Origin
): Promise<Outcome<string>> => settled((tx) => addRequest(tx, principal, entry, origin));

/** Does the same in a transaction that does more; a refusal undoes all of it. */
export async function addRequest(
  tx: Transaction,
  principal: Principal,
  { templateId, ...entry }: RequestEntry & { templateId: string },
  origin: Origin
): Promise<string> {
  const place = placeOfRequests(principal);
  if (!place || !may(principal, 'purchase_requests', 'modify')) return undo({ code: 'forbidden.action' });
  const { issuerId, userId } = principal;
  const { companyId, nodeId } = place;
  const group = await activeGroup({ issuerId, companyId, userId }, tx);
  if (!group) return undo({ code: 'purchase.group.needed' });
  const { terms, total } = await checkedEntry(tx, { issuerId, companyId, groupId: group.id }, templateId, entry);
  const id = newId();
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`purchase_requests/${issuerId}/${companyId}`}, 0))`;
  const { template, type, supplier } = terms;
  const [numbered] = await readRows(tx, numberedRow)`
    INSERT INTO purchase_requests (issuer_id, id, company_id, node_id, group_id, number, requester_id, type_id,
      template_id, supplier_id, real_card_id, currency, total, purchase_limit, needed_by, note, custom_values, travel,
      terms, created_at)
    SELECT ${issuerId}::uuid, ${id}::uuid, ${companyId}::uuid, ${nodeId}::uuid, ${group.id}::uuid,
      coalesce(max(number), 0) + 1, ${userId}::uuid, ${type.id}::uuid, ${template.id}::uuid, ${supplier.id}::uuid,
      ${terms.realCard?.id ?? null}::uuid, ${template.values.currency}, ${total}::numeric, ${entry.purchaseLimit}::numeric, ${entry.neededBy}::date, ${entry.note},
      ${JSON.stringify(entry.custom)}::jsonb, ${JSON.stringify(entry.travel)}::jsonb, ${JSON.stringify(terms)}::jsonb, ${now()}
    FROM purchase_requests WHERE issuer_id = ${issuerId}::uuid AND company_id = ${companyId}::uuid
    RETURNING number`;
  await writeLines(tx, { issuerId, id }, entry);
  await recordAct(tx, principal, origin, {
    ...{ issuerId, nodeId, action: 'purchase_request.created', entity: 'purchase_request', entityId: id },
    details: {
      number: numbered?.number ?? 0,
      group: group.name,
      template: template.name,
      total,
      limit: entry.purchaseLimit
    }
  });
  return id;
}

/**
 * Changes one's own request (C4.009). A draft stays one; what was submitted waits for approval again, and the card of an
 * approved one is suspended in the same transaction (C4.009D). The template stays; its present version applies.
 */
export function changeRequest(
  principal: Principal,
  { id, version }: { id: string; version: number },
  entry: RequestEntry,
  origin: Origin
): Promise<Outcome<void>> {
  return settled(async (tx) => {
    const held = await heldRequest(tx, principal, id);
    if (!held) return undo({ code: 'not.found' });
    if (held.requesterId !== principal.userId || !may(principal, 'purchase_requests', 'modify'))
      return undo({ code: 'forbidden.action' });
    if (held.version !== version) return undo({ code: 'record.changed', params: { version: held.version } });
    const isDraft = held.state === 'draft';
    const code = isDraft ? null : PURCHASE_REQUEST.refusal('edit', held.state);
    if (code) return undo({ code });
    // What was submitted keeps its group, also a closed one: open requests go on (C4.015).
    const group = isDraft ? await activeGroup({ ...held, userId: held.requesterId }, tx) : null;
    if (isDraft && !group) return undo({ code: 'purchase.group.needed' });
    const groupId = group?.id ?? held.groupId;
    const { terms, total } = await checkedEntry(tx, { ...held, groupId }, held.terms.template.id, entry);
    await writeChange(tx, { ...held, groupId }, terms, { ...entry, total });
    await tx.purchaseRequestLine.deleteMany({ where: { issuerId: held.issuerId, requestId: id } });
    await writeLines(tx, held, entry);
    if (!isDraft) {
      await setCardState(tx, held, 'suspended', principal.userId);
      await tellApprovers(tx, held, principal.brandName);
    }
    const after = {
      limit: entry.purchaseLimit,
      supplier: terms.supplier.name,
      card: terms.realCard?.alias,
      neededBy: entry.neededBy,
      note: entry.note
    };
    const before = {
      ...{
        limit: held.purchaseLimit,
        supplier: held.terms.supplier.name,
        card: held.terms.realCard?.alias,
        neededBy: held.neededBy,
        note: held.note
      },
      ...{ total: held.total, state: held.state }
    };
    await recordAct(tx, principal, origin, {
      ...{ issuerId: held.issuerId, nodeId: held.nodeId, entity: 'purchase_request', entityId: id },
      action: PURCHASE_REQUEST.events.edit.audit,
      details: {
        number: numberOf(held),
        ...changesBetween(before, { ...after, total, state: isDraft ? 'draft' : PURCHASE_REQUEST.events.edit.to })
      }
    });
  });
}

/** An entry by its template as it is now; undone with every fault at once. */
async function checkedEntry(
  tx: Transaction,
  place: OfferedIn,
  templateId: string,
  entry: RequestEntry
): Promise<{ terms: Terms; total: string }> {
  const offer = await offerOf(place, templateId, tx);
  if (!offer) return undo({ code: 'purchase.template.unknown' });
  const faults = entryFaults(offer, entry);
  if (faults.length > 0) return undo(...faults);
  const supplier = offer.suppliers.find(({ id }) => id === entry.supplierId) as Supplier;
  const realCard = offer.realCards.find(({ id }) => id === entry.realCardId);
  return {
    terms: { ...termsOf(offer, supplier), ...(realCard && { realCard }) },
    total: totalOf(entry.lines, offer.template.values.currency)
  };
}

const termsOf = ({ suppliers: _, isFixed: __, realCards: ___, ...terms }: Offer, supplier: Supplier): Terms => ({
  ...terms,
  supplier
});

async function writeChange(
  tx: Transaction,
  { issuerId, id, state, groupId }: PurchaseRequest,
  terms: Terms,
  { total, purchaseLimit, neededBy, note, custom, travel }: RequestEntry & { total: string }
): Promise<void> {
  const { template, type, supplier } = terms;
  await tx.$executeRaw`
    UPDATE purchase_requests SET version = version + 1, group_id = ${groupId}::uuid, type_id = ${type.id}::uuid,
      supplier_id = ${supplier.id}::uuid, real_card_id = ${terms.realCard?.id ?? null}::uuid,
      currency = ${template.values.currency}, total = ${total}::numeric, purchase_limit = ${purchaseLimit}::numeric,
      needed_by = ${neededBy}::date, note = ${note}, custom_values = ${JSON.stringify(custom)}::jsonb,
      travel = ${JSON.stringify(travel)}::jsonb, terms = ${JSON.stringify(terms)}::jsonb,
      state = ${state === 'draft' ? 'draft' : PURCHASE_REQUEST.events.edit.to}::purchase_request_state
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
}

async function writeLines(
  tx: Transaction,
  { issuerId, id: requestId }: Pick<PurchaseRequest, 'issuerId' | 'id'>,
  { lines }: RequestEntry
): Promise<void> {
  await tx.purchaseRequestLine.createMany({
    data: lines.map(({ description, quantity, unitCost, tax }, index) => ({
      ...{ issuerId, requestId, position: index + 1 },
      ...{ description, quantity, unitCost, tax }
    }))
  });
}
