import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { chargesNear } from '@/lib/money/transactions/charges-near';
import { COMMENTABLE_TRANSACTION } from '@/lib/money/transactions/commentable';
import { customFieldsAmong } from '@/lib/money/transactions/custom-fields';
import { chargesOffered, markExpensed } from '@/lib/money/transactions/on-reports';
import { refundsOf } from '@/lib/money/transactions/refunds-of';
import { codedStep, transactionsStep } from '@/lib/money/transactions/setup-steps';
import { spendInScope } from '@/lib/money/transactions/spend';
import { spentLines } from '@/lib/money/transactions/spent-lines';
import { aReceipt, sentFile } from '../support/attachments';
import { whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let stranger: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  [A, C] = [await aPrincipalAt(db, 'A', account), await aPrincipalAt(db, 'C', company)];
  stranger = await aPrincipalAt(db, 'C', await aCompany(db, issuer));
  await db.query("SELECT create_transaction_partitions('2026-01-01', '2026-07-31')");
});

const charge = (options: Parameters<typeof aTransaction>[2] = {}, on = account) =>
  aTransaction(world.current, on, options);
/** Without triggers, which keep the day of posting as it is. */
const set = (id: string, change: string) =>
  world.current.query(
    `WITH free AS (SELECT set_config('session_replication_role', 'replica', true)) UPDATE transactions SET ${change} FROM free WHERE id = $1`,
    [id]
  );
const idOf = ({ id }: { id: string }) => id;

describe('the charges that a receipt may be of', () => {
  const near = async (asked: { day: string; amount?: string | null; amounts?: string[] }, by = A) =>
    (await chargesNear(by, [{ id: account.id, amount: null, ...asked }])).get(account.id) ?? [];
  const nearIds = async (...asked: Parameters<typeof near>) => (await near(...asked)).map(idOf);

  test('C3.028 are of 31 days before it and of a week after, and posted a month later at the most', async () => {
    const { id } = await charge({ postingDate: '2026-03-10' });
    const found = async (transactionDate: string, postingDate: string) => {
      await set(id, `transaction_date = '${transactionDate}', posting_date = '${postingDate}'`);
      return (await nearIds({ day: '2026-03-15' })).length;
    };
    expect([await found('2026-02-12', '2026-02-12'), await found('2026-02-11', '2026-02-12')]).toEqual([1, 0]);
    expect([await found('2026-03-22', '2026-03-22'), await found('2026-03-23', '2026-03-23')]).toEqual([1, 0]);
    expect([await found('2026-03-22', '2026-04-22'), await found('2026-03-22', '2026-04-23')]).toEqual([1, 0]);
    expect(await found('2026-02-12', '2026-02-11')).toBe(0);
  });

  test('C3.028 are four at the most: of the amount, then of a restaurant with a tip, then without a receipt, then of the nearest days', async () => {
    const day = '2026-03-15';
    const meal = (amount: string, category: string) => charge({ postingDate: '2026-03-10', amount, category });
    const [plain, tipped] = [await meal('125', '5411'), await meal('125', '5812')];
    expect((await near({ day, amount: '100' })).map(({ id, isEqual }) => [id, isEqual])).toEqual([
      [tipped.id, false],
      [plain.id, false]
    ]);
    const likeliest = async () => (await nearIds({ day, amount: '100' }))[0];
    const isTip = async (change: string) => {
      await set(tipped.id, `transaction_date = '2026-03-01', ${change}`);
      return (await likeliest()) === tipped.id;
    };
    expect([await isTip("merchant_category_code = '5814'"), await isTip("merchant_category_code = '5815'")]).toEqual([
      ...[true, false]
    ]);
    expect([await isTip("merchant_category_code = '5811'"), await isTip("merchant_category_code = '5813'")]).toEqual([
      ...[false, true]
    ]);
    expect([
      await isTip('amount = 125.01, billed_amount = 125.01'),
      await isTip('amount = 125, billed_amount = 300'),
      await isTip('amount = 300, billed_amount = 100.01'),
      await isTip('amount = 99.99, billed_amount = 99.99')
    ]).toEqual([false, true, true, false]);
    await set(tipped.id, 'amount = 125, billed_amount = 125');
    await set(tipped.id, "transaction_date = '2026-03-10'");
    const equal = await charge({ postingDate: '2026-02-20', amount: '100' });
    expect(await nearIds({ day, amount: '100' })).toEqual([equal.id, tipped.id, plain.id]);
    granted(await addAttachment(ATTACHABLES, A, { entity: 'transaction', id: plain.id }, sentFile(aReceipt()), ORIGIN));
    // As near before as after; the later goes first.
    const [before, after] = [await charge({ postingDate: '2026-03-14' }), await charge({ postingDate: '2026-03-16' })];
    expect(await nearIds({ day })).toEqual([after.id, before.id, tipped.id, equal.id]);
  });

  test('C3.028 equal what was typed, else one of the amounts that it may be, in either currency', async () => {
    const { id } = await charge({ amount: '80' });
    const isEqual = async (typed: object) => (await near({ day: '2026-03-15', ...typed }))[0]?.isEqual;
    expect(await isEqual({ amount: '80.00' })).toBe(true);
    expect(await isEqual({ amounts: ['79', '80'] })).toBe(true);
    expect(await isEqual({ amounts: ['79'] })).toBe(false);
    expect(await isEqual({})).toBe(false);
    // What somebody typed is worth more than what may be.
    expect(await isEqual({ amount: '79', amounts: ['80'] })).toBe(false);
    await set(id, "currency = 'SEK', amount = 900");
    expect([await isEqual({ amount: '80' }), await isEqual({ amount: '900' })]).toEqual([true, true]);
    expect(await chargesNear(A, [])).toEqual(new Map());
  });

  test('CD.20 C3.028 are open charges that cost something, and the own ones', async () => {
    const { id } = await charge();
    await charge({}, await anAccount(world.current, company));
    await charge({ state: 'reviewed' });
    await charge({ type: 'credit', amount: '-5' });
    const free = await charge();
    await set(free.id, 'billed_amount = 0');
    await aTwinOf(world.current, issuer.id);
    const day = '2026-03-15';
    expect([await nearIds({ day }), await nearIds({ day }, stranger)]).toEqual([[id], []]);
  });
});

