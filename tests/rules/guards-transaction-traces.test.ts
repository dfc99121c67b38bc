import { createHash } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { shiftClock } from '@/lib/core/server/clock';
import { accountsOffered } from '@/lib/directory/structure/offered-accounts';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { addComment } from '@/lib/kit/comments/add-comment';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { taxCodesOffered } from '@/lib/money/transactions/adding';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocationsOf } from '@/lib/money/transactions/allocations';
import { changeStates } from '@/lib/money/transactions/change-state';
import { duplicatesAmong } from '@/lib/money/transactions/duplicates';
import { markExported, markReversed } from '@/lib/money/transactions/export-transactions';
import { transactionHistory } from '@/lib/money/transactions/history';
import { addLine, linesOf, removeLine } from '@/lib/money/transactions/lines';
import { massPreview } from '@/lib/money/transactions/mass-preview';
import { offeredFor } from '@/lib/money/transactions/offered';
import { refundsOf } from '@/lib/money/transactions/refunds-of';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { addedTransactionSchema, allocationSchema, lineSchema } from '@/lib/money/transactions/schema';
import { codedStep, transactionsStep } from '@/lib/money/transactions/setup-steps';
import { spendBy } from '@/lib/money/transactions/spend';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { aReceipt, sentFile } from '../support/attachments';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company, { name: 'Ada Holm', lastFour: '4711' });
  A = await principalFor(db, await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Holm' }));
  C = await principalFor(db, await aUserAt(db, 'C', company, { firstName: 'Clara', lastName: 'Dahl' }));
});
afterEach(() => shiftClock(0));

const today = new Date().toISOString().slice(0, 10);
const taxi = (typed: object = {}) =>
  addedTransactionSchema.parse({
    accountId: account.id,
    transactionDate: today,
    merchantName: 'Taxi',
    purpose: 'Fair',
    amount: '10.50',
    currency: 'EUR',
    ...typed
  });
const charge = (options: Parameters<typeof aTransaction>[2] = {}, on = account) =>
  aTransaction(world.current, on, options);
const idOf = ({ id }: { id: string }) => id;
const audited = (action: string) =>
  world.current.query<{ entity_id: string | null; node_id: string; details: Record<string, unknown> }>(
    'SELECT entity_id, node_id, details FROM audit_entries WHERE issuer_id = $1 AND action = $2 ORDER BY sequence',
    [issuer.id, action]
  );

test('C2.017 CD.60 what is added keeps all that was typed, who entered it and when, and is told in history and audit', async () => {
  const at = Date.parse('2026-12-05T10:00:00Z');
  shiftClock(at - Date.now());
  const paid = { merchantCity: 'Oslo', merchantCountry: 'NO', transactionDate: '2026-12-01' };
  const id = granted(
    await addTransaction(A, taxi({ ...paid, amount: '40.00', currency: 'NOK', conversionRate: '0.08' }), ORIGIN)
  );
  const seen = await seenTransaction(C, id);
  expect(seen).toMatchObject({
    ...paid,
    merchantName: 'Taxi',
    purpose: 'Fair',
    sourceReference: `ADDED-${id}`,
    postingDate: '2026-12-05',
    amount: '40',
    currency: 'NOK',
    billedAmount: '3.2',
    billedCurrency: 'EUR',
    conversionRate: '0.08',
    addedBy: A.userId,
    version: 1,
    expensed: false,
    merchantRegion: null,
    merchantId: null,
    accountName: 'Ada Holm',
    cardNumber: '•••• 4711',
    accountPath: account.path,
    accountId: account.id
  });
  expect(new Set(seen?.amountBy)).toEqual(new Set([A.userId]));
  const [row] = await world.current.query<{ created: Date; by: string[] }>(
    'SELECT created_at AS created, amount_by AS by FROM transactions WHERE issuer_id = $1 AND id = $2',
    [issuer.id, id]
  );
  expect(row?.by).toEqual([A.userId]);
  expect(Math.abs(Number(row?.created) - at)).toBeLessThan(600_000);
  const details = { 'after.amount': '40.00 NOK', 'after.merchantName': 'Taxi' };
  expect(await audited('transaction.added')).toEqual([{ entity_id: id, node_id: account.id, details }]);
  expect(seen && (await transactionHistory(C, seen))).toMatchObject([
    { event: 'added', by: 'Ada Holm', accessor: null, onBehalfOf: null, reason: null, details }
  ]);
  expect(refusedFor(await removeTransaction(A, { id, version: 1 }, ORIGIN))).toBeNull();
  expect(await audited('transaction.removed')).toEqual([
    ...[{ entity_id: id, node_id: account.id, details: { 'before.amount': '40 NOK', 'before.merchantName': 'Taxi' } }]
  ]);
});

