import { may, type Principal } from '../../../access/policy/principal';
import { nodeColumns, within } from '../../../access/policy/scope';
import { Prisma } from '../../../core/database/prisma/client';
import { now } from '../../../core/server/clock';
import { choicesOf, contains, type Listing } from '../../../kit/listing/listing';
import { postedUnder } from '../../transactions/posted';
import { REQUEST_NUMBER, REQUESTER } from '../listing';
import { REQUESTS_FROM } from '../requests';
import { SUPPLIERS } from '../set-up-tables';

/** What can differ between requests, cards, authorizations, clearings and posted transactions, along that chain. */
export const DIFFERENCES = [
  'card.missing',
  'card.open',
  'authorization.open',
  'clearing.unauthorized',
  'clearing.over',
  'clearing.unposted',
  'clearing.amount'
] as const;

/** In days, how long a merchant may take to book what was approved, and the bank to post what was booked. */
const BOOKS_WITHIN = 30;
const POSTS_WITHIN = 3;

/** What the bank posted for clearing `k`. */
const POSTED = postedUnder(Prisma.sql`k.issuer_id`, Prisma.sql`k.reference`);

/** Whether people have taken over what clearing `k` booked: its transaction was reviewed, approved and exported. */
const IS_TAKEN_OVER = Prisma.sql`EXISTS (SELECT 1 FROM ${POSTED} t WHERE t.state = 'exported')`;

/** Every difference: its kind, the fact that it is about, since when, and the amount that is open. */
const differences = () => Prisma.sql`(
  SELECT q.issuer_id, q.id AS request_id, 'card.missing' AS kind, q.id AS fact, coalesce((SELECT max(d.decided_at)
      FROM purchase_request_decisions d WHERE (d.issuer_id, d.request_id) = (q.issuer_id, q.id)), q.created_at) AS since,
    q.purchase_limit AS amount, q.currency
  FROM purchase_requests q
  WHERE q.state = 'approved' AND NOT EXISTS (SELECT 1 FROM virtual_cards v
    WHERE (v.issuer_id, v.request_id) = (q.issuer_id, q.id) AND v.state = 'active' AND v.last_four IS NOT NULL)
  UNION ALL
  SELECT q.issuer_id, q.id, 'card.open', v.id, v.issued_at, q.purchase_limit, q.currency
  FROM virtual_cards v JOIN purchase_requests q ON (q.issuer_id, q.id) = (v.issuer_id, v.request_id)
  WHERE v.state = 'active' AND q.state <> 'approved'
  UNION ALL
  SELECT v.issuer_id, v.request_id, 'authorization.open', a.id, a.asked_at, a.amount - a.reversed, a.currency
  FROM authorization_activity a JOIN virtual_cards v ON (v.issuer_id, v.id) = (a.issuer_id, a.card_id)
  WHERE a.answer = 'approved' AND a.amount > a.reversed AND a.kind <> 'increment' AND v.state <> 'closed'
    AND a.asked_at < ${now()}::timestamptz - make_interval(days => ${BOOKS_WITHIN})
    AND NOT EXISTS (SELECT 1 FROM clearings k WHERE k.issuer_id = a.issuer_id AND k.authorization_id = a.id)
  UNION ALL
  SELECT v.issuer_id, v.request_id, 'clearing.unauthorized', k.id, k.cleared_at, k.amount, k.currency
  FROM clearings k JOIN virtual_cards v ON (v.issuer_id, v.id) = (k.issuer_id, k.card_id)
  LEFT JOIN authorization_activity a ON (a.issuer_id, a.id) = (k.issuer_id, k.authorization_id)
  WHERE a.answer IS DISTINCT FROM 'approved' AND k.amount > 0 AND NOT ${IS_TAKEN_OVER}
  UNION ALL
  SELECT v.issuer_id, v.request_id, 'clearing.over', a.id, max(k.cleared_at), sum(k.amount) - a.amount + a.reversed,
    a.currency
  FROM authorization_activity a JOIN virtual_cards v ON (v.issuer_id, v.id) = (a.issuer_id, a.card_id)
  JOIN clearings k ON k.issuer_id = a.issuer_id AND k.authorization_id = a.id
  WHERE a.answer = 'approved'
  GROUP BY v.issuer_id, v.request_id, a.issuer_id, a.id, a.amount, a.reversed, a.currency
  HAVING sum(k.amount) > a.amount - a.reversed AND NOT bool_and(${IS_TAKEN_OVER})
  UNION ALL
  SELECT v.issuer_id, v.request_id, 'clearing.unposted', k.id, k.cleared_at, k.amount, k.currency
  FROM clearings k JOIN virtual_cards v ON (v.issuer_id, v.id) = (k.issuer_id, k.card_id)
  WHERE k.cleared_at < ${now()}::timestamptz - make_interval(days => ${POSTS_WITHIN})
    AND NOT EXISTS (SELECT 1 FROM ${POSTED} t)
  UNION ALL
  SELECT v.issuer_id, v.request_id, 'clearing.amount', k.id, k.cleared_at,
    CASE WHEN t.currency = k.currency THEN abs(t.amount - k.amount) ELSE k.amount END, k.currency
  FROM clearings k JOIN virtual_cards v ON (v.issuer_id, v.id) = (k.issuer_id, k.card_id)
  CROSS JOIN LATERAL ${POSTED} t
  WHERE (t.amount, t.currency) <> (k.amount, k.currency)
)`;

