import fc from 'fast-check';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { changeMapping, seenMapping } from '@/lib/money/feeds/mappings';
import { reprocess } from '@/lib/money/feeds/reprocess';
import { aCardNumber } from '../support/card-numbers';
import {
  aCard,
  aFeedWorld,
  aMapping,
  bookedIn,
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
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { granted } from '../support/results';

const database = useDatabase();

const line = (world: FeedWorld, reference: string, amount = '10.00', card = 0) =>
  `${world.cards[card]?.number},${reference},${TODAY},${amount},EUR,Harbour Hotel,7011`;
const file = (...lines: string[]) => plainFile(lines);

async function again(world: FeedWorld, feedId: string) {
  const job = granted(await reprocess(world.principal, feedId, ORIGIN));
  await untilEnded(world.principal, job);
}

test('CD.41 CD.35 a feed books its rows on the accounts of their cards, open, and tells what they came to', async () => {
  const world = await aFeedWorld(database.current);
  const mapping = await aMapping(world);
  const feed = await imported(world, mapping, file(line(world, 'A1', '12.50'), line(world, 'A2', '-2.50', 1)));
  expect(feed).toMatchObject({ status: 'completed', rowCount: 2, openRejects: 0, refusal: null });
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 2 +12.5 -2.5']);
  expect(await bookedIn(world)).toMatchObject([
    {
      reference: 'A1',
      type: 'purchase',
      amount: '12.5',
      billed: '12.5',
      merchant: 'Harbour Hotel',
      category: '7011',
      state: 'open',
      account: world.cards[0]?.account.id,
      posted: TODAY
    },
    { reference: 'A2', type: 'credit', amount: '-2.5', account: world.cards[1]?.account.id }
  ]);
  const [kept] = await database.current.query('SELECT count(*)::int AS files FROM large_files WHERE issuer_id = $1', [
    world.issuer.id
  ]);
  expect(kept).toEqual({ files: 0 });
});

test('CD.41 the same file twice changes nothing, with references of its own and without', async () => {
  const world = await aFeedWorld(database.current);
  const content = file(line(world, 'B1'), line(world, 'B2', '7.00'));
  const mapping = await aMapping(world);
  await imported(world, mapping, content);
  expect(await totalsOf(world, await imported(world, mapping, content))).toEqual(['known EUR 2 +17 -0']);

  const { sourceReference: _, ...fields } = PLAIN.fields;
  const nameless = await aMapping(world, { ...PLAIN, fields });
  const equal = file(line(world, 'X', '3.00'), line(world, 'X', '3.00'), line(world, 'X', '3.00'));
  expect(await totalsOf(world, await imported(world, nameless, equal))).toEqual(['booked EUR 3 +9 -0']);
  expect(await totalsOf(world, await imported(world, nameless, equal))).toEqual(['known EUR 3 +9 -0']);
  // A longer extract brings what is new in it.
  const longer = file(
    line(world, 'X', '3.00'),
    line(world, 'X', '3.00'),
    line(world, 'X', '3.00'),
    line(world, 'X', '3.00')
  );
  expect(await totalsOf(world, await imported(world, nameless, longer))).toEqual([
    'booked EUR 1 +3 -0',
    'known EUR 3 +9 -0'
  ]);
  expect(await bookedIn(world)).toHaveLength(6);
  // Saved again, with other ends of lines also within a text.
  const text = file(line(world, 'Y', '5.00').replace('Harbour Hotel', '"Harbour\r\nHotel"'));
  expect(await totalsOf(world, await imported(world, nameless, text))).toEqual(['booked EUR 1 +5 -0']);
  for (const ends of ['\n', '\r'])
    expect(await totalsOf(world, await imported(world, nameless, text.replaceAll(/\r?\n/g, ends)))).toEqual([
      'known EUR 1 +5 -0'
    ]);
});

test('CD.41 the same reference with other contents is reported and not booked, within a file and later', async () => {
  const world = await aFeedWorld(database.current);
  const mapping = await aMapping(world);
  const feed = await imported(world, mapping, file(line(world, 'C1'), line(world, 'C1', '11.00'), line(world, 'C1')));
  expect(await rejectsOf(world, feed)).toEqual(['2 feed.reference.changed']);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 1 +10 -0', 'known EUR 1 +10 -0', 'rejected EUR 1 +11 -0']);
  const later = await imported(world, mapping, file(line(world, 'C1', '12.00')));
  expect(await rejectsOf(world, later)).toEqual(['1 feed.reference.changed']);
  expect(await bookedIn(world)).toMatchObject([{ amount: '10' }]);
});

test('CD.41 a source reference stands for one transaction of its issuer, by the database, whatever the day', async () => {
  const world = await aFeedWorld(database.current, 1);
  const insert = (posted: string, reference: string) =>
    database.current.query(
      `INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
         amount, currency, billed_amount, billed_currency, merchant_name)
       VALUES ($1, $2, gen_random_uuid(), $3, $4, $5, 'purchase', $2, 1, 'EUR', 1, 'EUR', 'Shop')`,
      [world.issuer.id, posted, world.company.id, world.cards[0]?.account.id, reference]
    );
  await database.current.query("SELECT create_transaction_partitions('2026-01-01', '2026-02-01')");
  await insert('2026-01-05', 'R');
  await expect(insert('2026-02-05', 'R')).rejects.toThrow(/transaction_references/);
  await expect(
    database.current.query("UPDATE transactions SET source_reference = 'S' WHERE issuer_id = $1", [world.issuer.id])
  ).rejects.toThrow(/can not be changed/);
  await database.current.query('DELETE FROM transactions WHERE issuer_id = $1', [world.issuer.id]);
  await insert('2026-02-05', 'R');
});

test('each fault of a row is reported at its field, and card numbers are not shown', async () => {
  const world = await aFeedWorld(database.current, 1);
  const stranger = aCardNumber();
  const card = world.cards[0]?.number as string;
  const feed = await imported(
    world,
    await aMapping(world),
    file(
      line(world, 'D1'),
      `${stranger},D2,${TODAY},1,EUR,Shop,7011`,
      `${card},D3,2026-02-30,1,EUR,Shop,7011`,
      `${card},D4,${TODAY},one,EUR,Shop,7011`,
      `${card},D5,${TODAY},1,EURO,Shop,7011`,
      `${card},D6,${TODAY},1,USD,Shop,7011`,
      `${card},D7,${TODAY},1,EUR,,7011`,
      `1234567890123,D8,${TODAY},1,EUR,Shop,7011`,
      `${card},,${TODAY},1,EUR,Shop,7011`,
      `${card},D10,1066-10-14,1,EUR,Shop,7011`,
      `${card},D11,${TODAY},1,EUR,Shop,hotel`,
      `${card},D12`
    )
  );
  expect(await rejectsOf(world, feed)).toEqual([
    '2 feed.account.unknown',
    '3 date.invalid postingDate',
    '4 amount.invalid amount',
    '5 currency.invalid currency',
    '6 feed.currency.account',
    '7 required merchantName',
    '8 card.number.invalid cardNumber',
    '9 required sourceReference',
    '10 feed.date.beyond postingDate',
    '11 feed.category.invalid merchantCategoryCode',
    '12 required amount'
  ]);
  const [told] = await database.current.query<{ shown: string; content: Buffer }>(
    'SELECT shown, content FROM feed_rejects WHERE feed_id = $1 AND row = 2',
    [feed.id]
  );
  expect(told?.shown).toContain(`••••${stranger.slice(-4)},D2`);
  expect(told?.shown).not.toContain(stranger);
  expect(told?.content.includes(stranger)).toBe(false);
  expect(await totalsOf(world, feed)).toEqual([
    'rejected – 3 +1 -0',
    'booked EUR 1 +10 -0',
    'rejected EUR 7 +7 -0',
    'rejected USD 1 +1 -0'
  ]);
});

test('C9.009 a card number in the name of a file or in a reference is kept nowhere, and references stay apart', async () => {
  const world = await aFeedWorld(database.current, 0);
  await aCard(database.current, world.company, { name: 'Robin' });
  const [first, second] = [aCardNumber(), aCardNumber()] as [string, string];
  const { cardNumber: _, merchantCategoryCode: __, ...fields } = PLAIN.fields;
  const byName = { ...PLAIN, account: 'name', fields: { ...fields, accountName: ['Card'], customerCode: ['MCC'] } };
  const mapping = await aMapping(world, byName);
  const rows = [`${first}/7`, `${second}/7`, `${first.slice(0, 6)}••••${first.slice(-4)}-7`, 'INV-7'].map(
    (reference) => `Robin,${reference},${TODAY},5,EUR,Shop,${first}`
  );
  const name = `statement_${first.replace(/(.{4})(?=.)/g, '$1_')}.${second}.csv`;
  const feed = await ended(world, await brought(world, mapping, file(...rows), name));
  expect(feed).toMatchObject({
    rowCount: 4,
    openRejects: 0,
    fileName: `statement_••••${first.slice(-4)}.••••${second.slice(-4)}.csv`
  });
  const again = await ended(world, await brought(world, mapping, file(...rows.reverse()), name));
  expect(await totalsOf(world, again)).toEqual(['known EUR 4 +20 -0']);
  const booked = await bookedIn(world);
  expect(booked).toHaveLength(4);
  const references = booked.map(({ reference }) => reference);
  for (const number of [first, second])
    expect(references).toContainEqual(expect.stringMatching(new RegExp(`^••••${number.slice(-4)}/7#[0-9a-f]{20}$`)));
  const kept = await database.current.query(
    `SELECT t::text FROM transactions t WHERE issuer_id = $1 UNION ALL SELECT a::text FROM audit_entries a WHERE issuer_id = $1
     UNION ALL SELECT f::text FROM feeds f WHERE issuer_id = $1`,
    [world.issuer.id]
  );
  for (const number of [first, second]) {
    expect(JSON.stringify(kept)).not.toContain(number);
    expect(JSON.stringify(kept)).not.toContain(number.replace(/(.{4})(?=.)/g, '$1_'));
  }
});

test('C9.009 a card number that a mapping takes for a merchant is kept by no part', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world, { ...PLAIN, fields: { ...PLAIN.fields, merchantId: ['Card'] } });
  await imported(world, mapping, file(line(world, 'M1')));
  expect(await bookedIn(world)).toMatchObject([{ reference: 'M1', merchantId: null }]);
});

