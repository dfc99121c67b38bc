import { Prisma } from '../../../core/database/prisma/client';
import type { TextKey } from '../../../core/language/text-key';
import { type Column, choicesOf, contains, type Listing } from '../../../kit/listing/listing';
import { ADVANCE_OWNER, ADVANCE_STATE, ADVANCE_STATES, ADVANCES, advancesInView, OPEN_OF_ADVANCE } from './advances';

const sql = Prisma.sql;

const money = (amount: Prisma.Sql, label: TextKey): Column => ({
  sql: amount,
  type: 'money',
  label,
  currency: sql`v.currency`,
  filter: 'range',
  sort: false
});

/** The cash advances that the principal sees, the newest first. */
export const CASH_ADVANCES: Listing = {
  name: 'cash-advances',
  area: 'cash_advances',
  from: () => ADVANCES,
  where: advancesInView,
  issuer: sql`v.issuer_id`,
  id: sql`v.id`,
  columns: {
    owner: { sql: ADVANCE_OWNER, type: 'text', label: 'advance.owner', filter: 'contains', sort: false },
    purpose: { sql: sql`v.purpose`, type: 'text', label: 'transaction.purpose', filter: 'contains', sort: false },
    paidOn: { sql: sql`v.paid_on`, type: 'date', label: 'transaction.date.paid', filter: 'range', sort: false },
    amount: money(sql`v.amount`, 'advance.amount'),
    settled: { ...money(sql`v.settled`, 'advance.settled'), hidden: true },
    returned: { ...money(sql`v.returned`, 'advance.returned'), hidden: true },
    open: money(OPEN_OF_ADVANCE, 'advance.open'),
    state: {
      sql: ADVANCE_STATE,
      type: 'choice',
      label: 'transaction.state',
      filter: 'choice',
      choices: choicesOf(ADVANCE_STATES, (state) => `advance.state.${state}`),
      sort: false
    },
    enteredAt: {
      sql: sql`v.entered_at`,
      type: 'date-time',
      label: 'expense.report.created',
      filter: 'range',
      hidden: true
    }
  },
  search: (text) => contains(text, sql`v.purpose`, ADVANCE_OWNER),
  order: { column: 'enteredAt', descending: true },
  measure: 'open',
  tabs: [
    ...ADVANCE_STATES.map((state) => ({ label: `advance.state.${state}` as const, query: { state } })),
    { label: 'listing.tab.all', query: {} }
  ],
  presentation: {
    title: 'owner',
    support: ['purpose'],
    figure: 'open',
    state: 'state',
    filters: ['paidOn', 'amount', 'state']
  }
};
