import type { Translate } from '@/lib/core/language/texts';
import type { OfferedTemplate } from '@/lib/money/central-travel/templates';
import type { FieldSpec } from '../../ui/field-spec';
import { fileRules } from '../../ui/file-rules';

/** The fields of an upload: the template that says how the file is read, and the file. */
export function bookingFields(t: Translate, templates: readonly OfferedTemplate[]): FieldSpec[] {
  const isOne = new Set(templates.map(({ companyId }) => companyId)).size <= 1;
  return [
    {
      name: 'template',
      label: t('setup.entity.central.travel.template.one'),
      kind: 'select',
      required: true,
      ...(templates.length === 1 && { blank: false as const }),
      options: templates.map(({ id, name, company }) => ({ value: id, label: isOne ? name : `${company} · ${name}` }))
    },
    {
      name: 'file',
      label: t('central.travel.file'),
      kind: 'file',
      required: true,
      hint: t('setup.import.hint'),
      file: fileRules(t, ['csv', 'xlsx'])
    }
  ];
}
