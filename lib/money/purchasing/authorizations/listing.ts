import { Prisma } from '../../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../../kit/listing/listing';
import { FAILURE_NAMES } from '../failure-names';
import { REQUEST_NUMBER, REQUESTER } from '../listing';
import { SUPPLIERS } from '../set-up-tables';
import { AUTHORIZATIONS_FROM, seenAuthorizations } from './activity';

const ANSWERS = ['approved', 'declined'] as const;

/** What virtual cards answered to merchants, the latest first (C6.032). */
export const AUTHORIZATIONS: Listing = {
  name: 'authorizations',
  area: 'authorization_activity',
  from: () =>
    Prisma.sql`${AUTHORIZATIONS_FROM} JOIN ${SUPPLIERS} s ON (s.issuer_id, s.id) = (q.issuer_id, q.supplier_id)`,
  where: seenAuthorizations,
  issuer: Prisma.sql`a.issuer_id`,
  id: Prisma.sql`a.id`,
  columns: {
    merchant: { sql: Prisma.sql`a.merchant_name`, type: 'text', label: 'transaction.merchant', filter: 'contains' },
    number: { sql: REQUEST_NUMBER, type: 'text', label: 'purchase.number', filter: 'contains' },
    card: {
      sql: Prisma.sql`c.last_four`,
      type: 'text',
      label: 'account.last.four',
      nullable: true,
      filter: 'equals'
    },
    at: { sql: Prisma.sql`a.asked_at`, type: 'date-time', label: 'authorization.at', filter: 'range' },
    amount: {
      sql: Prisma.sql`a.amount`,
      type: 'money',
      label: 'transaction.amount.paid',
      currency: Prisma.sql`a.currency`,
      filter: 'range'
    },
    booked: {
      sql: Prisma.sql`(SELECT sum(k.amount) FROM clearings k
        WHERE k.issuer_id = a.issuer_id AND k.authorization_id = a.id)`,
      type: 'money',
      label: 'authorization.booked',
      currency: Prisma.sql`a.currency`,
      nullable: true,
      sort: false
    },
    reason: {
      sql: Prisma.sql`(a.failures -> 0 ->> 'control')`,
      type: 'choice',
      label: 'authorization.reason',
      nullable: true,
      filter: 'choice',
      choices: FAILURE_NAMES
    },
    answer: {
      sql: Prisma.sql`a.answer`,
      type: 'choice',
      label: 'authorization.answer',
      filter: 'choice',
      choices: choicesOf(ANSWERS, (answer) => `authorization.answer.${answer}`)
    },
    supplier: {
      sql: Prisma.sql`s.name`,
      type: 'text',
      label: 'setup.entity.supplier.one',
      filter: 'contains',
      hidden: true
    },
    requester: { sql: REQUESTER, type: 'text', label: 'purchase.requester', filter: 'contains', hidden: true }
  },
  search: (text) => contains(text, REQUEST_NUMBER, Prisma.sql`a.merchant_name`),
  order: { column: 'at', descending: true },
  measure: 'amount',
  tabs: [
    { label: 'listing.tab.all', query: {} },
    ...ANSWERS.map((answer) => ({ label: `authorization.answer.${answer}` as const, query: { answer } }))
  ],
  presentation: { title: 'merchant', support: ['number'], figure: 'amount', state: 'answer' }
};
