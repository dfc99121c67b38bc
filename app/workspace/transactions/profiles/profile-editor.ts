import type { Role } from '@/lib/access/policy/policy';
import type { Translate } from '@/lib/core/language/texts';
import type { Scheme } from '@/lib/money/allocation/schemes';
import { splitProfileSchema } from '@/lib/money/allocation/split-profiles';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';
import { codedFields } from '../allocation-fields';

/** The address of the options for a scheme's accounting codes. */
export const schemeSource = (id: string) => `/workspace/transactions/schemes/${id}/values`;

/** The parts of a profile's editor, without codes that only higher roles fill in. */
export function profileEditorOf(role: Role, t: Translate, { id, codes }: Scheme) {
  const head: FieldSpec[] = constrained(splitProfileSchema, [
    { name: 'name', label: t('split.profile.name'), kind: 'text' }
  ]);
  const coded = codedFields(role, t, { codes, source: schemeSource(id) }).filter(({ kind }) => kind !== 'read-only');
  return { head, coded, whole: null };
}
