import { PROGRAM_FEATURES } from '@/lib/access/policy/program-features';
import type { Translate } from '@/lib/core/language/texts';
import { PROGRAM_TYPES } from '@/lib/directory/programs/features';
import { programOptionSchema } from '@/lib/directory/programs/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/**
 * The fields of a program option; `beforeFirst`: the number of active companies if it is the issuer's first and so the
 * default.
 */
export function programOptionFields(t: Translate, beforeFirst: number | null = null): FieldSpec[] {
  return constrained(programOptionSchema, [
    { name: 'name', label: t('program.option.name'), kind: 'text', half: true },
    {
      name: 'programType',
      label: t('program.type'),
      kind: 'select',
      half: true,
      options: PROGRAM_TYPES.map((value) => ({ value, label: t(`program.type.${value}`) }))
    },
    {
      name: 'isDefault',
      label: t('program.option.default.for.new'),
      kind: 'checkbox',
      hint: beforeFirst === null ? t('program.option.default.help') : t('program.option.first', { count: beforeFirst })
    },
    {
      name: 'features',
      label: t('program.option.features'),
      kind: 'multi-select',
      hint: t('program.option.features.help'),
      options: PROGRAM_FEATURES.map((value) => ({ value, label: t(`feature.${value}`) }))
    }
  ]);
}
