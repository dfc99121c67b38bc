import { may, type Principal } from '@/lib/access/policy/principal';
import { MERCHANT_CATEGORIES } from '@/lib/core/entry/merchant-categories';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { PersonChoice } from '@/lib/directory/people/find-people';
import { fullName } from '@/lib/directory/people/user-record';
import {
  alertSchema,
  BY_AMOUNT,
  BY_COUNTRY,
  BY_DAYS,
  BY_HOURS,
  BY_SHARE,
  MEASURES,
  type Measure,
  OF_ANSWERS,
  OVER_PERIOD,
  PERIODS
} from '@/lib/money/alerts/schema';
import type { IntegratorChoice } from '@/lib/money/suppliers/integrators';
import { countryOptions } from '../country-options';
import { timeZoneOptions } from '../issuers/time-zone-options';
import { currencyOptions } from '../structure/node-fields';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

interface Reader {
  principal: Principal;
  t: Translate;
  locale: Locale;
}

const of = (measures: readonly Measure[]): Pick<FieldSpec, 'showWhen'> => ({
  showWhen: { field: 'measure', equals: [...measures] }
});

/** The measures that a reader can choose: what cards answered takes a right of its own (C6.032). */
const measuresFor = (principal: Principal) =>
  MEASURES.filter((measure) => !OF_ANSWERS.includes(measure) || may(principal, 'authorization_activity', 'view'));

/** The fields of what an alert watches. */
const watchFields = ({ principal, t, locale }: Reader, place?: string): FieldSpec[] => [
  { name: 'name', label: t('report.name'), kind: 'text' },
  {
    name: 'nodeId',
    label: t('alert.place'),
    hint: t('alert.place.hint'),
    kind: 'combobox',
    source: '/workspace/alerts/places',
    ...(place && { valueLabel: place })
  },
  {
    name: 'measure',
    label: t('alert.measure'),
    kind: 'select',
    blank: false,
    options: measuresFor(principal).map((value) => ({ value, label: t(`alert.measure.${value}`) }))
  },
  {
    name: 'amount',
    label: t('transaction.amount.paid'),
    kind: 'decimal',
    half: true,
    required: true,
    ...of(BY_AMOUNT)
  },
  {
    name: 'currency',
    label: t('structure.currency'),
    kind: 'select',
    half: true,
    required: true,
    blank: false,
    options: currencyOptions(languageTag(locale)),
    ...of(BY_AMOUNT)
  },
  {
    name: 'percent',
    label: t('alert.percent'),
    hint: t('alert.percent.hint'),
    kind: 'percent',
    half: true,
    required: true,
    min: 1,
    max: 100,
    ...of(BY_SHARE)
  },
  {
    name: 'period',
    label: t('alert.period'),
    kind: 'select',
    half: true,
    blank: false,
    required: true,
    options: PERIODS.map((value) => ({ value, label: t(`alert.period.${value}`) })),
    ...of(OVER_PERIOD)
  },
  { name: 'early', label: t('alert.early'), kind: 'checkbox', ...of(OVER_PERIOD) },
  {
    name: 'countries',
    label: t('alert.countries'),
    kind: 'people',
    source: '/workspace/alerts/countries',
    required: true,
    options: countryOptions(languageTag(locale)),
    ...of(BY_COUNTRY)
  },
  {
    name: 'days',
    label: t('alert.days'),
    kind: 'number',
    half: true,
    required: true,
    ...of(BY_DAYS)
  },
  { name: 'fromTime', label: t('alert.hours.from'), kind: 'time', half: true, ...of(BY_HOURS) },
  {
    name: 'toTime',
    label: t('alert.hours.to'),
    kind: 'time',
    half: true,
    hint: t('alert.hours.hint'),
    ...of(BY_HOURS)
  },
  { name: 'weekends', label: t('alert.hours.weekends'), kind: 'checkbox', ...of(BY_HOURS) },
  {
    name: 'timeZone',
    label: t('issuer.time.zone'),
    kind: 'select',
    blank: false,
    required: true,
    options: timeZoneOptions(),
    ...of(BY_HOURS)
  }
];

/** The fields that narrow it. */
const onlyFields = (t: Translate): FieldSpec[] => [
  {
    name: 'categories',
    label: t('alert.categories'),
    hint: t('alert.categories.hint'),
    kind: 'multi-select',
    inRow: true,
    options: MERCHANT_CATEGORIES.map((value) => ({ value, label: t(`merchant.category.${value}`) }))
  },
  { name: 'merchant', label: t('alert.merchant'), kind: 'text' }
];

/**
 * The fields of an alert: what it watches, what narrows it, and who is told, a system of the company too where there is one
 * (C2.027). `place` is the one that it has.
 */
export function alertFields(
  reader: Reader,
  {
    recipients,
    integrators,
    place
  }: { recipients: readonly PersonChoice[]; integrators: readonly IntegratorChoice[]; place?: string }
): FieldSpec[] {
  const { t } = reader;
  const told: FieldSpec = {
    name: 'recipients',
    label: t('report.schedule.recipients'),
    hint: t('alert.recipients.hint'),
    kind: 'people',
    source: '/workspace/alerts/people',
    options: recipients.map((person) => ({ value: person.userId, label: fullName(person) }))
  };
  const system: FieldSpec = {
    name: 'integratorId',
    label: t('alert.integrator'),
    hint: t('alert.integrator.hint'),
    kind: 'select',
    options: integrators.map(({ id, name, company, active }) => ({
      value: id,
      label: [name, company, ...(active ? [] : [t('setup.status.inactive')])].join(' · ')
    }))
  };
  return constrained(alertSchema, [
    ...watchFields(reader, place).map((field) => ({ ...field, group: t('alert.watch') })),
    ...onlyFields(t).map((field) => ({ ...field, group: t('alert.only') })),
    { ...told, group: t('alert.told') },
    ...(integrators.length > 0 ? [{ ...system, group: t('alert.told') }] : [])
  ]);
}
