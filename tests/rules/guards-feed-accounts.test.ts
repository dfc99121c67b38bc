import { nameAccount } from '@/lib/money/feeds/reprocess';
import { aCardNumber } from '../support/card-numbers';
import {
  aCard,
  aFeedWorld,
  aMapping,
  type FeedWorld,
  imported,
  PLAIN,
  plainFile,
  rejectsOf,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { granted } from '../support/results';
import { aCompany, anAccount, anOrgPoint } from '../support/structure';

const database = useDatabase();

const layoutBy = (account: 'name' | 'last_four' | 'card_number') => {
  const { cardNumber, merchantCategoryCode, ...fields } = PLAIN.fields;
  if (account === 'card_number') return PLAIN;
  const byName = { ...fields, accountName: cardNumber };
  return {
    ...PLAIN,
    account,
    fields: account === 'name' ? byName : { ...byName, lastFour: merchantCategoryCode }
  };
};
let made = 0;
const line = (name: string, lastFour = '', currency = 'EUR') =>
  `${name},R${++made},${TODAY},5,${currency},Shop,${lastFour}`;

/** The account of each row, or the reason that it has none. */
async function found(world: FeedWorld, mapping: string, lines: readonly string[]): Promise<(string | undefined)[]> {
  const feed = await imported(world, mapping, plainFile(lines));
  const booked = await database.current.query<{ id: string; reference: string }>(
    'SELECT account_id AS id, source_reference AS reference FROM transactions WHERE issuer_id = $1 AND feed_id = $2',
    [world.issuer.id, feed.id]
  );
  const rejects = new Map((await rejectsOf(world, feed)).map((text) => text.split(' ') as [string, string]));
  return lines.map((text, at) => {
    const reference = text.split(',')[1];
    return booked.find((one) => one.reference === reference)?.id ?? rejects.get(String(at + 1));
  });
}
const aName = () => `Desk ${++made}`;

test('CD.41 an account is found by its name, unless two in use have it', async () => {
  const [world, other] = [await aFeedWorld(database.current, 0), await aFeedWorld(database.current, 0)];
  const { company } = world;
  const at = (name: string, status?: 'closed') => anAccount(database.current, company, { name, status });
  const mapping = await aMapping(world, layoutBy('name'));
  const [one, twice, renewed, gone, far] = [aName(), aName(), aName(), aName(), aName()];
  const alone = await at(one);
  await anAccount(database.current, other.company, { name: one });
  await anAccount(database.current, other.company, { name: far });
  // A place of the name of an account is none.
  await anOrgPoint(database.current, company, { name: one });
  for (const _ of [1, 2]) await at(twice);
  await at(renewed, 'closed');
  const used = await at(renewed);
  await at(renewed, 'closed');
  for (const _ of [1, 2]) await at(gone, 'closed');
  const closed = await at(aName(), 'closed');
  expect(
    await found(
      world,
      mapping,
      [one.toUpperCase(), twice, renewed, gone, far, closed.name].map((name) => line(name))
    )
  ).toEqual([
    ...[alone.id, 'feed.account.ambiguous', used.id, 'feed.account.ambiguous', 'feed.account.unknown', closed.id]
  ]);
});

test('CD.20 CD.41 a name that was given an account stands for it in the files of one mapping', async () => {
  const [world, other] = [await aFeedWorld(database.current, 1), await aFeedWorld(database.current, 1)];
  const { principal, company } = world;
  const given = world.cards[0]?.account.id as string;
  const [mapping, next] = [await aMapping(world, layoutBy('name')), await aMapping(world, layoutBy('name'))];
  const [desk, own] = [aName(), aName()];
  const named = await anAccount(database.current, company, { name: own });
  const feed = await imported(world, mapping, plainFile([line(desk)]));
  for (const name of [desk, own]) granted(await nameAccount(principal, feed.id, { name, accountId: given }, ORIGIN));
  // What another issuer gave the name to, under the same mapping’s id, is nothing here.
  await database.current.query(
    `INSERT INTO feed_mappings (issuer_id, id, name, layout, active, saved_by, created_at, updated_at)
     SELECT $2, id, name, layout, active, saved_by, created_at, updated_at FROM feed_mappings WHERE issuer_id = $1`,
    [world.issuer.id, other.issuer.id]
  );
  const third = aName();
  const plain = await anAccount(database.current, company, { name: third });
  await database.current.query(
    'INSERT INTO feed_account_names (issuer_id, mapping_id, name, account_id) VALUES ($1, $2, $3, $4)',
    [other.issuer.id, mapping, third.toLowerCase(), other.cards[0]?.account.id]
  );
  expect(
    await found(
      world,
      mapping,
      [desk, own, third].map((name) => line(name))
    )
  ).toEqual([...[given, given, plain.id]]);
  expect(
    await found(
      world,
      next,
      [desk, own].map((name) => line(name))
    )
  ).toEqual([...['feed.account.unknown', named.id]]);
});

test('CD.20 CD.41 an account is found by its name and the end of its number together', async () => {
  const [world, other] = [await aFeedWorld(database.current, 0), await aFeedWorld(database.current, 0)];
  const at = (name: string, lastFour: string, status?: 'closed') =>
    anAccount(database.current, world.company, { name, lastFour, status });
  const mapping = await aMapping(world, layoutBy('last_four'));
  const [one, next] = [aName(), aName()];
  const [first, second] = [await at(one, '1111'), await at(one, '2222')];
  const third = await at(next, '1111');
  await anAccount(database.current, other.company, { name: one, lastFour: '1111' });
  await anAccount(database.current, other.company, { name: next, lastFour: '3333' });
  await at(next, '4444', 'closed');
  const renewed = await at(next, '4444');
  for (const _ of [1, 2]) await at(next, '5555');
  expect(
    await found(world, mapping, [
      ...[line(one, '1111'), line(one, '2222'), line(next, '1111'), line(next, '2222'), line(next, '3333')],
      ...[line(next, '4444'), line(next, '5555')]
    ])
  ).toEqual([
    ...[first.id, second.id, third.id, 'feed.account.unknown', 'feed.account.unknown'],
    ...[renewed.id, 'feed.account.ambiguous']
  ]);
});

test('CD.20 CD.41 a card leads to an account of its own issuer, in the currency of that', async () => {
  const [world, other] = [await aFeedWorld(database.current, 1), await aFeedWorld(database.current, 0)];
  const number = world.cards[0]?.number as string;
  await aCard(database.current, await aCompany(database.current, other.issuer), { number });
  const strange = await aCard(database.current, other.company);
  const mapping = await aMapping(world, layoutBy('card_number'));
  expect(await found(world, mapping, [line(number), line(strange.number), line(number, '', 'USD')])).toEqual([
    world.cards[0]?.account.id,
    'feed.account.unknown',
    'feed.currency.account'
  ]);
});

test('CD.41 a row that repeats one that is not booked is not booked either', async () => {
  const world = await aFeedWorld(database.current, 1);
  const strange = aCardNumber();
  const row = (reference: string, number: string | undefined, amount = '5') =>
    `${number},${reference},${TODAY},${amount},EUR,Shop,7011`;
  const feed = await imported(
    world,
    await aMapping(world),
    plainFile([
      ...[row('A', strange), row('A', strange), row('A', strange, '-6')],
      ...[row('B', world.cards[0]?.number), row('B', world.cards[0]?.number), row('C', world.cards[0]?.number, '-2')]
    ])
  );
  expect(await rejectsOf(world, feed)).toEqual([
    ...['1 feed.account.unknown', '2 feed.account.unknown', '3 feed.reference.changed']
  ]);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 2 +5 -2', 'known EUR 1 +5 -0', 'rejected EUR 3 +10 -6']);
});