/** The party that clears it up: the requester what a merchant left open, the company what it did not approve, the issuer the rest. */
const OWNER = Prisma.sql`(CASE d.kind WHEN 'authorization.open' THEN 'requester'
  WHEN 'clearing.unauthorized' THEN 'company' WHEN 'clearing.over' THEN 'company' ELSE 'issuer' END)`;

const inView = (principal: Principal): Prisma.Sql =>
  may(principal, 'purchase_reconciliation', 'view') ? within(principal.scope, nodeColumns('n')) : Prisma.sql`FALSE`;

/**
 * Where requests, cards, authorizations, clearings and posted transactions don't agree: a list that must be empty. It is
 * computed from the facts whenever it is read, so that nothing can be forgotten in it.
 */
export const RECONCILIATION: Listing = {
  name: 'reconciliation',
  area: 'purchase_reconciliation',
  from: () => Prisma.sql`${REQUESTS_FROM}
    JOIN ${differences()} d ON (d.issuer_id, d.request_id) = (q.issuer_id, q.id)
    CROSS JOIN LATERAL (
      SELECT greatest(0, floor(extract(epoch FROM ${now()}::timestamptz - d.since) / 86400))::int AS days) age
    JOIN ${SUPPLIERS} s ON (s.issuer_id, s.id) = (q.issuer_id, q.supplier_id)
    LEFT JOIN virtual_cards c ON (c.issuer_id, c.request_id) = (q.issuer_id, q.id)`,
  where: inView,
  issuer: Prisma.sql`q.issuer_id`,
  // A difference has no row of its own.
  id: Prisma.sql`md5(d.kind || d.fact::text)::uuid`,
  columns: {
    kind: {
      sql: Prisma.sql`d.kind`,
      type: 'choice',
      label: 'reconciliation.difference',
      filter: 'choice',
      choices: choicesOf(DIFFERENCES, (kind) => `reconciliation.${kind}`)
    },
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
    owner: {
      sql: OWNER,
      type: 'choice',
      label: 'reconciliation.owner',
      filter: 'choice',
      choices: { requester: 'purchase.requester', company: 'node.kind.company', issuer: 'node.kind.issuer' }
    },
    since: { sql: Prisma.sql`d.since`, type: 'date-time', label: 'reconciliation.since', filter: 'range' },
    age: {
      sql: Prisma.sql`age.days`,
      type: 'number',
      label: 'reconciliation.age',
      sort: false
    },
    amount: {
      sql: Prisma.sql`d.amount`,
      type: 'money',
      label: 'transaction.amount.paid',
      currency: Prisma.sql`d.currency`,
      filter: 'range'
    }
  },
  search: (text) => contains(text, REQUEST_NUMBER, Prisma.sql`s.name`),
  order: { column: 'since', descending: false },
  measure: 'amount',
  presentation: { title: 'kind', support: ['number', 'supplier'], figure: 'amount' }
};
