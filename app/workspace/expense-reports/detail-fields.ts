import type { Translate } from '@/lib/core/language/texts';
import { type ExpenseDetails, PROPERTIES, type Property } from '@/lib/money/expense-policies/details';
import { propertyLabel } from '@/lib/money/expense-policies/rule-words';
import type { TypeToChoose } from '@/lib/money/expense-policies/types-to-choose';
import { chargeDetailsSchema, detailsAmong } from '@/lib/money/expenses/schema';
import { textOf } from '../addresses';
import { constrained } from '../ui/constrained';
import type { FieldOption, FieldSpec, FieldValues } from '../ui/field-spec';
import { typeOptions } from './type-options';

const KINDS: Readonly<Record<Property, FieldSpec['kind']>> = {
  attendees: 'list',
  purpose: 'text',
  location: 'text',
  from: 'date',
  to: 'date',
  nights: 'number',
  odometer: 'decimal',
  vehicle: 'text',
  vendor: 'text',
  tax: 'money',
  project: 'text'
};

/** The select for one of a type's own values. */
const valueField = (typeId: string) => `value.${typeId}`;

/** The fields that expense types ask, each shown while one of its types is chosen (C9.025); `recent` attendees are offered. */
export function detailFields(
  t: Translate,
  types: readonly TypeToChoose[],
  currency: string,
  recent: readonly string[] = []
): FieldSpec[] {
  const values = types
    .filter((type) => type.values.length > 0)
    .map((type): FieldSpec => {
      const options = type.values.map((value): FieldOption => ({ value, label: value }));
      return {
        name: valueField(type.id),
        label: t('expense.details.choice'),
        kind: 'select',
        options,
        showWhen: chosen([type]),
        half: true
      };
    });
  const asked = (Object.keys(PROPERTIES) as Property[]).flatMap((property): FieldSpec[] => {
    const asking = (how: readonly string[]) =>
      types.filter(({ asks }) => asks.some((one) => one.property === property && how.includes(one.asked)));
    const [shown, requiring] = [asking(['optional', 'required']), asking(['required'])];
    if (shown.length === 0) return [];
    const needed =
      requiring.length > 0 && t('expense.details.required', { types: requiring.map(({ name }) => name).join(', ') });
    const told = [property === 'attendees' && t('expense.details.attendees.hint'), needed].filter(Boolean).join(' ');
    const field: FieldSpec = {
      name: property,
      label: propertyLabel(t, property),
      kind: KINDS[property],
      showWhen: chosen(shown),
      ...(told && { hint: told }),
      ...(property === 'attendees' && {
        rows: 3,
        offered: { label: t('expense.details.attendees.recent'), lines: recent }
      }),
      ...(property === 'tax' && { currency }),
      ...(['list', 'text'].includes(KINDS[property]) ? {} : { half: true as const })
    };
    const unnamed: FieldSpec = {
      name: 'unnamed',
      label: t('expense.details.unnamed'),
      kind: 'number',
      half: true,
      showWhen: chosen(shown)
    };
    return property === 'attendees' ? [field, unnamed] : [field];
  });
  return constrained(chargeDetailsSchema, [...values, ...asked]);
}

const chosen = (types: readonly TypeToChoose[]) => ({ field: 'expenseTypeId', equals: types.map(({ id }) => id) });

/** The fields of what a card charge was for. */
export const chargeFields = (
  t: Translate,
  types: readonly TypeToChoose[],
  currency: string,
  recent: readonly string[] = []
): FieldSpec[] => [
  ...constrained(chargeDetailsSchema, [
    { name: 'expenseTypeId', label: t('expense.own.type'), kind: 'select', options: typeOptions(types), half: true }
  ]),
  ...detailFields(t, types, currency, recent)
];

/** Details as the values of these fields, for an expense of a type. */
export const detailValues = ({ value, ...details }: ExpenseDetails, typeId: string | null): FieldValues => ({
  ...details,
  ...(typeId && { [valueField(typeId)]: value })
});

/** The details in a form that its schema has read. */
export const detailsIn = (
  typed: Parameters<typeof detailsAmong>[0] & { expenseTypeId: string },
  form: FormData
): ExpenseDetails => detailsAmong(typed, textOf(form, valueField(typed.expenseTypeId)) || null);
