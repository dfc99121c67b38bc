import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { seenNode } from '@/lib/directory/structure/nodes';
import { accountsOffered } from '@/lib/directory/structure/offered-accounts';
import { readQuery } from '@/lib/kit/listing/query';
import { createSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { addTransaction } from '@/lib/money/transactions/add-transaction';
import { taxCodesOffered } from '@/lib/money/transactions/adding';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocateMany, massAllocationSchema } from '@/lib/money/transactions/allocate-many';
import { allocating } from '@/lib/money/transactions/allocating';
import { declareNotDuplicate, duplicatesAmong } from '@/lib/money/transactions/duplicates';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { massPreview } from '@/lib/money/transactions/mass-preview';
import { nextOpen } from '@/lib/money/transactions/next-open';
import { offeredFor } from '@/lib/money/transactions/offered';
import { openPage } from '@/lib/money/transactions/open-page';
import { deleteExpired, retentionPreview } from '@/lib/money/transactions/retention';
import { addedTransactionSchema, allocationSchema } from '@/lib/money/transactions/schema';
import { type SpendBy, spendBy } from '@/lib/money/transactions/spend';
import { suggestionsFor } from '@/lib/money/transactions/suggestions';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { WAITING } from '@/lib/money/transactions/waiting';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction, type PlacedTransaction } from '../support/transactions';
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
const allocated = async ({ id }: PlacedTransaction, codes: Record<string, string>, version = 1) =>
  granted(await allocate(C, id, allocationSchema.parse({ version, splits: [{ codes }] }), ORIGIN));

test('CD.11 C2.016 what the list of transactions is filtered and sorted by, and shows before anybody chooses', () => {
  const whole = {
    merchantName: 'Inn',
    account: 'Ann',
    cardNumber: '1234',
    type: 'cash',
    merchantCategoryCode: '70',
    purpose: 'Fair',
    state: 'open',
    expensed: 'true',
    exportNumber: '7',
    sourceReference: 'R'
  };
  const dates = ['postingDate', 'transactionDate', 'exportedAt'];
  const sums = ['billedAmount', 'amount'];
  const ranges = Object.fromEntries([
    ...dates.map((name) => [`${name}.from`, '2026-01-01']),
    ...sums.map((name) => [`${name}.to`, '5'])
  ]);
  const { filters, faults, columns } = readQuery(TRANSACTIONS, { ...whole, ...ranges });
  expect(faults).toEqual({});
  expect(filters).toEqual({
    ...Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, { value }])),
    ...Object.fromEntries(dates.map((name) => [name, { from: '2026-01-01', to: undefined }])),
    ...Object.fromEntries(sums.map((name) => [name, { from: undefined, to: '5' }]))
  });
  expect(columns).toEqual([
    ...['merchantName', 'postingDate', 'account', 'cardNumber', 'billedAmount', 'purpose', 'receipt', 'state']
  ]);
  const asked = Object.keys(TRANSACTIONS.columns).map((sort) => readQuery(TRANSACTIONS, { sort, order: 'ascending' }));
  // Millions of rows are sorted by what an index has in its order, and by nothing else.
  expect(new Set(asked.map(({ sort }) => sort))).toEqual(new Set(['postingDate']));
  expect(asked.filter(({ descending }) => !descending)).toHaveLength(1);
  const types = ['purchase', 'cash', 'fee', 'credit', 'payment', 'out_of_pocket'];
  expect(types.map((type) => readQuery(TRANSACTIONS, { type }).filters.type?.value)).toEqual(types);
  const states = ['open', 'reviewed', 'approved', 'exported'];
  expect(states.map((state) => readQuery(TRANSACTIONS, { state }).filters.state?.value)).toEqual(states);
  expect(readQuery(WAITING, { state: 'open', merchantName: 'Inn' }).filters).toEqual({
    merchantName: { value: 'Inn' }
  });
});

