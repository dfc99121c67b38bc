import type { Principal } from '@/lib/access/policy/principal';
import { readLargeFile } from '@/lib/core/files/large-files';
import { stopClock } from '@/lib/core/server/clock';
import { makePayment } from '@/lib/money/payments/make-payment';
import { seenPayment } from '@/lib/money/payments/payments';
import { paymentTerms } from '@/lib/money/payments/terms';
import { uploadAnswer } from '@/lib/money/rails/bring-answer';
import { collectDue } from '@/lib/money/rails/collect-due';
import { downloadFile } from '@/lib/money/rails/download-file';
import { accountsOfFile, seenFile } from '@/lib/money/rails/files';
import { PAYMENT_RAILS } from '@/lib/money/rails/rails';
import { answerTo } from '@/lib/money/rails/simulated-bank';
import { simulatedStatement } from '@/lib/money/rails/simulated-statement';
import { unvalidated } from '@/lib/money/rails/uncollected';
import { validateDue } from '@/lib/money/rails/validate-due';
import { removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { confirmAmounts } from '@/lib/money/wallet/confirm-amounts';
import { decideBankAccount } from '@/lib/money/wallet/decide-account';
import { endValidations } from '@/lib/money/wallet/end-validations';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anOriginator, filesOf, textOfFile } from '../support/payment-files';
import { anIban, aPayment, aUsAccount, aWalletAccount } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let I: Principal;

/** A Monday. Its files are at the bank on Tuesday: prenotes are good on Friday, amounts are taken through Sunday. */
const MONDAY = new Date('2026-03-16T10:00:00Z');

beforeAll(() => aBrand());
beforeEach(async () => {
  stopClock(MONDAY);
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  I = await aPrincipalAt(world.current, 'I', issuer);
});

type Asked = 'none' | 'prenote' | 'micro.entries';
const ask = (asked: Asked) => withSetting(world.current, { issuerId: issuer.id }, 'wallet.validation.us', asked);
const held = async (id: string, by = A) => (await ownWallet(by)).find((one) => one.id === id);
const validated = async () => {
  let files = 0;
  while (await validateDue()) files += 1;
  return files;
};
const lastFile = async () => (await filesOf(world.current, issuer.id)).at(-1) ?? { id: '', fileId: '' };
const fileText = async () => textOfFile(readLargeFile({ issuerId: issuer.id, id: (await lastFile()).fileId }));
const fetchLast = async () => downloadFile(I, (await lastFile()).id, ORIGIN);
const entriesOf = async () => (await fileText()).split('\n').filter((record) => record.startsWith('6'));
const bring = async (text: string) =>
  codeOf(await uploadAnswer(I, { name: 'answer.txt', bytes: Buffer.from(text) }, ORIGIN));
const noticesOf = async ({ userId }: Principal) => {
  await deliverNotices(world.current);
  const rows = await world.current.query<{ kind: string }>(
    'SELECT kind FROM inbox_notices WHERE user_id = $1 ORDER BY id',
    [userId]
  );
  return rows.map(({ kind }) => kind);
};

/** An account whose file the issuer's administrator has fetched for the bank. */
async function sent(asked: Asked, number = '123456789'): Promise<string> {
  await ask(asked);
  await anOriginator(I, issuer, 'nacha');
  const id = await aWalletAccount(A, aUsAccount(number));
  expect(await validated()).toBe(1);
  await fetchLast();
  return id;
}
/** The cents of the two credits in the file. */
async function cents(): Promise<[number, number]> {
  const [first = '', second = ''] = await entriesOf();
  return [Number(first.slice(29, 39)), Number(second.slice(29, 39))];
}
const type = (id: string, [first, second]: readonly [number, number], by = A) =>
  confirmAmounts(by, { id, first, second }, ORIGIN);
/** What a bank returns of the file: its first entry with a code, or a notification of change. */
async function returned(code: string, kind = '99'): Promise<string> {
  const text = (await fileText()).replace(/^(6.{11}).{17}/m, `$1${'99'.padEnd(17)}`);
  return (answerTo('nacha', text) as string).replace(/^799R03/m, `7${kind}${code}`);
}

