import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { stopClock } from '@/lib/core/server/clock';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { makePayment } from '@/lib/money/payments/make-payment';
import { changeRecurringState } from '@/lib/money/payments/recurring/change-state';
import { makeRecurring } from '@/lib/money/payments/recurring/make-recurring';
import { nextPayment } from '@/lib/money/payments/recurring/next-payment';
import { runsOf, seenRecurring, seenRecurringPayments } from '@/lib/money/payments/recurring/recurring';
import { changeRecurring, setUpRecurring } from '@/lib/money/payments/recurring/save-recurring';
import { type RecurringEntry, recurringSchema } from '@/lib/money/payments/recurring/schema';
import { closeStatements } from '@/lib/money/payments/statements/close-statements';
import { removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anIban, aUsAccount, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let from: string;

beforeAll(() => aBrand());
beforeEach(async () => {
  on('2026-03-02');
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  C = await aPrincipalAt(world.current, 'C', company);
  from = await aWalletAccount(A);
});

const on = (day: string, time = '10:00') => stopClock(new Date(`${day}T${time}:00Z`));
const entry = (more: Partial<RecurringEntry> = {}): RecurringEntry =>
  ({ pays: 'statement', daysBefore: 3, walletAccountId: from, ...more }) as RecurringEntry;
const setUp = (more: Partial<RecurringEntry> = {}, by = A) =>
  setUpRecurring(by, account.id, entry(more), 'I agree to each.', ORIGIN);
const through = (principal: Principal) => ({ ...principal, accessor: { issuerId: issuer.id, userId: C.userId } });
const book = (postingDate: string, amount: string) => aTransaction(world.current, account, { postingDate, amount });
const made = () =>
  world.current.query<{ amount: number; payOn: string; words: string }>(
    `SELECT amount::float8 AS amount, pay_on::text AS "payOn", authorization_text AS words FROM payments
     WHERE issuer_id = $1 ORDER BY number`,
    [issuer.id]
  );
const notices = async () => {
  await deliverNotices(world.current);
  return world.current.query<{ kind: string; reason: string | null }>(
    `SELECT n.kind, n.params->'reason'->>'key' AS reason FROM inbox_notices n WHERE n.issuer_id = $1 ORDER BY n.posted_at`,
    [issuer.id]
  );
};
/** A statement of February that is due on 25 March, paid on Friday the 20th, since the 22nd is a Sunday. */
async function billed(amount = '420.50') {
  await book('2026-02-10', amount);
  await closeStatements();
}

test('issue 20 C1.012 each statement is paid once, on the banking day before it is due, and the payer told three days before', async () => {
  const id = granted(await setUp());
  const recurring = await seenRecurring(A, id);
  expect(recurring && (await nextPayment(recurring))).toBeNull();
  await billed();
  expect(recurring && (await nextPayment(recurring))).toMatchObject({
    closedOn: '2026-02-28',
    dueOn: '2026-03-25',
    payOn: '2026-03-20',
    amount: '420.5'
  });
  on('2026-03-16');
  expect(await makeRecurring()).toBe(0);
  on('2026-03-17');
  await Promise.all([makeRecurring(), makeRecurring(), makeRecurring()]);
  expect(await makeRecurring()).toBe(0);
  expect(await made()).toEqual([{ amount: 420.5, payOn: '2026-03-20', words: 'I agree to each.' }]);
  expect(await notices()).toEqual([{ kind: 'payment.recurring.made', reason: null }]);
  expect(await runsOf({ issuerId: issuer.id, id })).toMatchObject([{ closedOn: '2026-02-28', outcome: 'made' }]);
  // The next statement owes what the first one left, as the bank hasn't booked the payment yet.
  await book('2026-03-18', '100');
  on('2026-04-01');
  await closeStatements();
  expect(recurring && (await nextPayment(recurring))).toMatchObject({ closedOn: '2026-03-31', amount: '100' });
});

test('issue 20 C1.012 what is paid by hand meanwhile is not paid again, and a zero balance is not paid', async () => {
  const id = granted(await setUp());
  await billed();
  const byHand = { accountId: account.id, walletAccountId: from, payOn: '2026-03-10', key: crypto.randomUUID() };
  granted(await makePayment(A, { ...byHand, amount: '300' }, 'I agree.', ORIGIN));
  const recurring = await seenRecurring(A, id);
  expect(recurring && (await nextPayment(recurring))).toMatchObject({ left: '120.5', amount: '120.5' });
  granted(await makePayment(A, { ...byHand, amount: '120.50', key: crypto.randomUUID() }, 'I agree.', ORIGIN));
  on('2026-03-18');
  expect(await makeRecurring()).toBe(1);
  expect(await runsOf({ issuerId: issuer.id, id })).toMatchObject([{ outcome: 'nothing', paymentId: null }]);
  expect(await made()).toHaveLength(2);
  expect(await notices()).toEqual([]);
});

test('issue 20 C1.012 the least or a fixed amount is paid, never more than what is left', async () => {
  const id = granted(await setUp({ pays: 'minimum' }));
  await billed();
  const next = async () => {
    const recurring = await seenRecurring(A, id);
    return recurring && (await nextPayment(recurring))?.amount;
  };
  expect(await next()).toBe('100.00');
  const change = async (more: object) =>
    changeRecurring(A, { id, version: (await seenRecurring(A, id))?.version ?? 0 }, entry(more), 'Anew.', ORIGIN);
  granted(await change({ pays: 'fixed', amount: '250' }));
  expect(await next()).toBe('250');
  granted(await change({ pays: 'fixed', amount: '900' }));
  expect(await next()).toBe('420.5');
  on('2026-03-18');
  await makeRecurring();
  expect(await made()).toEqual([{ amount: 420.5, payOn: '2026-03-20', words: 'Anew.' }]);
});

test('issue 20 C1.012 it pays on the day that its company and its days ask for, and late rather than never', async () => {
  await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'statement.due.days', 10);
  const id = granted(await setUp({ daysBefore: 0 }));
  await billed();
  const recurring = await seenRecurring(A, id);
  // The 10th of March is a Tuesday.
  expect(recurring && (await nextPayment(recurring))).toMatchObject({ dueOn: '2026-03-10', payOn: '2026-03-10' });
  on('2026-03-12', '18:00');
  await makeRecurring();
  expect(await made()).toMatchObject([{ payOn: '2026-03-13' }]);
});

