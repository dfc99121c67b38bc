import fc from 'fast-check';
import { postedSplits } from '@/app/workspace/transactions/splits/posted';
import {
  type Divisible,
  readStep,
  type Splitting,
  type Step,
  splittingOf,
  stepped,
  totalsOf
} from '@/app/workspace/transactions/splits/splitting';
import { Prisma } from '@/lib/core/database/prisma/client';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { readNumber } from '@/lib/core/entry/typed-number';
import { evenAmounts, percentsOf, sumOf } from '@/lib/money/allocation/dividing';
import { shares, splitByAmount, splitByPercent } from '@/lib/money/allocation/splits';
import { allocationSchema } from '@/lib/money/transactions/schema';

const { Decimal } = Prisma;
const line = { amount: '', percent: '', taxAmount: '', held: {} };
const begun = (whole: Divisible | null, by: Splitting['by'] = 'amount', locale: Splitting['locale'] = 'en_US') =>
  splittingOf({ whole, locale, by }, [line]);
const after = (state: Splitting, ...steps: Step[]) => steps.reduce(stepped, state);
const typed = ({ lines, by }: Splitting) => lines.map((one) => one[by]);

const wholes = fc
  .record({
    digits: fc.constantFrom(0, 2, 3),
    minor: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((minor) => minor !== 0),
    taxed: fc.option(fc.integer({ min: 0, max: 99 }))
  })
  .map(({ digits, minor, taxed }): Divisible => {
    const amount = new Decimal(minor).div(10 ** digits);
    return {
      digits,
      amount: amount.toFixed(),
      taxAmount:
        taxed === null ? null : amount.times(taxed).div(100).toDecimalPlaces(digits, Decimal.ROUND_DOWN).toFixed()
    };
  });
const locales = fc.constantFrom<Splitting['locale']>('en_US', 'de', 'ja', 'fr');

/** The command's result for the editor's splits. */
function kept({ whole, by, lines, locale }: Splitting) {
  if (!whole) throw new Error('nothing to divide');
  const divided = {
    amount: new Decimal(whole.amount),
    taxAmount: whole.taxAmount === null ? null : new Decimal(whole.taxAmount),
    digits: whole.digits
  };
  const read = (text: string) => readNumber(text, locale);
  return by === 'percent'
    ? splitByPercent(
        divided,
        lines.map(({ percent }) => read(percent))
      )
    : splitByAmount(
        divided,
        lines.map(({ amount, taxAmount }) => ({
          amount: read(amount),
          taxAmount: taxAmount === '' ? null : read(taxAmount)
        }))
      );
}

test('C5.034 C5.035 CD.43 divided evenly, in whatever unit, currency and language, the splits total to the minor unit and can be kept', () => {
  fc.assert(
    fc.property(
      wholes,
      locales,
      fc.integer({ min: 2, max: 100 }),
      fc.constantFrom('amount', 'percent'),
      (whole, locale, count, by) => {
        const adds = Array.from({ length: count - 1 }, (): Step => ({ do: 'add' }));
        const state = after(begun(whole, by as Splitting['by'], locale), ...adds);
        expect(state.lines).toHaveLength(count);
        expect(totalsOf(state).left.isZero()).toBe(true);
        expect(kept(state).ok).toBe(true);
        // What the editor shows of each is what is kept.
        const parts = kept(state);
        if (parts.ok)
          expect(totalsOf(state).amounts.map(String)).toEqual(parts.value.map(({ amount }) => amount.toString()));
      }
    ),
    { numRuns: 60 }
  );
});

test('C5.032 amounts become percentages of few decimals that lead back to them', () => {
  fc.assert(
    fc.property(
      wholes,
      fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 12 }),
      (whole, weights) => {
        const amount = new Decimal(whole.amount);
        const all = weights.reduce((total, weight) => total + weight, 0) + 1;
        const amounts = weights.map((weight) =>
          amount.times(weight).div(all).toDecimalPlaces(whole.digits, Decimal.ROUND_DOWN)
        );
        amounts.push(amount.minus(sumOf(amounts)));
        const percents = percentsOf({ amount, digits: whole.digits }, amounts);
        expect(sumOf(percents).toNumber()).toBe(100);
        expect(percents.every((percent) => !percent.isNegative() && percent.decimalPlaces() <= 6)).toBe(true);
        expect(shares(amount, percents, whole.digits).map(String)).toEqual(amounts.map(String));
      }
    )
  );
});