describe('which accounts are validated', () => {
  test('C3.029 none by default; of a rail that offers it, those added after the setting; none with an IBAN', async () => {
    expect(PAYMENT_RAILS.nacha.validations).toEqual(['prenote', 'micro_entries']);
    expect(PAYMENT_RAILS.sepa.validations).toEqual([]);
    expect(() => PAYMENT_RAILS.sepa.writeTests(null as never, null as never, [])).toThrow('validates no accounts');
    const before = await aWalletAccount(A, aUsAccount());
    await ask('prenote');
    const [after, iban] = [await aWalletAccount(A, aUsAccount('987654321')), await aWalletAccount(A, anIban())];
    expect([(await held(before))?.state, (await held(iban))?.state]).toEqual(['usable', 'usable']);
    expect(await held(after)).toMatchObject({ state: 'added', validation: 'prenote', validationDay: null });
  });

  test('C3.029 a second person comes first, and the setting of that day counts', async () => {
    await withSetting(world.current, { issuerId: issuer.id }, 'wallet.second.person', true);
    await anOriginator(I, issuer, 'nacha');
    const id = await aWalletAccount(A, aUsAccount());
    await ask('micro.entries');
    expect([(await held(id))?.state, await validated()]).toEqual(['proposed', 0]);
    const [one, other] = [
      await aPrincipalAt(world.current, 'C', company),
      await aPrincipalAt(world.current, 'C', company)
    ];
    const decide = (by: Principal) => decideBankAccount(by, { id, event: 'confirm' }, ORIGIN);
    // Two administrators at once.
    expect((await Promise.all([decide(one), decide(other)])).map(codeOf).sort()).toEqual([
      'bank.account.decided',
      'ok'
    ]);
    expect(await held(id)).toMatchObject({ state: 'added', validation: 'micro_entries' });
    expect(await noticesOf(A)).toEqual(['payment.account.to.validate']);
    expect(await validated()).toBe(1);
  });

  test('C3.029 nothing is written without a bank, and the issuer is told; accounts of a quarter of an hour share a file', async () => {
    await ask('prenote');
    await aWalletAccount(A, aUsAccount());
    expect([await validated(), await unvalidated(I)]).toEqual([0, 1]);
    await anOriginator(I, issuer, 'nacha');
    // Several workers look at once.
    expect((await Promise.all([validateDue(), validateDue(), validateDue()])).filter(Boolean)).toHaveLength(1);
    await aWalletAccount(A, aUsAccount('987654321'));
    await aWalletAccount(A, aUsAccount('55554444'));
    expect(await validated()).toBe(0);
    stopClock(new Date(MONDAY.getTime() + 16 * 60_000));
    expect(await validated()).toBe(1);
    const file = await lastFile();
    expect(await seenFile(I, file.id)).toMatchObject({ kind: 'validation', paymentCount: 2, total: '0', open: 2 });
    expect((await accountsOfFile(I, file.id)).map(({ lastFour, state }) => [lastFour, state])).toEqual([
      ['4321', 'validating'],
      ['4444', 'validating']
    ]);
    expect(await accountsOfFile(A, file.id)).toEqual([]);
  });
});

describe('a prenote', () => {
  test('C3.029 is an entry without money, and good on the third banking day unless the bank returns it', async () => {
    const id = await sent('prenote');
    const [entry = ''] = await entriesOf();
    expect(entry.slice(0, 54)).toBe(`628021000021${'123456789'.padEnd(17)}0000000000${'ACCOUNT CHECK'.padEnd(15)}`);
    expect(await held(id)).toMatchObject({ state: 'validating', validationDay: '2026-03-20' });
    stopClock(new Date('2026-03-19T23:59:59Z'));
    await endValidations();
    expect((await held(id))?.state).toBe('validating');
    stopClock(new Date('2026-03-20T00:00:00Z'));
    // Two workers at once.
    await Promise.all([endValidations(), endValidations()]);
    expect(await held(id)).toMatchObject({ state: 'usable', isDefault: true });
    expect(await noticesOf(A)).toEqual(['payment.account.validated']);
  });

  test('C3.029 is not good while nobody has fetched its file, and its days begin with that', async () => {
    await ask('prenote');
    await anOriginator(I, issuer, 'nacha');
    const id = await aWalletAccount(A, aUsAccount());
    await validated();
    stopClock(new Date('2026-03-27T10:00:00Z'));
    await endValidations();
    expect((await held(id))?.state).toBe('validating');
    await fetchLast();
    await fetchLast();
    // A Friday: Monday, Tuesday and Wednesday.
    expect((await held(id))?.validationDay).toBe('2026-04-01');
  });

  test('C3.029 that is returned blocks its account, and says why; a late return does too', async () => {
    const id = await sent('prenote');
    expect(await bring(await returned('R03'))).toBe('ok');
    expect(await held(id)).toMatchObject({ state: 'blocked', blockReason: 'returned', blockCode: 'R03' });
    expect(await bring(await returned('R03'))).toBe('payment.answer.repeated');
    expect(await noticesOf(A)).toEqual(['payment.account.blocked']);
    expect(await seenFile(I, (await lastFile()).id)).toMatchObject({ open: 0, returned: 1, state: 'done' });
    stopClock(new Date('2026-03-30T10:00:00Z'));
    await endValidations();
    granted(await removeWalletAccount(A, id, ORIGIN));
    const again = await aWalletAccount(A, aUsAccount());
    await validated();
    await fetchLast();
    stopClock(new Date('2026-04-10T10:00:00Z'));
    await endValidations();
    expect((await held(again))?.state).toBe('usable');
    expect(await bring(await returned('R02'))).toBe('ok');
    expect(await held(again)).toMatchObject({ state: 'blocked', blockCode: 'R02' });
  });

  test('C3.029 that the bank corrects blocks its account until it is added as the bank states it', async () => {
    const id = await sent('prenote');
    expect(await bring(await returned('C01', '98'))).toBe('ok');
    expect(await held(id)).toMatchObject({ state: 'blocked', blockReason: 'changed', blockCode: 'C01' });
  });

  test('C3.029 of a removed account that is returned changes nothing', async () => {
    const id = await sent('prenote');
    granted(await removeWalletAccount(A, id, ORIGIN));
    expect(await bring(await returned('R03'))).toBe('ok');
    expect(await ownWallet(A)).toEqual([]);
  });
});

