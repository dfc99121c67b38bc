import { createHash } from 'node:crypto';
import { z } from 'zod';
import { daysLater } from '../calendar/days';
import { database, databasePool, type Transaction } from '../database/database';
import { type Writer, writerOn } from '../database/own-connection';
import { readRows } from '../database/rows';
import { decrypt, encrypt } from '../secrets/encryption';
import { newId } from '../secrets/ids';
import { now } from '../server/clock';

const PART_BYTES = 1024 ** 2;

export interface NewLargeFile {
  issuerId: string;
  /** 1 to 255 characters. */
  name: string;
  mediaType: string;
  ownerUserId: string | null;
  /** The time of its deletion; null: it is kept. */
  expiresAt: Date | null;
}

/** A written file: its id, its size in bytes, and its SHA-256. */
export interface LargeFile {
  id: string;
  size: number;
  sha256: Buffer<ArrayBuffer>;
}

const placeOf = (issuerId: string, id: string, position: number) => `file/${issuerId}/${id}/${position}`;

/**
 * Stores a file of any size, encrypted in parts, in constant memory. With `tx` it is part of that transaction; without
 * it each part is written by itself, and an interrupted file is deleted.
 */
export async function keepLargeFile(
  file: NewLargeFile,
  chunks: AsyncIterable<Uint8Array>,
  tx?: Transaction
): Promise<LargeFile> {
  const id = newId();
  if (tx) return write(tx, tx, id, file, chunks);
  try {
    return await write(database(), writerOn(databasePool()), id, file, chunks);
  } catch (error) {
    await database().largeFile.deleteMany({ where: { issuerId: file.issuerId, id } });
    throw error;
  }
}

async function write(
  tx: Transaction,
  parts: Writer,
  id: string,
  { issuerId, name, mediaType, ownerUserId, expiresAt }: NewLargeFile,
  chunks: AsyncIterable<Uint8Array>
): Promise<LargeFile> {
  // If the process dies, the incomplete file expires.
  const unlessWhole = daysLater(now(), 1);
  await tx.largeFile.createMany({
    data: { issuerId, id, name, mediaType, ownerUserId, createdAt: now(), expiresAt: unlessWhole }
  });
  const hash = createHash('sha256');
  let size = 0;
  let position = 0;
  const keep = (part: Uint8Array, at: number) => parts.$executeRaw`
    INSERT INTO large_file_parts (issuer_id, file_id, position, bytes)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${at}, ${encrypt('file', part, placeOf(issuerId, id, at))})`;
  // One part is stored while the next is made.
  let storing: Promise<unknown> = Promise.resolve();
  for await (const part of partsOf(chunks)) {
    hash.update(part);
    size += part.byteLength;
    await storing;
    storing = keep(part, position++);
    // It is awaited before the next one, and at the end.
    storing.catch(() => undefined);
  }
  await storing;
  const sha256 = hash.digest();
  await tx.largeFile.updateMany({ where: { issuerId, id }, data: { size, sha256, expiresAt } });
  return { id, size, sha256 };
}

/** What is known of a written file besides its bytes; its hash is hexadecimal. */
export async function keptFile(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<{ name: string; mediaType: string; size: number; sha256: string }> {
  const { name, mediaType, size, sha256 } = await tx.largeFile.findUniqueOrThrow({
    where: { issuerId_id: { issuerId, id } }
  });
  return { name, mediaType, size: Number(size), sha256: Buffer.from(sha256 ?? []).toString('hex') };
}

const partRow = z.strictObject({ bytes: z.instanceof(Uint8Array) });

/** The bytes of a file, a megabyte at a time, from the megabyte `from` on. */
export async function* readLargeFile(
  { issuerId, id }: { issuerId: string; id: string },
  from = 0
): AsyncGenerator<Buffer> {
  for (let position = from; ; position++) {
    const [part] = await readRows(database(), partRow)`
      SELECT bytes FROM large_file_parts
      WHERE issuer_id = ${issuerId}::uuid AND file_id = ${id}::uuid AND position = ${position}`;
    if (!part) return;
    yield decrypt('file', part.bytes, placeOf(issuerId, id, position));
  }
}

/** Deletes files with their parts. */
export async function deleteLargeFiles(tx: Transaction, issuerId: string, ids: readonly string[]): Promise<void> {
  await tx.largeFile.deleteMany({ where: { issuerId, id: { in: [...ids] } } });
}

/** Sets the time after which a file is deleted. */
export async function expireLargeFile(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  expiresAt: Date
): Promise<void> {
  await tx.largeFile.updateMany({ where: { issuerId, id }, data: { expiresAt } });
}

/** The same bytes in parts of equal size, except the last. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.byteLength;
    if (length < PART_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    let at = 0;
    for (; at + PART_BYTES <= length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
    waiting = at < length ? [bytes.subarray(at)] : [];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
