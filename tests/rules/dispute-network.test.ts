import { createHash } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { database } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { changeDispute, type DisputeChange } from '@/lib/money/disputes/change-state';
import { seenDispute } from '@/lib/money/disputes/disputes';
import { openDispute } from '@/lib/money/disputes/draft';
import { caseOf, stepsOf } from '@/lib/money/disputes/network/cases';
import { evidenceOf } from '@/lib/money/disputes/network/evidence';
import { readNetwork } from '@/lib/money/disputes/network/read-events';
import { respond } from '@/lib/money/disputes/network/respond';
import { SIMULATED_MILLIS } from '@/lib/money/disputes/network/simulated-network';
import { noteCredit } from '@/lib/money/disputes/note-credit';
import { aReceipt, sentFile } from '../support/attachments';
import { aDay } from '../support/disputes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let account: StructureNode;
let A: Principal;
let I: Principal;
let reasonId: string;

beforeAll(() => aBrand());
beforeEach(async () => {
  shift = 0;
  issuer = await anIssuer(world.current);
  account = await anAccount(world.current, await aCompany(world.current, issuer));
  A = await aPrincipalAt(world.current, 'A', account);
  I = await aPrincipalAt(world.current, 'I', issuer);
  await withSetting(world.current, { issuerId: issuer.id }, 'dispute.network', 'simulated');
  reasonId = await aReasonWith('4853');
});
afterEach(() => shiftClock(0));

let codes = 0;
const aReasonWith = (networkCode?: string) =>
  aRecord(I, 'dispute-reason', recordsOf(issuer), {
    code: String(++codes % 100),
    name: `Reason ${codes}`,
    ...(networkCode && { networkCode })
  });

const versionOf = async (id: string) =>
  (await database().dispute.findFirstOrThrow({ where: { issuerId: issuer.id, id } })).version;
const change = async (id: string, event: DisputeChange['event'], by: Principal, more: Partial<DisputeChange> = {}) =>
  changeDispute(by, { id, version: await versionOf(id), event, ...more }, ORIGIN);
const answer = async (id: string, response: 'pursue' | 'accept') =>
  respond(I, { id, version: await versionOf(id) }, response, ORIGIN);

async function draft(amount: string, reason = reasonId) {
  const charge = await aTransaction(world.current, account, { postingDate: aDay(), amount });
  const entry = { amount, explanation: 'It never came.', contactedOn: null, merchantAnswer: null, answers: {} };
  return granted(await openDispute(A, charge.id, { ...entry, reasonId: reason }, ORIGIN));
}
async function submitted(amount: string, reason = reasonId) {
  const id = await draft(amount, reason);
  granted(await change(id, 'submit', A));
  return id;
}
const attach = (id: string, bytes: Buffer, name: string) =>
  addAttachment(ATTACHABLES, A, { entity: 'dispute', id }, sentFile(bytes, name), ORIGIN);
const handed = (id: string) => evidenceOf({ issuerId: issuer.id, id });
async function filed(amount: string, reason = reasonId) {
  const id = await submitted(amount, reason);
  granted(await change(id, 'take_up', I));
  return id;
}

/** Works on what is due now for networks, an unknown answer's second question included. */
async function send() {
  const handlers = Object.fromEntries(
    ['dispute.network', 'dispute.evidence'].map((topic) => [topic, outboxHandlers[topic] as OutboxHandlers[string]])
  );
  const rest =
    "UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic NOT LIKE 'dispute.%' AND status = 'queued'";
  await world.current.query(rest);
  const due = "UPDATE outbox SET available_at = now() WHERE topic LIKE 'dispute.%' AND status = 'queued'";
  do await world.current.query(due);
  while (await workOnce(handlers));
}
let shift = 0;
/** Lets the simulated parties act, and reads what they did. */
async function read(millis = SIMULATED_MILLIS) {
  shift += millis;
  shiftClock(shift);
  while (await readNetwork(issuer.id, 'simulated'));
}

const seen = (id: string) => seenDispute(A, id);
const stages = async (id: string) =>
  (await stepsOf({ issuerId: issuer.id, id })).map(({ stage, awaits }) => `${stage} ${awaits}`);
const found = (id: string) => caseOf({ issuerId: issuer.id, id });
async function notices(userId: string) {
  const rows = await world.current.query<{ kind: string }>(
    'SELECT kind FROM inbox_notices WHERE issuer_id = $1 AND user_id = $2 ORDER BY id',
    [issuer.id, userId]
  );
  return rows.map(({ kind }) => kind);
}

