import { Prisma } from '../../../core/database/prisma/client';
import { atAccount, atNode } from '../../../directory/structure/reads/joins';

/** The transactions `t`, each with its account `a` and the account's node `n`, as tables of a statement. */
export const TRANSACTIONS_WITH_ACCOUNTS = Prisma.sql`
  transactions t ${atNode('t.account_id')} ${atAccount('t.account_id')}`;
