import { JobRun, JobStopped } from '@/lib/kit/jobs/job-run';
import { seenFeed } from '@/lib/money/feeds/feeds';
import { importFeed } from '@/lib/money/feeds/import-feed';
import {
  aFeedWorld,
  aMapping,
  bookedIn,
  brought,
  type FeedWorld,
  PLAIN,
  plainFile,
  TODAY
} from '../support/feeds/world';
import { useDatabase } from '../support/module-world';
import { aTwinOf } from '../support/twin';

const database = useDatabase();

type FeedRun = Parameters<typeof importFeed>[0];

const line = ({ cards }: FeedWorld, reference: string, amount = '1') =>
  `${cards[0]?.number},${reference},${TODAY},${amount},EUR,Shop,7011`;
const namesOf = async (world: FeedWorld) => (await bookedIn(world)).map(({ reference }) => reference);

/** Runs the job of a feed by hand, from a checkpoint; what it saved on the way. */
async function run(
  { issuer, principal }: FeedWorld,
  feedId: string,
  checkpoint: Record<string, unknown> = {},
  stop = new AbortController()
) {
  const id = (await seenFeed(principal, feedId))?.jobId as string;
  const [job] = await database.current.query<Pick<FeedRun['job'], 'payload' | 'nodeId' | 'ownerUserId'>>(
    `UPDATE jobs SET status = 'processing', finished_at = NULL, attempts = 1 WHERE issuer_id = $1 AND id = $2
     RETURNING payload, node_id AS "nodeId", owner_user_id AS "ownerUserId"`,
    [issuer.id, id]
  );
  if (!job) throw new Error('no job');
  const taken = new JobRun({ issuerId: issuer.id, id, kind: 'feed.import', ...job }, checkpoint, 1, stop.signal);
  const saved: unknown[] = [];
  const save = taken.save.bind(taken);
  taken.save = (...progress: Parameters<JobRun['save']>) => {
    saved.push(...[progress[0].checkpoint ?? []].flat());
    return save(...progress);
  };
  try {
    return { result: await importFeed(taken), saved };
  } finally {
    await database.current.query(
      "UPDATE jobs SET status = 'completed', finished_at = now() WHERE issuer_id = $1 AND id = $2",
      [issuer.id, id]
    );
  }
}
const auditOf = async ({ issuer }: FeedWorld, action: string) =>
  (
    await database.current.query<{ details: object }>(
      'SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = $2',
      [issuer.id, action]
    )
  ).map(({ details }) => details);

test('CD.35 an import goes on after the last record that was booked', async () => {
  const world = await aFeedWorld(database.current, 1);
  const file = plainFile(['A', 'B', 'C', 'D'].map((reference) => line(world, reference)));
  const id = await brought(world, await aMapping(world), file);
  const { result, saved } = await run(world, id, { record: 2, rows: 2 });
  expect(result).toEqual({ ok: true, value: { feedId: id } });
  expect(saved).toEqual([{ record: 4, rows: 4 }, { ended: true }]);
  expect(await namesOf(world)).toEqual(['C', 'D']);
  expect(await seenFeed(world.principal, id)).toMatchObject({ rowCount: 4 });
});

