import { AREAS, actionsOf, type Role } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import { dotted } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { withheldFrom } from '@/lib/directory/people/maintenance';
import type { FieldSpec } from '../../ui/field-spec';
import { namedFields } from '../owner-field';

/** Name, state and every authority that a role can have; authorities the editor lacks can't be added. */
export function authorityFields(
  principal: Principal,
  t: Translate,
  role: Role,
  granted: readonly string[] = []
): FieldSpec[] {
  const withheld = withheldFrom(principal, role);
  const options = AREAS.flatMap((area) =>
    actionsOf(role, area).map((action) => {
      const value = `${area}.${action}`;
      return {
        value,
        label: `${t(`area.${dotted(area)}`)}: ${t(`action.${action}`)}`,
        disabled: withheld.has(value) && !granted.includes(value)
      };
    })
  );
  return [
    ...namedFields(t),
    { name: 'authorities', label: t('authority.template.authorities'), kind: 'multi-select', options },
    { name: 'active', label: t('template.active'), kind: 'checkbox', hint: t('template.active.hint') }
  ];
}
