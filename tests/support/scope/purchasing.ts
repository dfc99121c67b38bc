import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { seenListing } from '@/lib/kit/listing/seen-columns';
import { chargeCard, settleCharge } from '@/lib/money/processor/desk';
import { approvalOf } from '@/lib/money/purchasing/approvable';
import { answersOf } from '@/lib/money/purchasing/authorizations/activity';
import { AUTHORIZATIONS } from '@/lib/money/purchasing/authorizations/listing';
import { CARD_CONTROLS, VIRTUAL_CARDS } from '@/lib/money/purchasing/card-lists';
import { cancelRequest, submitRequest } from '@/lib/money/purchasing/change-state';
import { RECONCILIATION } from '@/lib/money/purchasing/clearings/differences';
import { approveRequest, declineRequest } from '@/lib/money/purchasing/decide-request';
import { PURCHASE_REQUESTS, PURCHASES_WAITING } from '@/lib/money/purchasing/listing';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { changeRequest } from '@/lib/money/purchasing/save-request';
import { sendLink, withdrawLink } from '@/lib/money/suppliers/links/send-link';
import { SUPPLIER_ORDERS } from '@/lib/money/suppliers/orders-listing';
import { retryPayment } from '@/lib/money/suppliers/retry-payment';
import { ORIGIN } from '../module-world';
import type { StructureNode } from '../structure';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  requesterId: string;
  isDraft: boolean;
}

/** What a card of a request brings: its answer to a merchant, and its one control. */
interface OfCard {
  requesterId: string;
  answer: string;
  control: string;
  difference: string;
}
const ofCards = new WeakMap<ScopeWorld, OfCard[]>();
const ofCardsIn = (world: ScopeWorld) => ofCards.get(world) ?? [];
const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const ASKED = { amount: '1.00', merchant: 'NORD', merchantId: null, category: null };
const SEEN = { version: 1 };
const LINK = { passphrase: 'blue whale 1851', addressOf: async () => 'https://cards.example/?' };
const ENTRY = {
  invoices: null,
  behalfOf: null,
  supplierId: randomUUID(),
  realCardId: null,
  purchaseLimit: '1',
  neededBy: null,
  note: null,
  custom: {},
  travel: {},
  lines: [{ number: 1, description: 'Try', quantity: '1', unitCost: '1', tax: '0' }]
};

/** What the three set-up records of a request have, as far as they are read. */
const DATA = {
  type: randomUUID(),
  currency: 'EUR',
  validityLevels: ['expiry'],
  merchantId: 'A'.repeat(15),
  language: 'en_US',
  emails: ['a@b.example']
};
const termsOf = (id: string) => ({
  template: { id, name: 'Any', values: { currency: 'EUR', timeZone: null } },
  type: { id, name: 'Any', codes: null },
  supplier: { id, name: 'Any' },
  timeZone: 'UTC',
  validityLevels: [],
  customFields: [],
  listItems: []
});

async function aRequestAt(world: ScopeWorld, account: StructureNode, requesterId: string, isDraft: boolean) {
  const { issuerId, id: nodeId } = account;
  const [id, template] = [randomUUID(), randomUUID()];
  await world.database.query(
    `WITH place AS (SELECT company_id AS company FROM nodes WHERE id = $3),
     records AS (
       INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
       SELECT $1, CASE kind WHEN 'purchase-template' THEN $6::uuid ELSE gen_random_uuid() END, kind, company,
         kind || $2::text, $7::jsonb
       FROM place, unnest(ARRAY['purchase-type', 'purchase-template', 'supplier']) kind
       RETURNING id, entity
     )
     INSERT INTO purchase_requests (issuer_id, id, company_id, node_id, number, requester_id, state, type_id, template_id,
       supplier_id, currency, total, purchase_limit, terms, created_at, submitted_at)
     SELECT $1, $2::uuid, company, $3,
       (SELECT coalesce(max(number), 0) + 1 FROM purchase_requests q WHERE q.company_id = company), $4,
       CASE WHEN $5::boolean THEN 'draft' ELSE 'pending' END::purchase_request_state,
       (SELECT id FROM records WHERE entity = 'purchase-type'), (SELECT id FROM records WHERE entity = 'purchase-template'),
       (SELECT id FROM records WHERE entity = 'supplier'), 'EUR', 1, 1, $8::jsonb, now(),
       CASE WHEN $5::boolean THEN NULL ELSE now() END
     FROM place`,
    [issuerId, id, nodeId, requesterId, isDraft, template, JSON.stringify(DATA), JSON.stringify(termsOf(template))]
  );
  world.placeOf.set(id, nodeId);
  return { id, requesterId, isDraft };
}

/** The id of a row that is no row of a table. */
const hashed = (of: string) =>
  createHash('md5')
    .update(of)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Gives a request a card with one control, which answered a merchant once. */
