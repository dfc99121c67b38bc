import { Prisma } from '../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { inView, PAYER, PLACED_PAYMENTS, REFERENCE } from './payments';
import { PAYMENT } from './states';

/** The payments that the principal sees, the newest first (C1.012). */
export const PAYMENTS = {
  name: 'payments',
  area: 'payments',
  from: () => PLACED_PAYMENTS,
  where: inView,
  issuer: Prisma.sql`p.issuer_id`,
  id: Prisma.sql`p.id`,
  columns: {
    reference: { sql: REFERENCE, type: 'text', label: 'payment.reference', filter: 'equals', sort: false },
    account: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'transaction.account', filter: 'contains', sort: false },
    payOn: { sql: Prisma.sql`p.pay_on`, type: 'date', label: 'payment.pay.on', filter: 'range' },
    from: {
      sql: Prisma.sql`'•••• ' || p.from_last_four`,
      type: 'text',
      label: 'payment.from',
      sort: false
    },
    amount: {
      sql: Prisma.sql`p.amount`,
      type: 'money',
      label: 'payment.amount',
      currency: Prisma.sql`p.currency`,
      filter: 'range',
      sort: false
    },
    payer: { sql: PAYER, type: 'text', label: 'payment.payer', nullable: true, sort: false, hidden: true },
    month: {
      sql: Prisma.sql`to_char(p.pay_on, 'YYYY-MM')`,
      type: 'month',
      label: 'transaction.month',
      sort: false,
      hidden: true
    },
    madeAt: { sql: Prisma.sql`p.made_at`, type: 'date-time', label: 'payment.made.at', filter: 'range', hidden: true },
    state: {
      sql: Prisma.sql`p.state::text`,
      type: 'choice',
      label: 'payment.state',
      filter: 'choice',
      choices: choicesOf(PAYMENT.states, (state) => `payment.state.${state}`),
      sort: false
    }
  },
  search: (text) => contains(text, REFERENCE, Prisma.sql`n.name_1`),
  order: { column: 'madeAt', descending: true },
  measure: 'amount',
  tabs: [
    { label: 'listing.tab.all', query: {} },
    ...PAYMENT.states.map((state) => ({ label: `payment.state.${state}` as const, query: { state } }))
  ],
  presentation: {
    title: 'account',
    support: ['reference'],
    date: 'payOn',
    figure: 'amount',
    state: 'state',
    filters: ['payOn', 'amount']
  }
} as const satisfies Listing;

/** The condition that a payment has a reference, regardless of case. */
export const withReference = (reference: string): Prisma.Sql => Prisma.sql`${REFERENCE} = upper(${reference})`;
