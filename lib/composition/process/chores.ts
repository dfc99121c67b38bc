import type { Chores } from '../../core/server/chores';
import { modules } from '../generated/modules';
import { deleteExpiredTransactions } from './retention';

/** What the modules do every hour. */
export const CHORES: Chores = Object.assign({ deleteExpiredTransactions }, ...modules.map(({ chores }) => chores));