test('C4.001 the next open transaction is asked for, from the end back to the beginning, until there is no other', async () => {
  const [newest, middle, oldest] = [
    await charge({ postingDate: '2026-03-03' }),
    await charge({ postingDate: '2026-03-02' }),
    await charge({ postingDate: '2026-03-01' })
  ];
  const closed = await charge({ postingDate: '2026-03-02', state: 'reviewed' });
  const next = ({ id }: PlacedTransaction, address = '') => nextOpen(C, id, address);
  expect(await next(newest)).toBe(middle.id);
  expect(await next(closed)).toMatch(new RegExp(`^(${middle.id}|${oldest.id})$`));
  expect(await next(middle)).toBe(oldest.id);
  expect(await next(oldest)).toBe(newest.id);
  expect(await next(oldest, 'postingDate.from=2026-03-02')).toBe(newest.id);
  expect(await next(middle, 'postingDate.from=2026-03-02&postingDate.to=2026-03-02')).toBeNull();
});

test('C4.001 open transactions are coded on pages of a size, and nothing that is reviewed', async () => {
  for (let count = 0; count < 21; count++) await charge();
  const closed = await charge({ state: 'reviewed' });
  const { views, next } = await openPage(C, {}, 20);
  expect(views).toHaveLength(20);
  const { views: rest } = await openPage(C, { after: next ?? '' }, 20);
  expect(rest).toHaveLength(1);
  expect([...views, ...rest].map(({ transaction: { id } }) => id)).not.toContain(closed.id);
});

test('C5.034 C5.048 what can be chosen is offered for a code or as a customer of a transaction that one sees', async () => {
  const scheme = await aScheme(world.current, company);
  await aRecord(C, 'customer-code', recordsOf(company), { code: 'ACME', name: 'Acme Trading' });
  const gone = await aRecord(C, 'customer-code', recordsOf(company), { code: 'ACRE', name: 'Acre' });
  await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [gone]);
  const { id } = await charge();
  const offered = async (of: string, q = '', by = C) =>
    (await offeredFor(by, id, { of, q, parent: '' })).map(({ code }) => code);
  expect(await offered('customer', 'ac')).toEqual(['ACME']);
  expect(await offered('customer', 'trad')).toEqual(['ACME']);
  expect(await offered('customer', 'x')).toEqual([]);
  const elsewhere = await aCompany(world.current, issuer);
  const other = await aPrincipalAt(world.current, 'C', elsewhere);
  await aRecord(other, 'customer-code', recordsOf(elsewhere), { code: 'XENON', name: 'Xenon' });
  expect(await offered('customer', 'xen')).toEqual([]);
  expect((await offered(scheme.center)).sort()).toEqual(['F200', 'S100']);
  expect(await offered('00000000-0000-4000-8000-000000000000')).toEqual([]);
  const far = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
  expect(await offered('customer', 'ac', far)).toEqual([]);
});

test('C2.017 twenty accounts are listed, more are searched for, and none that is closed or blocked', async () => {
  const point = await anOrgPoint(world.current, company);
  const O = await aPrincipalAt(world.current, 'O', point);
  for (let count = 0; count < 20; count++) await anAccount(world.current, point);
  const closed = await anAccount(world.current, point);
  await world.current.query("UPDATE accounts SET state = 'suspended' WHERE id = $1", [closed.id]);
  expect(await accountsOffered(O)).toHaveLength(20);
  await world.current.query("UPDATE accounts SET state = 'active' WHERE id = $1", [closed.id]);
  expect(await accountsOffered(O)).toBeNull();
});

