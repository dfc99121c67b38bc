import type { Principal } from '@/lib/access/policy/principal';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import {
  daysOfPeriod,
  isCounted,
  MOST_COUNTED,
  PERIOD_WORDS,
  type Period,
  type PeriodDays,
  readPeriod
} from '@/lib/kit/reports/period';
import { ownFiscalStart } from '@/lib/kit/reports/period-days';
import { ownCycles } from '@/lib/kit/reports/schedules/cycles';
import type { FieldOption, FieldSpec } from '../ui/field-spec';

interface PeriodReader {
  principal: Principal;
  timeZone: string;
  t: Translate;
  locale: Locale;
}

/** The periods of reports in the words of a reader, with the days that they mean to the reader today. */
export interface PeriodWords {
  /** Those that the reader can choose. */
  choices: FieldOption[];
  /** A stored period. */
  shown: (period: string) => string;
}

/** Days as a range in a language: `Jul 1 – Sep 30, 2026`. */
const rangeIn = (locale: Locale, { from, to }: PeriodDays): string =>
  new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to)
  );

export async function periodWords({ principal, timeZone, t, locale }: PeriodReader): Promise<PeriodWords> {
  const [cycles, fiscalStart] = await Promise.all([ownCycles(principal), ownFiscalStart(principal)]);
  const calendar = { fiscalStart, cycles: new Map(cycles.map(({ id, cycle }) => [id, cycle])) };
  const today = todayIn(timeZone);
  const nameOf = (cycleId: string) => cycles.find(({ id }) => id === cycleId)?.name ?? '–';
  const words = (period: Period): string => {
    switch (period.kind) {
      case 'word':
        return t(`listing.range.${period.word}`);
      case 'cycle':
        return period.count === 0
          ? t('report.period.cycle', { name: nameOf(period.cycleId) })
          : t('report.period.cycle.last', { name: nameOf(period.cycleId), count: period.count });
      default:
        return t(`report.period.last.${period.kind}`, { count: period.count });
    }
  };
  const shown = (text: string): string => {
    const period = readPeriod(text);
    const days = period && daysOfPeriod(period, today, calendar);
    return [...(period ? [words(period)] : []), ...(days ? [rangeIn(locale, days)] : [])].join(' · ');
  };
  const known = PERIOD_WORDS.filter((word) => fiscalStart !== null || !word.startsWith('fiscal.'));
  const choice = (value: string) => ({ value, label: shown(value) });
  return {
    shown,
    choices: [
      ...known.map(choice),
      { value: 'days.n', label: t('report.period.some.days') },
      { value: 'months.n', label: t('report.period.some.months') },
      ...cycles.flatMap(({ id, name }) => [
        choice(`cycle.0.${id}`),
        choice(`cycle.1.${id}`),
        { value: `cycle.n.${id}`, label: t('report.period.some.cycles', { name }) }
      ])
    ]
  };
}

/** The fields that choose a period, and the number that it may need. */
export const periodFormFields = (t: Translate, options: readonly FieldOption[]): FieldSpec[] => [
  {
    name: 'period',
    label: t('report.period'),
    kind: 'select',
    blank: false,
    half: true,
    options: [{ value: '', label: t('report.period.saved') }, ...options]
  },
  {
    name: 'periodCount',
    label: t('report.period.count'),
    hint: t('report.period.count.hint'),
    kind: 'number',
    min: 1,
    max: MOST_COUNTED.days,
    half: true,
    required: true,
    showWhen: { field: 'period', equals: options.map(({ value }) => value).filter(isCounted) }
  }
];
