import { Prisma } from '../../../core/database/prisma/client';
import { contains, type Listing } from '../../../kit/listing/listing';
import { PLACED_STATEMENTS, statementInView } from './statements';

const sql = Prisma.sql;
const currency = sql`s.currency`;
const money = (column: Prisma.Sql) => ({ sql: column, type: 'money', currency, sort: false }) as const;

/** The statements of the accounts that the principal sees, the newest first (C1.012). */
export const STATEMENTS = {
  name: 'statements',
  area: 'payments',
  from: () => PLACED_STATEMENTS,
  where: statementInView,
  issuer: sql`s.issuer_id`,
  id: sql`s.id`,
  columns: {
    account: { sql: sql`n.name_1`, type: 'text', label: 'transaction.account', filter: 'contains', sort: false },
    closedOn: { sql: sql`s.closed_on`, type: 'date', label: 'statement.closed.on', filter: 'range' },
    opening: { ...money(sql`s.opening`), label: 'statement.opening' },
    charges: { ...money(sql`s.charges`), label: 'statement.charges' },
    payments: { ...money(sql`s.payments`), label: 'statement.payments' },
    closing: { ...money(sql`s.closing`), label: 'statement.closing', filter: 'range' }
  },
  search: (text) => contains(text, sql`n.name_1`),
  order: { column: 'closedOn', descending: true },
  presentation: { title: 'account', support: ['closedOn'], figure: 'closing', filters: ['closedOn', 'closing'] }
} as const satisfies Listing;
