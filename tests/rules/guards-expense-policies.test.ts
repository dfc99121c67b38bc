import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { dryRun } from '@/lib/money/expense-policies/dry-run';
import { policiesOfDays, policyInForce, policyVersion } from '@/lib/money/expense-policies/read-version';
import { RULE_KINDS, RULE_LEVELS, WITH_AMOUNT, WITH_DAYS } from '@/lib/money/expense-policies/rule-kinds';
import { rulesOfPolicy } from '@/lib/money/expense-policies/rules-of-policy';
import { standingOf } from '@/lib/money/expense-policies/standing';
import { startVersion } from '@/lib/money/expense-policies/start-version';
import { outOfPocketTypes } from '@/lib/money/expense-policies/types-to-choose';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, done, recordNow, recordsOf, tryChange, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let by: Principal;

beforeEach(async () => {
  stopClock(new Date('2026-06-15T10:00:00Z'));
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  by = await aPrincipalAt(world.current, 'C', company);
});
afterEach(() => shiftClock(0));

const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);
const make = (name: string, typed: object, parentId?: string) =>
  aRecord(by, name, recordsOf(company, parentId), { ...typed });
const refused = (name: string, typed: object, parentId?: string) =>
  tryRecord(by, name, recordsOf(company, parentId), { ...typed });
const change = (name: string, id: string, typed: object) => tryChange(by, name, issuer.id, id, { ...typed });
const now = (name: string, id: string) => recordNow(by, name, issuer.id, id);
const turnOff = async (name: string, id: string) =>
  done(await activateRecord(by, entityNamed(name), await now(name, id), false, ORIGIN));
const aPolicy = (validFrom?: string) => make('expense-policy', { name: 'Travel', ...(validFrom && { validFrom }) });
const place = () => ({ issuerId: issuer.id, companyId: company.id });
/** Moves what a company has set up to another issuer with the same ids. */
async function toATwin() {
  const twin = await aTwinOf(world.current, issuer.id);
  await query('DELETE FROM setup_records WHERE issuer_id = $1 AND parent_id IS NOT NULL', [issuer.id]);
  await query('DELETE FROM setup_records WHERE issuer_id = $1', [issuer.id]);
  return twin;
}

describe('a rule', () => {
  const kinds = Object.keys(RULE_KINDS) as (keyof typeof RULE_KINDS)[];
  const needOf = (kind: string) => {
    if ((WITH_AMOUNT as readonly string[]).includes(kind)) return { amount: '5' };
    if ((WITH_DAYS as readonly string[]).includes(kind)) return { days: '5' };
    return kind === 'category' ? { categories: ['5812'] } : {};
  };

  test('looks at one of thirteen things, and each needs its own values', async () => {
    expect(kinds).toEqual([
      ...['line', 'day', 'month', 'year', 'night', 'attendee'],
      ...['receipt', 'age', 'duplicate', 'category', 'attendees', 'weekend', 'distance']
    ]);
    expect(Object.fromEntries(kinds.map((kind) => [kind, Object.keys(needOf(kind)).join()]))).toEqual({
      line: 'amount',
      day: 'amount',
      month: 'amount',
      year: 'amount',
      night: 'amount',
      attendee: 'amount',
      receipt: 'amount',
      age: 'days',
      duplicate: 'days',
      category: 'categories',
      attendees: '',
      weekend: '',
      distance: 'amount'
    });
    const id = await aPolicy();
    for (const kind of kinds) {
      const need = needOf(kind);
      const without = await refused('expense-policy-rule', { kind, level: 'note' }, id);
      expect([kind, without]).toEqual([kind, Object.keys(need).map((field) => `${field} required.field`)]);
      if (kind !== 'weekend' && kind !== 'attendees')
        expect([kind, await refused('expense-policy-rule', { kind, level: 'note', ...need }, id)]).toEqual([kind, []]);
    }
  });

  test('is off, a note, an explanation or a refusal', async () => {
    expect(Object.keys(RULE_LEVELS)).toEqual(['off', 'note', 'explain', 'refuse']);
    const id = await aPolicy();
    for (const level of Object.keys(RULE_LEVELS))
      expect(await refused('expense-policy-rule', { kind: 'weekend', level }, id)).toEqual([]);
  });

  test('refuses 200 merchant categories at most, each as a code or a range that runs forward', async () => {
    const id = await aPolicy();
    const codes = Array.from({ length: 201 }, (_, at) => String(1000 + at));
    const categories = (of: string[], level: string) =>
      refused('expense-policy-rule', { kind: 'category', level, categories: of }, id);
    expect(await categories(codes, 'note')).toEqual(['categories too.many.field']);
    expect(await categories(codes.slice(1), 'note')).toEqual([]);
    expect(await categories(['581'], 'explain')).toEqual(['categories expense.codes.invalid']);
    expect(await categories(['5812-5811'], 'explain')).toEqual(['categories expense.codes.invalid']);
    expect(await categories(['5812-5812', '5811-5812'], 'explain')).toEqual([]);
  });
});

