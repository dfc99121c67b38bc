import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { correctReject, seenReject } from '@/lib/money/feeds/correct-reject';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { changeMapping } from '@/lib/money/feeds/mappings';
import { reprocess, reprocessRow } from '@/lib/money/feeds/reprocess';
import { aCardNumber } from '../support/card-numbers';
import {
  aCard,
  aFeedWorld,
  aMapping,
  bookedIn,
  imported,
  PLAIN,
  plainFile,
  rejectsOf,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { granted, refusedFor } from '../support/results';

const database = useDatabase();
afterEach(() => shiftClock(0));

const line = (card: string, reference: string, amount: string, currency = 'EUR') =>
  `${card},${reference},${TODAY},${amount},${currency},Shop,7011`;
interface Kept extends Record<string, unknown> {
  id: string;
  content: Buffer;
}
const keptOf = ({ id }: { id: string }) =>
  database.current.query<Kept>(
    `SELECT id, content, state::text, settled_at AS at, currency, trim_scale(billed)::text AS billed FROM feed_rejects
     WHERE feed_id = $1 ORDER BY row`,
    [id]
  );
const details = (issuerId: string, action: string) =>
  database.current.query<{ details: object }>(
    'SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = $2 ORDER BY sequence',
    [issuerId, action]
  );

test('CD.41 one row is tried again by itself, then all that wait, and each is counted where it belongs', async () => {
  const world = await aFeedWorld(database.current, 0);
  const { principal, company, issuer } = world;
  const [x, y, z] = [aCardNumber(), aCardNumber(), aCardNumber()] as [string, string, string];
  const lines = [
    ...[line(x, 'A', '5'), line(x, 'B', '6'), line(x, 'C', '-3')],
    ...[line(y, 'D', '7', 'USD'), line(z, 'E', '9', 'GBP')]
  ];
  const mapping = await aMapping(world);
  const feed = await imported(world, mapping, plainFile(lines));
  const beside = await imported(world, mapping, plainFile([line(x, 'F', '5'), line(x, 'G', '6')]));
  const before = ['rejected EUR 3 +11 -3', 'rejected GBP 1 +9 -0', 'rejected USD 1 +7 -0'];
  expect(await totalsOf(world, feed)).toEqual(before);
  await aCard(database.current, company, { number: x });
  await aCard(database.current, company, { number: y });
  const second = (await keptOf(feed))[1]?.id as string;
  const once = new Date(Date.now() + 60_000);
  stopClock(once);
  expect(refusedFor(await reprocessRow(principal, second, ORIGIN))).toBeNull();
  const states = async () => (await keptOf(feed)).map(({ state, at }) => [state, at]);
  const open = ['open', null];
  expect(await states()).toEqual([open, ['settled', once], open, open, open]);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 1 +6 -0', 'rejected EUR 2 +5 -3', ...before.slice(1)]);
  shiftClock(0);
  const job = granted(await reprocess(principal, feed.id, ORIGIN));
  expect((await untilEnded(principal, job)).result).toMatchObject({ rows: 4, settled: 2 });
  expect(await rejectsOf(world, feed)).toEqual(['4 feed.currency.account', '5 feed.account.unknown']);
  expect((await keptOf(feed)).slice(3).map(({ currency, billed }) => [currency, billed])).toEqual([
    ['USD', '7'],
    ['GBP', '9']
  ]);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 3 +11 -3', ...before.slice(1)]);
  expect(await totalsOf(world, beside)).toEqual(['rejected EUR 2 +11 -0']);
  expect(await rejectsOf(world, beside)).toEqual(['1 feed.account.unknown', '2 feed.account.unknown']);
  expect((await details(issuer.id, 'feed.reprocessed')).map((one) => one.details)).toEqual([
    { rows: 1, settled: 1 },
    { rows: 4, settled: 2 }
  ]);
});

test('CD.41 a correction is kept with its row alone, and a row is read by what the mapping says by now', async () => {
  const world = await aFeedWorld(database.current, 0);
  const { principal } = world;
  const card = aCardNumber();
  const mapping = await aMapping(world);
  const lines = [line(card, 'A', 'much'), line(card, 'B', 'many'), 'x,C', line(card, 'D', '8')];
  const feed = await imported(world, mapping, plainFile(lines));
  const [first, second] = await keptOf(feed);
  expect(granted(await correctReject(principal, first?.id as string, { amount: '5.00' }, ORIGIN))).toEqual({
    booked: false
  });
  const after = await keptOf(feed);
  expect(after[0]?.content.equals(first?.content as Buffer)).toBe(false);
  expect(after[1]?.content.equals(second?.content as Buffer)).toBe(true);
  expect(await rejectsOf(world, feed)).toEqual([
    ...['1 feed.account.unknown', '2 amount.invalid amount', '3 required amount', '4 feed.account.unknown']
  ]);
  const fields = async (id = first?.id as string) =>
    (await seenReject(principal, id))?.fields.map(({ field, text, corrected }) => [field, text, corrected]);
  expect(await fields()).toContainEqual(['amount', '5.00', true]);
  expect(await fields(second?.id as string)).toContainEqual(['amount', 'many', false]);
  // A heading that the file doesn't have.
  const other = layoutSchema.parse({ ...PLAIN, fields: { ...PLAIN.fields, purpose: ['Purpose'] } });
  granted(await changeMapping(principal, mapping, { name: 'Other', layout: other, active: true, version: 1 }, ORIGIN));
  expect(await fields()).toEqual([]);
  expect(refusedFor(await reprocessRow(principal, first?.id as string, ORIGIN))).toBe('feed.reason.feed.row.malformed');
  expect((await rejectsOf(world, feed))[0]).toBe('1 feed.row.malformed');
  expect(await totalsOf(world, feed)).toEqual(['rejected – 3 +0 -0', 'rejected EUR 1 +8 -0']);
  expect(await bookedIn(world)).toEqual([]);
  // A kind of file that what is kept of the row is none of.
  const xml = layoutSchema.parse({ ...PLAIN, format: 'xml', record: 'Row' });
  granted(await changeMapping(principal, mapping, { name: 'XML', layout: xml, active: true, version: 2 }, ORIGIN));
  expect(await fields()).toEqual([]);
  expect(refusedFor(await reprocessRow(principal, first?.id as string, ORIGIN))).toBe('feed.reason.feed.row.malformed');
});
