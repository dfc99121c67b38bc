import { appendFile, mkdir, mkdtemp, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beating } from '@/lib/core/files/watched-folder';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { seenFeed } from '@/lib/money/feeds/feeds';
import { changeMapping, seenMapping } from '@/lib/money/feeds/mappings';
import { takeFiles, watchFeeds } from '@/lib/money/feeds/watch-folder';
import {
  aFeedWorld,
  aMapping,
  bookedIn,
  brought,
  ended,
  type FeedWorld,
  plainFile,
  TODAY
} from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { until } from '../support/until';

const database = useDatabase();
const QUIET = 5_000;
afterEach(() => shiftClock(0));

/** A folder for an issuer's mapping, and a file with one row for each reference. */
async function aFolder(name = 'Daily cards') {
  const world = await aFeedWorld(database.current, 1);
  const id = await aMapping(world);
  const mapping = await seenMapping(world.principal, id);
  if (!mapping) throw new Error('no mapping');
  await changeMapping(world.principal, id, { ...mapping, name, version: mapping.version }, ORIGIN);
  const folder = await mkdtemp(join(tmpdir(), 'feeds-'));
  const place = join(folder, world.issuer.number as string, name);
  await mkdir(place, { recursive: true });
  const content = (...references: string[]) =>
    plainFile(references.map((one) => `${world.cards[0]?.number},${one},${TODAY},1,EUR,Shop,5411`));
  const put = async (file: string, text: string, age = 60_000) => {
    await writeFile(join(place, file), text);
    const at = new Date(Date.now() - age);
    await utimes(join(place, file), at, at);
  };
  return { ...world, folder, place, content, put };
}

const feedsOf = ({ issuer }: Pick<FeedWorld, 'issuer'>) =>
  database.current.query<{ id: string; name: string; source: string }>(
    'SELECT id, file_name AS name, source::text FROM feeds WHERE issuer_id = $1 ORDER BY created_at',
    [issuer.id]
  );
const names = async (place: string) =>
  (await readdir(place).catch(() => [])).filter((name) => !name.startsWith('.')).sort();

test('files are taken once they are whole, imported in the name of the user who saved the mapping, and moved away', async () => {
  const world = await aFolder();
  await world.put('march.csv', world.content('G1', 'G2'));
  await world.put('april.csv', world.content('G3'), 1_000);
  await world.put('may.csv.part', world.content('G4'));
  await world.put('.hidden', world.content('G5'));
  await symlink('/etc/passwd', join(world.place, 'link.csv'));
  await takeFiles(world.folder, QUIET);
  const feeds = await feedsOf(world);
  expect(feeds).toMatchObject([{ name: 'march.csv', source: 'folder' }]);
  expect(await names(world.place)).toEqual(['april.csv', 'link.csv', 'may.csv.part', 'taken']);
  expect(await names(join(world.place, 'taken'))).toEqual([expect.stringMatching(/-march\.csv$/)]);
  expect(
    await database.current.query(
      `SELECT actor_user_id, request_id, host(address) AS address FROM audit_entries
       WHERE issuer_id = $1 AND action = 'feed.started'`,
      [world.issuer.id]
    )
  ).toEqual([{ actor_user_id: world.principal.userId, request_id: 'feeds-folder', address: '127.0.0.1' }]);
  await ended(world, feeds[0]?.id as string);
  expect((await bookedIn(world)).map(({ reference }) => reference)).toEqual(['G1', 'G2']);
  // What grew meanwhile is taken later, with all that is in it.
  await appendFile(join(world.place, 'april.csv'), world.content('G6').split('\n')[1] as string);
  await takeFiles(world.folder, QUIET);
  expect(await feedsOf(world)).toHaveLength(1);
  const at = new Date(Date.now() - 60_000);
  await utimes(join(world.place, 'april.csv'), at, at);
  await takeFiles(world.folder, QUIET);
  await ended(world, (await feedsOf(world))[1]?.id as string);
  expect((await bookedIn(world)).map(({ reference }) => reference)).toEqual(['G1', 'G2', 'G3', 'G6']);
});

test('files of one instant are taken in the order of their names', async () => {
  const world = await aFolder();
  const at = new Date(Date.now() - 60_000);
  for (const name of ['c', 'a', 'd', 'b']) {
    await world.put(`${name}.csv`, world.content(`T${name}`));
    await utimes(join(world.place, `${name}.csv`), at, at);
  }
  await takeFiles(world.folder, QUIET);
  expect((await feedsOf(world)).map(({ name }) => name)).toEqual(['a.csv', 'b.csv', 'c.csv', 'd.csv']);
});

test('any number of processes look into one folder, and each file is taken by one', async () => {
  const world = await aFolder();
  for (let file = 0; file < 6; file++) await world.put(`${file}.csv`, world.content(`M${file}`));
  await Promise.all(Array.from({ length: 4 }, () => takeFiles(world.folder, QUIET)));
  const feeds = await feedsOf(world);
  expect(feeds).toHaveLength(6);
  for (const { id } of feeds) await ended(world, id);
  expect(await bookedIn(world)).toHaveLength(6);
});

test('files of no mapping are left alone; refused ones are put aside', async () => {
  const world = await aFolder();
  const strange = join(world.folder, world.issuer.number as string, 'Nobody knows');
  await mkdir(strange);
  await writeFile(join(strange, 'a.csv'), 'x');
  await utimes(join(strange, 'a.csv'), new Date(0), new Date(0));
  await world.put('empty.csv', '');
  await takeFiles(world.folder, QUIET);
  expect(await names(strange)).toEqual(['a.csv']);
  expect(await names(join(world.place, 'refused'))).toEqual([expect.stringMatching(/-empty\.csv$/)]);
  expect(await feedsOf(world)).toEqual([]);
});

