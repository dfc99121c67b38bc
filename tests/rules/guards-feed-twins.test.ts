import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { rowAfter } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { bringFeed } from '@/lib/money/feeds/bring-feed';
import { correctReject, seenReject } from '@/lib/money/feeds/correct-reject';
import { FEEDS, OUTCOMES, seenFeed } from '@/lib/money/feeds/feeds';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { changeMapping } from '@/lib/money/feeds/mappings';
import { reprocess, reprocessRow, unknownNames } from '@/lib/money/feeds/reprocess';
import { startWaitingFeeds } from '@/lib/money/feeds/waiting-feeds';
import { aCardNumber } from '../support/card-numbers';
import { each } from '../support/feeds/rows';
import {
  aFeedWorld,
  aMapping,
  brought,
  ended,
  type FeedWorld,
  imported,
  PLAIN,
  plainFile,
  rejectsOf,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { untilWaiting } from '../support/held-rows';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aTwinOf } from '../support/twin';

const database = useDatabase();

const line = ({ cards }: FeedWorld, reference: string, amount = '5', { currency = 'EUR', category = '7011' } = {}) =>
  `${cards[0]?.number},${reference},${TODAY},${amount},${currency},Shop,${category}`;
const idsOf = async ({ id }: { id: string }) =>
  (
    await database.current.query<{ id: string }>('SELECT id FROM feed_rejects WHERE feed_id = $1 ORDER BY row', [id])
  ).map((reject) => reject.id) as [string, ...string[]];
const jobOf = async ({ principal }: FeedWorld, id: string) => (await seenFeed(principal, id))?.jobId;
const cancel = (issuerId: string) =>
  database.current.query(
    "UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE issuer_id = $1 AND status = 'queued'",
    [issuerId]
  );

/** Another connection with an open transaction. */
async function meanwhile<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.current.ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    return await work(client);
  } finally {
    await client.end();
  }
}

test('CD.20 CD.35 a feed waits and is started by what its own issuer has, whatever another has of the same ids', async () => {
  const world = await aFeedWorld(database.current, 0);
  const { issuer, principal } = world;
  const mapping = await aMapping(world);
  const [, second, third] = [
    await brought(world, mapping, 'a'),
    await brought(world, mapping, 'b'),
    await brought(world, mapping, 'c')
  ] as const;
  const twin = await aTwinOf(database.current, issuer.id);
  const before = await twin.digest();
  await cancel(issuer.id);
  await meanwhile(async (other) => {
    await other.query('SELECT 1 FROM feeds WHERE issuer_id = $1 AND id = $2 FOR UPDATE', [issuer.id, second]);
    const starting = startWaitingFeeds().then(() => 'passed by');
    expect(await Promise.race([starting, sleep(20_000, 'waits', { ref: false })])).toBe('passed by');
  });
  expect(await jobOf(world, second)).toBeNull();
  await startWaitingFeeds();
  expect([typeof (await jobOf(world, second)), await jobOf(world, third)]).toEqual(['string', null]);
  await database.current.query("UPDATE users SET status = 'inactive' WHERE issuer_id = $1 AND id = $2", [
    ...[issuer.id, principal.userId]
  ]);
  // It is refused when it has its turn.
  await startWaitingFeeds();
  expect((await seenFeed(principal, third))?.status).toBe('queued');
  await cancel(issuer.id);
  await startWaitingFeeds();
  expect(await seenFeed(principal, third)).toMatchObject({ status: 'failed', jobId: null });
  expect(await twin.digest()).toBe(before);
});

