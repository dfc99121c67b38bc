import type { Translate } from '@/lib/core/language/texts';
import type { ApprovalProfileView } from '@/lib/money/approvals/profiles';
import { levelField, MOST_LEVELS, profileChangeSchema } from '@/lib/money/approvals/schema';
import { constrained } from '../../ui/constrained';
import type { FieldSpec, FieldValues } from '../../ui/field-spec';

/** The number of empty levels that a form offers in addition to the existing ones. */
const SPARE = 1;
const FEWEST = 3;

type Levels = Pick<ApprovalProfileView, 'levels'>['levels'];

/** The company of a new profile. */
export const companyField = (t: Translate): FieldSpec => ({
  name: 'company',
  label: t('approval.profile.company'),
  kind: 'combobox',
  required: true,
  source: '/workspace/approvals/profiles/choices'
});

/** The fields of a profile: its name, its levels and some empty ones. */
export function profileFields(t: Translate, levels: Levels = [], currency?: string): FieldSpec[] {
  const shown = Math.min(MOST_LEVELS, Math.max(FEWEST, levels.length + SPARE));
  return constrained(profileChangeSchema, [
    { name: 'name', label: t('approval.profile.name'), kind: 'text' },
    ...Array.from({ length: shown }, (_, index) => levelFields(t, index + 1, levels[index], currency)).flat()
  ]);
}

function levelFields(t: Translate, number: number, level: Levels[number] | undefined, currency?: string): FieldSpec[] {
  const group = t('approval.level', { number });
  const others = level?.others ? t('approval.level.others', { count: level.others }) : '';
  return [
    {
      name: levelField(number, 'name'),
      label: t('approval.level.name'),
      kind: 'text',
      half: true,
      group
    },
    {
      name: levelField(number, 'limit'),
      label: t('approval.level.limit'),
      kind: currency ? 'money' : 'decimal',
      currency,
      half: true,
      group
    },
    {
      name: levelField(number, 'members'),
      label: t('approval.level.members'),
      kind: 'people',
      source: '/workspace/approvals/people?for=profile',
      options: (level?.members ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
      group,
      ...(others && { hint: others })
    }
  ];
}

/** The values of a profile's fields. */
export const profileValues = ({ name, levels }: Pick<ApprovalProfileView, 'name' | 'levels'>): FieldValues => ({
  name,
  ...Object.fromEntries(
    levels.flatMap((level, index) => [
      [levelField(index + 1, 'name'), level.name],
      [levelField(index + 1, 'limit'), level.limit],
      [levelField(index + 1, 'members'), level.members.map(({ userId }) => userId)]
    ])
  )
});

/** The field for a place that a profile applies to. */
export const placeField = (t: Translate, id: string): FieldSpec => ({
  name: 'node',
  label: t('approval.place'),
  kind: 'combobox',
  required: true,
  hint: t('approval.place.hint'),
  source: `/workspace/approvals/profiles/choices?profile=${id}`
});
