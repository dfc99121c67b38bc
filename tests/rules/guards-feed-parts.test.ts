import { bundleTexts } from '@/lib/core/language/texts';
import { rateBetween, readAmount } from '@/lib/money/feeds/amounts';
import { checkFile } from '@/lib/money/feeds/check-file';
import { FEEDS } from '@/lib/money/feeds/feeds';
import { countryOf, currencyOf } from '@/lib/money/feeds/iso-codes';
import { READY_MADE } from '@/lib/money/feeds/layouts/ready-made';
import { FEED_MAPPINGS } from '@/lib/money/feeds/mappings';
import { columnsOf, delimitedRecords, fieldsOf } from '@/lib/money/feeds/read-delimited';
import { readFile, readRecordAgain } from '@/lib/money/feeds/read-file';
import { fixedRecords, lengthWatch, placesOf } from '@/lib/money/feeds/read-fixed';
import { xmlRecords } from '@/lib/money/feeds/read-xml';
import { feedRejects, REASONS } from '@/lib/money/feeds/rejects';
import { UnreadableFile } from '@/lib/money/feeds/unreadable';
import { each, layoutOf, READ_ON } from '../support/feeds/rows';

/** What work gives, or why the file as a whole is refused. */
async function outcome<T>(work: () => Promise<T> | T): Promise<T | object> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableFile) return error.refusal;
    throw error;
  }
}

test('CD.41 a rate has ten digits before its mark, and an amount has decimals where any are implied', () => {
  expect([rateBetween(1n, 10n ** 9n), rateBetween(1n, 10n ** 10n)]).toEqual(['1000000000.000000000', null]);
  expect([rateBetween(10n ** 9n, 1n), rateBetween(10n ** 10n, 1n)]).toEqual(['0.000000001', null]);
  expect([readAmount('7', '.', null), readAmount('7', '.', 0), readAmount('7', '.', 2)]).toEqual([
    70_000n,
    70_000n,
    700n
  ]);
});

test('CD.41 countries and currencies are known by letters in any case, and by numbers with or without zeros', () => {
  expect(['US', 'usa', '840', '0840', '36', '036', '4', 'XX', '0'].map(countryOf)).toEqual([
    ...['US', 'US', 'US', 'US', 'AU', 'AU', 'AF', undefined, undefined]
  ]);
  expect(['eur', '978', '8', '008', '36', 'XYZ', '000'].map(currencyOf)).toEqual([
    ...['EUR', 'EUR', 'ALL', 'ALL', 'AUD', undefined, undefined]
  ]);
});

test('CD.41 the ready-made layouts read the types that their documents name', () => {
  const typesOf = (name: string) => READY_MADE[name]?.layout.types;
  const credits = ['11', '30', '31', '61', '63', '65', '71', '73'];
  expect(typesOf('commercial-format-4')).toEqual(Object.fromEntries(credits.map((code) => [code, 'credit'])));
  expect(typesOf('capital-one')).toEqual({ 'Payment/Credit': 'payment', 'Fee/Interest Charge': 'fee' });
});

