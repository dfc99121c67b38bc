import { cardNumberHash } from '@/lib/directory/structure/card-number';
import { checkFile } from '@/lib/money/feeds/check-file';
import { previewFeed } from '@/lib/money/feeds/preview';
import { xmlRecords } from '@/lib/money/feeds/read-xml';
import { shownRow } from '@/lib/money/feeds/rejects';
import { UnreadableFile } from '@/lib/money/feeds/unreadable';
import { aCardNumber } from '../support/card-numbers';
import { each, faults, layoutOf, READ_ON, read, values } from '../support/feeds/rows';
import { useDatabase } from '../support/module-world';

// The digests of cards take the secret that a database comes with.
useDatabase();

describe('CD.41 a row of a feed', () => {
  const types = { P: 'payment', C: 'credit' };

  test('has signs by whichever amount has one, and none where both are nothing', async () => {
    const of = async (Amount: string, billedAmount?: string) => {
      const { type, amount, billedAmount: billed } = await values({ Amount, ...(billedAmount && { billedAmount }) });
      return [type, Number(amount), Number(billed)];
    };
    expect(await of('0')).toEqual(['purchase', 0, 0]);
    expect(await of('5', '0')).toEqual(['purchase', 5, 0]);
    expect(await of('-5', '0')).toEqual(['credit', -5, 0]);
    expect(await of('0', '-5')).toEqual(['credit', 0, -5]);
    expect(await of('0', '5')).toEqual(['purchase', 0, 5]);
    for (const type of ['P', 'C'])
      expect(await faults({ Amount: '5', creditIndicator: 'DR', type }, { types, creditValues: ['CR'] })).toEqual([
        'type feed.type.charged'
      ]);
    expect(await faults({ Amount: 'much', billedAmount: '5' })).toEqual(['amount amount.invalid']);
    expect(await faults({ Amount: '', billedAmount: 'much' })).toEqual(['billedAmount amount.invalid']);
  });

  test('has the sign of its column, not that of an empty one', async () => {
    const fields = {
      accountName: ['Name'],
      postingDate: ['Posted'],
      amount: ['Amount'],
      merchantName: ['Merchant'],
      billedDebit: ['D'],
      billedCredit: ['K'],
      currency: ['C']
    };
    const split = (D: string, K: string, more: object = {}) =>
      [
        { Amount: '', D, K, C: 'EUR' },
        { fields, ...more }
      ] as const;
    const type = async (...of: Parameters<typeof split>) => (await values(...split(...of))).type;
    expect(await type('', '5', { negative: 'debit' })).toBe('credit');
    expect(await type('5', '', { negative: 'debit' })).toBe('purchase');
    expect(await faults(...split('5.005', '', { currency: 'EUR' }))).toEqual(['billedDebit feed.amount.fine']);
    expect(await faults({ ...split('x', '')[0], Amount: 'y' }, { fields })).toEqual(['billedDebit amount.invalid']);
    // The currency of a spent amount of its own is not the one that is billed.
    expect(await values({ ...split('5', '')[0], Amount: '7' }, { fields, currency: 'SEK' })).toMatchObject({
      currency: 'EUR',
      billedCurrency: 'SEK'
    });
  });

  test('has amounts as fine as they come where nothing says their currency', async () => {
    expect(await values({ Amount: '10.0051' })).toMatchObject({ amount: '10.0051', currency: null });
    expect(await faults({ Amount: '', billedAmount: '9.005', billedCurrency: 'EUR' })).toEqual([
      'billedAmount feed.amount.fine'
    ]);
    expect(await values({ Amount: '', billedAmount: '9', currency: 'USD' }, { currency: 'SEK' })).toMatchObject({
      currency: 'USD',
      billedCurrency: 'USD'
    });
    expect(await faults({ taxAmount: '9' })).toEqual([]);
    expect(await values({ Amount: '-10', taxAmount: '9' })).toMatchObject({ taxAmount: '-9.0000' });
    expect(await values({ taxAmount: '-9' })).toMatchObject({ taxAmount: '9.0000' });
    expect(await faults({ Amount: '0', taxAmount: '1' })).toEqual(['taxAmount feed.tax.exceeds']);
  });

  test('has no text where nothing of it can be shown', async () => {
    expect(await faults({ Name: '\u0007' })).toEqual(['accountName required']);
    expect(await faults({ Name: ',' }, { surnameFirst: true })).toEqual(['accountName required']);
    expect(await faults({ Merchant: '\u0007' })).toEqual(['merchantName required']);
    expect(await values({ merchantCity: '\u0007', merchantId: '--', taxAmount: '1', taxCode: '\u0007' })).toMatchObject(
      {
        merchantCity: null,
        merchantId: null,
        taxCode: 'TAX'
      }
    );
  });

  test('C9.009 has a number that could be a card’s only where its own card tells that it is none', async () => {
    const [own, strange] = [aCardNumber(), aCardNumber()] as [string, string];
    const said = {
      sourceReference: strange,
      customerCode: strange,
      taxAmount: '1',
      taxCode: strange,
      purpose: strange
    };
    const hidden = `••••${strange.slice(-4)}`;
    expect(await values({ cardNumber: own, ...said }, { account: 'card_number' })).toMatchObject({
      reference: strange,
      customerCode: strange,
      taxCode: strange,
      purpose: hidden
    });
    const byName = await values(said);
    expect(byName).toMatchObject({ customerCode: hidden, taxCode: hidden, purpose: hidden });
    expect(byName.reference).toMatch(new RegExp(`^${hidden}#[0-9a-f]{20}$`));
    const codes = { customerCode: own, taxAmount: '1', taxCode: own };
    expect(await values({ cardNumber: own, ...codes }, { account: 'card_number' })).toMatchObject({
      customerCode: `••••${own.slice(-4)}`,
      taxCode: `••••${own.slice(-4)}`
    });
    expect((await values({ sourceReference: '1234567890123456789012' })).reference).toBe('1234567890123456789012');
    // The shortest number of a card.
    const short = '501800000009';
    expect(
      await faults({ cardNumber: short, sourceReference: short, merchantId: short }, { account: 'card_number' })
    ).toEqual(['sourceReference feed.card.number.misplaced']);
    const { merchantId } = await values({ cardNumber: short, merchantId: short }, { account: 'card_number' });
    expect(merchantId).toBeNull();
  });

  test('is told its amount or its date alone where that can not be read', async () => {
    expect(await faults({ Merchant: '', Amount: 'x' })).toEqual(['amount amount.invalid']);
    expect(await faults({ Posted: 'x', merchantCategoryCode: 'x' })).toEqual(['postingDate date.invalid']);
  });

  test('has the parts of several columns, without those that are blank', async () => {
    const fields = {
      accountName: ['Name', 'Second', 'Third'],
      postingDate: ['Posted'],
      amount: ['Amount'],
      merchantName: ['Merchant']
    };
    expect(await values({ Second: ' ', Third: 'Berg' }, { fields })).toMatchObject({ accountName: 'ada hansen berg' });
  });

  test('C9.009 has no card number that goes on behind the end of a text', async () => {
    const number = aCardNumber().split('').join('---');
    const { merchantName } = await values({ Merchant: `${'x'.repeat(120 - number.length)}${number}` });
    expect(merchantName).toBe(`${'x'.repeat(120 - number.length)}••••${number.replaceAll('-', '').slice(-4)}`);
  });

  test('C9.009 of an account by its card has no name, and the digest of its number', async () => {
    const cardNumber = aCardNumber();
    expect(await values({ cardNumber }, { account: 'card_number' })).toMatchObject({
      accountName: null,
      lastFour: null,
      cardHash: Buffer.from(cardNumberHash(cardNumber))
    });
    expect((await read({ cardNumber: aCardNumber() }, { account: 'card_number' })).accountName).toBeNull();
    expect((await read({})).accountName).toBe('ada hansen');
  });
});