test('W4 CD.20 CD.60 an amount is by who uploaded its own file, and by nobody if that came from the folder', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world);
  const other = await aPrincipalAt(database.current, 'I', world.issuer);
  await imported(world, mapping, plainFile([line(world, 'A')]));
  const second = await brought({ principal: other }, mapping, plainFile([line(world, 'B')]));
  const twin = await aTwinOf(database.current, world.issuer.id);
  await cancel(twin.issuerId);
  await ended(world, second);
  const chunks = each([Buffer.from(plainFile([line(world, 'C')]))]);
  const folder = { mappingId: mapping, source: 'folder' as const, name: 'c.csv', chunks };
  await ended(world, granted(await bringFeed(world.principal, folder, ORIGIN)));
  expect(
    await database.current.query(
      'SELECT source_reference AS reference, amount_by AS by FROM transactions WHERE issuer_id = $1 ORDER BY 1',
      [world.issuer.id]
    )
  ).toEqual([
    { reference: 'A', by: [world.principal.userId] },
    { reference: 'B', by: [other.userId] },
    { reference: 'C', by: [] }
  ]);
});

test('CD.20 CD.41 a rejected row is read as its own issuer has it, and a known one compared with its own transaction', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { issuer, principal } = world;
  const mapping = await aMapping(world);
  const strange = aCardNumber();
  const feed = await imported(
    world,
    mapping,
    plainFile([
      line(world, 'A'),
      line(world, 'B', 'much'),
      `${strange}x,C,${TODAY},5,EUR,Shop,7011`,
      line(world, 'D', '"7,50"')
    ])
  );
  const [much, card, comma] = (await idsOf(feed)) as [string, string, string];
  const twin = await aTwinOf(database.current, issuer.id);
  await database.current.query("UPDATE feed_rejects SET state = 'dismissed', settled_at = now() WHERE issuer_id = $1", [
    twin.issuerId
  ]);
  await database.current.query("UPDATE transactions SET merchant_name = 'Quay' WHERE issuer_id = $1", [twin.issuerId]);
  const layout = layoutSchema.parse({ ...PLAIN, decimalMark: ',' });
  const changed = { name: 'Commas', layout, active: true, version: 1 };
  granted(await changeMapping(principal, mapping, changed, ORIGIN));
  // What is written again lies behind the twin's.
  for (const table of ['feeds', 'feed_rejects'])
    await database.current.query(`UPDATE ${table} SET created_at = created_at WHERE issuer_id = $1`, [issuer.id]);
  const before = await twin.digest();
  expect(await seenReject(principal, card)).toMatchObject({ issuerId: issuer.id, state: 'open' });
  expect(refusedFor(await reprocessRow(principal, much, ORIGIN))).toBe('feed.reason.amount.invalid');
  expect(refusedFor(await reprocessRow(principal, comma, ORIGIN))).toBeNull();
  // Of a number in place of a card's only the end is shown, with what stands behind it.
  const shown = (await seenReject(principal, card))?.fields.find(({ field }) => field === 'cardNumber');
  expect(shown?.text).toBe(`••••${strange.slice(-4)}x`);
  const again = await imported(world, await aMapping(world), plainFile([line(world, 'A')]));
  expect(await totalsOf(world, again)).toEqual(['known EUR 1 +5 -0']);
  expect(await twin.digest()).toBe(before);
});

test('CD.41 a correction waits for another of the same row, and is refused when that has booked it', async () => {
  const world = await aFeedWorld(database.current, 1);
  const feed = await imported(world, await aMapping(world), plainFile([line(world, 'A', 'much'), line(world, 'B')]));
  const [id] = await idsOf(feed);
  const results = await meanwhile(async (other) => {
    await other.query('SELECT 1 FROM feed_rejects WHERE id = $1 FOR UPDATE', [id]);
    const corrections = ['6', '7'].map((amount) => correctReject(world.principal, id, { amount }, ORIGIN));
    await untilWaiting(other);
    await sleep(300);
    await other.query('COMMIT');
    return Promise.all(corrections);
  });
  expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { booked: true } }]);
  expect(results.map(refusedFor).filter(Boolean)).toEqual(['feed.reject.settled']);
});

