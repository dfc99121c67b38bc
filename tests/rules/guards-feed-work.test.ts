import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { config } from '@/lib/core/server/config';
import { bringFeed } from '@/lib/money/feeds/bring-feed';
import { correctionSchema, seenReject } from '@/lib/money/feeds/correct-reject';
import { seenFeed } from '@/lib/money/feeds/feeds';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { changeMapping, deleteMapping } from '@/lib/money/feeds/mappings';
import { dismissReject, nameAccount, reprocess, reprocessRow, unknownNames } from '@/lib/money/feeds/reprocess';
import { startWaitingFeeds } from '@/lib/money/feeds/waiting-feeds';
import { aCardNumber } from '../support/card-numbers';
import {
  aCard,
  aFeedWorld,
  aMapping,
  brought,
  ended,
  type FeedWorld,
  imported,
  PLAIN,
  plainFile,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { untilWaiting } from '../support/held-rows';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';

const database = useDatabase();

const feedsOf = ({ issuer }: FeedWorld) =>
  database.current.query<{ name: string; status: string }>(
    'SELECT file_name AS name, status::text FROM feeds WHERE issuer_id = $1 ORDER BY created_at',
    [issuer.id]
  );
const jobOf = async ({ principal }: FeedWorld, id: string) => (await seenFeed(principal, id))?.jobId;
const idsOf = async ({ id }: { id: string }) =>
  (
    await database.current.query<{ id: string }>('SELECT id FROM feed_rejects WHERE feed_id = $1 ORDER BY row', [id])
  ).map((reject) => reject.id) as [string, ...string[]];
const line = (card: string, reference: string, amount = '5.00') =>
  `${card},${reference},${TODAY},${amount},EUR,Shop,7011`;

/** Another connection with an open transaction. */
async function meanwhile<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.current.ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    return await work(client);
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}

test('CD.41 C8.019 a file is taken up to the size that its issuer allows, by an active mapping of its own', async () => {
  const [world, other] = [await aFeedWorld(database.current, 0), await aFeedWorld(database.current, 0)];
  const { issuer, principal } = world;
  const mapping = await aMapping(world);
  await withSetting(database.current, { issuerId: issuer.id }, 'feed.upload.megabytes', 1);
  const megabyte = Buffer.alloc(1024 ** 2, 'x');
  expect(await brought(world, mapping, Buffer.concat([megabyte, Buffer.from('x')]))).toBe('file.too.large');
  expect(await brought(world, mapping, '')).toBe('file.empty');
  expect(await brought(world, await aMapping(other), 'x')).toBe('not.found');
  expect(await brought(world, randomUUID(), 'x')).toBe('not.found');
  const viewer = await aPrincipalAt(database.current, 'I', issuer, { authorities: ['feeds.view'] });
  expect(await brought({ principal: viewer }, mapping, 'x')).toBe('user.not.authorized');
  const gone = { mappingId: mapping, source: 'upload' as const, name: 'gone.csv', chunks: broken() };
  await expect(bringFeed(principal, gone, ORIGIN)).rejects.toThrow('the line is cut');
  const found = () =>
    database.current.query("SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'upload.virus_found'", [
      issuer.id
    ]);
  expect(await found()).toEqual([]);
  const scanner = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    socket.end('stream: Eicar-Test FOUND\0');
  });
  scanner.listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  config().CLAMD_URL = `tcp://127.0.0.1:${(scanner.address() as AddressInfo).port}`;
  try {
    expect(await brought(world, mapping, 'x', 'odd.csv')).toBe('file.virus.found');
  } finally {
    config().CLAMD_URL = undefined;
    scanner.close();
  }
  expect(await found()).toEqual([{ details: { name: 'odd.csv' } }]);
  expect(await feedsOf(world)).toEqual([]);
  expect(await seenFeed(principal, await brought(world, mapping, megabyte, ' \t'))).toMatchObject({
    fileName: 'feed',
    fileSize: 1024 ** 2
  });
  const idle = { name: 'Idle', layout: layoutSchema.parse(PLAIN), active: false, version: 1 };
  granted(await changeMapping(principal, mapping, idle, ORIGIN));
  expect(await brought(world, mapping, 'x')).toBe('not.found');
});

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
  throw new Error('the line is cut');
}

