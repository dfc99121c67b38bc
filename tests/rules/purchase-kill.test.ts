import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { RECONCILIATION } from '@/lib/money/purchasing/clearings/differences';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { sendLink } from '@/lib/money/suppliers/links/send-link';
import { useGate } from '../support/gate';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { queuedMails } from '../support/queued-mail';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { startWorker } from '../support/worker';

const world = useDatabase();
const gate = useGate(world);
const run = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  world.current.query<Row>(sql, values);

const MAIL = 'orders@supplier.example';
let issuer: StructureNode;
let company: StructureNode;
let place: StructureNode;
let buyer: Principal;
let approver: Principal;
let administrator: Principal;

beforeAll(aBrand);
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  place = await anOrgPoint(world.current, company);
  buyer = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place, { currency: 'NOK' }));
  approver = await aPrincipalAt(world.current, 'O', place);
  const authorities = ['authorization_activity.view', 'purchase_requests.view', 'purchase_reconciliation.view'];
  administrator = await aPrincipalAt(world.current, 'C', company, { authorities });
});

/** A request that waits for its approver, of a supplier with these values. */
async function aPending(supplier: object = {}): Promise<string> {
  const of = await aPrincipalAt(world.current, 'C', company);
  const id = await aRequest(buyer, await anOffer(of, company, { supplier: { emails: MAIL, ...supplier } }));
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  await run(`DELETE FROM outbox WHERE status = 'queued'`);
  return id;
}

/** A process that does one kind of work on a request, as somebody. */
const aWorker = (work: 'approve' | 'send' | 'bring', id: string, by?: Principal) =>
  startWorker('purchase', work, issuer.id, id, JSON.stringify(by ?? null));

/** How a request stands, and how much there is of what its approval makes. */
async function standing(id: string) {
  const [row] = await run(
    `SELECT q.state::text, (SELECT count(*)::int FROM virtual_cards c WHERE c.issuer_id = $1 AND c.request_id = $2::uuid) AS cards,
       (SELECT count(*)::int FROM purchase_request_decisions d WHERE d.issuer_id = $1 AND d.request_id = $2::uuid) AS decisions,
       (SELECT count(*)::int FROM audit_entries e WHERE e.issuer_id = $1 AND e.entity_id = $2::text
          AND e.action = 'purchase_request.approved') AS audits
     FROM purchase_requests q WHERE q.issuer_id = $1 AND q.id = $2::uuid`,
    [issuer.id, id]
  );
  return row;
}
const UNDECIDED = { state: 'pending', cards: 0, decisions: 0, audits: 0 };
const DECIDED = { state: 'approved', cards: 1, decisions: 1, audits: 1 };
const queued = async () =>
  (await run(`SELECT 1 FROM outbox WHERE issuer_id = $1 AND status = 'queued'`, [issuer.id])).length;
const differences = async () =>
  (await listPage(administrator, RECONCILIATION, readQuery(RECONCILIATION, {}))).rows.map(({ kind }) => kind);

test.each([
  ['purchase_requests', 'UPDATE'],
  ['virtual_cards', 'INSERT'],
  ['virtual_cards', 'UPDATE'],
  ['purchase_request_decisions', 'INSERT'],
  ['outbox', 'INSERT'],
  ['audit_entries', 'INSERT']
])(
  'issue 19 C3.033 a server that is killed while it approves, %s %s, leaves no card and tells nobody; another approval issues one',
  async (table, event) => {
    const id = await aPending();
    await gate.killedAt(table, event, () => aWorker('approve', id, approver));
    expect([await standing(id), await queued(), await differences()]).toEqual([UNDECIDED, 0, []]);
    granted(await approveRequest(approver, { id }, null, ORIGIN));
    expect([await standing(id), await differences()]).toEqual([DECIDED, []]);
    expect(await queued()).toBeGreaterThan(0);
  },
  120_000
);

