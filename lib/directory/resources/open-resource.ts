import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { Locale } from '../../core/language/locales';
import { now } from '../../core/server/clock';
import { isFor, RESOURCES } from './for-reader';

const fileRow = z.strictObject({
  issuerId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.instanceof(Uint8Array)
});
type ResourceFile = Omit<z.infer<typeof fileRow>, 'issuerId'>;

const linkRow = z.strictObject({ issuerId: z.string(), link: z.string() });

/** The file of a resource that is for the principal, who has opened it now; null for any other. */
export async function resourceFile(principal: Principal, id: string, locale: Locale): Promise<ResourceFile | null> {
  const [found] = await readRows(database(), fileRow)`
    SELECT r.issuer_id AS "issuerId", f.name, f.media_type AS "mediaType", f.bytes FROM ${RESOURCES}
    WHERE r.id = ${id}::uuid AND f.id IS NOT NULL AND ${isFor(principal, locale)}`;
  if (!found) return null;
  const { issuerId, ...file } = found;
  await transaction((tx) => noteOpened(tx, principal, { issuerId, id }));
  return file;
}

/** The address of a resource that is for the principal, who has opened it now; null for any other. */
export async function resourceLink(principal: Principal, id: string, locale: Locale): Promise<string | null> {
  const [found] = await readRows(database(), linkRow)`
    SELECT r.issuer_id AS "issuerId", r.link FROM ${RESOURCES}
    WHERE r.id = ${id}::uuid AND r.link IS NOT NULL AND ${isFor(principal, locale)}`;
  if (!found) return null;
  await transaction((tx) => noteOpened(tx, principal, { issuerId: found.issuerId, id }));
  return found.link;
}

/** Whoever views as somebody else has opened nothing for them (C6.018). */
async function noteOpened(
  tx: Transaction,
  { issuerId: userIssuerId, userId, accessor }: Principal,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<void> {
  if (accessor) return;
  await tx.$executeRaw`
    INSERT INTO resource_opens AS o (issuer_id, resource_id, user_issuer_id, user_id, first_at, last_at, times)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${userIssuerId}::uuid, ${userId}::uuid, ${now()}, ${now()}, 1)
    ON CONFLICT (issuer_id, resource_id, user_issuer_id, user_id)
    DO UPDATE SET times = o.times + 1, last_at = greatest(o.last_at, EXCLUDED.last_at)`;
}