test('CD.20 C2.016 what was spent is of purchases and out of pocket, of the company, since a day', async () => {
  const ask = { issuerId: issuer.id, companyId: company.id, since: '2026-03-10' };
  const lines = async (by = C) => {
    const all = await world.current.query<{ id: string }>('SELECT id FROM transactions');
    return spentLines(by, ask, all.map(idOf));
  };
  const spent = async (by = C) => (await lines(by)).map(idOf).sort();
  const first = await charge({ postingDate: '2026-03-10' });
  const last = await charge({ postingDate: '2026-03-12', state: 'exported' });
  await set(last.id, "type = 'out_of_pocket', reviewed_at = '2026-03-12T23:30:00Z'");
  const refused = [
    await charge({ postingDate: '2026-03-09' }),
    await charge({ type: 'cash' }),
    await charge({ type: 'credit', amount: '-1' }),
    await charge({ amount: '0' })
  ];
  await charge({}, await anAccount(world.current, await aCompany(world.current, issuer)));
  expect(refused).toHaveLength(4);
  // However early it was posted: within a month.
  const early = async (day: string) => {
    await set(first.id, `posting_date = '${day}'`);
    return (await spent()).length;
  };
  expect([await early('2026-02-06'), await early('2026-02-07'), await early('2026-03-10')]).toEqual([1, 2, 2]);
  await world.current.query("UPDATE issuers SET time_zone = 'Europe/Oslo' WHERE id = $1", [issuer.id]);
  await aTwinOf(world.current, issuer.id);
  const both = [last.id, first.id].sort();
  expect(await spent()).toEqual(both);
  expect((await spentLines(C, ask, [last.id])).map(idOf)).toEqual([last.id]);
  expect(await spent(stranger)).toEqual([]);
  expect(new Set((await lines()).map(({ id, reviewedOn }) => `${id} ${reviewedOn}`))).toEqual(
    new Set([`${last.id} 2026-03-13`, `${first.id} null`])
  );
  const I = await aPrincipalAt(world.current, 'Z', null);
  expect(await spent(I)).toEqual(both);
});

test('C2.016 what was spent in all that one sees is of whole months, without payments, and of no other issuer', async () => {
  for (const [postingDate, amount] of [
    ['2026-02-28', '1'],
    ['2026-03-01', '2'],
    ['2026-03-31', '4'],
    ['2026-04-01', '8']
  ] as const)
    await charge({ postingDate, amount });
  const paid = await charge({ type: 'credit', amount: '-16' });
  await set(paid.id, "type = 'payment'");
  await charge({ amount: '32' }, await anAccount(world.current, await aCompany(world.current, issuer)));
  await aTwinOf(world.current, issuer.id);
  const march = { from: '2026-03', to: '2026-03' };
  expect(await spendInScope(C, march)).toEqual([
    { month: '2026-03', category: '7011', currency: 'EUR', count: 2, amount: '6' }
  ]);
});

