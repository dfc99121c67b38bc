import { LISTS } from '@/lib/composition/process/lists';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { correctReject, seenReject } from '@/lib/money/feeds/correct-reject';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { changeMapping, seenMapping } from '@/lib/money/feeds/mappings';
import { reprocess } from '@/lib/money/feeds/reprocess';
import { aCardNumber } from '../support/card-numbers';
import {
  aFeedWorld,
  aMapping,
  bookedIn,
  type FeedWorld,
  imported,
  PLAIN,
  PLAIN_HEADINGS,
  rejectsOf,
  totalsOf
} from '../support/feeds/world';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';

const database = useDatabase();
const file = (...lines: string[]) => [PLAIN_HEADINGS, ...lines, ''].join('\n');

/** Ids of the rejected rows of a feed, in their order. */
const idsOf = async ({ id }: { id: string }) =>
  (
    await database.current.query<{ id: string }>('SELECT id FROM feed_rejects WHERE feed_id = $1 ORDER BY row', [id])
  ).map((reject) => reject.id);

/** A feed of one row that is rejected, with its id. */
async function aReject(world: FeedWorld, line: string, layout: object = PLAIN) {
  const mapping = await aMapping(world, layout);
  const feed = await imported(world, mapping, file(`${world.cards[0]?.number},OK,2026-03-01,1,EUR,Shop,7011`, line));
  const [id = ''] = await idsOf(feed);
  return { mapping, feed, id };
}

const fieldsOf = async (world: FeedWorld, id: string) =>
  Object.fromEntries(((await seenReject(world.principal, id))?.fields ?? []).map(({ field, text }) => [field, text]));

test('CD.41 a rejected row is corrected in place and booked; the audit says which fields, and never what they say', async () => {
  const world = await aFeedWorld(database.current, 1);
  const number = world.cards[0]?.number as string;
  const wrong = aCardNumber();
  const { feed, id } = await aReject(world, `${wrong},A,2026-02-30,much,EUR,Shop,7011`);
  const seen = await seenReject(world.principal, id);
  expect(seen).toMatchObject({
    row: 2,
    state: 'open',
    reasons: [{ code: 'amount.invalid', field: 'amount' }, { code: 'date.invalid' }]
  });
  expect(await fieldsOf(world, id)).toEqual({
    cardNumber: `••••${wrong.slice(-4)}`,
    postingDate: '2026-02-30',
    amount: 'much',
    currency: 'EUR',
    merchantName: 'Shop',
    merchantCategoryCode: '7011'
  });
  const all = await fieldsOf(world, id);
  const fixed = { ...all, cardNumber: number, postingDate: '2026-02-28', amount: '12.50' };
  expect(await correctReject(world.principal, id, fixed, ORIGIN)).toEqual({ ok: true, value: { booked: true } });
  expect(await bookedIn(world)).toMatchObject([
    { reference: 'A', amount: '12.5', posted: '2026-02-28', account: world.cards[0]?.account.id },
    { reference: 'OK' }
  ]);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 2 +13.5 -0']);
  expect(await seenReject(world.principal, id)).toMatchObject({ state: 'settled', fields: [] });
  const [act] = await database.current.query<{ actor: string; details: object }>(
    `SELECT actor_user_id AS actor, details FROM audit_entries WHERE issuer_id = $1 AND action = 'feed.reject_corrected'`,
    [world.issuer.id]
  );
  expect(act).toEqual({
    actor: world.principal.userId,
    details: { row: 2, fields: 'cardNumber, postingDate, amount', booked: true }
  });
  // Neither the row nor what was written in it can be read in the database.
  const [kept] = await database.current.query<{ content: Buffer; shown: string }>(
    'SELECT content, shown FROM feed_rejects WHERE id = $1',
    [id]
  );
  for (const digits of [number, wrong]) {
    expect(kept?.content.includes(digits)).toBe(false);
    expect(kept?.shown).not.toContain(digits);
  }
});

test('what is corrected stays where the row still waits, counts when rows are processed again, and is told', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { mapping, feed, id } = await aReject(world, `${world.cards[0]?.number},A,2026-02-30,much,EUR,Shop,7011`);
  const once = await correctReject(world.principal, id, { ...(await fieldsOf(world, id)), amount: '7.00' }, ORIGIN);
  expect(once).toEqual({ ok: true, value: { booked: false } });
  expect(await rejectsOf(world, feed)).toEqual(['2 date.invalid postingDate']);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 1 +1 -0', 'rejected EUR 1 +7 -0']);
  expect((await seenReject(world.principal, id))?.fields.filter(({ corrected }) => corrected)).toEqual([
    { field: 'amount', text: '7.00', corrected: true }
  ]);
  // A mapping that is mended meanwhile reads what is left.
  const saved = await seenMapping(world.principal, mapping);
  const { postingDate, ...fields } = PLAIN.fields;
  const mended = layoutSchema.parse({
    ...PLAIN,
    dateFormat: 'MMDDYYYY',
    fields: { ...fields, transactionDate: postingDate }
  });
  await changeMapping(
    world.principal,
    mapping,
    { name: 'Mended', layout: mended, active: true, version: saved?.version ?? 0 },
    ORIGIN
  );
  await correctReject(world.principal, id, { transactionDate: '02282026' }, ORIGIN);
  const job = await reprocess(world.principal, feed.id, ORIGIN);
  await untilEnded(world.principal, job.ok ? job.value : '');
  expect(await rejectsOf(world, feed)).toEqual([]);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 2 +8 -0']);
});

