import { Decimal } from '@prisma/client/runtime/index-browser';
import { readNumber, writeNumber } from '@/lib/core/entry/typed-number';
import type { Locale } from '@/lib/core/language/locales';
import { amountsAt, evenAmounts, percentsOf, sumOf } from '@/lib/money/allocation/dividing';
import { MOST_SPLITS, taxesWithin } from '@/lib/money/allocation/splits';

export type Division = 'amount' | 'percent';

/** A split in the editor: numbers as typed, and the initial values of its other fields. */
export interface Line {
  /** Identifies the split at any position. */
  key: number;
  amount: string;
  percent: string;
  taxAmount: string;
  held: Readonly<Record<string, string>>;
}

/** The whole; absent in a profile, which has percentages only. */
export interface Divisible {
  amount: string;
  taxAmount: string | null;
  digits: number;
}

/** The state of the editor's splits. */
export interface Splitting {
  whole: Divisible | null;
  locale: Locale;
  by: Division;
  lines: readonly Line[];
  /** Whether the shares stay equal until the user types one. */
  even: boolean;
  removed: { line: Line; index: number } | null;
  nextKey: number;
}

export type Step =
  | { do: 'add' | 'even' | 'rest' | 'undo' }
  | { do: 'by'; by: Division }
  | { do: 'remove'; index: number; held?: Line['held'] }
  | { do: 'type'; index: number; name: 'amount' | 'percent' | 'taxAmount'; text: string };

/** Parses a button's step: `add`, `remove.2`, `by.percent`; null if it is not a step. */
export function readStep(text: string): Step | null {
  if (text === 'add' || text === 'even' || text === 'rest' || text === 'undo') return { do: text };
  if (text === 'by.amount' || text === 'by.percent')
    return { do: 'by', by: text === 'by.amount' ? 'amount' : 'percent' };
  const removed = /^remove\.(\d{1,2})$/.exec(text);
  return removed ? { do: 'remove', index: Number(removed[1]) } : null;
}

/** The initial splits of an editor. */
export function splittingOf(
  given: Pick<Splitting, 'whole' | 'locale' | 'by'>,
  lines: readonly Omit<Line, 'key'>[]
): Splitting {
  return {
    ...given,
    lines: lines.map((line, key) => ({ ...line, key })),
    even: false,
    removed: null,
    nextKey: lines.length
  };
}

/** The splits after a step; an impossible step changes nothing. */
export function stepped(state: Splitting, step: Step): Splitting {
  const { lines } = state;
  switch (step.do) {
    case 'add':
      return lines.length >= MOST_SPLITS ? state : added(state);
    case 'remove': {
      const line = lines[step.index];
      if (!line || lines.length === 1) return state;
      const left = lines.filter((other) => other !== line);
      return filled({
        ...state,
        lines: left,
        removed: { line: { ...line, held: step.held ?? line.held }, index: step.index }
      });
    }
    case 'undo': {
      if (!state.removed) return state;
      const { line, index } = state.removed;
      return filled({ ...state, lines: [...lines.slice(0, index), line, ...lines.slice(index)], removed: null });
    }
    case 'even':
      return filled({ ...state, even: true });
    case 'rest':
      return withRest(state);
    case 'by':
      return step.by === state.by ? state : converted(state, step.by);
    case 'type':
      return {
        ...state,
        even: false,
        lines: (step.name === 'taxAmount' ? lines : shared(lines, step.name)).map((line, index) =>
          index === step.index ? { ...line, [step.name]: step.text } : line
        )
      };
  }
}

/** Clears the other unit's shares before a change in one unit, and taxes when dividing by percentages. */
const shared = (lines: readonly Line[], by: Division): Line[] =>
  lines.map((line) => (by === 'percent' ? { ...line, amount: '', taxAmount: '' } : { ...line, percent: '' }));

/** Parses a typed number; null if invalid. */
export function typedNumber({ locale }: Pick<Splitting, 'locale'>, text: string): Decimal | null {
  const read = readNumber(text, locale);
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(read) ? new Decimal(read) : null;
}

const ZERO = new Decimal(0);
const numbers = (state: Splitting, name: 'amount' | 'percent' | 'taxAmount') =>
  state.lines.map((line) => typedNumber(state, line[name]) ?? ZERO);

