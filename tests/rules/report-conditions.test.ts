import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { transaction } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import type { Listing } from '@/lib/kit/listing/listing';
import { listPage } from '@/lib/kit/listing/page';
import { comparisonsOf, readQuery, writeQuery } from '@/lib/kit/listing/query';
import { savedViews, saveView } from '@/lib/kit/listing/saved-views';
import { listTabs } from '@/lib/kit/listing/tabs';
import { askedOf } from '@/lib/kit/reports/asked';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { printedIn } from '@/lib/kit/reports/printed';
import { reportRows } from '@/lib/kit/reports/read-report';
import { type ReportSource, reportSource, withDays } from '@/lib/kit/reports/report-source';
import { createReport } from '@/lib/kit/reports/save-report';
import { seenReport } from '@/lib/kit/reports/saved-reports';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let C: Principal;

beforeEach(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
  for (const [merchant, amount, state, purpose] of [
    ['Harbour Hotel', '120.50', 'open', 'Visit'],
    ['Corner Café', '9.00', 'reviewed', 'Team'],
    ['Air Line', '60.00', 'open', null]
  ] as const) {
    const { id } = await aTransaction(world.current, account, { merchant, amount, state, postingDate: '2026-02-01' });
    await world.current.query('UPDATE transactions SET purpose = $2 WHERE id = $1', [id, purpose]);
  }
});

const sourceOf = (query: Record<string, string>, more: object = {}): ReportSource => {
  const definition = definitionSchema.parse({
    dataSet: 'transactions',
    columns: ['merchantName'],
    query: new URLSearchParams(query).toString(),
    ...more
  });
  return reportSource(LISTS, C, definition) as ReportSource;
};
const merchantsOf = (query: Record<string, string>, more: object = {}) =>
  transaction(async (tx) => {
    const merchants: unknown[] = [];
    for await (const row of reportRows(tx, C, sourceOf(query, more))) merchants.push(row.merchantName);
    return merchants.sort();
  });

test('issue 18 C3.035 a condition has several values, their opposite, parts of texts, or no value', async () => {
  const all = ['Air Line', 'Corner Café', 'Harbour Hotel'];
  for (const [query, expected] of [
    [{ merchantName: 'air line\nHARBOUR HOTEL', 'merchantName.is': 'in' }, ['Air Line', 'Harbour Hotel']],
    [{ merchantName: 'air line', 'merchantName.is': 'not' }, ['Corner Café', 'Harbour Hotel']],
    [{ merchantName: 'line\ncafé', 'merchantName.is': 'without' }, ['Harbour Hotel']],
    [{ sourceReference: '-', 'sourceReference.is': 'contains' }, all],
    [{ state: 'open\napproved', 'state.is': 'in' }, ['Air Line', 'Harbour Hotel']],
    [{ 'purpose.is': 'empty' }, ['Air Line']],
    [{ 'purpose.is': 'filled', 'billedAmount.is': 'not', 'billedAmount.to': '9' }, ['Harbour Hotel']],
    // What isn't there is not that value.
    [{ purpose: 'team', 'purpose.is': 'not' }, ['Air Line', 'Harbour Hotel']],
    [{ 'postingDate.is': 'not', 'postingDate.from': '2026-02-01', 'postingDate.to': '2026-02-01' }, []]
  ] as [Record<string, string>, string[]][])
    expect({ query, merchants: await merchantsOf(query) }).toEqual({ query, merchants: expected });
  const anyOf = [
    new URLSearchParams({ 'purpose.is': 'empty' }).toString(),
    new URLSearchParams({ merchantName: 'corner', 'merchantName.is': 'without', state: 'reviewed' }).toString()
  ];
  expect(await merchantsOf({}, { anyOf })).toEqual(['Air Line']);
});

