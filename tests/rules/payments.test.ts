import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { LISTS } from '@/lib/composition/process/lists';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { transaction } from '@/lib/core/database/database';
import { stopClock } from '@/lib/core/server/clock';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { periodFault } from '@/lib/kit/reports/period-fault';
import { startRun } from '@/lib/kit/reports/start-run';
import { balanceOf } from '@/lib/money/payments/balance';
import { movesMoneyOn } from '@/lib/money/payments/bank-days';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { cutoffOf, payDays } from '@/lib/money/payments/cutoff';
import { PAYMENTS } from '@/lib/money/payments/listing';
import { makePayment } from '@/lib/money/payments/make-payment';
import { payableAccount } from '@/lib/money/payments/payable';
import { seenPayment } from '@/lib/money/payments/payments';
import { type PaymentEntry, paymentFormSchema } from '@/lib/money/payments/schema';
import { leastPayment } from '@/lib/money/payments/terms';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anIban, aUsAccount, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
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

/** A Monday. */
const MONDAY = '2026-03-16T10:00:00Z';

beforeAll(() => aBrand());
beforeEach(async () => {
  stopClock(new Date(MONDAY));
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  C = await aPrincipalAt(world.current, 'C', company);
  from = await aWalletAccount(A);
});

const entry = (more: Partial<PaymentEntry> = {}): PaymentEntry => ({
  accountId: account.id,
  walletAccountId: from,
  amount: '150',
  payOn: '2026-03-16',
  key: randomUUID(),
  ...more
});
const make = (more: Partial<PaymentEntry> = {}, by = A) => makePayment(by, entry(more), 'I agree.', ORIGIN);
const listed = async (by: Principal) =>
  (await listPage(by, PAYMENTS, readQuery(PAYMENTS, {}))).rows.map((row) => ({ ...row, amount: String(row.amount) }));
const through = (principal: Principal) => ({ ...principal, accessor: { issuerId: issuer.id, userId: C.userId } });
const owed = async (by = A) => {
  const payable = await payableAccount(by, account.id);
  if (!payable) throw new Error('not payable');
  return balanceOf(by, payable);
};