test('C3.024 only active tax codes of the user’s own company are offered and accepted', async () => {
  const other = await aCompany(world.current, issuer);
  const D = await aPrincipalAt(world.current, 'C', other);
  for (const [by, at, code] of [
    [C, company, 'V20'],
    [C, company, 'V10'],
    [D, other, 'V30']
  ] as const) {
    const rate = await aRecord(by, 'tax-rate', recordsOf(at), { name: `Rate ${code}`, rate: '20' });
    await aRecord(by, 'tax-code', recordsOf(at), { code, name: code, rates: [rate], recoverable: '100' });
  }
  await world.current.query("UPDATE setup_records SET inactive_since = now() WHERE owner_id = $1 AND code = 'V10'", [
    company.id
  ]);
  expect((await taxCodesOffered(C)).map(({ code }) => code)).toEqual(['V20']);
  const paid = {
    accountId: account.id,
    transactionDate: '2026-03-15',
    merchantName: 'Taxi',
    amount: '4',
    currency: 'EUR'
  };
  const added = async (taxCode: string) => {
    const typed = addedTransactionSchema.parse({ ...paid, taxAmount: '1', taxCode, purpose: 'Fair' });
    return refusedFor(await addTransaction(C, typed, ORIGIN));
  };
  expect([await added('V10'), await added('V20')]).toEqual(['taxCode invalid.entry', null]);
});

test('C2.016 C5.027 spend is of whole months and of what lies below the node, without payments, by unit and its kind', async () => {
  const [point, beside] = [await anOrgPoint(world.current, company), await anOrgPoint(world.current, company)];
  const [own, other] = [await anAccount(world.current, point), await anAccount(world.current, beside)];
  await charge({ amount: '1', postingDate: '2026-01-31' }, own);
  await charge({ amount: '2', postingDate: '2026-02-01' }, own);
  await charge({ amount: '4', postingDate: '2026-02-28' }, own);
  await charge({ amount: '8', postingDate: '2026-03-01' }, own);
  await charge({ amount: '16', postingDate: '2026-02-10' }, other);
  const { id } = await charge({ amount: '-32', type: 'credit', postingDate: '2026-02-10' }, own);
  await world.current.query("UPDATE transactions SET type = 'payment' WHERE id = $1", [id]);
  const february = { from: '2026-02', to: '2026-02' };
  const at = async (place: StructureNode, by: SpendBy) => {
    const node = await seenNode(C, place.id);
    return node ? spendBy(C, { by, place: node, months: february, since: february.from }) : [];
  };
  expect(await at(company, 'place')).toMatchObject([
    { key: beside.id, isAccount: false, amount: '16', count: 1 },
    { key: point.id, isAccount: false, amount: '6', count: 2 }
  ]);
  for (const by of ['place', 'person'] as const)
    expect(await at(point, by)).toMatchObject([{ key: own.id, isAccount: true, month: '2026-02', amount: '6' }]);
  expect(await at(point, 'category')).toMatchObject([{ key: 'hotels', isAccount: false, amount: '6' }]);
});