test('C2.017 the files and comments of what is removed go with it, and no others', async () => {
  const [gone, stays] = [
    granted(await addTransaction(A, taxi(), ORIGIN)),
    granted(await addTransaction(A, taxi(), ORIGIN))
  ];
  for (const id of [gone, stays]) {
    const to = { entity: 'transaction', id } as const;
    granted(await addAttachment(ATTACHABLES, A, to, sentFile(aReceipt()), ORIGIN));
    granted(await addComment(COMMENTABLES, A, to, { text: 'Paid in cash', mentions: [] }, ORIGIN));
  }
  expect(refusedFor(await removeTransaction(A, { id: gone, version: 1 }, ORIGIN))).toBeNull();
  for (const table of ['attachments', 'comments'])
    expect(await world.current.query(`SELECT record_id AS id FROM ${table} WHERE issuer_id = $1`, [issuer.id])).toEqual(
      [{ id: stays }]
    );
});

test('CD.41 items keep their order and their place, and history tells which was added and which removed', async () => {
  const row = await charge();
  const add = async (version: number, typed: object) =>
    refusedFor(await addLine(A, { id: row.id, version }, lineSchema.parse({ quantity: '1', ...typed }), ORIGIN));
  const paper = { description: 'Paper', productCode: 'P-1', quantity: '2.5', unitOfMeasure: 'KG', unitCost: '1.5' };
  expect(await add(1, { ...paper, taxAmount: '0.25' })).toBeNull();
  expect(await add(2, { description: 'Ink', unitCost: '3' })).toBeNull();
  expect(await add(3, { description: 'Glue', unitCost: '4' })).toBeNull();
  expect(refusedFor(await removeLine(A, { id: row.id, version: 4, position: 2 }, ORIGIN))).toBeNull();
  expect(await add(5, { description: 'Tape', unitCost: '5' })).toBeNull();
  const lines = await linesOf(row);
  expect(lines.map(({ position, description, amount }) => [position, description, amount])).toEqual([
    [1, 'Paper', '3.75'],
    [3, 'Glue', '4'],
    [4, 'Tape', '5']
  ]);
  expect(lines[0]).toEqual({ ...paper, position: 1, taxAmount: '0.25', amount: '3.75' });
  expect((await transactionHistory(A, row)).map(({ details }) => details)).toEqual([
    { 'after.line': 'Tape', 'after.amount': '5' },
    { 'before.line': 'Ink', 'before.amount': '3' },
    { 'after.line': 'Glue', 'after.amount': '4' },
    { 'after.line': 'Ink', 'after.amount': '3' },
    { 'after.line': 'Paper', 'after.amount': '3.75' }
  ]);
});

