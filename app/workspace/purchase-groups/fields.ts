import type { Translate } from '@/lib/core/language/texts';
import { chosenRecords } from '@/lib/money/purchasing/groups/change-sections';
import type { GroupChoices } from '@/lib/money/purchasing/groups/choices';
import type { PurchaseGroup } from '@/lib/money/purchasing/groups/groups';
import {
  approvalsSchema,
  detailsSchema,
  newGroupSchema,
  templatesSchema,
  typesSchema,
  usersSchema
} from '@/lib/money/purchasing/groups/schema';
import type { Section } from '@/lib/money/purchasing/groups/sections';
import { companyField } from '../approvals/profiles/fields';
import { constrained } from '../ui/constrained';
import type { FieldOption, FieldSpec, FieldValues } from '../ui/field-spec';
import { LIST, SECTION_LABELS } from './shown';

/** The fields of a new group. */
export const newGroupFields = (t: Translate): [FieldSpec, ...FieldSpec[]] => [
  companyField(t),
  ...constrained(newGroupSchema, [nameField(t)])
];

const nameField = (t: Translate): FieldSpec => ({ name: 'name', label: t('purchase.group.name'), kind: 'text' });

const options = (choices: readonly { id: string; name: string }[]): FieldOption[] =>
  choices.map(({ id, name }) => ({ value: id, label: name }));

/** The fields of a section of a group. */
export function sectionFields(
  t: Translate,
  section: Section,
  { id, users, others }: PurchaseGroup,
  choices: GroupChoices
): FieldSpec[] {
  switch (section) {
    case 'details':
      return constrained(detailsSchema, [
        nameField(t),
        {
          name: 'instructions',
          label: t('setup.entity.expense.policy.field.instructions'),
          kind: 'textarea',
          rows: 3,
          hint: t('purchase.group.instructions.hint')
        }
      ]);
    case 'users':
      return constrained(usersSchema, [
        {
          name: 'users',
          label: t(SECTION_LABELS.users),
          kind: 'people',
          source: `${LIST}/people?group=${id}`,
          options: users.map(({ userId, name }) => ({ value: userId, label: name })),
          hint: others > 0 ? t('approval.level.others', { count: others }) : t('purchase.group.users.hint')
        }
      ]);
    case 'approvals':
      return constrained(approvalsSchema, [
        { name: 'profile', label: t('purchase.group.profile'), kind: 'select', options: options(choices.profiles) }
      ]);
    case 'types':
      return constrained(typesSchema, [
        {
          name: 'types',
          label: t(SECTION_LABELS.types),
          kind: 'multi-select',
          options: options(choices.types)
        }
      ]);
    case 'templates':
      return constrained(templatesSchema, [
        {
          name: 'templates',
          label: t(SECTION_LABELS.templates),
          kind: 'multi-select',
          options: options(choices.templates)
        },
        {
          name: 'suppliers',
          label: t('setup.entity.supplier.many'),
          kind: 'multi-select',
          options: options(choices.suppliers),
          hint: t('purchase.group.suppliers.hint')
        }
      ]);
  }
}

/** An amount to ask about. */
export const amountField = (t: Translate, currency: string): FieldSpec => ({
  name: 'amount',
  label: t('purchase.group.asked.amount'),
  kind: 'money',
  currency,
  required: true,
  half: true
});

/** The values of a group's sections. */
export const groupValues = (group: PurchaseGroup): FieldValues => ({
  name: group.name,
  instructions: group.instructions,
  profile: group.profileId,
  users: group.users.map(({ userId }) => userId),
  types: chosenRecords(group, 'types'),
  templates: chosenRecords(group, 'templates'),
  suppliers: chosenRecords(group, 'suppliers')
});
