import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';

/** The field of the pages that relate another user id to this one. */
export const otherIdFields = (t: Translate, label: TextKey, id: string): FieldSpec[] => [
  {
    name: 'userId',
    label: t(label),
    kind: 'combobox',
    required: true,
    placeholder: t('form.type.name'),
    source: `/workspace/people/choices?other=${id}`
  }
];
