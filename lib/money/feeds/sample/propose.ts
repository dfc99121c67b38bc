import { countryOf, currencyOf } from '../iso-codes';
import { DATE_FORMATS, type DateFormat, type FeedField, type Layout } from '../mapping';
import { areAmounts, dateFormatsOf, formOf, isCard, markOf, mostly } from './column-forms';
import { fieldNamed } from './known-headings';
import type { SampleColumn } from './open-sample';

/** The field of each column by the column's number; columns without one are not used. */
export type Matches = ReadonlyMap<number, FeedField>;

/** How dates and amounts are written, as far as a sample tells it. */
export type Notation = Pick<Layout, 'account' | 'dateFormat' | 'decimalMark' | 'negative'>;

const DATES: readonly FeedField[] = ['transactionDate', 'postingDate'];
const AMOUNTS: readonly FeedField[] = ['amount', 'billedAmount', 'billedDebit', 'billedCredit', 'taxAmount'];
const PAIR: readonly FeedField[] = ['billedDebit', 'billedCredit'];
const CURRENCIES: readonly FeedField[] = ['currency', 'billedCurrency'];

/**
 * Proposes a field for each column: the one that its heading names, unless its values can't be that; then, by the form
 * of their values, what is still missing. A field is proposed once.
 */
export function matchedColumns(columns: readonly SampleColumn[]): Matches {
  const matches = new Map<number, FeedField>();
  const isFree = (field: FeedField) => ![...matches.values()].includes(field);
  for (const { number, field } of namedFields(columns)) if (isFree(field)) matches.set(number, field);
  // One of a pair says nothing without the other.
  if (isFree('billedDebit') !== isFree('billedCredit'))
    for (const [number, field] of matches) if (PAIR.includes(field)) matches.delete(number);
  for (const { number, values } of columns) {
    const field = matches.has(number) ? undefined : byForm(values, isFree);
    if (field) matches.set(number, field);
  }
  return matches;
}

/** The fields that headings name, those first whose spelling says most. */
function namedFields(columns: readonly SampleColumn[]): { number: number; field: FeedField }[] {
  return columns
    .flatMap(({ number, heading, values }) => {
      const named = heading ? fieldNamed(heading) : undefined;
      if (!named) return [];
      // Many files call what they show of a card its number.
      const field = named.field === 'cardNumber' && formOf(values) === 'tail' ? 'lastFour' : named.field;
      return canBe(field, values) ? [{ number, field, rank: named.rank }] : [];
    })
    .sort((a, b) => a.rank - b.rank);
}

/** Whether a column's values can be those of a field; a column without values can be any. */
function canBe(field: FeedField, values: readonly string[]): boolean {
  if (values.length === 0) return true;
  if (field === 'cardNumber') return mostly(values, isCard);
  if (field === 'lastFour') return mostly(values, (text) => /\d{4}$/.test(text) && !isCard(text));
  if (DATES.includes(field)) return dateFormatsOf(values).length > 0;
  if (AMOUNTS.includes(field)) return areAmounts(values);
  if (CURRENCIES.includes(field)) return mostly(values, (text) => currencyOf(text) !== undefined);
  if (field === 'merchantCountry') return mostly(values, (text) => countryOf(text) !== undefined);
  if (field === 'merchantCategoryCode') return mostly(values, (text) => /^\d{3,4}$/.test(text));
  if (field === 'creditIndicator') return creditValuesOf(values).length > 0;
  return true;
}

/** The field that the form of the values tells, if nothing has it yet. */
function byForm(values: readonly string[], isFree: (field: FeedField) => boolean): FeedField | undefined {
  const firstFree = (...fields: FeedField[]) => fields.find(isFree);
  switch (formOf(values)) {
    case 'card':
      return firstFree('cardNumber');
    case 'tail':
      return isFree('cardNumber') ? firstFree('lastFour') : undefined;
    case 'date':
      return firstFree(...DATES);
    case 'currency':
      return firstFree('currency');
    case 'amount':
      return (['amount', 'billedAmount', 'billedDebit'] as const).every(isFree) ? 'amount' : undefined;
    default:
      return undefined;
  }
}

/** How the matched columns write dates and amounts, and how they tell the account. */
export function notationOf(columns: readonly SampleColumn[], matches: Matches): Notation {
  const valuesOf = (fields: readonly FeedField[]) =>
    columns.filter(({ number }) => fields.includes(matches.get(number) as FeedField)).map(({ values }) => values);
  const fields = [...matches.values()];
  const amounts = valuesOf(['amount', 'billedAmount']).flat();
  const isDollars = mostly(valuesOf(CURRENCIES).flat(), (text) => text === 'USD');
  return {
    account: fields.includes('cardNumber')
      ? 'card_number'
      : fields.includes('lastFour') && fields.includes('accountName')
        ? 'last_four'
        : 'name',
    dateFormat: dateFormatIn(valuesOf(DATES), isDollars),
    decimalMark: markOf(amounts) ?? markOf(valuesOf(AMOUNTS).flat()) ?? '.',
    // A bank that writes its side of things has most purchases negative.
    negative: amounts.filter(isNegative).length * 2 > amounts.length ? 'debit' : 'credit'
  };
}

const isNegative = (text: string) => /^[-\u2212(]|-$/.test(text);

/** The one format of all columns with dates; where days and months could be either, dollars put the month first. */
function dateFormatIn(columns: readonly (readonly string[])[], isDollars: boolean): DateFormat {
  const possible = DATE_FORMATS.filter((format) => columns.every((values) => dateFormatsOf(values).includes(format)));
  const american = possible.find((format) => format.startsWith('MM'));
  return (isDollars ? american : undefined) ?? possible[0] ?? 'YYYY-MM-DD';
}

/** The words of a column that mean a credit. */
export const creditValuesOf = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((text) =>
    /^(c|cr|crd|credit|kredit|h|haben|gutschrift|credito|crédito|crédit)$/i.test(text)
  );
