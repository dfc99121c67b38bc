import type { Translate } from '@/lib/core/language/texts';
import { delegationSchema } from '@/lib/money/approvals/schema';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';

/** The fields of a delegation: the delegate and the period. */
export const delegationFields = (t: Translate): FieldSpec[] =>
  constrained(delegationSchema, [
    {
      name: 'delegate',
      label: t('delegation.delegate'),
      kind: 'combobox',
      placeholder: t('form.type.name'),
      hint: t('delegation.delegate.hint'),
      source: '/workspace/approvals/people?for=delegation'
    },
    { name: 'firstDay', label: t('delegation.first.day'), kind: 'date', half: true },
    { name: 'lastDay', label: t('delegation.last.day'), kind: 'date', half: true },
    { name: 'reason', label: t('delegation.reason'), kind: 'text' }
  ]);
