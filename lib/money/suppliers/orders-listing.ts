import { Prisma } from '../../core/database/prisma/client';
import type { TextKey } from '../../core/language/text-key';
import { contains, type Listing } from '../../kit/listing/listing';
import { REQUEST_COLUMNS, REQUEST_NUMBER } from '../purchasing/listing';
import { REQUESTS_FROM, seenRequests } from '../purchasing/requests';
import { SUPPLIERS } from '../purchasing/set-up-tables';
import { LINK_STATE } from './links/links';
import { PAYMENT_STATE } from './payments';

/** What an approved request has come to at its supplier, by its link or its straight-through payment. */
export const ORDER_STATES = {
  uninformed: 'supplier.order.uninformed',
  sent: 'supplier.link.sent',
  opened: 'supplier.link.opened',
  declined: 'supplier.link.declined',
  locked: 'supplier.link.locked',
  used: 'supplier.link.used',
  expired: 'supplier.link.expired',
  withdrawn: 'supplier.link.withdrawn',
  'payment.asked': 'supplier.payment.asked',
  'payment.unanswered': 'supplier.payment.unanswered',
  'payment.declined': 'supplier.payment.declined.by.card',
  'payment.paid': 'supplier.payment.paid'
} as const satisfies Record<string, TextKey>;
export type OrderState = keyof typeof ORDER_STATES;

/** The states in which the buyer has something to do. */
const OF_BUYER: OrderState[] = ['declined', 'locked', 'payment.unanswered', 'payment.declined'];

const state = () => Prisma.sql`(CASE WHEN (q.terms -> 'supplier' ->> 'straightThrough')::boolean
  THEN 'payment.' || coalesce(${PAYMENT_STATE}, 'asked')
  WHEN l.id IS NULL THEN 'uninformed' ELSE ${LINK_STATE()} END)`;

/** Approved purchase requests with what they have come to at their suppliers, newest first (C1.006, C1.028). */
export const SUPPLIER_ORDERS: Listing = {
  name: 'supplier-orders',
  area: 'purchase_requests',
  from: ({ userId }) => Prisma.sql`${REQUESTS_FROM}
    JOIN ${SUPPLIERS} s ON (s.issuer_id, s.id) = (q.issuer_id, q.supplier_id)
    LEFT JOIN LATERAL (SELECT * FROM supplier_links k WHERE (k.issuer_id, k.request_id) = (q.issuer_id, q.id)
      ORDER BY k.sent_at DESC, k.id DESC LIMIT 1) l ON TRUE
    LEFT JOIN LATERAL (SELECT * FROM supplier_payments k WHERE (k.issuer_id, k.request_id) = (q.issuer_id, q.id)
      ORDER BY k.attempt DESC LIMIT 1) p ON TRUE
    CROSS JOIN LATERAL (SELECT ${userId}::uuid IN (q.requester_id, q.behalf_of_id) IS TRUE AS mine, ${state()} AS state) own`,
  where: (principal) => Prisma.sql`${seenRequests(principal)} AND q.state = 'approved'`,
  issuer: Prisma.sql`q.issuer_id`,
  id: Prisma.sql`q.id`,
  columns: {
    number: REQUEST_COLUMNS.number,
    supplier: REQUEST_COLUMNS.supplier,
    purchaseLimit: REQUEST_COLUMNS.purchaseLimit,
    state: {
      sql: Prisma.sql`own.state`,
      type: 'choice',
      label: 'setup.status',
      filter: 'choice',
      choices: ORDER_STATES
    },
    informed: {
      sql: Prisma.sql`coalesce(l.sent_at, p.attempted_at)`,
      type: 'date-time',
      label: 'supplier.link.informed',
      nullable: true,
      filter: 'range'
    },
    opened: {
      sql: Prisma.sql`l.opened_at`,
      type: 'date-time',
      label: 'supplier.link.opened.at',
      nullable: true,
      filter: 'range'
    },
    shown: {
      sql: Prisma.sql`l.shown::int`,
      type: 'number',
      label: 'supplier.link.shown',
      nullable: true,
      hidden: true
    },
    reason: {
      sql: Prisma.sql`l.decline_reason`,
      type: 'text',
      label: 'authorization.reason',
      nullable: true,
      sort: false
    },
    requester: { ...REQUEST_COLUMNS.requester, hidden: true },
    mine: REQUEST_COLUMNS.mine,
    attention: {
      sql: Prisma.sql`own.state = ANY(${OF_BUYER})`,
      type: 'boolean',
      label: 'supplier.order.attention',
      filter: 'choice',
      hidden: true
    },
    created: { ...REQUEST_COLUMNS.created, hidden: true }
  },
  search: (text) => contains(text, REQUEST_NUMBER, Prisma.sql`s.name`),
  order: { column: 'created', descending: true },
  tabs: [
    { label: 'listing.tab.all', query: {} },
    { label: 'purchase.mine', query: { mine: 'true' } },
    { label: 'supplier.order.attention', query: { attention: 'true' } }
  ],
  presentation: { title: 'number', support: ['supplier'], figure: 'purchaseLimit', state: 'state' }
};
