import fc from 'fast-check';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { previewFeed } from '@/lib/money/feeds/preview';
import { aFeedWorld, aMapping, bookedIn, imported, PLAIN, rejectsOf, totalsOf } from '../support/feeds/world';
import { useDatabase } from '../support/module-world';

const database = useDatabase();

const { amount: _, ...fields } = PLAIN.fields;
const COLUMNS = { ...PLAIN, fields: { ...fields, billedDebit: ['Debit'], billedCredit: ['Credit'] } };
const HEADINGS = 'Card,Reference,Posted,Debit,Credit,Currency,Merchant,MCC';

/** The result of a row with these two columns: its amount, or the fault. */
async function readAs(debit: string, credit: string, layout: object = COLUMNS): Promise<string> {
  const row = `5500000000000004,R,2026-03-01,"${debit}","${credit}",EUR,Shop,7011`;
  const { rows } = await previewFeed(layoutSchema.parse(layout), `${HEADINGS}\n${row}`);
  const [read] = rows;
  return read?.values
    ? `${read.values.type} ${read.values.billedAmount}`
    : (read?.reasons.map(({ code, field }) => `${code} ${field}`).join() ?? 'nothing');
}

test.each([
  ['12.50', '', 'purchase 12.5000'],
  ['', '12.50', 'credit -12.5000'],
  ['12.50', '0.00', 'purchase 12.5000'],
  ['0', '12.50', 'credit -12.5000'],
  ['1.00', '2.00', 'feed.debit.credit.both billedDebit'],
  ['', '', 'feed.debit.credit.none billedDebit'],
  ['0.00', '0.00', 'feed.debit.credit.none billedDebit'],
  ['much', '', 'amount.invalid billedDebit'],
  ['12.50', 'n/a', 'amount.invalid billedCredit'],
  // A sign says what signs say: credits written with one, and a purchase that is taken back.
  ['', '-12.50', 'credit -12.5000'],
  ['-12.50', '', 'credit -12.5000']
])('CD.41 debit "%s", credit "%s": %s', async (debit, credit, expected) => {
  expect(await readAs(debit, credit)).toBe(expected);
});

test('where a negative amount is a purchase, it is one in either column', async () => {
  const layout = { ...COLUMNS, negative: 'debit' };
  expect(await readAs('-12.50', '', layout)).toBe('purchase 12.5000');
  expect(await readAs('', '-12.50', layout)).toBe('purchase 12.5000');
  expect(await readAs('', '12.50', layout)).toBe('credit -12.5000');
});

test('a payment or a credit that is charged is reported, row by row, before anything is booked', async () => {
  const layout = { ...COLUMNS, fields: { ...COLUMNS.fields, type: ['MCC'] }, types: { 7011: 'payment' } };
  expect(await readAs('', '12.50', layout)).toBe('payment -12.5000');
  expect(await readAs('12.50', '', layout)).toBe('feed.type.charged type');
});

test('CD.41 a file with columns of debits and credits books the same as one with signs, and its trailer adds up', async () => {
  const world = await aFeedWorld(database.current, 1);
  const card = world.cards[0]?.number as string;
  const trailed = { at: { source: 'Card', is: ['T'] }, debit: 'Posted', credit: 'Merchant' };
  const signed = await aMapping(world, { ...PLAIN, referencePrefix: 'S-', trailer: trailed });
  const columns = await aMapping(world, { ...COLUMNS, referencePrefix: 'C-', trailer: trailed });
  const decimal = (cents: number) => (cents / 100).toFixed(2);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          cents: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((cents) => cents !== 0),
          other: fc.constantFrom('', '0', '0.00')
        }),
        { minLength: 1, maxLength: 12 }
      ),
      async (rows) => {
        run++;
        const sum = (sign: 1 | -1) => rows.reduce((all, { cents }) => all + Math.max(0, sign * cents), 0);
        const lines = (amounts: (row: (typeof rows)[number]) => string) =>
          rows.map((row, at) => `${card},${run}-${at},2026-03-01,${amounts(row)},EUR,Shop,7011`);
        const one = await imported(
          world,
          signed,
          [
            'Card,Reference,Posted,Amount,Currency,Merchant,MCC',
            ...lines(({ cents }) => decimal(cents)),
            `T,,${decimal(sum(1))},,,${decimal(sum(-1))},`
          ].join('\n')
        );
        const two = await imported(
          world,
          columns,
          [
            HEADINGS,
            ...lines(({ cents, other }) => (cents > 0 ? `${decimal(cents)},${other}` : `${other},${decimal(-cents)}`)),
            `T,,${decimal(sum(1))},,,,${decimal(sum(-1))},`
          ].join('\n')
        );
        expect(two).toMatchObject({ status: 'completed', mismatch: null });
        expect(await totalsOf(world, two)).toEqual(await totalsOf(world, one));
        const booked = await bookedIn(world);
        const of = (prefix: string) =>
          booked
            .filter(({ reference }) => reference?.startsWith(`${prefix}-${run}-`))
            .map((row) => ({ ...row, reference: row.reference?.slice(2) }));
        expect(of('C')).toEqual(of('S'));
        expect(of('C')).toHaveLength(rows.length);
      }
    ),
    { numRuns: 12 }
  );
});