/** The value of each split and the remainder of the whole. */
export interface Totals {
  amounts: Decimal[];
  percents: Decimal[];
  /** Absent if the whole has no tax. */
  taxes: Decimal[] | null;
  /** In the current unit. */
  left: Decimal;
  leftAmount: Decimal;
  /** The remaining tax, if taxes are typed; null if they follow the amounts. */
  leftTax: Decimal | null;
}

/** Computes the totals of the splits. */
export function totalsOf(state: Splitting): Totals {
  const { whole, by } = state;
  const divided = { amount: new Decimal(whole?.amount ?? 100), digits: whole?.digits ?? 2 };
  const percents = by === 'percent' ? numbers(state, 'percent') : percentsOf(divided, numbers(state, 'amount'));
  const amounts = by === 'percent' ? amountsAt(divided, percents) : numbers(state, 'amount');
  const leftAmount = divided.amount.minus(sumOf(amounts));
  const left = by === 'percent' ? new Decimal(100).minus(sumOf(percents)) : leftAmount;
  if (!whole || whole.taxAmount === null) return { amounts, percents, taxes: null, left, leftAmount, leftTax: null };
  const tax = { amount: new Decimal(whole.taxAmount), digits: whole.digits };
  const typed = by === 'amount' && state.lines.some(({ taxAmount }) => taxAmount.trim() !== '');
  const taxes = typed ? numbers(state, 'taxAmount') : taxesWithin(amountsAt(tax, percents), amounts);
  return { amounts, percents, taxes, left, leftAmount, leftTax: typed ? tax.amount.minus(sumOf(taxes)) : null };
}

function added(state: Splitting): Splitting {
  const { lines, nextKey, by } = state;
  const next: Line = { key: nextKey, amount: '', percent: '', taxAmount: '', held: {} };
  const grown = { ...state, lines: [...lines, next], nextKey: nextKey + 1, removed: null };
  if (lines.length === 1) return filled({ ...grown, even: true });
  const { left } = totalsOf(state);
  // The new split gets the remainder.
  if (!state.even && !left.isZero()) return { ...grown, lines: [...lines, { ...next, [by]: written(state, left) }] };
  return filled(grown);
}

const written = ({ locale, whole, by }: Pick<Splitting, 'locale' | 'whole' | 'by'>, value: Decimal) =>
  writeNumber(
    by === 'amount' ? value.toFixed(Math.max(whole?.digits ?? 2, value.decimalPlaces())) : value.toFixed(),
    locale
  );

/** Applies equal shares, if they are on. */
function filled(state: Splitting): Splitting {
  const { lines, by, whole, even } = state;
  if (lines.length === 1) return { ...state, even: false };
  if (!even) return state;
  const shares =
    by === 'amount' && whole
      ? evenAmounts({ amount: new Decimal(whole.amount), digits: whole.digits }, lines.length)
      : evenAmounts({ amount: new Decimal(100), digits: 2 }, lines.length);
  return {
    ...state,
    lines: shared(lines, by).map((line, index) => ({
      ...line,
      [by]: written(state, shares[index] as Decimal),
      taxAmount: ''
    }))
  };
}

/** Adds the remainder to the last split. */
function withRest(state: Splitting): Splitting {
  const { lines, by } = state;
  const last = lines.at(-1);
  if (!last || lines.length === 1) return state;
  const rest = (typedNumber(state, last[by]) ?? ZERO).plus(totalsOf(state).left);
  const left = shared(lines, by);
  return {
    ...state,
    even: false,
    lines: [...left.slice(0, -1), { ...(left.at(-1) as Line), [by]: written(state, rest) }]
  };
}

/** The same splits in the other unit: as typed there if nothing has changed since, else converted. */
function converted(state: Splitting, by: Division): Splitting {
  if (!state.whole) return state;
  const { amounts, percents } = totalsOf(state);
  const values = by === 'percent' ? percents : amounts;
  const next = { ...state, by };
  if (state.lines.length === 1) return next;
  return {
    ...next,
    lines: state.lines.map((line, index) => ({
      ...line,
      // Empty numbers stay empty, and invalid ones stay for correction.
      [by]: line[by] || (typedNumber(state, line[state.by]) ? written(next, values[index] as Decimal) : line[state.by])
    }))
  };
}