describe('duplicates', () => {
  const flagged = async (rows: readonly PlacedTransaction[]) =>
    [
      ...(
        await duplicatesAmong(
          C,
          rows.map(({ id }) => id)
        )
      ).keys()
    ].sort();
  const twice = async (first: Parameters<typeof charge>[0], second: Parameters<typeof charge>[0]) => {
    const rows = [await charge(first), await charge(second)];
    return { rows, ids: rows.map(({ id }) => id).sort() };
  };

  test('CD.42 are of one currency, three days and thirty days of posting apart at most, and of one merchant by its number', async () => {
    const { rows, ids } = await twice(
      { merchant: 'One', merchantId: 'M1', postingDate: '2026-03-01' },
      { merchant: 'Two', merchantId: 'M1', postingDate: '2026-03-04' }
    );
    expect(await flagged(rows)).toEqual(ids);
    const set = (change: string) =>
      world.current.query(`UPDATE transactions SET ${change} WHERE id = $1`, [rows[1]?.id]);
    await set("currency = 'USD'");
    expect(await flagged(rows)).toEqual([]);
    await set("currency = 'EUR', merchant_id = 'M2'");
    expect(await flagged(rows)).toEqual([]);
    await set("merchant_id = 'M1', transaction_date = '2026-03-05'");
    expect(await flagged(rows)).toEqual([]);
    await set("transaction_date = '2026-03-04', amount = 99");
    expect(await flagged(rows)).toEqual([]);
    for (const [postingDate, isFlagged] of [
      ['2026-03-31', true],
      ['2026-04-01', false]
    ] as const) {
      const far = await twice(
        { merchant: `Late ${postingDate}`, postingDate: '2026-03-01' },
        { merchant: `Late ${postingDate}`, postingDate }
      );
      await world.current.query("UPDATE transactions SET transaction_date = '2026-03-01' WHERE id = $1", [
        far.rows[1]?.id
      ]);
      expect(await flagged(far.rows)).toEqual(isFlagged ? far.ids : []);
    }
  });

  test('CD.42 stay flagged whatever else becomes of them, and are none once somebody says so of either', async () => {
    const { rows, ids } = await twice({ merchant: 'Quay' }, { merchant: 'Quay' });
    await allocated(rows[0] as PlacedTransaction, {});
    expect(await flagged(rows)).toEqual(ids);
    const viewer = await aPrincipalAt(world.current, 'C', company, { authorities: ['transactions.view'] });
    const declared = async (by: Principal) => refusedFor(await declareNotDuplicate(by, rows[1]?.id as string, ORIGIN));
    expect(await declared(viewer)).toBe('forbidden.action');
    expect(await flagged(rows)).toEqual(ids);
    expect(await declared(C)).toBeNull();
    expect(await flagged(rows)).toEqual([]);
  });

  test('CD.20 CD.42 stay flagged whatever another issuer says of the same ids', async () => {
    const { rows, ids } = await twice({ merchant: 'Quay' }, { merchant: 'Quay' });
    const twin = await aTwinOf(world.current, company.issuerId);
    await world.current.query(
      `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id, details)
       SELECT issuer_id, posting_date, id, gen_random_uuid(), now(), 'not_duplicate', $2, '{}' FROM transactions
       WHERE issuer_id = $1 AND id = ANY($3)`,
      [twin.issuerId, C.userId, ids]
    );
    expect(await flagged(rows)).toEqual(ids);
  });
});

test('CD.42 a suggestion is learned from 183 days, of the same scheme and charges of the company, and never from itself', async () => {
  const scheme = await aScheme(world.current, company);
  const past = async (postingDate: string, on = account) => {
    const row = await charge({ merchant: 'Rail', postingDate }, on);
    await allocated(row, { [scheme.center]: 'S100' });
  };
  const of = async () => {
    const { id } = await charge({ merchant: 'Rail', postingDate: '2026-08-31' });
    const seen = await allocating(C, id);
    return seen ? (await suggestionsFor(seen)).map(({ basis, uses }) => [basis, uses]) : null;
  };
  await past('2026-08-01');
  await past('2026-08-01');
  await past('2026-02-28');
  expect(await of()).toEqual([]);
  await past('2026-03-01');
  expect(await of()).toEqual([['own_merchant', 3]]);
  const other = await aScheme(world.current, company, account);
  const { id } = await charge({ merchant: 'Rail', postingDate: '2026-08-31' });
  const seen = await allocating(C, id);
  expect(seen?.scheme?.id).toBe(other.id);
  expect(seen && (await suggestionsFor(seen))).toEqual([]);
});

test('CD.42 suggestions learn nothing from a divided charge', async () => {
  const scheme = await aScheme(world.current, company);
  const codes = { [scheme.center]: 'S100' };
  for (let past = 0; past < 3; past++) {
    const { id } = await charge({ merchant: 'Rail' });
    const splits = ['50', '50'].map((percent) => ({ percent, codes }));
    granted(await allocate(C, id, allocationSchema.parse({ version: 1, by: 'percent', splits }), ORIGIN));
  }
  const seen = await allocating(C, (await charge({ merchant: 'Rail' })).id);
  expect(seen?.scheme?.id).toBe(scheme.id);
  expect(seen && (await suggestionsFor(seen))).toEqual([]);
});

