import type { Role } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';
import { namedFields } from '../owner-field';
import { personFields } from '../person-fields';
import { templateField } from '../role-fields';

/** The fields of a user template of a role. */
export async function userTemplateFields(
  principal: Principal,
  { t, locale }: { t: Translate; locale: Locale },
  role: Role
): Promise<FieldSpec[]> {
  const language = personFields(t, locale).filter(({ name }) => name === 'locale');
  return [...namedFields(t), await templateField(principal, t, role), ...language.map(ungrouped)];
}

const ungrouped = ({ group, half, ...field }: FieldSpec): FieldSpec => field;