test('CD.20 a refund is a later credit on the account, by the merchant, of the amount and currency, within 180 days', async () => {
  const { id } = await charge({ postingDate: '2026-01-10', amount: '75', merchantId: 'M1' });
  const back = { postingDate: '2026-02-01', amount: '-75', type: 'credit', merchantId: 'M1' } as const;
  const refund = await charge({ ...back, merchant: 'Other name' });
  const found = async (by = A) => (await refundsOf(by, id)).map(idOf);
  expect([await found(), await found(stranger)]).toEqual([[refund.id], []]);
  const isFound = async (change: string, undo: string) => {
    await set(refund.id, change);
    const ids = await found();
    await set(refund.id, undo);
    return ids.length === 1;
  };
  const other = await anAccount(world.current, company);
  const beside = await aCompany(world.current, issuer);
  for (const [change, undo, is] of [
    ["merchant_id = 'M2'", "merchant_id = 'M1'", false],
    ["merchant_id = NULL, merchant_name = 'Harbour Hotel'", "merchant_id = 'M1', merchant_name = 'Other'", true],
    ["merchant_id = NULL, merchant_name = 'Hotel'", "merchant_id = 'M1', merchant_name = 'Other'", false],
    ["currency = 'USD'", "currency = 'EUR'", false],
    ['amount = -74.99', 'amount = -75', false],
    ["transaction_date = '2026-01-10'", "transaction_date = '2026-02-01'", true],
    ["transaction_date = '2026-01-09'", "transaction_date = '2026-02-01'", false],
    ["posting_date = '2026-01-10'", "posting_date = '2026-02-01'", true],
    ["posting_date = '2026-01-09'", "posting_date = '2026-02-01'", false],
    ["posting_date = '2026-07-09'", "posting_date = '2026-02-01'", true],
    ["posting_date = '2026-07-10'", "posting_date = '2026-02-01'", false],
    ["type = 'payment'", "type = 'credit'", false],
    [`account_id = '${other.id}'`, `account_id = '${account.id}'`, false],
    [`company_id = '${beside.id}'`, `company_id = '${company.id}'`, false]
  ] as const)
    expect([change, await isFound(change, undo)]).toEqual([change, is]);
  await aTwinOf(world.current, issuer.id);
  expect(await found(await aPrincipalAt(world.current, 'C', company))).toEqual([refund.id]);
  // A credit is not its own refund.
  expect(await refundsOf(A, refund.id)).toEqual([]);
  for (let count = 0; count < 5; count++) await charge(back);
  expect(await found()).toHaveLength(5);
});

describe('the charges for a report', () => {
  const ask = (more: object = {}) => ({ accountId: account.id, currency: 'EUR', ...more });
  const offered = async (by = A, more: object = {}) =>
    (await transaction((tx) => chargesOffered(tx, by, ask(more)))).map(idOf);

  test('C4.003 are open, on no report, of the account and its currency, and no payments; those asked for alone are held', async () => {
    const other = await anAccount(world.current, company);
    await charge({}, other);
    const [later, first] = [await charge({ postingDate: '2026-03-16' }), await charge()];
    await charge({ state: 'reviewed' });
    const [expensed, foreign, paid] = [await charge(), await charge(), await charge({ type: 'credit', amount: '-1' })];
    await set(expensed.id, 'expensed = true');
    await set(foreign.id, "billed_currency = 'USD'");
    await set(paid.id, "type = 'payment'");
    await aTwinOf(world.current, issuer.id);
    expect(await offered()).toEqual([first.id, later.id]);
    expect(await offered(C)).toEqual([first.id, later.id]);
    expect(await offered(stranger)).toEqual([]);
    expect(await offered(A, { held: [later.id, foreign.id] })).toEqual([later.id]);
    const isFree = async ({ id }: { id: string }) =>
      (
        await world.current.query(
          'SELECT 1 FROM transactions WHERE issuer_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED',
          [issuer.id, id]
        )
      ).length === 1;
    await transaction(async (tx) => {
      await chargesOffered(tx, A, ask());
      expect(await isFree(later)).toBe(true);
      await chargesOffered(tx, A, ask({ held: [later.id] }));
      expect([await isFree(later), await isFree(first)]).toEqual([false, true]);
    });
    // Who only looks doesn't wait.
    await whileHeld(world.current, 'transactions', 'id = $1 AND issuer_id = $2', [later.id, issuer.id], async () =>
      expect(await offered()).toHaveLength(2)
    );
  });

  test('CD.20 C4.003 alone are marked, in their own issuer, and two hundred are offered at the most', async () => {
    const [one, other] = [await charge(), await charge()];
    const twin = await aTwinOf(world.current, issuer.id);
    const before = await twin.digest();
    const marked = () =>
      world.current.query('SELECT id FROM transactions WHERE issuer_id = $1 AND expensed', [issuer.id]);
    await transaction((tx) => markExpensed(tx, [one], true));
    expect(await marked()).toEqual([{ id: one.id }]);
    await transaction((tx) => markExpensed(tx, [other], true));
    await transaction((tx) => markExpensed(tx, [one], false));
    expect(await marked()).toEqual([{ id: other.id }]);
    expect(await twin.digest()).toBe(before);
    await world.current.query(
      `WITH free AS (SELECT set_config('session_replication_role', 'replica', true))
       INSERT INTO transactions SELECT (r).* FROM (
         SELECT jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid())) AS r
         FROM transactions t, free, generate_series(1, 200) WHERE issuer_id = $1 AND id = $2 OFFSET 0) made`,
      [issuer.id, one.id]
    );
    expect(await offered()).toHaveLength(200);
  });
});

