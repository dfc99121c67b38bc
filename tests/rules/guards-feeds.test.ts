import {
  aFeedWorld,
  aMapping,
  bookedIn,
  type FeedWorld,
  imported,
  PLAIN,
  rejectsOf,
  TODAY,
  totalsOf
} from '../support/feeds/world';
import { useDatabase } from '../support/module-world';

const database = useDatabase();

const FIELDS = {
  ...PLAIN.fields,
  billedAmount: ['Billed'],
  billedCurrency: ['Billed in'],
  transactionDate: ['Made']
};
const HEADINGS = 'Card,Reference,Made,Posted,Amount,Currency,Billed,Billed in,Merchant,MCC';

/** A row in a currency of its own, with what is said otherwise. */
const row = (world: FeedWorld, more: Partial<Record<string, string>> = {}) => {
  const usual: Record<string, string> = {
    Card: world.cards[0]?.number as string,
    Reference: 'A1',
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
    ['date of posting', { Posted: YESTERDAY, Made: YESTERDAY }],
    ['date', { Made: YESTERDAY }],
    ['kind', { Amount: '-10.00', Billed: '-9.00' }]
  ])('another %s is refused, in the same file and in the next', async (_, other) => {
    const world = await aFeedWorld(database.current, 1);
    const mapping = await aMapping(world, { ...PLAIN, fields: FIELDS });
    const both = await imported(world, mapping, fileOf(row(world), row(world), row(world, other)));
    expect(await rejectsOf(world, both)).toEqual(['3 feed.reference.changed']);
    const next = await imported(world, mapping, fileOf(row(world, other), row(world, { MCC: '7012' })));
    expect(await rejectsOf(world, next)).toEqual(['1 feed.reference.changed']);
    expect(await totalsOf(world, next)).toContain('known EUR 1 +9 -0');
    expect(await bookedIn(world)).toMatchObject([{ reference: 'A1', billed: '9', amount: '10' }]);
  });
});
