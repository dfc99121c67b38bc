import * as fc from 'fast-check';
import { formatsOf } from '@/app/workspace/ui/formats';
import { Prisma } from '@/lib/core/database/prisma/client';
import { minorDigits } from '@/lib/core/entry/currency';
import { balanced, splitByAmount, splitByPercent, type Whole } from '@/lib/money/allocation/splits';
import { granted } from '../support/results';

const decimal = (value: string | number) => new Prisma.Decimal(value);
const total = (values: (Prisma.Decimal | null)[]) =>
  values.reduce<Prisma.Decimal>((sum, value) => sum.plus(value ?? 0), decimal(0));
const whole = (amount: string, taxAmount: string | null = null, digits = 2): Whole => ({
  amount: decimal(amount),
  taxAmount: taxAmount === null ? null : decimal(taxAmount),
  digits
});

/** An amount of a currency's minor units, its tax, and percentages that total 100. */
const wholes = fc
  .record({
    digits: fc.constantFrom(0, 2, 3),
    minor: fc.integer({ min: -99_999_999, max: 99_999_999 }),
    taxed: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    weights: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 99 })
  })
  .map(({ digits, minor, taxed, weights }) => {
    const amount = decimal(minor).div(10 ** digits);
    const taxAmount = taxed === null ? null : amount.times(taxed).toDecimalPlaces(digits, Prisma.Decimal.ROUND_DOWN);
    const all = weights.reduce((sum, weight) => sum + weight, 1);
    const percents = weights.map((weight) =>
      decimal(weight).times(100).div(all).toDecimalPlaces(4, Prisma.Decimal.ROUND_DOWN)
    );
    percents.push(decimal(100).minus(total(percents)));
    return { whole: { amount, taxAmount, digits }, percents: percents.map(String) };
  });

test('C5.034 C5.032 splits by percentage total the amount and its tax to the minor unit, and none has the other sign', () => {
  fc.assert(
    fc.property(wholes, ({ whole: { amount, taxAmount, digits }, percents }) => {
      const parts = granted(splitByPercent({ amount, taxAmount, digits }, percents));
      expect(total(parts.map((part) => part.amount)).equals(amount)).toBe(true);
      if (taxAmount) expect(total(parts.map((part) => part.taxAmount)).equals(taxAmount)).toBe(true);
      else expect(parts.every((part) => part.taxAmount === null)).toBe(true);
      for (const part of parts) {
        expect(part.amount.decimalPlaces()).toBeLessThanOrEqual(digits);
        expect(part.amount.isZero() || part.amount.isNegative() === amount.isNegative()).toBe(true);
        expect(
          part.taxAmount === null || part.taxAmount.isZero() || part.taxAmount.isNegative() === amount.isNegative()
        ).toBe(true);
      }
    })
  );
});

test('C5.034 what was divided by percentage is accepted as amounts again, taxes following', () => {
  fc.assert(
    fc.property(wholes, ({ whole: given, percents }) => {
      const parts = granted(splitByPercent(given, percents));
      const again = granted(
        splitByAmount(
          given,
          parts.map(({ amount }) => ({ amount: amount.toString(), taxAmount: null }))
        )
      );
      if (given.taxAmount) expect(total(again.map((part) => part.taxAmount)).equals(given.taxAmount)).toBe(true);
      // What is kept of either can be kept again as it is shown, taxes and all.
      for (const kept of [parts, again])
        granted(
          splitByAmount(
            given,
            kept.map(({ amount, taxAmount }) => ({ amount: amount.toFixed(), taxAmount: taxAmount?.toFixed() ?? null }))
          )
        );
    })
  );
});

test('C5.034 no split has more tax than it costs, however many are rounded', () => {
  const divided = whole('0.10', '0.02');
  const parts = granted(splitByPercent(divided, [...Array.from({ length: 10 }, () => '9.9'), '1']));
  expect(parts.map(({ taxAmount }) => Number(taxAmount))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0.01, 0.01, 0]);
});

