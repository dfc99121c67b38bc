import type { Transaction } from '../../core/database/database';
import { type OutboxEntry, Undeliverable } from '../../core/server/outbox';
import { keptSchema } from '../../kit/attachments/keep-attachment';
import { keptFile } from '../../kit/attachments/kept-file';

/** The records whose files are receipts. */
const READ = ['transaction', 'receipt'];

/** Has a file that was attached to a transaction, or put into a box of receipts, read in the background. */
export async function awaitReading(tx: Transaction, { issuerId, payload }: OutboxEntry): Promise<void> {
  const kept = keptSchema.safeParse(payload);
  if (!kept.success) throw new Undeliverable('not an attachment');
  const { id, entity } = kept.data;
  if (!READ.includes(entity)) return;
  // It may be removed by now.
  const file = await keptFile(issuerId, id, tx);
  if (!file) return;
  await tx.$executeRaw`
    INSERT INTO receipt_readings (issuer_id, attachment_id, added_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${file.addedAt})
    ON CONFLICT DO NOTHING`;
}
