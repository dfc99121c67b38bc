import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { readLargeFile } from '@/lib/core/files/large-files';
import { stopClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { balanceOf } from '@/lib/money/payments/balance';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { sendTaken } from '@/lib/money/payments/due-payments';
import { makePayment } from '@/lib/money/payments/make-payment';
import { movePayments, returnPayments } from '@/lib/money/payments/move-payments';
import { payableAccount } from '@/lib/money/payments/payable';
import { seenPayment } from '@/lib/money/payments/payments';
import { closeStatements } from '@/lib/money/payments/statements/close-statements';
import { PAYMENT, type PaymentState } from '@/lib/money/payments/states';
import { lastAnswers } from '@/lib/money/rails/answers';
import { uploadAnswer } from '@/lib/money/rails/bring-answer';
import { collectDue } from '@/lib/money/rails/collect-due';
import { downloadFile } from '@/lib/money/rails/download-file';
import { paymentsOfFile, seenFile } from '@/lib/money/rails/files';
import { settleDue } from '@/lib/money/rails/settle-due';
import { answerTo } from '@/lib/money/rails/simulated-bank';
import { uncollected } from '@/lib/money/rails/uncollected';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anOriginator, collected, filesOf, textOfFile } from '../support/payment-files';
import { anIban, aPayment, asWithBank, aUsAccount, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let account: StructureNode;
let A: Principal;
let I: Principal;
let euros: string;
let dollars: string;

/** A Monday, and the cutoff of its day in UTC. */
const BEFORE = new Date('2026-03-16T16:59:59Z');
const CUTOFF = new Date('2026-03-16T17:00:00Z');
const WEDNESDAY = new Date('2026-03-18T00:00:01Z');

beforeAll(() => aBrand());
beforeEach(async () => {
  stopClock(BEFORE);
  issuer = await anIssuer(world.current);
  account = await anAccount(world.current, await aCompany(world.current, issuer));
  A = await aPrincipalAt(world.current, 'A', account);
  I = await aPrincipalAt(world.current, 'I', issuer);
  euros = await aWalletAccount(A, anIban(IBANS[1]));
  dollars = await aWalletAccount(A, aUsAccount());
});

/** A payment that is due at the cutoff, in dollars from a US account. */
async function due(walletAccountId: string, amount = '150', payOn = '2026-03-16'): Promise<string> {
  const id = await aPayment(world.current, account, { payerId: A.userId, walletAccountId, amount, payOn });
  await world.current.query("UPDATE payments SET currency = 'USD' WHERE id = $1 AND from_scheme = 'us'", [id]);
  return id;
}
const stateOf = async (id: string) => (await seenPayment(A, id))?.state;
const fileText = async () => {
  const [file] = await filesOf(world.current, issuer.id);
  return textOfFile(readLargeFile({ issuerId: issuer.id, id: file?.fileId as string }));
};
const bring = async (text: string, by = I) =>
  codeOf(await uploadAnswer(by, { name: 'answer.txt', bytes: Buffer.from(text) }, ORIGIN));
const fetchAll = async () => {
  for (const { id } of await filesOf(world.current, issuer.id)) await downloadFile(I, id, ORIGIN);
};
const settleAll = async () => {
  while (await settleDue());
};
const owed = async () => {
  const payable = await payableAccount(A, account.id);
  if (!payable) throw new Error('not payable');
  return balanceOf(A, payable);
};

/** What a bank returns of a file that was written here: entries with codes, or notifications of change. */
async function returnsOf(codes: readonly string[], type = '99'): Promise<string> {
  const text = (await fileText()).replace(/^(6.{11}).{17}/gm, `$1${'100'.padEnd(17)}`);
  const answer = answerTo('nacha', text) as string;
  let at = 0;
  return answer.replace(/^799R01/gm, () => `7${type}${codes[at++ % codes.length]}`);
}

/** A status report about the file that was written here. */
async function report(inside: string, { messageId = 'B1', about = '' } = {}): Promise<string> {
  const [file] = await filesOf(world.current, issuer.id);
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>${messageId}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${about || file?.messageId}</OrgnlMsgId>${
      inside.startsWith('<GrpSts>') ? inside.slice(0, inside.indexOf('</GrpSts>') + 9) : ''
    }</OrgnlGrpInfAndSts>${inside.replace(/^<GrpSts>.*?<\/GrpSts>/, '')}</CstmrPmtStsRpt></Document>`;
}
const rejected = (trace: string, code: string) =>
  `<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${trace}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts>`;

describe('a file for the bank', () => {
  test('C1.012 C9.039 collects what is past its cutoff, once, and the payment can’t be cancelled any more', async () => {
    await anOriginator(I, issuer, 'sepa');
    const [today, tomorrow] = [await due(euros), await due(euros, '200', '2026-03-17')];
    expect(await collected()).toBe(0);
    expect(await stateOf(today)).toBe('scheduled');
    stopClock(CUTOFF);
    // Several workers look at once.
    const wrote = await Promise.all([collectDue(), collectDue(), collectDue()]);
    expect(wrote.filter(Boolean)).toHaveLength(1);
    expect(await collected()).toBe(0);
    expect([await stateOf(today), await stateOf(tomorrow)]).toEqual(['sent', 'scheduled']);
    expect(await filesOf(world.current, issuer.id)).toMatchObject([
      { collectOn: '2026-03-17', payments: 1, total: '150' }
    ]);
    expect(codeOf(await cancelPayment(A, today, ORIGIN))).toBe('payment.cutoff.passed');
    expect(await owed()).toMatchObject({ underWay: '350' });
  });

  test('C1.012 nothing is collected until the issuer has a bank for it, and its administrator is told', async () => {
    const [one, other] = [await due(euros), await due(dollars)];
    stopClock(CUTOFF);
    expect(await collected()).toBe(0);
    expect(await uncollected(I)).toBe(2);
    await anOriginator(I, issuer, 'nacha');
    expect(await collected()).toBe(1);
    expect([await stateOf(one), await stateOf(other)]).toEqual(['scheduled', 'sent']);
    expect(await uncollected(I)).toBe(1);
  });

  test('C1.012 is written wholly or not at all, and none of its account numbers is anywhere else', async () => {
    await anOriginator(I, issuer, 'sepa');
    const id = await due(euros);
    stopClock(CUTOFF);
    await world.current.query('ALTER TABLE payment_entries ADD CONSTRAINT stopped CHECK (FALSE) NOT VALID');
    await expect(collectDue()).rejects.toThrow();
    const parts = () =>
      world.current.query<{ bytes: Buffer }>('SELECT bytes FROM large_file_parts WHERE issuer_id = $1', [issuer.id]);
    expect([await stateOf(id), await filesOf(world.current, issuer.id), await parts()]).toEqual(['scheduled', [], []]);
    await world.current.query('ALTER TABLE payment_entries DROP CONSTRAINT stopped');
    expect(await collected()).toBe(1);
    expect(await fileText()).toContain(IBANS[1]);
    for (const { bytes } of await parts()) expect(bytes.includes(IBANS[1])).toBe(false);
    const [{ told = '' } = {}] = await world.current.query<{ told: string }>(
      `SELECT string_agg(details::text, ' ') AS told FROM audit_entries WHERE issuer_id = $1`,
      [issuer.id]
    );
    expect(told).toContain('SEPA-000001');
    expect(told).not.toContain(IBANS[1].slice(0, -4));
  });

  test('C1.012 is fetched by who may, the same bytes each time, and each time is audited', async () => {
    await anOriginator(I, issuer, 'nacha');
    await due(dollars);
    stopClock(CUTOFF);
    await collected();
    const [{ id = '' } = {}] = await filesOf(world.current, issuer.id);
    expect((await seenFile(I, id))?.state).toBe('waiting');
    const texts: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const file = await downloadFile(I, id, ORIGIN);
      if (file) texts.push(await textOfFile(file.bytes));
    }
    expect(texts).toEqual([await fileText(), await fileText()]);
    expect((await seenFile(I, id))?.state).toBe('with_bank');
    const audit = await world.current.query(
      "SELECT 1 FROM audit_entries WHERE issuer_id = $1 AND action = 'payment_file.downloaded'",
      [issuer.id]
    );
    expect(audit).toHaveLength(2);
    const others = [A, await aPrincipalAt(world.current, 'I', await anIssuer(world.current))];
    for (const other of others) {
      expect(await downloadFile(other, id, ORIGIN)).toBeNull();
      expect([await seenFile(other, id), await paymentsOfFile(other, id)]).toEqual([null, []]);
    }
  });
});

describe('an answer of the bank', () => {
  beforeEach(async () => {
    await anOriginator(I, issuer, 'nacha');
    await anOriginator(I, issuer, 'sepa');
  });

  test('C1.012 of ACH returns a payment with its reason, and the payer is told by inbox and mail', async () => {
    const [back, change] = [await due(dollars), await due(dollars, '175.25')];
    stopClock(CUTOFF);
    await collected();
    expect(await bring(await returnsOf(['R01', 'R03']))).toBe('ok');
    expect([await stateOf(back), (await seenPayment(A, back))?.returnCode]).toEqual(['returned', 'R01']);
    expect((await seenPayment(A, change))?.returnCode).toBe('R03');
    expect(await owed()).toMatchObject({ underWay: '0' });
    await deliverNotices(world.current);
    const topics = await world.current.query<{ topic: string }>(
      `SELECT topic FROM outbox WHERE issuer_id = $1 AND topic <> 'payment_file.simulated'`,
      [issuer.id]
    );
    expect(topics.map(({ topic }) => topic).sort()).toEqual(['inbox.notice', 'inbox.notice', 'mail.send', 'mail.send']);
    const [{ id = '' } = {}] = await filesOf(world.current, issuer.id);
    expect(await seenFile(I, id)).toMatchObject({ returned: 2, open: 0 });
  });

  test('C1.012 no mail is sent where the setting turns it off', async () => {
    await withSetting(world.current, { issuerId: issuer.id }, 'payment.return.mail', false);
    await due(dollars);
    stopClock(CUTOFF);
    await collected();
    expect(await bring(await returnsOf(['R02']))).toBe('ok');
    await deliverNotices(world.current);
    const mails = await world.current.query(`SELECT 1 FROM outbox WHERE issuer_id = $1 AND topic = 'mail.send'`, [
      issuer.id
    ]);
    expect(mails).toEqual([]);
  });

  test('C1.012 a notification of change is shown, changes no payment, and the number isn’t kept', async () => {
    const id = await due(dollars);
    stopClock(CUTOFF);
    await collected();
    expect(await bring(await returnsOf(['C01'], '98'))).toBe('ok');
    expect(await stateOf(id)).toBe('sent');
    const [{ id: file = '' } = {}] = await filesOf(world.current, issuer.id);
    expect(await paymentsOfFile(I, file)).toMatchObject([{ changeCode: 'C01', returnCode: null }]);
  });

  test('C1.012 is refused as a whole when it is damaged, repeated, another bank’s, or says what nobody knows', async () => {
    const id = await due(dollars);
    stopClock(CUTOFF);
    await collected();
    const good = await returnsOf(['R01']);
    const records = good.split('\n');
    const cases: [string, string][] = [
      ['payment.answer.damaged', good.slice(0, good.length / 2)],
      ['payment.answer.damaged', `${records.slice(0, -2).join('\n')}\n`],
      ['payment.answer.damaged', good.replace('15000', '15001')],
      ['payment.answer.damaged', good.replace(/^(82250)0/m, '$11')],
      ['payment.answer.damaged', 'Dear customer'],
      ['payment.answer.other.bank', good.replace(/^(101.{10} )091000019/, '$1021000021')],
      [
        'payment.answer.other.bank',
        good.replace(/^(5.{39})1234567890/m, '$19999999999').replace(/^(8.{43})1234567890/m, '$19999999999')
      ],
      ['payment.answer.code', good.replace('799R01', '799R99')],
      ['payment.answer.unknown', good.replace(/^(799R01.{14})./m, '$19')]
    ];
    for (const [code, text] of cases) expect([code, await bring(text)]).toEqual([code, code]);
    expect(codeOf(await uploadAnswer(I, { name: 'x', bytes: Buffer.from([0xff, 0xfe]) }, ORIGIN))).toBe(
      'payment.answer.damaged'
    );
    expect(await bring(good, A)).toBe('forbidden.action');
    expect(await stateOf(id)).toBe('sent');
    expect((await lastAnswers(I)).map(({ refusal }) => refusal?.code)).toHaveLength(cases.length + 1);
    expect(await bring(good)).toBe('ok');
    expect(await bring(good)).toBe('payment.answer.repeated');
    const again = good.replace(/^(101.{20}\d{6})\d{4}/, '$10001');
    expect(await bring(again)).toBe('payment.answer.returned');
  });

  test('issue 20 C1.012 an answer that is cut anywhere, or whose entries and reasons are out of order, is refused as a whole', async () => {
    const ids = [await due(dollars), await due(dollars, '175.25'), await due(euros)];
    stopClock(CUTOFF);
    await collected();
    const states = () => Promise.all(ids.map(stateOf));
    const nacha = await returnsOf(['R01', 'R03']);
    const about = (await filesOf(world.current, issuer.id))[1]?.messageId;
    const sepa = await report(rejected('P-000003', 'AM04'), { about });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(nacha.trimEnd(), sepa.trimEnd()), fc.nat(), async (whole, at) => {
        expect(await bring(whole.slice(0, at % whole.length))).toBe('payment.answer.damaged');
        expect(await states()).toEqual(['sent', 'sent', 'sent']);
      }),
      { numRuns: 40 }
    );
    // Both entries before both reasons: whose reason is whose is a guess.
    const [head, batch, one, why, other, whyToo, ...rest] = nacha.split('\n');
    const mixed = [head, batch, one, other, why, whyToo, ...rest].join('\n');
    expect(await bring(mixed)).toBe('payment.answer.damaged');
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
    expect([await bring(nacha), await bring(sepa), await states()]).toEqual(['ok', 'ok', Array(3).fill('returned')]);
  });

  test('C1.012 a wrong amount with right totals is refused', async () => {
    const id = await due(dollars);
    stopClock(CUTOFF);
    await collected();
    const wrong = (await returnsOf(['R01'])).replaceAll('0000015000', '0000015100');
    expect(await bring(wrong)).toBe('payment.answer.amount');
    expect(await stateOf(id)).toBe('sent');
  });

  test('C1.012 of SEPA accepts a file but for what it rejects, and says later what is paid', async () => {
    const [back, stays] = [await due(euros), await due(euros, '200')];
    stopClock(CUTOFF);
    await collected();
    expect(await bring(await report(`<GrpSts>PART</GrpSts>${rejected('P-000001', 'AM04')}`))).toBe('ok');
    expect([await stateOf(back), await stateOf(stays)]).toEqual(['returned', 'accepted']);
    expect(await bring(await report('<GrpSts>ACSC</GrpSts>', { messageId: 'B2' }))).toBe('ok');
    expect([await stateOf(back), await stateOf(stays)]).toEqual(['returned', 'paid']);
    // A late acceptance changes nothing; a late return does.
    expect(await bring(await report('<GrpSts>ACCP</GrpSts>', { messageId: 'B3' }))).toBe('ok');
    expect(await stateOf(stays)).toBe('paid');
    expect(await bring(await report(rejected('P-000002', 'MD06'), { messageId: 'B4' }))).toBe('ok');
    expect([await stateOf(stays), (await seenPayment(A, stays))?.returnCode]).toEqual(['returned', 'MD06']);
  });

  test('C1.012 of SEPA is refused as a whole too', async () => {
    const id = await due(euros);
    stopClock(CUTOFF);
    await collected();
    const good = await report(rejected('P-000001', 'AM04'));
    const cases: [string, string][] = [
      ['payment.answer.damaged', good.slice(0, -30)],
      ['payment.answer.damaged', good.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')],
      ['payment.answer.damaged', good.replaceAll('CstmrPmtStsRpt', 'CstmrCdtTrfInitn')],
      ['payment.answer.other.bank', await report('<GrpSts>ACCP</GrpSts>', { about: 'X-SEPA-000009' })],
      [
        'payment.answer.other.bank',
        good.replace('</MsgId>', '</MsgId><CdtrAgt><FinInstnId><BICFI>DEUTDEFF</BICFI></FinInstnId></CdtrAgt>')
      ],
      ['payment.answer.code', good.replace('AM04', 'ZZ99')],
      ['payment.answer.code', good.replace('>RJCT<', '>HUCH<')],
      ['payment.answer.unknown', good.replace('P-000001', 'P-000009')]
    ];
    for (const [code, text] of cases) expect([code, await bring(text)]).toEqual([code, code]);
    expect(await stateOf(id)).toBe('sent');
    expect(await bring(good)).toBe('ok');
    expect(await bring(good)).toBe('payment.answer.repeated');
  });
});

describe('a payment with the bank', () => {
  test('C1.012 is paid once its day is over, if the file was fetched, and may still come back', async () => {
    await anOriginator(I, issuer, 'nacha');
    await aTransaction(world.current, account, { postingDate: '2026-03-02', amount: '500' });
    const id = await due(dollars);
    stopClock(CUTOFF);
    await collected();
    stopClock(WEDNESDAY);
    await settleAll();
    expect(await stateOf(id)).toBe('sent');
    stopClock(CUTOFF);
    await fetchAll();
    stopClock(new Date('2026-03-17T23:59:59Z'));
    await settleAll();
    expect(await stateOf(id)).toBe('sent');
    stopClock(WEDNESDAY);
    await settleAll();
    expect([await stateOf(id), await owed()]).toMatchObject(['paid', { current: '500', underWay: '0' }]);
    expect(await bring(await returnsOf(['R10']))).toBe('ok');
    expect(await stateOf(id)).toBe('returned');
  });

  test.each(PAYMENT.states)('C2.035 that is %s follows the bank’s events as they are declared', async (state) => {
    for (const event of ['send', 'accept', 'settle', 'return'] as const) {
      const id = await due(euros);
      if (state === 'cancelled') granted(await cancelPayment(A, id, ORIGIN));
      else await asWithBank(world.current, id, state);
      const moved = await transaction((tx) =>
        event === 'return'
          ? returnPayments(tx, issuer.id, [{ id, code: 'R01' }])
          : event === 'send'
            ? sendTaken(tx, { issuerId: issuer.id, count: 1, parts: [Prisma.sql`p.id = ${id}::uuid`] })
            : movePayments(tx, issuer.id, event, [id])
      ).then(
        () => true,
        () => false
      );
      expect([event, moved]).toEqual([event, PAYMENT.after(state, event) !== null]);
      expect(await stateOf(id)).toBe(PAYMENT.after(state, event) ?? state);
    }
  });

  test('C1.012 the simulated bank fetches a file, accepts it, and returns what is collected from accounts ending in 00', async () => {
    await anOriginator(I, issuer, 'nacha');
    await anOriginator(I, issuer, 'sepa');
    const poor = await aWalletAccount(A, anIban(IBANS[0]));
    const poorToo = await aWalletAccount(A, aUsAccount('98765400'));
    const ids = [await due(euros), await due(poor), await due(dollars), await due(poorToo)];
    stopClock(CUTOFF);
    expect(await collected()).toBe(2);
    while (await workOnce(outboxHandlers));
    const states = await Promise.all(ids.map(stateOf));
    expect(states).toEqual(['accepted', 'returned', 'sent', 'returned']);
    stopClock(WEDNESDAY);
    await settleAll();
    expect(await Promise.all(ids.map(stateOf))).toEqual(['paid', 'returned', 'paid', 'returned']);
  });

  test('issue 20 C2.035 made, sent again, cancelled, filed, accepted, settled, returned and billed in any order by several workers, none is lost, doubled or in two files', async () => {
    await anOriginator(I, issuer, 'sepa');
    await aTransaction(world.current, account, { postingDate: '2026-02-12', amount: '700' });
    await aTransaction(world.current, account, { postingDate: '2026-03-02', amount: '300' });
    let answers = 0;
    let last = '<a/>';
    const forms = [randomUUID(), randomUUID()];
    const answer = async (inside: string) => {
      last = await report(inside, { messageId: `${issuer.id.slice(0, 8)}-${answers++}` });
      return bring(last);
    };
    const steps = {
      make: () => due(euros, '150', '2026-03-16'),
      // A form that is sent by two at once, and again at any later time.
      submit: async (_: string[], at: number) => {
        const [accountId, key] = [account.id, forms[at % forms.length] as string];
        const entry = { accountId, key, walletAccountId: euros, amount: '150', payOn: '2026-03-16' };
        const send = () => makePayment(A, entry, 'I agree.', ORIGIN);
        return (await Promise.all([send(), send()])).map(codeOf);
      },
      again: async () => Promise.all([bring(last), bring(last)]),
      close: () => closeStatements(),
      cancel: async (ids: string[], at: number) =>
        cancelPayment(A, ids[at % (ids.length || 1)] ?? randomUUID(), ORIGIN),
      collect: () => collectDue(),
      fetch: () => fetchAll(),
      settle: () => settleDue(),
      accept: () => answer('<GrpSts>ACCP</GrpSts>'),
      return: (_: string[], at: number) => answer(rejected(`P-${String(1 + (at % 6)).padStart(6, '0')}`, 'AM04')),
      before: async () => stopClock(BEFORE),
      after: async () => stopClock(CUTOFF),
      later: async () => stopClock(WEDNESDAY)
    };
    const names = Object.keys(steps) as (keyof typeof steps)[];
    const walk = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(20), fc.boolean()), {
      minLength: 8,
      maxLength: 24
    });
    const prove = async (taken: [keyof typeof steps, number, boolean][]) => {
      const made: string[] = [];
      let together: Promise<unknown>[] = [];
      for (const [name, at, waits] of taken) {
        // Those that are put there as they are take their numbers one after the other.
        if (name === 'make') made.push((await alone(together, steps.make)) as string);
        else together.push(steps[name](made, at));
        if (!waits) continue;
        await Promise.all(together);
        together = [];
      }
      await Promise.all(together);
      await expectConsistent(made);
      const [{ doubled = 0 } = {}] = await world.current.query<{ doubled: number }>(
        'SELECT (count(*) - count(DISTINCT p.form_key))::int AS doubled FROM payments p WHERE p.issuer_id = $1',
        [issuer.id]
      );
      expect(doubled).toBe(0);
    };
    await fc.assert(fc.asyncProperty(walk, prove), { numRuns: 15 });
  }, 180_000);
});

/** Does something once everything else has ended. */
async function alone<T>(others: readonly Promise<unknown>[], work: () => Promise<T>): Promise<T> {
  await Promise.all(others);
  return work();
}

/** Every payment that was made is there once, in one file exactly if it is with the bank or was, and every sum is right. */
async function expectConsistent(made: readonly string[]): Promise<void> {
  const payments = await world.current.query<{ id: string; state: PaymentState; files: number; amount: string }>(
    `SELECT p.id, p.state::text, p.amount::text, (SELECT count(*)::int FROM payment_entries e WHERE e.payment_id = p.id) AS files
     FROM payments p WHERE p.issuer_id = $1`,
    [issuer.id]
  );
  for (const id of made) expect(payments.filter((one) => one.id === id)).toHaveLength(1);
  for (const { state, files } of payments)
    expect([state, files]).toEqual([state, ['scheduled', 'cancelled'].includes(state) ? 0 : 1]);
  const open = payments.filter(({ state }) => ['scheduled', 'sent', 'accepted'].includes(state));
  const sum = open.reduce((total, { amount }) => total + Number(amount), 0);
  expect(await owed()).toMatchObject({ current: '1000', underWay: String(sum) });
  const wrong = await world.current.query(
    `SELECT f.id FROM payment_files f CROSS JOIN LATERAL (
       SELECT sum(p.amount) AS total, count(*)::int AS payments FROM payment_entries e
       JOIN payments p ON p.id = e.payment_id WHERE e.file_id = f.id) s
     WHERE f.issuer_id = $1 AND (f.total, f.payment_count) IS DISTINCT FROM (s.total, s.payments)`,
    [issuer.id]
  );
  expect(wrong).toEqual([]);
  const closings = await world.current.query('SELECT closing::float8 FROM account_statements WHERE issuer_id = $1', [
    issuer.id
  ]);
  expect([[], [{ closing: 700 }]]).toContainEqual(closings);
}