test('CD.20 the steps of a company are done by its own transactions, and coded by one with a scheme or past review', async () => {
  const owner = { issuerId: issuer.id, companyId: company.id };
  const done = async (at = owner) => [await transactionsStep.isDone(at), await codedStep.isDone(at)];
  expect(await done()).toEqual([false, false]);
  const { id } = await charge();
  await charge({ state: 'reviewed' }, await anAccount(world.current, await aCompany(world.current, issuer)));
  expect(await done()).toEqual([true, false]);
  await set(id, `scheme_id = '${randomUUID()}', scheme_version = '${'0'.repeat(32)}'`);
  expect(await done()).toEqual([true, true]);
  await set(id, 'scheme_id = NULL, scheme_version = NULL');
  await charge({ state: 'reviewed' });
  expect(await done()).toEqual([true, true]);
  expect(await done({ ...owner, issuerId: randomUUID() })).toEqual([false, false]);
});

test('CD.22 who may see a transaction reads its comments, and who may change or approve it writes them', async () => {
  const { id } = await charge({ state: 'exported' });
  const granting = (...authorities: string[]) => aPrincipalAt(world.current, 'C', company, { authorities });
  const fault = async (by: Principal) =>
    transaction(async (tx) => {
      const [found, held] = [
        await COMMENTABLE_TRANSACTION.find(tx, by, id),
        await COMMENTABLE_TRANSACTION.hold(tx, by, id)
      ];
      expect(held?.fault).toBe(found?.fault);
      return found && [found.fault, found.page, found.nodeId, found.issuerId];
    });
  const at = [`/workspace/transactions/${id}`, account.id, issuer.id];
  expect(await fault(await granting('transactions.view'))).toEqual(['forbidden.action', ...at]);
  expect(await fault(await granting('transactions.view', 'transactions.modify'))).toEqual([null, ...at]);
  expect(await fault(await granting('transactions.view', 'approvals.view', 'approvals.approve'))).toEqual([
    ...[null, ...at]
  ]);
  expect(await fault(await granting('approvals.view', 'approvals.approve'))).toBeNull();
  expect(await fault(stranger)).toBeNull();
  const readers = await transaction(async (tx) => {
    const found = await COMMENTABLE_TRANSACTION.find(tx, C, id);
    return tx.$queryRaw<{ id: string }[]>`SELECT u.id FROM users u WHERE ${found?.readers ?? Prisma.sql`FALSE`}`;
  });
  const ids = readers.map(idOf);
  expect([A, C, stranger].map(({ userId }) => ids.includes(userId))).toEqual([true, true, false]);
});

test('CD.20 CD.44 fields by their ids are those of the issuer that are active, in their order, of whatever record', async () => {
  const text = { type: 'text', length: 9, mandatory: false };
  const field = (label: string, extended: string) =>
    aRecord(C, 'custom-field', recordsOf(company), { name: label, label, extends: extended, ...text });
  const [trip, car, seat] = [
    await field('Trip', 'transaction'),
    await field('Car', 'purchase_request'),
    await field('Seat', 'transaction')
  ];
  const among = (...ids: string[]) =>
    transaction(async (tx) => (await customFieldsAmong(tx, issuer.id, ids)).map(({ label }) => label));
  await aTwinOf(world.current, issuer.id);
  expect(await among(seat, car, trip)).toEqual(['Trip', 'Car', 'Seat']);
  expect(await among(car)).toEqual(['Car']);
  expect(await among()).toEqual([]);
  await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE issuer_id = $1 AND id = $2', [
    ...[issuer.id, car]
  ]);
  expect(await among(seat, car)).toEqual(['Seat']);
  expect(await transaction((tx) => customFieldsAmong(tx, randomUUID(), [trip]))).toEqual([]);
});
