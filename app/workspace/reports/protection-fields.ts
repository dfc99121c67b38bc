import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../ui/field-spec';

/** The fields of a password on a file (C5.003); `kept`: one is there, and stays unless another is typed. */
export function protectionFields(t: Translate, { kept }: { kept: boolean | undefined }): FieldSpec[] {
  const typed: Pick<FieldSpec, 'kind' | 'half' | 'autoComplete' | 'maxLength' | 'showWhen'> = {
    kind: 'password',
    half: true,
    autoComplete: 'new-password',
    maxLength: 40,
    showWhen: { field: 'isProtected', equals: true }
  };
  return [
    { name: 'isProtected', label: t('report.protect'), kind: 'checkbox', hint: t('report.protect.hint') },
    {
      name: 'password',
      label: t('report.password'),
      ...typed,
      required: kept !== true,
      hint: t(kept ? 'report.password.kept' : 'report.password.hint')
    },
    { name: 'confirmation', label: t('report.password.again'), ...typed, required: kept !== true }
  ];
}
