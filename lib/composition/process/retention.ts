import type { Chore } from '../../core/server/worker';
import { ledgerRetention } from '../../money/ledger/retention';
import { deleteExpired, type RetentionPart } from '../../money/transactions/retention';

/** The parts of the product that hold transactions past their time, or keep something beside them. */
export const RETENTION_PARTS: readonly RetentionPart[] = [ledgerRetention];

/** Deletes the transactions that are past their time (C5.027). */
export const deleteExpiredTransactions: Chore = () => deleteExpired(RETENTION_PARTS);
