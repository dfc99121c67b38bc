import { Prisma } from '../../core/database/prisma/client';
import { MERCHANT_CATEGORIES } from '../../core/entry/merchant-categories';
import { isId } from '../../core/secrets/ids';
import { holdersOf } from '../../directory/people/reads/holders';
import { joinedAccountNumber, openNumbers } from '../../directory/structure/account-number';
import { seenNode } from '../../directory/structure/nodes';
import { atAccount, atNode } from '../../directory/structure/reads/joins';
import { nameOfNode } from '../../directory/structure/reads/node-columns';
import { hasAttachments } from '../../kit/attachments/has-attachments';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { numberOfExport } from '../ledger/reads/number-of-export';
import { atPlace } from './at-place';
import { categorySql, inCategory } from './category-sql';
import { inPart } from './in-part';
import { SPENT } from './spend';
import { TRANSACTION } from './states';
import { JOINED_COMPANY } from './transactions';

const TYPES = ['purchase', 'cash', 'fee', 'credit', 'payment', 'out_of_pocket'] as const;
const CARD = joinedAccountNumber('a', 'n');

/** The transactions that the principal sees, newest first (C2.016, C3.039). */
export const TRANSACTIONS: Listing = {
  name: 'transactions',
  area: 'transactions',
  // Every transaction has an account and a company; outer joins let the planner drop them from queries that don't read
  // them, such as most counts.
  from: () => Prisma.sql`transactions t
    LEFT ${atNode('t.account_id')}
    LEFT ${atAccount('t.account_id')} ${CARD.joins} ${JOINED_COMPANY}`,
  where: inPart,
  issuer: Prisma.sql`t.issuer_id`,
  id: Prisma.sql`t.id`,
  columns: {
    merchantName: {
      sql: Prisma.sql`t.merchant_name`,
      type: 'text',
      label: 'transaction.merchant',
      nullable: true,
      filter: 'contains',
      sort: false
    },
    postingDate: { sql: Prisma.sql`t.posting_date`, type: 'date', label: 'transaction.posting.date', filter: 'range' },
    transactionDate: {
      sql: Prisma.sql`t.transaction_date`,
      type: 'date',
      label: 'transaction.date',
      filter: 'range',
      sort: false,
      hidden: true
    },
    account: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'transaction.account', filter: 'contains', sort: false },
    cardNumber: {
      sql: CARD.column,
      read: openNumbers,
      type: 'text',
      label: 'account.last.four',
      filter: 'equals',
      matches: (digits) => Prisma.sql`a.last_four = ${digits}`,
      sort: false
    },
    type: {
      sql: Prisma.sql`t.type::text`,
      type: 'choice',
      label: 'transaction.type',
      filter: 'choice',
      choices: choicesOf(TYPES, (type) => `transaction.type.${type}`),
      sort: false,
      hidden: true
    },
    billedAmount: {
      sql: Prisma.sql`t.billed_amount`,
      type: 'money',
      label: 'transaction.billed.amount',
      currency: Prisma.sql`t.billed_currency`,
      filter: 'range',
      sort: false
    },
    amount: {
      sql: Prisma.sql`t.amount`,
      type: 'money',
      label: 'transaction.amount',
      currency: Prisma.sql`t.currency`,
      filter: 'range',
      sort: false,
      hidden: true
    },
    merchantCategoryCode: {
      sql: Prisma.sql`t.merchant_category_code`,
      type: 'text',
      label: 'transaction.merchant.category',
      nullable: true,
      filter: 'begins',
      sort: false,
      hidden: true
    },
    category: {
      sql: categorySql(Prisma.sql`t.merchant_category_code`),
      type: 'choice',
      label: 'transaction.category',
      filter: 'choice',
      choices: choicesOf(MERCHANT_CATEGORIES, (category) => `merchant.category.${category}`),
      matches: (category) => inCategory(Prisma.sql`t.merchant_category_code`, category),
      sort: false,
      hidden: true
    },
    merchant: {
      sql: Prisma.sql`t.merchant_name`,
      type: 'text',
      label: 'transaction.merchant.exact',
      nullable: true,
      filter: 'equals',
      sort: false,
      hidden: true
    },
    place: {
      sql: Prisma.sql`t.account_id::text`,
      type: 'text',
      label: 'transaction.place',
      filter: 'equals',
      matches: async (id, principal) => {
        const place = isId(id) ? await seenNode(principal, id) : null;
        return place ? atPlace(place) : Prisma.sql`FALSE`;
      },
      nameOf: async (id, principal) => (isId(id) ? await seenNode(principal, id) : null)?.name1 ?? null,
      sort: false,
      hidden: true
    },
    month: {
      sql: Prisma.sql`to_char(t.posting_date, 'YYYY-MM')`,
      type: 'month',
      label: 'transaction.month',
      sort: false,
      hidden: true
    },
    person: {
      sql: holdersOf(Prisma.sql`t.issuer_id`, Prisma.sql`t.account_id`),
      type: 'text',
      label: 'transaction.person',
      nullable: true,
      sort: false,
      hidden: true
    },
    parent: {
      sql: nameOfNode(Prisma.sql`n.issuer_id`, Prisma.sql`n.parent_id`),
      type: 'text',
      label: 'transaction.parent',
      nullable: true,
      sort: false,
      hidden: true
    },
    company: {
      sql: Prisma.sql`company.name_1`,
      type: 'text',
      label: 'node.kind.company',
      nullable: true,
      sort: false,
      hidden: true
    },
    billedCurrency: {
      sql: Prisma.sql`t.billed_currency`,
      type: 'text',
      label: 'transaction.billed.currency',
      filter: 'equals',
      sort: false,
      hidden: true
    },
    spent: {
      sql: SPENT,
      type: 'boolean',
      label: 'transaction.spent',
      filter: 'choice',
      sort: false,
      hidden: true
    },
    foreign: {
      sql: Prisma.sql`(t.currency <> t.billed_currency)`,
      type: 'boolean',
      label: 'transaction.foreign',
      filter: 'choice',
      sort: false,
      hidden: true
    },
    conversionRate: {
      sql: Prisma.sql`t.conversion_rate`,
      type: 'number',
      label: 'transaction.conversion.rate',
      sort: false,
      hidden: true
    },
    weekend: {
      sql: Prisma.sql`(extract(isodow FROM t.transaction_date) > 5)`,
      type: 'boolean',
      label: 'transaction.weekend',
      filter: 'choice',
      sort: false,
      hidden: true
    },
    merchantCity: {
      sql: Prisma.sql`t.merchant_city`,
      type: 'text',
      label: 'transaction.merchant.city',
      nullable: true,
      sort: false,
      hidden: true
    },
    purpose: {
      sql: Prisma.sql`t.purpose`,
      type: 'text',
      label: 'transaction.purpose',
      nullable: true,
      filter: 'contains',
      sort: false
    },
    receipt: {
      sql: hasAttachments('transaction', Prisma.sql`t.issuer_id`, Prisma.sql`t.id`),
      type: 'boolean',
      label: 'transaction.receipt',
      filter: 'choice',
      sort: false
    },
    state: {
      sql: Prisma.sql`t.state::text`,
      type: 'choice',
      label: 'transaction.state',
      filter: 'choice',
      choices: choicesOf(TRANSACTION.states, (state) => `transaction.state.${state}`),
      sort: false
    },
    expensed: {
      sql: Prisma.sql`t.expensed`,
      type: 'boolean',
      label: 'transaction.expensed',
      filter: 'choice',
      sort: false,
      hidden: true
    },
    exportedAt: {
      sql: Prisma.sql`t.exported_at`,
      type: 'date-time',
      label: 'transaction.exported.at',
      nullable: true,
      filter: 'range',
      sort: false,
      hidden: true
    },
    exportNumber: {
      sql: numberOfExport(Prisma.sql`t.issuer_id`, Prisma.sql`t.exported_in`),
      type: 'number',
      label: 'transaction.export.number',
      nullable: true,
      filter: 'equals',
      sort: false,
      hidden: true
    },
    sourceReference: {
      sql: Prisma.sql`t.source_reference`,
      type: 'text',
      label: 'transaction.source.reference',
      filter: 'begins',
      sort: false,
      hidden: true
    }
  },
  search: (text) => contains(text, Prisma.sql`t.merchant_name`, Prisma.sql`t.purpose`, Prisma.sql`n.name_1`),
  order: { column: 'postingDate', descending: true },
  measure: 'billedAmount',
  tabs: [
    { label: 'transaction.state.open', query: { state: 'open' } },
    { label: 'transaction.tab.no.receipt', query: { state: 'open', receipt: 'false' } },
    { label: 'transaction.state.reviewed', query: { state: 'reviewed' } },
    { label: 'transaction.state.approved', query: { state: 'approved' } },
    { label: 'transaction.state.exported', query: { state: 'exported' } },
    { label: 'listing.tab.all', query: {} }
  ],
  presentation: {
    title: 'merchantName',
    support: ['merchantCategoryCode', 'merchantCity'],
    date: 'postingDate',
    face: { category: 'merchantCategoryCode' },
    figure: 'billedAmount',
    foreign: 'amount',
    state: 'state',
    common: ['account', 'cardNumber'],
    filters: ['postingDate', 'billedAmount', 'account']
  }
};

/** The condition that a transaction came under a reference, found by the index of references. */
export const withReference = (reference: string): Prisma.Sql => Prisma.sql`(t.issuer_id, t.posting_date, t.id) IN (
  SELECT r.issuer_id, r.posting_date, r.transaction_id FROM transaction_references r
  WHERE r.source_reference = ${reference})`;
