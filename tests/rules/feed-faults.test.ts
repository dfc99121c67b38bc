import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { JobRun, JobStopped } from '@/lib/kit/jobs/job-run';
import { seenFeed } from '@/lib/money/feeds/feeds';
import { importFeed } from '@/lib/money/feeds/import-feed';
import {
  aFeedWorld,
  aMapping,
  bookedIn,
  brought,
  ended,
  type FeedWorld,
  imported,
  PLAIN,
  PLAIN_HEADINGS,
  plainFile,
  rejectsOf,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { killedWhen } from '../support/jobs';
import { useDatabase } from '../support/module-world';

const database = useDatabase();

/** A file of so many rows, some of which can't be booked and some of which are equal. */
function aFile({ cards }: FeedWorld, rows: number, { named = true } = {}) {
  const cents = (row: number) => ((row * 7919) % 100_000) + 1;
  const lines = Array.from({ length: rows }, (_, row) => {
    const reference = named ? `K${row}` : `K${row % 40}`;
    const amount = row % 501 === 500 ? 'none' : (cents(named ? row : row % 40) / 100).toFixed(2);
    return `${cards[row % cards.length]?.number},${reference},${TODAY},${amount},EUR,Shop ${row % (named ? 97 : 1)},5411`;
  });
  const good = lines.filter((line) => !line.includes(',none,'));
  const sum = good.reduce((total, line) => total + Math.round(Number(line.split(',')[3]) * 100), 0);
  return {
    content: plainFile(lines),
    good: good.length,
    bad: lines.length - good.length,
    cents: sum
  };
}

const booked = async ({ database, issuer }: FeedWorld) =>
  (
    await database.query<{ rows: number; references: number; cents: number }>(
      `SELECT count(*)::int AS rows, count(DISTINCT source_reference)::int AS references, coalesce(sum(billed_amount) * 100, 0)::float8 AS cents
       FROM transactions WHERE issuer_id = $1`,
      [issuer.id]
    )
  )[0];

/** Booking this reference waits for a release, so that the worker can be killed before. */
async function heldUp({ database, issuer }: FeedWorld, reference: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO transaction_references VALUES ($1, $2, $3, $4)', [
    ...[issuer.id, reference, TODAY, randomUUID()]
  ]);
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

test('CD.35 an import killed in the middle by SIGKILL, twice, is taken up by another process: nothing lost, nothing double', async () => {
  const world = await aFeedWorld(database.current, 25);
  const { content, good, bad, cents } = aFile(world, 40_000);
  const id = await brought(world, await aMapping(world), content);
  const jobId = (await seenFeed(world.principal, id))?.jobId as string;
  const goOn = await heldUp(world, 'K39999');
  const first = await killedWhen(world.principal, jobId, ({ done, total }) => total !== null && done >= 10_000);
  const second = await killedWhen(world.principal, jobId, ({ done, total }) => total !== null && done >= 20_000);
  expect(first.done).toBeLessThan(40_000);
  expect(second.done).toBeLessThan(40_000);
  await goOn();
  const feed = await ended(world, id);
  expect(feed).toMatchObject({ status: 'completed', rowCount: 40_000, openRejects: bad });
  expect(await booked(world)).toEqual({ rows: good, references: good, cents });
  expect(await totalsOf(world, feed)).toContain(`booked EUR ${good} +${cents / 100} -0`);
  // The same file again books nothing.
  await imported(world, feed.mappingId as string, content);
  expect(await booked(world)).toEqual({ rows: good, references: good, cents });
}, 180_000);

test('an import that breaks off after any of its steps, any number of times, comes to the same end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(fc.nat(5), { maxLength: 4 }), async (named, cuts) => {
      const world = await aFeedWorld(database.current, 3);
      const { content, good, bad, cents } = aFile(world, 21_000, { named });
      const { sourceReference: _, ...nameless } = PLAIN.fields;
      const mapping = await aMapping(world, named ? PLAIN : { ...PLAIN, fields: nameless });
      const id = await brought(world, mapping, content);
      const jobId = (await seenFeed(world.principal, id))?.jobId as string;
      for (const cut of cuts) await broken(world, jobId, cut);
      const feed = await ended(world, id);
      expect(feed).toMatchObject({ status: 'completed', openRejects: bad });
      expect(await booked(world)).toEqual({ rows: good, references: good, cents });
    }),
    { numRuns: 6 }
  );
}, 240_000);

