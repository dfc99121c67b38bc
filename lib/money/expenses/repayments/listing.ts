import { Prisma } from '../../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../../kit/listing/listing';
import { REPAID, REPAID_TO, REPAYMENT_REFERENCE, repaymentsInView } from './repayments';
import { REPAYMENT } from './states';

const sql = Prisma.sql;

/** The repayments that the principal sees, the newest first. */
export const REPAYMENTS = {
  name: 'repayments',
  area: 'repayments',
  from: () => REPAID,
  where: repaymentsInView,
  issuer: sql`p.issuer_id`,
  id: sql`p.id`,
  columns: {
    reference: {
      sql: REPAYMENT_REFERENCE,
      type: 'text',
      label: 'audit.entity.repayment',
      filter: 'equals',
      sort: false
    },
    owner: { sql: REPAID_TO, type: 'text', label: 'expense.report.owner', filter: 'contains', sort: false },
    report: { sql: sql`r.title`, type: 'text', label: 'audit.entity.expense_report', filter: 'contains', sort: false },
    direction: {
      sql: sql`p.direction::text`,
      type: 'choice',
      label: 'repayment.direction',
      filter: 'choice',
      choices: choicesOf(['credit', 'debit'] as const, (direction) => `repayment.direction.${direction}`),
      sort: false
    },
    account: { sql: sql`'•••• ' || p.last_four`, type: 'text', label: 'audit.entity.wallet_account', sort: false },
    amount: {
      sql: sql`p.amount`,
      type: 'money',
      label: 'transaction.amount.paid',
      currency: sql`p.currency`,
      filter: 'range',
      sort: false
    },
    madeAt: { sql: sql`p.made_at`, type: 'date-time', label: 'expense.report.created', filter: 'range' },
    endedAt: { sql: sql`p.ended_at`, type: 'date-time', label: 'repayment.ended.at', nullable: true, sort: false },
    code: {
      sql: sql`p.return_code`,
      type: 'text',
      label: 'bank.account.reason',
      nullable: true,
      sort: false,
      hidden: true
    },
    state: {
      sql: sql`p.state::text`,
      type: 'choice',
      label: 'transaction.state',
      filter: 'choice',
      choices: choicesOf(REPAYMENT.states, (state) => `repayment.state.${state}`),
      sort: false
    }
  },
  search: (text) => contains(text, REPAYMENT_REFERENCE, sql`r.title`),
  order: { column: 'madeAt', descending: true },
  measure: 'amount',
  tabs: [
    { label: 'listing.tab.all', query: {} },
    ...REPAYMENT.states.map((state) => ({ label: `repayment.state.${state}` as const, query: { state } }))
  ],
  presentation: {
    title: 'owner',
    support: ['report'],
    figure: 'amount',
    state: 'state',
    filters: ['direction', 'madeAt', 'amount']
  }
} as const satisfies Listing;
