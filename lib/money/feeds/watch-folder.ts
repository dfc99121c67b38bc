import { z } from 'zod';
import { type KeptPrincipal, principalAgain } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { database } from '../../core/database/database';
import { jsonOf, readRows } from '../../core/database/rows';
import { fileName } from '../../core/files/file-name';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';
import { workOn } from '../../core/server/loop';
import { bringFeed } from './bring-feed';
import { startWaitingFeeds } from './waiting-feeds';

// Not imported: the build would treat files under a path from the environment as files of the checkout, and copy them
// beside the server.
const { createReadStream } = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');
const { mkdir, readdir, rename, stat, utimes } = process.getBuiltinModule('node:fs/promises');

/** The interval between looks at the folder. */
const LOOK_EVERY_MILLIS = 2_000;
/** A file that hasn't grown for this long is complete. */
const QUIET_MILLIS = 5_000;
/** The names that copying programs give to unfinished files. */
const UNFINISHED = /^\.|\.(part|partial|tmp|filepart|crdownload|swp)$/i;
const [TAKEN, REFUSED, TAKING] = ['taken', 'refused', '.taking'];

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
  issuer: z.string(),
  name: z.string(),
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

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Files, excluding links, that are no longer being written, oldest first. */
async function wholeFiles(place: string, quietMillis: number): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
      .map(async ({ name }) => ({
        name,
        changed: (await stat(join(place, name)).catch(() => null))?.mtimeMs ?? Infinity
      }))
  );
  return files
    .filter(({ changed }) => changed <= now().getTime() - quietMillis)
    .sort((a, b) => a.changed - b.changed || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

async function mappingOf(issuer: string, name: string): Promise<FolderMapping | null> {
  const [mapping] = await readRows(database(), folderMappingRow)`
    SELECT i.number AS issuer, m.name, m.id, m.saved_by AS "savedBy" FROM issuers i
    JOIN feed_mappings m ON m.issuer_id = i.id AND lower(m.name) = lower(${name}) AND m.active
    WHERE i.number = ${issuer}`;
  return mapping ?? null;
}

/**
 * Takes one file: the process that renames it wins. After it is stored, it is named taken. If the process dies in
 * between, the file is put back; a feed that then arrives twice books nothing twice.
 */
async function take(place: string, file: string, { id, savedBy }: FolderMapping): Promise<void> {
  await mkdir(join(place, TAKING), { recursive: true });
  const taking = join(place, TAKING, `${process.pid}-${newId()}-${file}`);
  try {
    await rename(join(place, file), taking);
    await utimes(taking, new Date(), new Date());
  } catch {
    return;
  }
  const principal = await principalAgain(savedBy);
  const brought = principal
    ? await bringFeed(principal, { mappingId: id, source: 'folder', name: file, chunks: beating(taking) }, ORIGIN)
    : null;
  const to = brought?.ok ? TAKEN : REFUSED;
  if (!brought?.ok)
    log.error(
      { file: fileName(file), folder: place, refusal: brought?.refusal.code ?? 'user.not.authorized' },
      'a file of the folder of feeds was refused'
    );
  await mkdir(join(place, to), { recursive: true });
  await rename(taking, join(place, to, `${now().toISOString().replace(/[:.]/g, '-')}-${file}`));
}

/** The bytes of a file. Reading refreshes the file's time, so that no process puts it back. */
export async function* beating(path: string): AsyncGenerator<Uint8Array> {
  let last = now();
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    const at = now();
    if (at.getTime() - last.getTime() > LOOK_EVERY_MILLIS) {
      last = at;
      await utimes(path, at, at);
    }
    yield chunk as Uint8Array;
  }
}

/** A file being taken is put back if it stays untouched for this long, because its process must have died. */
const GIVEN_BACK_MILLIS = 60_000;

/** Puts back the files of a process that died. */
async function giveBack(place: string): Promise<void> {
  const left = await readdir(join(place, TAKING)).catch(() => []);
  for (const name of left) {
    const path = join(place, TAKING, name);
    const touched = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity;
    if (touched > Date.now() - GIVEN_BACK_MILLIS) continue;
    const [, file = name] = /^\d+-[0-9a-f-]{36}-(.*)$/s.exec(name) ?? [];
    await rename(path, join(place, file)).catch(() => {});
  }
}
