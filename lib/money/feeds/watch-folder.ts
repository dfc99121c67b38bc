import { z } from 'zod';
import { type KeptPrincipal, principalAgain } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { database } from '../../core/database/database';
import { jsonOf, readRows } from '../../core/database/rows';
import { fileName } from '../../core/files/file-name';
import {
  beating,
  foldersIn,
  giveBack,
  LOOK_EVERY_MILLIS,
  QUIET_MILLIS,
  takeFile,
  wholeFiles
} from '../../core/files/watched-folder';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';
import { workOn } from '../../core/server/loop';
import { issuerNumbered } from '../../directory/structure/issuer-numbered';
import { bringFeed } from './bring-feed';
import { startWaitingFeeds } from './waiting-feeds';

// Not imported, as in the watched folder.
const { join } = process.getBuiltinModule('node:path');

const ORIGIN: Origin = { requestId: 'feeds-folder', address: '127.0.0.1', userAgent: 'feeds folder' };

/**
 * Imports files from `<folder>/<issuer number>/<mapping name>/` and starts waiting feeds, until the returned function
 * is called. Several processes may watch one folder: each file is taken by one.
 */
export async function watchFeeds(
  folder: string | undefined = config().TESSERA_FEEDS_FOLDER
): Promise<() => Promise<void>> {
  const loop = await workOn({
    name: 'folder of feeds',
    everyMillis: LOOK_EVERY_MILLIS,
    async next() {
      if (folder) await takeFiles(folder);
      await startWaitingFeeds();
      return false;
    }
  });
  return loop.stop;
}

const folderMappingRow = z.strictObject({
  id: z.string(),
  savedBy: jsonOf<KeptPrincipal>()
});
type FolderMapping = z.infer<typeof folderMappingRow>;

/** Takes all complete files, one after the other. */
export async function takeFiles(folder: string, quietMillis = QUIET_MILLIS): Promise<void> {
  for (const issuer of await foldersIn(folder))
    for (const name of await foldersIn(join(folder, issuer))) {
      const place = join(folder, issuer, name);
      await giveBack(place);
      const files = await wholeFiles(place, quietMillis);
      if (files.length === 0) continue;
      const mapping = await mappingOf(issuer, name);
      if (!mapping) {
        log.warn({ folder: place }, 'no active mapping has the name of this folder, its files are left alone');
        continue;
      }
      for (const file of files) await take(place, file, mapping);
    }
}

async function mappingOf(issuer: string, name: string): Promise<FolderMapping | null> {
  const issuerId = await issuerNumbered(issuer);
  if (issuerId === null) return null;
  const [mapping] = await readRows(database(), folderMappingRow)`
    SELECT m.id, m.saved_by AS "savedBy" FROM feed_mappings m
    WHERE m.issuer_id = ${issuerId}::uuid AND lower(m.name) = lower(${name}) AND m.active`;
  return mapping ?? null;
}

/** Takes one file. A feed that arrives twice, since the process that took it died, books nothing twice. */
const take = (place: string, file: string, { id, savedBy }: FolderMapping): Promise<void> =>
  takeFile(place, file, async ({ path }) => {
    const principal = await principalAgain(savedBy);
    const brought = principal
      ? await bringFeed(principal, { mappingId: id, source: 'folder', name: file, chunks: beating(path) }, ORIGIN)
      : null;
    if (brought?.ok) return true;
    log.error(
      { file: fileName(file), folder: place, refusal: brought?.refusal.code ?? 'user.not.authorized' },
      'a file of the folder of feeds was refused'
    );
    return false;
  });
