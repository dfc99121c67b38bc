import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordActs } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { undo } from '../../kit/setup/settle';
import { entryFaults, type RequestEntry, totalOf } from './entry';
import { activeGroup } from './groups/active-group';
import { insertInvoices } from './invoices';
import { type Served, servedPerson } from './on-behalf';
import { placeOfRequests } from './place-of-requests';
import { type Offer, offerOf, type Supplier, type Terms } from './terms';

/** How many requests, and how many entries of the audit, one statement writes. */
const REQUESTS_AT_ONCE = 1_000;
const AUDITS_AT_ONCE = 250;

interface NewRequest {
  id: string;
  number: number;
  entry: RequestEntry;
  served: Served | null;
  terms: Terms;
  total: string;
}

/**
 * Saves new requests of one's active group from one template, in their order, as drafts (C3.016, C4.008D, C6.029); a
 * refusal undoes the transaction. Returns their ids.
 */
export async function addRequests(
  tx: Transaction,
  principal: Principal,
  { templateId, entries }: { templateId: string; entries: readonly RequestEntry[] },
  origin: Origin
): Promise<string[]> {
  const place = placeOfRequests(principal);
  if (!place || !may(principal, 'purchase_requests', 'modify')) return undo({ code: 'forbidden.action' });
  const { issuerId, userId } = principal;
  const { companyId, nodeId } = place;
  const group = await activeGroup({ issuerId, companyId, userId }, tx);
  if (!group) return undo({ code: 'purchase.group.needed' });
  const offer = await offerOf({ issuerId, companyId, groupId: group.id }, templateId, tx);
  if (!offer) return undo({ code: 'purchase.template.unknown' });
  const termsFor = termsOfEntries(offer);
  const at = { issuerId, companyId, groupId: group.id, requesterId: userId };
  const priced: Omit<NewRequest, 'id' | 'number'>[] = [];
  for (const entry of entries)
    priced.push({ entry, served: await servedPerson(tx, at, entry.behalfOf), ...termsFor(entry) });
  const first = await nextNumber(tx, { issuerId, companyId });
  const requests = priced.map((one, place) => ({ ...one, id: newId(), number: first + place }));
  const of = { ...at, nodeId };
  for (const some of partsOf(requests, REQUESTS_AT_ONCE)) {
    await insertRequests(tx, of, some);
    await insertLines(tx, issuerId, some);
    await insertInvoices(tx, issuerId, some);
  }
  for (const some of partsOf(requests, AUDITS_AT_ONCE))
    await recordActs(
      tx,
      principal,
      origin,
      some.map(({ id, number, entry, served, terms, total }) => ({
        issuerId,
        nodeId: served?.nodeId ?? nodeId,
        entity: 'purchase_request',
        entityId: id,
        action: 'purchase_request.created',
        details: {
          number,
          group: group.name,
          template: terms.template.name,
          total,
          limit: entry.purchaseLimit,
          ...(served && { behalfOf: served.userId })
        }
      }))
    );
  return requests.map(({ id }) => id);
}

/** Parts of a list, of `size` each but the last one. */
export const partsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** The terms and the total of entries by an offer; undone with every fault of an entry at once. */
export function termsOfEntries(offer: Offer): (entry: RequestEntry) => { terms: Terms; total: string } {
  // Those of one supplier and one card are the same object, which is written once.
  const made = new Map<string, Terms>();
  return (entry) => {
    const faults = entryFaults(offer, entry);
    if (faults.length > 0) return undo(...faults);
    const key = `${entry.supplierId}/${entry.realCardId}`;
    const terms = made.get(key) ?? termsOf(offer, entry);
    made.set(key, terms);
    return { terms, total: totalOf(entry.lines, offer.template.values.currency) };
  };
}

function termsOf(
  { suppliers, isFixed: _, realCards, ...terms }: Offer,
  { supplierId, realCardId }: RequestEntry
): Terms {
  const supplier = suppliers.find(({ id }) => id === supplierId) as Supplier;
  const chosen = realCards.find(({ id }) => id === realCardId);
  if (!chosen) return { ...terms, supplier };
  const { type: _type, ...realCard } = chosen;
  return { ...terms, supplier, realCard };
}

const numberRow = z.strictObject({ number: z.number() });

/** The next number of a company, which nobody else takes until the transaction ends. */
async function nextNumber(
  tx: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string }
): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`purchase_requests/${issuerId}/${companyId}`}, 0))`;
  const [last] = await readRows(tx, numberRow)`
    SELECT coalesce(max(number), 0)::int AS number FROM purchase_requests
    WHERE issuer_id = ${issuerId}::uuid AND company_id = ${companyId}::uuid`;
  return (last?.number ?? 0) + 1;
}

interface Of {
  issuerId: string;
  companyId: string;
  nodeId: string;
  groupId: string;
  requesterId: string;
}

async function insertRequests(
  tx: Transaction,
  { issuerId, companyId, nodeId, groupId, requesterId }: Of,
  requests: readonly NewRequest[]
): Promise<void> {
  const terms = [...new Set(requests.map((one) => one.terms))];
  const places = new Map(terms.map((one, at) => [one, at]));
  const rows = requests.map(({ id, number, entry, served, terms: own, total }) => ({
    id,
    number,
    total,
    terms: places.get(own),
    most: entry.purchaseLimit,
    needed_by: entry.neededBy,
    note: entry.note,
    custom: entry.custom,
    travel: entry.travel,
    node: served?.nodeId ?? nodeId,
    behalf: served?.id ?? null
  }));
  await tx.$executeRaw`
    INSERT INTO purchase_requests (issuer_id, id, company_id, node_id, group_id, number, requester_id, type_id,
      template_id, supplier_id, real_card_id, currency, total, purchase_limit, needed_by, note, custom_values, travel,
      terms, behalf_of_id, created_at)
    SELECT ${issuerId}::uuid, r.id, ${companyId}::uuid, r.node, ${groupId}::uuid, r.number, ${requesterId}::uuid,
      (t.terms #>> '{type,id}')::uuid, (t.terms #>> '{template,id}')::uuid, (t.terms #>> '{supplier,id}')::uuid,
      (t.terms #>> '{realCard,id}')::uuid, t.terms #>> '{template,values,currency}', r.total, r.most, r.needed_by, r.note,
      r.custom, r.travel, t.terms, r.behalf, ${now()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, number int, total numeric, terms int, most numeric,
      needed_by date, note text, custom jsonb, travel jsonb, node uuid, behalf uuid)
    JOIN (SELECT each.terms, each.place FROM jsonb_array_elements(${JSON.stringify(terms)}::jsonb)
      WITH ORDINALITY AS each (terms, place)) t ON t.place = r.terms + 1`;
}

/** Writes the lines of requests that have none. */
export async function insertLines(
  tx: Transaction,
  issuerId: string,
  requests: readonly Pick<NewRequest, 'id' | 'entry'>[]
): Promise<void> {
  const lines = requests.flatMap(({ id, entry }) =>
    entry.lines.map(({ description, quantity, unitCost, tax }, at) => [
      id,
      at + 1,
      description,
      quantity,
      unitCost,
      tax
    ])
  );
  await tx.$executeRaw`
    INSERT INTO purchase_request_lines (issuer_id, request_id, position, description, quantity, unit_cost, tax)
    SELECT ${issuerId}::uuid, (l ->> 0)::uuid, (l ->> 1)::int, l ->> 2, (l ->> 3)::numeric, (l ->> 4)::numeric,
      (l ->> 5)::numeric
    FROM jsonb_array_elements(${JSON.stringify(lines)}::jsonb) AS l`;
}
