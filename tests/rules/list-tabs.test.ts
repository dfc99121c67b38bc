import { USERS } from '@/lib/directory/people/user-listing';
import { listPage, listTotals } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { currentTab, listTabs } from '@/lib/kit/listing/tabs';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();

/** A company's administrator with transactions in these states, and one at another company. */
async function aMonth(states: readonly ('open' | 'reviewed' | 'approved')[]) {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const account = await anAccount(db, company);
  for (const [index, state] of states.entries())
    await aTransaction(db, account, { state, amount: `${index + 1}.50`, merchant: `Inn ${index}` });
  await aTransaction(db, await anAccount(db, await aCompany(db, issuer)), { state: 'open' });
  return { principal: await aPrincipalAt(db, 'C', company) };
}

const countsOf = async (...asked: Parameters<typeof listTabs>) =>
  Object.fromEntries((await listTabs(...asked)).map(({ label, count }) => [label, count]));

test('CD.11 tabs count their rows under the search and the other filters, and nothing out of scope', async () => {
  const { principal } = await aMonth(['open', 'open', 'reviewed', 'approved']);
  const all = {
    'transaction.state.open': 2,
    'transaction.tab.no.receipt': 2,
    'transaction.state.reviewed': 1,
    'transaction.state.approved': 1,
    'transaction.state.exported': 0,
    'listing.tab.all': 4
  };
  expect(await countsOf(principal, TRANSACTIONS, readQuery(TRANSACTIONS, {}))).toEqual(all);
  // The current tab's own filter doesn't narrow the others.
  expect(await countsOf(principal, TRANSACTIONS, readQuery(TRANSACTIONS, { state: 'reviewed' }))).toEqual(all);
  const narrowed = await countsOf(principal, TRANSACTIONS, readQuery(TRANSACTIONS, { q: 'Inn 1', state: 'approved' }));
  expect(narrowed).toMatchObject({
    'transaction.state.open': 1,
    'transaction.state.approved': 0,
    'listing.tab.all': 1
  });
  const none = await aPrincipalAt(world.current, 'C', await aCompany(world.current, await anIssuer(world.current)));
  expect((await countsOf(none, TRANSACTIONS, readQuery(TRANSACTIONS, {})))['listing.tab.all']).toBe(0);
});

test('CD.11 a tab leads to an address that selects as many rows as it counts, and is then the current one', async () => {
  const { principal } = await aMonth(['open', 'reviewed', 'reviewed']);
  for (const tab of await listTabs(principal, TRANSACTIONS, readQuery(TRANSACTIONS, {}))) {
    const given = Object.fromEntries(Object.entries(tab.changes).filter(([, value]) => value !== null));
    const query = readQuery(TRANSACTIONS, given as Record<string, string>);
    expect(query.faults).toEqual({});
    expect(currentTab(TRANSACTIONS, query)?.label).toBe(tab.label);
    expect((await listPage(principal, TRANSACTIONS, query)).rows).toHaveLength(tab.count ?? -1);
  }
  // A filter of a tab's column that no tab has leaves none of them current.
  expect(currentTab(TRANSACTIONS, readQuery(TRANSACTIONS, { receipt: 'true' }))).toBeUndefined();
  expect(currentTab(USERS, readQuery(USERS, { status: 'locked' }))?.label).toBe('user.status.locked');
});

test('CD.11 the totals of a list are those of all matching rows, by currency, with their number', async () => {
  const { principal } = await aMonth(['open', 'open', 'reviewed']);
  const totals = await listTotals(principal, TRANSACTIONS, readQuery(TRANSACTIONS, { state: 'open', size: '10' }));
  expect(totals.count).toBe(2);
  expect(totals.sums?.map(({ amount }) => amount)).toEqual(['4']);
  const { count, sums } = await listTotals(principal, USERS, readQuery(USERS, {}));
  expect([count, sums]).toEqual([1, null]);
});
