import type { Chores } from '../../core/server/chores';
import { modules } from '../generated/modules';
import { anonymizeUsers } from './anonymize-users';
import { deleteExpiredTransactions } from './retention';

/** The chores of all modules. */
export const CHORES: Chores = Object.assign(
  { deleteExpiredTransactions, anonymizeUsers },
  ...modules.map(({ chores }) => chores)
);