describe('CD.41 delimited lines', () => {
  const written = { delimiter: ',', quote: '"' } as const;

  test('are split where they have quotes and where not, and one that is broken takes no other with it', () => {
    expect(fieldsOf(['a,b', '"c,d",e', 'f,"g"', 'h'], written)).toEqual([['a', 'b'], ['c,d', 'e'], ['f', 'g'], ['h']]);
    expect(fieldsOf(['"a', 'x"y,"b"', 'c,d'], written)).toEqual([null, ['x"y', 'b'], ['c', 'd']]);
    expect(fieldsOf(['"a', 'b"'], { ...written, quote: '' })).toEqual([['"a'], ['b"']]);
    expect(fieldsOf([], written)).toEqual([]);
  });

  test('may end with blank fields behind their headings, and with nothing else', () => {
    const faults = (...lines: string[]) =>
      delimitedRecords(lines, [0, 1], written, 5, 2).map(({ number, cells, fault }) => [number, ...cells, fault]);
    expect(faults('a,b', 'a', 'a,b,', 'a,b, ,', 'a,b,,c', '"a')).toEqual([
      [5, 'a', 'b', undefined],
      [6, 'a', undefined, undefined],
      [7, 'a', 'b', undefined],
      [8, 'a', 'b', undefined],
      [9, 'a', 'b', 'feed.row.wide'],
      [10, undefined, undefined, 'feed.row.malformed']
    ]);
  });

  test('have each column that is asked for, once', async () => {
    expect(columnsOf(['b', ' A '], ['\uFEFFa', 'B'])).toEqual([1, 0]);
    expect(columnsOf(['3', '1'], null)).toEqual([2, 0]);
    expect(await outcome(() => columnsOf(['a', 'c', 'd'], ['a', 'b', 'b']))).toEqual({
      code: 'feed.columns.missing',
      params: { columns: 'c, d' }
    });
    expect(await outcome(() => columnsOf(['a', 'b'], ['a', 'b', 'B']))).toEqual({
      code: 'feed.columns.twice',
      params: { columns: 'b' }
    });
    expect(columnsOf(['a'], ['a', 'b', 'b'])).toEqual([0]);
  });
});

