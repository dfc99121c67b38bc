import type { Translate } from '@/lib/core/language/texts';
import { type GroupMember, userGroupSchema } from '@/lib/directory/people/templates/user-groups';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';
import { namedFields } from '../owner-field';

/** The fields of a group; of a new one, its owner is chosen in the form. */
export const userGroupFields = (
  t: Translate,
  { ownerId, members = [] }: { ownerId?: string; members?: readonly GroupMember[] } = {}
): FieldSpec[] =>
  constrained(userGroupSchema, [
    ...namedFields(t),
    {
      name: 'members',
      label: t('user.group.members'),
      kind: 'people',
      source: `/workspace/people/choices${ownerId ? `?owner=${ownerId}` : ''}`,
      ...(!ownerId && { sourceWith: { owner: 'owner' } }),
      options: members.map(({ userId, name }) => ({ value: userId, label: name }))
    }
  ]);
