import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { formatsOf } from '@/app/workspace/ui/formats';
import type { Principal } from '@/lib/access/policy/principal';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import { onOwnConnection } from '@/lib/core/database/own-connection';
import { translator } from '@/lib/core/language/texts';
import { newId } from '@/lib/core/secrets/ids';
import { stopClock } from '@/lib/core/server/clock';
import { balanceOf } from '@/lib/money/payments/balance';
import { makePayment } from '@/lib/money/payments/make-payment';
import { payableAccount } from '@/lib/money/payments/payable';
import { seenPayment } from '@/lib/money/payments/payments';
import { closeStatements } from '@/lib/money/payments/statements/close-statements';
import { downloadCsv, downloadPdf, type StatementReader } from '@/lib/money/payments/statements/download-statement';
import { figuresOf, firstLines, linesOf } from '@/lib/money/payments/statements/lines';
import { paymentsOf, type Statement, seenStatement } from '@/lib/money/payments/statements/statements';
import { lockPostings } from '@/lib/money/transactions/lock-postings';
import { postTransactions } from '@/lib/money/transactions/post-transactions';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aWalletAccount } from '../support/payments';
import { readPdf } from '../support/pdf';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  stopClock(new Date('2026-03-16T10:00:00Z'));
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
});

interface Row {
  id: string;
  openedOn: string | null;
  closedOn: string;
  opening: number;
  charges: number;
  payments: number;
  closing: number;
}
const statementsOf = ({ id }: StructureNode = account) =>
  world.current.query<Row>(
    `SELECT id, opened_on::text AS "openedOn", closed_on::text AS "closedOn", opening::float8, charges::float8,
       payments::float8, closing::float8 FROM account_statements WHERE account_id = $1 ORDER BY closed_on`,
    [id]
  );
const book = (
  postingDate: string,
  amount: string,
  type: 'purchase' | 'credit' | 'payment' | 'fee' | 'out_of_pocket' = 'purchase'
) => aTransaction(world.current, account, { postingDate, amount, type });
const closeOn = (day: string) => {
  stopClock(new Date(`${day}T10:00:00Z`));
  return closeStatements();
};
const balance = async () => {
  const payable = await payableAccount(A, account.id);
  if (!payable) throw new Error('not payable');
  return balanceOf(A, payable);
};

test('C1.012 a statement is made when the month has ended: opening, charges, payments and closing agree to the cent', async () => {
  await book('2026-02-10', '420.55');
  await book('2026-02-20', '-20.05', 'credit');
  await book('2026-03-02', '80');
  await closeStatements();
  expect(await statementsOf()).toMatchObject([
    { openedOn: null, closedOn: '2026-02-28', opening: 0, charges: 400.5, payments: 0, closing: 400.5 }
  ]);
  expect(await balance()).toMatchObject({ statement: '400.5', current: '480.5', closedOn: '2026-02-28' });
  await book('2026-03-20', '-400.50', 'payment');
  // It was posted for February, and came in March.
  await book('2026-02-27', '10');
  await closeOn('2026-04-01');
  expect((await statementsOf())[1]).toMatchObject({
    openedOn: '2026-03-01',
    closedOn: '2026-03-31',
    opening: 400.5,
    charges: 90,
    payments: 400.5,
    closing: 90
  });
  // An account on which nothing was ever booked has none.
  expect(await statementsOf(await anAccount(world.current, company))).toEqual([]);
});

test('C1.012 a cycle is closed once, by several workers at once too', async () => {
  await book('2026-02-10', '100');
  await Promise.all([closeStatements(), closeStatements(), closeStatements()]);
  await closeOn('2026-03-17');
  expect(await statementsOf()).toHaveLength(1);
  await closeOn('2026-04-02');
  expect(await statementsOf()).toMatchObject([
    { closing: 100 },
    { opening: 100, charges: 0, payments: 0, closing: 100 }
  ]);
});

