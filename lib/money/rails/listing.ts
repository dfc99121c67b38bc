import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { FILE_STATES, OPEN, PLACED_FILES, RETURNED, STATE } from './files';
import { RAILS } from './rail';

/** The files that collect payments at the issuer's banks, the newest first. */
export const PAYMENT_FILES = {
  name: 'payment-files',
  area: 'payment_files',
  from: () => PLACED_FILES,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`f.issuer_id`,
  id: Prisma.sql`f.id`,
  columns: {
    file: { sql: Prisma.sql`l.name`, type: 'text', label: 'payment.file.one', filter: 'contains', sort: false },
    rail: {
      sql: Prisma.sql`f.rail::text`,
      type: 'choice',
      label: 'payment.file.rail',
      filter: 'choice',
      choices: choicesOf(RAILS, (rail) => `payment.file.rail.${rail}`),
      sort: false
    },
    collectOn: { sql: Prisma.sql`f.collect_on`, type: 'date', label: 'payment.file.collect.on', filter: 'range' },
    payments: { sql: Prisma.sql`f.payment_count`, type: 'number', label: 'payment.title', sort: false },
    open: { sql: OPEN, type: 'number', label: 'payment.file.state.with_bank', sort: false, hidden: true },
    returned: { sql: RETURNED, type: 'number', label: 'payment.state.returned', sort: false },
    total: {
      sql: Prisma.sql`f.total`,
      type: 'money',
      label: 'payment.file.total',
      currency: Prisma.sql`f.currency`,
      sort: false
    },
    writtenAt: { sql: Prisma.sql`f.written_at`, type: 'date-time', label: 'payment.file.written', filter: 'range' },
    state: {
      sql: STATE,
      type: 'choice',
      label: 'payment.state',
      filter: 'choice',
      choices: choicesOf(FILE_STATES, (state) => `payment.file.state.${state}`),
      sort: false
    }
  },
  search: (text) => contains(text, Prisma.sql`l.name`),
  order: { column: 'writtenAt', descending: true },
  tabs: [
    { label: 'listing.tab.all', query: {} },
    ...FILE_STATES.map((state) => ({ label: `payment.file.state.${state}` as const, query: { state } }))
  ],
  presentation: {
    title: 'file',
    support: ['collectOn'],
    figure: 'total',
    state: 'state',
    filters: ['rail', 'collectOn']
  }
} as const satisfies Listing;