type FeedJob = Parameters<typeof importFeed>[0]['job'];

/** Runs a job by hand up to a given progress note; later changes of the run don't count. */
async function broken({ database, issuer }: FeedWorld, jobId: string, steps: number): Promise<void> {
  const [job] = await database.query<{
    payload: FeedJob['payload'];
    checkpoint: Record<string, unknown>;
    attempts: number;
    node: string;
    owner: string;
  }>(
    `UPDATE jobs SET status = 'processing', attempts = 1 WHERE id = $1 AND status IN ('queued', 'processing')
     RETURNING payload, checkpoint, attempts, node_id AS node, owner_user_id AS owner`,
    [jobId]
  );
  if (!job) return;
  const stop = new AbortController();
  const kept = {
    issuerId: issuer.id,
    id: jobId,
    kind: 'feed.import',
    nodeId: job.node,
    ownerUserId: job.owner,
    payload: job.payload
  };
  const run = new JobRun(kept, job.checkpoint, job.attempts, stop.signal);
  const save = run.save.bind(run);
  let left = steps;
  run.save = async (...progress: Parameters<JobRun['save']>) => {
    if (left-- === 0) stop.abort();
    await save(...progress);
  };
  await importFeed(run).catch((error) => {
    if (!(error instanceof JobStopped)) throw error;
  });
}

test('two imports of one file at once, and one beside a re-processing, book each row once', async () => {
  const world = await aFeedWorld(database.current, 3);
  const { content, good, cents } = aFile(world, 12_000);
  const mapping = await aMapping(world);
  const ids = [await brought(world, mapping, content), await brought(world, mapping, content)];
  const runs = ids.map(async (id) => {
    const job = await jobFor(world, id);
    return importFeed(job);
  });
  const results = await Promise.all(runs);
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(await booked(world)).toEqual({ rows: good, references: good, cents });
});

/** A job of its own for a feed, past the rule of one at a time. */
async function jobFor({ database, issuer, principal }: FeedWorld, feedId: string): Promise<JobRun<FeedJob['payload']>> {
  const payload = { feedId, origin: { requestId: 'test', address: '127.0.0.1', userAgent: 'test' } };
  await database.query(
    "UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE issuer_id = $1 AND status = 'queued'",
    [issuer.id]
  );
  const [job] = await database.query<{ id: string }>(
    `INSERT INTO jobs (issuer_id, id, kind, node_id, owner_user_id, payload, status, attempts)
     VALUES ($1, gen_random_uuid(), 'test.feed.' || chr(97 + floor(random() * 26)::int) || chr(97 + floor(random() * 26)::int), $1, $2, $3, 'processing', 1) RETURNING id`,
    [issuer.id, principal.userId, JSON.stringify(payload)]
  );
  return new JobRun(
    {
      issuerId: issuer.id,
      id: job?.id as string,
      kind: 'feed.import',
      nodeId: issuer.id,
      ownerUserId: principal.userId,
      payload
    },
    {},
    1,
    new AbortController().signal
  );
}

test('a cancelled feed does nothing more, and what it booked stays', async () => {
  const world = await aFeedWorld(database.current, 1);
  const id = await brought(world, await aMapping(world), aFile(world, 10).content);
  await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE issuer_id = $1", [
    world.issuer.id
  ]);
  expect(await seenFeed(world.principal, id)).toMatchObject({ status: 'cancelled' });
  expect(await bookedIn(world)).toEqual([]);
});

