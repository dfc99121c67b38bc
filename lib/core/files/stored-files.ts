import type { Transaction } from '../database/database';
import type { Writer } from '../database/own-connection';
import { newId } from '../secrets/ids';
import { now } from '../server/clock';

export interface NewFile {
  issuerId: string;
  /** 1 to 255 characters. */
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
  ownerUserId: string | null;
  /** The time of its deletion; without one it is kept. */
  expiresAt?: Date;
}

/** Stores a file of at most 4 MB in one row, under an id that its caller may choose. Larger ones: large-files.ts. */
export async function storeFile(
  tx: Transaction,
  { issuerId, ...file }: NewFile,
  id: string = newId()
): Promise<string> {
  await tx.file.create({ data: { issuerId, id, ...file, createdAt: now() } });
  return id;
}

/** A stored file; null if it isn't kept any more. */
export async function storedFile(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<Pick<NewFile, 'name' | 'mediaType' | 'bytes'> | null> {
  const file = await tx.file.findUnique({ where: { issuerId_id: { issuerId, id } } });
  return file && { name: file.name, mediaType: file.mediaType, bytes: new Uint8Array(file.bytes) };
}

/** Deletes those of the files that are there. */
export async function deleteFiles(tx: Writer, issuerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.$executeRaw`DELETE FROM files WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[])`;
}
