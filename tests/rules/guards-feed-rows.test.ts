import { readQuery } from '@/lib/kit/listing/query';
import { amountText, rateBetween, readAmount } from '@/lib/money/feeds/amounts';
import { checkFile, type Sums } from '@/lib/money/feeds/check-file';
import { dateReader } from '@/lib/money/feeds/dates';
import { decoded } from '@/lib/money/feeds/decode';
import { FEEDS } from '@/lib/money/feeds/feeds';
import { recordLines } from '@/lib/money/feeds/lines';
import { DATE_FORMATS, ENCODINGS, isPlace, layoutSchema } from '@/lib/money/feeds/mapping';
import { FEED_MAPPINGS } from '@/lib/money/feeds/mappings';
import { maskedReference, ownReference } from '@/lib/money/feeds/own-reference';
import { lengthWatch } from '@/lib/money/feeds/read-fixed';
import { xmlRecordAgain, xmlRecords } from '@/lib/money/feeds/read-xml';
import type { FileRecord } from '@/lib/money/feeds/record';
import { feedRejects, REASONS } from '@/lib/money/feeds/rejects';
import { RepeatedRows } from '@/lib/money/feeds/repeated-rows';
import { UnreadableFile } from '@/lib/money/feeds/unreadable';
import { aCardNumber } from '../support/card-numbers';
import { each, faults, layoutOf, READ_ON, read, values } from '../support/feeds/rows';
import { useDatabase } from '../support/module-world';

// The digests of cards and rows take the secret that a database comes with.
useDatabase();