describe('a payment', () => {
  test('C1.012 C2.035 the cardholder pays the statement balance from the wallet; it has a reference and is listed', async () => {
    await aTransaction(world.current, account, { postingDate: '2026-02-20', amount: '420.50' });
    await aTransaction(world.current, account, { postingDate: '2026-03-02', amount: '80' });
    const { statement } = await owed();
    const id = granted(await make({ amount: statement }));
    expect(await seenPayment(A, id)).toMatchObject({
      reference: 'P-000001',
      amount: '420.5',
      currency: 'EUR',
      payOn: '2026-03-16',
      state: 'scheduled',
      accountId: account.id,
      fromLastFour: '3000',
      authorizationText: 'I agree.'
    });
    expect(await listed(A)).toMatchObject([{ reference: 'P-000001', amount: '420.5', state: 'scheduled' }]);
    expect(await listed(C)).toHaveLength(1);
    const audit = await world.current.query(
      'SELECT action, details FROM audit_entries WHERE issuer_id = $1 AND entity_id = $2',
      [issuer.id, id]
    );
    expect(audit).toMatchObject([{ action: 'payment.made', details: { amount: '420.5', 'last.four': '3000' } }]);
  });

  test('C2.035 is made once however often the form is sent, one after the other or at once', async () => {
    const key = randomUUID();
    const ids = await Promise.all([make({ key }), make({ key }), make({ key })]);
    const again = await make({ key, amount: '999' });
    expect(new Set([...ids, again].map(granted)).size).toBe(1);
    expect(await listed(A)).toHaveLength(1);
    granted(await make());
    expect(await listed(A)).toMatchObject([{ reference: 'P-000002' }, { reference: 'P-000001' }]);
  });

  test('C2.035 several forms at once get numbers of their own', async () => {
    const ids = await Promise.all([make(), make(), make()]);
    const found = await Promise.all(ids.map((id) => seenPayment(A, granted(id))));
    expect(found.map((one) => one?.reference).sort()).toEqual(['P-000001', 'P-000002', 'P-000003']);
  });

  test('C2.035 sent and cancelled by several at once, in any order, none is lost, doubled or cancelled twice', async () => {
    const steps = fc.array(fc.tuple(fc.nat(2), fc.boolean()), { minLength: 4, maxLength: 9 });
    const prove = async (taken: [number, boolean][]) => {
      const keys = Array.from({ length: 3 }, () => randomUUID());
      const done = await Promise.all(
        taken.map(async ([which, cancels]) => {
          const id = granted(await make({ key: keys[which] }));
          return { which, id, code: cancels ? codeOf(await cancelPayment(A, id, ORIGIN)) : null };
        })
      );
      for (const which of new Set(done.map((one) => one.which))) {
        const own = done.filter((one) => one.which === which);
        const cancelled = own.filter(({ code }) => code !== null);
        expect(new Set(own.map(({ id }) => id)).size).toBe(1);
        expect(cancelled.filter(({ code }) => code === 'ok')).toHaveLength(Math.min(1, cancelled.length));
        const state = cancelled.length > 0 ? 'cancelled' : 'scheduled';
        expect(await seenPayment(A, own[0]?.id as string)).toMatchObject({ state, amount: '150' });
      }
      const [row] = await world.current.query<{ count: string }>(
        'SELECT count(*) FROM payments WHERE form_key = ANY($1)',
        [keys]
      );
      expect(Number(row?.count)).toBe(new Set(taken.map(([which]) => which)).size);
    };
    await fc.assert(fc.asyncProperty(steps, prove), { numRuns: 10 });
  });

  test('is of an account in one’s part, from a bank account of one’s own, and with words that were shown', async () => {
    const elsewhere = await anAccount(world.current, await aCompany(world.current, issuer));
    expect(codeOf(await make({ accountId: elsewhere.id }))).toBe('not.found');
    expect(refusedFor(await make({}, C))).toBe('walletAccountId payment.from.gone');
    granted(await make({ walletAccountId: await aWalletAccount(C, anIban(IBANS[1])) }, C));
    expect(codeOf(await make({}, through(A)))).toBe('forbidden.action');
    expect(codeOf(await make({}, await aPrincipalAt(world.current, 'I', issuer)))).toBe('forbidden.action');
    expect(codeOf(await makePayment(A, entry(), null, ORIGIN))).toBe('payment.changed.since');
    expect(await listed(through(A))).toEqual([]);
  });

  test('US dollars are paid from an account in the United States, all else from an IBAN', async () => {
    const dollars = await anAccount(world.current, company, { currency: 'USD' });
    const holder = await aPrincipalAt(world.current, 'A', dollars);
    const iban = await aWalletAccount(holder);
    const us = await aWalletAccount(holder, aUsAccount());
    const wanted = { accountId: dollars.id, payOn: '2026-03-17' };
    expect(refusedFor(await make({ ...wanted, walletAccountId: iban }, holder))).toBe(
      'walletAccountId payment.from.other'
    );
    granted(await make({ ...wanted, walletAccountId: us }, holder));
    expect(refusedFor(await make({ walletAccountId: await aWalletAccount(A, aUsAccount()) }))).toBe(
      'walletAccountId payment.from.other'
    );
  });

  test('has no more decimals than its currency', async () => {
    const yen = await anAccount(world.current, company, { currency: 'JPY' });
    const holder = await aPrincipalAt(world.current, 'A', yen);
    const wanted = { accountId: yen.id, walletAccountId: await aWalletAccount(holder) };
    expect(refusedFor(await make({ ...wanted, amount: '150.5' }, holder))).toBe('amount number.too.many.decimals');
    granted(await make({ ...wanted, amount: '150' }, holder));
  });

  test('of an account that was replaced is made for what replaced it', async () => {
    const next = await anAccount(world.current, company);
    await world.current.query(
      `UPDATE accounts SET state = 'replaced', replaced_by_id = $2, closed_on = '2026-03-01' WHERE id = $1`,
      [account.id, next.id]
    );
    expect(codeOf(await make())).toBe('not.found');
  });

  test('C1.013 a programme without payments has none', async () => {
    const option = randomUUID();
    await world.current.query(
      `INSERT INTO program_options (issuer_id, id, name, program_type, features) VALUES ($1, $2, 'Plain', 'corporate', '{wallet}')`,
      [issuer.id, option]
    );
    await world.current.query('UPDATE companies SET program_option_id = $2 WHERE issuer_id = $1', [issuer.id, option]);
    expect(codeOf(await make())).toBe('forbidden.action');
  });
});

describe('its amount', () => {
  test('C5.031 99.99 is refused, 100 is accepted', async () => {
    expect(await make({ amount: '99.99' })).toMatchObject({
      refusal: { code: 'payment.below.minimum', field: 'amount', params: { minimum: 100, currency: 'EUR' } }
    });
    granted(await make({ amount: '100' }));
  });

  test('C5.031D an issuer raises the least payment to 150: 149.99 is refused', async () => {
    await withSetting(world.current, { issuerId: issuer.id }, 'payment.minimum', '150.00');
    expect(refusedFor(await make({ amount: '149.99' }))).toBe('amount payment.below.minimum');
    granted(await make({ amount: '150' }));
  });

  test('C9.038 the least payment is 100 unless it is set', async () => {
    const payable = await payableAccount(A, account.id);
    expect(payable && (await leastPayment(payable))).toBe('100.00');
  });

  test('the form asks for an amount where another one is chosen, and refuses what no bank takes', () => {
    const typed = { walletAccountId: from, payOn: '2026-03-16' };
    expect(paymentFormSchema.safeParse({ ...typed, pays: 'statement' }).success).toBe(true);
    expect(paymentFormSchema.safeParse({ ...typed, pays: 'other' }).success).toBe(false);
    expect(paymentFormSchema.safeParse({ ...typed, pays: 'other', amount: '99999999.99' }).success).toBe(true);
    for (const amount of ['100000000', '0', '-100', '100.001', 'x'])
      expect(paymentFormSchema.safeParse({ ...typed, pays: 'other', amount }).success).toBe(false);
  });
});