test('what a process that was killed had begun to take is taken again, and booked once', async () => {
  const world = await aFolder();
  const taking = join(world.place, '.taking');
  await mkdir(taking);
  const left = join(taking, `4711-${crypto.randomUUID()}-left.csv`);
  await writeFile(left, world.content('K1'));
  await utimes(left, new Date(0), new Date(0));
  await takeFiles(world.folder, QUIET);
  await takeFiles(world.folder, QUIET);
  const feeds = await feedsOf(world);
  expect(feeds).toMatchObject([{ name: 'left.csv' }]);
  await ended(world, feeds[0]?.id as string);
  expect(await bookedIn(world)).toHaveLength(1);
});

test('a file looks fresh as long as it is read, so that no other process takes it for left', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'feeds-')), 'large.csv');
  await writeFile(path, Buffer.alloc(4 * 1024 ** 2, 'x'));
  const chunks = beating(path);
  const begin = Date.now();
  const touchedBy = async (read: number) => {
    await utimes(path, new Date(0), new Date(0));
    stopClock(new Date(begin + read));
    expect((await chunks.next()).value).toHaveLength(1024 ** 2);
    return (await stat(path)).mtimeMs > 0;
  };
  try {
    const touched: boolean[] = [];
    for (const read of [0, 2_000, 2_001, 4_001]) touched.push(await touchedBy(read));
    expect(touched).toEqual([false, false, true, false]);
  } finally {
    await chunks.return(undefined);
  }
});

test('CD.20 CD.41 only a mapping in use, of the issuer whose folder it is, takes what lies there, the oldest first', async () => {
  const [world, other] = [await aFolder(), await aFolder()];
  await writeFile(join(other.folder, 'read me'), 'x');
  await writeFile(join(other.folder, other.issuer.number as string, 'read me'), 'x');
  const nowhere = join(other.folder, 'none', 'Daily cards');
  await mkdir(nowhere, { recursive: true });
  await writeFile(join(nowhere, 'a.csv'), other.content('A'));
  await utimes(join(nowhere, 'a.csv'), new Date(0), new Date(0));
  await mkdir(join(other.place, 'folder.csv'));
  await utimes(join(other.place, 'folder.csv'), new Date(0), new Date(0));
  await other.put('b.csv', other.content('B'), 90_000);
  await other.put('a.csv', other.content('A'), 60_000);
  // Another process is at this one.
  await mkdir(join(other.place, '.taking'));
  await writeFile(join(other.place, '.taking', `4711-${crypto.randomUUID()}-c.csv`), other.content('C'));
  await takeFiles(other.folder, QUIET);
  expect((await feedsOf(other)).map(({ name }) => name)).toEqual(['b.csv', 'a.csv']);
  expect([await feedsOf(world), await names(nowhere)]).toEqual([[], ['a.csv']]);
  await takeFiles(other.folder, QUIET);
  expect(await feedsOf(other)).toHaveLength(2);
  // In the name of nobody nothing is taken.
  await database.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [other.principal.userId]);
  await other.put('d.csv', other.content('D'));
  await takeFiles(other.folder, QUIET);
  expect(await names(join(other.place, 'refused'))).toEqual([expect.stringMatching(/-d\.csv$/)]);
  await database.current.query('UPDATE feed_mappings SET active = false WHERE issuer_id = $1', [world.issuer.id]);
  await world.put('e.csv', world.content('E'));
  await takeFiles(world.folder, QUIET);
  expect([await feedsOf(world), await names(world.place)]).toEqual([[], ['e.csv']]);
});

test('CD.41 a file is whole when it has not grown for a while, to the millisecond', async () => {
  const world = await aFolder();
  await world.put('a.csv', world.content('A'));
  const written = Math.ceil(Date.now() / 1_000) + 60;
  await utimes(join(world.place, 'a.csv'), written, written);
  for (const [quiet, left] of [
    [QUIET - 1, 'a.csv'],
    [QUIET, 'taken']
  ] as const) {
    stopClock(new Date(written * 1_000 + quiet));
    await takeFiles(world.folder, QUIET);
    expect(await names(world.place)).toEqual([left]);
  }
});

test('CD.41 a folder that is hidden is left alone, though a mapping has its name', async () => {
  const world = await aFolder('.daily');
  await world.put('a.csv', world.content('A'));
  await takeFiles(world.folder, QUIET);
  expect([await feedsOf(world), await names(world.place)]).toEqual([[], ['a.csv']]);
});

test('CD.35 CD.41 feeds that wait are started without a folder, and with one what lies in it is taken', async () => {
  const world = await aFolder();
  await world.put('a.csv', world.content('A'));
  const mapping = await aMapping(world);
  const begun = await brought(world, mapping, world.content('B'));
  const next = await brought(world, mapping, world.content('C'));
  const jobOf = async (id: string) => (await seenFeed(world.principal, id))?.jobId;
  await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE id = $1", [
    await jobOf(begun)
  ]);
  const watched = async (folder: string | undefined, seen: () => Promise<unknown>) => {
    const stop = await watchFeeds(folder);
    try {
      await until(seen);
    } finally {
      await stop();
    }
  };
  await watched(undefined, () => jobOf(next));
  expect(await feedsOf(world)).toHaveLength(2);
  await watched(world.folder, async () => (await feedsOf(world)).length > 2);
  expect((await feedsOf(world)).map(({ source }) => source)).toEqual(['upload', 'upload', 'folder']);
});
