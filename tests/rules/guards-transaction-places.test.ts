import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { PROGRAM_FEATURES } from '@/lib/access/policy/program-features';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { Prisma } from '@/lib/core/database/prisma/client';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { search } from '@/lib/kit/search/search';
import { approvalQueue } from '@/lib/money/transactions/approval-queue';
import { atPlace } from '@/lib/money/transactions/at-place';
import { inCategory } from '@/lib/money/transactions/category-sql';
import { changeState } from '@/lib/money/transactions/change-state';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { amountIn } from '@/lib/money/transactions/search-family';
import { spendBy } from '@/lib/money/transactions/spend';
import { untilWaiting } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  C = await aPrincipalAt(db, 'C', company);
});

const charge = (options: Parameters<typeof aTransaction>[2] = {}, on = account) =>
  aTransaction(world.current, on, options);
/** Without triggers, which keep the reference as it is. */
const set = (id: string, change: string) =>
  world.current.query(
    `WITH free AS (SELECT set_config('session_replication_role', 'replica', true)) UPDATE transactions SET ${change} FROM free WHERE id = $1`,
    [id]
  );
const idOf = ({ id }: { id: string }) => id;
const listed = async (by: Principal, address: Record<string, string>) =>
  (await listPage(by, TRANSACTIONS, readQuery(TRANSACTIONS, address))).rows.map(idOf).sort();

test('C2.016 the list is narrowed to a merchant, a category, a currency, spending, and what is on a report', async () => {
  const [hotel, other] = [await charge({ merchant: 'Inn' }), await charge({ merchant: 'Inn Bar', category: '5812' })];
  const paid = await charge({ type: 'credit', amount: '-1', merchant: 'Bank' });
  await set(paid.id, "type = 'payment', merchant_category_code = NULL, billed_currency = 'USD', expensed = true");
  const ids = (...rows: { id: string }[]) => rows.map(idOf).sort();
  expect(await listed(C, { merchant: 'Inn' })).toEqual(ids(hotel));
  expect(await listed(C, { category: 'hotels' })).toEqual(ids(hotel));
  expect(await listed(C, { category: 'other' })).toEqual(ids(paid));
  expect(await listed(C, { billedCurrency: 'USD' })).toEqual(ids(paid));
  expect(await listed(C, { spent: 'true' })).toEqual(ids(hotel, other));
  expect(await listed(C, { expensed: 'false' })).toEqual(ids(hotel, other));
});

test('CD.20 C2.016 the list is narrowed to a place that one sees, with what was booked in a company', async () => {
  const db = world.current;
  const [point, beside] = [await anOrgPoint(db, company), await anOrgPoint(db, company)];
  const [own, other, far] = [
    await anAccount(db, point),
    await anAccount(db, beside),
    await anAccount(db, await aCompany(db, issuer))
  ];
  const rows = [await charge(), await charge({}, own), await charge({}, other)];
  const ids = rows.map(idOf);
  const elsewhere = await charge({}, far);
  // Its account has moved to another company since.
  const before = await charge({}, { ...far, companyId: company.id });
  const at = ({ id }: { id: string }, by = C) => listed(by, { place: id });
  expect(await at(company)).toEqual([...ids, before.id].sort());
  expect(await at(point)).toEqual([ids[1]]);
  expect(await at(own)).toEqual([ids[1]]);
  expect(await at(far)).toEqual([]);
  expect(await listed(C, { place: 'company' })).toEqual([]);
  const I = await aPrincipalAt(db, 'I', issuer);
  expect(await at(issuer, I)).toEqual([...ids, elsewhere.id, before.id].sort());
  expect(await at(far, I)).toEqual([elsewhere.id]);
  const named = (id: string, by = C) => TRANSACTIONS.columns.place?.nameOf?.(id, by);
  expect([await named(point.id), await named(far.id), await named('company')]).toEqual([point.name, null, null]);
});

