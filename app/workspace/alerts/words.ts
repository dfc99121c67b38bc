import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { AlertPreview } from '@/lib/money/alerts/preview';
import type { RuleEntry } from '@/lib/money/alerts/schema';
import { timeZoneName } from '../issuers/time-zone-options';
import type { Formats } from '../ui/formats';

export interface WordsReader {
  t: Translate;
  locale: Locale;
  format: Formats;
}

/** A place in words: a card by its last four digits too. */
export const placeWords = ({ name, lastFour }: { name: string; lastFour: string | null }): string =>
  lastFour ? `${name} •••• ${lastFour}` : name;

/** A time of a clock, `22:00`, as a language writes it. */
const timeText = (locale: Locale, time: string): string =>
  new Intl.DateTimeFormat(languageTag(locale), { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`2000-01-01T${time}:00Z`)
  );

/** What an alert says, in one to four sentences. */
export function alertSentence(
  { t, locale, format }: WordsReader,
  rule: Omit<RuleEntry, 'nodeId'>,
  place: string
): string {
  const { measure, amount, currency, percent, period, early, categories, merchant, countries, days } = rule;
  const { fromTime, toTime, weekends, timeZone } = rule;
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'region' });
  const or = new Intl.ListFormat(languageTag(locale), { type: 'disjunction' });
  const params = {
    place,
    amount: amount && currency ? format.money(amount, currency) : '',
    percent: percent === null ? '' : format.percent(percent),
    period: period === null ? '' : t(`alert.per.${period}`),
    countries: or.format(countries.map((code) => names.of(code) ?? code)),
    days: days ?? 0,
    hours: fromTime === null ? 'none' : 'times',
    weekends: weekends ? 'yes' : 'no',
    from: fromTime === null ? '' : timeText(locale, fromTime),
    to: toTime === null ? '' : timeText(locale, toTime),
    zone: timeZoneName(timeZone ?? '')
  };
  const list = or.format(categories.map((category) => t(`merchant.category.${category}`)));
  return [
    t(`alert.sentence.${measure}`, params),
    ...(categories.length > 0 ? [t('alert.sentence.categories', { list })] : []),
    ...(merchant === null ? [] : [t('alert.sentence.merchant', { merchant })]),
    ...(early ? [t('alert.sentence.early', { first: format.percent(75), second: format.percent(90) })] : [])
  ].join(' ');
}

/** What a preview found, in words. */
export const previewWords = ({ t, format }: WordsReader, { count, last }: AlertPreview): string =>
  last === null ? t('alert.preview.none') : t('alert.preview', { count, date: format.date(last) });
