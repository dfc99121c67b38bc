import { isCardNumber } from '../../../core/secrets/card-digits';
import { readAmount } from '../amounts';
import { dateReader } from '../dates';
import { currencyOf } from '../iso-codes';
import { DATE_FORMATS, type DateFormat } from '../mapping';

/** What the values of a column look like. */
export type ColumnForm = 'card' | 'tail' | 'date' | 'amount' | 'currency' | 'text';

/** The share of a column's values that must have a form: files have odd lines. */
const MOST = 0.9;
const EARLIEST = '2000-01-01';
const LATEST = '2099-12-31';

const dates = DATE_FORMATS.map((format) => ({ format, read: dateReader(format) }));

/** The form that nearly all values have. */
export function formOf(values: readonly string[]): ColumnForm {
  if (mostly(values, isCard)) return 'card';
  if (mostly(values, isTail)) return 'tail';
  if (dateFormatsOf(values).length > 0) return 'date';
  if (mostly(values, (text) => /^[A-Z]{3}$/.test(text) && currencyOf(text) !== undefined)) return 'currency';
  return markOf(values) ? 'amount' : 'text';
}

/** The formats in which nearly all values are days of this century. */
export const dateFormatsOf = (values: readonly string[]): DateFormat[] =>
  dates
    .filter(({ read }) =>
      mostly(values, (text) => {
        const day = read(text);
        return day !== null && day >= EARLIEST && day <= LATEST;
      })
    )
    .map(({ format }) => format);

/** The decimal mark by which nearly all values are amounts, one of them with decimals; null if there is none. */
export function markOf(values: readonly string[]): '.' | ',' | null {
  const fits = (mark: '.' | ',') =>
    mostly(values, (text) => readAmount(text, mark, null) !== null) && values.some((text) => endsWith(text, mark));
  if (fits('.')) return '.';
  return fits(',') ? ',' : null;
}

/** Whether a text's last mark is this one, with decimals behind it: `1.234` may be a thousand. */
const endsWith = (text: string, mark: '.' | ',') =>
  (mark === '.' ? /\.\d{1,2}(?!\d)[^.,]*$/ : /,\d{1,2}(?!\d)[^.,]*$/).test(text);

/** Whether nearly all values are numbers that amounts could be, with decimals or without. */
export const areAmounts = (values: readonly string[]): boolean =>
  (['.', ','] as const).some((mark) => mostly(values, (text) => readAmount(text, mark, null) !== null));

/** Whether a text is the whole number of a card. */
export const isCard = (text: string): boolean => isCardNumber(text.replace(/[\s-]/g, ''));

/** Whether a text is the end of a card's number, behind what hides the rest of it. */
const isTail = (text: string) => /^[\d\s-]{0,9}(?:[*xX•#]|\.{2,})[*xX•#.\s-]*\d{4}$/.test(text);

/** Whether nearly all values pass. */
export const mostly = (values: readonly string[], passes: (text: string) => boolean): boolean =>
  values.length > 0 && values.filter(passes).length >= values.length * MOST;
