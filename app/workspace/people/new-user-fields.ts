import type { Role } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { newUserSchema } from '@/lib/directory/people/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import { personFields, supervisorField } from './person-fields';
import { roleFields } from './role-fields';

/** The fields of a new user in a role. */
export async function newUserFields(
  principal: Principal,
  { t, locale }: { t: Translate; locale: Locale },
  role: Role
): Promise<FieldSpec[]> {
  return constrained(newUserSchema, [
    ...personFields(t, locale),
    supervisorField(t),
    ...(await roleFields(principal, t, role)),
    {
      name: 'userId',
      label: t('user.id.label'),
      kind: 'text',
      hint: t('user.id.hint'),
      autoComplete: 'off',
      group: t('user.group.sign.in')
    }
  ]);
}