test('rejected rows are booked once their account is there or the mapping mended, and only once', async () => {
  const world = await aFeedWorld(database.current, 1);
  const number = aCardNumber();
  const mapping = await aMapping(world);
  const rows = [
    line(world, 'E1'),
    `${number},E2,${TODAY},5,EUR,Shop,7011`,
    `${world.cards[0]?.number},E3,${TODAY},"1,600",EUR,Shop,7011`
  ];
  const feed = await imported(world, mapping, file(...rows, `${number},E4,2026-02-31,7,EUR,Shop,7011`));
  expect(await rejectsOf(world, feed)).toEqual(['2 feed.account.unknown', '4 date.invalid postingDate']);
  await aCard(world.database, world.company, { number });
  await again(world, feed.id);
  expect(await rejectsOf(world, feed)).toEqual(['4 date.invalid postingDate']);
  expect(await totalsOf(world, feed)).toEqual(['booked EUR 3 +1615 -0', 'rejected EUR 1 +7 -0']);
  await again(world, feed.id);
  expect(await bookedIn(world)).toHaveLength(3);
  expect(await totalsOf(world, await imported(world, mapping, file(...rows)))).toEqual(['known EUR 3 +1615 -0']);

  // What the mapping read wrongly, a mended one reads rightly.
  const german = await aMapping(world, {
    ...PLAIN,
    fields: { ...PLAIN.fields, sourceReference: ['Posted'], postingDate: ['Reference'] }
  });
  const swapped = await imported(
    world,
    german,
    file(line(world, 'F1'), `${world.cards[0]?.number},${TODAY},F2,9,EUR,Shop,7011`)
  );
  expect(await rejectsOf(world, swapped)).toEqual(['1 date.invalid postingDate']);
  const saved = await seenMapping(world.principal, german);
  await changeMapping(
    world.principal,
    german,
    { name: 'Mended', layout: layoutSchema.parse(PLAIN), active: true, version: saved?.version as number },
    ORIGIN
  );
  await again(world, swapped.id);
  expect(await rejectsOf(world, swapped)).toEqual([]);
  expect((await bookedIn(world)).map(({ reference }) => reference)).toEqual(['E1', 'E2', 'E3', 'F1', 'F2']);
});

