import { Prisma } from '../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { daysLeft, inView, PLACED_DISPUTES, REFERENCE } from './disputes';
import { DISPUTE } from './states';

/** The columns of both lists. */
const columns = {
  merchantName: {
    sql: Prisma.sql`d.merchant_name`,
    type: 'text',
    label: 'transaction.merchant',
    filter: 'contains',
    sort: false
  },
  reference: { sql: REFERENCE, type: 'text', label: 'dispute.reference', filter: 'equals', sort: false },
  account: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'transaction.account', filter: 'contains', sort: false },
  reason: { sql: Prisma.sql`d.reason_name`, type: 'text', label: 'dispute.reason', filter: 'contains', sort: false },
  amount: {
    sql: Prisma.sql`d.amount`,
    type: 'money',
    label: 'dispute.amount',
    currency: Prisma.sql`d.currency`,
    filter: 'range',
    sort: false
  },
  fileBy: { sql: Prisma.sql`d.file_by`, type: 'date', label: 'dispute.file.by', filter: 'range', hidden: true },
  openedAt: {
    sql: Prisma.sql`d.opened_at`,
    type: 'date-time',
    label: 'dispute.opened.at',
    filter: 'range',
    hidden: true
  },
  state: {
    sql: Prisma.sql`d.state::text`,
    type: 'choice',
    label: 'dispute.state',
    filter: 'choice',
    choices: choicesOf(DISPUTE.states, (state) => `dispute.state.${state}`),
    sort: false
  }
} as const satisfies Listing['columns'];

const search: Listing['search'] = (text) =>
  contains(text, Prisma.sql`d.merchant_name`, Prisma.sql`n.name_1`, REFERENCE);

const presentation = {
  title: 'merchantName',
  support: ['reference'],
  figure: 'amount',
  state: 'state',
  filters: ['reason', 'amount']
} as const;

/** The disputes that the principal sees, the newest first (C1.034). */
export const DISPUTES = {
  name: 'disputes',
  area: 'disputes',
  from: () => PLACED_DISPUTES,
  where: inView,
  issuer: Prisma.sql`d.issuer_id`,
  id: Prisma.sql`d.id`,
  columns,
  search,
  order: { column: 'openedAt', descending: true },
  measure: 'amount',
  tabs: [
    { label: 'listing.tab.all', query: {} },
    ...DISPUTE.states.map((state) => ({ label: `dispute.state.${state}` as const, query: { state } }))
  ],
  presentation
} as const satisfies Listing;

/**
 * The disputes that wait for the issuer, by the days left to submit them. Days are counted when the list is read, by the
 * issuer's calendar.
 */
export const DISPUTE_DESK = {
  ...DISPUTES,
  name: 'dispute-desk',
  area: 'dispute_desk',
  from: () => Prisma.sql`${PLACED_DISPUTES} CROSS JOIN LATERAL (SELECT ${daysLeft()} AS days_left) due`,
  where: (principal) => Prisma.sql`d.state IN ('submitted', 'under_review') AND ${inView(principal)}`,
  columns: {
    ...columns,
    daysLeft: {
      sql: Prisma.sql`due.days_left`,
      type: 'number',
      label: 'dispute.days.left',
      filter: 'range',
      sort: false
    }
  },
  order: { column: 'fileBy' },
  tabs: [
    { label: 'listing.tab.all', query: {} },
    { label: 'dispute.state.submitted', query: { state: 'submitted' } },
    { label: 'dispute.state.under_review', query: { state: 'under_review' } }
  ]
} as const satisfies Listing;
