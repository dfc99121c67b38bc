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

/** Deletes those of the files that are there. */
export async function deleteFiles(tx: Writer, issuerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.$executeRaw`DELETE FROM files WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[])`;
}
