import type { Translate } from '@/lib/core/language/texts';
import { FORMATS } from '@/lib/kit/reports/kept';
import type { FieldOption, FieldSpec } from '../ui/field-spec';
import { periodFormFields } from './period-words';
import { protectionFields } from './protection-fields';

/** The criteria of a run (C2.025), with the filters that the report asks for. */
export const runFields = (
  t: Translate,
  periods: readonly FieldOption[],
  asked: readonly FieldSpec[] = []
): FieldSpec[] => [
  ...periodFormFields(t, [...periods, { value: 'days', label: t('report.period.days') }]),
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
      name,
      label: t(`listing.${name}`),
      kind: 'date',
      half: true,
      showWhen: { field: 'period', equals: 'days' }
    })
  ),
  ...asked,
  ...protectionFields(t, { kept: false })
];
