import type { Translate } from '../../core/language/texts';
import { type Column, wordOfChoice } from './listing';
import { type Filter, valuesOf } from './query';

/** The values of a filter in words, one after the other. */
export function wordsOfValues(t: Translate, column: Column, filter: Filter): string {
  const values = filter.is ? valuesOf(filter) : [filter.value ?? ''];
  return values
    .map((value) => (column.type === 'boolean' ? t(value === 'true' ? 'yes' : 'no') : wordOfChoice(t, column, value)))
    .join(', ');
}

/** A filter in words with how it compares: “is not Open, Reviewed”. Being one of some values goes without saying. */
export function comparedWords(t: Translate, { is }: Filter, values: string): string {
  if (!is || is === 'in') return values;
  const word = t(`listing.is.${is}`);
  return is === 'empty' || is === 'filled' ? word : `${word} ${values}`;
}