test('CD.35 CD.41 equal rows are numbered from the first one, though that is booked already', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { sourceReference: _, ...fields } = PLAIN.fields;
  const id = await brought(
    world,
    await aMapping(world, { ...PLAIN, fields }),
    plainFile([line(world, ''), line(world, ''), line(world, '')])
  );
  await run(world, id, { record: 2, rows: 2 });
  expect(await namesOf(world)).toEqual([expect.stringMatching(/^#[0-9a-f]{32}\.3$/)]);
});

test('CD.35 an import that has ended does nothing more, and says how it ended', async () => {
  const world = await aFeedWorld(database.current, 1);
  const id = await brought(world, await aMapping(world), plainFile([line(world, 'A')]));
  const refusal = { code: 'feed.trailer.differs' };
  expect((await run(world, id, { ended: true })).result).toEqual({ ok: true, value: { feedId: id } });
  expect((await run(world, id, { ended: true, refusal })).result).toEqual({ ok: false, refusal });
  expect(await namesOf(world)).toEqual([]);
  expect((await run(world, id)).result.ok).toBe(true);
  expect(await namesOf(world)).toEqual(['A']);
  // Its file is gone.
  expect((await run(world, id)).result).toEqual({ ok: false, refusal: { code: 'user.not.authorized' } });
});

test('CD.35 an import that is stopped is not over', async () => {
  const world = await aFeedWorld(database.current, 1);
  const id = await brought(world, await aMapping(world), plainFile([line(world, 'A')]));
  const stop = new AbortController();
  stop.abort();
  await expect(run(world, id, {}, stop)).rejects.toThrow(JobStopped);
  expect([await namesOf(world), await auditOf(world, 'feed.failed')]).toEqual([[], []]);
  await run(world, id);
  expect(await namesOf(world)).toEqual(['A']);
});

test('CD.35 a fault of the database that is none of a row ends the import, and rejects nothing', async () => {
  const world = await aFeedWorld(database.current, 1);
  const id = await brought(world, await aMapping(world), plainFile([line(world, 'A'), line(world, 'B')]));
  await database.current.query(
    `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$;
     CREATE TRIGGER broken BEFORE INSERT ON transactions FOR EACH ROW EXECUTE FUNCTION broken()`
  );
  try {
    await expect(run(world, id)).rejects.toThrow('no room');
  } finally {
    await database.current.query('DROP FUNCTION broken CASCADE');
  }
  expect(await seenFeed(world.principal, id)).toMatchObject({ openRejects: 0, refusal: null });
  await run(world, id);
  expect(await namesOf(world)).toEqual(['A', 'B']);
});

test('CD.35 ten thousand rows are booked at once', async () => {
  const world = await aFeedWorld(database.current, 1);
  const lines = Array.from({ length: 10_001 }, (_, at) => line(world, `R${at}`));
  const id = await brought(world, await aMapping(world), plainFile(lines));
  // As far as the last of them.
  const { saved } = await run(world, id, { record: 0, rows: 0 });
  expect(saved).toEqual([{ record: 10_000, rows: 10_000 }, { record: 10_001, rows: 10_001 }, { ended: true }]);
});

test('CD.41 a file of another total is refused or flagged, as its mapping says, and one that agrees is neither', async () => {
  const world = await aFeedWorld(database.current, 1);
  const trailer = { at: { source: 'Card', is: ['T'] }, count: 'Reference' };
  const ended = async (count: number, onMismatch: 'refuse' | 'flag') => {
    const mapping = await aMapping(world, { ...PLAIN, trailer: { ...trailer, onMismatch } });
    const id = await brought(world, mapping, plainFile([line(world, `${onMismatch}${count}`), `T,${count},,,,,`]));
    const { result } = await run(world, id);
    return [result.ok || result.refusal.code, (await seenFeed(world.principal, id))?.mismatch];
  };
  const mismatch = [{ what: 'count', trailer: '2', read: '1' }];
  expect(await ended(1, 'refuse')).toEqual([true, null]);
  expect(await ended(1, 'flag')).toEqual([true, null]);
  expect(await ended(2, 'flag')).toEqual([true, mismatch]);
  expect(await ended(2, 'refuse')).toEqual(['feed.trailer.differs', mismatch]);
  expect(await namesOf(world)).toEqual(['flag1', 'flag2', 'refuse1']);
  expect(await auditOf(world, 'feed.failed')).toEqual([{ file: 'feed.csv', reason: 'feed.trailer.differs' }]);
});

test('CD.41 a file that can not be read fails with the reason', async () => {
  const world = await aFeedWorld(database.current, 1);
  const id = await brought(world, await aMapping(world), `Card,Posted\n1,${TODAY}\n`);
  expect((await run(world, id)).result).toMatchObject({ refusal: { code: 'feed.columns.missing' } });
  expect(await auditOf(world, 'feed.failed')).toEqual([{ file: 'feed.csv', reason: 'feed.columns.missing' }]);
});

test('CD.20 CD.41 an import reads and counts one feed of one issuer', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world);
  const other = await brought(world, mapping, plainFile([line(world, 'A')]));
  await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE issuer_id = $1", [
    world.issuer.id
  ]);
  const id = await brought(world, mapping, plainFile([line(world, 'B', '2'), line(world, 'C', 'much')]));
  const twin = await aTwinOf(database.current, world.issuer.id);
  for (const [issuerId, feedId, rows] of [
    [twin.issuerId, id, 7],
    [world.issuer.id, other, 8],
    [world.issuer.id, id, 0]
  ])
    await database.current.query(
      "INSERT INTO feed_totals (issuer_id, feed_id, outcome, currency, rows, debit, credit) VALUES ($1, $2, 'known', 'USD', $3, 1, 0)",
      [issuerId, feedId, rows]
    );
  await database.current.query("UPDATE feeds SET file_name = 'own.csv' WHERE issuer_id = $1", [world.issuer.id]);
  const before = await twin.digest();
  await run(world, id);
  expect(await twin.digest()).toBe(before);
  expect(await namesOf(world)).toEqual(['B']);
  expect(await auditOf(world, 'feed.ended')).toEqual([
    { file: 'own.csv', 'booked EUR': '1, +2.0000, -0.0000', rejected: '1, +0.0000, -0.0000' }
  ]);
  expect(await seenFeed(world.principal, other)).toMatchObject({ rowCount: null });
});
