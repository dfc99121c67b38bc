import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { database } from '@/lib/core/database/database';
import { stopClock } from '@/lib/core/server/clock';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { changeDispute, type DisputeChange } from '@/lib/money/disputes/change-state';
import { openDispute } from '@/lib/money/disputes/draft';
import { readNetwork } from '@/lib/money/disputes/network/read-events';
import { aReceipt, sentFile } from '../support/attachments';
import { aDay } from '../support/disputes';
import { useGate } from '../support/gate';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { startWorker } from '../support/worker';

const world = useDatabase();
const gate = useGate(world);
const COUNT = 3;
let issuer: StructureNode;
let account: StructureNode;
let A: Principal;
let I: Principal;
let reasonId: string;
let at: Date;

beforeAll(() => aBrand());
beforeEach(async () => {
  at = new Date();
  stopClock(at);
  issuer = await anIssuer(world.current);
  account = await anAccount(world.current, await aCompany(world.current, issuer));
  A = await aPrincipalAt(world.current, 'A', account);
  I = await aPrincipalAt(world.current, 'I', issuer);
  await withSetting(world.current, { issuerId: issuer.id }, 'dispute.network', 'simulated');
  const values = { code: '1', name: 'It never came', networkCode: '4853' };
  reasonId = await aRecord(I, 'dispute-reason', recordsOf(issuer), values);
});

const change = async (by: Principal, id: string, event: DisputeChange['event']) => {
  const { version } = await database().dispute.findFirstOrThrow({ where: { issuerId: issuer.id, id } });
  granted(await changeDispute(by, { id, version, event }, ORIGIN));
};

/** Has what is queued of one topic due now, and the rest later. */
const due = (topic: string) =>
  world.current.query(
    "UPDATE outbox SET available_at = CASE WHEN topic = $1 THEN now() ELSE now() + interval '1 hour' END WHERE status = 'queued'",
    [topic]
  );
/** Works on one topic. */
async function worked(topic: string): Promise<void> {
  const handler = outboxHandlers[topic] as OutboxHandlers[string];
  do await due(topic);
  while (await workOnce({ [topic]: handler }));
}

/** Claims with two files each, which the network has taken. */
async function taken(): Promise<void> {
  for (let one = 0; one < COUNT; one += 1) {
    const charge = await aTransaction(world.current, account, { postingDate: aDay(), amount: '10.50' });
    const entry = { amount: '10.50', explanation: 'x', contactedOn: null, merchantAnswer: null, answers: {}, reasonId };
    const id = granted(await openDispute(A, charge.id, entry, ORIGIN));
    for (const [name, size] of [
      ['order.jpg', 2_000],
      ['letter.jpg', 3_000]
    ] as const)
      granted(
        await addAttachment(ATTACHABLES, A, { entity: 'dispute', id }, sentFile(aReceipt('jpg', size), name), ORIGIN)
      );
    await change(A, id, 'submit');
    await change(I, id, 'take_up');
  }
  await worked('dispute.network');
  await due('dispute.evidence');
}

const aWorker = (work: 'evidence' | 'read') => startWorker('dispute', work, at.toISOString(), issuer.id);

/** What was told, applied and kept so far. */
async function tally() {
  const [row] = await world.current.query(
    `SELECT (SELECT count(*)::int FROM dispute_steps x WHERE x.issuer_id = $1) AS steps,
       (SELECT count(*)::int FROM disputes x WHERE x.issuer_id = $1 AND x.state = 'won') AS won,
       (SELECT count(*)::int FROM disputes x WHERE x.issuer_id = $1 AND x.credit_amount = 10.5) AS credited,
       (SELECT count(*)::int FROM outbox x WHERE x.issuer_id = $1 AND x.topic = 'inbox.notice') AS told,
       (SELECT count(*)::int FROM audit_entries x WHERE x.issuer_id = $1 AND x.action IN ('dispute.network_step', 'dispute.win')) AS audits`,
    [issuer.id]
  );
  return row;
}
const NOTHING = { steps: 0, won: 0, credited: 0, told: 0, audits: 0 };
/** A chargeback and an outcome of each. */
const READ = { steps: COUNT, won: COUNT, credited: COUNT, told: COUNT * 2, audits: COUNT * 2 };

