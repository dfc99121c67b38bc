import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { dryRun } from '@/lib/money/expense-policies/dry-run';
import { policiesOfDays } from '@/lib/money/expense-policies/read-version';
import { rulesOfPolicy } from '@/lib/money/expense-policies/rules-of-policy';
import { standingOf } from '@/lib/money/expense-policies/standing';
import { startVersion } from '@/lib/money/expense-policies/start-version';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, done, recordNow, recordsOf, refusalsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let by: Principal;

beforeAll(async () => {
  issuer = await anIssuer(world.current);
});
beforeEach(async () => {
  stopClock(new Date('2026-06-15T10:00:00Z'));
  company = await aCompany(world.current, issuer);
  by = await aPrincipalAt(world.current, 'C', company);
});
afterEach(() => shiftClock(0));

const at = (parentId?: string) => recordsOf(company, parentId);
const make = (name: string, typed: object, parentId?: string) => aRecord(by, name, at(parentId), { ...typed });
const refused = (name: string, typed: object, parentId?: string) => tryRecord(by, name, at(parentId), { ...typed });
const change = (name: string, id: string, typed: object) => tryChange(by, name, issuer.id, id, { ...typed });
const now = (name: string, id: string) => recordNow(by, name, issuer.id, id);
const inForce = async (date: string, companyId = company.id) =>
  (await policiesOfDays(database(), { issuerId: issuer.id, companyId }, [date])).get(date) ?? null;

const LIMIT = { kind: 'line', level: 'explain', amount: '100' };

/** A version with one rule, in force from a day on. */
async function aPolicy(validFrom: string | undefined, rule: object = LIMIT): Promise<string> {
  const id = await make('expense-policy', { name: 'Travel' });
  await make('expense-policy-rule', rule, id);
  if (validFrom) expect(await change('expense-policy', id, { validFrom })).toEqual([]);
  return id;
}

