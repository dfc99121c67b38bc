import { z } from 'zod';
import { database, transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { readLargeFile } from '../../core/files/large-files';
import { now } from '../../core/server/clock';
import { log } from '../../core/server/log';
import { keptFile } from './kept-file';

const MOST_ATTEMPTS = 3;

const waitingRow = z.strictObject({ issuerId: z.string(), attachmentId: z.string(), attempts: z.number() });

/** A file that one process works on. */
export type WaitingFile = z.infer<typeof waitingRow>;

/** Files that wait in a table for one kind of work, in its columns `state`, `attempts`, `added_at` and `begun_at`. */
interface FileQueue {
  table: Prisma.Sql;
  /** The state of a file that was given up. */
  givenUp: string;
  /** A process that began longer ago than this has died. */
  abandonedMillis: number;
  /** What the log says of a file that is given up. */
  failed: string;
  /** Does the work and keeps what it gives, if the file's state still is `waiting`. */
  work: (waiting: WaitingFile, bytes: Buffer, mediaType: string) => Promise<void>;
}

/**
 * Works on the file that has waited longest, each time it is called; false if none waits. Nothing waits for it. A file that
 * was begun three times is given up.
 */
export const nextOf = (queue: FileQueue) =>
  async function next(): Promise<boolean> {
    const [waiting] = await take(queue);
    if (!waiting) return false;
    const { issuerId, attachmentId, attempts } = waiting;
    try {
      const file = await keptFile(issuerId, attachmentId);
      if (file) {
        const chunks: Buffer[] = [];
        for await (const chunk of readLargeFile({ issuerId, id: file.fileId })) chunks.push(chunk);
        await queue.work(waiting, Buffer.concat(chunks), file.mediaType);
      } else await giveUp(queue, waiting);
    } catch (err) {
      if (attempts < MOST_ATTEMPTS) await putBack(queue, waiting);
      else {
        log.info({ err, attachment: attachmentId }, queue.failed);
        await giveUp(queue, waiting);
      }
    }
    return true;
  };

/** Takes the next file, so that no other process works on it meanwhile. */
const take = ({ table, abandonedMillis }: FileQueue) =>
  transaction(async (tx) => {
    const begun = now();
    return readRows(tx, waitingRow)`
      UPDATE ${table} q SET begun_at = ${begun}, attempts = q.attempts + 1
      WHERE (q.issuer_id, q.attachment_id) = (
        SELECT w.issuer_id, w.attachment_id FROM ${table} w
        WHERE w.state = 'waiting' AND w.attempts < ${MOST_ATTEMPTS}
          AND (w.begun_at IS NULL OR w.begun_at < ${new Date(begun.getTime() - abandonedMillis)})
        ORDER BY w.added_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING q.issuer_id AS "issuerId", q.attachment_id AS "attachmentId", q.attempts`;
  });

async function putBack({ table }: FileQueue, { issuerId, attachmentId }: WaitingFile): Promise<void> {
  await database().$executeRaw`
    UPDATE ${table} SET begun_at = NULL
    WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
}

async function giveUp({ table, givenUp }: FileQueue, { issuerId, attachmentId }: WaitingFile): Promise<void> {
  await database().$executeRaw`
    UPDATE ${table} SET state = ${givenUp}
    WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
}
