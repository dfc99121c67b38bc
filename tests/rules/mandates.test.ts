import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { readLargeFile } from '@/lib/core/files/large-files';
import { newId } from '@/lib/core/secrets/ids';
import { stopClock } from '@/lib/core/server/clock';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { makePayment } from '@/lib/money/payments/make-payment';
import { makeRecurring } from '@/lib/money/payments/recurring/make-recurring';
import { setUpRecurring } from '@/lib/money/payments/recurring/save-recurring';
import { closeStatements } from '@/lib/money/payments/statements/close-statements';
import { uploadAnswer } from '@/lib/money/rails/bring-answer';
import { cancelMandate } from '@/lib/money/rails/cancel-mandate';
import { removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { lapseMandates } from '@/lib/money/wallet/mandates/change-mandates';
import { nextMandate } from '@/lib/money/wallet/mandates/give-mandate';
import { ownMandates } from '@/lib/money/wallet/mandates/mandates';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anOriginator, collected, filesOf, textOfFile } from '../support/payment-files';
import { anIban, aWalletAccount, IBANS } from '../support/payments';
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

const on = (day: string, time = '10:00') => stopClock(new Date(`${day}T${time}:00Z`));

beforeAll(() => aBrand());
beforeEach(async () => {
  on('2026-03-16');
  issuer = await anIssuer(world.current);
  account = await anAccount(world.current, await aCompany(world.current, issuer));
  A = await aPrincipalAt(world.current, 'A', account);
  I = await aPrincipalAt(world.current, 'I', issuer);
  euros = await aWalletAccount(A, anIban(IBANS[1]));
  await anOriginator(I, issuer, 'sepa');
});

const pay = (payOn = '2026-03-16', key = newId()) =>
  makePayment(A, { accountId: account.id, walletAccountId: euros, amount: '150', payOn, key }, 'I agree.', ORIGIN);
const mandate = async () => (await ownMandates(A)).get(euros);
const notices = async () => {
  await deliverNotices(world.current);
  const rows = await world.current.query<{ kind: string }>(
    'SELECT kind FROM inbox_notices WHERE user_id = $1 ORDER BY id',
    [A.userId]
  );
  return rows.map(({ kind }) => kind);
};
const fileText = async () => {
  const file = (await filesOf(world.current, issuer.id)).at(-1);
  return textOfFile(readLargeFile({ issuerId: issuer.id, id: file?.fileId as string }));
};

/** The bank rejects what the last file collects. */
async function rejected(code: string, messageId = 'B1'): Promise<void> {
  const file = (await filesOf(world.current, issuer.id)).at(-1);
  const trace = /<EndToEndId>(.*?)</.exec(await fileText())?.[1];
  const text = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>${messageId}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file?.messageId}</OrgnlMsgId></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${trace}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
  granted(await uploadAnswer(I, { name: 'answer.xml', bytes: Buffer.from(text) }, ORIGIN));
}

test('issue 20 C1.012 the first payment from an account with an IBAN gives a mandate with the words agreed to, and later ones use it', async () => {
  const [from] = await ownWallet(A);
  const shown = from && (await nextMandate(A, from));
  const key = newId();
  await Promise.all([pay('2026-03-16', key), pay('2026-03-16', key), pay()]);
  expect(await mandate()).toMatchObject({ ...shown, state: 'active', signedOn: '2026-03-16', collectedOn: null });
  expect(shown?.reference).toMatch(/^[A-Z0-9-]{1,35}$/);
  expect(
    await world.current.query(
      'SELECT authorization_text AS words, user_id AS by, given_at AS at FROM sepa_mandates WHERE issuer_id = $1',
      [issuer.id]
    )
  ).toEqual([{ words: 'I agree.', by: A.userId, at: new Date('2026-03-16T10:00:00Z') }]);
  expect(from && (await nextMandate(A, from))).toBeNull();
  on('2026-03-16', '17:00');
  expect(await collected()).toBe(1);
  expect(await mandate()).toMatchObject({ collectedOn: '2026-03-17', creditorId: 'DE98ZZZ09999999999' });
  expect((await fileText()).match(new RegExp(`<MndtId>${shown?.reference}</MndtId>`, 'g'))).toHaveLength(2);
});

test('issue 20 C1.012 its scheme is the setting’s of the day it was given, and each scheme has a file of its own', async () => {
  granted(await pay());
  await withSetting(world.current, { issuerId: issuer.id }, 'payment.sepa.scheme', 'b2b');
  const other = await aWalletAccount(A, anIban(IBANS[0]));
  const entry = { accountId: account.id, walletAccountId: other, amount: '200', payOn: '2026-03-16', key: newId() };
  granted(await makePayment(A, entry, 'I agree.', ORIGIN));
  expect([...(await ownMandates(A)).values()].map(({ scheme }) => scheme).sort()).toEqual(['B2B', 'CORE']);
  on('2026-03-16', '17:00');
  expect(await collected()).toBe(2);
  expect((await filesOf(world.current, issuer.id)).map(({ payments }) => payments)).toEqual([1, 1]);
});

test('issue 20 C1.012 it is cancelled by its giver while nothing is under way, and the next payment gives another', async () => {
  const id = granted(await pay());
  const first = await mandate();
  expect(codeOf(await cancelMandate(A, euros, ORIGIN))).toBe('wallet.paying');
  expect(codeOf(await cancelMandate(I, euros, ORIGIN))).not.toBe('granted');
  granted(await cancelPayment(A, id, ORIGIN));
  granted(await cancelMandate(A, euros, ORIGIN));
  expect(codeOf(await cancelMandate(A, euros, ORIGIN))).toBe('mandate.ended');
  expect(await mandate()).toMatchObject({ state: 'cancelled', reference: first?.reference });
  granted(await pay());
  expect(await mandate()).toMatchObject({ state: 'active', number: 2 });
  expect((await mandate())?.reference).not.toBe(first?.reference);
});