test('a rejected row is booked in whatever month a mended mapping reads', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world, { ...PLAIN, dateFormat: 'MM/DD/YYYY' });
  const rows = ['11/12/2023', '13/12/2023'].map(
    (posted, at) => `${world.cards[0]?.number},M${at},${posted},1,EUR,Shop,7011`
  );
  const feed = await imported(world, mapping, file(...rows));
  expect(await rejectsOf(world, feed)).toEqual(['2 date.invalid postingDate']);
  const layout = layoutSchema.parse({ ...PLAIN, dateFormat: 'DD/MM/YYYY' });
  await changeMapping(world.principal, mapping, { name: 'Day first', layout, active: true, version: 1 }, ORIGIN);
  await again(world, feed.id);
  expect(await rejectsOf(world, feed)).toEqual([]);
  expect((await bookedIn(world)).map(({ posted }) => posted)).toEqual(['2023-11-12', '2023-12-13']);
});

test('one row that the database refuses does not stop the others', async () => {
  const world = await aFeedWorld(database.current, 1);
  await database.current.query("ALTER TABLE transactions ADD CONSTRAINT no_poison CHECK (merchant_name <> 'Poison')");
  try {
    const lines = Array.from({ length: 9 }, (_, at) =>
      line(world, `P${at}`).replace('Harbour Hotel', at === 4 ? 'Poison' : 'Shop')
    );
    const feed = await imported(world, await aMapping(world), file(...lines));
    expect(await rejectsOf(world, feed)).toEqual(['5 feed.row.refused']);
    expect(await totalsOf(world, feed)).toEqual(['booked EUR 8 +80 -0', 'rejected EUR 1 +10 -0']);
  } finally {
    await database.current.query('ALTER TABLE transactions DROP CONSTRAINT no_poison');
  }
});

