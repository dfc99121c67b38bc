import { database } from '../database/database';
import type { Prisma } from '../database/prisma/client';
import { now } from '../server/clock';
import { storeFile } from './stored-files';

/** How long a file waits to be taken over. */
const HOURS_KEPT = 24;

/** Whose file waits, and for what: `mediaType` is of that purpose alone. */
export interface Waiting {
  issuerId: string;
  userId: string;
  mediaType: string;
}

const waits = ({ issuerId, userId, mediaType }: Waiting, id: string) => ({
  issuerId,
  id,
  ownerUserId: userId,
  mediaType,
  expiresAt: { gt: now() }
});

/** Stores a file until its user takes it over: for 24 hours. */
export function keepWaiting(
  { issuerId, userId: ownerUserId, mediaType }: Waiting,
  { name, bytes }: { name: string; bytes: Uint8Array }
): Promise<string> {
  const expiresAt = new Date(now().getTime() + HOURS_KEPT * 3_600_000);
  const content = Uint8Array.from(bytes);
  return storeFile(database(), { issuerId, name: name.slice(-255), mediaType, bytes: content, ownerUserId, expiresAt });
}

/** A user's own file that waits; null: there is none, or no longer. */
export function waitingFile(of: Waiting, id: string) {
  return database().file.findFirst({ where: waits(of, id), select: { name: true, bytes: true } });
}

/** The name and what was stored with it of a user's own file that waits, without its content. */
export function checkedFile(of: Waiting, id: string) {
  return database().file.findFirst({ where: waits(of, id), select: { name: true, checked: true } });
}

/** Stores with a waiting file what its check has found. */
export async function keepChecked(of: Waiting, id: string, checked: Prisma.InputJsonValue): Promise<void> {
  await database().file.updateMany({ where: waits(of, id), data: { checked } });
}

/** Deletes a user's own file, waiting or not. */
export async function dropWaiting({ issuerId, userId, mediaType }: Waiting, id: string): Promise<void> {
  await database().file.deleteMany({ where: { issuerId, id, ownerUserId: userId, mediaType } });
}
