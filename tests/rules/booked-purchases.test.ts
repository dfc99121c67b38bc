import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { workOnce } from '@/lib/core/server/outbox';
import { protectCardNumber } from '@/lib/directory/structure/card-number';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { plainCsv } from '@/lib/money/feeds/layouts/plain-csv';
import { startWaitingFeeds } from '@/lib/money/feeds/waiting-feeds';
import { type Course, chargeCard, settleCharge } from '@/lib/money/processor/desk';
import { answersOf } from '@/lib/money/purchasing/authorizations/activity';
import { authorize, heldCard } from '@/lib/money/purchasing/authorizations/authorize';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { RECONCILIATION } from '@/lib/money/purchasing/clearings/differences';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { keepEvents } from '@/lib/money/purchasing/processors/take-message';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { allocating } from '@/lib/money/transactions/allocating';
import { aCardNumber } from '../support/card-numbers';
import { aMapping, imported, totalsOf } from '../support/feeds/world';
import { working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, type Offered } from '../support/purchasing';
import { granted } from '../support/results';
import { aScheme } from '../support/schemes';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
const run = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  world.current.query<Row>(sql, values);

let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let ofIssuer: Principal;
let buyer: Principal;
let administrator: Principal;
let offered: Offered;
let number: string;
let mapping: string;
let id: string;

beforeAll(aBrand);
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  account = await anAccount(world.current, place, { currency: 'NOK' });
  number = aCardNumber();
  const { cardNumberEncrypted: encrypted, cardNumberHash: hash } = protectCardNumber(issuer.id, account.id, number);
  await run('UPDATE accounts SET card_number_encrypted = $2, card_number_hash = $3 WHERE id = $1', [
    ...[account.id, Buffer.from(encrypted), Buffer.from(hash)]
  ]);
  ofIssuer = await aPrincipalAt(world.current, 'I', issuer);
  mapping = await aMapping({ principal: ofIssuer }, plainCsv.layout);
  const authorities = ['authorization_activity.view', 'purchase_requests.view', 'purchase_reconciliation.view'];
  administrator = await aPrincipalAt(world.current, 'C', company, { authorities });
  buyer = await aPrincipalAt(world.current, 'A', account);
  offered = await anOffer(await aPrincipalAt(world.current, 'C', company), company);
  id = await aRequest(buyer, offered, { note: 'Two nights\nin Tromso' });
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  const approver = await aPrincipalAt(world.current, 'O', place);
  granted(await approveRequest(approver, { id, version: (await seenRequest(buyer, id))?.version ?? 0 }, null, ORIGIN));
});

const charge = async (amount: string, merchant = 'HOTEL NORD') =>
  granted(await chargeCard(buyer, id, { amount, merchant, merchantId: null, category: '7011' }, ORIGIN));
const settle = (chargeId: string, course: Course['course'], amount: string, by = buyer) =>
  settleCharge(by, { requestId: id, chargeId }, { course, amount }, ORIGIN);

/** Works on what waits until every feed has ended. */
async function worked(): Promise<void> {
  while (await workOnce(outboxHandlers));
  await working(jobHandlers, () =>
    until(async () => {
      await startWaitingFeeds();
      const [left] = await run<{ n: number }>(
        `SELECT count(*)::int AS n FROM feeds f LEFT JOIN jobs j ON (j.issuer_id, j.id) = (f.issuer_id, f.job_id)
         WHERE f.issuer_id = $1 AND j.status IS DISTINCT FROM 'completed'`,
        [issuer.id]
      );
      return left?.n === 0;
    })
  );
}

/** A merchant asks under a reference of the network, some days ago. */
const ask = (reference: string, amount: string, days = 0) =>
  transaction(async (tx) => {
    const card = await heldCard(tx, { issuerId: issuer.id, id });
    if (!card) throw new Error('no card');
    return authorize(tx, card, {
      reference,
      at: new Date(Date.now() - days * 86_400_000),
      kind: 'purchase',
      amount,
      currency: 'NOK',
      merchantName: 'HOTEL NORD',
      merchantId: null,
      acquirerId: null,
      category: null
    });
  });

const HEADINGS = Object.values(plainCsv.layout.fields).flat();
const TODAY = new Date().toISOString().slice(0, 10);
const line = (reference: string, amount: string, authorization: string, { purpose = '', card = number } = {}) => {
  const row: Record<string, string> = {
    'Card number': card,
    Reference: reference,
    'Posting date': TODAY,
    Amount: amount,
    Currency: 'NOK',
    Merchant: 'HOTEL NORD',
    Purpose: purpose,
    'Authorization reference': authorization
  };
  return HEADINGS.map((heading) => row[heading] ?? '').join(',');
};
/** The processor's file, as its feed brings it. */
const feed = (...lines: string[]) =>
  imported({ principal: ofIssuer }, mapping, [HEADINGS.join(','), ...lines, ''].join('\n'));

