import { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { dotted } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { ownedFields, ownersFor } from '@/lib/directory/people/templates/owned-record';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The field for the owning node of a template or group. */
export async function ownerField(principal: Principal, t: Translate): Promise<FieldSpec> {
  const owners = await ownersFor(principal);
  return {
    name: 'owner',
    label: t('template.owner'),
    kind: 'select',
    required: true,
    hint: t('template.owner.hint'),
    options: owners.map(({ id, name, kind }) => ({
      value: id,
      label: `${name} (${t(`node.kind.${dotted(kind)}`)})`
    }))
  };
}

/** The default node: the user's own. */
export async function firstOwner(principal: Principal): Promise<string | undefined> {
  return (await ownersFor(principal))[0]?.id;
}

/** Name and description. */
export const namedFields = (t: Translate): FieldSpec[] =>
  constrained(z.object(ownedFields), [
    { name: 'name', label: t('template.name'), kind: 'text' },
    { name: 'description', label: t('template.description'), kind: 'textarea', rows: 3 }
  ]);
