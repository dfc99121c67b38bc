import { Prisma } from '../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { inReach, OWNER, PROPOSED_ACCOUNTS } from './proposed-accounts';
import { WALLET_ACCOUNT } from './states';

const sql = Prisma.sql;

/** The bank accounts for which a second person is or was asked, the newest first. */
export const BANK_ACCOUNTS = {
  name: 'bank-accounts',
  area: 'bank_accounts',
  from: () => PROPOSED_ACCOUNTS,
  where: inReach,
  issuer: sql`w.issuer_id`,
  id: sql`w.id`,
  columns: {
    owner: { sql: OWNER, type: 'text', label: 'bank.account.owner', filter: 'contains', sort: false },
    holder: { sql: sql`w.holder_name`, type: 'text', label: 'wallet.holder', filter: 'contains', sort: false },
    number: {
      sql: sql`CASE WHEN w.scheme = 'iban' THEN w.country || ' ' ELSE '' END || '•••• ' || w.last_four`,
      type: 'text',
      label: 'wallet.number',
      sort: false
    },
    addedAt: { sql: sql`w.added_at`, type: 'date-time', label: 'bank.account.proposed.at', filter: 'range' },
    state: {
      sql: sql`w.state::text`,
      type: 'choice',
      label: 'bank.account.state',
      filter: 'choice',
      choices: choicesOf(WALLET_ACCOUNT.states, (state) => `bank.account.state.${state}`),
      sort: false
    }
  },
  search: (text) => contains(text, OWNER, sql`w.holder_name`),
  order: { column: 'addedAt', descending: true },
  presentation: { title: 'owner', support: ['number'], state: 'state', filters: ['state', 'addedAt'] }
} as const satisfies Listing;
