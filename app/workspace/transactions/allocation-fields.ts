import { ROLES, type Role } from '@/lib/access/policy/policy';
import { writeNumber } from '@/lib/core/entry/typed-number';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { AccountingCode } from '@/lib/money/allocation/schemes';
import type { Allocation } from '@/lib/money/transactions/allocations';
import type { CustomField } from '@/lib/money/transactions/custom-fields';
import type { CardTransaction } from '@/lib/money/transactions/transactions';
import type { FieldSpec, FieldValues } from '../ui/field-spec';

const KINDS = { text: 'text', number: 'decimal', date: 'date', list: 'select', boolean: 'select' } as const;

/** The address of the options for a transaction's field. */
export const valuesSource = (id: string) => `/workspace/transactions/${id}/values`;

/** The fields of the whole transaction. */
export function headFields(
  t: Translate,
  { transaction, customFields }: { transaction: CardTransaction; customFields: readonly CustomField[] }
): FieldSpec[] {
  return [
    {
      name: 'purpose',
      label: t('transaction.purpose'),
      kind: 'text',
      maxLength: 255,
      hint: t('transaction.purpose.hint')
    },
    {
      name: 'customerCode',
      label: t('transaction.customer.code'),
      kind: 'combobox',
      maxLength: 25,
      half: true,
      source: `${valuesSource(transaction.id)}?of=customer`,
      valueLabel: transaction.customerCode ?? ''
    },
    ...customFields.map((field): FieldSpec => customField(field, t))
  ];
}

function customField({ id, label, type, length, values, mandatory }: CustomField, t: Translate): FieldSpec {
  const options = type === 'boolean' ? yesNo(t) : values.map((value) => ({ value, label: value }));
  return {
    name: `customValues.${id}`,
    label,
    kind: KINDS[type],
    half: true,
    maxLength: length ?? undefined,
    ...(KINDS[type] === 'select' && { options }),
    ...(mandatory && { hint: t('transaction.needed.for.review') })
  };
}

const yesNo = (t: Translate) =>
  ['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'yes' : 'no') }));

interface Coded {
  codes: readonly AccountingCode[];
  /** The address of the options for a code: `of` and `parent` are added. */
  source: string;
}

/** The accounting codes and the description of a split; `placed` names them for the split's position. */
export function codedFields(role: Role, t: Translate, { codes, source }: Coded): FieldSpec[] {
  return [
    ...codes.map((code) => codeField(role, t, code, source)),
    { name: 'description', label: t('allocation.description'), kind: 'text', maxLength: 255 }
  ];
}

/** One accounting code. */
export function codeField(
  role: Role,
  t: Translate,
  { id, name, type, length, mandatory, editableBy, dependsOn }: AccountingCode,
  source: string
): FieldSpec {
  const field = { name: `codes.${id}`, label: name };
  // Only higher roles may fill it in.
  if (ROLES.indexOf(role) < ROLES.indexOf(editableBy)) return { ...field, kind: 'read-only' };
  const hint = mandatory ? t('transaction.needed.for.review') : undefined;
  if (type !== 'list')
    return {
      ...field,
      hint,
      kind: KINDS[type],
      maxLength: length ?? undefined,
      ...(type === 'boolean' && { options: yesNo(t) })
    };
  return {
    ...field,
    hint,
    kind: 'combobox',
    maxLength: 40,
    source: `${source}${source.includes('?') ? '&' : '?'}of=${id}`,
    ...(dependsOn && { sourceWith: { parent: `codes.${dependsOn}` } })
  };
}

/** The unit of a division: percentages, or amounts with their taxes. */
export function dividedFields(
  t: Translate,
  { by, currency, taxed }: { by: 'amount' | 'percent'; currency?: string; taxed: boolean }
): FieldSpec[] {
  if (by === 'percent') return [{ name: 'percent', label: t('allocation.percent'), kind: 'percent', required: true }];
  const tax: FieldSpec = {
    name: 'taxAmount',
    label: t('allocation.tax'),
    kind: 'money',
    currency,
    hint: t('allocation.tax.hint')
  };
  return [
    { name: 'amount', label: t('allocation.amount'), kind: 'money', currency, required: true },
    ...(taxed ? [tax] : [])
  ];
}

/** The values of the whole's fields. */
export const headValues = (
  { purpose, customerCode, customValues }: CardTransaction,
  head: readonly FieldSpec[],
  locale: Locale
): FieldValues =>
  typedIn(head, locale, {
    ...(purpose && { purpose }),
    ...(customerCode && { customerCode }),
    ...Object.fromEntries(Object.entries(customValues).map(([id, value]) => [`customValues.${id}`, value]))
  });

/** Values for their fields: numbers in the reader's format. */
export const typedIn = (
  fields: readonly FieldSpec[],
  locale: Locale,
  values: Readonly<Record<string, string>>
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields.some((field) => field.name === name && field.kind === 'decimal') ? writeNumber(value, locale) : value
    ])
  );

/** The values of a split's fields by their names in it, in stored form; a combo box also shows its value's code. */
export const codedValues = ({
  codes,
  description
}: Partial<Pick<Allocation, 'codes' | 'description'>>): Record<string, string> => ({
  ...(description && { description }),
  ...Object.fromEntries(
    Object.entries(codes ?? {}).flatMap(([id, code]) => [
      [`codes.${id}`, code],
      [`codes.${id}.typed`, code]
    ])
  )
});

/** Nests a form's flat fields for the schema of splits: `splits.0.codes.<id>` and the like. */
export function nested(flat: Record<string, unknown>): Record<string, unknown> {
  const root: Record<string, unknown> = { splits: [] };
  for (const [name, value] of Object.entries(flat)) {
    const path = name.split('.');
    const last = path.pop() as string;
    let place = root;
    for (const step of path) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    if (value !== undefined) place[last] = value;
  }
  root.splits = Object.values(root.splits as object);
  return root;
}
