import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { PersonChoice } from '@/lib/directory/people/find-people';
import { fullName } from '@/lib/directory/people/user-record';
import { FORMATS } from '@/lib/kit/reports/kept';
import { FISCAL_UNITS } from '@/lib/kit/reports/schedules/cycle';
import type { NamedCycle } from '@/lib/kit/reports/schedules/cycles';
import type { FeedSource } from '@/lib/kit/reports/schedules/feed-sources';
import type { MailRules } from '@/lib/kit/reports/schedules/mail-rules';
import { ADJUSTED, ADJUSTMENTS, FREQUENCIES, type Frequency } from '@/lib/kit/reports/schedules/rule';
import {
  MOST_ADDRESSES,
  MOST_BUSINESS_DAYS,
  MOST_DAYS_AFTER,
  scheduleSchema
} from '@/lib/kit/reports/schedules/schema';
import { emailsLength } from '@/lib/kit/setup/fields';
import { timeZoneOptions } from '../../issuers/time-zone-options';
import { constrained } from '../../ui/constrained';
import type { FieldOption, FieldSpec } from '../../ui/field-spec';
import { periodFormFields } from '../period-words';
import { protectionFields } from '../protection-fields';
import { placeFields } from '../share-fields';
import { NTHS, weekdayName } from './rule-words';

interface Reader {
  t: Translate;
  locale: Locale;
}

const numbers = (first: number, last: number): FieldOption[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ value: String(first + at), label: String(first + at) }));

const of = (...equals: Frequency[]): Pick<FieldSpec, 'showWhen' | 'required'> => ({
  showWhen: { field: 'frequency', equals },
  required: true
});

/** What a schedule can be made of by its reader. */
interface ScheduleChoices {
  cycles: readonly NamedCycle[];
  hasFiscalYear: boolean;
  /** The mappings after whose feeds it can run. */
  feeds: readonly FeedSource[];
  periods: readonly FieldOption[];
  recipients: readonly PersonChoice[];
  /** The name of the place that it has. */
  place: string | null;
  isProtected: boolean | undefined;
  /** What the issuer lets go out by mail. */
  mail: MailRules;
}

/** The fields of the days of a schedule: each frequency has its own. */
function ruleFields(
  { t, locale }: Reader,
  { cycles, hasFiscalYear, feeds }: Pick<ScheduleChoices, 'cycles' | 'hasFiscalYear' | 'feeds'>
): FieldSpec[] {
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: String(day),
    label: weekdayName(languageTag(locale), day)
  }));
  const select = { kind: 'select', half: true } as const;
  const isKnown = (frequency: Frequency) =>
    frequency === 'cycle_end' ? cycles.length > 0 : frequency !== 'fiscal_end' || hasFiscalYear;
  const frequencies = FREQUENCIES.filter(isKnown);
  const days: FieldSpec[] = [
    {
      name: 'frequency',
      label: t('report.schedule.frequency'),
      ...select,
      options: frequencies.map((value) => ({ value, label: t(`report.frequency.${value}`) }))
    },
    {
      name: 'weekdays',
      label: t('report.schedule.weekdays'),
      kind: 'multi-select',
      ...of('weekly'),
      options: weekdays,
      inRow: true
    },
    {
      name: 'monthDay',
      label: t('report.schedule.day'),
      hint: t('report.schedule.day.hint'),
      ...select,
      options: numbers(1, 31),
      ...of('monthly')
    },
    {
      name: 'nth',
      label: t('report.schedule.nth'),
      ...select,
      ...of('nth_weekday'),
      options: NTHS.map((nth) => ({ value: String(nth), label: t(`report.nth.${nth}`) }))
    },
    { name: 'weekday', label: t('report.schedule.weekday'), ...select, options: weekdays, ...of('nth_weekday') },
    {
      name: 'businessDay',
      label: t('report.schedule.business.day'),
      hint: t('report.schedule.business.day.hint'),
      ...select,
      options: numbers(1, MOST_BUSINESS_DAYS),
      ...of('nth_business_day')
    }
  ];
  const adjustment: FieldSpec = {
    name: 'adjustment',
    label: t('report.schedule.adjustment'),
    hint: t('report.schedule.adjustment.hint'),
    ...select,
    ...of(...ADJUSTED),
    options: ADJUSTMENTS.map((value) => ({ value, label: t(`report.adjustment.${value}`) }))
  };
  const cycle: FieldSpec = {
    name: 'cycleId',
    label: t('report.schedule.cycle'),
    ...select,
    ...of('cycle_end'),
    options: cycles.map(({ id, name }) => ({ value: id, label: name }))
  };
  const fiscal: FieldSpec = {
    name: 'fiscalPeriod',
    label: t('report.schedule.fiscal'),
    ...select,
    ...of('fiscal_end'),
    options: FISCAL_UNITS.map((unit) => ({ value: unit, label: t(`report.fiscal.${unit}`) }))
  };
  const after: FieldSpec = {
    name: 'daysAfter',
    label: t('report.schedule.after'),
    hint: t('report.schedule.after.hint'),
    ...select,
    options: numbers(0, MOST_DAYS_AFTER),
    ...of('cycle_end', 'fiscal_end')
  };
  const feed: FieldSpec = {
    name: 'feedMappingId',
    label: t('report.schedule.feed'),
    ...select,
    ...of('after_bookings'),
    required: false,
    blank: false,
    options: [
      { value: '', label: t('report.schedule.feed.any') },
      ...feeds.map(({ id, name }) => ({ value: id, label: name }))
    ]
  };
  return [
    ...days,
    ...(feeds.length > 0 ? [feed] : []),
    ...(cycles.length > 0 ? [cycle] : []),
    ...(hasFiscalYear ? [fiscal] : []),
    ...(cycles.length > 0 || hasFiscalYear ? [after] : []),
    adjustment
  ];
}