test('CD.20 a place is of its own issuer, and what lies at it and below', async () => {
  const db = world.current;
  const Z = await aPrincipalAt(db, 'Z', null);
  const point = await anOrgPoint(db, company);
  const own = await anAccount(db, point);
  await charge({ amount: '1' }, own);
  await charge({ amount: '2' });
  await aTwinOf(db, issuer.id);
  const march = { from: '2026-03', to: '2026-03' };
  const spent = async (place: StructureNode) =>
    (await spendBy(Z, { by: 'category', place, months: march, since: march.from })).map(({ amount }) => amount);
  expect([await spent(issuer), await spent(company), await spent(point), await spent(own)]).toEqual([
    ...[['3'], ['3'], ['1'], ['1']]
  ]);
  const unnamed = { ...point, companyId: null };
  const counted = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM transactions t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)
     WHERE ${atPlace(unnamed).text}`,
    atPlace(unnamed).values as unknown[]
  );
  expect(counted).toEqual([{ count: 1 }]);
});

test('CD.20 the spend of the month that an approver sees is of the account, its company, its currency and issuer, up to the transaction', async () => {
  const db = world.current;
  const other = await anAccount(db, company);
  const beside = await aCompany(db, issuer);
  const person = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const A = await principalFor(db, person);
  const [first, last] = [
    await charge({ postingDate: '2026-02-28', amount: '1' }),
    await charge({ postingDate: '2026-03-01', amount: '2' })
  ];
  expect([first, last]).toHaveLength(2);
  const { id } = await charge({ postingDate: '2026-03-20', amount: '4' });
  const foreign = await charge({ postingDate: '2026-03-10', amount: '8' });
  await set(foreign.id, "billed_currency = 'USD'");
  await charge({ postingDate: '2026-03-10', amount: '16' }, other);
  await charge({ postingDate: '2026-03-10', amount: '32' }, { ...account, companyId: beside.id });
  await charge({ postingDate: '2026-03-21', amount: '64' });
  const early = await charge({ postingDate: '2026-02-10', amount: '128' });
  const D = await aPrincipalAt(db, 'C', company);
  const change = async (row: string, by: Principal, version: number, event: 'review' | 'send_back', reason?: string) =>
    granted(await changeState(by, row, { version, event, reason }, ORIGIN));
  await change(id, A, 1, 'review');
  for (const [at, reason] of [
    [2, 'No receipt'],
    [4, 'No purpose']
  ] as const) {
    await change(id, C, at, 'send_back', reason);
    await change(id, A, at + 1, 'review');
  }
  await change(early.id, A, 1, 'review');
  await aTwinOf(db, issuer.id);
  const shown = async () =>
    (await approvalQueue(D, {})).waiting.map(({ transaction, monthTotal, returned, reviewedBy }) => [
      ...[transaction.id, monthTotal, returned, reviewedBy]
    ]);
  expect(await shown()).toEqual([
    [id, '6', 'No purpose', 'Ada Holm'],
    [early.id, '128', null, 'Ada Holm']
  ]);
});

test('CD.30 the queue of approvals has pages of thirty, and names the values of lists alone', async () => {
  const db = world.current;
  for (let count = 0; count < 31; count++) await charge({ state: 'reviewed', amount: '1' });
  const { waiting, next, totals } = await approvalQueue(C, {});
  expect([waiting.length, totals.count]).toEqual([30, 31]);
  const rest = await approvalQueue(C, { after: next ?? '' });
  expect(rest.waiting).toHaveLength(1);
  const scheme = await aScheme(db, company);
  const [row] = rest.waiting;
  await db.query(
    `INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, codes) VALUES ($1, '2026-03-15', $2, 1, 1, $3)`,
    [issuer.id, row?.transaction.id, JSON.stringify({ [scheme.note]: 'S100' })]
  );
  const again = await approvalQueue(C, { after: next ?? '' });
  expect([...(again.waiting[0]?.values ?? [])]).toEqual([]);
  expect((await approvalQueue(await aPrincipalAt(db, 'C', await aCompany(db, issuer)), {})).waiting).toEqual([]);
});

test('CD.20 CD.30 what leaves the queue while it is read is not shown, whatever another issuer has under its id', async () => {
  const db = world.current;
  const { id } = await charge({ state: 'reviewed' });
  const stays = await charge({ state: 'reviewed' });
  await aTwinOf(db, issuer.id);
  const client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE transaction_events IN ACCESS EXCLUSIVE MODE');
  const queue = approvalQueue(C, {});
  await untilWaiting(client, 2);
  await db.query(
    `UPDATE transactions SET state = 'approved', approved_at = now(), approved_by = $3 WHERE issuer_id = $1 AND id = $2`,
    [issuer.id, id, C.userId]
  );
  await client.query('COMMIT');
  await client.end();
  expect((await queue).waiting.map(({ transaction }) => transaction.id)).toEqual([stays.id]);
});

describe('the search of transactions', () => {
  const found = async (text: string, by = C) => {
    const searched = await search(SEARCHABLE, by, {
      text,
      kinds: ['transaction'],
      features: new Set(PROGRAM_FEATURES),
      limit: 5
    });
    return searched.state === 'found' ? searched.groups.flatMap(({ results }) => results.map(idOf)) : [];
  };

  test.each([
    ['+5', '5'],
    ['1’234.5', '1234.5'],
    ["1'234", '1234'],
    ['12,', '12'],
    ['0.05', '0.05'],
    ['123456789012345', '123456789012345'],
    ['1234567890123456', null],
    ['-', null],
    ['', null],
    ['1-2', null]
  ])('C2.006 reads “%s” as an amount', (typed, amount) => expect(amountIn(typed)).toBe(amount));

  test('C2.006 ranks an amount or a whole reference before a beginning, and that before a word', async () => {
    const make = async (options: Parameters<typeof aTransaction>[2], reference: string, purpose = '') => {
      const { id } = await charge(options);
      await set(id, `source_reference = '${reference}', purpose = nullif('${purpose}', '')`);
      return id;
    };
    const word = await make({ merchant: 'Old 4711', amount: '1', postingDate: '2026-03-20' }, 'R1');
    const begins = await make({ merchant: '4711 Inn', amount: '2', postingDate: '2026-03-10' }, 'R2');
    const reference = await make({ merchant: 'Bar', amount: '3', postingDate: '2026-03-09' }, '4711X');
    const purpose = await make({ merchant: 'Cab', amount: '4', postingDate: '2026-03-08' }, 'R3', 'For 4711');
    expect(await found('4711')).toEqual([begins, reference, word, purpose]);
    const amount = await make({ merchant: 'Den', amount: '4711.90', postingDate: '2026-03-01' }, 'R4');
    expect((await found('4711'))[0]).toBe(amount);
    expect(await found('4711.90')).toEqual([amount]);
    expect(await found('4711.00')).toEqual([]);
    await set(amount, 'amount = 12, billed_amount = 4711.5');
    expect([(await found('4711'))[0], await found('4711.5'), await found('12.00')]).toEqual([
      amount,
      [amount],
      [amount]
    ]);
    expect((await found('4711x'))[0]).toBe(reference);
    const longer = await make({ merchant: 'Eve', amount: '5', postingDate: '2026-03-25' }, '4711X9');
    expect(await found('4711x')).toEqual([reference, longer]);
    expect((await found('99')).length).toBe(0);
  });

  test('CD.20 C2.006 finds what one sees below a company, once, and nothing of another issuer or an account beside', async () => {
    const db = world.current;
    const point = await anOrgPoint(db, company);
    const own = await anAccount(db, point);
    const { id } = await charge({ merchant: 'Quayside' }, own);
    const beside = await charge({ merchant: 'Quayside' });
    const O = await aPrincipalAt(db, 'O', point);
    const A = await aPrincipalAt(db, 'A', own);
    const moved = await charge({ merchant: 'Quayside' }, { ...own, companyId: (await aCompany(db, issuer)).id });
    // Its account has moved to another company since.
    const far = await anAccount(db, await aCompany(db, issuer));
    const booked = await charge({ merchant: 'Quayside' }, { ...far, companyId: company.id });
    await aTwinOf(db, issuer.id);
    expect([await found('quayside', O), await found('quayside', A)]).toEqual([[id], [id]]);
    expect((await found('quayside')).sort()).toEqual([id, beside.id, booked.id].sort());
    expect(await found('quayside')).not.toContain(moved.id);
    const I = await aPrincipalAt(db, 'I', issuer);
    expect((await found('quayside', I)).sort()).toEqual([id, beside.id, moved.id, booked.id].sort());
  });
});

test('an unknown merchant category is in no group of its own', async () => {
  const { id } = await charge({ category: '0001' });
  expect(await listed(C, { category: 'other' })).toEqual([id]);
  expect(Object.keys(readQuery(TRANSACTIONS, { category: 'nothing' }).faults)).toEqual(['category']);
  expect(inCategory(Prisma.sql`t.merchant_category_code`, 'nothing').sql).toBe('FALSE');
});