test('the last split takes the rounding', () => {
  const parts = splitByPercent(whole('10.00'), ['33.33', '33.33', '33.34']);
  expect(parts.ok && parts.value.map(({ amount }) => amount.toString())).toEqual(['3.33', '3.33', '3.34']);
  const tiny = splitByPercent(
    whole('0.05'),
    Array.from({ length: 10 }, () => '10')
  );
  expect(tiny.ok && tiny.value.map(({ amount }) => Number(amount))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0.05]);
  const yen = splitByPercent(whole('100', null, minorDigits('JPY')), ['50.5', '49.5']);
  expect(yen.ok && yen.value.map(({ amount }) => Number(amount))).toEqual([51, 49]);
});

test.each([
  [
    'C5.032',
    'percentages that total less than 100',
    ['50', '49.99'],
    { code: 'split.percent.total', params: { total: '99.99' } }
  ],
  ['C5.032', 'a negative percentage', ['150', '-50'], { code: 'split.negative', field: '1' }],
  ['C5.033', 'one split', ['100'], { code: 'split.count', params: { minimum: 2, maximum: 100 } }],
  [
    'C5.033 C9.031',
    '101 splits',
    [...Array.from({ length: 100 }, () => '1'), '0'],
    { code: 'split.count', params: { minimum: 2, maximum: 100 } }
  ]
])('C5.032 C9.031 %s: refuses %s', (_row, _what, percents, refusal) => {
  expect(splitByPercent(whole('10.00'), percents)).toEqual({ ok: false, refusal });
});

const part = (amount: string, taxAmount: string | null = null) => ({ amount, taxAmount });
test.each([
  [
    'C5.034',
    'amounts that total less',
    [part('4'), part('5')],
    { code: 'split.amount.total', params: { remaining: '1' } }
  ],
  [
    'C5.034',
    'amounts that total more',
    [part('4'), part('6.01')],
    { code: 'split.amount.total', params: { remaining: '-0.01' } }
  ],
  [
    'C5.034',
    'taxes that do not total',
    [part('4', '0.4'), part('6', '0.5')],
    { code: 'split.tax.total', params: { remaining: '0.1' } }
  ],
  ['C5.032', 'an amount of the other sign', [part('11'), part('-1')], { code: 'split.negative', field: '1' }],
  [
    'C5.034',
    'a fraction of a cent',
    [part('4.005'), part('5.995')],
    { code: 'split.decimals', field: '0', params: { digits: 2 } }
  ],
  [
    'C5.034',
    'more tax than amount',
    [part('0', '1'), part('10', '0')],
    { code: 'split.tax.larger', field: '0.taxAmount' }
  ],
  [
    'C5.032',
    'a tax of the other sign',
    [part('5', '1.5'), part('5', '-0.5')],
    { code: 'split.negative', field: '1.taxAmount' }
  ],
  [
    'C5.034',
    'a fraction of a cent of tax',
    [part('5', '0.505'), part('5', '0.495')],
    { code: 'split.decimals', field: '0.taxAmount', params: { digits: 2 } }
  ]
])('C5.034 %s: refuses %s', (_row, _what, parts, refusal) => {
  expect(splitByAmount(whole('10.00', '1.00'), parts)).toEqual({ ok: false, refusal });
});

test('C5.035 balancing needs at least two splits, and totals 100', () => {
  expect(balanced(1)).toEqual({ ok: false, refusal: { code: 'split.balance.count', params: { minimum: 2 } } });
  expect(balanced(3)).toEqual({ ok: true, value: ['33.33', '33.33', '33.34'] });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 100 }), (count) => {
      const shares = balanced(count);
      expect(shares.ok && total(shares.value.map(decimal)).equals(100)).toBe(true);
    })
  );
});

test('C5.034 tax that is typed where there is none does not total, and is not dropped', () => {
  const remaining = { code: 'split.tax.total', params: { remaining: '-1' } };
  expect(splitByAmount(whole('10.00', null), [part('4', '1'), part('6')])).toEqual({ ok: false, refusal: remaining });
  expect(splitByAmount(whole('10.00', null), [part('4', '0'), part('6')])).toMatchObject({ ok: true });
});

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['SEK', 2],
  ['CLP', 0],
  ['HUF', 2],
  ['IQD', 3]
])('ISO 4217: amounts of %s have %i decimals, and are shown with them', (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits);
  const shown = formatsOf('en_US', 'UTC').money('1234.5', currency);
  expect(shown.split('.')[1] ?? '').toHaveLength(digits);
});
