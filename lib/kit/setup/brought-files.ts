import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { ImportReport } from './import-records';
import type { BroughtFile } from './record-file';

/** How long a file waits to be taken over. */
const HOURS_KEPT = 24;
/** The media type of a file whose content has not been inspected. */
const BROUGHT = 'application/x-set-up-records';

/** What would come of a file, and what that holds for. */
export interface Check {
  for: string;
  outcome: ImportReport | Refusal;
}

/** Stores an uploaded file until its user imports it. */
export async function keepBroughtFile({ issuerId, userId }: Principal, { name, bytes }: BroughtFile): Promise<string> {
  const id = newId();
  await database().file.create({
    data: {
      issuerId,
      id,
      name: name.slice(-255),
      mediaType: BROUGHT,
      bytes: Uint8Array.from(bytes),
      ownerUserId: userId,
      expiresAt: new Date(now().getTime() + HOURS_KEPT * 3_600_000)
    }
  });
  return id;
}

const waiting = ({ issuerId, userId }: Principal, id: string) => ({
  issuerId,
  id,
  ownerUserId: userId,
  mediaType: BROUGHT,
  expiresAt: { gt: now() }
});

/** One's own file that waits; null when there is none, or no longer. */
export async function broughtFile(principal: Principal, id: string): Promise<BroughtFile | null> {
  const file = await database().file.findFirst({ where: waiting(principal, id), select: { name: true, bytes: true } });
  return file && { name: file.name, bytes: file.bytes };
}

/** The name and the stored check of the principal's uploaded file, without its content. */
export async function keptCheck(
  principal: Principal,
  id: string
): Promise<{ name: string; check: Check | null } | null> {
  const where = waiting(principal, id);
  const file = await database().file.findFirst({ where, select: { name: true, checked: true } });
  return file && { name: file.name, check: file.checked as unknown as Check | null };
}

/** Stores the check of the principal's uploaded file. */
export async function keepCheck(principal: Principal, id: string, check: Check): Promise<void> {
  const checked = JSON.parse(JSON.stringify(check));
  await database().file.updateMany({ where: waiting(principal, id), data: { checked } });
}

/** Deletes the principal's uploaded file after its import. */
export async function dropBroughtFile({ issuerId, userId }: Principal, id: string): Promise<void> {
  await database().file.deleteMany({ where: { issuerId, id, ownerUserId: userId, mediaType: BROUGHT } });
}

/** Deletes uploaded files that were not imported in time. */
export async function dropForgottenFiles(): Promise<void> {
  await database().file.deleteMany({ where: { mediaType: BROUGHT, expiresAt: { lt: now() } } });
}