interface Booked extends Record<string, unknown> {
  reference: string;
  amount: string;
  type: string;
  ofType: boolean;
  purpose: string | null;
  cleared: string | null;
}
const booked = () =>
  run<Booked>(
    `SELECT t.source_reference AS reference, trim_scale(t.amount)::text AS amount, t.type::text, t.purpose,
       coalesce(t.purchase_type_id = $2, false) AS "ofType", trim_scale(k.amount)::text AS cleared
     FROM transactions t LEFT JOIN clearings k ON (k.issuer_id, k.reference) = (t.issuer_id, t.source_reference)
     WHERE t.issuer_id = $1 ORDER BY t.amount DESC, 1`,
    [issuer.id, offered.type]
  );
const clearings = () => run('SELECT 1 FROM clearings WHERE issuer_id = $1', [issuer.id]).then((rows) => rows.length);
const differences = async () => {
  const { rows } = await listPage(administrator, RECONCILIATION, readQuery(RECONCILIATION, {}));
  return rows.map(({ kind, amount }) => [kind, Number(amount)]);
};

describe('issue 19 a clearing becomes a transaction by the feed, with the codes of its request', () => {
  test('C1.005 C2.026 what the simulated processor books in full, in part, late, released and refunded agrees everywhere', async () => {
    const full = await charge('200.00');
    const part = await charge('100.00');
    const released = await charge('60.00');
    const declined = await charge('900.00');
    expect([full, part, released, declined].map(({ approved }) => approved)).toEqual([true, true, true, false]);
    granted(await settle(full.id, 'book', '200.00'));
    granted(await settle(part.id, 'book', '75.50'));
    granted(await settle(released.id, 'reverse', '60.00'));
    await worked();
    granted(await settle(full.id, 'refund', '20.00'));
    await worked();
    const about = { ofType: true, purpose: 'PR-000001: Two nights in Tromso' };
    expect(await booked()).toMatchObject([
      { ...about, amount: '200', cleared: '200', type: 'purchase' },
      { ...about, amount: '75.5', cleared: '75.5', type: 'purchase' },
      { ...about, amount: '-20', cleared: '-20', type: 'credit' }
    ]);
    expect(await differences()).toEqual([]);
    const answers = (await answersOf(administrator, { issuerId: issuer.id, id })) ?? [];
    expect(answers.map(({ booked, reversed, transactions }) => [booked, reversed, transactions.length])).toEqual([
      [null, '0.00', 0],
      [null, '60.00', 0],
      ['75.50', '0.00', 1],
      ['180.00', '0.00', 2]
    ]);
    // Of the limit of 500.00, 200.00 and 75.50 are spent: what was released or not booked is free again, a refund isn't.
    expect((await charge('224.51')).approved).toBe(false);
    expect((await charge('224.50')).approved).toBe(true);
  });

  test('C3.017D pressing twice books once, and a processor that dies after its file brings it again in vain', async () => {
    const { id: chargeId } = await charge('200.00');
    granted(await settle(chargeId, 'book', '200.00'));
    granted(await settle(chargeId, 'book', '200.00'));
    await worked();
    expect((await booked()).map(({ amount }) => amount)).toEqual(['200']);
    expect(await clearings()).toBe(1);
    expect(await differences()).toEqual([]);
  });

  test('C1.005 killed between clearing and transaction, there is one of each afterwards', async () => {
    const { id: chargeId } = await charge('200.00');
    granted(await settle(chargeId, 'book', '200.00'));
    await run(`CREATE SEQUENCE deaths;
      CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF nextval('deaths') = 1 THEN RAISE 'the process dies after the clearing'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER dies AFTER INSERT ON clearings FOR EACH ROW EXECUTE FUNCTION dies()`);
    await worked();
    expect(await run('SELECT last_value::int AS tries FROM deaths')).toEqual([{ tries: 2 }]);
    expect([(await booked()).length, await clearings()]).toEqual([1, 1]);
    expect(await differences()).toEqual([]);
  });

  test('CD.41 the feed of any processor keeps clearings by the reference of the authorization', async () => {
    await ask('NET-1', '300.00', 40);
    expect(await differences()).toEqual([['authorization.open', 300]]);
    const own = 'An own purpose';
    expect(
      await totalsOf({ principal: ofIssuer }, await feed(line('B-1', '300.00', 'NET-1', { purpose: own })))
    ).toEqual(['booked NOK 1 +300 -0']);
    expect(await booked()).toEqual([
      { reference: 'B-1', amount: '300', type: 'purchase', ofType: true, purpose: own, cleared: '300' }
    ]);
    expect(await differences()).toEqual([]);
    await feed(line('B-1', '300.00', 'NET-1'));
    expect(await clearings()).toBe(1);
  });

  test('C2.026 what was booked before its file said of which authorization is cleared by the file that says so', async () => {
    await ask('NET-1', '300.00');
    await feed(line('B-1', '300.00', ''));
    expect(await clearings()).toBe(0);
    await feed(line('B-1', '300.00', 'NET-1'));
    expect([(await booked()).length, await clearings()]).toEqual([1, 1]);
  });

  test('C2.026 what the card declined and what exceeds the approval is booked, and told', async () => {
    await ask('NET-1', '900.00');
    await ask('NET-2', '80.00');
    await feed(line('B-1', '900.00', 'NET-1'), line('B-2', '95.00', 'NET-2'), line('B-3', '7.00', 'NET-9'));
    expect((await booked()).map(({ reference, cleared }) => [reference, cleared])).toEqual([
      ['B-1', '900'],
      ['B-2', '95'],
      ['B-3', null]
    ]);
    expect(new Map((await differences()) as [string, number][])).toEqual(
      new Map([
        ['clearing.unauthorized', 900],
        ['clearing.over', 15]
      ])
    );
  });

  test('C6.032 the authorization of another company is no clearing of this one', async () => {
    await ask('NET-1', '300.00');
    const other = await aCompany(world.current, issuer);
    const foreign = await anAccount(world.current, other, { currency: 'NOK' });
    const card = aCardNumber();
    const { cardNumberHash: hash } = protectCardNumber(issuer.id, foreign.id, card);
    await run('UPDATE accounts SET card_number_hash = $2 WHERE id = $1', [foreign.id, Buffer.from(hash)]);
    await feed(line('B-1', '300.00', 'NET-1', { card }));
    expect(await booked()).toMatchObject([{ reference: 'B-1', ofType: false, purpose: null, cleared: null }]);
  });

  test('CD.42 C3.060 a default code by purchase type fills in what its card bought, before that of the merchant category', async () => {
    const { id: scheme, note } = await aScheme(world.current, company);
    const add = (entity: string, data: object) =>
      run(
        `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data, position)
         VALUES ($1, $2, $3, $4, $5, $3, $6, (SELECT count(*) FROM setup_records WHERE issuer_id = $1))`,
        [issuer.id, randomUUID(), entity, company.id, scheme, JSON.stringify(data)]
      );
    const code = { accountingCode: note, value: null };
    await add('default-value', { ...code, basis: 'account', account: account.id, text: 'By account' });
    await add('default-value', { ...code, basis: 'purchase_type', purchaseType: offered.type, text: 'By type' });
    await ask('NET-1', '300.00');
    await feed(line('B-1', '300.00', 'NET-1'), line('B-2', '20.00', ''));
    const notes = await run<{ id: string }>('SELECT id FROM transactions WHERE issuer_id = $1 ORDER BY amount DESC', [
      issuer.id
    ]).then((rows) => Promise.all(rows.map(async (row) => (await allocating(buyer, row.id))?.defaults[note])));
    expect(notes).toEqual(['By type', 'By account']);
  });
});