describe('micro-entries', () => {
  test('C3.029 are two credits below a dollar and the debit that takes them back, by Nacha’s rules', async () => {
    await sent('micro.entries');
    const text = await fileText();
    const records = text.split('\n').slice(0, -1);
    expect([records.length % 10, new Set(records.map(({ length }) => length))]).toEqual([0, new Set([94])]);
    expect(records[1]?.slice(0, 63)).toMatch(/^5200.*CCDACCTVERIFY$/);
    const [first, second] = await cents();
    const entries = await entriesOf();
    expect(entries.map((entry) => entry.slice(0, 3))).toEqual(['622', '622', '627']);
    expect(Number(entries[2]?.slice(29, 39))).toBe(first + second);
    expect(first === second || Math.max(first, second) > 99 || Math.min(first, second) < 1).toBe(false);
    // No payment has such a trace.
    expect(entries.map((entry) => entry.slice(79))).toEqual(['0', '1', '2'].map((at) => `09100001900000${at}`));
    const control = records.find((record) => record.startsWith('8')) ?? '';
    const sum = String(first + second).padStart(12, '0');
    expect(control.slice(20, 44)).toBe(sum + sum);
  });

  test('C3.029 their owner types both in any order; then the account can be paid from', async () => {
    const id = await sent('micro.entries');
    const wanted = { accountId: account.id, walletAccountId: id, amount: '100', payOn: '2026-03-20' };
    expect(refusedFor(await paymentTerms(A, wanted))).toBe('walletAccountId payment.from.validating');
    const [first, second] = await cents();
    granted(await type(id, [second, first]));
    expect(await held(id)).toMatchObject({ state: 'usable' });
    expect(codeOf(await type(id, [first, second]))).toBe('wallet.validation.none');
    expect(await noticesOf(A)).toEqual(['payment.account.amounts', 'payment.account.validated']);
  });

  test('C3.029 the third wrong try blocks the account, and its owner begins anew with other amounts', async () => {
    const id = await sent('micro.entries');
    const [first, second] = await cents();
    const wrong = [first, second === 99 ? 1 : second + 1] as const;
    expect(refusedFor(await type(id, wrong))).toBe('first wallet.amounts.wrong');
    // Of two tries at once each counts.
    const both = await Promise.all([type(id, wrong), type(id, wrong)]);
    expect(both.map(codeOf).sort()).toEqual(['wallet.amounts.wrong', 'wallet.blocked.tries']);
    expect(await held(id)).toMatchObject({ state: 'blocked', blockReason: 'tries', tries: 3 });
    expect(codeOf(await type(id, [first, second]))).toBe('wallet.validation.none');
    expect(await noticesOf(A)).toEqual(['payment.account.amounts', 'payment.account.blocked']);
  });

  test('C3.029 are typed within five days, or the account is blocked', async () => {
    const id = await sent('micro.entries');
    const right = await cents();
    expect((await held(id))?.validationDay).toBe('2026-03-22');
    stopClock(new Date('2026-03-22T23:59:59Z'));
    await endValidations();
    expect((await held(id))?.state).toBe('validating');
    stopClock(new Date('2026-03-23T00:00:00Z'));
    expect(codeOf(await type(id, right))).toBe('wallet.blocked.expired');
    await endValidations();
    expect(await held(id)).toMatchObject({ state: 'blocked', blockReason: 'expired', blockCode: null });
  });

  test('C3.029 that are returned block their account, whichever of the three entries it is', async () => {
    const id = await sent('micro.entries', '5550099');
    const answer = answerTo('nacha', await fileText()) as string;
    expect(
      answer
        .split('\n')
        .filter((record) => record.startsWith('6'))
        .map((record) => record.slice(0, 3))
    ).toEqual(['621', '621', '626']);
    expect(await bring(answer)).toBe('ok');
    expect(await held(id)).toMatchObject({ state: 'blocked', blockCode: 'R03' });
    // The simulated bank has no money there, but takes what it credited before.
    expect(answerTo('nacha', (await fileText()).replaceAll('5550099', '5550100'))).toBeNull();
  });

  test('C3.029 nobody else types them, nor anybody through the owner’s eyes, nor before the bank has the file', async () => {
    await ask('micro.entries');
    await anOriginator(I, issuer, 'nacha');
    const id = await aWalletAccount(A, aUsAccount());
    await validated();
    const right = await cents();
    expect(codeOf(await type(id, right))).toBe('wallet.validation.none');
    await fetchLast();
    expect(codeOf(await type(id, right, await aPrincipalAt(world.current, 'A', account)))).toBe('not.found');
    expect(codeOf(await type(id, right, I))).toBe('forbidden.action');
    const accessor = { issuerId: issuer.id, userId: I.userId };
    expect(codeOf(await type(id, right, { ...A, accessor }))).toBe('forbidden.action');
    granted(await type(id, right));
  });

  test('C3.029 their amounts are in the sealed file and nowhere else; a demo shows them as a bank’s statement does', async () => {
    const id = await sent('micro.entries');
    const [first, second] = await cents();
    const money = (amount: number) => String(amount / 100);
    expect((await simulatedStatement(A, id)).map(({ on, amount }) => [on, amount])).toEqual([
      ['2026-03-17', money(first)],
      ['2026-03-17', money(second)],
      ['2026-03-17', `-${money(first + second)}`]
    ]);
    expect(await simulatedStatement(await aPrincipalAt(world.current, 'A', account), id)).toEqual([]);
    const rows = await world.current.query<{ said: string }>(
      `SELECT details::text AS said FROM audit_entries WHERE issuer_id = $1 AND action LIKE 'payment_file%'
       UNION ALL SELECT payload::text FROM outbox WHERE issuer_id = $1
       UNION ALL SELECT concat(total, payment_count) FROM payment_files WHERE issuer_id = $1`,
      [issuer.id]
    );
    for (const { said } of rows) expect(said).not.toMatch(/"(amount|total|cents)"/);
    const [kept] = await world.current.query<{ hash: string }>(
      `SELECT encode(amounts_hash, 'hex') AS hash FROM wallet_accounts WHERE id = $1`,
      [id]
    );
    expect(kept?.hash).toMatch(/^[0-9a-f]{64}$/);
    const parts = await world.current.query<{ bytes: Buffer }>(
      'SELECT bytes FROM large_file_parts WHERE issuer_id = $1',
      [issuer.id]
    );
    for (const { bytes } of parts) expect(bytes.includes('ACCTVERIFY')).toBe(false);
  });
});

test('C1.012 a scheduled payment from an account that is blocked meanwhile isn’t sent: its payer is told', async () => {
  const id = await sent('prenote');
  stopClock(new Date('2026-03-20T10:00:00Z'));
  await endValidations();
  const payment = await aPayment(world.current, account, {
    payerId: A.userId,
    walletAccountId: id,
    payOn: '2026-03-20'
  });
  await world.current.query("UPDATE payments SET currency = 'USD' WHERE id = $1", [payment]);
  expect(await bring(await returned('R02'))).toBe('ok');
  const entry = { accountId: account.id, walletAccountId: id, amount: '100', payOn: '2026-03-23' };
  const key = '00000000-0000-4000-8000-000000000001';
  expect(refusedFor(await makePayment(A, { ...entry, key }, 'Agreed.', ORIGIN))).toBe(
    'walletAccountId payment.from.blocked'
  );
  stopClock(new Date('2026-03-20T17:00:00Z'));
  while (await collectDue());
  expect(await filesOf(world.current, issuer.id)).toHaveLength(1);
  expect(await seenPayment(A, payment)).toMatchObject({ state: 'returned', returnCode: 'R02' });
  expect(await noticesOf(A)).toContain('payment.returned');
});