describe('C2.019 versions of a policy', () => {
  test('C3.074 the version that began last is in force, with its rules, types, tolerances and rates', async () => {
    const type = await make('expense-type', { name: 'Meals', category: 'meals', receiptFrom: '25.5' });
    await make('expense-type-property', { property: 'purpose', asked: 'required' }, type);
    await make('tolerance', { kind: 'percent', minimum: '5', maximum: '10' });
    await make('currency-conversion-rule', { postedCurrency: 'JPY', effectiveDate: '2026-01-01', rate: '0.0065' });
    const first = await aPolicy('2026-01-01', { ...LIMIT, type: 'Meals' });
    await make('expense-policy', { name: 'Next', validFrom: '2026-07-01' });
    expect(await inForce('2025-12-31')).toBeNull();
    const { currency } = await world.current
      .query<{ currency: string }>('SELECT currency FROM companies WHERE id = $1', [company.id])
      .then(([row]) => row as { currency: string });
    expect(await inForce('2026-06-30')).toEqual({
      id: first,
      name: 'Travel',
      validFrom: '2026-01-01',
      instructions: null,
      currency,
      rules: [
        {
          id: expect.any(String),
          kind: 'line',
          level: 'explain',
          typeId: type,
          amount: '100',
          days: null,
          categories: []
        }
      ],
      types: [
        {
          id: type,
          name: 'Meals',
          isActive: true,
          category: 'meals',
          receiptFrom: '25.5',
          isReceiptOnly: false,
          merchantCategories: [],
          asks: [{ property: 'purpose', asked: 'required', preset: null }]
        }
      ],
      tolerances: [{ kind: 'percent', minimum: '5', maximum: '10' }],
      rates: [{ currency: 'JPY', from: '2026-01-01', rate: '0.0065' }]
    });
    expect(await inForce('2026-07-01')).toMatchObject({ name: 'Next', rules: [] });
    const other = await aCompany(world.current, issuer);
    expect(await inForce('2026-06-30', other.id)).toBeNull();
  });

  test('a draft and an inactive version are never in force', async () => {
    await aPolicy(undefined);
    const planned = await make('expense-policy', { name: 'Next', validFrom: '2026-07-01' });
    const entity = entityNamed('expense-policy');
    done(await activateRecord(by, entity, await now('expense-policy', planned), false, ORIGIN));
    expect(await inForce('2027-01-01')).toBeNull();
  });

  test('each says how it stands today', async () => {
    const standing = async (id: string) => standingOf(await now('expense-policy', id));
    const first = await aPolicy('2026-01-01');
    const next = await make('expense-policy', { name: 'Travel', validFrom: '2026-06-16' });
    const draft = await make('expense-policy', { name: 'Travel' });
    expect(await Promise.all([first, next, draft].map(standing))).toEqual(['in_force', 'planned', 'draft']);
    stopClock(new Date('2026-06-16T10:00:00Z'));
    expect(await Promise.all([first, next].map(standing))).toEqual(['past', 'in_force']);
  });

  test('one in force no longer changes, nor do its rules', async () => {
    const id = await aPolicy('2026-06-15');
    const [rule] = await rulesOfPolicy(await now('expense-policy', id));
    const kept = ['expense.policy.in.force'];
    expect(await change('expense-policy', id, { name: 'Other' })).toEqual(kept);
    expect(await change('expense-policy', id, { validFrom: '' })).toEqual(kept);
    expect(await tryDelete(by, 'expense-policy', issuer.id, id)).toBe('expense.policy.in.force');
    expect(await refused('expense-policy-rule', { kind: 'weekend', level: 'note' }, id)).toEqual(kept);
    expect(await change('expense-policy-rule', rule?.id ?? '', { amount: '200' })).toEqual(kept);
    expect(await tryDelete(by, 'expense-policy-rule', issuer.id, rule?.id ?? '')).toBe('expense.policy.in.force');
    const entity = entityNamed('expense-policy-rule');
    const off = await activateRecord(by, entity, await now('expense-policy-rule', rule?.id ?? ''), false, ORIGIN);
    expect(refusalsOf(off)).toEqual(kept);
    expect(await inForce('2026-06-15')).toMatchObject({ name: 'Travel', rules: [{ amount: '100' }] });
  });

  test('one that is planned still changes, with its rules', async () => {
    const id = await aPolicy('2026-06-16');
    const [rule] = await rulesOfPolicy(await now('expense-policy', id));
    expect(await change('expense-policy-rule', rule?.id ?? '', { amount: '200' })).toEqual([]);
    expect(await change('expense-policy', id, { validFrom: '' })).toEqual([]);
    expect(await tryDelete(by, 'expense-policy', issuer.id, id)).toBe('deleted');
  });

  test('only the first one begins on a day that is past', async () => {
    await aPolicy('2025-01-01');
    expect(await refused('expense-policy', { name: 'Travel', validFrom: '2026-06-14' })).toEqual([
      'validFrom date.too.early'
    ]);
    expect(await refused('expense-policy', { name: 'Travel', validFrom: '2026-06-15' })).toEqual([]);
    expect(await refused('expense-policy', { name: 'Other', validFrom: '2026-06-15' })).toEqual([
      'validFrom setup.taken'
    ]);
  });
});

describe('C2.019 the next version', () => {
  test('is a draft with the rules of the one before, in their order, without those about inactive types', async () => {
    const [meals, hotel] = [
      await make('expense-type', { name: 'Meals', category: 'meals' }),
      await make('expense-type', { name: 'Hotel', category: 'lodging' })
    ];
    const id = await make('expense-policy', { name: 'Travel', instructions: 'Keep receipts.' });
    for (const rule of [
      { kind: 'weekend', level: 'note' },
      { ...LIMIT, type: 'Meals' },
      { ...LIMIT, type: 'Hotel' },
      { kind: 'category', level: 'refuse', categories: ['7995', '3000-3299'] }
    ])
      await make('expense-policy-rule', rule, id);
    await change('expense-policy', id, { validFrom: '2026-01-01' });
    done(await activateRecord(by, entityNamed('expense-type'), await now('expense-type', hotel), false, ORIGIN));
    const next = done(await startVersion(by, { issuerId: issuer.id, id }, ORIGIN));
    const draft = await now('expense-policy', next);
    expect(draft.values).toEqual({ name: 'Travel', validFrom: null, instructions: 'Keep receipts.' });
    const rules = await rulesOfPolicy(draft);
    expect(rules.map(({ values: { kind, type, categories } }) => [kind, type, categories])).toEqual([
      ['weekend', null, null],
      ['line', meals, null],
      ['category', null, ['7995', '3000-3299']]
    ]);
    expect(done(await startVersion(by, { issuerId: issuer.id, id }, ORIGIN))).toBe(next);
  });

  test('is started by those alone who may change the company’s set-up', async () => {
    const id = await aPolicy('2026-01-01');
    const reader = await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company));
    const outcome = await startVersion(reader, { issuerId: issuer.id, id }, ORIGIN);
    expect(refusalsOf(outcome)).toEqual(['user.not.authorized']);
  });
});