test('C2.016 a comparison that a column does not have, and too many values, are told and compare nothing', () => {
  const read = (params: Record<string, string>) => {
    const { filters, faults } = readQuery(TRANSACTIONS, params);
    return { filters, faults };
  };
  expect(read({ state: 'open', 'state.is': 'contains' })).toEqual({
    filters: {},
    faults: { 'state.is': 'invalid.entry' }
  });
  expect(read({ state: 'open\nnothing', 'state.is': 'not' }).faults).toEqual({ state: 'invalid.entry' });
  expect(read({ merchantName: ' \n ', 'merchantName.is': 'in' })).toEqual({ filters: {}, faults: {} });
  const many = (count: number) =>
    read({ merchantName: Array.from({ length: count }, (_, at) => `m${at}`).join('\n'), 'merchantName.is': 'in' });
  expect(many(50).faults).toEqual({});
  expect(many(51).faults).toEqual({ merchantName: 'too.long' });
  expect(read({ exportNumber: '1,5\n2', 'exportNumber.is': 'in' }).filters.exportNumber).toEqual({
    value: '1.5\n2',
    is: 'in'
  });
  // Two numbers of four lines are not the number of a card.
  const digits = '4111\n1111\n1111\n1111';
  expect(read({ merchantName: digits, 'merchantName.is': 'in' }).filters.merchantName?.value).toBe('4111\n1111');
  // Filters by ids, and of yes and no, have their own comparison alone.
  expect(comparisonsOf(TRANSACTIONS.columns.place as Listing['columns'][string])).toEqual([]);
  expect(comparisonsOf(TRANSACTIONS.columns.receipt as Listing['columns'][string])).toEqual([]);
});

test('issue 18 C1.029 views, addresses and saved reports keep how a condition compares', async () => {
  const asked = { state: 'open\nreviewed', 'state.is': 'not', 'billedAmount.is': 'not', 'billedAmount.from': '5' };
  const query = readQuery(TRANSACTIONS, asked);
  expect(Object.fromEntries(writeQuery(TRANSACTIONS, query))).toEqual(asked);
  granted(await saveView(C, TRANSACTIONS, { name: 'Neither', query: new URLSearchParams(asked).toString() }));
  const [view] = await savedViews(C, 'transactions');
  expect(Object.fromEntries(new URLSearchParams(view?.query))).toEqual(asked);
  const definition = definitionSchema.parse({
    dataSet: 'transactions',
    columns: ['merchantName'],
    query: new URLSearchParams(asked).toString(),
    anyOf: ['purpose.is=empty']
  });
  const id = granted(await createReport(LISTS, C, { name: 'Neither', definition }, ORIGIN));
  const saved = await seenReport(C, id);
  expect(Object.fromEntries(new URLSearchParams(saved?.definition.query))).toEqual(asked);
  expect(saved?.definition.anyOf).toEqual(['purpose.is=empty']);
});

test('C2.016 the tab of a state is not that of its opposite, and removes it', async () => {
  const query = readQuery(TRANSACTIONS, { state: 'open', 'state.is': 'not' });
  expect((await listPage(C, TRANSACTIONS, query)).rows).toHaveLength(1);
  const tabs = await listTabs(C, TRANSACTIONS, query);
  expect(tabs.filter(({ isCurrent }) => isCurrent)).toEqual([]);
  expect(tabs[0]?.changes).toMatchObject({ state: 'open', 'state.is': null });
});

test('C2.025 a file says how its conditions compare, and a period in days replaces the comparison of its column', async () => {
  const query = { state: 'open\nreviewed', 'state.is': 'not', 'purpose.is': 'empty', 'billedAmount.from': '5' };
  const source = sourceOf(query);
  const t = translator('en_US');
  const { filters } = await askedOf(C, source, t, printedIn('en_US', 'UTC', t));
  expect(filters.map(({ label, value }) => `${label}: ${value}`).sort()).toEqual([
    'Billed amount: 5 –',
    'Purpose: is empty',
    'Status: is not To review, Reviewed'
  ]);
  const outside = sourceOf({ 'postingDate.is': 'not', 'postingDate.from': '2026-01-01' });
  const days = withDays(outside.definition, outside.dataSet, { from: '2026-02-01', to: '2026-02-28' });
  expect(Object.fromEntries(new URLSearchParams(days.query))).toEqual({
    'postingDate.from': '2026-02-01',
    'postingDate.to': '2026-02-28'
  });
});
