import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { Locale } from '../../core/language/locales';
import { isFor, RESOURCES } from './for-reader';

const fileRow = z.strictObject({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.instanceof(Uint8Array)
});

/** The file of a resource that is for the principal; null for any other. */
export async function resourceFile(
  principal: Principal,
  id: string,
  locale: Locale
): Promise<z.infer<typeof fileRow> | null> {
  const [file] = await readRows(database(), fileRow)`
    SELECT f.name, f.media_type AS "mediaType", f.bytes FROM ${RESOURCES}
    WHERE r.id = ${id}::uuid AND f.id IS NOT NULL AND ${isFor(principal, locale)}`;
  return file ?? null;
}
