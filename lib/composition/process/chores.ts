import type { Chore } from '../../core/server/worker';
import { modules } from '../generated/modules';
import { deleteExpiredTransactions } from './retention';

/** What the modules do every hour. */
export const CHORES: readonly Chore[] = [...modules.flatMap(({ chores = [] }) => chores), deleteExpiredTransactions];
