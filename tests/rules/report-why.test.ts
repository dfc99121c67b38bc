import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { translator } from '@/lib/core/language/texts';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { printedIn } from '@/lib/kit/reports/printed';
import { type ReportSource, reportSource } from '@/lib/kit/reports/report-source';
import { canTellWhy, whyRows } from '@/lib/kit/reports/why-row';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const t = translator('en_US');
let C: Principal;
let account: StructureNode;
let issuer: StructureNode;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});

function sourceOf(query: Record<string, string>, more: object = {}): ReportSource {
  const definition = definitionSchema.parse({
    dataSet: 'transactions',
    columns: ['merchantName'],
    query: new URLSearchParams(query).toString(),
    ...more
  });
  const source = reportSource(LISTS, C, definition);
  if (!source) throw new Error('no source');
  return source;
}
const why = (source: ReportSource, sought: string, principal = C) =>
  whyRows(principal, source, sought, t, printedIn('en_US', 'UTC', t));

test('issue 18 C3.035 each condition of a report says what it asks for, what a row has, and whether that fits', async () => {
  await aTransaction(world.current, account, { reference: 'REF-1', merchant: 'Air Line', postingDate: '2026-03-03' });
  const query = { 'postingDate.from': '2026-02-01', 'postingDate.to': '2026-02-28', state: 'open', q: 'air' };
  const [row, ...others] = await why(sourceOf(query), ' REF-1 ');
  expect(others).toEqual([]);
  expect(row).toEqual({
    name: 'Air Line',
    isIn: false,
    conditions: [
      { label: 'Search', asked: 'air', has: null, group: null, isMet: true },
      {
        label: 'Posting date',
        asked: 'Feb 1, 2026 – Feb 28, 2026',
        has: 'Mar 3, 2026',
        group: null,
        isMet: false
      },
      { label: 'Status', asked: 'To review', has: 'To review', group: null, isMet: true }
    ]
  });
  const [inside] = await why(sourceOf({ ...query, 'postingDate.to': '2026-03-31' }), 'REF-1');
  expect(inside?.isIn).toBe(true);
  // What is missing is no match, and said as nothing.
  const [without] = await why(sourceOf({ purpose: 'visit' }), 'REF-1');
  expect(without?.conditions).toMatchObject([{ label: 'Purpose', has: '', isMet: false }]);
});

test('issue 18 C3.035 of several groups of conditions one must hold as a whole', async () => {
  await aTransaction(world.current, account, { reference: 'REF-2', merchant: 'Air Line', amount: '60.00' });
  const group = (query: Record<string, string>) => new URLSearchParams(query).toString();
  const halves = [
    group({ merchantName: 'air', 'billedAmount.from': '100' }),
    group({ merchantName: 'hotel', 'billedAmount.to': '100' })
  ];
  const [split] = await why(sourceOf({}, { anyOf: halves }), 'REF-2');
  expect(split?.isIn).toBe(false);
  expect(split?.conditions.map(({ group, isMet }) => [group, isMet])).toEqual([
    [1, true],
    [1, false],
    [2, false],
    [2, true]
  ]);
  const [whole] = await why(sourceOf({}, { anyOf: [...halves, group({ merchantName: 'line' })] }), 'REF-2');
  expect(whole?.isIn).toBe(true);
});

test('issue 18 CD.20 a row outside the scope is answered as one that does not exist, by reference and by id', async () => {
  const other = await anAccount(world.current, await aCompany(world.current, issuer));
  const { id } = await aTransaction(world.current, other, { reference: 'REF-3' });
  const source = sourceOf({ state: 'open' });
  expect([await why(source, 'REF-3'), await why(source, id)]).toEqual([[], []]);
  expect(await why(source, 'no such thing')).toEqual([]);
  const { id: own } = await aTransaction(world.current, account, { reference: 'REF-4' });
  expect([(await why(source, own)).length, (await why(source, `${own}'--`)).length]).toEqual([1, 0]);
  // A right that was lost meanwhile lets in nothing, whatever the source was made with.
  const A = await aPrincipalAt(world.current, 'A', account);
  const users = reportSource(LISTS, C, definitionSchema.parse({ dataSet: 'users', columns: ['name'] })) as ReportSource;
  expect((await why(users, C.userId)).length).toBe(1);
  expect(await why(users, C.userId, A)).toEqual([]);
});

test('issue 18 C9.009 people, accounts and payments are known by what people call them, never by a whole card number', async () => {
  const person = await aUserAt(world.current, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const of = (dataSet: string, columns: string[]) => sourceOf({}, { dataSet, columns });
  const [known] = await why(of('users', ['name']), person.userId.toUpperCase());
  expect(known).toMatchObject({ name: 'Berg, Ada', isIn: true, conditions: [] });
  const [{ digits }] = (await world.current.query('SELECT last_four AS digits FROM accounts WHERE id = $1', [
    account.id
  ])) as [{ digits: string }];
  expect((await why(of('accounts', ['name1']), digits)).map(({ name }) => name)).toContain(account.name);
  expect(canTellWhy(of('payments', ['reference']))).toBe(true);
  // Entries of the audit have no name.
  const audit = of('audit', ['action']);
  expect([canTellWhy(audit), await why(audit, '1')]).toEqual([false, []]);
});
