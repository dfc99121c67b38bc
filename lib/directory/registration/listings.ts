import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { contains, type Listing } from '../../kit/listing/listing';
import { atIssuer, atNode } from '../structure/reads/joins';

const place = nodeColumns('n');

/** Pending and decided registrations. */
export const REGISTRATIONS = {
  name: 'registrations',
  area: 'registrations',
  from: () => Prisma.sql`registrations r
    ${atNode('r.node_id')} ${atIssuer('r')}`,
  where: ({ scope }) => within(scope, place),
  issuer: Prisma.sql`r.issuer_id`,
  id: Prisma.sql`r.id`,
  columns: {
    name: { sql: Prisma.sql`r.name`, type: 'text', label: 'registration.name', filter: 'contains' },
    kind: {
      sql: Prisma.sql`r.kind::text`,
      type: 'choice',
      label: 'registration.kind',
      filter: 'choice',
      choices: {
        cardholder: 'registration.kind.cardholder',
        company: 'registration.kind.company',
        account_application: 'registration.kind.account.application'
      }
    },
    state: {
      sql: Prisma.sql`r.state::text`,
      type: 'choice',
      label: 'registration.state',
      filter: 'choice',
      choices: {
        matched: 'registration.state.matched',
        pending_approval: 'registration.state.pending.approval',
        approved: 'registration.state.approved',
        declined: 'registration.state.declined'
      }
    },
    email: { sql: Prisma.sql`r.email`, type: 'text', label: 'registration.email.label', filter: 'begins' },
    issuer: {
      sql: Prisma.sql`i.name`,
      type: 'text',
      label: 'registration.issuer.label',
      hidden: true,
      filter: 'contains'
    },
    registeredAt: {
      sql: Prisma.sql`r.registered_at`,
      type: 'date-time',
      label: 'registration.registered.at',
      filter: 'range'
    },
    decidedAt: {
      sql: Prisma.sql`r.decided_at`,
      type: 'date-time',
      label: 'registration.decided.at',
      nullable: true,
      filter: 'range',
      hidden: true
    }
  },
  search: (text) => contains(text, Prisma.sql`r.name`, Prisma.sql`r.email`),
  order: { column: 'registeredAt', descending: true }
} as const satisfies Listing;

/** Self-registrations that were locked because their details didn't match, and can be cleared (C4.025). */
export const REGISTRATION_LOCKS = {
  name: 'registration-locks',
  area: 'registrations',
  from: () => Prisma.sql`registration_locks l ${atNode('l.node_id')}
    LEFT ${atNode('n.company_id', 'c')}`,
  where: ({ scope }) => Prisma.sql`l.locked_at IS NOT NULL AND ${within(scope, place)}`,
  issuer: Prisma.sql`l.issuer_id`,
  id: Prisma.sql`l.id`,
  columns: {
    subject: {
      sql: Prisma.sql`l.subject::text`,
      type: 'choice',
      label: 'registration.lock.subject',
      filter: 'choice',
      choices: { account: 'registration.lock.account', email: 'registration.lock.email' }
    },
    label: { sql: Prisma.sql`l.label`, type: 'text', label: 'registration.lock.label', filter: 'begins' },
    company: {
      sql: Prisma.sql`c.name_1`,
      type: 'text',
      label: 'registration.lock.company',
      nullable: true,
      filter: 'contains'
    },
    lockedAt: { sql: Prisma.sql`l.locked_at`, type: 'date-time', label: 'registration.lock.locked.at', filter: 'range' }
  },
  search: (text) => contains(text, Prisma.sql`l.label`),
  order: { column: 'lockedAt', descending: true }
} as const satisfies Listing;

/** The companies with their corporate codes. */
export const CORPORATE_CODES = {
  name: 'corporate-codes',
  area: 'registrations',
  from: () => Prisma.sql`nodes n LEFT JOIN corporate_codes k ON (k.issuer_id, k.company_id) = (n.issuer_id, n.id)`,
  where: ({ scope }) => Prisma.sql`n.kind = 'company' AND n.status = 'active' AND ${within(scope, place)}`,
  issuer: Prisma.sql`n.issuer_id`,
  id: Prisma.sql`n.id`,
  columns: {
    name: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'corporate.code.company', filter: 'contains' },
    number: { sql: Prisma.sql`n.number`, type: 'text', label: 'corporate.code.company.number', filter: 'begins' },
    setAt: {
      sql: Prisma.sql`k.set_at`,
      type: 'date-time',
      label: 'corporate.code.set.at',
      nullable: true,
      filter: 'range'
    }
  },
  search: (text) => contains(text, Prisma.sql`n.name_1`, Prisma.sql`n.number`),
  order: { column: 'name' }
} as const satisfies Listing;
