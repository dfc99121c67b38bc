import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { contains, type Listing } from '../listing/listing';
import { AT_PLACE, SENDER_NAME } from './addressed';

const readBy = (condition: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM inbox_reads r
  WHERE (r.issuer_id, r.message_id) = (m.issuer_id, m.id) AND ${condition})`;

/** The messages to places of the principal's scope, whoever sent them, the newest first. */
export const MESSAGES: Listing = {
  name: 'messages',
  area: 'messages',
  from: () => Prisma.sql`inbox_messages m ${AT_PLACE}`,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`m.issuer_id`,
  id: Prisma.sql`m.id`,
  columns: {
    subject: { sql: Prisma.sql`m.subject`, type: 'text', label: 'inbox.subject', filter: 'contains' },
    place: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'inbox.place', filter: 'contains' },
    sender: { sql: SENDER_NAME, type: 'text', label: 'inbox.sender', nullable: true, sort: false },
    mustConfirm: { sql: Prisma.sql`m.must_confirm`, type: 'boolean', label: 'inbox.must.confirm', filter: 'choice' },
    read: { sql: readBy(Prisma.sql`TRUE`), type: 'number', label: 'inbox.read.by', sort: false },
    confirmed: {
      sql: readBy(Prisma.sql`r.confirmed_at IS NOT NULL`),
      type: 'number',
      label: 'inbox.confirmed.by',
      sort: false
    },
    sent: { sql: Prisma.sql`m.sent_at`, type: 'date-time', label: 'inbox.sent.at', filter: 'range' },
    firstDay: { sql: Prisma.sql`m.first_day`, type: 'date', label: 'inbox.first.day', hidden: true },
    lastDay: { sql: Prisma.sql`m.last_day`, type: 'date', label: 'inbox.last.day', nullable: true, hidden: true }
  },
  search: (text) => contains(text, Prisma.sql`m.subject`, Prisma.sql`m.body`),
  order: { column: 'sent', descending: true }
};
