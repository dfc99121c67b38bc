import type { Chore } from '../../core/server/chores';
import { deleteExpired, type RetentionPart } from '../../money/transactions/retention';
import { modules } from '../generated/modules';

/** What the modules keep beside transactions, or hold past their time. */
export const RETENTION_PARTS: readonly RetentionPart[] = modules.flatMap(({ retention = [] }) => retention);

/** Deletes the transactions that are past their time (C5.027). */
export const deleteExpiredTransactions: Chore = () => deleteExpired(RETENTION_PARTS);
