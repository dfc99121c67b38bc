import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { forgetAttachments } from '../../kit/attachments/forget-attachments';
import { forgetComments } from '../../kit/comments/forget-comments';
import { type RetentionPart, StillHeld } from '../transactions/retention';
import { LIVE } from './states';

const isLive = Prisma.sql`d.state::text = ANY(${[...LIVE]}::text[])`;

/** A transaction in dispute stays; disputes that have ended are deleted with their transaction (C5.027). */
export const disputesOfTransactions: RetentionPart = {
  holds: Prisma.sql`EXISTS (SELECT 1 FROM disputes d
    WHERE d.issuer_id = t.issuer_id AND d.transaction_id = t.id AND ${isLive})`,
  async forget(tx, issuerId, gone) {
    const transactions = gone.map(({ id }) => id);
    const isHeld = await readRows(tx, idRow)`
      SELECT d.id FROM disputes d WHERE d.issuer_id = ${issuerId}::uuid
        AND d.transaction_id = ANY(${transactions}::uuid[]) AND ${isLive} LIMIT 1`;
    if (isHeld.length > 0) throw new StillHeld();
    const ended = await readRows(tx, idRow)`
      DELETE FROM disputes d WHERE d.issuer_id = ${issuerId}::uuid AND d.transaction_id = ANY(${transactions}::uuid[])
      RETURNING d.id`;
    const ids = ended.map(({ id }) => id);
    await forgetAttachments(tx, issuerId, 'dispute', ids);
    await forgetComments(tx, issuerId, 'dispute', ids);
  }
};
