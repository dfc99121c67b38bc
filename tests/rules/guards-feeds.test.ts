import { correctReject, seenReject } from '@/lib/money/feeds/correct-reject';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { changeMapping, deleteMapping, seenMapping, usableMappings } from '@/lib/money/feeds/mappings';
import { dismissReject, nameAccount, reprocess, reprocessRow, unknownNames } from '@/lib/money/feeds/reprocess';
import { startWaitingFeeds } from '@/lib/money/feeds/waiting-feeds';
import { aCardNumber } from '../support/card-numbers';
import {
  aFeedWorld,
  aMapping,
  bookedIn,
  brought,
  type FeedWorld,
  imported,
  PLAIN,
  plainFile,
  rejectsOf,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aTwinOf } from '../support/twin';

const database = useDatabase();

const FIELDS = {
  ...PLAIN.fields,
  billedAmount: ['Billed'],
  billedCurrency: ['Billed in'],
  transactionDate: ['Made'],
  type: ['Type']
};
const HEADINGS = 'Card,Reference,Type,Made,Posted,Amount,Currency,Billed,Billed in,Merchant,MCC';

/** A row in a currency of its own, with what is said otherwise. */
const row = (world: FeedWorld, more: Partial<Record<string, string>> = {}) => {
  const usual: Record<string, string> = {
    Card: world.cards[0]?.number as string,
    Reference: 'A1',
    Type: 'Sale',
    Made: TODAY,
    Posted: TODAY,
    Amount: '10.00',
    Currency: 'USD',
    Billed: '9.00',
    'Billed in': 'EUR',
    Merchant: 'Harbour Hotel',
    MCC: '7011'
  };
  return HEADINGS.split(',')
    .map((heading) => more[heading] ?? usual[heading])
    .join(',');
};
const fileOf = (...rows: string[]) => [HEADINGS, ...rows, ''].join('\n');
const YESTERDAY = new Date(Date.parse(TODAY) - 86_400_000).toISOString().slice(0, 10);

describe('CD.41 a row of a known reference is the same only where all of it is', () => {
  test.each([
    ['billed amount', { Billed: '9.50' }],
    ['amount', { Amount: '10.50' }],
    ['currency', { Currency: 'GBP' }],
    ['merchant', { Merchant: 'Harbour Inn' }],
    ['currency of billing', { 'Billed in': 'USD' }],
    ['date of posting', { Posted: YESTERDAY }],
    ['date', { Made: YESTERDAY }],
    ['sign', { Amount: '-10.00', Billed: '-9.00' }],
    ['type', { Type: 'Cash' }]
  ])('another %s is refused, in the same file and in the next', async (_, other) => {
    const world = await aFeedWorld(database.current, 1);
    const mapping = await aMapping(world, { ...PLAIN, fields: FIELDS, types: { Cash: 'cash' } });
    const both = await imported(world, mapping, fileOf(row(world), row(world), row(world, other)));
    expect(await rejectsOf(world, both)).toEqual(['3 feed.reference.changed']);
    const next = await imported(world, mapping, fileOf(row(world, other), row(world, { MCC: '7012' })));
    expect(await rejectsOf(world, next)).toEqual(['1 feed.reference.changed']);
    expect(await totalsOf(world, next)).toContain('known EUR 1 +9 -0');
    expect(await bookedIn(world)).toMatchObject([{ reference: 'A1', billed: '9', amount: '10' }]);
  });
});

const idsOf = async ({ id }: { id: string }) =>
  (
    await database.current.query<{ id: string }>('SELECT id FROM feed_rejects WHERE feed_id = $1 ORDER BY row', [id])
  ).map((reject) => reject.id) as [string, string, string];

