import { type Locale, languageTag } from '@/lib/core/language/locales';
import { changeOf, type SpendFigures } from './spend-sheet';

/** The change against the period before, in percent with its sign; a dash if there is nothing to compare with. */
export function Change({ figures, locale }: { figures: SpendFigures; locale: Locale }) {
  const change = changeOf(figures);
  if (change === null) return '–';
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero'
  })
    .format(change)
    .replace('-', '\u2212');
}
