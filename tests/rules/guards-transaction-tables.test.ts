import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { SPEND_BY_CATEGORY } from '@/lib/money/transactions/reports/spend-by-category';
import { SPEND_BY_DEPARTMENT } from '@/lib/money/transactions/reports/spend-by-department';
import { SPEND_BY_MERCHANT } from '@/lib/money/transactions/reports/spend-by-merchant';
import { SPEND_BY_MONTH } from '@/lib/money/transactions/reports/spend-by-month';
import { SPEND_BY_PERSON } from '@/lib/money/transactions/reports/spend-by-person';
import { TRANSACTIONS_DETAIL } from '@/lib/money/transactions/reports/transactions-detail';
import { TRANSACTIONS_WITHOUT_RECEIPT } from '@/lib/money/transactions/reports/transactions-without-receipt';
import { UNREVIEWED_TRANSACTIONS } from '@/lib/money/transactions/reports/unreviewed-transactions';

const REPORTS = {
  'spend-by-category': SPEND_BY_CATEGORY,
  'spend-by-department': SPEND_BY_DEPARTMENT,
  'spend-by-merchant': SPEND_BY_MERCHANT,
  'spend-by-month': SPEND_BY_MONTH,
  'spend-by-person': SPEND_BY_PERSON,
  'transactions-detail': TRANSACTIONS_DETAIL,
  'transactions-without-receipt': TRANSACTIONS_WITHOUT_RECEIPT,
  'unreviewed-transactions': UNREVIEWED_TRANSACTIONS
};

test('C2.025 C1.029 the standard reports of transactions have these columns, filters, groups and periods', () => {
  const spend = { list: 'transactions', columns: ['billedAmount'], query: { spent: 'true' } };
  const known = ['postingDate', 'person', 'account', 'merchantName', 'billedAmount'];
  const declared = {
    'spend-by-category': { ...spend, groups: ['category', 'merchantName'], largest: true, period: 'month.last' },
    'spend-by-department': { ...spend, groups: ['company', 'parent'], largest: true, period: 'month.last' },
    'spend-by-merchant': { ...spend, groups: ['merchantName'], largest: true, period: 'month.last' },
    'spend-by-month': { ...spend, groups: ['month', 'category'], period: 'year' },
    'spend-by-person': { ...spend, groups: ['person', 'account'], largest: true, period: 'month.last' },
    'transactions-detail': {
      list: 'transactions',
      columns: [
        ...['postingDate', 'transactionDate', 'merchantName', 'merchantCity', 'category', 'account', 'cardNumber'],
        ...['type', 'billedAmount', 'amount', 'purpose', 'receipt', 'state', 'sourceReference']
      ],
      query: { sort: 'postingDate' },
      period: 'month.last'
    },
    'transactions-without-receipt': {
      list: 'transactions',
      columns: [...known, 'state'],
      query: { type: 'purchase', receipt: 'false' },
      period: 'quarter'
    },
    'unreviewed-transactions': {
      list: 'transactions',
      columns: [...known, 'receipt', 'purpose'],
      query: { state: 'open', sort: 'postingDate' }
    }
  };
  expect(REPORTS).toEqual(declared);
});

test('C2.016 CD.11 what the list of transactions may be empty of, is filtered by and is shown as', () => {
  const columns = Object.entries(TRANSACTIONS.columns);
  const named = (is: (column: (typeof columns)[number][1]) => unknown) =>
    columns.filter(([, column]) => is(column)).map(([name]) => name);
  expect(named(({ nullable }) => nullable)).toEqual([
    ...['merchantName', 'merchantCategoryCode', 'merchant', 'person', 'parent', 'company', 'merchantCity'],
    ...['purpose', 'exportedAt', 'exportNumber']
  ]);
  expect(named(({ sort }) => sort !== false)).toEqual(['postingDate']);
  const filters = (kind: string) => named(({ filter }) => filter === kind);
  expect(filters('equals')).toEqual(['cardNumber', 'merchant', 'place', 'billedCurrency', 'exportNumber']);
  expect(filters('choice')).toEqual([
    ...['type', 'category', 'spent', 'foreign', 'weekend', 'receipt', 'state', 'expensed']
  ]);
  expect(filters('contains')).toEqual(['merchantName', 'account', 'purpose']);
  expect(filters('begins')).toEqual(['merchantCategoryCode', 'sourceReference']);
  expect(filters('range')).toEqual(['postingDate', 'transactionDate', 'billedAmount', 'amount', 'exportedAt']);
  expect(named(({ filter }) => !filter)).toEqual([
    ...['month', 'person', 'parent', 'company', 'conversionRate', 'merchantCity']
  ]);
  const tabs = [{ state: 'open' }, { state: 'open', receipt: 'false' }];
  expect(TRANSACTIONS.tabs?.map(({ query }) => query)).toEqual([
    ...[...tabs, { state: 'reviewed' }, { state: 'approved' }, { state: 'exported' }, {}]
  ]);
  expect(Object.keys(TRANSACTIONS.columns.category?.choices ?? {})).toHaveLength(
    new Set(Object.values(TRANSACTIONS.columns.category?.choices ?? {})).size
  );
  expect(TRANSACTIONS.presentation).toEqual({
    title: 'merchantName',
    support: ['merchantCategoryCode', 'merchantCity'],
    common: ['account', 'cardNumber'],
    date: 'postingDate',
    face: { category: 'merchantCategoryCode' },
    figure: 'billedAmount',
    foreign: 'amount',
    state: 'state',
    filters: ['postingDate', 'billedAmount', 'account']
  });
  expect([TRANSACTIONS.name, TRANSACTIONS.area, TRANSACTIONS.measure, TRANSACTIONS.order]).toEqual([
    ...['transactions', 'transactions', 'billedAmount', { column: 'postingDate', descending: true }]
  ]);
});
