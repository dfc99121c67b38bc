import { Prisma } from '../../core/database/prisma/client';
import { joinedAccountNumber, openNumbers } from '../../directory/structure/account-number';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { inPart } from './in-part';
import { TRANSACTION } from './states';

const TYPES = ['purchase', 'cash', 'fee', 'credit', 'payment', 'out_of_pocket'] as const;
const CARD = joinedAccountNumber('a', 'n');

/** The transactions that the principal sees, newest first (C2.016, C3.039). */
export const TRANSACTIONS: Listing = {
  name: 'transactions',
  area: 'transactions',
  // Every transaction has an account; the outer join lets the planner drop it from queries that don't read it, such as
  // most counts.
  from: () => Prisma.sql`transactions t
    LEFT JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)
    LEFT JOIN accounts a ON (a.issuer_id, a.id) = (t.issuer_id, t.account_id) ${CARD.joins}`,
  where: inPart,
  issuer: Prisma.sql`t.issuer_id`,
  id: Prisma.sql`t.id`,
  columns: {
    merchantName: {
      sql: Prisma.sql`t.merchant_name`,
      type: 'text',
      label: 'transaction.merchant',
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
      filter: 'begins',
      sort: false,
      hidden: true
    },
    purpose: {
      sql: Prisma.sql`t.purpose`,
      type: 'text',
      label: 'transaction.purpose',
      filter: 'contains',
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
      filter: 'range',
      sort: false,
      hidden: true
    },
    exportNumber: {
      sql: Prisma.sql`(SELECT e.number FROM ledger_exports e WHERE (e.issuer_id, e.id) = (t.issuer_id, t.exported_in))`,
      type: 'number',
      label: 'transaction.export.number',
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
  order: { column: 'postingDate', descending: true }
};