test('C9.025 a field that is not shown has a default value, any other may have none', async () => {
  const meals = await make('expense-type', { name: 'Meals', category: 'meals' });
  const property = (typed: object) => refused('expense-type-property', typed, meals);
  expect(await property({ property: 'tax', asked: 'hidden' })).toEqual(['preset required.field']);
  expect(await property({ property: 'tax', asked: 'hidden', preset: '0' })).toEqual([]);
  expect(await property({ property: 'vendor', asked: 'required' })).toEqual([]);
  expect(await property({ property: 'purpose', asked: 'optional', preset: 'Visit' })).toEqual([]);
});

describe('C2.019 on a day that is past', () => {
  const past = { name: 'Late', validFrom: '2026-06-14' };
  const early = ['validFrom date.too.early'];

  test('no version begins where one is in force, be it since today', async () => {
    const first = await aPolicy('2026-06-15');
    expect(await refused('expense-policy', past)).toEqual(early);
    await query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [first]);
    expect(await refused('expense-policy', past)).toEqual([]);
  });

  test('CD.20 the first one begins, whatever is planned, a draft, or another company’s or issuer’s', async () => {
    await aPolicy('2026-06-16');
    await aPolicy();
    const other = await aCompany(world.current, issuer);
    const their = { name: 'Theirs', validFrom: '2026-01-01' };
    await aRecord(await aPrincipalAt(world.current, 'C', other), 'expense-policy', recordsOf(other), their);
    expect(await refused('expense-policy', { ...past, validFrom: '2026-06-13' })).toEqual([]);
    await toATwin();
    expect(await refused('expense-policy', past)).toEqual([]);
  });
});

test('C4.020 the version of a day is the one that began last, of this company and issuer alone', async () => {
  const [first, second] = [await aPolicy('2026-01-01'), await aPolicy('2026-07-01')];
  await make('expense-policy', { name: 'Draft' });
  const off = await make('expense-policy', { name: 'Off', validFrom: '2026-08-01' });
  await turnOff('expense-policy', off);
  const other = await aCompany(world.current, issuer);
  const their = { name: 'Theirs', validFrom: '2026-09-01' };
  await aRecord(await aPrincipalAt(world.current, 'C', other), 'expense-policy', recordsOf(other), their);
  const days = ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01', '2026-09-01', '2026-09-01'];
  const versions = await policiesOfDays(database(), place(), days);
  expect([...versions].map(([day, { id }]) => [day, id])).toEqual([
    ['2026-01-01', first],
    ['2026-06-30', first],
    ['2026-07-01', second],
    ['2026-09-01', second]
  ]);
  for (const day of days) expect(await policyInForce(database(), place(), day)).toBe(versions.get(day)?.id ?? null);
  expect((await policyVersion(place(), first))?.name).toBe('Travel');
  expect(await policyVersion({ issuerId: issuer.id, companyId: other.id }, first)).toBeNull();
  await toATwin();
  expect([...(await policiesOfDays(database(), place(), days))]).toEqual([]);
  expect([await policyVersion(place(), first), await policyInForce(database(), place(), '2026-09-01')]).toEqual([
    null,
    null
  ]);
});