test('CD.35 a second feed waits for the first, and both are imported', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world);
  const content = file(...Array.from({ length: 50 }, (_, at) => line(world, `Q${at}`)));
  const [first, second] = [await brought(world, mapping, content), await brought(world, mapping, content)];
  const last = await ended(world, second);
  expect(await totalsOf(world, { id: first })).toEqual(['booked EUR 50 +500 -0']);
  expect(await totalsOf(world, last)).toEqual(['known EUR 50 +500 -0']);
});

test('what is written in a file comes back as written, whatever is in it', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[^\p{C}\p{Z}\s]([^\p{C}\p{Z}]| ){0,20}$/u), { minLength: 1, maxLength: 8 }),
      async (names) => {
        run++;
        const lines = names.map(
          (name, at) => `${world.cards[0]?.number},${run}-${at},${TODAY},1,EUR,"${name.replaceAll('"', '""')}",7011`
        );
        const feed = await imported(world, mapping, file(...lines));
        expect(await rejectsOf(world, feed)).toEqual([]);
        const booked = await world.database.query<{ name: string }>(
          'SELECT merchant_name AS name FROM transactions WHERE feed_id = $1 ORDER BY split_part(source_reference, $2, 2)::int',
          [feed.id, '-']
        );
        expect(booked.map(({ name }) => name)).toEqual(
          names.map((name) => name.normalize('NFC').trim().replace(/ +/g, ' '))
        );
      }
    ),
    { numRuns: 15 }
  );
});