async function aCardOf(
  world: ScopeWorld,
  account: StructureNode,
  { id: requestId, requesterId }: Made
): Promise<OfCard> {
  const { issuerId } = account;
  const [card, answer] = [randomUUID(), randomUUID()];
  const controls = { velocities: [{ period: 'continuous', amount: '1', count: null }] };
  await world.database.query(
    `WITH card AS (
       INSERT INTO virtual_cards (issuer_id, id, request_id, number_encrypted, number_key_id, number_hash,
         processor_card, last_four, expiry, controls, issued_at)
       VALUES ($1, $2, $3, $4, 'none', $4, ($2::uuid)::text, '1234', '01/40', $5, now()) RETURNING issuer_id, id
     )
     INSERT INTO authorization_activity (issuer_id, id, card_id, reference, kind, asked_at, amount, currency, merchant_name,
       answer, failures)
     SELECT issuer_id, $6::uuid, id, ($6::uuid)::text, 'purchase', now(), 1, 'EUR', 'Any', 'approved', '[]' FROM card`,
    [issuerId, card, requestId, randomBytes(32), JSON.stringify(controls), answer]
  );
  const control = hashed(`${card}velocitycontinuous`);
  // Its request is not approved.
  const difference = hashed(`card.open${card}`);
  for (const one of [answer, control, difference]) world.placeOf.set(one, account.id);
  return { requesterId, answer, control, difference };
}

const VIEWERS = new Set(['A', 'S', 'O', 'C', 'G']);
const RECONCILING = new Set(['C', 'G', 'H', 'I']);

function isSeen({ role, principal }: Watcher, { requesterId, isDraft }: Made): boolean {
  if (!VIEWERS.has(role)) return false;
  const isOwn = principal.userId === requesterId;
  return isOwn || (role !== 'A' && !isDraft);
}

/** Requests lie at their requester's place: a draft is its author's alone, and cardholders see their own only. */
export const purchasing: ScopeModule = {
  name: 'purchasing',
  async populate(world) {
    const kept: Made[] = [];
    const withCards: OfCard[] = [];
    for (const account of world.all('account')) {
      const [user] = await world.database.query<{ id: string }>(
        'SELECT id FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1',
        [account.issuerId]
      );
      if (!user) continue;
      for (const isDraft of [false, true]) kept.push(await aRequestAt(world, account, user.id, isDraft));
      const submitted = kept.at(-2);
      if (submitted) withCards.push(await aCardOf(world, account, submitted));
    }
    ofCards.set(world, withCards);
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const request = madeIn(world).find((one) => one.id === id);
    if (ofCardsIn(world).some(({ difference }) => difference === id))
      return world.sees(watcher, id) && RECONCILING.has(watcher.role);
    const ofCard = ofCardsIn(world).find(({ answer, control }) => answer === id || control === id);
    // Others see what cards answered by a template that names it, which nobody has here.
    const isOwn = watcher.principal.userId === ofCard?.requesterId;
    if (ofCard?.answer === id) return world.sees(watcher, id) && watcher.role === 'A' && isOwn;
    if (ofCard) return world.sees(watcher, id) && VIEWERS.has(watcher.role) && (watcher.role !== 'A' || isOwn);
    return world.sees(watcher, id) && (!request || isSeen(watcher, request));
  },
  readers: {
    PURCHASE_REQUESTS: (principal, world) => exported(principal, PURCHASE_REQUESTS, world),
    PURCHASES_WAITING: (principal, world) => exported(principal, PURCHASES_WAITING, world),
    SUPPLIER_ORDERS: (principal, world) => exported(principal, SUPPLIER_ORDERS, world),
    VIRTUAL_CARDS: (principal, world) => exported(principal, seenListing(principal, VIRTUAL_CARDS), world),
    CARD_CONTROLS: (principal, world) => exported(principal, seenListing(principal, CARD_CONTROLS), world),
    AUTHORIZATIONS: (principal, world) => exported(principal, AUTHORIZATIONS, world),
    RECONCILIATION: (principal, world) => exported(principal, RECONCILIATION, world),
    answersOf: async (principal, world) => {
      const keys = madeIn(world).map(({ id }) => ({ issuerId: principal.issuerId, id }));
      const found = await Promise.all(keys.map((one) => answersOf(principal, one)));
      return found.flatMap((answers) => answers ?? []).map(idOf);
    },
    'seenRequest and approvalOf': async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ id }) => seenRequest(principal, id)));
      const seen = found.filter((one) => one !== null);
      for (const one of seen) await approvalOf(principal, one);
      return seen.map(idOf);
    }
  },
  complete: {
    PURCHASE_REQUESTS: (watcher, world) =>
      madeIn(world).flatMap((one) => (world.sees(watcher, one.id) && isSeen(watcher, one) ? [one.id] : []))
  },
  writes: {
    changeRequest: async (principal, id) => changeRequest(principal, { id, ...SEEN }, ENTRY, ORIGIN),
    submitRequest: (principal, id) => submitRequest(principal, { id, ...SEEN }, ORIGIN),
    cancelRequest: (principal, id) => cancelRequest(principal, { id, ...SEEN }, null, ORIGIN),
    approveRequest: (principal, id) => approveRequest(principal, { id, ...SEEN }, null, ORIGIN),
    declineRequest: (principal, id) => declineRequest(principal, { id, ...SEEN }, 'No', ORIGIN),
    chargeCard: (principal, id) => chargeCard(principal, id, ASKED, ORIGIN),
    settleCharge: (principal, id) =>
      settleCharge(principal, { requestId: id, chargeId: id }, { course: 'book', amount: '1.00' }, ORIGIN),
    sendLink: (principal, id) => sendLink(principal, id, LINK, ORIGIN),
    retryPayment: (principal, id) => retryPayment(principal, id, ORIGIN),
    withdrawLink: (principal, id) => withdrawLink(principal, id, ORIGIN)
  },
  targets: (world) => madeIn(world).map(({ id }) => id)
};
