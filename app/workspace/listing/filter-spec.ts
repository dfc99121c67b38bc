import type { Principal } from '@/lib/access/policy/principal';
import type { TextKey } from '@/lib/core/language/text-key';
import { withoutCardNumbers } from '@/lib/core/secrets/card-digits';
import { comparedWords, wordsOfValues } from '@/lib/kit/listing/filter-words';
import type { Column } from '@/lib/kit/listing/listing';
import { type Comparison, comparisonsOf } from '@/lib/kit/listing/query';
import { currentTab } from '@/lib/kit/listing/tabs';
import type { DayRange } from './day-ranges';
import type { ListingContext } from './listing-context';

/** One filter of a list, for its chip. */
export interface FilterSpec {
  name: string;
  label: string;
  kind: 'choice' | 'text' | 'days' | 'numbers' | 'fixed';
  /** What it is set to, in words; null if it is not set. */
  shown: string | null;
  /** The values in the address, which may be invalid. */
  value: string;
  from: string;
  to: string;
  /** The reason that a value is invalid. */
  fault?: string;
  choices?: { value: string; label: string }[];
  ranges?: readonly DayRange[];
  /** How it compares; empty: as its column does by itself. */
  is: Comparison | '';
  /** The ways in which it can compare, its own first. */
  comparisons: readonly { value: Comparison | ''; label: string }[];
}

const isDay = ({ type }: Column) => type === 'date' || type === 'date-time';

/** The filters of a list: first those that its toolbar shows. Filters by ids are there only while they are set. */
export async function filterSpecs(
  context: ListingContext,
  principal: Principal,
  ranges: readonly DayRange[]
): Promise<FilterSpec[]> {
  const { columns, presentation } = context.listing;
  const isOffered = (name: string) => !columns[name]?.nameOf || context.query.filters[name] !== undefined;
  // The current tab says what it filters.
  const told = Object.keys(currentTab(context.listing, context.query)?.query ?? {});
  const names = Object.keys(columns).filter((name) => columns[name]?.filter && !told.includes(name) && isOffered(name));
  const first = presentation?.filters?.filter((name) => names.includes(name)) ?? names.slice(0, 3);
  return Promise.all(
    [...first, ...names.filter((name) => !first.includes(name))].map(async (name) => {
      const column = columns[name] as Column;
      const spec = filterSpec(name, column, context, ranges);
      const fixed = column.nameOf && (await column.nameOf(spec.value, principal));
      return fixed === undefined ? spec : { ...spec, kind: 'fixed', shown: fixed ?? '–' };
    })
  );
}

/** The number of filters that the toolbar shows though they are not set. */
export const shownFilters = ({ listing: { presentation } }: ListingContext): number =>
  presentation?.filters?.length ?? 3;

function filterSpec(name: string, column: Column, context: ListingContext, ranges: readonly DayRange[]): FilterSpec {
  const { query, given, t } = context;
  const typed = (parameter: string) => withoutCardNumbers([given[parameter] ?? ''].flat()[0] ?? '').slice(0, 200);
  const isRange = column.filter === 'range';
  const [value, from, to] = isRange ? ['', typed(`${name}.from`), typed(`${name}.to`)] : [typed(name), '', ''];
  const fault = [name, `${name}.from`, `${name}.to`, `${name}.is`].map((one) => query.faults[one]).find(Boolean);
  const choices = choicesOf(column);
  const comparisons = comparisonsOf(column);
  const kind = isRange ? (isDay(column) ? 'days' : 'numbers') : choices ? 'choice' : 'text';
  return {
    name,
    label: t(column.label),
    kind,
    value,
    from,
    to,
    is: comparisons.find((one) => one === typed(`${name}.is`)) ?? '',
    comparisons: [
      { value: '' as const, label: t(usualWord(column)) },
      ...comparisons.map((one) => ({ value: one, label: t(`listing.is.${one}`) }))
    ],
    shown: query.filters[name] ? shownFilter(context, name, column, ranges) : value || from || to || null,
    ...(fault && { fault: t(fault) }),
    ...(kind === 'choice' && {
      choices: Object.entries(choices ?? {}).map(([choice, key]) => ({ value: choice, label: t(key) }))
    }),
    ...(kind === 'days' && { ranges })
  };
}

const choicesOf = (column: Column): Column['choices'] =>
  column.type === 'boolean' ? { true: 'yes', false: 'no' } : column.choices;

/** How a column's filter compares by itself, in a word. */
const usualWord = ({ filter }: Column): TextKey =>
  filter === 'range'
    ? 'listing.is.between'
    : filter === 'contains' || filter === 'begins'
      ? `listing.is.${filter}`
      : 'listing.is';

/** A set filter in words: a choice, a text, a range by its name or its ends, and how it compares. */
function shownFilter(
  { query, t, format }: ListingContext,
  name: string,
  column: Column,
  ranges: readonly DayRange[]
): string {
  const filter = query.filters[name] ?? {};
  const { from, to } = filter;
  const end = (one: string | undefined) => (one ? (isDay(column) ? format.date(one) : format.number(Number(one))) : '');
  const named = isDay(column) && ranges.find((range) => range.from === from && range.to === to);
  const range = named ? named.label : `${end(from)} – ${end(to)}`.trim();
  return comparedWords(t, filter, column.filter === 'range' ? range : wordsOfValues(t, column, filter));
}
