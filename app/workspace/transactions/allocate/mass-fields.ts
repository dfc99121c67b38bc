import type { Role } from '@/lib/access/policy/policy';
import type { Translate } from '@/lib/core/language/texts';
import type { Scheme } from '@/lib/money/allocation/schemes';
import type { FieldSpec } from '../../ui/field-spec';
import { codeField } from '../allocation-fields';
import { schemeSource } from '../profiles/profile-editor';

/** The fields of a mass allocation: a split profile, and the codes for every split. */
export function massFields(
  role: Role,
  t: Translate,
  scheme: Scheme,
  profiles: readonly { id: string; name: string }[]
): FieldSpec[] {
  const profile: FieldSpec = {
    name: 'profileId',
    label: t('split.profile.choose'),
    kind: 'select',
    hint: t('allocation.mass.profile.hint'),
    options: profiles.map(({ id, name }) => ({ value: id, label: name }))
  };
  const codes = scheme.codes
    .map((code): FieldSpec => ({ ...codeField(role, t, code, schemeSource(scheme.id)), hint: undefined, half: true }))
    .filter(({ kind }) => kind !== 'read-only');
  return [...(profiles.length > 0 ? [profile] : []), ...codes];
}