describe('its day', () => {
  test('C9.039 C9.039D is today until 17:00 in the issuer’s time zone, then the next banking day', async () => {
    await world.current.query(`UPDATE issuers SET time_zone = 'America/New_York' WHERE id = $1`, [issuer.id]);
    stopClock(new Date('2026-03-16T20:59:59Z'));
    expect(await payDays(issuer.id, 'iban')).toEqual({ earliest: '2026-03-16', latest: '2027-03-16' });
    granted(await make({ payOn: '2026-03-16' }));
    stopClock(new Date('2026-03-16T21:00:00Z'));
    expect((await payDays(issuer.id, 'iban')).earliest).toBe('2026-03-17');
    expect(await make({ payOn: '2026-03-16' })).toMatchObject({
      refusal: { code: 'payment.day.early', field: 'payOn', params: { earliest: '2026-03-17' } }
    });
    // Friday evening: the next day on which banks work is Monday.
    stopClock(new Date('2026-03-20T22:00:00Z'));
    expect((await payDays(issuer.id, 'iban')).earliest).toBe('2026-03-23');
  });

  test('C9.039 moves with the cutoff that the issuer sets', async () => {
    stopClock(new Date('2026-03-16T09:30:00Z'));
    await withSetting(world.current, { issuerId: issuer.id }, 'payment.same.day.cutoff', '09:00');
    expect((await payDays(issuer.id, 'iban')).earliest).toBe('2026-03-17');
    await withSetting(world.current, { issuerId: issuer.id }, 'payment.same.day.cutoff', '10:00');
    expect((await payDays(issuer.id, 'iban')).earliest).toBe('2026-03-16');
    expect(await cutoffOf(issuer.id, '2026-03-16')).toEqual(new Date('2026-03-16T10:00:00Z'));
  });

  test('is a banking day, and at most a year ahead', async () => {
    expect(refusedFor(await make({ payOn: '2026-03-21' }))).toBe('payOn payment.day.closed');
    expect(refusedFor(await make({ payOn: '2026-04-03' }))).toBe('payOn payment.day.closed');
    expect(refusedFor(await make({ payOn: '2027-03-17' }))).toBe('payOn date.too.late');
    granted(await make({ payOn: '2027-03-16' }));
  });

  // The Federal Reserve's holidays and T2's closing days as both publish them.
  test.each([
    [
      'us',
      '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25'
    ],
    ['us', '2027-07-05 2028-05-29 2023-01-02 2025-11-27'],
    [
      'iban',
      '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-12-25 2025-12-26 2027-03-26 2027-03-29 2024-03-29 2024-04-01'
    ]
  ] as const)('banks of %s are closed on %s', (scheme, days) => {
    for (const day of days.split(' ')) expect([day, movesMoneyOn(scheme, day)]).toEqual([day, false]);
  });
  test.each([
    // Independence Day of 2026 is a Saturday: the Friday before is a banking day.
    ['us', '2026-07-03 2026-04-03 2026-04-06 2026-05-01 2026-12-24'],
    ['iban', '2026-07-03 2026-11-26 2026-11-11 2026-04-02 2026-04-07 2026-12-24']
  ] as const)('banks of %s work on %s', (scheme, days) => {
    for (const day of days.split(' ')) expect([day, movesMoneyOn(scheme, day)]).toEqual([day, true]);
  });
});

describe('cancelling', () => {
  test('is possible until the cutoff of its day; of two who cancel one does', async () => {
    const id = granted(await make({ payOn: '2026-03-18' }));
    stopClock(new Date('2026-03-18T16:59:59Z'));
    const both = await Promise.all([cancelPayment(A, id, ORIGIN), cancelPayment(C, id, ORIGIN)]);
    expect(both.map(codeOf).sort()).toEqual(['ok', 'payment.ended']);
    expect(await seenPayment(A, id)).toMatchObject({ state: 'cancelled', version: 2 });
  });

  test('is refused after the cutoff, of somebody else’s payments, and through another’s eyes', async () => {
    const id = granted(await make({ payOn: '2026-03-18' }));
    const other = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
    expect(codeOf(await cancelPayment(other, id, ORIGIN))).toBe('not.found');
    expect(codeOf(await cancelPayment(through(A), id, ORIGIN))).toBe('forbidden.action');
    stopClock(new Date('2026-03-18T17:00:00Z'));
    expect(codeOf(await cancelPayment(A, id, ORIGIN))).toBe('payment.cutoff.passed');
    expect(await seenPayment(A, id)).toMatchObject({ state: 'scheduled' });
  });
});

