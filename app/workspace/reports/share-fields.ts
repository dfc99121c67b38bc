import type { Translate } from '@/lib/core/language/texts';
import { READING_ROLES, shareSchema } from '@/lib/kit/reports/shares';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

interface PlaceField extends Pick<FieldSpec, 'label' | 'hint' | 'showWhen' | 'required'> {
  /** The name of the place that is chosen already. */
  place?: string | null;
}

/** The fields that pick a place of the tree and the roles there. */
export const placeFields = (t: Translate, { place, ...shown }: PlaceField): FieldSpec[] => [
  {
    name: 'nodeId',
    kind: 'combobox',
    source: '/workspace/reports/places',
    ...shown,
    ...(place && { valueLabel: place })
  },
  {
    name: 'roles',
    label: t('inbox.roles'),
    hint: t('inbox.roles.hint'),
    kind: 'multi-select',
    options: READING_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) })),
    ...(shown.showWhen && { showWhen: shown.showWhen })
  }
];

/** The fields that share a report: with people, or with a place by those who may. */
export const shareFields = (t: Translate, mayPickPlaces: boolean): FieldSpec[] =>
  constrained(shareSchema, [
    {
      name: 'by',
      label: t('report.sharing.with'),
      kind: 'radio',
      inRow: true,
      options: [
        { value: 'people', label: t('report.sharing.people') },
        ...(mayPickPlaces ? [{ value: 'place', label: t('report.sharing.place') }] : [])
      ]
    },
    {
      name: 'recipients',
      label: t('report.sharing.people'),
      kind: 'people',
      required: true,
      source: '/workspace/reports/readers',
      options: [],
      showWhen: { field: 'by', equals: 'people' }
    },
    ...(mayPickPlaces
      ? placeFields(t, {
          label: t('report.sharing.place'),
          hint: t('inbox.place.hint'),
          showWhen: { field: 'by', equals: 'place' },
          required: true
        })
      : []),
    { name: 'mayChange', label: t('report.sharing.may.change'), hint: t('report.sharing.hint'), kind: 'checkbox' }
  ]);
