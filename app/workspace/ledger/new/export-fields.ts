import type { Translate } from '@/lib/core/language/texts';
import { CURRENCIES } from '@/lib/kit/setup/fields';
import type { OfferedLayout } from '@/lib/money/ledger/layouts';
import { selectionSchema } from '@/lib/money/ledger/selection';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';

/** The field of a layout. */
export const layoutField = (t: Translate, layouts: readonly OfferedLayout[]): FieldSpec => ({
  name: 'layoutId',
  label: t('ledger.layout'),
  kind: 'select',
  required: true,
  blank: false,
  options: layouts.map(({ id, name, ownerName }) => ({
    value: id,
    label: ownerName ? `${name} · ${ownerName}` : name
  })),
  half: true
});

/** The fields of an export. */
export const exportFields = (t: Translate, layouts: readonly OfferedLayout[], placeName?: string): FieldSpec[] =>
  constrained(selectionSchema, [
    {
      name: 'nodeId',
      label: t('ledger.place'),
      hint: t('ledger.place.hint'),
      kind: 'combobox',
      source: '/workspace/ledger/places',
      ...(placeName && { valueLabel: placeName })
    },
    { name: 'from', label: t('ledger.from'), kind: 'date', half: true },
    { name: 'to', label: t('ledger.to'), kind: 'date', half: true },
    {
      name: 'currency',
      label: t('ledger.currency'),
      hint: t('ledger.currency.hint'),
      kind: 'select',
      options: CURRENCIES.map((code) => ({ value: code, label: code })),
      half: true
    },
    layoutField(t, layouts)
  ]);