describe('what is owed', () => {
  test('C1.012 adds up what the bank has booked, by the day that the last month ended', async () => {
    await aTransaction(world.current, account, { postingDate: '2026-02-28', amount: '300' });
    await aTransaction(world.current, account, { postingDate: '2026-03-01', amount: '50.25' });
    await aTransaction(world.current, account, { postingDate: '2026-02-10', amount: '-20.10', type: 'payment' });
    await aTransaction(world.current, account, { postingDate: '2026-02-11', amount: '77', type: 'out_of_pocket' });
    await aTransaction(world.current, await anAccount(world.current, company), { amount: '5000' });
    granted(await make({ amount: '120' }));
    granted(await cancelPayment(A, granted(await make({ amount: '130' })), ORIGIN));
    expect(await owed()).toEqual({
      current: '330.15',
      statement: '279.9',
      statementId: null,
      closedOn: '2026-02-28',
      underWay: '120'
    });
  });

  test('a statement closes by the company’s reporting cycle where it has one', async () => {
    await aTransaction(world.current, account, { postingDate: '2026-03-10', amount: '40' });
    await aTransaction(world.current, account, { postingDate: '2026-03-12', amount: '60' });
    await aRecord(C, 'reporting-cycle', recordsOf(company), {
      name: 'Cards',
      frequency: 'monthly',
      closingDay: 10,
      startsOn: '2025-01-01'
    });
    expect(await owed()).toMatchObject({ closedOn: '2026-03-10', statement: '40', current: '100' });
  });

  test('C5.027 what retention deletes stays in the balance', async () => {
    const old = { postingDate: '2020-01-15', state: 'exported' } as const;
    await aTransaction(world.current, account, { ...old, amount: '300.75' });
    await aTransaction(world.current, account, { ...old, amount: '-100', type: 'payment' });
    await aTransaction(world.current, account, { ...old, amount: '9', type: 'out_of_pocket' });
    await aTransaction(world.current, account, { postingDate: '2026-02-01', amount: '50' });
    const before = await owed();
    expect(await deleteExpired(RETENTION_PARTS)).toBeGreaterThanOrEqual(3);
    expect(before).toMatchObject({ current: '250.75', statement: '250.75' });
    expect(await owed()).toEqual(before);
  });
});

describe('a payment report', () => {
  const fault = (from?: string, to?: string, by = C) =>
    periodFault(by, { 'payOn.from': from, 'payOn.to': to }, 'payOn');

  test('C5.023 C9.014 covers twelve months; one day more is refused', async () => {
    expect(await fault('2025-03-15', '2026-03-14')).toBeNull();
    expect(await fault('2025-03-15', '2026-03-15')).toEqual({
      code: 'report.period.too.long',
      params: { months: 12 }
    });
    expect(await fault('2024-02-29', '2025-02-27')).toBeNull();
    expect(await fault('2024-02-29', '2025-02-28')).not.toBeNull();
    expect(await fault(undefined, '2026-03-14')).not.toBeNull();
    expect(await fault('2025-03-15')).not.toBeNull();
    await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'payment.report.months', 3);
    expect(await fault('2025-12-31', '2026-03-30')).toBeNull();
    expect(await fault('2025-12-31', '2026-03-31')).not.toBeNull();
  });

  test('C5.023 runs as the standard report within twelve months only', async () => {
    const run = (criteria: object) =>
      startRun(
        LISTS,
        STANDARD_REPORTS,
        C,
        { report: 'payments', criteria: { format: 'csv', ...criteria }, locale: 'en_US' } as never,
        ORIGIN
      );
    granted(await run({ period: 'year' }));
    expect(codeOf(await run({ period: 'days', from: '2025-01-01', to: '2026-03-14' }))).toBe('report.period.too.long');
  });
});

test('a merge moves the payments of a user', async () => {
  const id = granted(await make());
  const kept = await aUserAt(world.current, 'A', account);
  await transaction(async (tx) => {
    for (const { move } of BELONGINGS) await move?.(tx, { issuerId: issuer.id, keptId: kept.id, mergedId: A.userId });
  });
  const [row] = await world.current.query('SELECT payer_id AS payer FROM payments WHERE id = $1', [id]);
  expect(row).toEqual({ payer: kept.id });
});