describe('the desk of the simulated processor refuses', () => {
  test('C3.017D to release or refund more than there is', async () => {
    const { id: chargeId } = await charge('200.00');
    const most = (maximum: string) => ({
      ok: false,
      refusal: { code: 'number.too.large', field: 'amount', params: { maximum } }
    });
    expect(await settle(chargeId, 'reverse', '200.01')).toEqual(most('200'));
    expect(await settle(chargeId, 'refund', '0.01')).toEqual(most('0'));
  });

  test('C6.032 everybody but the requester', async () => {
    const { id: chargeId } = await charge('200.00');
    expect(await settle(chargeId, 'book', '200.00', administrator)).toEqual({
      ok: false,
      refusal: { code: 'forbidden.action' }
    });
  });

  test('C3.017D a booking that no mapping reads', async () => {
    const { id: chargeId } = await charge('200.00');
    await run('UPDATE feed_mappings SET active = false WHERE issuer_id = $1', [issuer.id]);
    expect(await settle(chargeId, 'book', '200.00')).toMatchObject({ refusal: { code: 'processor.mapping.none' } });
  });
});

test('issue 19 what a processor outside tells of a capture is posted once, with the codes of its request', async () => {
  await run(
    `UPDATE virtual_cards SET processor = 'stripe', processor_card = 'ic_9', number_encrypted = NULL, number_key_id = NULL,
       number_hash = NULL WHERE issuer_id = $1`,
    [issuer.id]
  );
  await ask('iauth_9', '300.00');
  const clearing = {
    reference: 'ipi_9',
    authorization: 'iauth_9',
    amount: '290.00',
    currency: 'NOK',
    merchantName: 'HOTEL NORD',
    final: true,
    at: new Date()
  };
  const event = { is: 'cleared', card: 'ic_9', clearing, merchantId: null, category: '7011' } as const;
  for (const _ of [1, 2])
    await transaction((tx) => keepEvents(tx, { issuerId: issuer.id, processor: 'stripe' }, [event]));
  await worked();
  expect(await booked()).toEqual([
    {
      reference: 'ipi_9',
      amount: '290',
      type: 'purchase',
      ofType: true,
      cleared: '290',
      purpose: expect.stringContaining('Two nights in Tromso')
    }
  ]);
  expect(await differences()).toEqual([]);
});