describe('rules of a policy', () => {
  test.each([
    [{ kind: 'line', level: 'explain' }, ['amount required.field']],
    [{ kind: 'line', level: 'explain', amount: '-1' }, ['amount number.too.small']],
    [{ kind: 'receipt', level: 'refuse', amount: '0' }, []],
    [{ kind: 'age', level: 'explain' }, ['days required.field']],
    [{ kind: 'age', level: 'explain', days: '0' }, ['days number.too.small']],
    [{ kind: 'category', level: 'refuse' }, ['categories required.field']],
    [{ kind: 'category', level: 'refuse', categories: ['3299-3000'] }, ['categories expense.codes.invalid']],
    [{ kind: 'weekend', level: 'loud' }, ['level choice.invalid']],
    [{ kind: 'weekend', level: 'off', amount: '5' }, ['amount setup.not.asked']],
    [{ kind: 'day', level: 'note', amount: '12.345' }, []]
  ])('%j: %j', async (rule, refusals) => {
    const id = await make('expense-policy', { name: 'Travel' });
    expect(await refused('expense-policy-rule', rule, id)).toEqual(refusals);
  });

  test('a kind has one rule of each level for a type', async () => {
    const id = await make('expense-policy', { name: 'Travel' });
    await make('expense-policy-rule', LIMIT, id);
    expect(await refused('expense-policy-rule', { ...LIMIT, amount: '5' }, id)).toEqual(['kind setup.taken']);
    expect(await refused('expense-policy-rule', { ...LIMIT, level: 'refuse' }, id)).toEqual([]);
    await make('expense-type', { name: 'Meals', category: 'meals' });
    expect(await refused('expense-policy-rule', { ...LIMIT, type: 'Meals' }, id)).toEqual([]);
  });
});

describe('the dry run', () => {
  const spend = (account: StructureNode, day: string, amount: string, category = '5812') =>
    aTransaction(world.current, account, { postingDate: day, amount, category, merchant: `Shop ${amount}` });

  test('judges the transactions of 90 days by the types that are proposed for them', async () => {
    const account = await anAccount(world.current, company);
    await make('expense-type', { name: 'Meals', category: 'meals', merchantCategories: ['5811-5814'] });
    const id = await make('expense-policy', { name: 'Travel' });
    for (const rule of [
      { kind: 'day', level: 'refuse', type: 'Meals', amount: '100' },
      { kind: 'receipt', level: 'explain', amount: '250' }
    ])
      await make('expense-policy-rule', rule, id);
    const first = await spend(account, '2026-06-10', '60');
    const second = await spend(account, '2026-06-10', '60.01');
    const dear = await spend(account, '2026-03-17', '250', '7011');
    await spend(account, '2026-03-16', '300', '7011');
    await aTransaction(world.current, account, { postingDate: '2026-06-10', amount: '500', type: 'cash' });
    const elsewhere = await anAccount(world.current, await aCompany(world.current, issuer));
    await spend(elsewhere, '2026-06-10', '900');
    const run = await dryRun(by, { issuerId: issuer.id, id });
    expect(run).toMatchObject({ count: 3, found: 2, isCut: false });
    const told = run?.results.map(({ kind, level, type, count, listed }) => ({
      kind,
      level,
      type,
      count,
      of: listed.map(({ transaction }) => transaction.id)
    }));
    expect(new Set(told)).toEqual(
      new Set([
        { kind: 'day', level: 'refuse', type: 'Meals', count: 1, of: [[first.id, second.id].sort()[1]] },
        { kind: 'receipt', level: 'explain', type: null, count: 1, of: [dear.id] }
      ])
    );
  });

  test('lists the newest twenty of a rule, and counts all', async () => {
    const account = await anAccount(world.current, company);
    const id = await aPolicy(undefined, { kind: 'line', level: 'note', amount: '0' });
    for (let n = 1; n <= 22; n++) await spend(account, `2026-05-${String(n).padStart(2, '0')}`, `${n}`);
    const run = await dryRun(by, { issuerId: issuer.id, id });
    const [result] = run?.results ?? [];
    expect([result?.count, result?.listed.length]).toEqual([22, 20]);
    expect(result?.listed[0]?.transaction.date).toBe('2026-05-22');
  });
});
