import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { now, shiftClock, stopClock } from '@/lib/core/server/clock';
import { type OutboxEntry, workOnce } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { listCount } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { answersOf } from '@/lib/money/purchasing/authorizations/activity';
import { authorize, heldCard } from '@/lib/money/purchasing/authorizations/authorize';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { cardOf } from '@/lib/money/purchasing/details';
import { numberOf, seenRequest } from '@/lib/money/purchasing/requests';
import { changeRequest } from '@/lib/money/purchasing/save-request';
import { lastDeliveries } from '@/lib/money/suppliers/deliveries';
import { forgetDeliveries } from '@/lib/money/suppliers/forget-deliveries';
import { SUPPLIER_ORDERS } from '@/lib/money/suppliers/orders-listing';
import { payBy, payStraightThrough } from '@/lib/money/suppliers/pay-straight-through';
import { paymentOf } from '@/lib/money/suppliers/payments';
import { retryPayment } from '@/lib/money/suppliers/retry-payment';
import { retryPayments } from '@/lib/money/suppliers/retry-payments';
import { sendTest } from '@/lib/money/suppliers/test-delivery';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, entryOf } from '../support/purchasing';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted } from '../support/results';
import { aRecord, done, recordNow, recordsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

process.env.INTEGRATOR_NETWORKS = '127.0.0.2/32';

const world = useDatabase();
const SECRET = randomBytes(32);
const KEY = `whsec_${SECRET.toString('base64')}`;
let issuer: StructureNode;
let company: StructureNode;
let A: Principal;
let C: Principal;
let approver: Principal;
let server: http.Server;
let got: { headers: http.IncomingHttpHeaders; body: string }[];
let status: number;
let address: string;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
  server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  address = `http://127.0.0.2:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(() => server.close());
beforeEach(async () => {
  got = [];
  status = 204;
  company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
  approver = await aPrincipalAt(world.current, 'O', place);
  A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
  await world.current.query(`DELETE FROM outbox WHERE status = 'queued'`);
});

const anIntegrator = (values: object = {}) =>
  aRecord(C, 'integrator', recordsOf(company), {
    name: 'Ledger hub',
    delivery: 'webhook',
    address,
    key: KEY,
    ...values
  });
const key = (id: string) => ({ issuerId: company.issuerId, id });
const seen = async (id: string) => ({ id, version: (await seenRequest(A, id))?.version ?? 0 });

/** The mails stay where the tests read them; everything else of the outbox is done. */
async function work(): Promise<void> {
  const { 'mail.send': _mail, ...others } = outboxHandlers;
  await world.current.query(`UPDATE outbox SET available_at = 'infinity' WHERE topic = 'mail.send'`);
  while (await workOnce(others))
    await world.current.query(`UPDATE outbox SET available_at = 'infinity' WHERE topic = 'mail.send'`);
}

async function anApproved(supplier: object, template: object = {}) {
  const offered = await anOffer(C, company, {
    supplier: { straightThrough: true, ...supplier },
    template: { ...template }
  });
  const id = await aRequest(A, offered);
  granted(await submitRequest(A, await seen(id), ORIGIN));
  granted(await approveRequest(approver, await seen(id), null, ORIGIN));
  return { id, offered };
}

describe('straight-through processing', () => {
  test('C1.006 C1.028 an approved request is paid without a manual step, and its supplier is told in their language', async () => {
    const emails = 'ordrer@stp.example, arkiv@stp.example';
    const { id } = await anApproved({ emails, language: 'no', name: 'Nordlys' });
    expect(await paymentOf(key(id))).toBeNull();
    await work();
    expect(await paymentOf(key(id))).toMatchObject({ state: 'paid', amount: '400.00' });
    const request = await seenRequest(A, id);
    for (const to of ['ordrer@stp.example', 'arkiv@stp.example'])
      expect(await queuedMails(world.current, to)).toEqual([
        expect.objectContaining({
          template: 'supplier_paid',
          name: 'Nordlys',
          locale: 'no',
          params: { number: request && numberOf(request), company: company.name, amount: 'NOK 400.00' }
        })
      ]);
    const [entry] = await world.current.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'supplier_payment.paid'`,
      [id]
    );
    expect(entry?.details).toMatchObject({ supplier: 'Nordlys', amount: '400.00', currency: 'NOK' });
  });

  test('C1.028 only a supplier that is marked for it is paid so', async () => {
    const { id } = await anApproved({ straightThrough: false });
    await work();
    expect(await paymentOf(key(id))).toBeNull();
  });

  test('C1.028 a request is paid once, however often its entry is worked on, also in parallel', async () => {
    const { id } = await anApproved({});
    const entry = {
      issuerId: company.issuerId,
      id: 'x',
      topic: 'supplier.payment',
      attempts: 0,
      payload: { requestId: id, brandName: A.brandName }
    };
    await Promise.all(Array.from({ length: 4 }, () => transaction((tx) => payStraightThrough(tx, entry))));
    const rows = await world.current.query('SELECT state FROM supplier_payments WHERE request_id = $1', [id]);
    expect(rows).toEqual([{ state: 'paid' }]);
    await expect(
      world.current.query(
        `INSERT INTO supplier_payments (issuer_id, request_id, attempt, state, amount, currency, failures, attempted_at)
         SELECT issuer_id, request_id, 2, state, amount, currency, failures, attempted_at FROM supplier_payments WHERE request_id = $1`,
        [id]
      )
    ).rejects.toThrow(/supplier_payments_once/);
  });

  test('C1.028 a control that says no is kept with the attempt, nobody is told, and the next approval tries again', async () => {
    const { id, offered } = await anApproved(
      { emails: 'none@stp.example' },
      { amountRange: true, amountMin: '1', amountMax: '900', transactionLimit: true, transactionAmount: '399.99' }
    );
    await work();
    expect(await paymentOf(key(id))).toMatchObject({ state: 'declined' });
    expect(await answersOf(A, key(id))).toMatchObject([
      { approved: false, failures: [{ control: 'transactionLimit', limit: '399.99' }] }
    ]);
    expect(await queuedMails(world.current, 'none@stp.example')).toEqual([]);
    const lines = [{ number: 1, description: 'One night', quantity: '1', unitCost: '300', tax: '0' }];
    const changed = await changeRequest(A, await seen(id), entryOf(offered, { lines }), ORIGIN);
    expect(changed.ok).toBe(true);
    await work();
    expect(await paymentOf(key(id))).toMatchObject({ state: 'declined' });
    granted(await approveRequest(approver, await seen(id), null, ORIGIN));
    await work();
    expect(await paymentOf(key(id))).toMatchObject({ state: 'paid', amount: '300.00' });
    expect((await answersOf(A, key(id)))?.map(({ approved }) => approved)).toEqual([true, false]);
  });

  test('C1.028 neither the supplier nor the integrator gets anything of the card', async () => {
    const integrator = await anIntegrator();
    const { id } = await anApproved({
      emails: 'card@stp.example',
      integrator,
      name: 'Rivet Tools',
      merchantId: 'RIVETTOOLS00001'
    });
    await work();
    const card = await cardOf(key(id));
    const told = JSON.stringify([await queuedMails(world.current, 'card@stp.example'), got.map(({ body }) => body)]);
    expect(told).toContain('400.00');
    expect(told).not.toMatch(/\d{13}/);
    expect(told).not.toContain(card?.expiry ?? 'no expiry');
  });

  test('C4.013 C2.022 an integrator that a supplier names becomes inactive instead of being deleted', async () => {
    const [used, unused] = [await anIntegrator(), await anIntegrator({ name: 'Spare' })];
    await anOffer(C, company, { supplier: { straightThrough: true, integrator: used } });
    expect(await tryDelete(C, 'integrator', company.issuerId, used)).toBe('deactivated');
    expect(await tryDelete(C, 'integrator', company.issuerId, unused)).toBe('deleted');
  });
});

