import { newId } from '../secrets/ids';
import { now } from '../server/clock';
import { workOn } from '../server/loop';

// Not imported: the build would treat files under a path from the environment as files of the checkout, and copy them
// beside the server.
const { createReadStream } = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');
const { mkdir, readdir, rename, stat, utimes } = process.getBuiltinModule('node:fs/promises');

/** The interval between looks at a folder. */
export const LOOK_EVERY_MILLIS = 2_000;
/** A file that hasn't grown for this long is complete. */
export const QUIET_MILLIS = 5_000;
/** The names that copying programs give to unfinished files. */
const UNFINISHED = /^\.|\.(part|partial|tmp|filepart|crdownload|swp)$/i;
const [TAKEN, REFUSED, TAKING] = ['taken', 'refused', '.taking'];
/** The name of a file while it is taken: by a process, under an id. */
const TAKING_NAME = /^\d+-([0-9a-f-]{36})-(.*)$/s;

/** Looks at a folder again and again until the returned function is called; does nothing where there is none. */
export async function watchFolder(
  name: string,
  folder: string | undefined,
  look: (folder: string) => Promise<void>
): Promise<() => Promise<void>> {
  if (!folder) return async () => {};
  const next = async () => {
    await look(folder);
    return false;
  };
  return (await workOn({ name, everyMillis: LOOK_EVERY_MILLIS, next })).stop;
}

/** The folders in a folder by their names, without those that are hidden. */
export async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Files, excluding links, that are no longer being written, oldest first. */
export async function wholeFiles(place: string, quietMillis: number): Promise<string[]> {
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

/** A file while it is taken. */
export interface TakenFile {
  /** Of this taking. */
  id: string;
  /** Where it is meanwhile. */
  path: string;
}

/**
 * Takes one file of a place: the process that renames it wins. Once `bring` has ended it is among those taken, or among
 * those refused if `bring` says false. If the process dies in between, `giveBack` deals with the file.
 */
export async function takeFile(
  place: string,
  file: string,
  bring: (taken: TakenFile) => Promise<boolean>
): Promise<void> {
  await mkdir(join(place, TAKING), { recursive: true });
  const id = newId();
  const path = join(place, TAKING, `${process.pid}-${id}-${file}`);
  try {
    await rename(join(place, file), path);
    await utimes(path, new Date(), new Date());
  } catch {
    return;
  }
  await moveAside(place, file, path, await bring({ id, path }));
}

async function moveAside(place: string, file: string, path: string, isTaken: boolean): Promise<void> {
  const to = join(place, isTaken ? TAKEN : REFUSED);
  await mkdir(to, { recursive: true });
  await rename(path, join(to, `${now().toISOString().replace(/[:.]/g, '-')}-${file}`));
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

/** The bytes of a file; of a larger one the first, and one more than the limit. */
export async function bytesUpTo(most: number, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of beating(path)) {
    parts.push(part);
    size += part.byteLength;
    if (size > most) break;
  }
  return Buffer.concat(parts);
}

/** A file being taken is put back if it stays untouched for this long, because its process must have died. */
const GIVEN_BACK_MILLIS = 60_000;

/**
 * Puts back the files of a process that died. Where `brought` knows what the taking with an id came to, true for taken and
 * false for refused, the file is moved there instead.
 */
export async function giveBack(
  place: string,
  brought: (id: string) => Promise<boolean | null> = async () => null
): Promise<void> {
  const left = await readdir(join(place, TAKING)).catch(() => []);
  for (const name of left) {
    const path = join(place, TAKING, name);
    const touched = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity;
    if (touched > Date.now() - GIVEN_BACK_MILLIS) continue;
    const [, id, file = name] = TAKING_NAME.exec(name) ?? [];
    const was = id ? await brought(id) : null;
    if (was === null) await rename(path, join(place, file)).catch(() => {});
    else await moveAside(place, file, path, was).catch(() => {});
  }
}
