import type { Translate } from '@/lib/core/language/texts';
import { DAY_PERIODS } from '@/lib/kit/listing/day-periods';
import { FORMATS } from '@/lib/kit/reports/kept';
import type { FieldSpec } from '../ui/field-spec';
import { protectionFields } from './protection-fields';

/** The criteria of a run (C2.025). */
export const runFields = (t: Translate): FieldSpec[] => [
  {
    name: 'period',
    label: t('report.period'),
    kind: 'select',
    blank: false,
    half: true,
    options: [
      { value: '', label: t('report.period.saved') },
      ...DAY_PERIODS.map((period) => ({ value: period, label: t(`listing.range.${period}`) })),
      { value: 'days', label: t('report.period.days') }
    ]
  },
  {
    name: 'format',
    label: t('report.format'),
    kind: 'select',
    blank: false,
    half: true,
    options: FORMATS.map((format) => ({ value: format, label: t(`listing.export.${format}`) }))
  },
  ...(['from', 'to'] as const).map(
    (name): FieldSpec => ({
      ...{ name, label: t(`listing.${name}`), kind: 'date', half: true },
      showWhen: { field: 'period', equals: 'days' }
    })
  ),
  ...protectionFields(t, { kept: false })
];
