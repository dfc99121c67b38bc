import type { Transaction } from '../../core/database/database';
import { postNotice } from '../../kit/notices/post-notice';

/** Tells whoever brought a file that its requests are made, or that it has faults. */
export const tellUploader = (
  tx: Transaction,
  { issuerId, userId, id, fileName }: { issuerId: string; userId: string; id: string; fileName: string },
  kind: 'job.batch.applied' | 'job.batch.faulty',
  count: number
): Promise<void> =>
  postNotice(tx, {
    issuerId,
    userId,
    kind,
    params: { file: fileName, count },
    href: `/workspace/purchase-requests/batches/${id}`
  });