test('CD.41 the sum of a trailer has the signs of the rows where their signs say debit', async () => {
  const rows = ['Ada,2026-03-10,-10,Inn,D', 'Ada,2026-02-10,4,Inn,K'];
  const trailer = { at: { source: 'Name', is: ['T'] }, count: 'Posted', net: 'Amount' };
  const check = async (net: string, more: object = {}) => {
    const layout = layoutOf({ trailer, negative: 'debit', ...more });
    const text = ['Name,Posted,Amount,Merchant,Sign', ...rows, `T,2,${net},,`, ''].join('\n');
    try {
      const { mismatch } = await checkFile(layout, each([Buffer.from(text)]), READ_ON);
      return mismatch.map(({ what, read: found }) => `${what} ${found}`);
    } catch (error) {
      if (error instanceof UnreadableFile) return error.refusal.code;
      throw error;
    }
  };
  expect(await check('-6')).toEqual([]);
  expect(await check('6')).toEqual(['net 6.0000']);
  expect(await check('x')).toBe('feed.trailer.unreadable');
  const usual = { accountName: ['Name'], postingDate: ['Posted'], merchantName: ['Merchant'] };
  const signed = { fields: { ...usual, amount: ['Amount'], creditIndicator: ['Sign'] }, creditValues: ['K'] };
  expect(await check('6', signed)).toEqual([]);
  const [first, second] = ['Ada,2026-03-10,10,Inn,', 'Ada,2026-02-10,,Inn,4'];
  rows.splice(0, 2, first, second);
  expect(await check('6', { fields: { ...usual, billedDebit: ['Amount'], billedCredit: ['Sign'] } })).toEqual([]);
});