/** Whether the mails have the file, and to whom outside they go: only as far as the issuer allows it (C2.084). */
function mailFields({ t, locale }: Reader, { most, domains }: MailRules): FieldSpec[] {
  if (most === null) return [];
  const attached: FieldSpec = {
    name: 'attached',
    label: t('report.attach'),
    kind: 'checkbox',
    hint: t('report.attach.hint', { most: most / 1024 ** 2 }),
    showWhen: { field: 'isProtected', equals: true }
  };
  const addresses: FieldSpec = {
    name: 'addresses',
    label: t('report.attach.addresses'),
    kind: 'text',
    maxLength: emailsLength(MOST_ADDRESSES),
    hint: t('report.attach.addresses.hint', {
      domains: new Intl.ListFormat(languageTag(locale), { type: 'disjunction' }).format(domains)
    }),
    showWhen: [
      { field: 'isProtected', equals: true },
      { field: 'attached', equals: true }
    ]
  };
  return domains.length > 0 ? [attached, addresses] : [attached];
}

/** The fields of a schedule: when it runs, what it makes, and who gets it (C2.083). */
export function scheduleFields(
  reader: Reader,
  { cycles, hasFiscalYear, feeds, periods, recipients, place, isProtected, mail }: ScheduleChoices
): FieldSpec[] {
  const { t } = reader;
  const when: FieldSpec[] = [
    ...ruleFields(reader, { cycles, hasFiscalYear, feeds }),
    { name: 'time', label: t('report.schedule.time'), kind: 'time', half: true },
    { name: 'timeZone', label: t('issuer.time.zone'), kind: 'select', half: true, options: timeZoneOptions() },
    { name: 'startsOn', label: t('report.schedule.starts'), kind: 'date', half: true },
    { name: 'endsOn', label: t('report.schedule.ends'), kind: 'date', half: true, hint: t('inbox.last.day.hint') }
  ];
  const what: FieldSpec[] = [
    {
      name: 'recipients',
      label: t('report.schedule.recipients'),
      kind: 'people',
      hint: t('report.schedule.recipients.hint'),
      source: '/workspace/reports/schedules/people',
      options: recipients.map((person) => ({ value: person.userId, label: fullName(person) }))
    },
    ...placeFields(t, { label: t('report.schedule.place'), hint: t('report.schedule.place.hint'), place }),
    ...periodFormFields(t, periods),
    {
      name: 'format',
      label: t('report.format'),
      kind: 'select',
      half: true,
      options: FORMATS.map((format) => ({ value: format, label: t(`listing.export.${format}`) }))
    },
    ...protectionFields(t, { kept: isProtected }),
    ...mailFields(reader, mail)
  ];
  return constrained(scheduleSchema, [
    ...when.map((field) => ({ ...field, group: t('report.schedule.when') })),
    ...what.map((field) => ({ ...field, group: t('report.schedule.what') }))
  ]);
}
