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
import { chargeCard, settleCharge } from '@/lib/money/processor/desk';
import { authorize, heldCard } from '@/lib/money/purchasing/authorizations/authorize';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { RECONCILIATION } from '@/lib/money/purchasing/clearings/differences';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { askedPurchase } from '../support/asked-purchase';
import { aCardNumber } from '../support/card-numbers';
import { aMapping } from '../support/feeds/world';
import { useGate } from '../support/gate';
import { working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { until } from '../support/until';
import { startWorker } from '../support/worker';

const world = useDatabase();
const gate = useGate(world);
const run = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  world.current.query<Row>(sql, values);
let issuer: StructureNode;
let buyer: Principal;
let administrator: Principal;
let id: string;

beforeAll(aBrand);
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  const account = await anAccount(world.current, place, { currency: 'NOK' });
  const { cardNumberEncrypted: encrypted, cardNumberHash: hash } = protectCardNumber(
    issuer.id,
    account.id,
    aCardNumber()
  );
  await run('UPDATE accounts SET card_number_encrypted = $2, card_number_hash = $3 WHERE id = $1', [
    ...[account.id, Buffer.from(encrypted), Buffer.from(hash)]
  ]);
  await aMapping({ principal: await aPrincipalAt(world.current, 'I', issuer) }, plainCsv.layout);
  const authorities = ['authorization_activity.view', 'purchase_requests.view', 'purchase_reconciliation.view'];
  administrator = await aPrincipalAt(world.current, 'C', company, { authorities });
  buyer = await aPrincipalAt(world.current, 'A', account);
  id = await aRequest(buyer, await anOffer(await aPrincipalAt(world.current, 'C', company), company));
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  const approver = await aPrincipalAt(world.current, 'O', place);
  granted(await approveRequest(approver, { id, version: (await seenRequest(buyer, id))?.version ?? 0 }, null, ORIGIN));
  // Notices and mails are nobody's concern here.
  await run(`DELETE FROM outbox WHERE status = 'queued'`);
});

/** A process that does one kind of work. */
const aWorker = (work: 'ask' | 'bring' | 'import', reference = '') =>
  startWorker('purchase', work, issuer.id, id, reference);

/** A merchant asks under a reference of the network, as often as it likes. */
const ask = (reference: string) =>
  transaction(async (tx) => {
    const card = await heldCard(tx, { issuerId: issuer.id, id });
    if (!card) throw new Error('no card');
    return authorize(tx, card, askedPurchase(reference, '10.00'));
  });
const answers = async (reference: string) => {
  const found = await run<{ answer: string }>(
    'SELECT answer FROM authorization_activity WHERE issuer_id = $1 AND reference = $2',
    [issuer.id, reference]
  );
  return found.map(({ answer }) => answer);
};
/** What is booked and what is cleared, by their references. */
const booked = async () => {
  const [row] = await run<{ transactions: string[]; clearings: string[] }>(
    `SELECT ARRAY(SELECT t.source_reference FROM transactions t WHERE t.issuer_id = $1 ORDER BY 1) AS transactions,
       ARRAY(SELECT k.reference FROM clearings k WHERE k.issuer_id = $1 ORDER BY 1) AS clearings`,
    [issuer.id]
  );
  return row as { transactions: string[]; clearings: string[] };
};
const differences = async () =>
  (await listPage(administrator, RECONCILIATION, readQuery(RECONCILIATION, {}))).rows.map(({ kind }) => kind);

/** Works on what waits until every feed has ended. */
async function worked(): Promise<void> {
  while (await workOnce(outboxHandlers));
  await working(jobHandlers, () =>
    until(async () => {
      // A connection that was ended is opened again by the next look.
      await startWaitingFeeds().catch(() => {});
      const [left] = await run<{ n: number }>(
        `SELECT count(*)::int AS n FROM feeds f LEFT JOIN jobs j ON (j.issuer_id, j.id) = (f.issuer_id, f.job_id)
         WHERE f.issuer_id = $1 AND j.status IS DISTINCT FROM 'completed'`,
        [issuer.id]
      );
      return left?.n === 0;
    })
  );
}