test('a field can be emptied, and what the file says comes back when it is written again', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { feed, id } = await aReject(world, `${world.cards[0]?.number},A,2026-03-01,5,EUR,Shop,hotel`);
  expect(await correctReject(world.principal, id, { amount: '' }, ORIGIN)).toMatchObject({ value: { booked: false } });
  expect(await rejectsOf(world, feed)).toEqual(['2 required amount']);
  expect(await correctReject(world.principal, id, { amount: '5', merchantCategoryCode: '' }, ORIGIN)).toMatchObject({
    value: { booked: true }
  });
  expect(await bookedIn(world)).toMatchObject([{ reference: 'A', amount: '5', category: null }, {}]);
});

test('a reference is written anew only where there is none, and a row without one keeps what it is told by', async () => {
  const world = await aFeedWorld(database.current, 1);
  const card = world.cards[0]?.number;
  const { id } = await aReject(world, `${card},,2026-03-01,5,EUR,Shop,7011`);
  expect(await correctReject(world.principal, id, { sourceReference: 'B' }, ORIGIN)).toMatchObject({
    value: { booked: true }
  });
  // One that stands for another transaction is not.
  const changed = await imported(world, await aMapping(world), file(`${card},B,2026-03-01,6,EUR,Shop,7011`));
  const [again = ''] = await idsOf(changed);
  expect(await rejectsOf(world, changed)).toEqual(['1 feed.reference.changed']);
  expect(await fieldsOf(world, again)).not.toHaveProperty('sourceReference');
  expect(await correctReject(world.principal, again, { sourceReference: 'C' }, ORIGIN)).toMatchObject({
    ok: false,
    refusal: { code: 'feed.correction.none' }
  });

  const { sourceReference: _, ...fields } = PLAIN.fields;
  const nameless = await aMapping(world, { ...PLAIN, fields });
  const content = file(`${card},x,2026-03-01,much,EUR,Shop,7011`);
  const waiting = await imported(world, nameless, `${content}${card},y,2026-03-01,2,EUR,Shop,7011\n`);
  await correctReject(world.principal, (await idsOf(waiting))[0] ?? '', { amount: '9' }, ORIGIN);
  const before = await bookedIn(world);
  // The same file again: the row is the same, and now differs from what was booked of it.
  await imported(world, nameless, `${content}${card},y,2026-03-01,2,EUR,Shop,7011\n`);
  expect(await bookedIn(world)).toEqual(before);
});

test('a number is left as it is shown or written whole; a row that is none, or settled, is not corrected', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { id } = await aReject(world, `${aCardNumber()},A,2026-03-01,5,EUR,Shop,7011`);
  const shown = (await fieldsOf(world, id)).cardNumber as string;
  expect(await correctReject(world.principal, id, { cardNumber: shown }, ORIGIN)).toMatchObject({
    refusal: { code: 'feed.correction.none' }
  });
  expect(await correctReject(world.principal, id, { cardNumber: `${shown}1` }, ORIGIN)).toMatchObject({
    refusal: { code: 'feed.correction.masked', field: 'cardNumber' }
  });
  const both = await Promise.all(
    [1, 2].map(() => correctReject(world.principal, id, { cardNumber: world.cards[0]?.number as string }, ORIGIN))
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await bookedIn(world)).toHaveLength(2);
  expect(await correctReject(world.principal, id, { amount: '1' }, ORIGIN)).toMatchObject({
    refusal: { code: 'feed.reject.settled' }
  });
});

test('who may not settle rows sees no fields, and another issuer nothing', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { id } = await aReject(world, `${aCardNumber()},A,2026-03-01,5,EUR,Shop,7011`);
  const other = await aFeedWorld(database.current, 0);
  expect(await seenReject(other.principal, id)).toBeNull();
  expect(await correctReject(other.principal, id, { amount: '1' }, ORIGIN)).toMatchObject({
    refusal: { code: 'not.found' }
  });
  const operator = await aPrincipalAt(database.current, 'Z', null);
  expect(await seenReject(operator, id)).toMatchObject({ state: 'open', fields: [] });
  expect(await correctReject(operator, id, { amount: '1' }, ORIGIN)).toMatchObject({
    refusal: { code: 'user.not.authorized' }
  });
});

test('rows that a bulk action rejects again are named by their file and their place in it', async () => {
  const world = await aFeedWorld(database.current, 1);
  const { feed, id } = await aReject(world, `${aCardNumber()},A,2026-03-01,1,EUR,Shop,7011`);
  const target = { list: 'feed-rejects', parameters: { feed: feed.id }, query: '' };
  const again = { action: 'reprocess', extent: { ids: [id] } };
  expect(await askBulk(LISTS, world.principal, target, again, ORIGIN)).toMatchObject({
    value: { done: 0, refused: 1, groups: [{ count: 1, rows: [{ id, name: expect.stringMatching(/\.csv:2$/) }] }] }
  });
});
