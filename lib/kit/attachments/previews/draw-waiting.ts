import { z } from 'zod';
import { database, transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { readLargeFile } from '../../../core/files/large-files';
import { now } from '../../../core/server/clock';
import { log } from '../../../core/server/log';
import { type Loop, workOn } from '../../../core/server/loop';
import { keptFile } from '../kept-file';
import { type Drawn, drawPreview } from './draw-preview';
import { sealedPicture } from './sealed-picture';

const LOOK_EVERY_MILLIS = 1_000;
/** A process that began to draw longer ago than this has died. */
const ABANDONED_MILLIS = 150_000;
const MOST_ATTEMPTS = 3;

/** Draws waiting files one after another until it is stopped. Nothing waits for it. */
export const workPreviews = (): Promise<Loop> =>
  workOn({ name: 'previews of attachments', everyMillis: LOOK_EVERY_MILLIS, next: drawNext });

const waitingRow = z.strictObject({ issuerId: z.string(), attachmentId: z.string(), attempts: z.number() });
type Waiting = z.infer<typeof waitingRow>;

/** Draws the file that has waited longest; false if none waits. A file that was begun too often is given up. */
export async function drawNext(): Promise<boolean> {
  const [waiting] = await take();
  if (!waiting) return false;
  const { issuerId, attachmentId, attempts } = waiting;
  try {
    const file = await keptFile(issuerId, attachmentId);
    if (file) {
      const chunks: Buffer[] = [];
      for await (const chunk of readLargeFile({ issuerId, id: file.fileId })) chunks.push(chunk);
      await keep(waiting, await drawPreview(Buffer.concat(chunks), file.mediaType));
    } else await giveUp(waiting);
  } catch (err) {
    if (attempts < MOST_ATTEMPTS) {
      await database().$executeRaw`
        UPDATE attachment_previews SET begun_at = NULL
        WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
    } else {
      log.info({ err, attachment: attachmentId }, 'no preview could be made of an attachment');
      await giveUp(waiting);
    }
  }
  return true;
}

/** Takes the next file, so that no other process draws it meanwhile. */
const take = () =>
  transaction(async (tx) => {
    const begun = now();
    return readRows(tx, waitingRow)`
      UPDATE attachment_previews p SET begun_at = ${begun}, attempts = p.attempts + 1
      WHERE (p.issuer_id, p.attachment_id) = (
        SELECT w.issuer_id, w.attachment_id FROM attachment_previews w
        WHERE w.state = 'waiting' AND w.attempts < ${MOST_ATTEMPTS}
          AND (w.begun_at IS NULL OR w.begun_at < ${new Date(begun.getTime() - ABANDONED_MILLIS)})
        ORDER BY w.added_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING p.issuer_id AS "issuerId", p.attachment_id AS "attachmentId", p.attempts`;
  });

/** Keeps all pictures of a file or none of them. */
async function keep(waiting: Waiting, { thumbnail, pages, all }: Drawn): Promise<void> {
  const { issuerId, attachmentId } = waiting;
  await transaction(async (tx) => {
    const kept = await tx.$executeRaw`
      UPDATE attachment_previews SET state = 'made', thumbnail = ${sealedPicture(waiting, 0, thumbnail)}, pages = ${all}
      WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
    if (kept === 0) return;
    for (const [at, picture] of pages.entries())
      await tx.$executeRaw`
        INSERT INTO attachment_pages (issuer_id, attachment_id, page, bytes)
        VALUES (${issuerId}::uuid, ${attachmentId}::uuid, ${at + 1}, ${sealedPicture(waiting, at + 1, picture)})`;
  });
}

async function giveUp({ issuerId, attachmentId }: Waiting): Promise<void> {
  await database().$executeRaw`
    UPDATE attachment_previews SET state = 'none'
    WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
}