describe('CD.41 a row of a feed', () => {
  test('has texts of their lengths, on one line, and none of zeros', async () => {
    const long = 'x'.repeat(300);
    const said = await values({
      Merchant: long,
      merchantCity: long,
      merchantRegion: long,
      customerCode: long,
      purpose: long,
      taxAmount: '1',
      taxCode: long
    });
    const { merchantName, merchantCity, merchantRegion, customerCode, purpose, taxCode } = said;
    expect(
      [merchantName, merchantCity, merchantRegion, customerCode, purpose, taxCode].map((text) => text?.length)
    ).toEqual([80, 60, 60, 25, 255, 30]);
    expect(await values({ Merchant: 'Caf\u00e9\u00a0 \u0007Nord' })).toMatchObject({ merchantName: 'Café Nord' });
    expect(await values({ Merchant: 'Cafe\u0301' })).toMatchObject({ merchantName: 'Café' });
    expect(await values({ customerCode: '000', taxCode: 'V20' })).toMatchObject({ customerCode: null, taxCode: null });
    expect(await values({ customerCode: '0001' })).toMatchObject({ customerCode: '0001' });
    expect(await values({ taxAmount: '1' })).toMatchObject({ taxCode: 'TAX' });
    expect(await values({ merchantId: 'AB-12 34/567890123456' })).toMatchObject({ merchantId: 'AB1234567890123' });
  });

  test('has one date or two, none before 2000 nor more than a month ahead', async () => {
    const dates = async (cells: Record<string, string>) => {
      const { values: said, reasons } = await read(cells);
      return said ? [said.postingDate, said.transactionDate] : reasons.map(({ code, field }) => `${field} ${code}`);
    };
    expect(await dates({})).toEqual(['2026-03-10', '2026-03-10']);
    expect(await dates({ Posted: '', transactionDate: '2026-03-09' })).toEqual(['2026-03-09', '2026-03-09']);
    expect(await dates({ transactionDate: '2026-03-09' })).toEqual(['2026-03-10', '2026-03-09']);
    expect(await dates({ Posted: '2000-01-01' })).toEqual(['2000-01-01', '2000-01-01']);
    expect(await dates({ Posted: '1999-12-31' })).toEqual(['postingDate feed.date.beyond']);
    expect(await dates({ Posted: '2026-04-15' })).toEqual(['2026-04-15', '2026-04-15']);
    expect(await dates({ Posted: '2026-04-16' })).toEqual(['postingDate feed.date.beyond']);
    expect(await dates({ Posted: '10.03.2026' })).toEqual(['postingDate date.invalid']);
    expect(await dates({ Posted: '', transactionDate: '' })).toEqual([
      ...['postingDate required', 'transactionDate required']
    ]);
    expect(await dates({ transactionDate: 'x' })).toEqual(['transactionDate date.invalid']);
  });

  test('has a merchant unless it is a fee, a payment or an out-of-pocket cost', async () => {
    const types = { f: 'fee', p: 'payment', o: 'out_of_pocket', c: 'cash', k: 'credit', u: 'purchase' };
    const of = (type: string) => faults({ Merchant: '', type }, { types });
    for (const type of ['f', 'p', 'o']) expect(await of(type)).toEqual([]);
    for (const type of ['c', 'k', 'u', 'toString']) expect(await of(type)).toEqual(['merchantName required']);
  });

  test('has codes of currencies, countries and categories that are there', async () => {
    expect(await values({ currency: 'EUR', merchantCountry: 'DE', merchantCategoryCode: '742' })).toMatchObject({
      currency: 'EUR',
      billedCurrency: 'EUR',
      merchantCountry: 'DE',
      merchantCategoryCode: '0742'
    });
    expect(await values({ currency: '978', merchantCountry: 'DEU' })).toMatchObject({
      currency: 'EUR',
      merchantCountry: 'DE'
    });
    expect(await faults({ currency: 'XQX' })).toEqual(['currency currency.invalid']);
    expect(await faults({ merchantCountry: 'XX' })).toEqual(['merchantCountry feed.country.unknown']);
    for (const code of ['42', '12345', '7O11'])
      expect(await faults({ merchantCategoryCode: code })).toEqual(['merchantCategoryCode feed.category.invalid']);
  });

  test('is billed in the currency that the file says, else the mapping; of two amounts each in its own', async () => {
    const currencies = async (...of: Parameters<typeof read>) => {
      const { currency, billedCurrency } = await values(...of);
      return [currency, billedCurrency];
    };
    expect(await currencies({})).toEqual([null, null]);
    expect(await currencies({}, { currency: 'SEK' })).toEqual(['SEK', 'SEK']);
    expect(await currencies({ currency: 'USD' }, { currency: 'SEK' })).toEqual(['USD', 'USD']);
    expect(await currencies({ currency: 'USD', billedAmount: '9' }, { currency: 'SEK' })).toEqual(['USD', 'SEK']);
    expect(await currencies({ currency: 'USD', billedAmount: '9', billedCurrency: 'EUR' })).toEqual(['USD', 'EUR']);
  });

  test('has amounts no finer than their currency, its tax no more than they are', async () => {
    expect(await faults({ Amount: '10.5', currency: 'JPY' })).toEqual(['amount feed.amount.fine']);
    expect(await faults({ Amount: '10', currency: 'JPY' })).toEqual([]);
    expect(await faults({ billedAmount: '9.005', currency: 'USD', billedCurrency: 'EUR' })).toEqual([
      'billedAmount feed.amount.fine'
    ]);
    expect(await faults({ taxAmount: '1.005', currency: 'EUR' })).toEqual(['taxAmount feed.amount.fine']);
    expect(await faults({ taxAmount: '10' })).toEqual([]);
    expect(await faults({ taxAmount: '10.01' })).toEqual(['taxAmount feed.tax.exceeds']);
    expect(await faults({ taxAmount: 'x' })).toEqual(['taxAmount amount.invalid']);
    expect(await values({ taxAmount: '0' })).toMatchObject({ taxAmount: null });
    expect(await values({ Amount: '-10', taxAmount: '2' })).toMatchObject({ taxAmount: '-2.0000' });
  });

  test('has signs that agree, a credit where money flows back, and none where its kind says another', async () => {
    const types = { P: 'payment', C: 'credit', F: 'fee' };
    const of = async (cells: Record<string, string>, more: object = {}) => {
      const { type, amount, billedAmount } = await values(cells, { types, ...more });
      return [type, Number(amount), Number(billedAmount)];
    };
    expect(await of({ Amount: '-5' })).toEqual(['credit', -5, -5]);
    expect(await of({ Amount: '-5' }, { negative: 'debit' })).toEqual(['purchase', 5, 5]);
    expect(await of({ Amount: '5' }, { negative: 'debit' })).toEqual(['credit', -5, -5]);
    expect(await of({ Amount: '5', type: 'P' })).toEqual(['payment', -5, -5]);
    expect(await of({ Amount: '5', type: 'C' })).toEqual(['credit', -5, -5]);
    expect(await of({ Amount: '5', type: 'F' })).toEqual(['fee', 5, 5]);
    expect(await of({ Amount: '0', type: 'C' })).toEqual(['credit', 0, 0]);
    const indicated = { creditValues: ['CR'] };
    expect(await of({ Amount: '-5', creditIndicator: 'DR' }, indicated)).toEqual(['purchase', 5, 5]);
    expect(await of({ Amount: '5', creditIndicator: 'CR' }, indicated)).toEqual(['credit', -5, -5]);
    expect(await faults({ Amount: '5', creditIndicator: 'DR', type: 'C' }, { types, ...indicated })).toEqual([
      'type feed.type.charged'
    ]);
    expect(await faults({ Amount: '5', billedAmount: '-5' })).toEqual(['billedAmount feed.signs.differ']);
    expect(await faults({ Amount: '5', billedAmount: '0' })).toEqual([]);
    expect(await of({ Amount: '', billedAmount: '7' })).toEqual(['purchase', 7, 7]);
    expect(await faults({ Amount: '' })).toEqual(['amount required']);
    expect(await faults({ Amount: 'much' })).toEqual(['amount amount.invalid']);
    expect(await faults({ billedAmount: 'much' })).toEqual(['billedAmount amount.invalid']);
  });

  test('has a debit or a credit where the file has a column for each, whatever their signs', async () => {
    const fields = {
      accountName: ['Name'],
      postingDate: ['Posted'],
      amount: ['Amount'],
      merchantName: ['Merchant'],
      billedDebit: ['D'],
      billedCredit: ['K']
    };
    const of = async (D: string, K: string, more: object = {}, Amount = '') => {
      const { values: said, reasons } = await read({ Amount, D, K }, { fields, ...more });
      return said ? [said.type, Number(said.amount), Number(said.billedAmount)] : reasons.map(({ code }) => code);
    };
    expect(await of('5', '')).toEqual(['purchase', 5, 5]);
    expect(await of('', '5')).toEqual(['credit', -5, -5]);
    expect(await of('-5', '0')).toEqual(['credit', -5, -5]);
    expect(await of('-5', '', { negative: 'debit' })).toEqual(['purchase', 5, 5]);
    expect(await of('', '-5', { negative: 'debit' })).toEqual(['purchase', 5, 5]);
    expect(await of('5', '6')).toEqual(['feed.debit.credit.both']);
    expect(await of('', '')).toEqual(['feed.debit.credit.none']);
    expect(await of('x', '5')).toEqual(['amount.invalid']);
    expect(await of('5', 'x')).toEqual(['amount.invalid']);
    expect(await of('', '5', {}, '7')).toEqual(['credit', -7, -5]);
    expect(await of('5', '', {}, '-7')).toEqual(['purchase', 7, 5]);
    expect(await of('5', '', {}, 'x')).toEqual(['amount.invalid']);
  });

  test('has decimals as the row says, else the mapping', async () => {
    const implied = { impliedDecimals: 2 };
    expect(await values({ Amount: '1000' }, implied)).toMatchObject({ amount: '10.0000' });
    expect(await values({ Amount: '1000', amountDecimals: '3' }, implied)).toMatchObject({ amount: '1.0000' });
    expect(await values({ Amount: '1000', amountDecimals: '5' }, implied)).toMatchObject({ amount: '10.0000' });
    expect(await values({ billedAmount: '1000', billedDecimals: '0' }, implied)).toMatchObject({
      amount: '10.0000',
      billedAmount: '1000.0000'
    });
  });

  test('has the rate that the file says where it is one, else that of its amounts', async () => {
    const rate = async (conversionRate: string) =>
      (await values({ Amount: '20', billedAmount: '10', conversionRate })).conversionRate;
    expect(await rate('0.6')).toBe('0.6');
    for (const none of ['', '0', 'x', '-1', '12345678901']) expect(await rate(none)).toBe('0.500000000');
    expect([rateBetween(0n, 5n), rateBetween(5n, 0n), rateBetween(-20n, 10n), rateBetween(10n, -20n)]).toEqual([
      ...[null, null, '0.500000000', '2.000000000']
    ]);
    expect([rateBetween(10n ** 15n, 1n), rateBetween(1n, 10n ** 11n)]).toEqual([null, null]);
  });

  test('is of an account by its name, first name first, or by that and four digits', async () => {
    const name = async (...of: Parameters<typeof read>) => (await read(...of)).accountName;
    expect(await name({ Name: '  Ada   HANSEN ' })).toBe('ada hansen');
    expect(await name({ Name: 'Hansen, Ada B' }, { surnameFirst: true })).toBe('ada b hansen');
    expect(await name({ Name: 'Hansen Ada B' }, { surnameFirst: true })).toBe('ada b hansen');
    expect(await faults({ Name: '' })).toEqual(['accountName required']);
    expect(await faults({ Name: aCardNumber() })).toEqual(['accountName feed.card.number.misplaced']);
    const four = { account: 'last_four' };
    expect(await values({ lastFour: 'xxxx-1234 ' }, four)).toMatchObject({
      lastFour: '1234',
      accountName: 'ada hansen'
    });
    expect(await values({ lastFour: '1234' })).toMatchObject({ lastFour: null });
    for (const digits of ['123', ''])
      expect(await faults({ lastFour: digits }, four)).toContain('lastFour feed.last.four.invalid');
  });

  test('is of a card by its whole number', async () => {
    const number = aCardNumber();
    const card = (cardNumber: string) => faults({ cardNumber }, { account: 'card_number' });
    expect(await card(number)).toEqual([]);
    expect(await card(`000${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`)).toEqual([]);
    expect(await card('')).toEqual(['cardNumber required']);
    const wrongCheckDigit = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
    expect(await card(wrongCheckDigit)).toEqual(['cardNumber card.number.invalid']);
    const own = { account: 'card_number' };
    expect(await faults({ cardNumber: number, sourceReference: `R${number}` }, own)).toEqual([
      'sourceReference feed.card.number.misplaced'
    ]);
    expect(await values({ cardNumber: number, merchantId: number }, own)).toMatchObject({ merchantId: null });
  });

  test('has a reference of sixty characters at most, after what its source is known by', async () => {
    const reference = async (sourceReference: string, more: object = {}) => {
      const { values: said, reasons } = await read({ sourceReference }, more);
      return said?.reference ?? reasons.map(({ code }) => code).join();
    };
    expect(await reference('R1', { referencePrefix: 'cf4-' })).toBe('cf4-R1');
    expect(await reference('x'.repeat(60))).toBe('x'.repeat(60));
    expect(await reference('x'.repeat(61))).toBe('feed.reference.long');
    expect(await reference('')).toBe('required');
    for (const rounded of ['1.23E+15', '1,2e+9', '4E+20'])
      expect(await reference(rounded)).toBe('feed.reference.rounded');
    expect(await reference('1E-5')).toBe('1E-5');
    expect((await values({})).reference).toBeNull();
    const card = aCardNumber();
    const masked = maskedReference(`ref ${card} of a very long kind that is more than sixty characters`);
    expect(masked).not.toContain(card);
    expect(masked).toMatch(/#[0-9a-f]{20}$/);
    expect(masked).toHaveLength(60);
    expect(maskedReference('R1')).toBe('R1');
    expect(ownReference('a', 2)).toBe(`${ownReference('a', 1)}.2`);
    expect(ownReference('a\r\nb ', 1)).toBe(ownReference('a\nb', 1));
  });
});

test('CD.41 amounts are read to fifteen digits before the mark, with the decimals that are implied', () => {
  const of = (text: string, mark: '.' | ',' = '.', implied: number | null = null) => {
    const amount = readAmount(text, mark, implied);
    return amount === null ? null : amountText(amount);
  };
  expect([of('12'), of('12.5'), of('-12.5'), of('12,5', ','), of('.5'), of('5.')]).toEqual([
    ...['12.0000', '12.5000', '-12.5000', '12.5000', '0.5000', '5.0000']
  ]);
  expect([of('1,234.5'), of("1'234.5"), of('1.234,5', ','), of('12,50'), of('1,23,456')]).toEqual([
    ...['1234.5000', '1234.5000', '1234.5000', null, '123456.0000']
  ]);
  expect([of('(5)'), of('5-'), of('5 CR'), of('5 DR'), of('+5'), of('$ 5'), of('(-5)'), of('--5'), of('5 XX')]).toEqual(
    [...['-5.0000', '-5.0000', '-5.0000', '5.0000', '5.0000', '5.0000', '-5.0000', null, null]]
  );
  expect([of('1250', '.', 2), of('12.50', '.', 2), of('5', '.', 4), of('5', '.', 0)]).toEqual([
    ...['12.5000', '12.5000', '0.0005', '5.0000']
  ]);
  expect([of('9'.repeat(15)), of('9'.repeat(16)), of('0.12345'), of('0.12340')]).toEqual([
    ...[`${'9'.repeat(15)}.0000`, null, null, '0.1234']
  ]);
  expect([of(''), of('-'), of('.'), of(`${' '.repeat(30)}5 -`), of(`+${'0'.repeat(60)}`)]).toEqual([
    ...[null, null, null, '-5.0000', null]
  ]);
});

test('dates are of their format, of this century, with a time behind them or none', () => {
  const examples: Record<(typeof DATE_FORMATS)[number], string> = {
    'YYYY-MM-DD': '2026-02-03',
    YYYYMMDD: '20260203',
    'DD/MM/YYYY': '3/2/2026',
    'MM/DD/YYYY': '02/03/2026',
    'DD/MM/YY': '03/02/26',
    'MM/DD/YY': '2/3/26',
    'DD.MM.YYYY': '3.2.2026',
    DDMMYYYY: '03022026',
    MMDDYYYY: '02032026',
    'DD-MMM-YYYY': '03-Feb-2026',
    'DD-MMM-YY': '3/FEB/26'
  };
  expect(Object.keys(examples)).toEqual([...DATE_FORMATS]);
  for (const format of DATE_FORMATS) {
    const of = dateReader(format);
    expect([format, of(examples[format]), of(`${examples[format]} 10:00`), of(`${examples[format]}x`)]).toEqual([
      ...[format, '2026-02-03', '2026-02-03', null]
    ]);
  }
  const words = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const inWords = dateReader('DD-MMM-YYYY');
  expect(words.map((word) => inWords(`03-${word}-2026`)?.slice(5, 7)).map(Number)).toEqual(
    words.map((_, at) => at + 1)
  );
  expect(dateReader('YYYY-MM-DD')('2026-02-29')).toBeNull();
  expect(dateReader('DD-MMM-YYYY')('03-XXX-2026')).toBeNull();
});

describe('a file is', () => {
  const textOf = async (bytes: readonly Buffer[], encoding = 'utf-8', format = 'delimited') => {
    let text = '';
    for await (const part of decoded({ encoding, format } as Parameters<typeof decoded>[0], each(bytes))) text += part;
    return text;
  };
  const code = async (work: Promise<unknown>) => {
    try {
      await work;
      return null;
    } catch (error) {
      if (error instanceof UnreadableFile) return error.refusal.code;
      throw error;
    }
  };

  test('read in its encoding, and in that which its beginning says', async () => {
    expect(ENCODINGS).toEqual(['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le']);
    expect(await textOf([Buffer.from([0xa4, 0xe9])], 'iso-8859-15')).toBe('€é');
    expect(await textOf([Buffer.from([0x80, 0xe9])], 'windows-1252')).toBe('€é');
    expect(await textOf([Buffer.from('é', 'utf16le')], 'utf-16le')).toBe('é');
    // Though its beginning comes byte by byte.
    const marked = [0xef, 0xbb, 0xbf, 0xc3, 0xa9].map((byte) => Buffer.from([byte]));
    expect(await textOf(marked, 'windows-1252')).toBe('é');
    expect(await textOf([Buffer.from([0xfe, 0xff, 0, 0xe9])])).toBe('é');
    expect(await textOf([Buffer.from([0xff, 0xfe, 0xe9, 0])])).toBe('é');
    expect(await textOf([Buffer.from('a')])).toBe('a');
    expect(await code(textOf([Buffer.from([0xe9])]))).toBe('feed.encoding.wrong');
    expect(await code(textOf([Buffer.from('é')], 'windows-1252'))).toBe('feed.encoding.wrong');
    expect(await code(textOf([Buffer.from('é')], 'windows-1252', 'fixed'))).toBeNull();
    expect(await code(textOf([Buffer.from('e')], 'windows-1252'))).toBeNull();
    expect(await code(textOf([Buffer.from([0x61, 0])]))).toBe('feed.not.text');
    expect(await code(textOf([Buffer.from('a\0', 'utf16le')], 'utf-16le'))).toBe('feed.not.text');
  });

  test('cut into lines at their ends alone, whatever ends them and however it comes', async () => {
    const lines = async (parts: readonly string[], quote = '"', format = 'delimited') => {
      const all: string[] = [];
      const of = { format, delimiter: ',', quote } as Parameters<typeof recordLines>[0];
      for await (const some of recordLines(of, each(parts))) all.push(...some);
      return all;
    };
    expect(await lines(['a\r\nb\n', 'c'])).toEqual(['a', 'b', 'c']);
    expect(await lines(['a\rb\rc'])).toEqual(['a', 'b', 'c']);
    expect(await lines(['\n , ,\n,,\na,\n'])).toEqual([' , ,', 'a,']);
    expect(await lines(['"a\nb",c\nd'])).toEqual(['"a\nb",c', 'd']);
    expect(await lines(['"a""\nb"\nd'])).toEqual(['"a""\nb"', 'd']);
    expect(await lines(['a"\nb'])).toEqual(['a"', 'b']);
    expect(await lines(['"a\nb'], '"', 'fixed')).toEqual(['"a', 'b']);
    expect(await code(lines(['"a\nb']))).toBe('feed.quote.open');
    const [longest, endless] = ['x'.repeat(64 * 1024), 'x'.repeat(64 * 1024 + 1)];
    expect(await lines([`${longest}\na`])).toHaveLength(2);
    expect(await code(lines([`${endless}\na`]))).toBe('feed.record.endless');
    expect(await code(lines([endless]))).toBe('feed.record.endless');
  });

  test('read from XML record by record, with what stands around them and in the document', async () => {
    const SOURCES = ['A/B', 'A/@b', '^H/D', '^H/@d', '/S/N', '@t'];
    const records = async (parts: string | readonly string[], sources: readonly string[] = SOURCES) => {
      const all: FileRecord[] = [];
      for await (const some of xmlRecords('R', sources, each([parts].flat()))) all.push(...some);
      return all;
    };
    const cells = async (...of: Parameters<typeof records>) => (await records(...of)).map((record) => record.cells);
    const [none, inner] = [undefined, '<A b="2"><B>one</B><B>two</B></A><S><N>8</N></S>'];
    const whole = `<x:F><x:H d="1"><D>day</D><x:R t="a">${inner}</x:R></x:H><R/><S><N> 9 </N></S></x:F>`;
    const all = await records(whole);
    expect(all.map(({ number, cells: of, summary }) => [number, summary, ...of])).toEqual([
      [1, none, 'one', '2', 'day', '1', none, 'a'],
      [2, none, none, none, none, none, none, none],
      [3, true, none, none, none, none, '9', none]
    ]);
    for (const { raw, number, cells: of } of all.slice(0, 2))
      expect(xmlRecordAgain(raw, SOURCES, number)).toEqual({ number, raw, cells: of });
    expect(await cells('<F><R><A><B><![CDATA[a<b]]></B></A></R></F>', ['A/B'])).toEqual([['a<b']]);
    expect(await cells('<F><D>1</D><SN>1</SN><R/></F>', ['^G/F/D', '^F/D', '/N'])).toEqual([
      [none, '1', none],
      [none, none, none]
    ]);
    expect(await cells('<F><R/></F>', ['/F/@a', '/F/D'])).toHaveLength(2);
    expect(await cells('<F a="1"><D>2</D><R/></F>', ['/F/@a', '/F/D'])).toEqual([
      [none, none],
      ['1', '2']
    ]);
    // An element within another of its name speaks for itself alone.
    expect(await cells('<H d="1"><H><R/></H></H>', ['^H/@d'])).toEqual([[none]]);
    const deep = (depth: number) => records(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`);
    expect([await code(deep(64)), await code(deep(65))]).toEqual([null, 'feed.xml.malformed']);
    expect(await code(records('<!DOCTYPE F><F/>'))).toBe('feed.xml.doctype');
    expect(await code(records('<F><R></F>'))).toBe('feed.xml.malformed');
  });

  test('refused where a part of its XML has no end', async () => {
    const fault = (...parts: string[]) =>
      code(
        (async () => {
          for await (const some of xmlRecords('R', ['A', '/D'], each(parts))) expect(some).toBeDefined();
        })()
      );
    const [most, x] = [64 * 1024, (count: number) => 'x'.repeat(count)];
    expect(await fault(`<F><D>${x(most)}</D></F>`)).toBeNull();
    expect(await fault(`<F><D>${x(most + 1)}</D></F>`)).toBe('feed.record.endless');
    const record = (...texts: number[]) => `<R>${texts.map((count) => `<A>${x(count)}</A>`).join('')}</R>`;
    expect(await fault(`<F>${record(most - 1)}${record(most - 1)}</F>`)).toBeNull();
    expect(await fault(`<F>${record(most)}</F>`)).toBe('feed.record.endless');
    expect(await fault(`<F>${record(most - 3, 1)}${record(most - 3, 1)}</F>`)).toBeNull();
    expect(await fault(`<F>${record(most - 3, 2)}</F>`)).toBe('feed.record.endless');
    const comment = x(2 ** 20);
    expect(await fault('<F><!--', comment, '--></F>')).toBeNull();
    expect(await fault('<F><!--', comment, 'x', '--></F>')).toBe('feed.record.endless');
    expect(await fault('<F>', `<R/><!--${comment}-->`, `<R/><!--${comment}-->`, '</F>')).toBeNull();
  });

  test('refused where its places are counted in bytes', () => {
    const watched = (...lines: string[]) => {
      const watch = lengthWatch();
      try {
        watch(lines, 1);
        return null;
      } catch (error) {
        return (error as UnreadableFile).refusal;
      }
    };
    expect(watched('abcd', 'é12')).toEqual({ code: 'feed.places.bytes', params: { record: 2 } });
    expect(watched('abcd', 'é123')).toBeNull();
    expect(watched('abcd', 'abc', 'é12')).toBeNull();
  });
});

describe('the trailer of a file', () => {
  const TRAILER = { at: { source: 'Name', is: ['T'] }, count: 'Posted', debit: 'Amount', credit: 'Merchant' };
  const check = async (lines: readonly string[], trailer: object | null = {}, more: object = {}) => {
    const layout = layoutOf({ trailer: trailer && { ...TRAILER, ...trailer }, ...more });
    const text = ['Name,Posted,Amount,Merchant', ...lines, ''].join('\n');
    try {
      const { rows, mismatch, trailer: said, months } = await checkFile(layout, each([Buffer.from(text)]), READ_ON);
      return { rows, mismatch: mismatch.map(({ what, read: found }) => `${what} ${found}`), said, months };
    } catch (error) {
      if (error instanceof UnreadableFile) return error.refusal.code;
      throw error;
    }
  };
  const ROWS = ['Ada,2026-03-10,10,Inn', 'Ada,2026-02-10,-4,Inn'];
  const differs = async (...of: Parameters<typeof check>) => {
    const checked = await check(...of);
    return typeof checked === 'string' ? checked : checked.mismatch;
  };

  test('CD.41 agrees with the rows in number and sums, to the last digit', async () => {
    expect(await check([...ROWS, 'T,2,10,4'])).toMatchObject({
      rows: 2,
      mismatch: [],
      months: ['2026-02-01', '2026-03-01'],
      said: { count: 2, debit: '10.0000', credit: '4.0000' } satisfies Partial<Sums>
    });
    expect(await differs([...ROWS, 'T,3,10.0001,-4'])).toEqual(['count 2', 'debit 10.0000']);
    expect(await differs([...ROWS, 'T,3,10,4'], { counts: 'records' })).toEqual([]);
    const net = { debit: null, credit: null, net: 'Amount' };
    expect(await differs([...ROWS, 'T,2,6,'], net)).toEqual([]);
    expect(await differs([...ROWS, 'T,2,14,'], { ...net, absolute: true })).toEqual([]);
    expect(await differs([...ROWS, 'T,2,14,'], net)).toEqual(['net 6.0000']);
    // Where a negative amount is a debit, so is a negative sum.
    const turned = { negative: 'debit' };
    expect(await differs([...ROWS, 'T,2,6,'], net, turned)).toEqual([]);
    expect(await differs([...ROWS, 'T,2,14,'], { ...net, absolute: true }, turned)).toEqual([]);
  });

  test('CD.41 is there once and says what it must, where the mapping asks for it', async () => {
    expect(await check(ROWS)).toBe('feed.trailer.missing');
    expect(await differs(ROWS, { required: false })).toEqual([]);
    expect(await differs(ROWS, null)).toEqual([]);
    const twice = [...ROWS, 'T,1,5,2', 'T,1,5,2'];
    expect(await check(twice)).toBe('feed.trailer.twice');
    expect(await differs(twice, { several: true })).toEqual([]);
    expect(await check([...ROWS, 'T,x,10,4'])).toBe('feed.trailer.unreadable');
    expect(await check([...ROWS, 'T,,10,4'])).toBe('feed.trailer.unreadable');
    expect(await differs([...ROWS, 'T,,10,4'], { required: false })).toEqual([]);
    expect(await check([...ROWS, 'T,2,x,4'], { required: false })).toBe('feed.trailer.unreadable');
    expect(await check([])).toBe('feed.nothing.found');
    expect(await differs(['T,0,0,0'])).toEqual([]);
    expect(await check(['Ada,x,y,Inn'], null)).toBe('feed.nothing.readable');
    expect(await check(['Ada,x,y,Inn', 'Ada,2026-03-10,10,Inn'], null)).toMatchObject({ rows: 2 });
  });
});

describe('a mapping', () => {
  const FIELDS = { accountName: ['Name'], postingDate: ['Posted'], amount: ['Amount'] };
  const refused = (more: object) => {
    const typed = { format: 'delimited', headings: true, account: 'name', fields: FIELDS, ...more };
    // What is undefined isn't there.
    const { error } = layoutSchema.safeParse(JSON.parse(JSON.stringify(typed)));
    return (error?.issues ?? []).map(({ path }) => path.join('.'));
  };

  test('CD.41 says where the amount, the date and the account stand', () => {
    const without = (name: keyof typeof FIELDS) => ({ fields: { ...FIELDS, [name]: undefined } });
    expect(refused({})).toEqual([]);
    expect(refused(without('amount'))).toEqual(['fields.amount']);
    expect(refused({ fields: { ...FIELDS, amount: undefined, billedAmount: ['B'] } })).toEqual([]);
    expect(refused(without('postingDate'))).toEqual(['fields.transactionDate']);
    expect(refused({ fields: { ...FIELDS, postingDate: undefined, transactionDate: ['M'] } })).toEqual([]);
    expect(refused(without('accountName'))).toEqual(['fields.accountName']);
    expect(refused({ account: 'card_number' })).toEqual(['fields.cardNumber']);
    expect(
      refused({ account: 'card_number', fields: { ...FIELDS, accountName: undefined, cardNumber: ['C'] } })
    ).toEqual([]);
    expect(refused({ account: 'last_four' })).toEqual(['fields.lastFour']);
    const split = { ...FIELDS, amount: undefined };
    expect(refused({ fields: { ...split, billedDebit: ['D'] } })).toEqual(['fields.billedCredit']);
    expect(refused({ fields: { ...split, billedCredit: ['K'] } })).toEqual(['fields.billedDebit']);
    const both = { ...split, billedDebit: ['D'], billedCredit: ['K'] };
    expect(refused({ fields: both })).toEqual([]);
    expect(refused({ fields: { ...both, billedAmount: ['B'] } })).toEqual(['fields.billedAmount']);
    expect(refused({ fields: { ...both, creditIndicator: ['I'] }, creditValues: ['C'] })).toEqual([
      'fields.creditIndicator'
    ]);
    expect(refused({ fields: { ...FIELDS, creditIndicator: ['I'] } })).toEqual(['creditValues']);
  });

  test('CD.41 names places by what its format has', () => {
    expect(refused({ format: 'xml' })).toEqual(['record']);
    expect(refused({ format: 'xml', record: 'Row', trailer: {} })).toEqual([]);
    expect(refused({ trailer: {} })).toEqual(['trailer.at.source']);
    const numbers = { accountName: ['1'], postingDate: ['2'], amount: ['3'] };
    expect(refused({ headings: false, fields: numbers })).toEqual([]);
    expect(refused({ headings: false })).toEqual(['fields.accountName', 'fields.postingDate', 'fields.amount']);
    const places = { accountName: ['1-5'], postingDate: ['6-15'], amount: ['16'] };
    expect(refused({ format: 'fixed', fields: places })).toEqual([]);
    expect(
      refused({ format: 'fixed', fields: { ...places, amount: ['9-5'] }, only: { source: 'x', is: ['1'] } })
    ).toEqual([...['fields.amount', 'only.source']]);
    expect(['1', '12-19', '7-7', '0', '0-3', '5-4', 'x', '123456'].map(isPlace)).toEqual([
      ...[true, true, true, false, false, false, false, false]
    ]);
  });

  test('CD.41 is no longer, and has no more of anything, than its limits', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
    const limits: [string, (size: number) => object, number][] = [
      ['delimiter', (size) => ({ delimiter: ';'.repeat(size) }), 1],
      ['skipLines', (size) => ({ skipLines: size }), 50],
      ['impliedDecimals', (size) => ({ impliedDecimals: size }), 4],
      ['creditValues', (size) => ({ creditValues: many(size) }), 20],
      ['creditValues.0', (size) => ({ creditValues: ['x'.repeat(size)] }), 20],
      ['referencePrefix', (size) => ({ referencePrefix: 'x'.repeat(size) }), 12],
      ['types', (size) => ({ types: Object.fromEntries(many(size).map((name) => [name, 'fee'])) }), 100],
      ['fields.purpose', (size) => ({ fields: { ...FIELDS, purpose: many(size) } }), 4],
      ['fields.purpose.0', (size) => ({ fields: { ...FIELDS, purpose: ['x'.repeat(size)] } }), 120],
      ['only.is', (size) => ({ only: { source: 'a', is: many(size) } }), 40],
      ['only.is.0', (size) => ({ only: { source: 'a', is: ['x'.repeat(size)] } }), 60]
    ];
    for (const [path, of, most] of limits)
      expect([path, refused(of(most)), refused(of(most + 1))]).toEqual([path, [], [path]]);
    expect(refused({ skipLines: -1 })).toEqual(['skipLines']);
    expect(refused({ fields: { ...FIELDS, purpose: [] } })).toEqual(['fields.purpose']);
    expect(refused({ only: { source: 'a', is: [] } })).toEqual(['only.is']);
    expect(refused({ types: { ['x'.repeat(41)]: 'fee' } })).not.toEqual([]);
  });
});

test('equal rows are counted, and others are the first of their kind', () => {
  const rows = new RepeatedRows(10);
  const [one, other] = ['0'.repeat(32), '123456789abcdef0'.repeat(2)];
  for (const digest of [one, one, other]) rows.note(digest);
  expect([one, other, one, other].map((digest) => rows.occurrence(digest))).toEqual([1, 1, 2, 1]);
});

test('CD.11 feeds, mappings and rejected rows are filtered and sorted in their lists', () => {
  const rejects = feedRejects();
  const asked = (listing: typeof rejects, more: Record<string, string> = {}) => {
    const names = Object.keys(listing.columns);
    const params = Object.fromEntries(names.map((name) => [name, '1']));
    const { filters, faults: told } = readQuery(listing, { ...params, ...more });
    return {
      filtered: [...Object.keys(filters), ...Object.keys(told)].sort(),
      sorted: names.filter((sort) => readQuery(listing, { sort }).sort === sort),
      shown: readQuery(listing, {}).columns
    };
  };
  expect(asked(rejects, { 'row.from': '1' })).toEqual({
    filtered: ['accountName', 'file', 'reason', 'row', 'shown', 'state'],
    sorted: ['row', 'reason', 'accountName', 'state', 'file'],
    shown: ['row', 'reason', 'field', 'shown', 'state']
  });
  for (const reason of REASONS) expect(readQuery(rejects, { reason }).filters.reason?.value).toBe(reason);
  for (const state of ['open', 'settled', 'dismissed'])
    expect(readQuery(rejects, { state }).filters.state?.value).toBe(state);
  expect(asked(FEEDS, { 'created.from': '2026-01-01' })).toEqual({
    filtered: ['created', 'fileName', 'issuer', 'mapping', 'source', 'status'],
    sorted: ['fileName', 'mapping', 'source', 'status', 'rows', 'created', 'finished', 'issuer'],
    shown: ['fileName', 'mapping', 'status', 'rows', 'booked', 'known', 'rejected', 'created']
  });
  const choices = (listing: typeof rejects, name: string, values: readonly string[]) =>
    values.map((value) => readQuery(listing, { [name]: value }).filters[name]?.value);
  for (const [listing, name, values] of [
    [FEEDS, 'source', ['upload', 'folder']],
    [FEEDS, 'status', ['queued', 'processing', 'completed', 'failed', 'cancelled']],
    [FEED_MAPPINGS, 'format', ['delimited', 'fixed', 'xml']]
  ] as const)
    expect(choices(listing, name, values)).toEqual(values);
  expect(asked(FEED_MAPPINGS)).toEqual({
    filtered: ['active', 'format', 'issuer', 'name'],
    sorted: ['name', 'format', 'active', 'updated', 'issuer'],
    shown: ['name', 'format', 'active', 'updated']
  });
});