describe('CD.41 the records of a file', () => {
  const numbered = {
    headings: false,
    fields: { accountName: ['2'], postingDate: ['3'], amount: ['4'], merchantName: ['5'] }
  };
  /** The second field of transactions and of trailers, and the number of all records. */
  const sorted = async (more: object, ...parts: string[]) => {
    const all = { transactions: [] as unknown[], trailers: [] as unknown[], records: 0 };
    for await (const batch of readFile(layoutOf(more), each(parts.map((part) => Buffer.from(part))))) {
      for (const kind of ['transactions', 'trailers'] as const)
        all[kind].push(...batch[kind].map(({ cells }) => cells[0]));
      all.records = batch.records;
    }
    return all;
  };

  test('follow the lines that are skipped and the headings, however they come', async () => {
    const [titles, headings] = ['Bank\nMarch\n', 'Name,Posted,Amount,Merchant\n'];
    const expected = { transactions: ['a', 'b', 'c'], trailers: [], records: 3 };
    expect(await sorted({ skipLines: 2 }, titles, headings, 'a,\n', 'b,\nc,\n')).toEqual(expected);
    expect(await sorted({ skipLines: 2 }, `${titles}${headings}a,\nb,\n`, 'c,')).toEqual(expected);
    expect(await sorted({ ...numbered, skipLines: 1 }, 'Bank\n', '1,a\n1,b\n', '1,c\n')).toEqual(expected);
    expect(await outcome(() => sorted({}, '"Name,Posted\nx"y,\n'))).toEqual({
      code: 'feed.columns.missing',
      params: { columns: 'Name, Posted, Amount, Merchant' }
    });
  });

  test('are transactions in the blocks that hold them, up to the trailer of each', async () => {
    const block = { at: { source: '1', is: ['8'] }, holds: { source: '2', is: ['5', '05'] } };
    const trailer = { at: { source: '1', is: ['9'] }, several: true };
    const lines = [
      ...['4,before', '8,5', '4,one', '4,two', '9,end', '4,after'],
      ...['8,6', '4,other', '9,other', '8, 05 ', '4,three', '9,last', '8,5', '4,four']
    ].join('\n');
    expect(await sorted({ ...numbered, block, trailer }, lines)).toEqual({
      transactions: ['one', 'two', 'three', 'four'],
      trailers: ['end', 'last'],
      records: 14
    });
    // Without blocks a trailer ends nothing.
    expect(await sorted({ ...numbered, trailer }, '4,one\n9,end\n4,two\n9,last')).toEqual({
      transactions: ['one', 'two'],
      trailers: ['end', 'last'],
      records: 4
    });
    const only = { source: '1', is: ['4', '5'] };
    expect(await sorted({ ...numbered, only }, '4,one\n6,x\n5,two\n9,end')).toEqual({
      transactions: ['one', 'two'],
      trailers: [],
      records: 4
    });
    expect(await sorted({ ...numbered, block, only }, '4,one\n8,5\n6,x\n4,two\n9,y')).toEqual({
      transactions: ['two'],
      trailers: [],
      records: 5
    });
  });

  test('of XML are followed by what the document says of them', async () => {
    const trailer = { count: '/S/N' };
    const xml = { format: 'xml', record: 'R', trailer };
    expect(await sorted(xml, '<F><R><Name>a</Name></R><R><Name>b</Name></R>', '<S><N>2</N></S></F>')).toEqual({
      transactions: ['a', 'b'],
      trailers: [undefined],
      records: 3
    });
  });

  test('are read again by themselves, with the headings of their file or by number', async () => {
    const again = (more: object, raw: string, headings: string[] | null) =>
      outcome(() => readRecordAgain(layoutOf(more), raw, headings, 7));
    const headings = ['Merchant', 'Name', 'Posted', 'Amount'];
    const cells = ['Ada', '2026-03-10', '1', 'Inn'];
    expect(await again({}, 'Inn,Ada,2026-03-10,1', headings)).toEqual({
      number: 7,
      raw: 'Inn,Ada,2026-03-10,1',
      cells
    });
    expect(await again(numbered, 'x,Ada,2026-03-10,1,Inn', null)).toMatchObject({ number: 7, cells });
    expect(await again(numbered, 'x,Ada,2026-03-10,1,Inn', headings)).toMatchObject({ cells });
    expect(await again({}, 'Inn,Ada,2026-03-10,1', null)).toMatchObject({ code: 'feed.columns.missing' });
    const xml = { format: 'xml', record: 'R' };
    expect(await again(xml, JSON.stringify({ Name: 'Ada', Amount: '1' }), null)).toMatchObject({
      number: 7,
      cells: ['Ada', undefined, '1', undefined]
    });
    // What was kept of another kind of file is no record of this one.
    for (const raw of ['Inn,Ada', '5', 'null', '["Ada"]', '{"Name":1}'])
      expect(await again(xml, raw, null)).toMatchObject({ code: 'feed.xml.malformed' });
  });

  test('of a fixed width count signs, and are refused where they count bytes in UTF-8', async () => {
    const places = placesOf(['1', '2-4', '9']);
    expect(fixedRecords(['abcdef', 'A😀Bcdef', 'x'], places, 3)).toEqual([
      { number: 3, raw: 'abcdef', cells: ['a', 'bcd', undefined] },
      { number: 4, raw: 'A😀Bcdef', cells: ['A', '😀Bc', undefined] },
      { number: 5, raw: 'x', cells: ['x', undefined, undefined] }
    ]);
    const fixed = {
      format: 'fixed',
      headings: false,
      fields: { accountName: ['1'], postingDate: ['2'], amount: ['3'], merchantName: ['4'] }
    };
    expect(await outcome(() => sorted(fixed, 'abcd\né12\n'))).toEqual({
      code: 'feed.places.bytes',
      params: { record: 2 }
    });
    const latin = { ...fixed, encoding: 'windows-1252' };
    expect(await outcome(() => sorted(latin, 'abcd\né1\n'))).toMatchObject({ transactions: ['a', 'Ã'] });
  });

  test('of a fixed width are watched as long as they are equally long', async () => {
    const watched = (...batches: string[][]) => {
      const watch = lengthWatch();
      let first = 1;
      return outcome(() => {
        for (const lines of batches) {
          watch(lines, first);
          first += lines.length;
        }
        return null;
      });
    };
    const at = (record: number) => ({ code: 'feed.places.bytes', params: { record } });
    expect(await watched(['abcd', 'efgh', 'é12'])).toEqual(at(3));
    expect(await watched(['abcd'], ['efgh', 'é12'])).toEqual(at(3));
    expect(await watched(['é12'], ['abcd'])).toEqual(at(1));
    expect(await watched(['abcd', 'é123', 'é12'])).toEqual(at(3));
    expect(await watched(['abcd', 'é1'])).toBeNull();
    expect(await watched(['é123', 'abcd'])).toBeNull();
    expect(await watched(['abcd', 'abc'], ['é12'])).toBeNull();
    expect(await watched(['abcd', 'abc', 'abcd', 'é12'])).toBeNull();
  });

  test('of XML have nothing of what is outside of them, nor of what no file says', async () => {
    const cells = async (text: string, ...sources: string[]) => {
      const all: unknown[] = [];
      for await (const some of xmlRecords('R', sources, each([text]))) all.push(...some.map((record) => record.cells));
      return all;
    };
    expect(await cells('<F><N>9</N><R><N>1</N></R></F>', 'N', '/N')).toEqual([
      ['1', undefined],
      [undefined, '9']
    ]);
    expect(await cells('<F><R><A>1</A></R></F>', 'constructor', '^F/toString')).toEqual([[undefined, undefined]]);
    expect(await cells('<F><R><constructor>1</constructor></R></F>', 'constructor')).toEqual([['1']]);
  });
});

