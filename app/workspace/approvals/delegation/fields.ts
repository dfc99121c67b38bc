import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';

/** The fields of a delegation: the delegate and the period. */
export const delegationFields = (t: Translate): FieldSpec[] => [
  {
    name: 'delegate',
    label: t('delegation.delegate'),
    kind: 'combobox',
    required: true,
    placeholder: t('form.type.name'),
    hint: t('delegation.delegate.hint'),
    source: '/workspace/approvals/people?for=delegation'
  },
  { name: 'firstDay', label: t('delegation.first.day'), kind: 'date', required: true, half: true },
  { name: 'lastDay', label: t('delegation.last.day'), kind: 'date', required: true, half: true },
  { name: 'reason', label: t('delegation.reason'), kind: 'text', maxLength: 255 }
];