test('a step and what undoes it leave the splits as they were; what is left goes where it is asked to', () => {
  const whole = { amount: '100.00', taxAmount: '16.67', digits: 2 };
  const thirds = after(begun(whole), { do: 'add' }, { do: 'add' });
  expect(typed(thirds)).toEqual(['33.33', '33.33', '33.34']);
  expect(typed(after(thirds, { do: 'by', by: 'percent' }))).toEqual(['33.33', '33.33', '33.34']);
  const changed = after(thirds, { do: 'type', index: 0, name: 'amount', text: '50' });
  expect(totalsOf(changed).left.toString()).toBe('-16.67');
  expect(typed(after(changed, { do: 'rest' }))).toEqual(['50', '33.33', '16.67']);
  expect(typed(after(changed, { do: 'remove', index: 1 }, { do: 'undo' }))).toEqual(typed(changed));
  // What is left goes to a new split; untouched shares stay even.
  expect(typed(after(changed, { do: 'remove', index: 2 }, { do: 'add' }))).toEqual(['50', '33.33', '16.67']);
  expect(typed(after(thirds, { do: 'remove', index: 0 }))).toEqual(['50.00', '50.00']);
  expect(after(begun(whole), { do: 'remove', index: 0 }).lines).toHaveLength(1);
  expect(totalsOf(after(thirds, { do: 'type', index: 0, name: 'taxAmount', text: '10' })).leftTax?.toString()).toBe(
    '6.67'
  );
});

test('C9.031 more than 100 splits are refused, and never kept as one', () => {
  const form = new FormData();
  form.set('parts', '101');
  const { lines } = postedSplits(form, {
    whole: { amount: '1', taxAmount: null, digits: 2 },
    locale: 'en_US',
    coded: []
  });
  const { error } = allocationSchema.safeParse({ version: 1, splits: lines.map(() => ({})) });
  expect(error && fieldFaults(error)).toEqual([
    { field: 'splits', code: 'split.count', params: { minimum: 2, maximum: 100 } }
  ]);
});

test('C9.031 no more than 100 splits, and odd steps are none', () => {
  const full = after(begun(null, 'percent'), ...Array.from({ length: 120 }, (): Step => ({ do: 'add' })));
  expect(full.lines).toHaveLength(100);
  expect(readStep('remove.3')).toEqual({ do: 'remove', index: 3 });
  for (const odd of ['', 'save', 'remove.', 'remove.-1', 'remove.1000', 'by.tax']) expect(readStep(odd)).toBeNull();
  expect(evenAmounts({ amount: new Decimal('1000000'), digits: 2 }, 3).map((part) => part.toFixed(2))).toEqual([
    '333333.33',
    '333333.33',
    '333333.34'
  ]);
});

test('C5.032 what was typed by amounts stands there again after a look at the percentages, until percentages are typed', () => {
  const whole = { amount: '1000.00', taxAmount: '100.00', digits: 2 };
  const typing = (index: number, name: 'amount' | 'percent' | 'taxAmount', text: string): Step => ({
    do: 'type',
    index,
    name,
    text
  });
  const amounts = after(
    begun(whole),
    { do: 'add' },
    typing(0, 'amount', '10.01'),
    typing(1, 'amount', 'abc'),
    typing(0, 'taxAmount', '7')
  );
  const percents = after(amounts, { do: 'by', by: 'percent' });
  expect(typed(percents)).toEqual(['1', 'abc']);
  expect(after(percents, { do: 'by', by: 'amount' }).lines).toMatchObject([
    { amount: '10.01', taxAmount: '7' },
    { amount: 'abc' }
  ]);
  const others = after(percents, typing(1, 'percent', '99'), { do: 'by', by: 'amount' });
  expect(others.lines).toMatchObject([
    { amount: '10.00', taxAmount: '' },
    { amount: '990.00', taxAmount: '' }
  ]);
});