test('CD.41 rows that can not be read are counted by their currency, debits apart from credits, also when tried again', async () => {
  const world = await aFeedWorld(database.current, 1);
  const odd = { category: 'hotel' };
  const mapping = await aMapping(world);
  const feed = await imported(
    world,
    mapping,
    plainFile([
      ...[line(world, 'A', '5', odd), line(world, 'B', '-3', odd), line(world, 'C', '6', odd)],
      ...[line(world, 'D', '7', { ...odd, currency: 'USD' }), line(world, 'E', 'much'), line(world, 'F', '1')]
    ])
  );
  const beside = await imported(world, mapping, plainFile([`${aCardNumber()},G,${TODAY},5,EUR,Shop,7011`]));
  const totals = ['rejected – 1 +0 -0', 'booked EUR 1 +1 -0', 'rejected EUR 3 +11 -3', 'rejected USD 1 +7 -0'];
  expect(await totalsOf(world, feed)).toEqual(totals);
  const job = granted(await reprocess(world.principal, feed.id, ORIGIN));
  expect((await untilEnded(world.principal, job)).result).toMatchObject({ rows: 5, settled: 0 });
  expect(await totalsOf(world, feed)).toEqual(totals);
  expect(await rejectsOf(world, beside)).toEqual(['1 feed.account.unknown']);
});

test('CD.35 CD.41 all rejected rows of a feed are tried again, however many, by one job at a time', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { principal, issuer } = world;
  const lines = Array.from({ length: 2_001 }, () => line(world, 'A', 'much'));
  const feed = await imported(world, await aMapping(world), plainFile([...lines, line(world, 'B')]));
  const job = granted(await reprocess(principal, feed.id, ORIGIN));
  expect(refusedFor(await reprocess(principal, feed.id, ORIGIN))).toBe('job.running');
  expect(
    await database.current.query(
      "SELECT 1 FROM audit_entries WHERE issuer_id = $1 AND action = 'feed.reprocess_started'",
      [issuer.id]
    )
  ).toHaveLength(1);
  expect((await untilEnded(principal, job)).result).toMatchObject({ rows: 2_001, settled: 0 });
  // Rows that have a reference are not told apart by their number.
  expect(
    await database.current.query('SELECT DISTINCT occurrence FROM feed_rejects WHERE feed_id = $1', [feed.id])
  ).toEqual([{ occurrence: 1 }]);
});

test('CD.22 names without an account are told to who sees feeds', async () => {
  const world = await aFeedWorld(database.current, 0);
  const { cardNumber: _, ...fields } = PLAIN.fields;
  const mapping = await aMapping(world, { ...PLAIN, account: 'name', fields: { ...fields, accountName: ['Card'] } });
  const feed = await imported(world, mapping, plainFile([`Pier desk,A,${TODAY},5,EUR,Shop,7011`]));
  const [viewer, blind] = await Promise.all(
    ['feeds.view', 'users.view'].map((one) => aPrincipalAt(database.current, 'I', world.issuer, { authorities: [one] }))
  );
  if (!viewer || !blind) throw new Error('nobody');
  expect(await unknownNames(viewer, feed.id)).toEqual([{ name: 'pier desk', rows: 1 }]);
  expect(await unknownNames(blind, feed.id)).toEqual([]);
});

test.each(['rows', 'finished'])('CD.11 feeds that are not imported yet have a place in a list by %s', async (sort) => {
  const world = await aFeedWorld(database.current, 1);
  const { principal } = world;
  const mapping = await aMapping(world);
  const done = await imported(world, mapping, plainFile([line(world, 'A')]));
  const waiting = await brought(world, mapping, plainFile([line(world, 'B')]));
  const query = readQuery(FEEDS, { sort });
  const after = async (id: string) => (await rowAfter(principal, FEEDS, query, id))?.id ?? null;
  expect([await after(done.id), await after(waiting)].sort()).toEqual([waiting, null].sort());
});

test('CD.41 each outcome that a row has in the database is told', async () => {
  expect(await database.current.query('SELECT unnest(enum_range(NULL::feed_outcome))::text AS outcome')).toEqual(
    OUTCOMES.map((outcome) => ({ outcome }))
  );
});