test('issue 19 C3.033 servers that are killed at any moment of an approval leave one card or none', async () => {
  const id = await aPending();
  for (let round = 0; round < 3; round += 1) {
    await gate.killedSoon(() => aWorker('approve', id, approver));
    expect([UNDECIDED, DECIDED]).toContainEqual(await standing(id));
  }
  await approveRequest(approver, { id }, null, ORIGIN);
  expect([await standing(id), await differences()]).toEqual([DECIDED, []]);
}, 120_000);

test('issue 19 C3.033 connections that end during an approval, as by a restart of the database, leave no card', async () => {
  const id = await aPending();
  let ended: Promise<unknown> | undefined;
  await gate.brokenAt('virtual_cards', 'INSERT', () => {
    ended = approveRequest(approver, { id }, null, ORIGIN).catch((error: unknown) => error);
  });
  expect(await ended).toBeInstanceOf(Error);
  expect(await standing(id)).toEqual(UNDECIDED);
  granted(await approveRequest(approver, { id }, null, ORIGIN));
  expect([await standing(id), await differences()]).toEqual([DECIDED, []]);
}, 120_000);

test.each([
  ['supplier_links', 'INSERT'],
  ['outbox', 'INSERT'],
  ['audit_entries', 'INSERT']
])(
  'issue 19 C1.006 a server that is killed between a link and its mail, at %s, leaves neither; sent again there is one of each',
  async (table, event) => {
    const id = await aPending();
    granted(await approveRequest(approver, { id }, null, ORIGIN));
    const links = async () => [
      (await run('SELECT 1 FROM supplier_links WHERE issuer_id = $1', [issuer.id])).length,
      (await run('SELECT 1 FROM supplier_passphrases WHERE issuer_id = $1', [issuer.id])).length,
      (await queuedMails(world.current, MAIL)).filter(({ template }) => template === 'supplier_link').length
    ];
    await gate.killedAt(table, event, () => aWorker('send', id, buyer));
    expect(await links()).toEqual([0, 0, 0]);
    const asked = { passphrase: 'blue whale 1851', addressOf: async () => 'https://cards.example/card' };
    granted(await sendLink(buyer, id, asked, ORIGIN));
    expect(await links()).toEqual([1, 1, 1]);
    await run(`DELETE FROM outbox WHERE status = 'queued'`);
  },
  120_000
);

/** Pays what waits; mails stay where the tests read them. */
async function payWaiting(): Promise<void> {
  const { 'mail.send': _mail, ...others } = outboxHandlers;
  const held = () => run(`UPDATE outbox SET available_at = 'infinity' WHERE topic = 'mail.send'`);
  await held();
  while (await workOnce(others)) await held();
}

test.each([
  ['supplier_payments', 'INSERT'],
  ['authorization_activity', 'INSERT'],
  ['supplier_payments', 'UPDATE'],
  ['audit_entries', 'INSERT']
])(
  'issue 19 C1.028 a worker that is killed while it pays a supplier, %s %s, has not paid; another pays once and remits once',
  async (table, event) => {
    const id = await aPending({ straightThrough: 'true' });
    granted(await approveRequest(approver, { id }, null, ORIGIN));
    await run(`DELETE FROM outbox WHERE status = 'queued' AND topic <> 'supplier.payment'`);
    await gate.killedAt(table, event, () => aWorker('bring', id));
    const paid = async () => [
      (
        await run(`SELECT state::text, attempt FROM supplier_payments WHERE issuer_id = $1 AND state = 'paid'`, [
          issuer.id
        ])
      ).length,
      (await run('SELECT 1 FROM authorization_activity WHERE issuer_id = $1', [issuer.id])).length,
      (await queuedMails(world.current, MAIL)).length
    ];
    expect(await paid()).toEqual([0, 0, 0]);
    await payWaiting();
    expect(await paid()).toEqual([1, 1, 1]);
    expect(await run('SELECT attempt FROM supplier_payments WHERE issuer_id = $1', [issuer.id])).toEqual([
      { attempt: 1 }
    ]);
    expect(await differences()).toEqual([]);
    await run(`DELETE FROM outbox WHERE status = 'queued'`);
  },
  120_000
);
