import { DAY_MILLIS } from '@/lib/core/calendar/days';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { type Controls, type Hours, WEEKDAYS } from '@/lib/money/purchasing/controls';
import type { Formats } from '../ui/formats';

export interface Reader {
  t: Translate;
  locale: Locale;
  format: Formats;
}

/** A Monday: the names of the days of the week come from the days after it. */
const MONDAY = Date.UTC(2026, 0, 5);

/** Words with commas and "and" between them. */
const listed = (locale: Locale, words: readonly string[]) =>
  new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(words);

/** Amounts that are agreed on, each one or a range. */
export const bandsShown = ({ format }: Reader, currency: string, bands: readonly { from: string; to: string }[]) =>
  bands
    .map(({ from, to }) =>
      from === to ? format.money(from, currency) : `${format.money(from, currency)} – ${format.money(to, currency)}`
    )
    .join('; ');

type Sentence = string | false;

/**
 * What a card may do, in sentences of plain words (C3.059). Where a template counts the days from the approval, `days`
 * says how many.
 */
export function controlSentences(
  reader: Reader,
  controls: Controls,
  { days }: { days?: number | null } = {}
): string[] {
  return [
    ...spending(reader, controls),
    ...amounts(reader, controls),
    ...times(reader, controls, days ?? null),
    ...merchants(reader, controls)
  ].filter((sentence) => sentence !== false);
}

/** How much in a period, and how often. */
function spending({ t, format }: Reader, { currency, velocities, aging, transactionLimit }: Controls): Sentence[] {
  const times = (count: number, period: (typeof velocities)[number]['period']) =>
    t('purchase.says.count', { count, period: t(`purchase.period.${period}`) });
  return [
    ...velocities.flatMap(({ period, amount, count }): Sentence[] => [
      amount !== null &&
        t('purchase.says.amount', { amount: format.money(amount, currency), period: t(`purchase.period.${period}`) }),
      count !== null && times(count, period)
    ]),
    aging !== null && t('purchase.says.aging', { amount: format.money(aging.amount, currency), days: aging.days }),
    transactionLimit !== null &&
      transactionLimit.amount !== null &&
      t('purchase.says.transaction', { amount: format.money(transactionLimit.amount, currency) }),
    transactionLimit !== null && transactionLimit.count !== null && times(transactionLimit.count, 'continuous')
  ];
}

/** What a single purchase may cost. */
function amounts(reader: Reader, { currency, amountRange, exactAmounts }: Controls): Sentence[] {
  const { t, format } = reader;
  return [
    amountRange !== null &&
      t('purchase.says.range', {
        min: format.money(amountRange.min, currency),
        max: format.money(amountRange.max, currency)
      }),
    exactAmounts !== null && t('purchase.says.exact', { amounts: bandsShown(reader, currency, exactAmounts.bands) }),
    exactAmounts?.once === true && t('purchase.says.once')
  ];
}

/** When. */
function times(
  { t, locale, format }: Reader,
  { timeOfDay, curfew, validity, timeZone: zone }: Controls,
  days: number | null
): Sentence[] {
  const sentences = (key: 'purchase.says.open' | 'purchase.says.curfew', hours: readonly Hours[]) =>
    byHours(hours).map(({ from, to, on }) => t(key, { days: daysShown(locale, on), from, to, zone }));
  return [
    ...(timeOfDay ? sentences('purchase.says.open', timeOfDay) : []),
    ...(curfew ? sentences('purchase.says.curfew', curfew) : []),
    validity !== null &&
      (days === null
        ? t('purchase.says.valid', { from: format.date(validity.from), to: format.date(validity.to) })
        : t('purchase.says.valid.days', { days }))
  ];
}

/** Where. */
function merchants({ t, locale }: Reader, { merchantName, purchaseType, merchant }: Controls): Sentence[] {
  return [
    merchantName !== null &&
      t(`purchase.says.name.${merchantName.match}`, { names: listed(locale, merchantName.names) }),
    purchaseType !== null && t('purchase.says.type', { type: purchaseType.name }),
    merchant !== null && t('purchase.says.merchant', { id: merchant.id })
  ];
}

/** The days that have the same hours, together. */
function byHours(hours: readonly Hours[]) {
  const together = new Map<string, { from: string; to: string; on: Hours['weekday'][] }>();
  for (const { from, to, weekday } of hours) {
    const key = `${from}-${to}`;
    const known = together.get(key) ?? { from, to, on: [] };
    together.set(key, { ...known, on: [...known.on, weekday] });
  }
  return [...together.values()];
}

function daysShown(locale: Locale, days: readonly Hours['weekday'][]): string {
  const name = new Intl.DateTimeFormat(languageTag(locale), { weekday: 'long', timeZone: 'UTC' });
  const inOrder = WEEKDAYS.filter((day) => days.includes(day));
  return listed(
    locale,
    inOrder.map((day) => name.format(MONDAY + WEEKDAYS.indexOf(day) * DAY_MILLIS))
  );
}
