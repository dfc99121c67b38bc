import { createHmac, randomUUID } from 'node:crypto';
import { POST } from '@/app/card-processor/[processor]/[id]/route';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { database, transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { chargeCard } from '@/lib/money/processor/desk';
import { cancelRequest } from '@/lib/money/purchasing/change-state';
import { cardOf } from '@/lib/money/purchasing/details';
import { readProcessor } from '@/lib/money/purchasing/processors/read-processors';
import { retryEvent, unreadEvents } from '@/lib/money/purchasing/processors/unread-events';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { purchasesOfUser } from '@/lib/money/purchasing/requests-of-user';
import { revealCard } from '@/lib/money/purchasing/reveal-card';
import { changeRequest } from '@/lib/money/purchasing/save-request';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { entryOf } from '../support/purchasing';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import { StripeServer } from '../support/stripe';
import {
  aPendingRequest,
  approved,
  atStripe,
  CARDHOLDER,
  due,
  STRIPE_KEY,
  told,
  WEBHOOK_SECRET,
  withSecret
} from '../support/stripe-issuer';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

process.env.INTEGRATOR_NETWORKS = '127.0.0.2/32';

const world = useDatabase();
const stripe = new StripeServer();
let issuer: StructureNode;
let company: StructureNode;
let place: StructureNode;
let people: Parameters<typeof aPendingRequest>[0];

beforeAll(async () => {
  process.env.STRIPE_ADDRESS = await stripe.listen();
  await aBrand();
});
afterAll(() => stripe.close());
beforeEach(async () => {
  stripe.forget();
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  place = await anOrgPoint(world.current, company);
  people = {
    company,
    requester: await aPrincipalAt(world.current, 'A', await anAccount(world.current, place)),
    approver: await aPrincipalAt(world.current, 'O', place),
    administrator: await aPrincipalAt(world.current, 'C', company)
  };
  await atStripe(world.current, issuer);
  await world.current.query(`DELETE FROM outbox WHERE status = 'queued'`);
});
afterEach(() => shiftClock(0));

const key = (id: string) => ({ issuerId: issuer.id, id });
const card = async (id: string) => cardOf(key(id));
const state = async (id: string) => (await seenRequest(people.requester, id))?.state;
const seen = async (id: string, by: Principal = people.requester) => ({
  id,
  version: (await seenRequest(by, id))?.version ?? 0
});
const audited = async (id: string) =>
  (
    await world.current.query<{ action: string }>(
      `SELECT action FROM audit_entries WHERE issuer_id = $1 AND entity_id = $2 AND action LIKE '%card%' ORDER BY sequence`,
      [issuer.id, id]
    )
  ).map(({ action }) => action);
const cardId = async (id: string) =>
  (await database().virtualCard.findFirstOrThrow({ where: { issuerId: issuer.id, requestId: id } })).id;
const noticed = async ({ userId }: Principal) => {
  await due(world.current, 'inbox.notice');
  await deliverNotices(world.current);
  const found = await world.current.query<{ kind: string }>(
    'SELECT kind FROM inbox_notices WHERE issuer_id = $1 AND user_id = $2',
    [issuer.id, userId]
  );
  return found.map(({ kind }) => kind).filter((kind) => kind === 'approval.request.refused');
};

async function anOrdered(template: object = {}): Promise<string> {
  const id = await aPendingRequest(people, { template: { ...template } });
  granted(await approved(people, id));
  return id;
}
async function anIssued(template: object = {}): Promise<string> {
  const id = await anOrdered(template);
  await told(world.current);
  return id;
}

describe('what Stripe is told', () => {
  test('C3.033 a card is ordered by an approval, with the limits that Stripe keeps and a key of record and round', async () => {
    const id = await anOrdered({ transactionLimit: 'true', transactionAmount: '250.5' });
    expect(await card(id)).toMatchObject({ processor: 'stripe', lastFour: null, state: 'active', isWaiting: true });
    expect(await database().$transaction((tx) => revealCard(tx, key(id)))).toBeNull();
    await told(world.current);
    const [asked] = stripe.requests;
    expect(asked).toMatchObject({ method: 'POST', path: '/v1/issuing/cards' });
    expect(asked?.headers).toMatchObject({
      authorization: `Bearer ${STRIPE_KEY}`,
      'stripe-version': '2024-06-20',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': `card/${await cardId(id)}/1`
    });
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      cardholder: await holderOf(people.requester),
      currency: 'nok',
      type: 'virtual',
      status: 'active',
      'spending_controls[spending_limits][0][amount]': '50000',
      'spending_controls[spending_limits][0][interval]': 'all_time',
      'spending_controls[spending_limits][1][amount]': '25050',
      'spending_controls[spending_limits][1][interval]': 'per_authorization',
      'metadata[tessera_card]': await cardId(id)
    });
    const issued = stripe.cards.at(-1);
    expect(await card(id)).toMatchObject({ lastFour: issued?.last4, expiry: '08/31', isWaiting: false, refusal: null });
    expect(await audited(id)).toEqual(['virtual_card.told']);
  });

  test('C4.009D C4.011 an edit suspends the card there, an approval gives it its new terms, a cancellation closes it', async () => {
    const id = await anIssued();
    const request = await seenRequest(people.requester, id);
    const entry = entryOf({ ...people, supplier: request?.terms.supplier.id ?? '', type: '', template: '' });
    const { requester } = people;
    const { id: reference } = stripe.cards.at(-1) ?? { id: '' };
    const statuses = () => stripe.cards.at(-1)?.status;
    expect((await changeRequest(requester, await seen(id), { ...entry, purchaseLimit: '450.00' }, ORIGIN)).ok).toBe(
      true
    );
    await told(world.current);
    expect(statuses()).toBe('inactive');
    granted(await approved(people, id));
    await told(world.current);
    expect([statuses(), (await card(id))?.state]).toEqual(['active', 'active']);
    expect(Object.fromEntries(new URLSearchParams(stripe.requests.at(-1)?.body))).toEqual({
      status: 'active',
      'spending_controls[spending_limits][0][amount]': '45000',
      'spending_controls[spending_limits][0][interval]': 'all_time'
    });
    granted(await cancelRequest(requester, await seen(id), (await card(id))?.lastFour ?? null, ORIGIN));
    await told(world.current);
    expect([statuses(), (await card(id))?.state]).toEqual(['canceled', 'closed']);
    expect(stripe.requests.map(({ path }) => path)).toEqual([
      '/v1/issuing/cards',
      ...Array.from({ length: 3 }, () => `/v1/issuing/cards/${reference}`)
    ]);
  });

  test.each<[string, ConstructorParameters<typeof Array<(typeof stripe.moods)[number]>>]>([
    ['the line is cut after it was done', ['cut']],
    ['Stripe fails', [{ status: 500, body: { error: { type: 'api_error', message: 'x' } } }]],
    ['Stripe answers what is no JSON', [{ status: 200, body: '<html>' }]],
    ['the key is still at work', [{ status: 409, body: { error: { type: 'idempotency_error', message: 'x' } } }]],
    ['there are too many requests', [{ status: 429, headers: { 'retry-after': '3' } }]]
  ])('issue 19 where %s, the same key asks again, and there is one card', async (_, moods) => {
    const before = stripe.cards.length;
    stripe.moods.push(...moods);
    const id = await anOrdered();
    await told(world.current, 1);
    expect(await card(id)).toMatchObject({ lastFour: null, isWaiting: true, refusal: null });
    expect(await state(id)).toBe('approved');
    await told(world.current);
    expect(new Set(stripe.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(stripe.cards.length).toBe(before + 1);
    expect(await card(id)).toMatchObject({ lastFour: stripe.cards.at(-1)?.last4, isWaiting: false });
  });

  test('issue 19 where Stripe never answers, the same key asks again', async () => {
    stripe.moods.push('silent');
    const id = await anOrdered();
    await told(world.current, 1);
    expect(await card(id)).toMatchObject({ lastFour: null, isWaiting: true });
    await told(world.current);
    expect(await card(id)).toMatchObject({ isWaiting: false });
  }, 30_000);

  test.each([400, 402, 403, 404])(
    'issue 19 a refusal by %i returns the request to its approver, and both are told',
    async (status) => {
      const message = 'Your account has insufficient Issuing balance.';
      stripe.moods.push({ status, body: { error: { type: 'invalid_request_error', message } } });
      const id = await anOrdered();
      await told(world.current);
      expect([await state(id), await card(id)]).toMatchObject(['pending', { state: 'suspended', refusal: message }]);
      expect([await noticed(people.requester), await noticed(people.approver)]).toEqual([
        ['approval.request.refused'],
        ['approval.request.refused']
      ]);
      expect(await audited(id)).toEqual(['virtual_card.refused']);
      granted(await approved(people, id));
      await told(world.current);
      expect(await card(id)).toMatchObject({ state: 'active', refusal: null, lastFour: stripe.cards.at(-1)?.last4 });
      expect(stripe.requests.at(-1)?.headers['idempotency-key']).toBe(`card/${await cardId(id)}/2`);
    }
  );

  test('issue 19 a key that Stripe does not accept is neither kept nor told', async () => {
    stripe.moods.push({ status: 401, body: { error: { type: 'x', message: `Invalid API Key: ${STRIPE_KEY}` } } });
    const id = await anOrdered();
    await told(world.current);
    expect(await card(id)).toMatchObject({ refusal: 'The API key is not accepted.' });
  });

  test('issue 19 a card that was made days ago, when nobody heard the answer, is found and not made twice', async () => {
    const before = stripe.cards.length;
    stripe.moods.push('cut');
    const id = await anOrdered();
    await told(world.current, 1);
    stripe.forgetKeys();
    shiftClock(3 * 86_400_000);
    await told(world.current);
    expect(stripe.cards.length).toBe(before + 1);
    expect(await card(id)).toMatchObject({ lastFour: stripe.cards.at(-1)?.last4 });
    expect(stripe.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  test('issue 19 two workers at once make one card', async () => {
    const before = stripe.cards.length;
    await anOrdered();
    await due(world.current);
    const handler = outboxHandlers['card.processor'] as OutboxHandlers[string];
    await Promise.all([1, 2, 3].map(() => workOnce({ 'card.processor': handler })));
    expect(stripe.cards.length).toBe(before + 1);
  });

  test('C3.033 a number is fetched when it is shown, and is nowhere in the database', async () => {
    const id = await anIssued();
    const shown = stripe.cards.at(-1);
    const revealed = await transaction((tx) => revealCard(tx, key(id)));
    const number = shown ? stripe.numberOf(shown) : '';
    expect(revealed).toEqual({ number, expiry: '08/31', code: '737' });
    expect(stripe.requests.at(-1)?.path).toBe(`/v1/issuing/cards/${shown?.id}?expand%5B%5D=number&expand%5B%5D=cvc`);
    const [row] = await world.current.query<{ numbers: number; found: boolean }>(
      `SELECT num_nonnulls(number_encrypted, number_hash)::int AS numbers, to_jsonb(c)::text LIKE '%' || $2 || '%' AS found
       FROM virtual_cards c WHERE c.request_id = $1`,
      [id, number]
    );
    expect(row).toEqual({ numbers: 0, found: false });
    stripe.moods.push({ status: 500 });
    await expect(transaction((tx) => revealCard(tx, key(id)))).rejects.toThrow('does not show the card');
  });
});

/** The reference of a requester's own cardholder. */
const holderOf = async ({ userId }: Principal) =>
  (await database().processorCardholder.findFirstOrThrow({ where: { issuerId: issuer.id, userId } })).reference;

describe('the cardholder of a requester at Stripe', () => {
  const made = () => stripe.holderRequests.filter(({ method }) => method === 'POST');
  const nameIt = (first: string, last: string) =>
    database().user.updateMany({ where: { id: people.requester.userId }, data: { firstName: first, lastName: last } });
  const sent = () => Object.fromEntries(new URLSearchParams(made().at(-1)?.body));
  const ADDRESS = {
    'billing[address][line1]': 'Storgata 1',
    'billing[address][city]': 'Oslo',
    'billing[address][postal_code]': '0155',
    'billing[address][country]': 'NO'
  };

  test('C3.033 is made once, with the name of the person and the address of the issuer, and holds all of their cards', async () => {
    await nameIt('Åse-Marie', 'Bjørnsønnesdottir Håkonsen');
    await anIssued();
    expect(stripe.holderRequests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /v1/issuing/cardholders/${CARDHOLDER}`,
      'POST /v1/issuing/cardholders'
    ]);
    const { userId } = people.requester;
    expect(made()[0]?.headers['idempotency-key']).toBe(`cardholder/${issuer.id}/${userId}`);
    expect(sent()).toEqual({
      type: 'individual',
      name: 'Ase Marie Bjornsonnesdot',
      'individual[first_name]': 'Ase Marie',
      'individual[last_name]': 'Bjornsonnesdottir Hakonsen',
      ...ADDRESS,
      'metadata[tessera_user]': userId
    });
    await anIssued();
    expect(made()).toHaveLength(1);
    const other = {
      ...people,
      requester: await aPrincipalAt(world.current, 'A', await anAccount(world.current, place))
    };
    const id = await aPendingRequest(other);
    granted(await approved(other, id));
    await told(world.current);
    expect(made()).toHaveLength(2);
    const holders = [await holderOf(people.requester), await holderOf(other.requester)];
    expect(new Set(holders).size).toBe(2);
    expect(stripe.cards.slice(-3).map(({ cardholder }) => cardholder.id)).toEqual([holders[0], holders[0], holders[1]]);
  });

  test('C3.033 has the name of the issuer’s where Stripe does not print the person’s', async () => {
    await nameIt('花子', '山田');
    await anIssued();
    expect(sent()).toEqual({
      type: 'individual',
      name: 'Fjord Bank',
      ...ADDRESS,
      'metadata[tessera_user]': people.requester.userId
    });
  });

  test.each<[string, (typeof stripe.holderMoods)[number][]]>([
    ['its address is not answered', [{ status: 500 }]],
    ['the line is cut after it was made', [{ status: 200, body: stripe.cardholders[0] }, 'cut']],
    ['there are too many requests', [{ status: 200, body: stripe.cardholders[0] }, { status: 429 }]]
  ])('issue 19 where %s, it is asked again, and made once', async (_, moods) => {
    const before = stripe.cardholders.length;
    stripe.holderMoods.push(...moods);
    const id = await anOrdered();
    await told(world.current, 1);
    expect(await card(id)).toMatchObject({ lastFour: null, isWaiting: true });
    expect(stripe.requests).toEqual([]);
    await told(world.current);
    expect(stripe.cardholders.length).toBe(before + 1);
    expect(await card(id)).toMatchObject({ lastFour: stripe.cards.at(-1)?.last4 });
    expect(await holderOf(people.requester)).toBe(stripe.cardholders.at(-1)?.id);
  });

  test('issue 19 that was made days ago, or under another name, when nobody heard the answer, is found and not made twice', async () => {
    for (const later of [() => shiftClock(3 * 86_400_000), () => nameIt('Ida', 'Berg')]) {
      people.requester = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
      const before = stripe.cardholders.length;
      stripe.holderMoods.push({ status: 200, body: stripe.cardholders[0] }, 'cut');
      await anOrdered();
      await told(world.current, 1);
      await later();
      await told(world.current);
      expect(stripe.cardholders.length).toBe(before + 1);
      expect(await holderOf(people.requester)).toBe(stripe.cardholders.at(-1)?.id);
      expect(stripe.cards.at(-1)?.cardholder.id).toBe(stripe.cardholders.at(-1)?.id);
      shiftClock(0);
    }
  });

  test('issue 19 whom Stripe refuses, the approver reads why, and nothing is kept', async () => {
    const message = 'The cardholder must have accepted the terms.';
    stripe.holderMoods.push({ status: 200, body: stripe.cardholders[0] });
    stripe.holderMoods.push({ status: 400, body: { error: { type: 'invalid_request_error', message } } });
    const id = await anOrdered();
    await told(world.current);
    expect([await state(id), await card(id)]).toMatchObject(['pending', { state: 'suspended', refusal: message }]);
    expect([stripe.requests, await holderOf(people.requester)]).toEqual([[], null]);
  });

  test('issue 19 whom Stripe does not know, because the issuer has another account there, is made anew', async () => {
    await anIssued();
    const [gone] = stripe.cardholders.splice(-1);
    stripe.forgetKeys();
    const id = await anOrdered();
    await told(world.current);
    expect(await card(id)).toMatchObject({ refusal: null, lastFour: stripe.cards.at(-1)?.last4 });
    expect(stripe.cards.at(-1)?.cardholder.id).toBe(await holderOf(people.requester));
    expect(gone?.metadata.tessera_user).toBe(people.requester.userId);
  });

  test('C6.022 of a merged user goes to the one that is kept, who keeps their own where they have one', async () => {
    const { userId: mergedId } = people.requester;
    await anIssued();
    const merged = await holderOf(people.requester);
    const keeper = async () => (await aPrincipalAt(world.current, 'A', await anAccount(world.current, place))).userId;
    const holders = (userId: string) => database().processorCardholder.findMany({ where: { userId } });
    const merge = (keptId: string, from: string) =>
      transaction(async (tx) => {
        await purchasesOfUser.move?.(tx, { issuerId: issuer.id, keptId, mergedId: from });
      });
    const kept = await keeper();
    await merge(kept, mergedId);
    expect([await holders(kept), await holders(mergedId)]).toMatchObject([[{ reference: merged }], []]);
    const own = await keeper();
    const row = { issuerId: issuer.id, userId: own, processor: 'stripe', askedAt: new Date(), reference: 'ich_own' };
    await database().processorCardholder.create({ data: row });
    await merge(own, kept);
    expect([await holders(own), await holders(kept)]).toMatchObject([[{ reference: 'ich_own' }], []]);
  });
});

describe('what a processor can do', () => {
  const approval = async (template: object, supplier: object = {}) => {
    const id = await aPendingRequest(people, { template: { ...template }, supplier: { ...supplier } });
    const result = await approved(people, id);
    return { id, code: codeOf(result), control: result.ok ? null : (result.refusal.params?.control ?? null) };
  };

  test('C4.012 a control that only an answer of ours keeps is refused by name where Stripe does not ask', async () => {
    await world.current.query(`DELETE FROM settings WHERE issuer_id = $1 AND key = 'stripe.webhook.secret'`, [
      issuer.id
    ]);
    const { id, ...refusal } = await approval({});
    expect(refusal).toEqual({
      code: 'purchase.control.unavailable',
      control: { text: 'setup.entity.purchase.template.field.velocity' }
    });
    expect([await state(id), await card(id)]).toEqual(['pending', null]);
    await withSecret(world.current, issuer, 'stripe.webhook.secret', WEBHOOK_SECRET);
    granted(await approved(people, id));
  });

  test('C1.028 a supplier that is paid straight through needs a processor that can', async () => {
    expect((await approval({}, { straightThrough: 'true' })).code).toBe('purchase.straight.through.unavailable');
  });

  test('C4.012 without a key or a cardholder nothing is approved', async () => {
    await world.current.query(`DELETE FROM settings WHERE issuer_id = $1 AND key = 'stripe.cardholder'`, [issuer.id]);
    expect((await approval({})).code).toBe('purchase.processor.unset');
  });

  test('C3.017D the desk in the box charges no card of another processor', async () => {
    const id = await anIssued();
    const asked = { amount: '1.00', merchant: 'X', merchantId: null, category: null };
    expect(codeOf(await chargeCard(people.requester, id, asked, ORIGIN))).toBe('forbidden.action');
  });

  describe('issue 19 a request in flight, when its issuer', () => {
    const withoutStripe = () =>
      world.current.query(`DELETE FROM settings WHERE issuer_id = $1 AND key = 'stripe.key'`, [issuer.id]);

    test('chooses another processor, gets its card where it was ordered', async () => {
      const id = await anOrdered();
      await withSetting(world.current, { issuerId: issuer.id }, 'card.processor', 'simulated');
      await told(world.current);
      expect(await card(id)).toMatchObject({ processor: 'stripe', lastFour: stripe.cards.at(-1)?.last4 });
      expect(await state(id)).toBe('approved');
    });

    test('removes its processor, waits for approval again, both are told, and another one issues it', async () => {
      const before = stripe.cards.length;
      const id = await anOrdered();
      await withoutStripe();
      await told(world.current);
      const refusal = 'Stripe is not set up.';
      expect([await state(id), await card(id)]).toMatchObject(['pending', { state: 'suspended', refusal }]);
      expect([await noticed(people.requester), await noticed(people.approver)]).toEqual([
        ['approval.request.refused'],
        ['approval.request.refused']
      ]);
      expect(codeOf(await approved(people, id))).toBe('purchase.processor.unset');
      await withSetting(world.current, { issuerId: issuer.id }, 'card.processor', 'simulated');
      granted(await approved(people, id));
      expect(await card(id)).toMatchObject({
        processor: 'simulated',
        state: 'active',
        refusal: null,
        lastFour: expect.stringMatching(/^\d{4}$/)
      });
      expect(stripe.cards.length).toBe(before);
    });

    test('removes a processor that may have made the card, gets no second one elsewhere', async () => {
      const before = stripe.cards.length;
      stripe.moods.push('cut');
      const id = await anOrdered();
      await told(world.current, 1);
      await withoutStripe();
      await told(world.current, 1);
      expect([await state(id), await card(id)]).toMatchObject(['approved', { isWaiting: true, refusal: null }]);
      // The settings are back within the hours of the outbox.
      await withSecret(world.current, issuer, 'stripe.key', STRIPE_KEY);
      await told(world.current);
      expect(await card(id)).toMatchObject({ isWaiting: false, lastFour: stripe.cards.at(-1)?.last4 });
      expect(stripe.cards.length).toBe(before + 1);
    });

    test('never sets it up again, is told that nobody answered, and its card stays bound to that processor', async () => {
      stripe.moods.push('cut');
      const id = await anOrdered();
      await told(world.current, 1);
      await withoutStripe();
      await world.current.query(`UPDATE outbox SET attempts = 29 WHERE topic = 'card.processor' AND status = 'queued'`);
      await told(world.current, 1);
      expect([await state(id), await card(id)]).toMatchObject(['pending', { refusal: 'unanswered' }]);
      expect(await noticed(people.requester)).toEqual(['approval.request.refused']);
      await withSetting(world.current, { issuerId: issuer.id }, 'card.processor', 'simulated');
      expect(codeOf(await approved(people, id))).toBe('purchase.processor.unset');
      granted(await cancelRequest(people.requester, await seen(id), null, ORIGIN));
      expect(await state(id)).toBe('cancelled');
    });
  });

  test('a card of the box stays there when the issuer chooses Stripe', async () => {
    await withSetting(world.current, { issuerId: issuer.id }, 'card.processor', 'simulated');
    const id = await anOrdered();
    const { lastFour, processor } = (await card(id)) ?? {};
    expect([processor, lastFour]).toEqual(['simulated', expect.stringMatching(/^\d{4}$/)]);
    await withSetting(world.current, { issuerId: issuer.id }, 'card.processor', 'stripe');
    const request = await seenRequest(people.requester, id);
    const entry = entryOf({ ...people, supplier: request?.terms.supplier.id ?? '', type: '', template: '' });
    expect((await changeRequest(people.requester, await seen(id), entry, ORIGIN)).ok).toBe(true);
    granted(await approved(people, id));
    expect(await card(id)).toMatchObject({ processor: 'simulated', lastFour, state: 'active' });
    expect(stripe.requests).toEqual([]);
  });
});

/** An authorization of Stripe's public schema. */
const authorization = (more: object = {}) => ({
  id: `iauth_${randomUUID().replaceAll('-', '')}`,
  object: 'issuing.authorization',
  amount: 0,
  amount_details: { atm_fee: null, cashback_amount: 0 },
  approved: false,
  authorization_method: 'online',
  card: { id: stripe.cards.at(-1)?.id ?? '', object: 'issuing.card' },
  cardholder: CARDHOLDER,
  created: Math.floor(Date.now() / 1_000),
  currency: 'nok',
  livemode: false,
  merchant_amount: 0,
  merchant_currency: 'nok',
  merchant_data: {
    category: 'hotels_motels_and_resorts',
    category_code: '7011',
    city: 'Oslo',
    country: 'NO',
    name: 'Nordlys Hotell',
    network_id: '000000000012345',
    postal_code: null,
    state: null
  },
  network_data: { acquiring_institution_id: '000123', system_trace_audit_number: null, transaction_id: null },
  pending_request: null,
  request_history: [] as object[],
  status: 'pending',
  transactions: [] as object[],
  wallet: null,
  ...more
});
const asks = (amount: number, more: object = {}) =>
  authorization({
    pending_request: {
      amount,
      currency: 'nok',
      is_amount_controllable: false,
      merchant_amount: amount,
      merchant_currency: 'nok'
    },
    ...more
  });
const history = (amount: number, isApproved: boolean) => ({
  amount,
  approved: isApproved,
  created: Math.floor(Date.now() / 1_000),
  currency: 'nok',
  merchant_amount: amount,
  merchant_currency: 'nok',
  reason: isApproved ? 'webhook_approved' : 'webhook_declined'
});
const event = (type: string, object: object) => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  api_version: '2024-06-20',
  livemode: false,
  created: Math.floor(Date.now() / 1_000),
  pending_webhooks: 1,
  type,
  data: { object }
});

interface Signing {
  secret?: string;
  /** From now, in milliseconds. */
  at?: number;
  signed?: string;
}
/** Sends what Stripe would, signed as it signs. */
async function sends(message: object, { secret = WEBHOOK_SECRET, at = 0, signed }: Signing = {}, issuerId = issuer.id) {
  const body = JSON.stringify(message);
  const second = Math.floor((Date.now() + at) / 1_000);
  const v1 = createHmac('sha256', secret)
    .update(`${second}.${signed ?? body}`)
    .digest('hex');
  const response = await POST(
    new Request(`https://cards.example/card-processor/stripe/${issuerId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${second},v0=00,v1=${v1}` },
      body
    }),
    { params: Promise.resolve({ processor: 'stripe', id: issuerId }) }
  );
  return { status: response.status, body: await response.json() };
}
const question = (object: object) => event('issuing_authorization.request', object);
const activity = () =>
  world.current.query<{ reference: string; answer: string; amount: string; reversed: string; failed: string | null }>(
    `SELECT reference, answer, trim_scale(amount)::text AS amount, trim_scale(reversed)::text AS reversed,
       failures -> 0 ->> 'control' AS failed
     FROM authorization_activity WHERE issuer_id = $1 ORDER BY id`,
    [issuer.id]
  );

describe("Stripe's question", () => {
  test('C3.017D is answered by all controls of the card, and counts', async () => {
    await anIssued({ merchantName: 'starts', merchantNames: ['NORDLYS'] });
    expect(await sends(question(asks(30_000)))).toEqual({ status: 200, body: { approved: true } });
    const elsewhere = { merchant_data: { ...authorization().merchant_data, name: 'Other' } };
    expect((await sends(question(asks(100, elsewhere)))).body).toEqual({ approved: false });
    expect((await sends(question(asks(30_000)))).body).toEqual({ approved: false });
    expect((await activity()).map(({ answer, amount, failed }) => [answer, amount, failed])).toEqual([
      ['approved', '300', null],
      ['declined', '1', 'merchantName'],
      ['declined', '300', 'velocity']
    ]);
  });

  test('issue 19 is answered once for each authorization, also when it comes twice at once', async () => {
    await anIssued();
    const asked = question(asks(30_000));
    const answers = await Promise.all(Array.from({ length: 6 }, () => sends(asked)));
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 6 }, () => ({ approved: true })));
    expect(await activity()).toHaveLength(1);
    // Of two others for 200.00 each there is room for one.
    const two = await Promise.all([sends(question(asks(20_000))), sends(question(asks(20_000)))]);
    expect(two.map(({ body }) => body.approved).sort()).toEqual([false, true]);
  });

  test('issue 19 about an increment is another one of the same authorization', async () => {
    await anIssued();
    const { id } = asks(0);
    expect((await sends(question(asks(20_000, { id })))).body).toEqual({ approved: true });
    const more = { id, amount: 20_000, approved: true, request_history: [history(20_000, true)] };
    expect((await sends(question(asks(10_000, more)))).body).toEqual({ approved: true });
    expect((await activity()).map(({ reference }) => reference)).toEqual([id, `${id}/1`]);
  });

  test('issue 19 about a card that is suspended, or that nobody ordered, is answered no', async () => {
    const id = await anIssued();
    expect((await sends(question(asks(100, { card: { id: 'ic_other' } })))).body).toEqual({ approved: false });
    await world.current.query(`UPDATE virtual_cards SET state = 'suspended' WHERE request_id = $1`, [id]);
    expect((await sends(question(asks(100)))).body).toEqual({ approved: false });
    expect(await activity()).toMatchObject([{ answer: 'declined', amount: '1', failed: 'cardState' }]);
  });

  test.each<[string, Signing]>([
    ['with another secret', { secret: 'whsec_other' }],
    ['of another body', { signed: '{}' }],
    ['that is six minutes old', { at: -360_000 }],
    ['of six minutes ahead', { at: 360_000 }]
  ])('issue 19 with a signature %s is refused', async (_, signing) => {
    await anIssued();
    expect((await sends(question(asks(100)), signing)).status).toBe(400);
    expect(await activity()).toEqual([]);
  });

  test('F-4 C9.009 that is refused is answered with nothing of what came', async () => {
    await anIssued();
    const said = [...['4000009990001111', 'blue whale 1851', WEBHOOK_SECRET, STRIPE_KEY], 'id_of_nobody'];
    const body = JSON.stringify({ said });
    const ask = (id: string, headers: Record<string, string>, text = body) =>
      POST(
        new Request(`https://cards.example/card-processor/stripe/${id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: text
        }),
        { params: Promise.resolve({ processor: 'stripe', id }) }
      );
    const wrong = { 'stripe-signature': `t=1,v1=${said[2]}` };
    const answers = await Promise.all([
      ask(issuer.id, {}),
      ask(issuer.id, wrong),
      ask('id_of_nobody', wrong),
      ask(issuer.id, wrong, `${body}${' '.repeat(300_000)}`)
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 400, 413]);
    for (const answer of answers) {
      const told = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
      for (const one of said) expect(told).not.toContain(one);
    }
  });

  test('issue 19 that is replayed within minutes gets its first answer, and counts once', async () => {
    await anIssued();
    const asked = question(asks(30_000));
    await sends(asked);
    expect((await sends(asked, { at: -120_000 })).body).toEqual({ approved: true });
    expect(await activity()).toHaveLength(1);
  });

  test('issue 19 to another issuer, to none, or without a signature is refused', async () => {
    await anIssued();
    const other = await anIssuer(world.current);
    expect((await sends(question(asks(100)), {}, other.id)).status).toBe(400);
    expect((await sends(question(asks(100)), {}, 'x')).status).toBe(400);
    const bare = new Request('https://cards.example/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}'
    });
    expect((await POST(bare, { params: Promise.resolve({ processor: 'stripe', id: issuer.id }) })).status).toBe(401);
  });
});

describe('what Stripe tells', () => {
  const created = (object: object) => event('issuing_authorization.created', object);
  const updated = (object: object) => event('issuing_authorization.updated', object);
  const captured = (amount: number, more: object = {}) =>
    event('issuing_transaction.created', {
      id: `ipi_${randomUUID().replaceAll('-', '')}`,
      object: 'issuing.transaction',
      amount,
      currency: 'nok',
      authorization: null,
      card: stripe.cards.at(-1)?.id ?? '',
      type: 'capture',
      created: Math.floor(Date.now() / 1_000),
      merchant_data: authorization().merchant_data,
      ...more
    });
  const cleared = () =>
    world.current.query<{ amount: string; authorization: string | null }>(
      `SELECT trim_scale(k.amount)::text AS amount, a.reference AS authorization FROM clearings k
       LEFT JOIN authorization_activity a ON (a.issuer_id, a.id) = (k.issuer_id, k.authorization_id)
       WHERE k.issuer_id = $1 ORDER BY k.cleared_at, k.id`,
      [issuer.id]
    );

  test('issue 19 its decision counts: one that came too late is given back, one that it took alone is kept', async () => {
    await anIssued();
    const late = asks(30_000);
    await sends(question(late));
    await sends(created({ ...late, approved: false, request_history: [history(30_000, false)], status: 'closed' }));
    const alone = authorization({ amount: 5_000, approved: true, request_history: [history(5_000, true)] });
    await sends(created(alone));
    await sends(created(alone));
    expect((await activity()).map(({ reference, answer, reversed }) => [reference, answer, reversed])).toEqual([
      [late.id, 'approved', '300'],
      [alone.id, 'approved', '0']
    ]);
  });

  test('issue 19 C6.032 what it declined for the state of a card is kept with that reason, also when we hear of it later', async () => {
    await anIssued();
    const declined = (reason: string) =>
      created(authorization({ request_history: [{ ...history(2_000, false), reason }], status: 'closed' }));
    for (const reason of ['card_inactive', 'card_canceled', 'webhook_timeout']) await sends(declined(reason));
    const kept = await world.current.query<{ failures: object[] }>(
      'SELECT failures FROM authorization_activity WHERE issuer_id = $1 ORDER BY id',
      [issuer.id]
    );
    expect(kept.map(({ failures }) => failures)).toEqual([
      [{ control: 'cardState', state: 'suspended' }],
      [{ control: 'cardState', state: 'closed' }]
    ]);
  });

  test('issue 19 what a merchant releases is given back, whatever order it is told in', async () => {
    await anIssued();
    const asked = asks(40_000);
    await sends(question(asked));
    const request_history = [history(40_000, true)];
    await sends(updated({ ...asked, amount: 15_000, approved: true, request_history }));
    await sends(updated({ ...asked, amount: 40_000, approved: true, request_history }));
    expect(await activity()).toMatchObject([{ amount: '400', reversed: '250' }]);
    expect((await sends(question(asks(30_000)))).body).toEqual({ approved: true });
    await sends(updated({ ...asked, amount: 0, approved: true, request_history, status: 'reversed' }));
    expect((await activity())[0]).toMatchObject({ reversed: '400' });
  });

  test('issue 19 a capture and a refund are cleared once, and go to the feed', async () => {
    await anIssued();
    const asked = asks(30_000);
    await sends(question(asked));
    const capture = captured(-29_000, { authorization: asked.id });
    await Promise.all([sends(capture), sends(capture)]);
    await sends(captured(4_000, { authorization: asked.id, type: 'refund' }));
    expect((await cleared()).map(({ amount, authorization: of }) => [amount, of]).sort()).toEqual([
      ['-40', asked.id],
      ['290', asked.id]
    ]);
    const [queued] = await world.current.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM outbox WHERE issuer_id = $1 AND topic = 'processor.cleared'`,
      [issuer.id]
    );
    expect(queued?.count).toBe(2);
  });

  test('issue 19 a capture whose authorization was never told counts all the same', async () => {
    await anIssued();
    await sends(captured(-45_000, { authorization: 'iauth_untold' }));
    expect(await activity()).toMatchObject([{ reference: 'iauth_untold', answer: 'approved', amount: '450' }]);
    expect((await sends(question(asks(10_000)))).body).toEqual({ approved: false });
  });

  test('issue 19 what lost messages left out is read by a cursor, each event once', async () => {
    const id = await anIssued();
    const since = new Date(Date.now() - 60_000);
    const [told1, told2] = [asks(10_000), asks(5_000)];
    await sends(question(told1));
    const lists = (...events: object[]) =>
      stripe.moods.push({ status: 200, body: { object: 'list', has_more: false, url: '/v1/events', data: events } });
    const first = created({ ...told1, amount: 10_000, approved: true, request_history: [history(10_000, true)] });
    const second = captured(-10_000, { authorization: told1.id });
    // The latest first.
    lists(second, first);
    stripe.requests.length = 0;
    expect(await readProcessor(issuer.id, 'stripe', since)).toBe(true);
    expect(stripe.requests[0]?.path).toMatch(/^\/v1\/events\?type=issuing_\*&limit=100&created%5Bgte%5D=\d+$/);
    const third = created({ ...told2, amount: 5_000, approved: true, request_history: [history(5_000, true)] });
    lists(third, event('issuing_card.updated', {}));
    expect(await readProcessor(issuer.id, 'stripe', since)).toBe(true);
    expect(stripe.requests[1]?.path).toBe(`/v1/events?type=issuing_*&limit=100&ending_before=${second.id}`);
    lists();
    expect(await readProcessor(issuer.id, 'stripe', since)).toBe(false);
    expect(stripe.requests[2]?.path).toContain(`ending_before=${third.id}`);
    await sends(first);
    await sends(second);
    await sends(third);
    expect((await activity()).map(({ reference, answer }) => [reference, answer])).toEqual([
      [told1.id, 'approved'],
      [told2.id, 'approved']
    ]);
    expect((await cleared()).map(({ amount }) => amount)).toEqual(['100']);
    stripe.moods.push({ status: 500 });
    expect(await readProcessor(issuer.id, 'stripe', since)).toBe(false);
    expect((await card(id))?.state).toBe('active');
  });

  test('issue 19 what can’t be read waits for the operator, what follows is read, and it is read again by hand', async () => {
    await anIssued();
    const since = new Date(Date.now() - 60_000);
    const lists = (...events: object[]) =>
      stripe.moods.push({ status: 200, body: { object: 'list', has_more: false, url: '/v1/events', data: events } });
    const asked = asks(10_000);
    const good = { ...asked, amount: 10_000, approved: true, request_history: [history(10_000, true)] };
    const odd = created({ ...good, amount: 'ten' });
    const later = created({ ...good, id: `${good.id}2` });
    lists(later, odd);
    expect(await readProcessor(issuer.id, 'stripe', since)).toBe(true);
    expect((await activity()).map(({ reference }) => reference)).toEqual([`${good.id}2`]);
    lists();
    expect(await readProcessor(issuer.id, 'stripe', since)).toBe(false);
    expect(stripe.requests.at(-1)?.path).toContain(`ending_before=${later.id}`);
    const own = async () => (await unreadEvents()).filter(({ issuerId }) => issuerId === issuer.id);
    const [waiting] = await own();
    expect(waiting).toMatchObject({ processor: 'stripe', event: odd.id, reason: expect.stringContaining('amount') });
    if (!waiting) throw new Error('nothing waits');
    // Stripe doesn't answer; then it is as odd as before; then it can be read.
    stripe.moods.push({ status: 500 });
    expect(await retryEvent(waiting)).toMatch(/does not answer/);
    stripe.moods.push({ status: 200, body: odd });
    expect(await retryEvent(waiting)).toMatch(/amount/);
    expect(await own()).toHaveLength(1);
    stripe.moods.push({ status: 200, body: { ...odd, data: { object: good } } });
    expect(await retryEvent(waiting)).toBeNull();
    expect(stripe.requests.at(-1)?.path).toBe(`/v1/events/${odd.id}`);
    expect(await own()).toEqual([]);
    expect((await activity()).map(({ reference }) => reference)).toEqual([`${good.id}2`, good.id]);
  });
});