test('C1.012 C3.026 a company with a reporting cycle closes by it, the others with the month', async () => {
  await aRecord(await aPrincipalAt(world.current, 'C', company), 'reporting-cycle', recordsOf(company), {
    name: 'Middle',
    frequency: 'monthly',
    closingDay: 15,
    startsOn: '2026-01-01'
  });
  await book('2026-03-15', '70');
  await book('2026-03-16', '5');
  const elsewhere = await anAccount(world.current, await aCompany(world.current, issuer));
  await aTransaction(world.current, elsewhere, { postingDate: '2026-02-03', amount: '30' });
  await closeStatements();
  expect(await statementsOf()).toMatchObject([{ closedOn: '2026-03-15', closing: 70 }]);
  expect(await statementsOf(elsewhere)).toMatchObject([{ closedOn: '2026-02-28', closing: 30 }]);
});

test('C1.012 C5.027 each opening is the closing before, and each closing what is owed, whatever comes late or is deleted', async () => {
  await withSetting(world.current, { issuerId: issuer.id }, 'data.retention.months', 3);
  const months = ['2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11'];
  const event = fc.record({
    month: fc.nat(months.length - 1),
    late: fc.nat(2),
    cents: fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => cents !== 0),
    isPayment: fc.boolean()
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 14 }), async (events) => {
      account = await anAccount(world.current, company);
      A = await aPrincipalAt(world.current, 'A', account);
      let [owed, paid] = [0, 0];
      for (const [at, month] of months.entries()) {
        for (const { cents, isPayment, ...booked } of events.filter((one) => one.month + one.late === at)) {
          const type = cents > 0 ? 'purchase' : isPayment ? 'payment' : 'credit';
          await aTransaction(world.current, account, {
            postingDate: `${months[booked.month]}-15`,
            amount: (cents / 100).toFixed(2),
            type,
            state: 'exported'
          });
          owed += cents;
          if (type === 'payment') paid -= cents;
        }
        const next = new Date(`${month}-15T10:00:00Z`);
        next.setUTCMonth(next.getUTCMonth() + 1);
        await closeOn(next.toISOString().slice(0, 10));
        await deleteExpired(RETENTION_PARTS);
        const all = await statementsOf();
        const last = all.at(-1);
        if (!last) continue;
        expect(Math.round(last.closing * 100)).toBe(owed);
        expect(Math.round(all.reduce((sum, one) => sum + one.payments, 0) * 100)).toBe(paid);
        for (const [index, one] of all.entries()) expect(one.opening).toBe(all[index - 1]?.closing ?? 0);
        for (const one of all) {
          const { lines } = await linesAndFigures(one.id);
          const sum = lines.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
          expect(sum).toBe(Math.round((one.closing - one.opening) * 100));
        }
      }
      await world.current.query('DELETE FROM statement_closings');
    }),
    { numRuns: 6 }
  );
});

const linesAndFigures = async (id: string) => {
  const statement = (await seenStatement(A, id)) as Statement;
  const query = await linesOf(statement);
  return { statement, lines: await firstLines(query, 1_000), figures: await figuresOf(statement, query) };
};

/** Posts a purchase as a feed does, in a transaction that has begun before `begun` and ends after `posted`. */
const posting = (postingDate: string, amount: string, begun: Promise<unknown>, posted: () => Promise<unknown>) =>
  onOwnConnection(async (client, tx) => {
    await client.query('SELECT now()');
    await begun;
    await lockPostings(tx, issuer.id);
    await postTransactions(
      client,
      { issuerId: issuer.id, feedId: randomUUID() },
      `SELECT 1 AS row, '${postingDate}'::date AS posting_date, '${newId()}'::uuid AS id, '${company.id}'::uuid AS company_id,
         '${account.id}'::uuid AS account_id, '${randomUUID()}' AS source_reference, 'purchase'::transaction_type AS type,
         '${postingDate}'::date AS transaction_date, ${amount} AS amount, 'EUR' AS currency, ${amount} AS billed_amount,
         'EUR' AS billed_currency, 1 AS conversion_rate, NULL AS merchant_id, 'Harbour Hotel' AS merchant_name,
         NULL AS merchant_city, NULL AS merchant_region, NULL AS merchant_country, NULL AS merchant_category_code,
         NULL::numeric AS tax_amount, NULL AS tax_code, NULL AS customer_code, NULL AS purpose, NULL::uuid AS purchase_type_id,
         '{}'::uuid[] AS amount_by`
    );
    await posted();
  });
