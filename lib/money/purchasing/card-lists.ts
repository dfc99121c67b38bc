import { Prisma } from '../../core/database/prisma/client';
import { type Column, choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { CLEARED } from './clearings/cleared';
import { PERIODS } from './controls';
import { FAILURE_NAMES } from './failure-names';
import { REQUEST_NUMBER, REQUESTER } from './listing';
import { REQUESTS_FROM, seenRequests } from './requests';
import { SUPPLIERS, TEMPLATES } from './set-up-tables';

const CARDS_FROM = Prisma.sql`${REQUESTS_FROM}
  JOIN virtual_cards c ON (c.issuer_id, c.request_id) = (q.issuer_id, q.id)
  JOIN ${TEMPLATES} m ON (m.issuer_id, m.id) = (q.issuer_id, q.template_id)
  JOIN ${SUPPLIERS} s ON (s.issuer_id, s.id) = (q.issuer_id, q.supplier_id)`;

const OF_CARD = Prisma.sql`FROM authorization_activity a WHERE a.issuer_id = c.issuer_id AND a.card_id = c.id`;
const SPENT = Prisma.sql`(SELECT coalesce(sum(coalesce(${CLEARED}, a.amount)), 0) ${OF_CARD} AND a.answer = 'approved')`;
/** What needs the right to authorization activity beside that to the card (C6.032). */
const area = 'authorization_activity';
const currency = Prisma.sql`q.currency`;

/** What both lists of cards begin with. */
const SHARED: Readonly<Record<'number' | 'card' | 'supplier' | 'requester' | 'template', Column>> = {
  number: { sql: REQUEST_NUMBER, type: 'text', label: 'purchase.number', filter: 'contains' },
  card: {
    sql: Prisma.sql`c.last_four`,
    type: 'text',
    label: 'account.last.four',
    nullable: true,
    filter: 'equals'
  },
  supplier: { sql: Prisma.sql`s.name`, type: 'text', label: 'setup.entity.supplier.one', filter: 'contains' },
  requester: { sql: REQUESTER, type: 'text', label: 'purchase.requester', filter: 'contains', hidden: true },
  template: {
    sql: Prisma.sql`m.name`,
    type: 'text',
    label: 'setup.entity.purchase.template.one',
    filter: 'contains',
    hidden: true
  }
};
const issued: Column = {
  sql: Prisma.sql`c.issued_at`,
  type: 'date-time',
  label: 'purchase.card.issued',
  filter: 'range'
};
const search = (text: string) => contains(text, REQUEST_NUMBER, Prisma.sql`s.name`, Prisma.sql`m.name`);

/** The virtual cards of the requests that the principal sees, with what they spent (C2.026). Its id is that of its request. */
export const VIRTUAL_CARDS: Listing = {
  name: 'virtual-cards',
  area: 'purchase_requests',
  from: () => CARDS_FROM,
  where: seenRequests,
  issuer: Prisma.sql`q.issuer_id`,
  id: Prisma.sql`q.id`,
  columns: {
    ...SHARED,
    expiry: { sql: Prisma.sql`c.expiry`, type: 'text', label: 'purchase.card.expiry', sort: false },
    issued,
    purchaseLimit: {
      sql: Prisma.sql`q.purchase_limit`,
      type: 'money',
      label: 'purchase.limit',
      currency,
      filter: 'range'
    },
    spent: { sql: SPENT, type: 'money', label: 'purchase.card.spent', currency, sort: false, area },
    left: {
      sql: Prisma.sql`(q.purchase_limit - ${SPENT})`,
      type: 'money',
      label: 'purchase.card.left',
      currency,
      sort: false,
      area
    },
    approvals: {
      sql: Prisma.sql`(SELECT count(*)::int ${OF_CARD} AND a.answer = 'approved')`,
      type: 'number',
      label: 'purchase.card.approvals',
      sort: false,
      area,
      hidden: true
    },
    declines: {
      sql: Prisma.sql`(SELECT count(*)::int ${OF_CARD} AND a.answer = 'declined')`,
      type: 'number',
      label: 'purchase.card.declines',
      sort: false,
      area
    },
    state: {
      sql: Prisma.sql`c.state::text`,
      type: 'choice',
      label: 'setup.status',
      filter: 'choice',
      choices: choicesOf(['active', 'suspended', 'closed'] as const, (state) => `purchase.card.${state}`)
    }
  },
  search,
  order: { column: 'issued', descending: true },
  presentation: { title: 'number', support: ['supplier'], figure: 'purchaseLimit', state: 'state' }
};

/** The controls of a card `c`, one row each with its limits: of an amount, of a number of purchases. */
const CONTROLS = Prisma.sql`(
  SELECT 'velocity' AS control, v ->> 'period' AS period, (v ->> 'amount')::numeric AS amount, (v ->> 'count')::int AS uses
  FROM jsonb_array_elements(c.controls -> 'velocities') v
  UNION ALL SELECT 'agingVelocity', NULL, (c.controls -> 'aging' ->> 'amount')::numeric, NULL
    WHERE jsonb_typeof(c.controls -> 'aging') = 'object'
  UNION ALL SELECT 'transactionLimit', NULL, (c.controls -> 'transactionLimit' ->> 'amount')::numeric,
      (c.controls -> 'transactionLimit' ->> 'count')::int
    WHERE jsonb_typeof(c.controls -> 'transactionLimit') = 'object'
  UNION ALL SELECT 'amountRange', NULL, (c.controls -> 'amountRange' ->> 'max')::numeric, NULL
    WHERE jsonb_typeof(c.controls -> 'amountRange') = 'object'
  UNION ALL SELECT other, NULL, NULL, NULL
    FROM unnest(ARRAY['exactAmounts', 'timeOfDay', 'curfew', 'validity', 'merchantName', 'merchant', 'purchaseType']) other
    WHERE jsonb_typeof(c.controls -> other) IN ('object', 'array')
)`;

/** How often a control `k` said no: a limit of a number counts as the control that it belongs to. */
const DECLINES = Prisma.sql`(SELECT count(*)::int ${OF_CARD} AND EXISTS (
  SELECT 1 FROM jsonb_array_elements(a.failures) f
  WHERE CASE f ->> 'control' WHEN 'velocityCount' THEN 'velocity' WHEN 'transactionCount' THEN 'transactionLimit'
      ELSE f ->> 'control' END = k.control
    AND (k.period IS NULL OR f ->> 'period' = k.period)))`;

const {
  transactionCount: _transactions,
  velocityCount: _purchases,
  currency: _currency,
  ...CONTROL_NAMES
} = FAILURE_NAMES;

/** The controls of the cards that the principal sees, and how often each said no (C2.026). */
export const CARD_CONTROLS: Listing = {
  name: 'card-controls',
  area: 'purchase_requests',
  from: () => Prisma.sql`${CARDS_FROM} CROSS JOIN LATERAL ${CONTROLS} k`,
  where: seenRequests,
  issuer: Prisma.sql`q.issuer_id`,
  // A control has no row of its own.
  id: Prisma.sql`md5(c.id::text || k.control || coalesce(k.period, ''))::uuid`,
  columns: {
    control: {
      sql: Prisma.sql`k.control`,
      type: 'choice',
      label: 'purchase.control',
      filter: 'choice',
      choices: CONTROL_NAMES
    },
    ...SHARED,
    period: {
      sql: Prisma.sql`k.period`,
      type: 'choice',
      label: 'purchase.period',
      nullable: true,
      filter: 'choice',
      choices: choicesOf(PERIODS, (period) => `purchase.period.${period}`)
    },
    amount: {
      sql: Prisma.sql`k.amount`,
      type: 'money',
      label: 'transaction.amount.paid',
      currency,
      nullable: true,
      filter: 'range'
    },
    uses: { sql: Prisma.sql`k.uses`, type: 'number', label: 'purchase.control.count', nullable: true },
    declines: { sql: DECLINES, type: 'number', label: 'purchase.card.declines', sort: false, area },
    issued
  },
  search,
  order: { column: 'issued', descending: true },
  presentation: { title: 'control', support: ['number', 'supplier'], figure: 'amount' }
};
