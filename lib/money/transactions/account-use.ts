import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { holdersOf } from '../../directory/people/reads/holders';
import { accountList } from '../../directory/structure/lists';
import type { Listing } from '../../kit/listing/listing';

const ACCOUNTS = accountList();

/** The last purchase or cash of account `a`, and the days since then, or since the account was opened. */
const lastUse = () => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT t.transaction_date AS day FROM transactions t
    WHERE (t.issuer_id, t.account_id) = (a.issuer_id, a.id) AND t.type IN ('purchase', 'cash')
    ORDER BY t.posting_date DESC, t.id DESC LIMIT 1) used ON true
  CROSS JOIN LATERAL (
    SELECT greatest(${now()}::timestamptz::date - coalesce(used.day, a.opened_on), 0) AS days) idle`;

/** The accounts that the principal sees, each with its last use: what has been idle longest first. */
export const ACCOUNT_USE: Listing = {
  ...ACCOUNTS,
  name: 'account-use',
  from: (principal) => Prisma.sql`${ACCOUNTS.from(principal)} ${lastUse()}`,
  columns: {
    ...ACCOUNTS.columns,
    person: {
      sql: holdersOf(Prisma.sql`n.issuer_id`, Prisma.sql`n.id`),
      type: 'text',
      label: 'transaction.person',
      nullable: true
    },
    lastUsed: {
      sql: Prisma.sql`used.day`,
      type: 'date',
      label: 'transaction.account.used',
      nullable: true,
      filter: 'range'
    },
    idleDays: { sql: Prisma.sql`idle.days`, type: 'number', label: 'transaction.account.idle', filter: 'range' }
  },
  order: { column: 'idleDays', descending: true }
};