describe('reading what a network tells', () => {
  /** Lets the silent merchants' day pass. */
  const later = () => {
    at = new Date(at.getTime() + 120_000);
    stopClock(at);
  };

  test.each([
    ['dispute_cursors', 'INSERT'],
    ['dispute_steps', 'INSERT'],
    ['disputes', 'UPDATE'],
    ['outbox', 'INSERT'],
    ['audit_entries', 'INSERT']
  ])(
    'issue 20 C1.034 a worker that is killed at %s leaves no event half applied; another applies each once',
    async (table, event) => {
      await taken();
      later();
      await gate.killedAt(table, event, () => aWorker('read'));
      expect(await tally()).toEqual(NOTHING);
      while (await readNetwork(issuer.id, 'simulated'));
      expect(await tally()).toEqual(READ);
    },
    60_000
  );

  test.each([
    ['dispute_cursors', 'UPDATE'],
    ['dispute_cases', 'UPDATE']
  ])(
    'issue 20 C1.034 a worker that is killed at %s, after events were applied, is followed by one that applies the rest once',
    async (table, event) => {
      await taken();
      later();
      await gate.killedAt(table, event, () => aWorker('read'));
      expect(await tally()).not.toEqual(READ);
      while (await readNetwork(issuer.id, 'simulated'));
      expect(await tally()).toEqual(READ);
    },
    60_000
  );

  test('issue 20 C1.034 workers that are killed at any moment, and two at once, apply each event once', async () => {
    await taken();
    later();
    for (let round = 0; round < 3; round += 1) await gate.killedSoon(() => aWorker('read'));
    await Promise.all([readNetwork(issuer.id, 'simulated'), readNetwork(issuer.id, 'simulated')]);
    while (await readNetwork(issuer.id, 'simulated'));
    expect(await tally()).toEqual(READ);
  }, 120_000);
});

describe('handing evidence over', () => {
  // What other tests have left to hand over.
  beforeEach(() => worked('dispute.evidence'));
  const handed = async () => {
    const [row] = await world.current.query(
      `SELECT (SELECT count(*)::int FROM simulated_evidence x WHERE x.issuer_id = $1) AS known,
         (SELECT count(*)::int FROM dispute_evidence x WHERE x.issuer_id = $1 AND x.network_reference IS NOT NULL) AS taken,
         (SELECT count(*)::int FROM audit_entries x WHERE x.issuer_id = $1 AND x.action = 'dispute.evidence_taken') AS audits`,
      [issuer.id]
    );
    return row;
  };
  const ALL = { known: COUNT * 2, taken: COUNT * 2, audits: COUNT * 2 };

  test.each([
    // The network may still take what reaches it as its sender dies.
    ['simulated_evidence', 'INSERT', [0, 1]],
    // The network has taken the file, and nobody knows.
    ['dispute_evidence', 'UPDATE', [1]],
    ['audit_entries', 'INSERT', [1]]
  ])(
    'issue 20 C1.034 a worker that is killed at %s is followed by one that hands each file over once',
    async (table, event, known) => {
      await taken();
      expect(await handed()).toEqual({ known: 0, taken: 0, audits: 0 });
      await gate.killedAt(table, event, () => aWorker('evidence'));
      const left = await handed();
      expect(left).toMatchObject({ taken: 0, audits: 0 });
      expect(known).toContain(left?.known);
      await worked('dispute.evidence');
      await worked('dispute.evidence');
      expect(await handed()).toEqual(ALL);
    },
    60_000
  );

  test('issue 20 C1.034 workers that are killed at any moment hand each file over once', async () => {
    await taken();
    for (let round = 0; round < 3; round += 1) await gate.killedSoon(() => aWorker('evidence'));
    await worked('dispute.evidence');
    expect(await handed()).toEqual(ALL);
  }, 120_000);
});