test('CD.41 the values of an element of XML apply within it alone', async () => {
  const cells = async (text: string) => {
    const all: unknown[][] = [];
    for await (const some of xmlRecords('R', ['^H/@d'], each([text]))) all.push(...some.map((record) => record.cells));
    return all.map(([cell]) => cell);
  };
  expect(await cells('<F><H d="1"><R/></H><R/></F>')).toEqual(['1', undefined]);
  expect(await cells('<H><H d="2"><R/></H><R/></H>')).toEqual(['2', undefined]);
  // Within a record it is a part of that.
  expect(await cells('<H d="1"><R><H d="3">x</H></R><R/></H>')).toEqual(['1', '1']);
});

test('CD.41 a preview has the first twenty rows, and of a beginning all but the last', async () => {
  const text = (rows: number, more = '') =>
    `Name,Posted,Amount,Merchant\n${'Ada,2026-03-10,1,Inn\n'.repeat(rows)}${more}`;
  const shown = async (...of: Parameters<typeof previewFeed>) => {
    const { rows, refusal, checked } = await previewFeed(...of);
    return [rows.length, refusal?.code ?? null, checked?.rows ?? null];
  };
  expect(await shown(layoutOf(), text(25))).toEqual([20, null, 25]);
  expect(await shown(layoutOf(), text(25), true)).toEqual([20, null, null]);
  expect(await shown(layoutOf(), text(5))).toEqual([5, null, 5]);
  expect(await shown(layoutOf(), text(5), true)).toEqual([4, null, null]);
  // A beginning may end within quotes, a file not.
  expect(await shown(layoutOf(), text(5, '"open'))).toEqual([5, 'feed.quote.open', null]);
  expect(await shown(layoutOf(), text(5, '"open'), true)).toEqual([4, null, null]);
  expect(await shown(layoutOf(), 'Name,Posted\nAda,2026-03-10\n', true)).toEqual([0, 'feed.columns.missing', null]);
  // Pasted text is decoded, bytes are in the encoding of the mapping.
  const wide = layoutOf({ encoding: 'utf-16le' });
  expect(await shown(wide, text(2))).toEqual([2, null, 2]);
  expect(await shown(wide, Buffer.from(text(2), 'utf16le'))).toEqual([2, null, 2]);
  expect((await shown(wide, Buffer.from(text(2))))[1]).not.toBeNull();
});

test('CD.41 of a rejected row four hundred signs are shown, on one line', () => {
  expect(shownRow('x'.repeat(500))).toHaveLength(400);
  expect(shownRow(' a \n\t b ')).toBe('a b');
});