describe('what is no such file is refused whole, before anything is booked', () => {
  const withTrailer = {
    ...PLAIN,
    trailer: { at: { source: 'Card', is: ['T'] }, count: 'Reference', net: 'Amount' }
  };
  const lines = (world: FeedWorld) =>
    [1, 2].map((row) => `${world.cards[0]?.number},T${row},${TODAY},${row}.50,EUR,Shop,5411`);
  const cases: [string, object, (world: FeedWorld) => string | Buffer, string][] = [
    [
      'a trailer that counts otherwise',
      withTrailer,
      (world) => [PLAIN_HEADINGS, ...lines(world), 'T,3,,4.00'].join('\n'),
      'feed.trailer.differs'
    ],
    [
      'a trailer that adds up otherwise',
      withTrailer,
      (world) => [PLAIN_HEADINGS, ...lines(world), 'T,2,,4.01'].join('\n'),
      'feed.trailer.differs'
    ],
    ['no trailer', withTrailer, (world) => [PLAIN_HEADINGS, ...lines(world)].join('\n'), 'feed.trailer.missing'],
    [
      'a column that is missing',
      PLAIN,
      (world) => ['Card,Reference,Posted,Amount', ...lines(world)].join('\n'),
      'feed.columns.missing'
    ],
    ['NUL', PLAIN, (world) => [PLAIN_HEADINGS, ...lines(world), '\0'].join('\n'), 'feed.not.text'],
    [
      'another encoding',
      PLAIN,
      (world) => Buffer.from([PLAIN_HEADINGS, ...lines(world), 'Café'].join('\n'), 'latin1'),
      'feed.encoding.wrong'
    ],
    ['a line without an end', PLAIN, () => `${PLAIN_HEADINGS}\n${'x'.repeat(3_000_000)}`, 'feed.record.endless'],
    [
      'a quote that is never closed',
      PLAIN,
      (world) => [PLAIN_HEADINGS, ...lines(world), '"never'].join('\n'),
      'feed.quote.open'
    ],
    ['nothing that could be read', PLAIN, () => `${PLAIN_HEADINGS}\na,b,c,d,e,f,g`, 'feed.nothing.readable'],
    ['nothing', PLAIN, () => PLAIN_HEADINGS, 'feed.nothing.found']
  ];
  test.each(cases)('%s', async (_, layout, content, code) => {
    const world = await aFeedWorld(database.current, 1);
    const feed = await imported(world, await aMapping(world, layout), content(world));
    expect(feed).toMatchObject({ status: 'failed', refusal: { code } });
    expect(await bookedIn(world)).toEqual([]);
    expect(await rejectsOf(world, feed)).toEqual([]);
  });

  test('a difference is flagged where the mapping says so', async () => {
    const world = await aFeedWorld(database.current, 1);
    const flagged = { ...withTrailer, trailer: { ...withTrailer.trailer, onMismatch: 'flag' } };
    const feed = await imported(
      world,
      await aMapping(world, flagged),
      [PLAIN_HEADINGS, ...lines(world), 'T,3,,4.00'].join('\n')
    );
    expect(feed).toMatchObject({
      status: 'completed',
      mismatch: [{ what: 'count', trailer: '3', read: '2' }],
      trailer: { count: 3, net: '4.0000' }
    });
    expect(await bookedIn(world)).toHaveLength(2);
  });
});

test('formulas are kept as text, and empty or infected files are not taken', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world);
  await imported(
    world,
    mapping,
    `${PLAIN_HEADINGS}\n${world.cards[0]?.number},X1,${TODAY},1,EUR,"=HYPERLINK(""http://x"",""y"")",5411\n`
  );
  expect(await bookedIn(world)).toMatchObject([{ merchant: '=HYPERLINK("http://x","y")' }]);
  expect(await brought(world, mapping, '')).toBe('file.empty');
  for (const [name, kept] of [
    ['..\\..\\a/fees\u202Efdp.exe\r\n', 'feesfdp.exe'],
    [`${'x'.repeat(199)}😀.csv`, 'x'.repeat(199)],
    [' \t', 'feed']
  ] as const) {
    const id = await brought(world, mapping, PLAIN_HEADINGS, name);
    expect(await seenFeed(world.principal, id)).toMatchObject({ fileName: kept });
  }
});