test('CD.20 a version has the active rules, tolerances and rates of its own company, and types of any state', async () => {
  const id = await aPolicy();
  const other = await make('expense-policy', { name: 'Other' });
  const conversion = (postedCurrency: string) => ({ postedCurrency, effectiveDate: '2026-01-01', rate: '2' });
  await make('expense-policy-rule', { kind: 'line', level: 'note', amount: '1' }, other);
  const rule = await make('expense-policy-rule', { kind: 'weekend', level: 'note' }, id);
  await make('expense-policy-rule', { kind: 'weekend', level: 'explain' }, id);
  await turnOff('expense-policy-rule', rule);
  await turnOff('expense-type', await make('expense-type', { name: 'Old', category: 'other' }));
  await turnOff('tolerance', await make('tolerance', { kind: 'percent', minimum: '1', maximum: '2' }));
  await make('tolerance', { kind: 'amount', minimum: '3', maximum: '4' });
  await turnOff('currency-conversion-rule', await make('currency-conversion-rule', conversion('JPY')));
  await make('currency-conversion-rule', conversion('SEK'));
  const elsewhere = await aCompany(world.current, issuer);
  const they = await aPrincipalAt(world.current, 'C', elsewhere);
  await aRecord(they, 'currency-conversion-rule', recordsOf(elsewhere), conversion('NOK'));
  await aRecord(they, 'expense-type', recordsOf(elsewhere), { name: 'Theirs', category: 'other' });
  await aRecord(they, 'tolerance', recordsOf(elsewhere), { kind: 'amount', minimum: '5', maximum: '6' });
  const expected = {
    rules: [expect.objectContaining({ level: 'explain' })],
    types: [expect.objectContaining({ name: 'Old', isActive: false })],
    tolerances: [{ kind: 'amount', minimum: '3', maximum: '4' }],
    rates: [{ currency: 'SEK', from: '2026-01-01', rate: '2' }]
  };
  await aTwinOf(world.current, issuer.id);
  expect(await policyVersion(place(), id)).toMatchObject(expected);
  const shown = await rulesOfPolicy(await now('expense-policy', id));
  expect(shown.map(({ values }) => values.level)).toEqual(['explain']);
});