describe('many at once', () => {
  test('C2.015 take codes, or a profile, or both, and nothing that is empty', () => {
    const schemeId = '00000000-0000-4000-8000-000000000001';
    const fits = (typed: object) => massAllocationSchema.safeParse({ schemeId, ...typed });
    expect(fits({}).success).toBe(false);
    expect(fits({ codes: { [schemeId]: '' } }).success).toBe(false);
    expect(fits({ profileId: schemeId }).success).toBe(true);
    expect(fits({ codes: { [schemeId]: 'S100' } }).success).toBe(true);
  });

  test('C2.015 C4.005 what they are coded by is kept with its version, so that they can be reviewed; a profile of another scheme is refused', async () => {
    const scheme = await aScheme(world.current, company);
    const other = await aScheme(world.current, company, account);
    const viewer = await aPrincipalAt(world.current, 'C', company, { authorities: ['transactions.view'] });
    const row = await charge();
    const half = ['50', '50'].map((percent) => ({ percent, description: null, codes: { [scheme.center]: 'S100' } }));
    const profile = granted(await createSplitProfile(C, { name: 'Half', splits: half, schemeId: scheme.id }, ORIGIN));
    const asked = (typed: object) => massAllocationSchema.parse({ schemeId: other.id, ...typed });
    const done = async (by: Principal, typed: object) => {
      const { done: ids, refused } = await transaction((tx) => allocateMany(tx, by, [row.id], asked(typed), ORIGIN));
      return refused[0]?.refusal.code ?? ids;
    };
    const coded = { codes: { [other.center]: 'S100' } };
    expect(await done(viewer, coded)).toBe('forbidden.action');
    expect(await done(C, { profileId: profile })).toBe('split.profile.not.for');
    expect(await done(C, { codes: { [other.center]: 'X' } })).toBe('allocation.code.not.offered');
    expect(await done(C, coded)).toEqual([row.id]);
    const seen = await seenTransaction(C, row.id);
    expect(seen).toMatchObject({ schemeId: other.id, version: 2 });
    const shown = await allocating(C, row.id);
    expect(seen?.schemeVersion).toBe(shown?.scheme?.version);
  });

  test('C2.015 those without a scheme are counted apart', async () => {
    const point = await anOrgPoint(world.current, company);
    const within = await anAccount(world.current, point);
    const scheme = await aScheme(world.current, company, point);
    const rows = [await charge(), await charge({}, within), await charge({ state: 'reviewed' }, within)];
    expect(
      await massPreview(
        C,
        rows.map(({ id }) => id)
      )
    ).toEqual({
      looked: 3,
      closed: 1,
      unschemed: 1,
      schemes: [{ id: scheme.id, name: 'Costs', count: 1 }]
    });
  });
});

test('C5.027 retention is previewed of one company or of all, from the day on that is kept, and told as the platform’s', async () => {
  const other = await aCompany(world.current, issuer);
  const far = await anAccount(world.current, other);
  await withSetting(world.current, { issuerId: issuer.id }, 'data.retention.months', 3);
  const days = await world.current.query<{ before: string; kept: string }>(
    `SELECT (kept - 1)::text AS before, kept::text AS kept
     FROM (SELECT ((now() AT TIME ZONE time_zone)::date - interval '3 months')::date AS kept FROM issuers WHERE id = $1) k`,
    [issuer.id]
  );
  const { before, kept } = days[0] as (typeof days)[number];
  await charge({ postingDate: before, state: 'exported' });
  const stays = await charge({ postingDate: kept, state: 'exported' });
  await charge({ postingDate: before, state: 'exported' }, far);
  const preview = (companyId: string | null) => retentionPreview({ issuerId: issuer.id, companyId }, []);
  expect(await preview(company.id)).toEqual({ due: 1, kept: 0 });
  expect(await preview(null)).toEqual({ due: 2, kept: 0 });
  expect(await deleteExpired([])).toBe(2);
  expect((await seenTransaction(C, stays.id))?.id).toBe(stays.id);
  const audits = await world.current.query(
    "SELECT request_id, host(address) AS address FROM audit_entries WHERE issuer_id = $1 AND action = 'transactions.expired'",
    [issuer.id]
  );
  expect(audits).toEqual([1, 2].map(() => ({ request_id: 'retention', address: '127.0.0.1' })));
});
