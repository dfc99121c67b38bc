import { z } from 'zod';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { readLargeFile } from '../../core/files/large-files';
import { hasCardNumber } from '../../core/secrets/card-digits';
import { now } from '../../core/server/clock';
import { log } from '../../core/server/log';
import { workOn } from '../../core/server/loop';
import { keptFile } from '../../kit/attachments/kept-file';
import { noteLikes } from './likes';
import { looksOf } from './looks';
import { marksOf, numbersOf } from './marks';
import { closeReading, readFile } from './read-file';
import { sealedWords } from './sealed-words';
import type { Word } from './words';

const LOOK_EVERY_MILLIS = 2_000;
/** Whoever began to read longer ago than this has died. */
const ABANDONED_MILLIS = 120_000;
const MOST_ATTEMPTS = 3;

/** Reads waiting files one after another until the returned function is called. Nothing waits for it. */
export async function workReading(): Promise<() => Promise<void>> {
  const loop = await workOn({ name: 'reading of receipts', everyMillis: LOOK_EVERY_MILLIS, next: readNext });
  return async () => {
    await Promise.all([loop.stop(), closeReading()]);
  };
}

const waitingRow = z.strictObject({ issuerId: z.string(), attachmentId: z.string(), attempts: z.number() });
type Waiting = z.infer<typeof waitingRow>;

/** Reads the file that has waited longest; false if none waits. A file that was begun too often is given up. */
export async function readNext(): Promise<boolean> {
  const [waiting] = await take();
  if (!waiting) return false;
  const { issuerId, attachmentId, attempts } = waiting;
  try {
    const file = await keptFile(issuerId, attachmentId);
    if (!file) {
      await giveUp(waiting);
      return true;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of readLargeFile({ issuerId, id: file.fileId })) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    await keep(waiting, await readFile(bytes, file.mediaType), await looksOf(bytes, file.mediaType));
  } catch (err) {
    if (attempts < MOST_ATTEMPTS) {
      await database().$executeRaw`
        UPDATE receipt_readings SET begun_at = NULL
        WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
    } else {
      log.info({ err, attachment: attachmentId }, 'a receipt could not be read');
      await giveUp(waiting);
    }
  }
  return true;
}

/** Takes the next file, so that no other process reads it meanwhile. */
const take = () =>
  transaction(async (tx) => {
    const begun = now();
    return readRows(tx, waitingRow)`
      UPDATE receipt_readings r SET begun_at = ${begun}, attempts = r.attempts + 1
      WHERE (r.issuer_id, r.attachment_id) = (
        SELECT w.issuer_id, w.attachment_id FROM receipt_readings w
        WHERE w.state = 'waiting' AND w.attempts < ${MOST_ATTEMPTS}
          AND (w.begun_at IS NULL OR w.begun_at < ${new Date(begun.getTime() - ABANDONED_MILLIS)})
        ORDER BY w.added_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING r.issuer_id AS "issuerId", r.attachment_id AS "attachmentId", r.attempts`;
  });

async function keep(waiting: Waiting, read: readonly Word[], looks: string | null): Promise<void> {
  const { issuerId, attachmentId } = waiting;
  const shown = withoutCards(read);
  const words = sealedWords(waiting, shown);
  const marks = marksOf(issuerId, numbersOf(shown));
  await transaction(async (tx) => {
    const kept = await tx.$executeRaw`
      UPDATE receipt_readings SET state = 'read', words = ${words}, looks = ${looks}::text::bit(256), marks = ${marks}::int[]
      WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
    if (kept > 0 && looks) await noteLikes(tx, waiting, { words: shown, looks, marks });
  });
}

async function giveUp({ issuerId, attachmentId }: Waiting): Promise<void> {
  await database().$executeRaw`
    UPDATE receipt_readings SET state = 'unreadable'
    WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ${attachmentId}::uuid AND state = 'waiting'`;
}

/** The words without the digits of lines that have a card's number in them (C9.009). */
function withoutCards(words: readonly Word[]): Word[] {
  const lines = new Map<number, string>();
  for (const { line, text } of words) lines.set(line, `${lines.get(line) ?? ''} ${text}`);
  const withCard = new Set([...lines].filter(([, text]) => hasCardNumber(text)).map(([line]) => line));
  return words.map((word) => (withCard.has(word.line) ? { ...word, text: word.text.replace(/\d/g, '•') } : word));
}
