import { createHash } from 'node:crypto';
import { amountText, readAmount } from '@/lib/money/feeds/amounts';
import { dateReader } from '@/lib/money/feeds/dates';
import { decoded } from '@/lib/money/feeds/decode';
import { recordLines } from '@/lib/money/feeds/lines';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { RepeatedRows } from '@/lib/money/feeds/repeated-rows';
import { UnreadableFile } from '@/lib/money/feeds/unreadable';
import { each } from '../support/feeds/rows';

const LONGEST = 64 * 1024;

describe('CD.41 lines', () => {
  const lines = async (parts: readonly string[], quote = '"', format = 'delimited') => {
    const all: string[] = [];
    const of = { format, delimiter: ',', quote } as Parameters<typeof recordLines>[0];
    for await (const some of recordLines(of, each(parts))) all.push(...some);
    return all;
  };

  test.each([
    ['of delimiters alone, where places count', [',,\n'], [',,'], 'fixed'],
    ['with line ends in quotes', ['"a\r\nb"\r\nc'], ['"a\r\nb"', 'c']],
    ['with line ends in quotes of a later part', ['a\n', '"b\r\nc"\n'], ['a', '"b\r\nc"']],
    ['with a line end that comes in two parts', ['"a\r', '\nb"\nc'], ['"a\r\nb"', 'c']],
    ['with quotes in a later field', ['x,"a\nb"\nc'], ['x,"a\nb"', 'c']],
    ['whose quotes close at the end of a part', ['"a\nb"', ',c\nd'], ['"a\nb",c', 'd']],
    ['whose quotes close before more text', ['"a"x,b\nc'], ['"a"x,b', 'c']],
    ['of a quote that a later line shows to be open', ['"a\nb\nx"y\nc'], ['"a', 'b', 'x"y', 'c']],
    ['as long as they may be, in parts', ['a\n', 'x'.repeat(LONGEST), '\nb'], ['a', 'x'.repeat(LONGEST), 'b']]
  ])('%s', async (_, parts, expected, format = 'delimited') => {
    expect(await lines(parts, '"', format)).toEqual(expected);
  });

  test('that end with carriage returns alone, by the beginning of the file', async () => {
    const beginning = 'a\r'.repeat(40_000);
    expect((await lines([beginning, 'b\rc'])).slice(-2)).toEqual(['b', 'c']);
    expect(await lines([beginning, 'b\rc\nd'])).toHaveLength(40_003);
    // A line feed within the longest record tells otherwise.
    await expect(lines(['a\r'.repeat(LONGEST / 2), 'b\n'])).rejects.toMatchObject({
      refusal: { code: 'feed.record.endless' }
    });
  });

  test('without an end are refused before the file is read to its own', async () => {
    let parts = 0;
    async function* endless() {
      for (; parts < 100; parts++) yield parts === 0 ? 'a\n' : 'x'.repeat(LONGEST);
    }
    const of = { format: 'delimited', delimiter: ',', quote: '"' } as const;
    const read = async () => {
      for await (const some of recordLines(of, endless())) expect(some.length).toBeLessThan(2);
    };
    await expect(read()).rejects.toThrow(UnreadableFile);
    expect(parts).toBeLessThan(5);
  });
});

test.each([
  ['utf-16le', [Buffer.from('\uA9C3', 'utf16le')], '\uA9C3'],
  ['windows-1252', [Buffer.from([0xc3, 0xa9, 0xc3])], 'Ã©Ã'],
  ['windows-1252', [Buffer.from([0xc3, 0xa9, 0x61]), Buffer.from([0xe9])], 'Ã©aé']
])('CD.41 a file in %s is taken for no UTF-8 that some of its bytes could be', async (encoding, bytes, expected) => {
  let text = '';
  for await (const part of decoded({ encoding, format: 'delimited' } as Parameters<typeof decoded>[0], each(bytes)))
    text += part;
  expect(text).toBe(expected);
});

test('CD.41 amounts have a sign once, are sixty characters long at most, and nothing is positive', () => {
  const of = (text: string) => {
    const amount = readAmount(text, '.', null);
    return amount === null ? null : amountText(amount);
  };
  expect(['-5 CR', '5- CR', '(5) CR', '-5 DR', '+-5', '(5)-'].map(of)).toEqual([
    ...['-5.0000', '-5.0000', '-5.0000', null, null, null]
  ]);
  expect([of(`+${'5'.padStart(59, '0')}`), of(`+${'5'.padStart(60, '0')}`)]).toEqual(['5.0000', null]);
  expect([of('0'), of('-0.00'), amountText(-1n)]).toEqual(['0.0000', '0.0000', '-0.0001']);
});

test('CD.41 dates without marks have two digits for each day and month', () => {
  expect(dateReader('DDMMYYYY')('1122026')).toBeNull();
  expect(dateReader('MMDDYYYY')('1122026')).toBeNull();
  expect(dateReader('YYYYMMDD')('2026112')).toBeNull();
});

test('CD.41 a mapping has no blank parts, and checks the place of each', () => {
  const fields = { accountName: ['1-5'], postingDate: ['6-15'], amount: ['16'] };
  const faults = (more: object) => {
    const { error } = layoutSchema.safeParse({ format: 'fixed', account: 'name', fields, ...more });
    return (error?.issues ?? []).map(({ path }) => path.join('.'));
  };
  expect(faults({ skipLines: 0, impliedDecimals: 0, types: { ['x'.repeat(40)]: 'fee' } })).toEqual([]);
  expect(faults({ impliedDecimals: -1 })).toEqual(['impliedDecimals']);
  expect(faults({ fields: { ...fields, purpose: [''] } })).toContain('fields.purpose.0');
  expect(faults({ only: { source: '1', is: [''] } })).toEqual(['only.is.0']);
  expect(faults({ creditValues: [''] })).toEqual(['creditValues.0']);
  expect(faults({ types: { '': 'fee' } })).toHaveLength(1);
  expect(faults({ delimiter: '' })).toEqual(['delimiter']);
  const marker = { source: 'x', is: ['T'] };
  const trailer = { at: marker, count: 'x', debit: 'x', credit: 'x', net: 'x' };
  expect(faults({ only: marker, block: { at: marker, holds: marker }, trailer })).toEqual([
    ...['only.source', 'block.at.source', 'block.holds.source', 'trailer.at.source'],
    ...['trailer.count', 'trailer.debit', 'trailer.credit', 'trailer.net']
  ]);
});

test('CD.41 of rows that occur once nearly none are kept in memory', () => {
  const rows = new RepeatedRows(1_000);
  const digest = (at: number) => createHash('sha256').update(String(at)).digest('hex').slice(0, 32);
  for (let at = 0; at < 1_000; at++) rows.note(digest(at));
  rows.note(digest(7));
  const { counts } = rows as unknown as { counts: ReadonlyMap<string, number> };
  expect(counts.has(digest(7))).toBe(true);
  expect(counts.size).toBeLessThan(20);
  expect([7, 8, 7].map((at) => rows.occurrence(digest(at)))).toEqual([1, 1, 2]);
});