/** A charge of the card whose booking waits for the worker. */
async function aBooking(): Promise<void> {
  const asked = { amount: '25.00', merchant: 'HOTEL NORD', merchantId: null, category: '7011' };
  const { id: chargeId } = granted(await chargeCard(buyer, id, asked, ORIGIN));
  granted(await settleCharge(buyer, { requestId: id, chargeId }, { course: 'book', amount: '25.00' }, ORIGIN));
}

/** Every booking is there once, with its clearing, and nothing disagrees. */
async function expectBooked(count: number): Promise<void> {
  const { transactions, clearings } = await booked();
  expect(transactions).toHaveLength(count);
  expect(clearings).toEqual(transactions);
  expect(await differences()).toEqual([]);
}

test.each([
  ['authorization_activity', 'INSERT'],
  ['outbox', 'INSERT']
])(
  'issue 19 C6.032 a server that is killed while a card answers, at %s, has given no answer; asked again it gives one, always the same',
  async (table, event) => {
    await gate.killedAt(table, event, () => aWorker('ask', 'NET-1'));
    expect(await answers('NET-1')).toEqual([]);
    const first = await ask('NET-1');
    expect([await ask('NET-1'), await ask('NET-1')]).toEqual([first, first]);
    expect(await answers('NET-1')).toEqual(['approved']);
    expect(await differences()).toEqual([]);
  },
  120_000
);

test('issue 19 C6.032 servers that are killed anywhere while many merchants ask leave one answer or none for each, and no limit is passed', async () => {
  const references = Array.from({ length: 12 }, (_, at) => `NET-${at}`);
  for (const reference of references.slice(0, 4)) await gate.killedSoon(() => aWorker('ask', reference));
  for (const reference of references) expect((await answers(reference)).length).toBeLessThanOrEqual(1);
  const given = await Promise.all(references.map(ask));
  expect(await Promise.all(references.map(ask))).toEqual(given);
  for (const reference of references) expect(await answers(reference)).toHaveLength(1);
  expect(await differences()).toEqual([]);
}, 120_000);

test.each([
  ['feeds', 'INSERT'],
  ['jobs', 'INSERT'],
  ['audit_entries', 'INSERT']
])(
  'issue 19 C1.005 a worker that is killed between clearing and feed, at %s, books nothing; another books it once',
  async (table, event) => {
    await aBooking();
    await gate.killedAt(table, event, () => aWorker('bring'));
    expect(await booked()).toEqual({ transactions: [], clearings: [] });
    await worked();
    await expectBooked(1);
  },
  120_000
);

test.each([
  ['transactions', 'INSERT'],
  ['clearings', 'INSERT'],
  ['feeds', 'UPDATE']
])(
  'issue 19 C1.005 a worker that is killed while it books, at %s, leaves a transaction with its clearing or neither; another books it once',
  async (table, event) => {
    await aBooking();
    while (await workOnce(outboxHandlers));
    await gate.killedAt(table, event, () => aWorker('import'));
    const { transactions, clearings } = await booked();
    expect(clearings).toEqual(transactions);
    await worked();
    await expectBooked(1);
  },
  120_000
);

test.each(['transactions', 'clearings'])(
  'issue 19 C1.005 connections that end while it is booked, at %s, as by a restart of the database, end in one booking',
  async (table) => {
    await aBooking();
    while (await workOnce(outboxHandlers));
    let broken: Promise<unknown> = Promise.resolve();
    await gate.brokenAt(table, 'INSERT', () => {
      broken = worked();
      return broken;
    });
    await broken;
    await expectBooked(1);
  },
  120_000
);

test('issue 19 C6.032 connections that end while a card answers leave no answer; asked again it gives one', async () => {
  let asked: Promise<unknown> = Promise.resolve();
  await gate.brokenAt('authorization_activity', 'INSERT', () => {
    asked = ask('NET-9').catch((error: Error) => error);
    return asked;
  });
  expect(await asked).toBeInstanceOf(Error);
  expect(await answers('NET-9')).toEqual([]);
  expect((await ask('NET-9')).approved).toBe(true);
  expect(await answers('NET-9')).toEqual(['approved']);
});
