import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { FEEDS, feedTotals, seenFeed } from '@/lib/money/feeds/feeds';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import {
  changeMapping,
  createMapping,
  deleteMapping,
  FEED_MAPPINGS,
  seenMapping,
  usableMappings
} from '@/lib/money/feeds/mappings';
import { REJECT_ACTIONS } from '@/lib/money/feeds/reject-actions';
import { feedRejects } from '@/lib/money/feeds/rejects';
import { dismissReject, unknownNames } from '@/lib/money/feeds/reprocess';
import { fileStep, mappingStep } from '@/lib/money/feeds/setup-steps';
import { startWaitingFeeds } from '@/lib/money/feeds/waiting-feeds';
import {
  aFeedWorld,
  aMapping,
  brought,
  type FeedWorld,
  imported,
  PLAIN,
  plainFile,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';

const database = useDatabase();
afterEach(() => shiftClock(0));

const entry = (name: string, active = true) => ({ name, active, layout: layoutSchema.parse(PLAIN) });
const by = ({ issuer }: FeedWorld, ...authorities: string[]) =>
  aPrincipalAt(database.current, 'I', issuer, { authorities });
const line = ({ cards }: FeedWorld, reference: string, amount = '5', card = cards[0]?.number) =>
  `${card},${reference},${TODAY},${amount},EUR,Shop,7011`;
const storedMapping = async (id: string) =>
  (
    await database.current.query<Record<string, unknown>>(
      `SELECT name, active, version, saved_by ->> 'userId' AS by, created_at AS created, updated_at AS updated
       FROM feed_mappings WHERE id = $1`,
      [id]
    )
  )[0];

test('CD.22 CD.41 a mapping is in use as it is saved, and tells when and in whose name', async () => {
  const world = await aFeedWorld(database.current, 0);
  const other = await by(world, 'feeds.view', 'feeds.modify');
  const [first, second] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-02T10:00:00Z')];
  stopClock(first);
  const id = granted(await createMapping(world.principal, entry('Daily', false), ORIGIN));
  const created = { name: 'Daily', active: false, version: 1, by: world.principal.userId, created: first };
  expect(await storedMapping(id)).toEqual({ ...created, updated: first });
  expect(await usableMappings(world.principal)).toEqual([]);
  stopClock(second);
  expect(refusedFor(await changeMapping(other, id, { ...entry('Weekly'), version: 2 }, ORIGIN))).toBe('record.changed');
  granted(await changeMapping(other, id, { ...entry('Weekly'), version: 1 }, ORIGIN));
  expect(await storedMapping(id)).toEqual({
    ...created,
    name: 'Weekly',
    active: true,
    version: 2,
    by: other.userId,
    updated: second
  });
  expect(await usableMappings(world.principal)).toEqual([{ id, name: 'Weekly' }]);
});

test('CD.41 a name is given to one mapping of an issuer, in whatever case', async () => {
  const [world, other] = [await aFeedWorld(database.current, 0), await aFeedWorld(database.current, 0)];
  const { principal } = world;
  const daily = granted(await createMapping(principal, entry('Daily'), ORIGIN));
  const weekly = granted(await createMapping(principal, entry('Weekly'), ORIGIN));
  granted(await createMapping(other.principal, entry('Daily'), ORIGIN));
  expect(refusedFor(await createMapping(principal, entry('DAILY'), ORIGIN))).toBe('name name.taken');
  expect(refusedFor(await changeMapping(principal, weekly, { ...entry('daily'), version: 1 }, ORIGIN))).toBe(
    'name name.taken'
  );
  // Another fault of the database is none of the name.
  await expect(createMapping(principal, entry('a\0b'), ORIGIN)).rejects.toThrow();
  expect((await usableMappings(principal)).map(({ id }) => id)).toEqual([daily, weekly]);
});

test('CD.20 CD.22 mappings, feeds and their rows are seen and used with permission, in one’s own issuer', async () => {
  const [world, other] = [await aFeedWorld(database.current, 0), await aFeedWorld(database.current, 0)];
  const mapping = await aMapping(world);
  const feed = await imported(
    world,
    mapping,
    plainFile(['12345678901237,A,x,5,EUR,Shop,7011', `,B,${TODAY},5,EUR,Shop,`])
  );
  const [viewer, runner, blind] = [
    await by(world, 'feeds.view'),
    await by(world, 'feeds.view', 'feeds.run'),
    await by(world, 'users.view')
  ];
  expect([await seenMapping(viewer, mapping), await seenFeed(viewer, feed.id)]).toMatchObject([
    { id: mapping },
    { id: feed.id }
  ]);
  for (const who of [blind, other.principal]) {
    expect([await seenMapping(who, mapping), await seenFeed(who, feed.id)]).toEqual([null, null]);
    expect([await feedTotals(who, feed.id), await unknownNames(who, feed.id)]).toEqual([[], []]);
    expect(refusedFor(await changeMapping(who, mapping, { ...entry('x'), version: 1 }, ORIGIN))).toBe('not.found');
    expect(refusedFor(await deleteMapping(who, mapping, ORIGIN))).toBe('not.found');
  }
  for (const who of [viewer, runner]) {
    expect(refusedFor(await createMapping(who, entry('x'), ORIGIN))).toBe('user.not.authorized');
    expect(refusedFor(await changeMapping(who, mapping, { ...entry('x'), version: 1 }, ORIGIN))).toBe(
      'user.not.authorized'
    );
  }
  expect([await usableMappings(viewer), (await usableMappings(runner)).length]).toEqual([[], 1]);
  expect(await usableMappings(other.principal)).toEqual([]);
});

test('CD.11 CD.20 feeds, their rejected rows and their mappings are listed by what is their own', async () => {
  const [world, other] = [await aFeedWorld(database.current, 1), await aFeedWorld(database.current, 1)];
  const { principal } = world;
  const mapping = await aMapping(world);
  const listed = async (listing: typeof FEEDS, columns: readonly string[]) => {
    const rows: unknown[] = [];
    for await (const row of listRows(principal, listing, readQuery(listing, { columns: columns.join() })))
      rows.push(columns.map((name) => row[name]));
    return rows;
  };
  await imported(other, await aMapping(other), plainFile([line(other, 'A'), line(other, 'B', 'much')]));
  const first = await imported(
    world,
    mapping,
    plainFile([line(world, 'A'), line(world, 'B'), line(world, 'C', 'much')])
  );
  const second = await imported(
    world,
    mapping,
    plainFile([line(world, 'A'), line(world, 'D', 'much'), line(world, 'E', '-')])
  );
  expect(await listed(FEEDS, ['rows', 'booked', 'known', 'rejected'])).toEqual([
    [3, 0, 1, 2],
    [3, 2, 0, 1]
  ]);
  expect(await listed(feedRejects(first.id), ['row'])).toEqual([[3]]);
  expect(await listed(feedRejects(second.id), ['row'])).toEqual([[2], [3]]);
  expect(await listed(feedRejects(), ['row'])).toHaveLength(3);
  expect(await listed(FEED_MAPPINGS, ['format'])).toEqual([['delimited']]);
  expect(await totalsOf(world, second)).toEqual(['rejected – 2 +0 -0', 'known EUR 1 +5 -0']);
  const [id] = (
    await database.current.query<{ id: string }>('SELECT id FROM feed_rejects WHERE feed_id = $1 ORDER BY row', [
      second.id
    ])
  ).map((row) => row.id);
  const at = new Date('2026-05-03T10:00:00Z');
  stopClock(at);
  granted(await dismissReject(principal, id as string, ORIGIN));
  expect(
    await database.current.query('SELECT state::text, settled_at FROM feed_rejects WHERE feed_id = $1 ORDER BY row', [
      second.id
    ])
  ).toEqual([
    { state: 'dismissed', settled_at: at },
    { state: 'open', settled_at: null }
  ]);
  expect(await seenFeed(principal, second.id)).toMatchObject({ openRejects: 1, broughtBy: expect.stringMatching(/ /) });
  expect((await seenFeed(principal, first.id))?.openRejects).toBe(1);
});

test('CD.35 CD.41 a feed is of the time at which it came, and refused at that at which it has its turn', async () => {
  const world = await aFeedWorld(database.current, 0);
  const mapping = await aMapping(world);
  const [came, turned] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-02T10:00:00Z')];
  stopClock(came);
  const [id, next] = [await brought(world, mapping, 'a'), await brought(world, mapping, 'b')];
  for (const feed of [id, next]) expect((await seenFeed(world.principal, feed))?.createdAt).toEqual(came);
  await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE issuer_id = $1", [
    world.issuer.id
  ]);
  await database.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [world.principal.userId]);
  stopClock(turned);
  await startWaitingFeeds();
  expect(await database.current.query('SELECT status::text, finished_at FROM feeds WHERE id = $1', [next])).toEqual([
    { status: 'failed', finished_at: turned }
  ]);
});

test('CD.41 the steps of an issuer’s setup are done by a mapping, and by a file', async () => {
  const [world, other] = [await aFeedWorld(database.current, 0), await aFeedWorld(database.current, 0)];
  const done = ({ issuer: { id: issuerId } }: FeedWorld) => {
    const owner = { issuerId } as Parameters<typeof fileStep.isDone>[0];
    return Promise.all([mappingStep.isDone(owner), fileStep.isDone(owner)]);
  };
  expect(await done(world)).toEqual([false, false]);
  const mapping = await aMapping(world);
  expect(await done(world)).toEqual([true, false]);
  await brought(world, mapping, 'a');
  expect([await done(world), await done(other)]).toEqual([
    [true, true],
    [false, false]
  ]);
  await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE issuer_id = $1", [
    world.issuer.id
  ]);
});

test('CD.22 rejected rows are settled in bulk by those who import', () => {
  expect(
    Object.entries(REJECT_ACTIONS).map(([name, { needs, danger, explanation }]) => [name, needs, danger, explanation])
  ).toEqual([
    ['reprocess', ['feeds', 'run'], undefined, 'feed.reprocess.explanation'],
    ['dismiss', ['feeds', 'run'], true, 'feed.dismiss.explanation']
  ]);
});