test('CD.20 CD.41 what is imported, corrected and processed again leaves another issuer with the same ids alone', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { principal, issuer } = world;
  const [card] = world.cards;
  if (!card) throw new Error('no card');
  const line = (reference: string, number = card.number) => `${number},${reference},${TODAY},5.00,EUR,Shop,7011`;
  const [mapping, spare] = [await aMapping(world), await aMapping(world)];
  const { cardNumber: _, ...fields } = PLAIN.fields;
  const byName = await aMapping(world, {
    ...PLAIN,
    account: 'name',
    fields: { ...fields, accountName: ['Card'] }
  });
  const strange = aCardNumber();
  const first = await imported(
    world,
    mapping,
    plainFile([line('A'), line('B', strange), line('C', strange), line('D', strange)])
  );
  const named = await imported(world, byName, plainFile([line('N', 'Harbour desk'), line('O', 'Harbour desk')]));
  const [corrected, dismissed, tried] = await idsOf(first);
  const [again] = await idsOf(named);
  const twin = await aTwinOf(database.current, issuer.id);
  const before = await twin.digest();

  expect((await seenMapping(principal, mapping))?.version).toBe(1);
  expect(await usableMappings(principal)).toHaveLength(3);
  const second = await imported(world, mapping, plainFile([line('A'), line('E')]));
  expect(await totalsOf(world, second)).toEqual(['booked EUR 1 +5 -0', 'known EUR 1 +5 -0']);
  expect((await seenReject(principal, corrected))?.state).toBe('open');
  expect(granted(await correctReject(principal, corrected, { cardNumber: card.number }, ORIGIN))).toEqual({
    booked: true
  });
  expect(refusedFor(await dismissReject(principal, dismissed, ORIGIN))).toBeNull();
  expect(refusedFor(await dismissReject(principal, dismissed, ORIGIN))).not.toBeNull();
  await reprocessRow(principal, tried, ORIGIN);
  expect(await unknownNames(principal, named.id)).toEqual([{ name: 'harbour desk', rows: 2 }]);
  expect(
    refusedFor(await nameAccount(principal, named.id, { name: 'Harbour desk', accountId: card.account.id }, ORIGIN))
  ).toBeNull();
  // It is settled here, whatever is open there.
  expect(refusedFor(await reprocessRow(principal, again, ORIGIN))).toBeNull();
  for (const { id } of [first, named]) await untilEnded(principal, granted(await reprocess(principal, id, ORIGIN)));
  expect((await bookedIn(world)).map(({ reference }) => reference)).toEqual(['A', 'B', 'E', 'N', 'O']);
  expect(await totalsOf(world, first)).toEqual(['booked EUR 2 +10 -0', 'rejected EUR 2 +10 -0']);
  const entry = { name: 'Renamed', layout: layoutSchema.parse(PLAIN), active: true, version: 1 };
  expect(refusedFor(await changeMapping(principal, mapping, { ...entry, version: 2 }, ORIGIN))).toBe('record.changed');
  expect(refusedFor(await changeMapping(principal, mapping, entry, ORIGIN))).toBeNull();
  expect(refusedFor(await deleteMapping(principal, spare, ORIGIN))).toBeNull();
  expect((await usableMappings(principal)).map(({ id }) => id).sort()).toEqual([byName, mapping].sort());
  expect(await twin.digest()).toBe(before);
});

test('CD.22 CD.41 a mapping is deleted with permission, a correction that did not help is reported, and cards are no names', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { principal, issuer } = world;
  const mapping = await aMapping(world);
  const viewer = await aPrincipalAt(database.current, 'I', issuer, { authorities: ['feeds.view'] });
  expect(refusedFor(await deleteMapping(viewer, mapping, ORIGIN))).toBe('user.not.authorized');
  expect(await seenMapping(principal, mapping)).not.toBeNull();
  const feed = await imported(world, mapping, plainFile([`${aCardNumber()},A,${TODAY},5.00,EUR,Shop,7011`]));
  expect(await rejectsOf(world, feed)).toEqual(['1 feed.account.unknown']);
  expect(await unknownNames(principal, feed.id)).toEqual([]);
  const [id] = await idsOf(feed);
  expect(granted(await correctReject(principal, id, { amount: '6.00' }, ORIGIN))).toEqual({ booked: false });
  const [act] = await database.current.query<{ details: object }>(
    "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'feed.reject_corrected'",
    [issuer.id]
  );
  expect(act?.details).toMatchObject({ fields: 'amount', booked: false });
});

test('CD.22 CD.41 a waiting feed is refused, and ends, if its uploader may import no more', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { principal, issuer } = world;
  const [mapping, file] = [await aMapping(world), plainFile([`${aCardNumber()},A,${TODAY},5.00,EUR,Shop,7011`])];
  const [id, next] = [await brought(world, mapping, file), await brought(world, mapping, file)];
  await database.current.query('UPDATE feeds SET job_id = NULL WHERE id = $1', [id]);
  await database.current.query('DELETE FROM jobs WHERE issuer_id = $1', [issuer.id]);
  await database.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [principal.userId]);
  await startWaitingFeeds();
  const feedOf = async (feed: string) =>
    (await database.current.query('SELECT status::text, refusal, finished_at FROM feeds WHERE id = $1', [feed]))[0];
  const over = { status: 'failed', refusal: { code: 'user.not.authorized' }, finished_at: expect.any(Date) };
  expect(await feedOf(id)).toEqual(over);
  expect(await feedOf(next)).toMatchObject({ status: 'queued' });
  // The next one has its turn.
  await startWaitingFeeds();
  expect(await feedOf(next)).toEqual(over);
});