test('C2.017 C3.024 accounts are offered by name with their masked number, tax codes by code and each once, customers by code', async () => {
  const db = world.current;
  const group = await aCompanyGroup(db, issuer);
  const [one, other] = [await aCompany(db, group), await aCompany(db, group)];
  const G = await aPrincipalAt(db, 'G', group);
  const accounts = [
    await anAccount(db, one, { name: 'Mia', lastFour: '1111' }),
    await anAccount(db, other, { name: 'Bo', lastFour: '2222', currency: 'USD' }),
    await anAccount(db, one, { name: 'Zoe', lastFour: '3333' })
  ];
  expect((await accountsOffered(G))?.map(({ name, cardNumber, currency }) => [name, cardNumber, currency])).toEqual([
    ['Bo', '•••• 2222', 'USD'],
    ['Mia', '•••• 1111', 'EUR'],
    ['Zoe', '•••• 3333', 'EUR']
  ]);
  for (const [at, codes] of [
    [one, ['V30', 'V10']],
    [other, ['V20', 'V10']]
  ] as const) {
    const by = await aPrincipalAt(db, 'C', at);
    const rate = await aRecord(by, 'tax-rate', recordsOf(at), { name: 'Standard', rate: '20' });
    for (const code of codes)
      await aRecord(by, 'tax-code', recordsOf(at), { code, name: `VAT ${code}`, rates: [rate], recoverable: '100' });
  }
  const holder = await aPrincipalAt(db, 'A', accounts);
  const offered = ['V10', 'V20', 'V30'].map((code) => ({ code, name: `VAT ${code}` }));
  // Who sees every issuer adds nothing.
  const others = [await taxCodesOffered(C), await taxCodesOffered(await aPrincipalAt(db, 'Z', null))];
  expect([await taxCodesOffered(holder), await taxCodesOffered(G), ...others]).toEqual([offered, offered, [], []]);
  for (const [code, name] of [
    ['b2', 'Able'],
    ['C3', 'Baker'],
    ['A1', 'Charlie']
  ] as const)
    await aRecord(C, 'customer-code', recordsOf(company), { code, name });
  const { id } = await charge();
  const customers = async (q: string) =>
    (await offeredFor(C, id, { of: 'customer', q, parent: '' })).map(({ code }) => code);
  expect([await customers(''), await customers(' b2 '), await customers('%')]).toEqual([
    ['A1', 'b2', 'C3'],
    ['b2'],
    []
  ]);
});

test('C2.015 the schemes of many are told with the most frequent first', async () => {
  const db = world.current;
  const points = [await anOrgPoint(db, company), await anOrgPoint(db, company)] as const;
  const schemes = [await aScheme(db, company, points[0]), await aScheme(db, company, points[1])];
  const accounts = [await anAccount(db, points[0]), await anAccount(db, points[1])] as const;
  const [few, many] = [[await charge({}, accounts[0])], [await charge({}, accounts[1]), await charge({}, accounts[1])]];
  for (const rows of [
    [...few, ...many],
    [...many, ...few]
  ])
    expect((await massPreview(C, rows.map(idOf))).schemes.map(({ id, count }) => [id, count])).toEqual([
      [schemes[1]?.id, 2],
      [schemes[0]?.id, 1]
    ]);
});

test('CD.30 CD.42 the history has the newest first, and names the person, the administrator behind them and whom they stood in for', async () => {
  const db = world.current;
  const row = await charge();
  const event = (at: string, name: string, more: object = {}) =>
    db.query(
      `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id,
         accessor_issuer_id, accessor_user_id, reason, details)
       SELECT $1, $2, $3, gen_random_uuid(), $4, $5, e.actor, e.issuer, e.accessor, e.reason, coalesce(e.details, '{}')
       FROM jsonb_to_record($6) AS e (actor uuid, issuer uuid, accessor uuid, reason text, details jsonb)`,
      [issuer.id, row.postingDate, row.id, `2026-03-${at}T10:00:00Z`, name, JSON.stringify(more)]
    );
  await event('17', 'approve', { actor: A.userId, details: { onBehalfOf: C.userId } });
  await event('16', 'review', { actor: A.userId, issuer: issuer.id, accessor: C.userId });
  await event('18', 'send_back', { actor: C.userId, reason: 'No receipt' });
  await event('15', 'export');
  const nobody = { by: null, accessor: null, onBehalfOf: null, reason: null };
  expect(
    (await transactionHistory(C, row)).map(({ event: name, by, accessor, onBehalfOf, reason }) => ({
      name,
      by,
      accessor,
      onBehalfOf,
      reason
    }))
  ).toEqual([
    { ...nobody, name: 'send_back', by: 'Clara Dahl', reason: 'No receipt' },
    { ...nobody, name: 'approve', by: 'Ada Holm', onBehalfOf: 'Clara Dahl' },
    { ...nobody, name: 'review', by: 'Ada Holm', accessor: 'Clara Dahl' },
    { ...nobody, name: 'export' }
  ]);
});

