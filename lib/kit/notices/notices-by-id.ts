import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import type { NoticeKind, NoticeParams } from './notice';

const noticeRow = z.strictObject({
  id: z.string(),
  kind: textOf<NoticeKind>(),
  params: jsonOf<NoticeParams>(),
  isRead: z.boolean()
});

/** A kept notice, and whether its reader has read it. */
export type KeptNotice = z.infer<typeof noticeRow>;

/** Notices by their ids, as they were posted. */
export const noticesById = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<KeptNotice[]> =>
  readRows(tx, noticeRow)`
    SELECT n.id, n.kind, n.params, n.read_at IS NOT NULL AS "isRead" FROM inbox_notices n
    WHERE n.issuer_id = ${issuerId}::uuid AND n.id = ANY(${[...ids]}::uuid[]) ORDER BY n.posted_at, n.id`;
