import { readNumber, writeNumber } from '@/lib/core/entry/typed-number';
import type { Locale } from '@/lib/core/language/locales';
import { MOST_SPLITS } from '@/lib/money/allocation/splits';
import { textOf } from '../../addresses';
import type { FieldSpec } from '../../ui/field-spec';
import { codedValues, typedIn } from '../allocation-fields';
import type { EditorState } from './editor-state';
import { placedName } from './placed';
import { type Divisible, type Line, type Splitting, splittingOf } from './splitting';

interface Given {
  whole: Divisible | null;
  locale: Locale;
  /** The accounting codes and the description of a split. */
  coded: readonly FieldSpec[];
}

/** The splits of the editor's form, as typed. */
export function postedSplits(form: FormData, { whole, locale, coded }: Given): Splitting {
  const parts = Number(textOf(form, 'parts'));
  // One above the limit, so that too many splits are refused instead of cut.
  const count = Number.isInteger(parts) && parts >= 1 ? Math.min(parts, MOST_SPLITS + 1) : 1;
  const names = coded.flatMap(({ name, kind }) => (kind === 'combobox' ? [name, `${name}.typed`] : [name]));
  const lines = Array.from({ length: count }, (_, index): Omit<Line, 'key'> => {
    const typed = (name: string) => textOf(form, placedName(index, name));
    return {
      amount: typed('amount'),
      percent: typed('percent'),
      taxAmount: typed('taxAmount'),
      held: Object.fromEntries(names.map((name) => [name, typed(name)]))
    };
  });
  const by = whole && textOf(form, 'by') !== 'percent' ? 'amount' : 'percent';
  return { ...splittingOf({ whole, locale, by }, lines), even: textOf(form, 'even') === 'true' };
}

/** Splits in the form's state. */
export const keptSplits = ({ by, even, lines }: Splitting): NonNullable<EditorState['splits']> => ({
  by,
  even,
  lines: lines.map(({ key, ...line }) => line)
});

interface Stored {
  amount?: string;
  percent: string | null;
  taxAmount?: string | null;
  description: string | null;
  codes: Readonly<Record<string, string>>;
}

/** Converts a stored split for the editor. */
export function lineOf(
  part: Stored,
  { locale, coded, digits = 0 }: Pick<Given, 'locale' | 'coded'> & { digits?: number }
): Omit<Line, 'key'> {
  const written = (stored: string | null | undefined) => (stored ? writeNumber(padded(stored, digits), locale) : '');
  return {
    amount: written(part.amount),
    percent: part.percent ? writeNumber(part.percent, locale) : '',
    taxAmount: written(part.taxAmount),
    held: typedIn(coded, locale, codedValues(part))
  };
}

/** Converts the typed accounting codes of a split, by id, to stored form. */
export const codesIn = ({ held }: Pick<Line, 'held'>, { locale, coded }: Pick<Given, 'locale' | 'coded'>) =>
  Object.fromEntries(
    coded.flatMap(({ name, kind }) => {
      const typed = held[name] || held[`${name}.typed`] || '';
      return name.startsWith('codes.')
        ? [[name.slice('codes.'.length), kind === 'decimal' ? readNumber(typed, locale) : typed]]
        : [];
    })
  );

/** With the currency's number of decimals. */
function padded(stored: string, digits: number): string {
  const [whole = '', decimals = ''] = stored.split('.');
  return digits === 0 ? stored : `${whole}.${decimals.padEnd(digits, '0')}`;
}

/** The posted values of the whole's fields, to show again. */
export const typedHead = (form: FormData, head: readonly FieldSpec[]): Record<string, string> =>
  Object.fromEntries(
    head.flatMap(({ name }) => [
      [name, textOf(form, name)],
      [`${name}.typed`, textOf(form, `${name}.typed`)]
    ])
  );
