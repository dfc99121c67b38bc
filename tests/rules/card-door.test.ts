import { createHmac, randomUUID } from 'node:crypto';
import { POST } from '@/app/card-processor/[processor]/[id]/route';
import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { log } from '@/lib/core/server/log';
import { answersOf } from '@/lib/money/purchasing/authorizations/activity';
import { revealCard } from '@/lib/money/purchasing/reveal-card';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aPendingRequest, approved, withSecret } from '../support/stripe-issuer';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
const KEY = `whsec_${Buffer.from('a signing key of thirty-two bytes').toString('base64')}`;
let issuer: StructureNode;
/** Somebody who may see what a card answered. */
let reader: Principal;
let id: string;
let card: { number: string; expiry: string; code: string };

beforeAll(() => aBrand());
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  reader = await aPrincipalAt(world.current, 'C', company, {
    authorities: ['authorization_activity.view', 'purchase_requests.view']
  });
  const people = {
    company,
    requester: await aPrincipalAt(world.current, 'A', await anAccount(world.current, place)),
    approver: await aPrincipalAt(world.current, 'O', place),
    administrator: await aPrincipalAt(world.current, 'C', company)
  };
  await withSecret(world.current, issuer, 'simulated.signing.key', KEY);
  const merchantName = { merchantName: 'starts', merchantNames: ['NORDLYS'] };
  id = await aPendingRequest(people, { template: merchantName });
  granted(await approved(people, id));
  const shown = await database().$transaction((tx) => revealCard(tx, { issuerId: issuer.id, id }));
  if (!shown) throw new Error('no card');
  card = shown;
});

interface Signing {
  key?: string;
  /** From now, in seconds. */
  at?: number;
  signed?: string;
  headers?: Record<string, string>;
}

