import { may, type Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { userName } from '../../directory/people/reads/user-name';
import { type Column, choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { approvalsOf } from './approvable';
import { REQUESTS_FROM, requestsWhere, seenRequests } from './requests';
import { SUPPLIERS, TEMPLATES } from './set-up-tables';
import { PURCHASE_REQUEST } from './states';

export const REQUESTER = userName(Prisma.sql`q.issuer_id`, Prisma.sql`q.requester_id`);
export const REQUEST_NUMBER = Prisma.sql`'PR-' || lpad(q.number::text, 6, '0')`;

/** The condition that a purchase request has a number, regardless of case. */
export const withRequestNumber = (number: string): Prisma.Sql => Prisma.sql`${REQUEST_NUMBER} = upper(${number})`;

/** The columns that lists of purchase requests share; their tables have a request as `q`, its supplier as `s`. */
export const REQUEST_COLUMNS = {
  number: { sql: REQUEST_NUMBER, type: 'text', label: 'purchase.number', filter: 'contains' },
  supplier: { sql: Prisma.sql`s.name`, type: 'text', label: 'setup.entity.supplier.one', filter: 'contains' },
  requester: { sql: REQUESTER, type: 'text', label: 'purchase.requester', filter: 'contains' },
  purchaseLimit: {
    sql: Prisma.sql`q.purchase_limit`,
    type: 'money',
    label: 'purchase.limit',
    currency: Prisma.sql`q.currency`,
    filter: 'range'
  },
  mine: { sql: Prisma.sql`own.mine`, type: 'boolean', label: 'purchase.mine', filter: 'choice', hidden: true },
  created: { sql: Prisma.sql`q.created_at`, type: 'date-time', label: 'user.created', filter: 'range' }
} satisfies Record<string, Column>;

/** The purchase requests that the principal sees, newest first (C2.020). */
export const PURCHASE_REQUESTS: Listing = {
  name: 'purchase-requests',
  area: 'purchase_requests',
  from: ({ userId }) => Prisma.sql`${REQUESTS_FROM}
    JOIN ${TEMPLATES} m ON (m.issuer_id, m.id) = (q.issuer_id, q.template_id)
    JOIN ${SUPPLIERS} s ON (s.issuer_id, s.id) = (q.issuer_id, q.supplier_id)
    CROSS JOIN LATERAL (SELECT ${userId}::uuid IN (q.requester_id, q.behalf_of_id) IS TRUE AS mine) own
    LEFT JOIN virtual_cards c ON (c.issuer_id, c.request_id) = (q.issuer_id, q.id)`,
  where: seenRequests,
  issuer: Prisma.sql`q.issuer_id`,
  id: Prisma.sql`q.id`,
  columns: {
    number: REQUEST_COLUMNS.number,
    supplier: REQUEST_COLUMNS.supplier,
    template: {
      sql: Prisma.sql`m.name`,
      type: 'text',
      label: 'setup.entity.purchase.template.one',
      filter: 'contains'
    },
    requester: REQUEST_COLUMNS.requester,
    behalfOf: {
      sql: userName(Prisma.sql`q.issuer_id`, Prisma.sql`q.behalf_of_id`),
      type: 'text',
      label: 'purchase.behalf',
      nullable: true,
      filter: 'contains',
      hidden: true
    },
    purchaseLimit: REQUEST_COLUMNS.purchaseLimit,
    total: {
      sql: Prisma.sql`q.total`,
      type: 'money',
      label: 'spend.total',
      currency: Prisma.sql`q.currency`,
      filter: 'range',
      hidden: true
    },
    invoices: {
      sql: Prisma.sql`(SELECT string_agg(i.number, '; ' ORDER BY i.position) FROM purchase_request_invoices i
        WHERE i.issuer_id = q.issuer_id AND i.request_id = q.id)`,
      type: 'text',
      label: 'purchase.invoices',
      nullable: true,
      filter: 'contains',
      hidden: true
    },
    state: {
      sql: Prisma.sql`q.state::text`,
      type: 'choice',
      label: 'setup.status',
      filter: 'choice',
      // Exactly the four of the process; a draft is among one's own (C4.008, C4.008D).
      choices: choicesOf(
        PURCHASE_REQUEST.states.filter((state) => state !== 'draft'),
        (state) => `purchase.state.${state}`
      )
    },
    card: {
      sql: Prisma.sql`c.last_four`,
      type: 'text',
      label: 'account.last.four',
      nullable: true,
      filter: 'equals'
    },
    mine: REQUEST_COLUMNS.mine,
    created: REQUEST_COLUMNS.created
  },
  search: (text) => contains(text, REQUEST_NUMBER, Prisma.sql`s.name`, Prisma.sql`m.name`),
  order: { column: 'created', descending: true },
  most: 'purchase.request.results',
  tabs: [
    { label: 'listing.tab.all', query: {} },
    { label: 'purchase.mine', query: { mine: 'true' } },
    { label: 'purchase.state.pending', query: { state: 'pending' } },
    { label: 'purchase.state.approved', query: { state: 'approved' } }
  ],
  presentation: { title: 'number', support: ['supplier'], figure: 'purchaseLimit', state: 'state' }
};

/** The most pending requests that are looked at. */
const MOST_PENDING = 1_000;

/** The requests that the principal may decide on, by the rule of deciding itself (C3.018). */
export const PURCHASES_WAITING: Listing = {
  ...PURCHASE_REQUESTS,
  name: 'purchase-approvals',
  where: isWaiting,
  tabs: []
};

async function isWaiting(principal: Principal): Promise<Prisma.Sql> {
  if (!may(principal, 'approvals', 'approve')) return Prisma.sql`FALSE`;
  const tx = database();
  const pending = Prisma.sql`q.issuer_id = ${principal.issuerId}::uuid AND q.state = 'pending'
    ORDER BY q.created_at LIMIT ${MOST_PENDING}`;
  const approvals = await approvalsOf(tx, principal, await requestsWhere(tx, principal, pending), { held: false });
  const ids = [...approvals].flatMap(([id, approval]) => (approval.ok ? [id] : []));
  return Prisma.sql`${seenRequests(principal)} AND q.state = 'pending' AND q.id = ANY(${ids}::uuid[])`;
}
