import type { Role } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { findPlaces } from '@/lib/directory/people/places';
import { templatesForRole } from '@/lib/directory/people/templates/authority-templates';
import type { FieldSpec } from '../ui/field-spec';
import { placeWords } from './words';

/** The most choices shown as a list; more use a search field. */
const AT_A_GLANCE = 15;

/** The fields of a role: its place and its permissions there. */
export async function roleFields(principal: Principal, t: Translate, role: Role): Promise<FieldSpec[]> {
  const group = t('user.group.role');
  return [...(await placeField(principal, t, role, group)), await templateField(principal, t, role, group)];
}

/** The field for the last day of a role. */
export const lastDayField = (t: Translate, group?: string): FieldSpec => ({
  name: 'lastDay',
  label: t('user.role.last.day'),
  kind: 'date',
  hint: t('user.role.last.day.hint'),
  half: true,
  group
});

/** The fields of an additional role. */
export const addedRoleFields = async (principal: Principal, t: Translate, role: Role): Promise<FieldSpec[]> => [
  ...(await roleFields(principal, t, role)),
  lastDayField(t, t('user.group.role'))
];

async function placeField(principal: Principal, t: Translate, role: Role, group: string): Promise<FieldSpec[]> {
  if (role === 'Z') return [];
  const places = await findPlaces(principal, role, '');
  const field = { name: 'place', label: t(`user.place.${role}`), required: true, group };
  if (places.length > AT_A_GLANCE)
    return [
      { ...field, kind: 'combobox', source: `/workspace/people/places?role=${role}`, hint: t('user.place.hint') }
    ];
  return [
    { ...field, kind: 'select', options: places.map((place) => ({ value: place.id, label: placeWords(place) })) }
  ];
}

/** The field for the granted part of a role's permissions. */
export async function templateField(
  principal: Principal,
  t: Translate,
  role: Role,
  group?: string
): Promise<FieldSpec> {
  const templates = await templatesForRole(principal, role);
  return {
    name: 'authorityTemplateId',
    label: t('user.authority.template'),
    kind: 'select',
    options: [
      { value: '', label: t('user.authority.template.none') },
      ...templates.map(({ id, name }) => ({ value: id, label: name }))
    ],
    hint: t('user.authority.template.hint'),
    group
  };
}
