import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { hasCardNumber } from '../../core/secrets/card-digits';
import { workOn } from '../../core/server/loop';
import { nextOf, type WaitingFile } from '../../kit/attachments/file-queue';
import { noteLikes } from './likes';
import { marksOf, numbersOf } from './marks';
import { closeReading, looksOf, PATIENCE_MILLIS, readFile } from './read-file';
import { sealedWords } from './sealed-words';
import type { Word } from './words';

const LOOK_EVERY_MILLIS = 2_000;

/** Reads waiting files one after another until the returned function is called. Nothing waits for it. */
export async function workReading(): Promise<() => Promise<void>> {
  const loop = await workOn({ name: 'reading of receipts', everyMillis: LOOK_EVERY_MILLIS, next: readNext });
  return async () => {
    closeReading();
    await loop.stop();
  };
}

/** Reads the file that has waited longest; false if none waits. */
export const readNext = nextOf({
  table: Prisma.sql`receipt_readings`,
  givenUp: 'unreadable',
  abandonedMillis: 2 * PATIENCE_MILLIS + 30_000,
  failed: 'a receipt could not be read',
  work: async (waiting, bytes, mediaType) =>
    keep(waiting, await readFile(bytes, mediaType), await looksOf(bytes, mediaType))
});

async function keep(waiting: WaitingFile, read: readonly Word[], looks: string | null): Promise<void> {
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

/** The words without the digits of lines that have a card's number in them (C9.009). */
function withoutCards(words: readonly Word[]): Word[] {
  const lines = new Map<number, string>();
  for (const { line, text } of words) lines.set(line, `${lines.get(line) ?? ''} ${text}`);
  const withCard = new Set([...lines].filter(([, text]) => hasCardNumber(text)).map(([line]) => line));
  return words.map((word) => (withCard.has(word.line) ? { ...word, text: word.text.replace(/\d/g, '•') } : word));
}
