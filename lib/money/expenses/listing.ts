import { may, type Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { TextKey } from '../../core/language/text-key';
import { type Column, choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { standingOf } from '../approvals/standing';
import { IS_DUE } from './payable/due';
import { APPROVER, BALANCE, isSeen, nameOf, REPORTS, STATUS } from './report';
import { REPORT_STATUSES } from './states';

const sql = Prisma.sql;

const money = (amount: Prisma.Sql, label: TextKey): Column => ({
  sql: amount,
  type: 'money',
  label,
  currency: sql`r.currency`,
  filter: 'range',
  sort: false
});

/** The expense reports that the principal sees, the newest first (C3.022). */
export const EXPENSE_REPORTS: Listing = {
  name: 'expense-reports',
  area: 'expense_reports',
  from: () => REPORTS,
  where: isSeen,
  issuer: sql`r.issuer_id`,
  id: sql`r.id`,
  columns: {
    title: { sql: sql`r.title`, type: 'text', label: 'expense.report.name', filter: 'contains', sort: false },
    owner: {
      sql: nameOf(sql`r.owner_id`),
      type: 'text',
      label: 'expense.report.owner',
      filter: 'contains',
      sort: false
    },
    firstDay: { sql: sql`r.first_day`, type: 'date', label: 'delegation.first.day', filter: 'range', sort: false },
    lastDay: { sql: sql`r.last_day`, type: 'date', label: 'delegation.last.day', filter: 'range', sort: false },
    spent: money(sql`(s.card + s.own)`, 'expense.report.spent'),
    card: { ...money(sql`s.card`, 'expense.report.card.total'), hidden: true },
    own: money(sql`s.own`, 'expense.report.own.total'),
    personal: money(sql`s.personal`, 'expense.report.personal.total'),
    advance: { ...money(sql`s.advance`, 'expense.report.advance.total'), hidden: true },
    balance: money(BALANCE, 'expense.report.balance'),
    status: {
      sql: STATUS,
      type: 'choice',
      label: 'transaction.state',
      filter: 'choice',
      choices: choicesOf(REPORT_STATUSES, (status) => `expense.report.status.${status}`),
      sort: false
    },
    approver: {
      sql: nameOf(APPROVER),
      type: 'text',
      label: 'expense.report.approver',
      nullable: true,
      filter: 'contains',
      sort: false,
      hidden: true
    },
    due: { sql: sql`(${IS_DUE})`, type: 'boolean', label: 'payable.due', filter: 'choice', sort: false, hidden: true },
    createdAt: {
      sql: sql`r.created_at`,
      type: 'date-time',
      label: 'expense.report.created',
      filter: 'range',
      hidden: true
    }
  },
  search: (text) => contains(text, sql`r.title`, sql`r.purpose`, nameOf(sql`r.owner_id`)),
  order: { column: 'createdAt', descending: true },
  measure: 'spent',
  tabs: [
    ...REPORT_STATUSES.map((status) => ({
      label: `expense.report.status.${status}` as const,
      query: { status }
    })),
    { label: 'listing.tab.all', query: {} }
  ],
  presentation: {
    title: 'title',
    support: ['owner'],
    figure: 'spent',
    state: 'status',
    filters: ['firstDay', 'spent']
  }
};

/** The reports that the principal is asked to decide on, the newest first: those for them, and those for any approver. */
export const WAITING_REPORTS: Listing = {
  ...EXPENSE_REPORTS,
  name: 'expense-approvals',
  where: isWaiting,
  tabs: []
};

async function isWaiting(principal: Principal): Promise<Prisma.Sql> {
  if (!may(principal, 'approvals', 'approve')) return sql`FALSE`;
  const { accounts, delegators, userId } = await standingOf(database(), principal, { held: false });
  const asked = [userId, ...delegators.map((delegator) => delegator.userId)];
  return sql`r.state = 'submitted' AND ${isSeen(principal)} AND r.account_id <> ALL(${[...accounts]}::uuid[])
    AND r.owner_id NOT IN (SELECT person_ids(${principal.issuerId}::uuid, ${userId}::uuid))
    AND coalesce(${APPROVER} = ANY(${asked}::uuid[]), TRUE)`;
}
