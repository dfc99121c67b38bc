import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { numbersOf } from './marks';
import { openedWords } from './sealed-words';
import type { Word } from './words';

/** Of the 256 digits of two looks, at most so many differ between pictures of one receipt. */
const MOST_DIFFERENT = 48;
/** Receipts of one shop look alike: so many of their numbers have to be the same, too. */
const LEAST_ALIKE = 0.6;
/** The most pictures that are compared by their numbers. */
const MOST_COMPARED = 50;

const candidateRow = z.strictObject({ attachmentId: z.string(), words: z.instanceof(Uint8Array) });

/**
 * Notes which other files of the issuer are pictures of the same receipt as one that was just read: they look like it, and
 * have the same numbers on them. The same bytes are told of without this.
 */
export async function noteLikes(
  tx: Transaction,
  { issuerId, attachmentId }: { issuerId: string; attachmentId: string },
  { words, looks, marks }: { words: readonly Word[]; looks: string; marks: readonly number[] }
): Promise<void> {
  const own = numbersOf(words);
  const candidates = await readRows(tx, candidateRow)`
    SELECT attachment_id AS "attachmentId", words FROM receipt_readings
    WHERE marks && ${[...marks]}::int[] AND issuer_id = ${issuerId}::uuid AND attachment_id <> ${attachmentId}::uuid
      AND state = 'read' AND bit_count(looks # ${looks}::text::bit(256)) <= ${MOST_DIFFERENT}
    ORDER BY bit_count(looks # ${looks}::text::bit(256)), attachment_id LIMIT ${MOST_COMPARED}`;
  const likes = candidates.filter((other) =>
    areAlike(own, numbersOf(openedWords({ issuerId, attachmentId: other.attachmentId }, other.words)))
  );
  for (const { attachmentId: likeId } of likes)
    await tx.$executeRaw`
      INSERT INTO receipt_likes (issuer_id, attachment_id, like_id)
      VALUES (${issuerId}::uuid, ${attachmentId}::uuid, ${likeId}::uuid) ON CONFLICT DO NOTHING`;
}

/** Whether most numbers of either receipt are on the other; without any on one of them nothing is known. */
function areAlike(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (own.size === 0 || other.size === 0) return false;
  const both = [...own].filter((one) => other.has(one)).length;
  return both / (own.size + other.size - both) >= LEAST_ALIKE;
}

const likeRow = z.strictObject({ of: z.string(), like: z.string() });

/** The other files that are pictures of the same receipts as these attachments, by attachment. */
export async function likesOf(
  issuerId: string,
  attachmentIds: readonly string[]
): Promise<{ of: string; like: string }[]> {
  if (attachmentIds.length === 0) return [];
  const ids = [...attachmentIds];
  return readRows(database(), likeRow)`
    SELECT attachment_id AS of, like_id AS "like" FROM receipt_likes
    WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ANY(${ids}::uuid[])
    UNION SELECT like_id, attachment_id FROM receipt_likes
    WHERE issuer_id = ${issuerId}::uuid AND like_id = ANY(${ids}::uuid[])`;
}
