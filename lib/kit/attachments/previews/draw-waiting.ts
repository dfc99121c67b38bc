import { transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { type Loop, workOn } from '../../../core/server/loop';
import { nextOf, type WaitingFile } from '../file-queue';
import { type Drawn, drawPreview } from './draw-preview';
import { sealedPicture } from './sealed-picture';

const LOOK_EVERY_MILLIS = 1_000;

/** Draws waiting files one after another until it is stopped. Nothing waits for it. */
export const workPreviews = (): Promise<Loop> =>
  workOn({ name: 'previews of attachments', everyMillis: LOOK_EVERY_MILLIS, next: drawNext });

/** Draws the file that has waited longest; false if none waits. */
export const drawNext = nextOf({
  table: Prisma.sql`attachment_previews`,
  givenUp: 'none',
  abandonedMillis: 150_000,
  failed: 'no preview could be made of an attachment',
  work: async (waiting, bytes, mediaType) => keep(waiting, await drawPreview(bytes, mediaType))
});

/** Keeps all pictures of a file or none of them. */
async function keep(waiting: WaitingFile, { thumbnail, pages, all }: Drawn): Promise<void> {
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