describe('a straight-through payment that is not made at once', () => {
  const told = async () =>
    (await inboxOf(A, { view: 'all' }))
      .map(({ kind }) => kind)
      .filter((kind) => kind?.startsWith('purchase.'))
      .toReversed();
  const attempts = (id: string) =>
    world.current.query<{ state: string }>(
      'SELECT state FROM supplier_payments WHERE request_id = $1 ORDER BY attempt',
      [id]
    );
  const waiting = async () =>
    listCount(A, SUPPLIER_ORDERS, readQuery(SUPPLIER_ORDERS, { attention: 'true', mine: 'true' }));
  const entry = (id: string, more: object = {}, count = 0): OutboxEntry => ({
    issuerId: company.issuerId,
    id: 'x',
    topic: 'supplier.payment',
    attempts: count,
    payload: { requestId: id, brandName: A.brandName, ...more }
  });

  /** A request whose card has had its one purchase of the day. */
  async function aDeclined() {
    const offered = await anOffer(C, company, {
      supplier: { straightThrough: true, emails: 'late@stp.example' },
      template: { velocity: 'daily', velocityCount: '1' }
    });
    const id = await aRequest(A, offered);
    granted(await submitRequest(A, await seen(id), ORIGIN));
    granted(await approveRequest(approver, await seen(id), null, ORIGIN));
    await transaction(async (tx) => {
      const card = await heldCard(tx, key(id));
      if (!card) throw new Error('no card');
      await authorize(tx, card, {
        reference: id,
        at: now(),
        kind: 'purchase',
        amount: '1.00',
        currency: 'NOK',
        merchantName: 'Kiosk',
        merchantId: null,
        acquirerId: null,
        category: null
      });
    });
    await work();
    return id;
  }

  afterEach(() => shiftClock(0));

  test('C1.028 the buyer is told of a decline, and it is tried again by itself once the card would approve it', async () => {
    stopClock(new Date('2026-06-10T10:00:00Z'));
    const id = await aDeclined();
    expect(await told()).toEqual(['purchase.payment.declined']);
    expect(await waiting()).toBe(1);
    expect(await retryPayments()).toBe(0);
    stopClock(new Date('2026-06-10T21:59:00Z'));
    expect(await retryPayments()).toBe(0);
    // The next day of the card's time zone.
    stopClock(new Date('2026-06-10T22:00:00Z'));
    expect([await retryPayments(), await retryPayments()]).toEqual([1, 1]);
    await work();
    expect(await attempts(id)).toEqual([{ state: 'declined' }, { state: 'paid' }]);
    expect(await told()).toEqual(['purchase.payment.declined', 'purchase.payment.paid']);
    expect([await retryPayments(), await waiting()]).toEqual([0, 0]);
    expect(await queuedMails(world.current, 'late@stp.example')).toHaveLength(1);
  });

  test('C1.028 the buyer tries it again by hand; pressing twice tries once, and others may not', async () => {
    const id = await aDeclined();
    expect(codeOf(await retryPayment(C, id, ORIGIN))).toBe('forbidden.action');
    granted(await retryPayment(A, id, ORIGIN));
    granted(await retryPayment(A, id, ORIGIN));
    await work();
    expect(await attempts(id)).toEqual([{ state: 'declined' }, { state: 'declined' }]);
    shiftClock(25 * 3_600_000);
    granted(await retryPayment(A, id, ORIGIN));
    await work();
    expect(await paymentOf(key(id))).toMatchObject({ state: 'paid', attempt: 3 });
    expect(codeOf(await retryPayment(A, id, ORIGIN))).toBe('supplier.payment.not.now');
  });

  test('C1.028 without an answer the same reference is asked again, the buyer is told once, and asks by hand', async () => {
    const { id } = await anApproved({});
    const asked: string[] = [];
    const silent = payBy(async (_, __, { reference }) => {
      asked.push(reference);
      throw new Error('no answer');
    });
    for (let count = 0; count < 7; count += 1)
      await expect(transaction((tx) => silent(tx, entry(id, {}, count)))).rejects.toThrow('no answer');
    expect(new Set(asked)).toEqual(new Set([`straight-through/${id}/1`]));
    expect(await paymentOf(key(id))).toMatchObject({ state: 'unanswered', attempt: 1 });
    await world.current.query(`DELETE FROM outbox WHERE topic = 'supplier.payment'`);
    await work();
    expect(await told()).toEqual(['purchase.payment.unanswered']);
    expect([await waiting(), await retryPayments()]).toEqual([1, 0]);
    granted(await retryPayment(A, id, ORIGIN));
    await work();
    expect(await attempts(id)).toEqual([{ state: 'paid' }]);
    expect(await told()).toEqual(['purchase.payment.unanswered', 'purchase.payment.paid']);
  });

  test('C1.028 one that the outbox has given up is asked for again by the hourly chore', async () => {
    const { id } = await anApproved({});
    const silent = payBy(() => Promise.reject(new Error('no answer')));
    await expect(transaction((tx) => silent(tx, entry(id)))).rejects.toThrow();
    await world.current.query(`DELETE FROM outbox WHERE topic = 'supplier.payment'`);
    await world.current.query(
      `UPDATE supplier_payments SET attempted_at = now() - interval '3 hours' WHERE request_id = $1`,
      [id]
    );
    expect(await retryPayments()).toBe(1);
    await work();
    expect(await attempts(id)).toEqual([{ state: 'paid' }]);
  });

  test('C1.028 whatever is lost, repeated or pressed, a processor pays a request once at most', async () => {
    /** The outcome of one question: an answer, no answer, or an answer that is lost after the processor has decided. */
    const step = fc.record({
      comes: fc.constantFrom('answer' as const, 'nothing' as const, 'lost' as const),
      approves: fc.boolean(),
      by: fc.constantFrom('outbox' as const, 'hand' as const, 'twice' as const)
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { id } = await anApproved({});
        await world.current.query(`DELETE FROM outbox WHERE topic = 'supplier.payment'`);
        const ledger = new Map<string, boolean>();
        for (const { comes, approves, by } of steps) {
          const pay = payBy(async (_, __, { reference }) => {
            if (comes === 'nothing') throw new Error('nothing');
            if (!ledger.has(reference)) ledger.set(reference, approves);
            if (comes === 'lost') throw new Error('lost');
            const approved = ledger.get(reference) === true;
            return { approved, failures: approved ? [] : [{ control: 'currency', asked: 'NOK' }] };
          });
          const last = (await paymentOf(key(id)))?.attempt ?? 0;
          const entries = by === 'outbox' ? [entry(id)] : [entry(id, { after: last })];
          const all = by === 'twice' ? [...entries, ...entries] : entries;
          await Promise.allSettled(all.map((one) => transaction((tx) => pay(tx, one))));
        }
        const paid = [...ledger.values()].filter(Boolean);
        expect(paid.length).toBeLessThanOrEqual(1);
        const { state } = (await paymentOf(key(id))) ?? {};
        if (state === 'paid') expect(paid).toHaveLength(1);
        if (state === 'declined') expect(paid).toHaveLength(0);
      }),
      { numRuns: 15 }
    );
  });
});