test('CD.30 the audit of several has a digest of their history, by which a later change shows', async () => {
  const rows = [await charge(), await charge({ postingDate: '2026-03-02' }), await charge()];
  const eyes = { ...A, accessor: { issuerId: C.issuerId, userId: C.userId } };
  const { done } = await transaction((tx) => changeStates(tx, C, rows.map(idOf), { event: 'review' }, ORIGIN));
  expect([...done].sort()).toEqual(rows.map(idOf).sort());
  const lines = await world.current.query<Record<string, unknown>>(
    `SELECT issuer_id, posting_date::text AS posting_date, transaction_id, id, json_build_object(
       'before.state', details->'before.state', 'after.state', details->'after.state') AS details, actor_user_id AS by
     FROM transaction_events WHERE issuer_id = $1 ORDER BY posting_date, transaction_id`,
    [issuer.id]
  );
  expect(lines.map(({ by, details }) => [by, details])).toEqual(
    rows.map(() => [C.userId, { 'before.state': 'open', 'after.state': 'reviewed' }])
  );
  const written = JSON.stringify(lines.map(({ by, ...line }) => line));
  expect(await audited('transaction.review')).toEqual([
    {
      entity_id: null,
      node_id: company.id,
      details: { count: 3, digest: createHash('sha256').update(written).digest('hex') }
    }
  ]);
  // Nothing is reviewed through another user's eyes.
  const tried = await transaction((tx) => changeStates(tx, eyes, rows.map(idOf), { event: 'unreview' }, ORIGIN));
  expect(tried.refused.map(({ refusal }) => refusal.code)).toEqual(Array(3).fill('access.as.user.closed'));
});

test('C5.027 the audit of what is past its time counts it by the month of posting', async () => {
  for (const postingDate of ['2026-02-10', '2026-01-05', '2026-02-28'])
    await charge({ postingDate, state: 'exported' });
  await withSetting(world.current, { issuerId: issuer.id }, 'data.retention.months', 3);
  shiftClock(Date.parse('2026-09-15T12:00:00Z') - Date.now());
  expect(await deleteExpired([])).toBe(3);
  const [entry] = await audited('transactions.expired');
  expect(entry).toEqual({
    entity_id: company.id,
    node_id: company.id,
    details: { count: 3, before: '2026-06-15', '2026-01': 1, '2026-02': 2 }
  });
});

test('CD.42 CD.20 duplicates and refunds are told by their day, the earliest first', async () => {
  const same = { merchant: 'Quay', amount: '20' };
  const [last, first, middle] = [
    await charge({ ...same, postingDate: '2026-03-04' }),
    await charge({ ...same, postingDate: '2026-03-02' }),
    await charge({ ...same, postingDate: '2026-03-03' })
  ];
  const of = async (row: { id: string }) => (await duplicatesAmong(C, [row.id])).get(row.id);
  expect((await of(last))?.map(idOf)).toEqual([first.id, middle.id]);
  expect(await of(first)).toEqual([
    { of: first.id, id: middle.id, transactionDate: '2026-03-03', sourceReference: middle.id },
    { of: first.id, id: last.id, transactionDate: '2026-03-04', sourceReference: last.id }
  ]);
  const back = { merchant: 'Quay', amount: '-20', type: 'credit' } as const;
  const credits = [];
  for (const day of ['09', '06', '08', '05', '07', '10'])
    credits.push(await charge({ ...back, postingDate: `2026-03-${day}` }));
  const [nine, six, eight, five, seven] = credits.map(idOf);
  const refunds = await refundsOf(C, last.id);
  expect(refunds.map(idOf)).toEqual([five, six, seven, eight, nine]);
  expect(refunds[0]).toEqual({ id: five, transactionDate: '2026-03-05', sourceReference: five });
});

