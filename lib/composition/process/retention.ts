import type { Chore } from '../../core/server/chores';
import { deleteExpired, type RetentionPart } from '../../money/transactions/retention';
import { modules } from '../generated/modules';

/** The modules' data that belongs to transactions or holds them past their retention. */
export const RETENTION_PARTS: readonly RetentionPart[] = modules.flatMap(({ retention = [] }) => retention);

/** Deletes the transactions past their retention (C5.027). */
export const deleteExpiredTransactions: Chore = () => deleteExpired(RETENTION_PARTS);