test('CD.35 a feed that waits is started when no other is imported, whatever else is worked on, by one process', async () => {
  const world = await aFeedWorld(database.current, 0);
  const mapping = await aMapping(world);
  const [first, second, third] = [
    await brought(world, mapping, 'a'),
    await brought(world, mapping, 'b'),
    await brought(world, mapping, 'c')
  ];
  const begun = await jobOf(world, first);
  const end = (job: string | null | undefined) =>
    database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE id = $1", [job]);
  expect([typeof begun, await jobOf(world, second)]).toEqual(['string', null]);
  await startWaitingFeeds();
  expect(await jobOf(world, second)).toBeNull();
  await end(begun);
  granted(await reprocess(world.principal, first, ORIGIN));
  await meanwhile(async (other) => {
    await other.query('SELECT 1 FROM feeds WHERE id = $1 FOR UPDATE', [second]);
    expect(
      await Promise.race([startWaitingFeeds().then(() => 'passed by'), sleep(20_000, 'waits', { ref: false })])
    ).toBe('passed by');
  });
  expect(await jobOf(world, second)).toBeNull();
  await startWaitingFeeds();
  const next = await jobOf(world, second);
  expect([typeof next, await jobOf(world, first), await jobOf(world, third)]).toEqual(['string', begun, null]);
  await end(next);
  // What is over by the time that it could be started isn't started any more.
  await meanwhile(async (other) => {
    await other.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const starting = startWaitingFeeds();
    await untilWaiting(other);
    await other.query("UPDATE feeds SET status = 'cancelled', finished_at = now() WHERE id = $1", [third]);
    await other.query('COMMIT');
    await starting;
  });
  expect(await jobOf(world, third)).toBeNull();
});

test('CD.22 CD.41 queued work ends if its user has lost the permission or no longer exists', async () => {
  const world = await aFeedWorld(database.current, 1);
  const card = world.cards[0]?.number as string;
  const mapping = await aMapping(world);
  const feed = await imported(world, mapping, plainFile([line(card, 'A'), line(card, 'B', 'much')]));
  const authorities = ['feeds.view', 'feeds.run'];
  for (const lose of [
    "UPDATE users SET status = 'inactive' WHERE id = $1",
    `UPDATE authority_templates t SET authorities = '{feeds.view}' FROM assignments a
     WHERE (t.issuer_id, t.id) = (a.issuer_id, a.authority_template_id) AND a.user_id = $1`
  ]) {
    const principal = await aPrincipalAt(database.current, 'I', world.issuer, { authorities });
    const again = granted(await reprocess(principal, feed.id, ORIGIN));
    const next = await brought({ principal }, mapping, plainFile([line(card, 'C')]));
    await database.current.query(lose, [principal.userId]);
    expect(await untilEnded(principal, again)).toMatchObject({ refusal: { code: 'user.not.authorized' } });
    expect(await ended(world, next)).toMatchObject({ status: 'failed', refusal: { code: 'user.not.authorized' } });
  }
});

test('CD.41 a file of nothing but a trailer is imported, and so is one of many rows that are equal', async () => {
  const world = await aFeedWorld(database.current, 1);
  const card = world.cards[0]?.number as string;
  const trailer = { at: { source: 'Card', is: ['T'] }, count: 'Reference' };
  const empty = await imported(world, await aMapping(world, { ...PLAIN, trailer }), plainFile(['T,0,,,,,']));
  expect(empty).toMatchObject({ status: 'completed', rowCount: 0, trailer: { count: 0 }, mismatch: null });
  const { sourceReference: _, ...fields } = PLAIN.fields;
  const mapping = await aMapping(world, { ...PLAIN, fields });
  const equal = plainFile([line(card, ''), line(card, ''), line(card, 'x')]);
  for (const outcome of ['booked', 'known'])
    expect(await totalsOf(world, await imported(world, mapping, equal))).toEqual([`${outcome} EUR 3 +15 -0`]);
});