const signal = () => {
  let resolve = () => {};
  const promise = new Promise<void>((given) => {
    resolve = given;
  });
  return { promise, resolve };
};
const waiters = async (table: string) =>
  (await world.current.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND ${table}`)).length;
const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await setTimeout(20);
};
/** The amounts of each statement's lines, and of what has none. */
const linesOfAll = async () => {
  const all = await statementsOf();
  const lines = await Promise.all(all.map(async ({ id }) => (await linesAndFigures(id)).lines));
  return all.map(({ charges }, at) => [charges, lines[at]?.map(({ kind, amount }) => `${kind} ${amount}`)]);
};

test('C1.012 C5.027 a charge that is being posted when its cycle closes is in that statement, its line too', async () => {
  await book('2026-02-10', '100');
  let closing: Promise<number> | undefined;
  await posting('2026-02-27', '7.25', Promise.resolve(), async () => {
    closing = closeStatements();
    await until(async () => (await waiters("locktype = 'advisory'")) > 0);
  });
  await closing;
  await closeOn('2026-04-01');
  expect(await linesOfAll()).toEqual([
    [107.25, ['purchase 100', 'purchase 7.25']],
    [0, []]
  ]);
});

test('C1.012 C5.027 a charge that comes while its cycle is being closed is in the next statement, its line too', async () => {
  await book('2026-02-10', '100');
  const isHeld = signal();
  const mayEnd = signal();
  // Holds the closing between its sums and its end.
  const holding = onOwnConnection(async (client) => {
    await client.query('LOCK TABLE statement_closings IN EXCLUSIVE MODE');
    isHeld.resolve();
    await mayEnd.promise;
  });
  await isHeld.promise;
  const isClosing = signal();
  // Its transaction is older than the closing.
  const late = posting('2026-02-27', '7.25', isClosing.promise, async () => {});
  const closing = closeStatements();
  await until(async () => (await waiters("relation = 'statement_closings'::regclass")) > 0);
  isClosing.resolve();
  await until(async () => (await waiters("locktype = 'advisory'")) > 0);
  mayEnd.resolve();
  await Promise.all([holding, closing, late]);
  await closeOn('2026-04-01');
  expect(await linesOfAll()).toEqual([
    [100, ['purchase 100']],
    [7.25, ['purchase 7.25']]
  ]);
});

test('C1.012 C5.031 the lines of a statement agree with its totals, and say what is due when', async () => {
  await book('2026-02-10', '420.55');
  await book('2026-02-20', '-20.05', 'credit');
  await book('2026-02-21', '12.5', 'fee');
  await book('2026-02-22', '99', 'out_of_pocket');
  await book('2026-03-02', '80');
  await closeStatements();
  // It was posted for February, and came in March.
  await book('2026-02-27', '10');
  await book('2026-03-20', '-413', 'payment');
  await closeOn('2026-04-01');
  const [february, march] = await statementsOf();
  const first = await linesAndFigures(february?.id as string);
  expect(first.lines.map(({ postedOn, kind, amount }) => [postedOn, kind, amount])).toEqual([
    ['2026-02-10', 'purchase', '420.55'],
    ['2026-02-20', 'credit', '-20.05'],
    ['2026-02-21', 'fee', '12.5']
  ]);
  expect(first.figures).toEqual({
    count: 3,
    charged: '420.55',
    fees: '12.5',
    credits: '20.05',
    other: '0',
    due: { minimum: '100.00', on: '2026-03-25' }
  });
  const second = await linesAndFigures(march?.id as string);
  expect(second.lines.map(({ postedOn, kind, amount }) => [postedOn, kind, amount])).toEqual([
    ['2026-02-27', 'purchase', '10'],
    ['2026-03-02', 'purchase', '80'],
    ['2026-03-20', 'payment', '-413']
  ]);
  // What is deleted or corrected since is told as such, and the sum stays.
  await world.current.query("DELETE FROM transactions WHERE account_id = $1 AND type = 'fee'", [account.id]);
  await world.current.query("UPDATE transactions SET billed_amount = -400 WHERE account_id = $1 AND type = 'payment'", [
    account.id
  ]);
  const changed = await linesAndFigures(february?.id as string);
  expect(changed.lines.at(-1)).toMatchObject({ id: null, kind: 'other', amount: '12.5' });
  expect(changed.figures).toMatchObject({ fees: '0', other: '12.5' });
  expect((await linesAndFigures(march?.id as string)).lines.at(-1)).toMatchObject({
    id: null,
    kind: 'other_payment',
    amount: '-13'
  });
});

test('C1.012 a statement is downloaded as CSV and as a tagged PDF by those who pay, and the download is audited', async () => {
  await book('2026-02-10', '420.55');
  await book('2026-02-20', '-20.05', 'credit');
  await closeStatements();
  const id = (await statementsOf())[0]?.id as string;
  const reader: StatementReader = {
    name: 'Ada Berg',
    t: translator('en_US'),
    format: formatsOf('en_US', 'Europe/Oslo'),
    locale: 'en_US'
  };
  const csv = await downloadCsv(A, id, reader, ORIGIN);
  const rows = (await bytesOf(csv?.bytes)).toString().trimEnd().split('\r\n');
  expect(rows[0]).toContain('Posting date,Transaction date,Merchant,Type');
  expect(rows.slice(1).map((row) => row.split(',').slice(-2))).toEqual([
    ['420.55', 'EUR'],
    ['-20.05', 'EUR']
  ]);
  const file = await downloadPdf(A, id, reader, ORIGIN);
  const pdf = await readPdf(await bytesOf(file?.bytes));
  expect(pdf).toMatchObject({ isTagged: true, info: { Language: 'en-US', Author: 'Ada Berg' } });
  for (const part of [
    'Opening balance',
    'Harbour Hotel',
    'EUR 420.55',
    'EUR 400.50',
    'Minimum payment',
    'Mar 25, 2026'
  ])
    expect(pdf.pages[0]?.text.replaceAll('\u00a0', ' ')).toContain(part);
  const acts = await world.current.query(
    "SELECT details->>'format' AS format FROM audit_entries WHERE action = 'statement.downloaded' AND entity_id = $1 ORDER BY 1",
    [id]
  );
  expect(acts).toEqual([{ format: 'csv' }, { format: 'pdf' }]);
  const stranger = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  const throughOtherEyes = {
    ...A,
    accessor: { issuerId: A.issuerId, userId: stranger.userId } as Principal['accessor']
  };
  for (const by of [stranger, throughOtherEyes])
    for (const download of [downloadCsv, downloadPdf]) expect(await download(by, id, reader, ORIGIN)).toBeNull();
});

test('C2.035 a payment refers to the statement that it pays, of its own account only', async () => {
  await book('2026-02-10', '420.50');
  await closeStatements();
  const { statement, statementId } = await balance();
  const entry = {
    accountId: account.id,
    walletAccountId: await aWalletAccount(A),
    amount: statement,
    payOn: '2026-03-20',
    key: randomUUID(),
    statementId: statementId ?? undefined
  };
  const id = granted(await makePayment(A, entry, 'Agreed.', ORIGIN));
  expect(await seenPayment(A, id)).toMatchObject({ statementId });
  const seen = await seenStatement(A, statementId as string);
  expect(seen).toMatchObject({ closing: '420.5', accountName: expect.any(String) });
  expect(seen && (await paymentsOf(A, seen))).toMatchObject([{ id, amount: '420.5' }]);
  const other = await anAccount(world.current, company);
  const B = await aPrincipalAt(world.current, 'A', other);
  expect(await seenStatement(B, statementId as string)).toBeNull();
  const foreign = { ...entry, accountId: other.id, walletAccountId: await aWalletAccount(B), key: randomUUID() };
  expect(codeOf(await makePayment(B, foreign, 'Agreed.', ORIGIN))).toBe('not.found');
});