describe('issue 20 point 6 the port to card networks', () => {
  test('C1.034 files a claim that the desk takes up, credits with the chargeback, and wins where the merchant is silent', async () => {
    const id = await filed('120.50');
    expect(await found(id)).toMatchObject({ state: 'sent', caseNumber: null, networkCode: '4853', isWaiting: true });
    await send();
    expect(await found(id)).toMatchObject({ state: 'open', caseNumber: expect.stringMatching(/^SIM\d{12}$/) });
    await read(0);
    expect(await stages(id)).toEqual(['chargeback merchant']);
    expect(await seen(id)).toMatchObject({ state: 'under_review', creditAmount: '120.5', creditReversed: null });
    await read();
    expect(await seen(id)).toMatchObject({ state: 'won', creditAmount: '120.5', creditReversed: null, note: null });
    expect(await found(id)).toMatchObject({ state: 'closed' });
    expect(await stages(id)).toEqual(['chargeback merchant']);
    const told = await world.current.query<{ topic: string }>(
      "SELECT topic FROM outbox WHERE issuer_id = $1 AND topic = 'inbox.notice'",
      [issuer.id]
    );
    expect(told).toHaveLength(2);
    expect(await notices(A.userId)).toEqual([]);
  });

  test.each([
    ['10.01', ['pursue'], 'won', null],
    ['10.01', ['accept'], 'lost', '10.01'],
    ['10.02', ['pursue', 'pursue'], 'lost', '10.02'],
    ['10.02', ['pursue', 'accept'], 'lost', '10.02'],
    ['10.03', ['pursue'], 'partly_won', '5.02']
  ] as const)(
    'C1.034 goes through the stages with a claim of %s and %j: %s',
    async (amount, answers, state, reversed) => {
      const id = await filed(amount);
      await send();
      await read();
      expect(await stages(id)).toEqual(['chargeback merchant', 'representment issuer']);
      for (const response of answers) {
        granted(await answer(id, response));
        // The same answer isn't given twice.
        expect(codeOf(await answer(id, response))).toBe('dispute.not.awaited');
        await send();
        await read();
      }
      expect(await seen(id)).toMatchObject({ state, creditAmount: amount, creditReversed: reversed });
      expect(codeOf(await answer(id, 'accept'))).toBe('dispute.ended');
      if (state === 'partly_won') expect((await seen(id))?.wonAmount).toBe('5.01');
      if (answers.length === 2 && answers[1] === 'pursue')
        expect(await stages(id)).toEqual([
          ...['chargeback merchant', 'representment issuer'],
          ...['pre_arbitration merchant', 'pre_arbitration issuer', 'arbitration network']
        ]);
    }
  );

  test('C1.034 ends past time where the issuer is silent', async () => {
    const id = await filed('10.01');
    await send();
    await read();
    await read(40 * 86_400_000);
    expect(await seen(id)).toMatchObject({ state: 'past_time', creditReversed: '10.01' });
  });

  test('C1.034 asks again with the same key where the answer was lost, and files once', async () => {
    const id = await filed('10.99');
    await send();
    expect(await found(id)).toMatchObject({ state: 'open', rounds: 1, isWaiting: false });
    expect(await database().simulatedClaim.count({ where: { issuerId: issuer.id } })).toBe(1);
  });

  test('C1.034 waits with events of a case whose answer isn’t known yet, and reads each once', async () => {
    const id = await filed('10.99');
    const handler = outboxHandlers['dispute.network'];
    await world.current.query(
      "UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic <> 'dispute.network'"
    );
    // The first question is lost, the second waits.
    await workOnce({ 'dispute.network': handler as NonNullable<typeof handler> });
    await read();
    expect(await stages(id)).toEqual([]);
    await send();
    await read();
    await database().disputeCursor.deleteMany({ where: { issuerId: issuer.id } });
    await read();
    expect(await stages(id)).toEqual(['chargeback merchant']);
    expect(await seen(id)).toMatchObject({ state: 'won' });
  });

  test('C1.034 leaves the desk to decide by hand without a network, without a code, and where the network refuses', async () => {
    const uncoded = await filed('10', await aReasonWith());
    expect(await found(uncoded)).toBeNull();
    granted(await change(uncoded, 'win_partly', I, { note: 'Half of it.', wonAmount: '4' }));
    expect(await seen(uncoded)).toMatchObject({ state: 'partly_won', wonAmount: '4' });

    const refused = await filed('10', await aReasonWith('9999'));
    expect(codeOf(await change(refused, 'lose', I, { note: 'x' }))).toBe('dispute.at.network');
    const credit = { amount: '10', creditedOn: aDay() };
    expect(codeOf(await noteCredit(I, { id: refused, version: await versionOf(refused) }, credit, ORIGIN))).toBe(
      'dispute.at.network'
    );
    await send();
    expect(await found(refused)).toMatchObject({ state: 'refused', refusal: 'unknown reason code 9999' });
    granted(await noteCredit(I, { id: refused, version: await versionOf(refused) }, credit, ORIGIN));
    granted(await change(refused, 'lapse', I, { note: 'Too late.' }));
    expect(await seen(refused)).toMatchObject({ state: 'past_time', creditReversed: '10' });

    await withSetting(world.current, { issuerId: issuer.id }, 'dispute.network', 'none');
    expect(await found(await filed('10'))).toBeNull();
  });

  test('what is won in part is less than all, and the rest can be disputed again', async () => {
    const id = await filed('10', await aReasonWith());
    const partly = (wonAmount: string | null) => change(id, 'win_partly', I, { note: 'x', wonAmount });
    expect(codeOf(await partly(null))).toBe('required');
    expect(codeOf(await partly('10'))).toBe('dispute.part.most');
    granted(await partly('9'));
    const { transactionId } = (await seen(id)) as { transactionId: string };
    const entry = { explanation: 'x', contactedOn: null, merchantAnswer: null, answers: {}, reasonId };
    expect(codeOf(await openDispute(A, transactionId, { ...entry, amount: '1.01' }, ORIGIN))).toBe(
      'dispute.amount.most'
    );
    granted(await openDispute(A, transactionId, { ...entry, amount: '1' }, ORIGIN));
  });

  test('C1.034 hands each file of a claim over once, bytes and hash, and keeps what the network calls it', async () => {
    const bytes = [aReceipt('pdf', 1_500_000), aReceipt('jpg', 900)];
    const id = await draft('10.99');
    for (const [at, one] of bytes.entries()) granted(await attach(id, one, at === 0 ? 'order.pdf' : 'photo.jpg'));
    granted(await change(id, 'submit', A));
    granted(await change(id, 'take_up', I));
    expect(await handed(id)).toEqual([]);
    await send();
    // The first answers are lost, and the same keys ask again.
    const sha256 = bytes.map((one) => createHash('sha256').update(one).digest('hex'));
    const [order, photo] = await handed(id);
    expect([order?.reference, photo?.reference]).toEqual(
      sha256.map((hash) => expect.stringMatching(new RegExp(`^SIM\\d{12}/${hash.slice(0, 8)}$`)))
    );
    const known = await database().simulatedEvidence.findMany({
      where: { issuerId: issuer.id },
      orderBy: { name: 'asc' }
    });
    expect(known.map((one) => [one.name, one.size, Buffer.from(one.sha256).toString('hex')])).toEqual([
      ['order.pdf', 1_500_000, sha256[0]],
      ['photo.jpg', 900, sha256[1]]
    ]);
    const acts = await world.current.query(
      "SELECT details->>'file' AS file, details->>'sha256' AS sha256 FROM audit_entries WHERE entity_id = $1 AND action = 'dispute.evidence_taken' ORDER BY 1",
      [id]
    );
    expect(acts).toEqual([
      { file: 'order.pdf', sha256: sha256[0] },
      { file: 'photo.jpg', sha256: sha256[1] }
    ]);
  });

  test('C1.034 names at the field which files the network of the issuer doesn’t take, before anything is submitted', async () => {
    const id = await draft('10');
    expect(await attach(id, aReceipt('png'), 'photo.png')).toEqual({
      ok: false,
      refusal: { code: 'dispute.evidence.kind', field: 'file', params: { kinds: 'JPG, PDF' } }
    });
    expect(await attach(id, aReceipt('pdf', 2 * 1024 ** 2 + 1), 'scan.pdf')).toEqual({
      ok: false,
      refusal: { code: 'dispute.evidence.size', field: 'file', params: { megabytes: 2 } }
    });
    await withSetting(world.current, { issuerId: issuer.id }, 'dispute.network', 'none');
    granted(await attach(id, aReceipt('png'), 'photo.png'));

    // One that was attached before the issuer chose its network is refused by that, and the desk is told.
    await withSetting(world.current, { issuerId: issuer.id }, 'dispute.network', 'simulated');
    granted(await change(id, 'submit', A));
    granted(await change(id, 'take_up', I));
    await send();
    expect(await handed(id)).toMatchObject([{ name: 'photo.png', reference: null, refusal: 'no image/png' }]);
    const told = await world.current.query("SELECT 1 FROM outbox WHERE issuer_id = $1 AND topic = 'inbox.notice'", [
      issuer.id
    ]);
    expect(told).toHaveLength(1);
  });

  test('C1.034 a file whose bytes aren’t those of its hash is refused', async () => {
    const id = await draft('10');
    granted(await attach(id, aReceipt('pdf', 2_000), 'order.pdf'));
    granted(await change(id, 'submit', A));
    granted(await change(id, 'take_up', I));
    await world.current.query("UPDATE attachments SET sha256 = sha256('other') WHERE record_id = $1", [id]);
    await send();
    expect(await handed(id)).toMatchObject([{ reference: null, refusal: 'the bytes are not those of the hash' }]);
  });

  test('a withdrawal reaches the network, which goes no further, and takes the credit back', async () => {
    const id = await filed('10.01');
    await send();
    await read(0);
    granted(await change(id, 'withdraw', A, { note: 'It came.' }));
    await send();
    await read();
    expect(await stages(id)).toEqual(['chargeback merchant']);
    expect(await seen(id)).toMatchObject({ state: 'withdrawn', creditReversed: '10.01' });
    expect(await found(id)).toMatchObject({ state: 'closed', rounds: 2 });
  });

  test('of two people at the desk one answers, and cardholders don’t', async () => {
    const id = await filed('10.01');
    await send();
    await read();
    const version = await versionOf(id);
    expect(codeOf(await respond(A, { id, version }, 'accept', ORIGIN))).toBe('forbidden.action');
    const both = await Promise.all([
      respond(I, { id, version }, 'pursue', ORIGIN),
      respond(I, { id, version }, 'accept', ORIGIN)
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await found(id)).toMatchObject({ rounds: 2 });
  });
});
