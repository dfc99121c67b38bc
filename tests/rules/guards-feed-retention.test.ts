import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { forgetRejects } from '@/lib/money/feeds/forget-rejects';
import { aFeedWorld, aMapping, type FeedWorld, imported, plainFile, TODAY } from '../support/feeds/world';
import { useDatabase } from '../support/module-world';
import { withSetting } from '../support/settings';

const database = useDatabase();
afterEach(() => shiftClock(0));

/** A feed of so many rejected rows, in a world whose retention is of so many months. */
async function rejected(rows: number, months: number): Promise<FeedWorld> {
  const world = await aFeedWorld(database.current, 1);
  await withSetting(database.current, { issuerId: world.issuer.id }, 'data.retention.months', months);
  const line = (reference: string, amount: string) =>
    `${world.cards[0]?.number},${reference},${TODAY},${amount},EUR,Shop,7011`;
  const lines = Array.from({ length: rows }, (_, at) => line(`R${at}`, 'much'));
  await imported(world, await aMapping(world), plainFile([...lines, line('OK', '1')]));
  return world;
}
const settle = ({ issuer }: FeedWorld, row: number, state: 'settled' | 'dismissed', at: Date) =>
  database.current.query('UPDATE feed_rejects SET state = $3, settled_at = $4 WHERE issuer_id = $1 AND row = $2', [
    ...[issuer.id, row, state, at]
  ]);
const left = async ({ issuer }: FeedWorld) =>
  (
    await database.current.query<{ row: number }>('SELECT row FROM feed_rejects WHERE issuer_id = $1 ORDER BY row', [
      issuer.id
    ])
  ).map(({ row }) => row);

test('CD.20 C5.027 settled rejected rows go when they are older than their issuer keeps them, to the millisecond', async () => {
  const [world, longer] = [await rejected(4, 12), await rejected(1, 24)];
  const now = Date.parse('2029-06-15T12:00:00Z');
  const limit = Date.parse('2028-06-15T12:00:00Z');
  for (const [row, state, at] of [
    [1, 'settled', limit],
    [2, 'settled', limit - 1],
    [3, 'dismissed', limit - 1]
  ] as const)
    await settle(world, row, state, new Date(at));
  await settle(longer, 1, 'settled', new Date(limit - 1));
  stopClock(new Date(now));
  expect(await forgetRejects()).toBe(2);
  expect([await left(world), await left(longer)]).toEqual([[1, 4], [1]]);
  expect(
    await database.current.query(
      `SELECT issuer_id AS issuer, entity, entity_id AS id, node_id AS node, request_id, host(address) AS address, details
       FROM audit_entries WHERE action = 'feed.rejects_expired'`
    )
  ).toEqual([
    {
      issuer: world.issuer.id,
      entity: 'issuer',
      id: world.issuer.id,
      node: world.issuer.id,
      request_id: 'retention',
      address: '127.0.0.1',
      details: { count: 2, before: '2028-06-15' }
    }
  ]);
  expect(await forgetRejects()).toBe(0);
  expect(
    await database.current.query("SELECT 1 FROM audit_entries WHERE action = 'feed.rejects_expired'")
  ).toHaveLength(1);
});

test('CD.35 C5.027 of very many rows fifty thousand go at a time', async () => {
  const world = await rejected(1, 12);
  await settle(world, 1, 'settled', new Date('2027-01-01T00:00:00Z'));
  await database.current.query(
    `INSERT INTO feed_rejects (issuer_id, feed_id, id, row, content, shown, reasons, reason, occurrence, currency, state, settled_at)
     SELECT issuer_id, feed_id, gen_random_uuid(), at, '', '', reasons, reason, 1, '', state, settled_at
     FROM feed_rejects, generate_series(2, 50001) at WHERE issuer_id = $1`,
    [world.issuer.id]
  );
  stopClock(new Date('2029-01-01T00:00:00Z'));
  expect(await forgetRejects()).toBe(50_000);
  expect(await left(world)).toHaveLength(1);
  expect(await forgetRejects()).toBe(1);
});

test('CD.35 C5.027 a rejected row that somebody holds is left for the next time', async () => {
  const world = await rejected(2, 12);
  const told = async () =>
    (
      await database.current.query<{ count: string }>(
        "SELECT details ->> 'count' AS count FROM audit_entries WHERE issuer_id = $1 AND action = 'feed.rejects_expired'",
        [world.issuer.id]
      )
    ).map(({ count }) => count);
  for (const row of [1, 2]) await settle(world, row, 'settled', new Date('2027-01-01T00:00:00Z'));
  stopClock(new Date('2029-01-01T00:00:00Z'));
  const other = new pg.Client({ connectionString: database.current.ownerUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM feed_rejects WHERE issuer_id = $1 AND row = 1 FOR UPDATE', [world.issuer.id]);
    const gone = await Promise.race([forgetRejects(), sleep(20_000, 'waits', { ref: false })]);
    expect(gone).not.toBe('waits');
    expect(await left(world)).toEqual([1]);
    // Where nothing goes, nothing is told.
    expect(await forgetRejects()).toBe(0);
    expect(await told()).toEqual(['1']);
  } finally {
    await other.query('ROLLBACK');
    await other.end();
  }
  await forgetRejects();
  expect(await left(world)).toEqual([]);
});