/** Sends a message as a switch does, signed by Standard Webhooks 1.0. */
async function sends(message: object | string, { key = KEY, at = 0, signed, headers = {} }: Signing = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const second = String(Math.floor(Date.now() / 1_000) + at);
  const signature = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`msg_1.${second}.${signed ?? body}`)
    .digest('base64');
  const response = await POST(
    new Request(`https://cards.example/card-processor/simulated/${issuer.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'webhook-timestamp': second,
        'webhook-signature': `v1,AAAA v1,${signature}`,
        ...headers
      },
      body
    }),
    { params: Promise.resolve({ processor: 'simulated', id: issuer.id }) }
  );
  return { status: response.status, body: await response.json() };
}

const merchant = { name: 'NORDLYS HOTELL', id: 'NORDLYSHOTELL01', category: '7011' };
const asks = (amount: string, more: object = {}) => ({
  type: 'authorization',
  reference: randomUUID(),
  card: { number: card.number },
  amount,
  currency: 'NOK',
  merchant,
  ...more
});
const YES = { approved: true, code: '00', failures: [] };
const activity = async () =>
  (await answersOf(reader, { issuerId: issuer.id, id }))?.map(({ approved: yes, amount, reversed, failures }) => [
    yes,
    amount,
    reversed,
    ...failures.map(({ control }) => control)
  ]);

describe('a switch asks the simulated processor', () => {
  test('issue 19 C3.017D and each control that says no is named, with the code of the first', async () => {
    expect(await sends(asks('300.00'))).toEqual({ status: 200, body: YES });
    const elsewhere = asks('300.00', { merchant: { ...merchant, name: 'OTHER' } });
    expect((await sends(elsewhere)).body).toEqual({
      approved: false,
      code: '57',
      failures: ['merchantName', 'velocity']
    });
    expect((await sends(asks('1.00', { currency: 'SEK' }))).body).toMatchObject({ code: '57', failures: ['currency'] });
    expect(await activity()).toEqual([
      [false, '1.00', '0.00', 'currency'],
      [false, '300.00', '0.00', 'merchantName', 'velocity'],
      [true, '300.00', '0.00']
    ]);
  });

  test('issue 19 a reference gets one answer, however often and however many at once ask', async () => {
    const asked = asks('300.00');
    const answers = await Promise.all(Array.from({ length: 6 }, () => sends(asked)));
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 6 }, () => YES));
    expect((await sends(asked, { at: -120 })).body).toEqual(YES);
    expect(await activity()).toEqual([[true, '300.00', '0.00']]);
  });

  test('issue 19 what is given back may be spent again, and is given back once', async () => {
    const first = asks('300.00');
    const { reference: authorization } = first;
    await sends(first);
    expect((await sends(asks('150.00', { type: 'increment', authorization }))).body).toEqual(YES);
    expect((await sends(asks('100.00'))).body).toMatchObject({ approved: false, code: '61', failures: ['velocity'] });
    const reversal = { type: 'reversal', authorization, card: { number: card.number }, amount: '150.00' };
    for (const _ of [1, 2]) expect(await sends(reversal)).toEqual({ status: 200, body: { received: true } });
    expect((await sends(asks('200.00'))).body).toEqual(YES);
    expect((await sends(asks('0.01'))).body).toMatchObject({ approved: false });
  });

  test('issue 19 what is booked is kept once, and waits for the feed', async () => {
    const first = asks('300.00');
    await sends(first);
    const clearing = asks('290.00', { type: 'clearing', authorization: first.reference });
    for (const _ of [1, 2]) expect((await sends(clearing)).body).toEqual({ received: true });
    await sends(asks('40.00', { type: 'refund', authorization: first.reference }));
    const kept = await world.current.query<{ amount: string; bound: boolean }>(
      `SELECT trim_scale(amount)::text AS amount, authorization_id IS NOT NULL AS bound FROM clearings
       WHERE issuer_id = $1 ORDER BY id`,
      [issuer.id]
    );
    expect(kept).toEqual([
      { amount: '290', bound: true },
      { amount: '-40', bound: true }
    ]);
    const queued = await world.current.query(
      `SELECT FROM outbox WHERE issuer_id = $1 AND topic = 'processor.cleared'`,
      [issuer.id]
    );
    expect(queued).toHaveLength(2);
  });

  test('issue 19 with another number, expiry or security code it is told so, and nothing counts', async () => {
    const other = (code: string) => String((Number(code) + 1) % 1000).padStart(3, '0');
    const wrong = [
      { number: '9900000000000000' },
      { number: card.number, expiry: '01/20' },
      { number: card.number, code: other(card.code) }
    ];
    const answers = [];
    for (const one of wrong) answers.push((await sends(asks('10.00', { card: one }))).body);
    expect(answers.map(({ approved: yes, code }) => [yes, code])).toEqual([
      [false, '14'],
      [false, '54'],
      [false, '63']
    ]);
    expect(await activity()).toEqual([]);
    expect((await sends(asks('10.00', { card }))).body).toEqual(YES);
  });

  test('issue 19 a suspended card says no', async () => {
    await world.current.query(`UPDATE virtual_cards SET state = 'suspended' WHERE request_id = $1`, [id]);
    expect((await sends(asks('10.00'))).body).toEqual({ approved: false, code: '62', failures: ['cardState'] });
  });
});

describe('the door stays shut', () => {
  test.each<[string, Signing]>([
    ['another key', { key: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }],
    ['the signature of another body', { signed: '{}' }],
    ['a message that is six minutes old', { at: -360 }],
    ['one of six minutes ahead', { at: 360 }],
    ['no id', { headers: { 'webhook-id': '' } }],
    ['a signature of another version', { headers: { 'webhook-signature': 'v1a,AAAA' } }]
  ])('issue 19 with %s', async (_, signing) => {
    expect((await sends(asks('10.00'), signing)).status).toBe(400);
    expect(await activity()).toEqual([]);
  });

  test('issue 19 as long as the issuer has no key, or issues elsewhere', async () => {
    await world.current.query(`DELETE FROM settings WHERE issuer_id = $1 AND key = 'simulated.signing.key'`, [
      issuer.id
    ]);
    expect((await sends(asks('10.00'))).status).toBe(400);
    const ask = (processor: string, headers = {}) =>
      POST(
        new Request('https://cards.example/card-processor/x/y', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}'
        }),
        { params: Promise.resolve({ processor, id: issuer.id }) }
      );
    expect((await ask('other')).status).toBe(404);
    expect((await ask('simulated')).status).toBe(401);
    expect((await ask('stripe', { 'webhook-signature': 'v1,AAAA' })).status).toBe(401);
  });

  test('F-4 C9.009 what is malformed is answered and logged with nothing of what came', async () => {
    const said = jest.spyOn(log, 'error');
    const messages = [
      { ...asks('10.00'), amount: '-1' },
      { ...asks('10.00'), more: card.number },
      `{"card":"${card.number}`,
      { ...asks('10.00'), merchant: { ...merchant, id: '\u0000' } }
    ];
    for (const message of messages) {
      const answer = await sends(message);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer)).not.toContain(card.number);
    }
    expect(JSON.stringify(said.mock.calls)).not.toContain(card.number);
    // A merchant's name that hides a card's number is kept without it.
    const named = `NORDLYS ${'4111 1111 1111 1111'}`;
    expect(await sends(asks('10.00', { merchant: { ...merchant, name: named } }))).toEqual({ status: 200, body: YES });
    const [row] = await world.current.query<{ name: string }>(
      'SELECT merchant_name AS name FROM authorization_activity WHERE issuer_id = $1',
      [issuer.id]
    );
    expect(row?.name).not.toContain('4111 1111 1111 1111');
  });
});
