import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { type Outcome, settled, undo } from '../../kit/setup/settle';
import { addRequests, insertLines, termsOfEntries } from './add-requests';
import { setCardState } from './cards';
import type { RequestEntry } from './entry';
import { activeGroup } from './groups/active-group';
import { insertInvoices, invoicesIn, invoicesOf, sumOf } from './invoices';
import { tellApprovers } from './mails';
import { ownPlace, type Served, servedPerson } from './on-behalf';
import { heldRequest, numberOf, type PurchaseRequest, requestOf } from './requests';
import { PURCHASE_REQUEST } from './states';
import { type OfferedIn, offerOf, type Terms } from './terms';

/** Saves a new request of one's active group as a draft (C3.016, C4.008D, C6.029). Returns its id. */
export const createRequest = (
  principal: Principal,
  { templateId, ...entry }: RequestEntry & { templateId: string },
  origin: Origin
): Promise<Outcome<string>> =>
  settled(async (tx) => {
    const [id] = await addRequests(tx, principal, { templateId, entries: [entry] }, origin);
    return id as string;
  });

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
    const served = await servedPerson(tx, { ...held, groupId }, entry.behalfOf);
    const nodeId = served?.nodeId ?? ownPlace(principal, held);
    const paid = await invoicesOf(held, tx);
    await writeChange(tx, { ...held, groupId, nodeId, served }, terms, { ...entry, total });
    await tx.purchaseRequestLine.deleteMany({ where: { issuerId: held.issuerId, requestId: id } });
    await insertLines(tx, held.issuerId, [{ id, entry }]);
    await tx.purchaseRequestInvoice.deleteMany({ where: { issuerId: held.issuerId, requestId: id } });
    await insertInvoices(tx, held.issuerId, [{ id, entry }]);
    if (!isDraft) {
      await setCardState(tx, held, 'suspended', principal.userId);
      // The approvers of the place where it is now, about what it says now.
      const changed = await requestOf(tx, held);
      if (changed) await tellApprovers(tx, changed, principal.brandName);
    }
    const after = {
      limit: entry.purchaseLimit,
      supplier: terms.supplier.name,
      card: terms.realCard?.alias,
      neededBy: entry.neededBy,
      note: entry.note,
      behalfOf: served?.userId,
      invoices: sumOf(invoicesIn(entry.invoices).invoices)
    };
    const before = {
      limit: held.purchaseLimit,
      supplier: held.terms.supplier.name,
      card: held.terms.realCard?.alias,
      neededBy: held.neededBy,
      note: held.note,
      behalfOf: held.behalfOf?.userId,
      invoices: sumOf(paid),
      total: held.total,
      state: held.state
    };
    await recordAct(tx, principal, origin, {
      issuerId: held.issuerId,
      nodeId,
      entity: 'purchase_request',
      entityId: id,
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
  return offer ? termsOfEntries(offer)(entry) : undo({ code: 'purchase.template.unknown' });
}

async function writeChange(
  tx: Transaction,
  { issuerId, id, state, groupId, nodeId, served }: PurchaseRequest & { served: Served | null },
  terms: Terms,
  { total, purchaseLimit, neededBy, note, custom, travel }: RequestEntry & { total: string }
): Promise<void> {
  const { template, type, supplier } = terms;
  await tx.$executeRaw`
    UPDATE purchase_requests SET version = version + 1, group_id = ${groupId}::uuid,
      node_id = ${nodeId}::uuid, behalf_of_id = ${served?.id ?? null}::uuid, type_id = ${type.id}::uuid,
      supplier_id = ${supplier.id}::uuid, real_card_id = ${terms.realCard?.id ?? null}::uuid,
      currency = ${template.values.currency}, total = ${total}::numeric, purchase_limit = ${purchaseLimit}::numeric,
      needed_by = ${neededBy}::date, note = ${note}, custom_values = ${JSON.stringify(custom)}::jsonb,
      travel = ${JSON.stringify(travel)}::jsonb, terms = ${JSON.stringify(terms)}::jsonb,
      state = ${state === 'draft' ? 'draft' : PURCHASE_REQUEST.events.edit.to}::purchase_request_state
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
}