test('a file with such columns whose trailer adds up otherwise is refused', async () => {
  const world = await aFeedWorld(database.current, 1);
  const mapping = await aMapping(world, {
    ...COLUMNS,
    trailer: { at: { source: 'Card', is: ['T'] }, debit: 'Posted', credit: 'Merchant' }
  });
  const row = `${world.cards[0]?.number},A,2026-03-01,,5.00,EUR,Shop,7011`;
  expect(await imported(world, mapping, [HEADINGS, row, 'T,,5.00,,,,0,'].join('\n'))).toMatchObject({
    status: 'failed',
    refusal: { code: 'feed.trailer.differs' }
  });
});

test('the original amount has the sign of the billed one, and a rejected row is reported', async () => {
  const world = await aFeedWorld(database.current, 1);
  const number = world.cards[0]?.number;
  const mapping = await aMapping(world, {
    ...COLUMNS,
    fields: { ...COLUMNS.fields, amount: ['Spent'], currency: ['In'], billedCurrency: ['Currency'] }
  });
  const lines = [
    `${number},A,2026-03-01,10.00,,EUR,Shop,7011,11.00,USD`,
    `${number},B,2026-03-01,,5.00,EUR,Shop,7011,5.50,USD`,
    `${number},C,2026-03-01,,4.00,EUR,Shop,7011,,`,
    `${number},D,2026-03-01,1.00,4.00,EUR,Shop,7011,,`
  ];
  const feed = await imported(world, mapping, [`${HEADINGS},Spent,In`, ...lines].join('\n'));
  expect(await rejectsOf(world, feed)).toEqual(['4 feed.debit.credit.both billedDebit']);
  expect(await bookedIn(world)).toMatchObject([
    { reference: 'A', type: 'purchase', amount: '11', currency: 'USD', billed: '10', billedCurrency: 'EUR' },
    { reference: 'B', type: 'credit', amount: '-5.5', currency: 'USD', billed: '-5' },
    { reference: 'C', type: 'credit', amount: '-4', currency: 'EUR', billed: '-4' }
  ]);
});

test('the columns stand together, and in place of one amount and of a mark: by the schema and by the database', async () => {
  const faults = (layout: object) =>
    layoutSchema.safeParse(layout).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  const { billedCredit, ...alone } = COLUMNS.fields;
  const withoutCredit = { ...COLUMNS, fields: alone };
  const withFields = (more: object) => ({ ...COLUMNS, creditValues: ['C'], fields: { ...COLUMNS.fields, ...more } });
  expect(faults(COLUMNS)).toEqual([]);
  expect(faults(withoutCredit)).toEqual(['fields.billedCredit required']);
  expect(faults(withFields({ billedAmount: ['Billed'] }))).toEqual(['fields.billedAmount feed.debit.credit.said']);
  expect(faults(withFields({ creditIndicator: ['Mark'] }))).toEqual(['fields.creditIndicator feed.debit.credit.said']);
  const world = await aFeedWorld(database.current, 0);
  const id = await aMapping(world, COLUMNS);
  for (const layout of [
    withoutCredit,
    withFields({ billedAmount: ['Billed'] }),
    withFields({ creditIndicator: ['Mark'] })
  ])
    await expect(
      database.current.query('UPDATE feed_mappings SET layout = $2 WHERE id = $1', [id, JSON.stringify(layout)])
    ).rejects.toThrow(/feed_mappings_debit_credit/);
});