test('CD.22 CD.41 rejected rows are settled once, with permission, and otherwise show their obstacles', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { principal, issuer } = world;
  const card = world.cards[0]?.number as string;
  const mapping = await aMapping(world);
  const rows = [
    line(card, 'OK'),
    line(card, 'A', 'much'),
    line(card, 'B', 'much'),
    line('1234', 'C'),
    line('12345', 'D')
  ];
  const feed = await imported(world, mapping, plainFile(rows));
  const [a, b, four, five] = (await idsOf(feed)) as [string, string, string, string];
  const viewer = await aPrincipalAt(database.current, 'I', issuer, { authorities: ['feeds.view'] });
  const blind = await aPrincipalAt(database.current, 'I', issuer, { authorities: ['users.view'] });
  const name = { name: 'x', accountId: world.cards[0]?.account.id as string };
  for (const [who, code] of [
    [viewer, 'user.not.authorized'],
    [blind, 'not.found']
  ] as const)
    expect([
      refusedFor(await reprocess(who, feed.id, ORIGIN)),
      refusedFor(await nameAccount(who, feed.id, name, ORIGIN)),
      refusedFor(await reprocessRow(who, a, ORIGIN)),
      refusedFor(await dismissReject(who, a, ORIGIN))
    ]).toEqual([code, code, code, code]);
  expect(await seenReject(blind, a)).toBeNull();
  expect(refusedFor(await reprocessRow(principal, randomUUID(), ORIGIN))).toBe('not.found');
  expect(refusedFor(await reprocessRow(principal, a, ORIGIN))).toBe('feed.reason.amount.invalid');
  const both = await meanwhile(async (other) => {
    await other.query('SELECT 1 FROM feed_rejects WHERE id = $1 FOR UPDATE', [b]);
    const dismissals = [dismissReject(principal, b, ORIGIN), dismissReject(principal, b, ORIGIN)];
    await untilWaiting(other);
    await sleep(200);
    await other.query('COMMIT');
    return Promise.all(dismissals);
  });
  expect(both.map(refusedFor).sort()).toEqual(['feed.reject.settled', null].sort());
  expect(refusedFor(await reprocessRow(principal, b, ORIGIN))).toBe('feed.reject.settled');
  // Of what stands for a card number no more than the last four digits are shown.
  const shown = async (id: string) =>
    (await seenReject(principal, id))?.fields.find((one) => one.field === 'cardNumber');
  expect([(await shown(four))?.text, (await shown(five))?.text]).toEqual(['1234', '••••2345']);
  const fits = (amount: string) => correctionSchema.safeParse({ amount }).success;
  expect([fits('x'.repeat(300)), fits('x'.repeat(301)), fits('a\u0007b')]).toEqual([true, false, false]);
});

test('CD.41 rows that are tried again in vain stay counted as they were, debits and credits', async () => {
  const world = await aFeedWorld(database.current, 0);
  const card = aCardNumber();
  const feed = await imported(world, await aMapping(world), plainFile([line(card, 'A'), line(card, 'B', '-3.00')]));
  const before = await totalsOf(world, feed);
  expect(before).toEqual(['rejected EUR 2 +5 -3']);
  expect(await untilEnded(world.principal, granted(await reprocess(world.principal, feed.id, ORIGIN)))).toMatchObject({
    result: { rows: 2, settled: 0 }
  });
  expect(await totalsOf(world, feed)).toEqual(before);
});

test('CD.41 unmapped names are listed for one feed, the most frequent first, and given to accounts of the issuer', async () => {
  const world = await aFeedWorld(database.current, 0);
  const other = await aFeedWorld(database.current, 1);
  const { principal, company } = world;
  for (const _ of [1, 2]) await aCard(database.current, company, { name: 'Twin desk' });
  const { cardNumber: _, ...fields } = PLAIN.fields;
  const mapping = await aMapping(world, { ...PLAIN, account: 'name', fields: { ...fields, accountName: ['Card'] } });
  const named = (...names: string[]) => plainFile(names.map((name, at) => line(name, `${name}${at}`)));
  const feed = await imported(
    world,
    mapping,
    `${named('Harbour desk', 'Quay desk', 'Quay desk', 'Twin desk', 'Pier desk')}${line('Mole desk', 'M', 'much')}\n`
  );
  const next = await imported(world, mapping, named('Lock desk', 'Harbour desk'));
  const names = async (id: string) => (await unknownNames(principal, id)).map(({ name, rows }) => `${rows} ${name}`);
  expect(await names(feed.id)).toEqual(['2 quay desk', '1 harbour desk', '1 pier desk', '1 twin desk']);
  granted(await dismissReject(principal, (await idsOf(feed))[4] as string, ORIGIN));
  expect(await names(feed.id)).toEqual(['2 quay desk', '1 harbour desk', '1 twin desk']);
  expect(await names(next.id)).toEqual(['1 harbour desk', '1 lock desk']);
  expect(await unknownNames(other.principal, feed.id)).toEqual([]);
  const give = async (name: string, accountId: string | undefined, id = feed.id) =>
    refusedFor(await nameAccount(principal, id, { name, accountId: accountId as string }, ORIGIN));
  const { account } = await aCard(database.current, company);
  expect(await give('Quay desk', account.id, randomUUID())).toBe('not.found');
  expect(await give(' ', account.id)).toBe('name required');
  expect(await give('Quay desk', company.id)).toBe('accountId not.found');
  expect(await give('Quay desk', randomUUID())).toBe('accountId not.found');
  expect(await give('Quay desk', other.cards[0]?.account.id)).toBe('accountId not.found');
  expect(await give(' Quay DESK ', account.id)).toBeNull();
  expect(await untilEnded(principal, granted(await reprocess(principal, feed.id, ORIGIN)))).toMatchObject({
    result: { rows: 5, settled: 2 }
  });
  granted(await deleteMapping(principal, mapping, ORIGIN));
  expect(await give('Harbour desk', account.id)).toBe('feed.mapping.gone');
});