describe('integrators', () => {
  const attempt = (values: object) =>
    tryRecord(C, 'integrator', recordsOf(company), { name: 'Hub', delivery: 'webhook', address, key: KEY, ...values });

  test.each([
    ['a private address', { address: 'https://10.0.0.8/hook' }, ['address integrator.address.inward']],
    ['the metadata of a cloud', { address: 'https://169.254.169.254/' }, ['address integrator.address.inward']],
    ['this machine', { address: 'https://localhost/hook' }, ['address integrator.address.inward']],
    ['a public address without TLS', { address: 'http://8.8.8.8/hook' }, ['address integrator.address.insecure']],
    ['credentials', { address: 'https://me:secret@8.8.8.8/' }, ['address integrator.address.invalid']],
    ['another scheme', { address: 'file:///etc/passwd' }, ['address integrator.address.invalid']],
    ['no address', { address: 'hooks' }, ['address integrator.address.invalid']],
    ['a short key', { key: 'whsec_c2hvcnQ=' }, ['key integrator.key.invalid']],
    ['no key', { key: '' }, ['key required.field']],
    ['a public address', { address: 'https://8.8.8.8/hook' }, []]
  ])('C2.022 C3.021 %s', async (_, values, refused) => {
    expect(await attempt(values)).toEqual(refused);
  });

  test('C3.021 a key is write-only: no row has it, and an empty field keeps it', async () => {
    const id = await anIntegrator();
    const { values } = await recordNow(C, 'integrator', company.issuerId, id);
    expect(values.key).toMatch(/^kept:[0-9a-f]{64}:$/);
    const tables = ['setup_records', 'setup_record_keys', 'setup_secrets', 'audit_entries'];
    const rows = await Promise.all(tables.map((table) => world.current.query(`SELECT t::text FROM ${table} t`)));
    expect(JSON.stringify(rows)).not.toContain(SECRET.toString('base64').slice(0, 30));
    expect(JSON.stringify(rows)).not.toContain(SECRET.toString('hex'));
    expect(await tryChange(C, 'integrator', company.issuerId, id, { contact: 'Ines' })).toEqual([]);
    granted(await sendTest(C, key(id), ORIGIN));
    await work();
    expect(got).toHaveLength(1);
  });

  test('C3.021 a test arrives, signed by the integrator’s key', async () => {
    const id = await anIntegrator();
    granted(await sendTest(C, key(id), ORIGIN));
    expect(await lastDeliveries(key(id))).toEqual([expect.objectContaining({ state: 'queued', attempts: 0 })]);
    await work();
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`);
    expect(JSON.parse(body)).toMatchObject({ type: 'test', data: { integrator: 'Ledger hub' } });
    expect(await lastDeliveries(key(id))).toEqual([
      expect.objectContaining({
        id: headers['webhook-id'],
        event: 'test',
        state: 'delivered',
        status: 204,
        attempts: 1
      })
    ]);
  });

  test('C3.021 what doesn’t arrive is repeated under the same id, and says why', async () => {
    const id = await anIntegrator();
    status = 503;
    granted(await sendTest(C, key(id), ORIGIN));
    await work();
    expect(await lastDeliveries(key(id))).toEqual([
      expect.objectContaining({ state: 'queued', status: 503, attempts: 1 })
    ]);
    status = 200;
    await world.current.query(`UPDATE outbox SET available_at = now() WHERE topic = 'integrator.delivery'`);
    await work();
    expect(await lastDeliveries(key(id))).toEqual([
      expect.objectContaining({ state: 'delivered', status: 200, attempts: 2 })
    ]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('C3.021 an address that is gone is not asked again', async () => {
    const id = await anIntegrator();
    status = 410;
    granted(await sendTest(C, key(id), ORIGIN));
    await work();
    expect(await lastDeliveries(key(id))).toEqual([expect.objectContaining({ state: 'failed', status: 410 })]);
    expect(
      await world.current.query(
        `SELECT status::text FROM outbox WHERE topic = 'integrator.delivery' ORDER BY id DESC LIMIT 1`
      )
    ).toEqual([{ status: 'failed' }]);
  });

  test('C3.021 an address that leads inward by now gets nothing', async () => {
    const id = await anIntegrator();
    await world.current.query(
      `UPDATE setup_records SET data = data || '{"address":"https://10.0.0.1/x"}' WHERE id = $1`,
      [id]
    );
    granted(await sendTest(C, key(id), ORIGIN));
    await work();
    expect(await lastDeliveries(key(id))).toEqual([expect.objectContaining({ state: 'queued', fault: 'inward' })]);
    expect(got).toEqual([]);
  });

  test('C3.021 an inactive integrator is told nothing', async () => {
    const id = await anIntegrator();
    granted(await sendTest(C, key(id), ORIGIN));
    const { version } = await recordNow(C, 'integrator', company.issuerId, id);
    done(await activateRecord(C, entityNamed('integrator'), { ...key(id), version }, false, ORIGIN));
    await work();
    expect(await lastDeliveries(key(id))).toEqual([expect.objectContaining({ state: 'failed', fault: 'inactive' })]);
    expect(codeOf(await sendTest(C, key(id), ORIGIN))).toBe('integrator.inactive');
    expect(codeOf(await sendTest(A, key(id), ORIGIN))).toBe('not.found');
    expect(got).toEqual([]);
  });

  test('C2.027 C3.021 one that fails for an hour is paused, audited, and those who may change it are told', async () => {
    const id = await anIntegrator();
    status = 503;
    granted(await sendTest(C, key(id), ORIGIN));
    const failed = (attempts: number, minutes: number) =>
      world.current.query(
        'UPDATE integrator_deliveries SET attempts = $2, created_at = now() - make_interval(mins => $3) WHERE integrator_id = $1',
        [id, attempts, minutes]
      );
    const again = async () => {
      await world.current.query(`UPDATE outbox SET available_at = now() WHERE topic = 'integrator.delivery'`);
      await work();
      return (await recordNow(C, 'integrator', company.issuerId, id)).active;
    };
    await failed(30, 59);
    expect(await again()).toBe(true);
    await failed(18, 61);
    expect(await again()).toBe(true);
    await failed(19, 61);
    expect(await again()).toBe(false);
    expect((await inboxOf(C, { view: 'all' })).map(({ kind, params }) => [kind, params])).toEqual([
      ['job.integrator.paused', { name: 'Ledger hub' }]
    ]);
    const audited = await world.current.query(
      `SELECT action FROM audit_entries WHERE entity_id = $1 AND actor_user_id IS NULL`,
      [id]
    );
    expect(audited).toEqual([{ action: 'setup.deactivated' }]);
    // What still waits ends with the next attempt, which asks nobody.
    const asked = got.length;
    expect(await again()).toBe(false);
    expect(await lastDeliveries(key(id))).toEqual([expect.objectContaining({ state: 'failed', fault: 'inactive' })]);
    expect(got).toHaveLength(asked);
  });

  test('C3.021 one that answers something is not paused for what it refuses', async () => {
    const id = await anIntegrator();
    status = 422;
    granted(await sendTest(C, key(id), ORIGIN));
    await work();
    await world.current.query(
      "UPDATE integrator_deliveries SET attempts = 25, created_at = now() - interval '2 hours' WHERE integrator_id = $1",
      [id]
    );
    status = 200;
    granted(await sendTest(C, key(id), ORIGIN));
    await work();
    status = 422;
    await world.current.query(`UPDATE outbox SET available_at = now() WHERE topic = 'integrator.delivery'`);
    await work();
    expect((await recordNow(C, 'integrator', company.issuerId, id)).active).toBe(true);
  });

  test('what was told is forgotten after 60 days', async () => {
    const id = await anIntegrator();
    granted(await sendTest(C, key(id), ORIGIN));
    await work();
    await forgetDeliveries();
    expect(await lastDeliveries(key(id))).toHaveLength(1);
    await world.current.query(
      "UPDATE integrator_deliveries SET ended_at = now() - interval '61 days' WHERE ended_at IS NOT NULL"
    );
    await forgetDeliveries();
    expect(await lastDeliveries(key(id))).toEqual([]);
  });

  test('C2.080 C3.021 the integrator of a supplier is told what was paid', async () => {
    const integrator = await anIntegrator();
    const { id } = await anApproved({ integrator, name: 'Rivet Tools', merchantId: 'RIVETTOOLS00001' });
    await work();
    const request = await seenRequest(A, id);
    expect(got.map(({ body }) => JSON.parse(body))).toEqual([
      {
        type: 'payment.sent',
        timestamp: expect.any(String),
        data: {
          request: request && numberOf(request),
          company: company.name,
          supplier: 'Rivet Tools',
          merchantId: 'RIVETTOOLS00001',
          amount: '400.00',
          currency: 'NOK',
          invoices: []
        }
      }
    ]);
  });
});
