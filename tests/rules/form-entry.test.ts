import { z } from 'zod';
import { inOrder, plainDate, plainTime } from '@/lib/core/entry/date-entry';
import { decimalNumber, wholeNumber } from '@/lib/core/entry/number-entry';
import { plainText, soughtText } from '@/lib/core/entry/plain-text';
import { readNumber, writeNumber } from '@/lib/core/entry/typed-number';

/** The message keys of a schema's faults for a value. */
function faults(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

describe('C5.072 HTML in fields is refused', () => {
  test.each(['<b>', 'a <script>alert(1)</script>', '</p>', '<!-- x', '<?php', 'x<É'])('refuses %s', (text) => {
    expect(faults(plainText({ max: 40 }), text)).toEqual(['html.refused']);
  });
  test.each(['a < b', '5<6', 'a > b', '<3', '<<', 'Müller & Söhne'])('takes %s', (text) => {
    expect(plainText({ max: 40 }).parse(text)).toBe(text);
  });
});

describe('plain text', () => {
  test('is trimmed, composed, and has one kind of line break', () => {
    expect(plainText({ max: 5 }).parse('  Ame\u0301 ')).toBe('Am\u00e9');
    expect(plainText({ max: 9 }).parse('half \ud83d')).toBe('half \ufffd');
    expect(soughtText(9).parse('Ame\u0301\u0000\udc00')).toBe('Am\u00e9\ufffd');
    expect(plainText({ max: 9, lines: true }).parse('a\r\nb\rc')).toBe('a\nb\nc');
  });
  test('has no control characters, line breaks only where lines are asked for', () => {
    for (const text of ['a\u0000b', 'a\u0007b', 'a\nb', 'a\tb', 'a\u0085b'])
      expect(faults(plainText({ max: 9 }), text)).toEqual(['control.characters.refused']);
    expect(faults(plainText({ max: 9, lines: true }), 'a\u0007b')).toEqual(['control.characters.refused']);
  });
  test('C5.049 C5.051 has at most as many characters as its field', () => {
    const description = plainText({ max: 1024 });
    expect(faults(description, 'x'.repeat(1024))).toEqual([]);
    expect(faults(description, 'x'.repeat(1025))).toHaveLength(1);
    expect(faults(plainText({ max: 900 }), 'x'.repeat(901))).toHaveLength(1);
  });
});

describe('C5.073 numbers', () => {
  test.each([
    ['12', {}, 12],
    [' -3 ', {}, -3],
    [7, {}, 7],
    ['0', { min: 0 }, 0],
    ['9007199254740993', {}, 'number.not.whole'],
    ['1.5', {}, 'number.not.whole'],
    ['1e3', {}, 'number.invalid'],
    ['0x10', {}, 'number.invalid'],
    ['abc', {}, 'number.invalid'],
    ['0', { positive: true }, 'number.not.positive'],
    ['-1', { positive: true }, 'number.not.positive'],
    ['0', { nonZero: true }, 'number.zero'],
    ['-1', { nonZero: true }, -1],
    ['11', { max: 10 }, 'number.too.large'],
    ['1', { min: 2 }, 'number.too.small']
  ])('whole: %s with %j is %s', (typed, bounds, expected) => {
    const schema = wholeNumber(bounds);
    if (typeof expected === 'number') expect(schema.parse(typed)).toBe(expected);
    else expect(faults(schema, typed)).toEqual([expected]);
  });

  test.each([
    ['12.50', { scale: 2 }, '12.50'],
    ['+1', { scale: 0 }, '1'],
    ['123456789012345678901234567.89', { scale: 2 }, '123456789012345678901234567.89'],
    ['1.234', { scale: 2 }, 'number.too.many.decimals'],
    ['0.000', { scale: 3, nonZero: true }, 'number.zero'],
    ['-0.01', { scale: 2, min: 0 }, 'number.too.small'],
    ['100.01', { scale: 2, max: '100' }, 'number.too.large'],
    ['1,5', { scale: 2 }, 'number.invalid']
  ])('decimal: %s with %j is %s', (typed, options, expected) => {
    const schema = decimalNumber(options);
    if (/\d/.test(expected)) expect(schema.parse(typed)).toBe(expected);
    else expect(faults(schema, typed)).toEqual([expected]);
  });

  test.each([
    ['1,234.5', 'en_US', '1234.5'],
    ['1.234,5', 'de', '1234.5'],
    ['1.234', 'de', '1234'],
    ['1,234', 'en_US', '1234'],
    ['1,5', 'de', '1.5'],
    ['1.5', 'de', '1.5'],
    ['1,5', 'en_US', '1.5'],
    ['12 345,6', 'fr', '12345.6'],
    ['1\u202f234,5', 'fr', '1234.5'],
    ['−5', 'sv', '-5'],
    ['ten', 'en_US', 'ten'],
    ['1.2.3', 'en_US', '1.2.3']
  ] as const)('%s in %s reads as %s', (typed, locale, expected) => {
    expect(readNumber(typed, locale)).toBe(expected);
  });

  test('what is shown is read as what was stored', () => {
    for (const locale of ['en_US', 'de', 'fr', 'pt_PT', 'ja'] as const)
      for (const stored of ['1234.5', '-0.01', '1000000', '1.234'])
        expect(readNumber(writeNumber(stored, locale), locale)).toBe(stored);
  });
});

describe('C5.073 dates', () => {
  test.each(['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '01/02/2026', 'today', '0000-01-01'])(
    'refuses %s',
    (date) => {
      expect(faults(plainDate(), date)).toEqual(['date.invalid']);
    }
  );
  test('takes dates of the calendar, between its bounds', () => {
    expect(plainDate().parse('2024-02-29')).toBe('2024-02-29');
    expect(faults(plainDate({ min: '2026-01-01' }), '2025-12-31')).toEqual(['date.too.early']);
    expect(faults(plainDate({ max: '2026-01-01' }), '2026-01-02')).toEqual(['date.too.late']);
  });
  test('takes times of the day', () => {
    expect(plainTime().parse('23:59')).toBe('23:59');
    for (const time of ['24:00', '9:00', '09:60']) expect(faults(plainTime(), time)).toEqual(['time.invalid']);
  });
});

describe('ranges', () => {
  const range = z.object({ from: plainDate(), to: plainDate().optional() });
  test('C5.018 the from date must not be after the to date', () => {
    const dates = range.superRefine(inOrder('from', 'to'));
    expect(faults(dates, { from: '2026-01-02', to: '2026-01-01' })).toEqual(['date.from.after.to']);
    expect(faults(dates, { from: '2026-01-01', to: '2026-01-01' })).toEqual([]);
    expect(faults(dates, { from: '2026-01-01' })).toEqual([]);
  });
  test('C5.019 a start must be earlier than its end', () => {
    const dates = range.superRefine(inOrder('from', 'to', 'start.not.before.end'));
    expect(faults(dates, { from: '2026-01-01', to: '2026-01-01' })).toEqual(['start.not.before.end']);
  });
  test('C5.020 the from time must be earlier than the to time', () => {
    const times = z
      .object({ from: plainTime(), to: plainTime() })
      .superRefine(inOrder('from', 'to', 'time.from.not.before.to'));
    expect(faults(times, { from: '10:00', to: '10:00' })).toEqual(['time.from.not.before.to']);
    expect(faults(times, { from: '09:59', to: '10:00' })).toEqual([]);
  });
});