test('C4.007 all of an export are marked and taken back, or none', async () => {
  const rows = [await charge({ state: 'approved' }), await charge({ state: 'approved' })];
  const [open, stays] = [await charge(), await charge({ state: 'approved' })];
  const keys = (...some: { id: string }[]) =>
    Prisma.sql`(SELECT issuer_id, posting_date, id FROM transactions WHERE issuer_id = ${issuer.id}::uuid AND id = ANY(${some.map(idOf)}::uuid[]))`;
  const at = new Date('2026-03-20T10:00:00Z');
  const how = { exportId: account.id, userId: C.userId, at };
  const mark = (some: { id: string }[], count: number) =>
    transaction((tx) => markExported(tx, keys(...some), { ...how, count }));
  const reverse = (some: { id: string }[], count: number) =>
    transaction((tx) => markReversed(tx, keys(...some), count));
  const kept = async ({ id }: { id: string }) =>
    (
      await world.current.query<Record<string, unknown>>(
        'SELECT state::text, version, exported_at, exported_by, exported_in FROM transactions WHERE issuer_id = $1 AND id = $2',
        [issuer.id, id]
      )
    )[0];
  const none = { exported_at: null, exported_by: null, exported_in: null };
  await expect(mark([...rows, open], 3)).rejects.toThrow();
  await expect(reverse(rows, 2)).rejects.toThrow();
  expect(await kept(rows[0] as (typeof rows)[0])).toEqual({ state: 'approved', version: 1, ...none });
  await mark(rows, 2);
  for (const row of rows)
    expect(await kept(row)).toEqual({
      state: 'exported',
      version: 2,
      exported_at: at,
      exported_by: C.userId,
      exported_in: account.id
    });
  await expect(reverse([...rows, stays], 3)).rejects.toThrow();
  await reverse(rows, 2);
  for (const row of rows) expect(await kept(row)).toEqual({ state: 'approved', version: 3, ...none });
  expect(await kept(stays)).toEqual({ state: 'approved', version: 1, ...none });
});

test('CD.43 a part keeps its percentage, its tax, its description and its place', async () => {
  const scheme = await aScheme(world.current, company);
  const row = await charge({ amount: '10.00', taxAmount: '1.00' });
  const splits = [
    { percent: '25', description: 'Day one', codes: { [scheme.center]: 'S100' } },
    { percent: '75', description: null, codes: { [scheme.center]: 'F200' } }
  ];
  granted(await allocate(A, row.id, allocationSchema.parse({ version: 1, by: 'percent', splits }), ORIGIN));
  const part = { transactionId: row.id, description: null };
  expect((await allocationsOf(undefined, [row])).get(row.id)).toEqual([
    { ...part, ...splits[0], position: 1, amount: '2.5', percent: '25', taxAmount: '0.25' },
    { ...part, ...splits[1], position: 2, amount: '7.5', percent: '75', taxAmount: '0.75' }
  ]);
});

test('C2.016 spend names a place by both its names, and a month by itself, and the largest come first', async () => {
  const db = world.current;
  const small = await anAccount(db, company, { name: 'Bo' });
  await db.query("UPDATE nodes SET name_2 = 'Fleet' WHERE issuer_id = $1 AND id = $2", [issuer.id, account.id]);
  for (const [postingDate, amount] of [
    ['2026-03-02', '5'],
    ['2026-02-27', '7']
  ] as const) {
    await charge({ postingDate, amount });
    await charge({ postingDate, amount: '1' }, small);
  }
  const months = { from: '2026-02', to: '2026-03' };
  const lines = await spendBy(C, { by: 'person', place: null, months, since: months.from });
  const big = { currency: 'EUR', key: account.id, isRest: false, name: 'Ada Holm Fleet', isAccount: true, count: 1 };
  const little = { ...big, key: small.id, name: 'Bo' };
  expect(lines).toEqual([
    { ...big, month: '2026-02', amount: '7' },
    { ...big, month: '2026-03', amount: '5' },
    { ...little, month: '2026-02', amount: '1' },
    { ...little, month: '2026-03', amount: '1' }
  ]);
  expect(
    (await spendBy(C, { by: 'person', place: null, months, since: '2026-03' })).map(({ amount }) => amount)
  ).toEqual([...['7', '5', '1', '1']]);
});

test('the steps of a company lead to its transactions and then to their codes', () => {
  const step = { of: 'company', needs: ['transactions', 'view'], program: 'transaction.review' };
  expect(transactionsStep).toMatchObject({ ...step, order: 70 });
  expect(codedStep).toMatchObject({ ...step, order: 80 });
  const owner = { issuerId: '', companyId: '' } as never;
  expect([transactionsStep.page(owner), codedStep.page(owner)]).toEqual(['/transactions', '/transactions/code']);
});