test('CD.41 a trailer that breaks off can not be read where it must be there', async () => {
  const trailer = { at: { source: 'Name', is: ['T'] }, count: 'Posted', debit: 'Amount', net: 'Merchant' };
  const check = (line: string, more: object = {}) =>
    outcome(async () => {
      const layout = layoutOf({ trailer: { ...trailer, ...more } });
      const text = `Name,Posted,Amount,Merchant\nAda,2026-03-10,10,Inn\n${line}\n`;
      const { trailer: said, mismatch } = await checkFile(layout, each([Buffer.from(text)]), READ_ON);
      return { said, mismatch: mismatch.map(({ what }) => what) };
    });
  const unreadable = (source: string) => ({ code: 'feed.trailer.unreadable', params: { source } });
  expect(await check('T')).toEqual(unreadable('Posted'));
  expect(await check('T,1')).toEqual(unreadable('Amount'));
  expect(await check('T,1,10')).toEqual(unreadable('Merchant'));
  expect(await check('T,1,10,10')).toEqual({ said: { count: 1, debit: '10.0000', net: '10.0000' }, mismatch: [] });
  expect(await check('T', { required: false })).toEqual({ said: {}, mismatch: [] });
  expect(await check('T,2', { required: false })).toEqual({ said: { count: 2 }, mismatch: ['count'] });
  expect(await check('T,-1,10,10')).toEqual(unreadable('Posted'));
});

test('CD.11 the rejected rows of one feed are asked for by its address, those of all without', () => {
  expect(feedRejects('f').parameters).toEqual({ feed: 'f' });
  expect(feedRejects()).not.toHaveProperty('parameters');
});

test('CD.11 the lists of feeds have names of their own, by which views of them are kept, in one area', () => {
  const lists = [FEEDS, FEED_MAPPINGS, feedRejects()];
  expect(lists.map(({ name }) => name)).toEqual(['feeds', 'feed-mappings', 'feed-rejects']);
  expect(lists.map(({ area }) => area)).toEqual(['feeds', 'feeds', 'feeds']);
});

test('CD.11 CD.41 rejected rows are filtered by each reason that has a text', () => {
  const begin = 'feed.reason.';
  const told = Object.keys(bundleTexts('en_US', 'Workspace')).filter((key) => key.startsWith(begin));
  expect(told.map((key) => key.slice(begin.length)).sort()).toEqual([...REASONS].sort());
});