test.each([
  ['account', async (): Promise<void> => void granted(await removeWalletAccount(A, from, ORIGIN))],
  [
    'account',
    () => world.current.query("UPDATE wallet_accounts SET state = 'proposed' WHERE id = $1", [from]).then(() => {})
  ],
  [
    'rights',
    () => world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [A.userId]).then(() => {})
  ],
  ['least', () => withSetting(world.current, { issuerId: issuer.id }, 'payment.minimum', '500.00')]
] as const)(
  'issue 20 C1.012 a statement that can’t be paid is skipped with a notice, once: %s',
  async (reason, happens) => {
    const id = granted(await setUp());
    await billed();
    await happens();
    on('2026-03-18');
    await makeRecurring();
    await makeRecurring();
    expect(await made()).toEqual([]);
    expect(await runsOf({ issuerId: issuer.id, id })).toMatchObject([{ outcome: 'skipped', reason }]);
    expect(await notices()).toEqual([{ kind: 'payment.recurring.skipped', reason: `recurring.reason.${reason}` }]);
  }
);

test('issue 20 C1.012 a removed bank account is known to be gone, and its id stays', async () => {
  const id = granted(await setUp());
  granted(await removeWalletAccount(A, from, ORIGIN));
  expect(await seenRecurring(A, id)).toMatchObject({ walletAccountId: null });
  expect(
    await world.current.query('SELECT wallet_account_id AS id FROM recurring_payments WHERE issuer_id = $1', [
      issuer.id
    ])
  ).toEqual([{ id: from }]);
});