test('issue 20 C1.012 of a cancellation and a payment at once, nothing is under way without a mandate', async () => {
  granted(await cancelPayment(A, granted(await pay()), ORIGIN));
  await Promise.all([cancelMandate(A, euros, ORIGIN), pay(), cancelMandate(A, euros, ORIGIN), pay()]);
  expect(await mandate()).toMatchObject({ state: 'active' });
});

test.each(['MD01', 'MD02', 'MD07'])(
  'issue 20 C1.012 a payment that comes back with %s blocks it, and its giver is told',
  async (code) => {
    granted(await pay());
    on('2026-03-16', '17:00');
    await collected();
    await rejected(code);
    expect(await mandate()).toMatchObject({ state: 'blocked', blockCode: code });
    expect(await notices()).toEqual(expect.arrayContaining(['payment.mandate.blocked', 'payment.returned']));
  }
);

test('issue 20 C1.012 a payment that comes back for want of money leaves it', async () => {
  granted(await pay());
  on('2026-03-16', '17:00');
  await collected();
  await rejected('AM04');
  expect(await mandate()).toMatchObject({ state: 'active' });
});

test('issue 20 C1.012 what is due without a mandate isn’t sent: its payer is told', async () => {
  granted(await pay());
  await world.current.query("UPDATE sepa_mandates SET state = 'lapsed', ended_at = now() WHERE issuer_id = $1", [
    issuer.id
  ]);
  on('2026-03-16', '17:00');
  await collected();
  expect(await filesOf(world.current, issuer.id)).toEqual([]);
  expect(
    await world.current.query('SELECT state::text, return_code AS code FROM payments WHERE issuer_id = $1', [issuer.id])
  ).toEqual([{ state: 'returned', code: 'MD01' }]);
  expect(await notices()).toEqual(['payment.returned']);
});

test('issue 20 C1.012 it lapses 36 months after its last collection, or the day it was given', async () => {
  granted(await pay());
  on('2026-03-16', '17:00');
  await collected();
  await world.current.query(
    "UPDATE payments SET state = 'paid', ended_at = now(), wallet_account_id = NULL WHERE issuer_id = $1",
    [issuer.id]
  );
  on('2029-03-17');
  await lapseMandates();
  expect(await mandate()).toMatchObject({ state: 'active' });
  on('2029-03-18');
  await Promise.all([lapseMandates(), lapseMandates()]);
  expect(await mandate()).toMatchObject({ state: 'lapsed' });
  expect(await notices()).toEqual(['payment.mandate.lapsed']);
});

test('issue 20 C1.012 it is cancelled with its account, kept without words when its giver is forgotten, and seen by nobody else', async () => {
  granted(await cancelPayment(A, granted(await pay()), ORIGIN));
  const other = await aPrincipalAt(world.current, 'A', account);
  expect((await ownMandates(other)).size).toBe(0);
  granted(await removeWalletAccount(A, euros, ORIGIN));
  expect(await mandate()).toMatchObject({ state: 'cancelled' });
  await transaction(async (tx) => {
    for (const { forget } of BELONGINGS) await forget?.(tx, { issuerId: issuer.id, id: A.userId });
  });
  expect(
    await world.current.query('SELECT authorization_text AS words FROM sepa_mandates WHERE issuer_id = $1', [issuer.id])
  ).toEqual([{ words: '–' }]);
});

test('issue 20 C1.012 setting up a recurring payment gives one, and nothing is paid by itself without it', async () => {
  on('2026-03-02');
  granted(
    await setUpRecurring(
      A,
      account.id,
      { pays: 'statement', daysBefore: 3, walletAccountId: euros },
      'I agree to each.',
      ORIGIN
    )
  );
  expect(await mandate()).toMatchObject({ state: 'active' });
  granted(await cancelMandate(A, euros, ORIGIN));
  await aTransaction(world.current, account, { postingDate: '2026-02-10', amount: '420.50' });
  await closeStatements();
  on('2026-03-18');
  await makeRecurring();
  expect(await world.current.query('SELECT reason FROM recurring_runs WHERE issuer_id = $1', [issuer.id])).toEqual([
    { reason: 'account' }
  ]);
});

test('issue 20 C1.012 given, cancelled, collected, rejected and lapsed in any order, an account has one at most, and nothing is collected without it', async () => {
  const steps = {
    pay: () => pay('2026-03-16'),
    cancel: () => cancelMandate(A, euros, ORIGIN),
    collect: async () => {
      on('2026-03-16', '17:00');
      await collected();
      on('2026-03-16');
    },
    reject: async () => {
      if ((await filesOf(world.current, issuer.id)).length === 0) return;
      await rejected('MD01', newId().slice(0, 30)).catch(() => {});
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])), { minLength: 2, maxLength: 6 }),
      async (names) => {
        for (const name of names) await steps[name]();
        const [counted] = await world.current.query<{ active: number; bare: number; doubled: number }>(
          `SELECT (SELECT count(*)::int FROM sepa_mandates WHERE issuer_id = $1 AND state = 'active') AS active,
             (SELECT count(*)::int FROM payment_entries WHERE issuer_id = $1 AND mandate_id IS NULL) AS bare,
             (SELECT count(*)::int - count(DISTINCT reference)::int FROM sepa_mandates WHERE issuer_id = $1) AS doubled`,
          [issuer.id]
        );
        expect(counted?.active).toBeLessThanOrEqual(1);
        expect(counted).toMatchObject({ bare: 0, doubled: 0 });
      }
    ),
    { numRuns: 8 }
  );
});
