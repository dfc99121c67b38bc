import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from '@/lib/access/policy/principal';
import { stopClock } from '@/lib/core/server/clock';
import { closeStatements } from '@/lib/money/payments/statements/close-statements';
import { bringAnswer } from '@/lib/money/rails/bring-answer';
import { RAILS_ORIGIN } from '@/lib/money/rails/collect-due';
import { useGate } from '../support/gate';
import { useDatabase } from '../support/module-world';
import { anOriginator, collected, filesOf } from '../support/payment-files';
import { anIban, aPayment, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { codeOf } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { startWorker } from '../support/worker';

const world = useDatabase();
const gate = useGate(world);
const CUTOFF = '2026-03-16T17:00:00Z';
const COUNT = 40;
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let euros: string;

beforeAll(() => aBrand());
beforeEach(async () => {
  stopClock(new Date(CUTOFF));
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  euros = await aWalletAccount(A, anIban(IBANS[1]));
  await anOriginator(await aPrincipalAt(world.current, 'I', issuer), issuer, 'sepa');
});

const due = async (count: number) => {
  for (let one = 0; one < count; one += 1)
    await aPayment(world.current, account, { payerId: A.userId, walletAccountId: euros, payOn: '2026-03-16' });
};

/** A process that does one kind of work. */
const aWorker = (work: 'collect' | 'answer' | 'close', path = '') =>
  startWorker('payment', work, CUTOFF, issuer.id, path);

/** How many payments are in which state, how many entries and files there are, and what disagrees. */
async function tally() {
  const [row] = await world.current.query(
    `SELECT (SELECT jsonb_object_agg(s.state, s.count) FROM (SELECT p.state, count(*) FROM payments p WHERE p.issuer_id = $1 GROUP BY 1) s) AS states,
       (SELECT count(*)::int FROM payment_entries e WHERE e.issuer_id = $1) AS entries,
       (SELECT count(*)::int FROM payment_files f WHERE f.issuer_id = $1) AS files,
       (SELECT count(*)::int FROM large_files l WHERE l.issuer_id = $1) AS stored,
       (SELECT count(*)::int FROM payment_answers a WHERE a.issuer_id = $1) AS answers,
       (SELECT count(*)::int FROM audit_entries a WHERE a.issuer_id = $1 AND a.action LIKE 'payment_%') AS audits,
       (SELECT count(*)::int FROM outbox o WHERE o.issuer_id = $1) AS told`,
    [issuer.id]
  );
  return row as Record<'entries' | 'files' | 'stored' | 'answers' | 'audits' | 'told', number> & { states: object };
}
const NOTHING = { entries: 0, files: 0, stored: 0, answers: 0, audits: 0 };

test.each([
  ['large_file_parts', 'INSERT'],
  ['payment_entries', 'INSERT'],
  ['payments', 'UPDATE'],
  ['audit_entries', 'INSERT']
])(
  'issue 20 C1.012 a worker that is killed while it writes a payment file, at %s, leaves nothing half done; another writes it once',
  async (table, event) => {
    await due(COUNT);
    const before = await tally();
    await gate.killedAt(table, event, () => aWorker('collect'));
    expect(await tally()).toEqual(before);
    expect(before).toMatchObject({ ...NOTHING, states: { scheduled: COUNT } });
    expect(await collected()).toBe(1);
    expect(await tally()).toMatchObject({ states: { sent: COUNT }, entries: COUNT, files: 1, stored: 1, audits: 1 });
    expect(await collected()).toBe(0);
  },
  60_000
);

/** The whole file accepted, but for every fourth payment, which is rejected. */
async function answerFile(): Promise<string> {
  const [file] = await filesOf(world.current, issuer.id);
  const rejected = Array.from(
    { length: COUNT / 4 },
    (_, at) =>
      `<TxInfAndSts><OrgnlEndToEndId>P-${String(at * 4 + 1).padStart(6, '0')}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf></TxInfAndSts>`
  );
  const path = join(await mkdtemp(join(tmpdir(), 'answers-')), 'answer.xml');
  await writeFile(
    path,
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
     <GrpHdr><MsgId>B1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file?.messageId}</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
     <OrgnlPmtInfAndSts>${rejected.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  );
  return path;
}
const READ = { states: { accepted: COUNT - COUNT / 4, returned: COUNT / 4 }, entries: COUNT, files: 1, answers: 1 };

test.each([
  ['payments', 'UPDATE'],
  ['payment_answers', 'INSERT'],
  ['outbox', 'INSERT'],
  ['audit_entries', 'INSERT']
])(
  'issue 20 C1.012 a worker that is killed while it reads an answer, at %s, leaves nothing half read; it is read once, and everybody is told once',
  async (table, event) => {
    await due(COUNT);
    await collected();
    const path = await answerFile();
    const before = await tally();
    await gate.killedAt(table, event, () => aWorker('answer', path));
    expect(await tally()).toEqual(before);
    const again = await aWorker('answer', path);
    if (again.exitCode === null) await once(again, 'exit');
    const after = await tally();
    expect(after).toMatchObject({ ...READ, told: before.told + COUNT / 4 });
    const answer = { issuerId: issuer.id, source: 'upload', name: 'a.xml', userId: null } as const;
    const bytes = await readFile(path);
    expect(codeOf(await bringAnswer({ ...answer, bytes }, RAILS_ORIGIN))).toBe('payment.answer.repeated');
    expect((await tally()).states).toEqual(after.states);
  },
  60_000
);

/** What the statements of the issuer come to. */
const statements = () =>
  world.current.query(
    `SELECT s.closed_on::text AS "closedOn", s.closing::float8 AS closing, count(*)::int AS count FROM account_statements s
     WHERE s.issuer_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [issuer.id]
  );

test.each(['statement_closings', 'account_statements'])(
  'issue 20 C1.012 a worker that is killed while it closes a cycle, at %s, leaves no statement; another makes each once',
  async (table) => {
    await aTransaction(world.current, account, { postingDate: '2026-02-10', amount: '70' });
    const other = await anAccount(world.current, company);
    await aTransaction(world.current, other, { postingDate: '2026-02-11', amount: '30' });
    await gate.killedAt(table, 'INSERT', () => aWorker('close'));
    expect(await statements()).toEqual([]);
    await closeStatements();
    await closeStatements();
    expect(await statements()).toEqual([
      { closedOn: '2026-02-28', closing: 30, count: 1 },
      { closedOn: '2026-02-28', closing: 70, count: 1 }
    ]);
  },
  60_000
);

test('issue 20 C1.012 workers that are killed at any moment, one after the other, lose and double nothing', async () => {
  await due(COUNT);
  await aTransaction(world.current, account, { postingDate: '2026-02-10', amount: '70' });
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([gate.killedSoon(() => aWorker('collect')), gate.killedSoon(() => aWorker('close'))]);
    const { states, entries, files, stored } = await tally();
    expect([
      { states: { scheduled: COUNT }, entries: 0, files: 0, stored: 0 },
      { states: { sent: COUNT }, entries: COUNT, files: 1, stored: 1 }
    ]).toContainEqual({ states, entries, files, stored });
  }
  await collected();
  await closeStatements();
  const path = await answerFile();
  for (let round = 0; round < 3; round += 1) await gate.killedSoon(() => aWorker('answer', path));
  const last = await aWorker('answer', path);
  if (last.exitCode === null) await once(last, 'exit');
  const { states, entries, files } = await tally();
  expect({ states, entries, files }).toEqual({ states: READ.states, entries: COUNT, files: 1 });
  const read = await world.current.query('SELECT 1 FROM payment_answers WHERE issuer_id = $1 AND refusal IS NULL', [
    issuer.id
  ]);
  expect(read).toHaveLength(1);
  expect(await statements()).toEqual([{ closedOn: '2026-02-28', closing: 70, count: 1 }]);
}, 120_000);