test('issue 20 C1.012 paused it pays nothing, and resumed only what can still be paid on time; stopped it is over', async () => {
  const id = granted(await setUp());
  await billed();
  granted(await changeRecurringState(C, id, 'pause', ORIGIN));
  on('2026-03-18');
  expect(await makeRecurring()).toBe(0);
  expect(codeOf(await changeRecurringState(C, id, 'resume', ORIGIN))).toBe('forbidden.action');
  on('2026-03-24');
  granted(await changeRecurringState(A, id, 'resume', ORIGIN));
  expect(await makeRecurring()).toBe(0);
  await book('2026-03-20', '10');
  on('2026-04-01');
  await closeStatements();
  on('2026-04-22');
  await makeRecurring();
  expect(await made()).toMatchObject([{ amount: 430.5 }]);
  granted(await changeRecurringState(C, id, 'stop', ORIGIN));
  expect(await seenRecurringPayments(A)).toEqual([]);
  expect(codeOf(await changeRecurring(A, { id, version: 4 }, entry(), 'Anew.', ORIGIN))).toBe(
    'recurring.changed.since'
  );
  // The one that follows doesn't pay the statement again that was dealt with.
  granted(await setUp());
  await makeRecurring();
  expect(await made()).toHaveLength(1);
});

test('issue 20 C1.012 a payment that it made is cancelled as any, and not made again', async () => {
  granted(await setUp());
  await billed();
  on('2026-03-18');
  await makeRecurring();
  const [row] = await world.current.query<{ id: string }>('SELECT id FROM payments WHERE issuer_id = $1', [issuer.id]);
  granted(await cancelPayment(A, row?.id as string, ORIGIN));
  expect(await makeRecurring()).toBe(0);
  expect(await made()).toHaveLength(1);
});

test('issue 20 C6.018 it is set up from one’s own bank account, once for an account, and never through another’s eyes', async () => {
  expect(codeOf(await setUp({}, through(A)))).toBe('forbidden.action');
  expect(refusedFor(await setUp({}, C))).toBe('walletAccountId payment.from.gone');
  expect(refusedFor(await setUp({ walletAccountId: await aWalletAccount(A, aUsAccount()) }))).toBe(
    'walletAccountId payment.from.other'
  );
  expect(refusedFor(await setUp({ pays: 'fixed', amount: '99' }))).toBe('amount payment.below.minimum');
  const id = granted(await setUp());
  expect(codeOf(await setUp())).toBe('recurring.exists');
  const other = await aWalletAccount(C, anIban(IBANS[1]));
  expect(codeOf(await setUp({ walletAccountId: other }, C))).toBe('recurring.exists');
  expect(codeOf(await changeRecurring(C, { id, version: 1 }, entry({ walletAccountId: other }), 'x', ORIGIN))).toBe(
    'forbidden.action'
  );
  expect(codeOf(await changeRecurring(A, { id, version: 9 }, entry(), 'x', ORIGIN))).toBe('record.changed');
  expect([await seenRecurring(through(A), id), await seenRecurringPayments(through(A))]).toEqual([null, []]);
  expect(codeOf(await changeRecurringState(through(A), id, 'stop', ORIGIN))).toBe('forbidden.action');
  expect((await seenRecurringPayments(C)).map((one) => one.id)).toEqual([id]);
});

test('issue 20 C1.012 the last statement is paid too, if its day is still to come', async () => {
  await billed();
  const id = granted(await setUp());
  const recurring = await seenRecurring(A, id);
  expect(recurring && (await nextPayment(recurring))).toMatchObject({ closedOn: '2026-02-28' });
  granted(await changeRecurringState(A, id, 'stop', ORIGIN));
  on('2026-03-23');
  const late = await seenRecurring(A, granted(await setUp()));
  expect(late && (await nextPayment(late))).toBeNull();
});

test('issue 20 a merge of its payer stops it, as the bank account stays behind', async () => {
  const id = granted(await setUp());
  const kept = await aUserAt(world.current, 'A', account);
  await transaction(async (tx) => {
    for (const { move } of BELONGINGS) await move?.(tx, { issuerId: issuer.id, keptId: kept.id, mergedId: A.userId });
  });
  expect(await seenRecurring(C, id)).toMatchObject({ state: 'stopped', payerId: kept.id });
});

test('issue 20 the form asks for an amount where it is fixed, and for at most twenty days', () => {
  const typed = { walletAccountId: from, daysBefore: '20' };
  expect(recurringSchema.safeParse({ ...typed, pays: 'statement' }).success).toBe(true);
  expect(recurringSchema.safeParse({ ...typed, pays: 'fixed' }).success).toBe(false);
  expect(recurringSchema.safeParse({ ...typed, pays: 'minimum', daysBefore: '21' }).success).toBe(false);
});