test('CD.20 a policy’s rules are shown in their order, and nothing else that belongs to it', async () => {
  const id = await aPolicy();
  for (const level of ['refuse', 'note', 'explain']) await make('expense-policy-rule', { kind: 'weekend', level }, id);
  await query("UPDATE setup_records SET position = 9 WHERE parent_id = $1 AND data->>'level' = 'refuse'", [id]);
  await query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data)
     SELECT issuer_id, gen_random_uuid(), 'expense-type-property', owner_id, id, 'tax', '{"property": "tax"}'
     FROM setup_records WHERE id = $1`,
    [id]
  );
  const shown = await rulesOfPolicy(await now('expense-policy', id));
  expect(shown.map(({ values }) => values.level)).toEqual(['note', 'explain', 'refuse']);
});

test('C2.073 one’s own money is spent on the active types that the company takes for it, in their order', async () => {
  const types = ['Fuel', 'Meals', 'Hotel', 'Old'];
  const ids: Record<string, string> = {};
  for (const name of types)
    ids[name] = await make('expense-type', { name, category: 'other', outOfPocket: name === 'Hotel' ? '' : 'yes' });
  await turnOff('expense-type', ids.Old ?? '');
  await query('UPDATE setup_records SET position = 9 WHERE id = $1', [ids.Fuel]);
  const other = await aCompany(world.current, issuer);
  const their = { name: 'Theirs', category: 'other', outOfPocket: 'yes' };
  await aRecord(await aPrincipalAt(world.current, 'C', other), 'expense-type', recordsOf(other), their);
  await aTwinOf(world.current, issuer.id);
  expect(await outOfPocketTypes(place())).toMatchObject([
    { id: ids.Meals, name: 'Meals' },
    { id: ids.Fuel, name: 'Fuel' }
  ]);
});

describe('how a version stands', () => {
  test('inactive, whatever its day', async () => {
    for (const validFrom of [undefined, '2026-07-01']) {
      const id = await make('expense-policy', { name: `From ${validFrom}`, ...(validFrom && { validFrom }) });
      await turnOff('expense-policy', id);
      expect(await standingOf(await now('expense-policy', id))).toBe('inactive');
    }
  });

  test('in force from its day on, past from the next one’s', async () => {
    const [first, second, third] = [await aPolicy(), await aPolicy('2026-06-15'), await aPolicy('2026-06-16')];
    await change('expense-policy', first, { name: 'Draft' });
    const standing = (id: string | undefined) => now('expense-policy', id ?? '').then(standingOf);
    expect(await Promise.all([first, second, third].map(standing))).toEqual(['draft', 'in_force', 'planned']);
    stopClock(new Date('2026-06-16T10:00:00Z'));
    expect(await Promise.all([first, second, third].map(standing))).toEqual(['draft', 'past', 'in_force']);
  });
});

test('C2.019 the next version of a policy without rules has none, and is one draft however often it is started', async () => {
  const id = await aPolicy('2026-01-01');
  const next = done(await startVersion(by, { issuerId: issuer.id, id }, ORIGIN));
  expect(next).not.toBe(id);
  expect(await rulesOfPolicy(await now('expense-policy', next))).toEqual([]);
  expect(done(await startVersion(by, { issuerId: issuer.id, id }, ORIGIN))).toBe(next);
  expect(done(await startVersion(by, { issuerId: issuer.id, id: next }, ORIGIN))).toBe(next);
});

describe('the dry run', () => {
  const run = (id: string, who = by) => dryRun(who, { issuerId: issuer.id, id });

  test('needs the permission to see the policy and transactions', async () => {
    const id = await aPolicy();
    expect(await run(id)).toEqual({ count: 0, found: 0, isCut: false, results: [] });
    expect(await run(company.id)).toBeNull();
    expect(await run(id, await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer)))).toBeNull();
    const authorities = new Set([...by.authorities].filter((one) => one !== 'transactions.view'));
    expect(authorities.size).toBe(by.authorities.size - 1);
    expect(await run(id, { ...by, authorities })).toBeNull();
  });

  test('adds the charges of a day up in the order of their coming', async () => {
    const account = await anAccount(world.current, company);
    const id = await aPolicy();
    await make('expense-policy-rule', { kind: 'month', level: 'note', amount: '100' }, id);
    const spent: { id: string; date: string }[] = [];
    for (const [date, amount] of [
      ['2026-06-03', '40'],
      ['2026-06-01', '40'],
      ['2026-06-02', '30'],
      ['2026-06-03', '5'],
      ['2026-06-01', '10'],
      ['2026-06-02', '5']
    ] as const)
      spent.push({ date, ...(await aTransaction(world.current, account, { postingDate: date, amount })) });
    const [result] = (await run(id))?.results ?? [];
    const third = spent.filter(({ date }) => date === '2026-06-03').map((one) => one.id);
    // 85 before the third day: the first of its charges passes the limit, or the second.
    const [first] = [...third].sort();
    const passes = first === third[0] ? third.length : 1;
    expect(result?.listed.map(({ transaction }) => transaction.date)).toEqual(Array(passes).fill('2026-06-03'));
    expect(result?.listed.map(({ finding }) => finding.actual).sort()).toEqual(
      first === third[0] ? ['125', '130'] : ['130']
    );
  });

  test('lists the newest first, the most frequent result before others', async () => {
    const account = await anAccount(world.current, company);
    const id = await aPolicy();
    await make('expense-policy-rule', { kind: 'line', level: 'note', amount: '50' }, id);
    await make('expense-policy-rule', { kind: 'duplicate', level: 'explain', days: '30' }, id);
    for (const [postingDate, merchant, amount] of [
      ['2026-05-01', 'Bar', '1'],
      ['2026-05-02', 'Inn', '2'],
      ['2026-05-03', 'Inn', '2'],
      ['2026-05-04', 'Pub', '3'],
      ['2026-05-05', 'Pub', '3'],
      ['2026-05-06', 'Bar', '1'],
      ['2026-05-07', 'Spa', '51']
    ] as const)
      await aTransaction(world.current, account, { postingDate, merchant, amount });
    const results = (await run(id))?.results ?? [];
    expect(results.map(({ kind, count }) => [kind, count])).toEqual([
      ['duplicate', 3],
      ['line', 1]
    ]);
    expect(results[0]?.listed.map(({ transaction }) => transaction.date)).toEqual([
      '2026-05-06',
      '2026-05-05',
      '2026-05-03'
    ]);
  });

  test('judges the newest 100,000 transactions, and says where there are more', async () => {
    const { id: account } = await anAccount(world.current, company);
    const id = await aPolicy();
    await query("SELECT create_transaction_partitions('2026-06-01', '2026-06-01')");
    // Without the triggers, which would count each of them.
    const more = (count: number) =>
      query(`DO $$ BEGIN SET LOCAL session_replication_role = replica;
        INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type,
          transaction_date, amount, currency, billed_amount, billed_currency, merchant_name)
        SELECT '${issuer.id}', '2026-06-01', made, '${company.id}', '${account}', made, 'purchase',
          '2026-06-01', 1, 'EUR', 1, 'EUR', 'Quay'
        FROM (SELECT gen_random_uuid() AS made FROM generate_series(1, ${count})); END $$`);
    await more(100_000);
    expect(await run(id)).toMatchObject({ count: 100_000, isCut: false });
    await more(1);
    expect(await run(id)).toMatchObject({ count: 100_000, isCut: true });
  });
});
