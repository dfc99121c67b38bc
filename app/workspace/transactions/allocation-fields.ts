import { ROLES } from '@/lib/access/policy';
import type { Principal } from '@/lib/access/principal';
import type { AccountingCode, Scheme } from '@/lib/allocation/schemes';
import type { Translate } from '@/lib/core/texts';
import type { Allocation } from '@/lib/transactions/allocations';
import type { CustomField } from '@/lib/transactions/custom-fields';
import type { CardTransaction } from '@/lib/transactions/transactions';
import type { FieldSpec, FieldValues } from '../ui/field-spec';

export interface Allocating {
  transaction: CardTransaction;
  scheme: Scheme | null;
  customFields: readonly CustomField[];
  /** In how many parts the costs are divided; 1: not at all. */
  parts: number;
  by: 'amount' | 'percent';
}

const KINDS = { text: 'text', number: 'decimal', date: 'date', list: 'select', boolean: 'select' } as const;

/** The fields of a transaction's form: what it was for, and for each part its amount and its accounting codes. */
export function allocationFields(
  { role }: Pick<Principal, 'role'>,
  t: Translate,
  { transaction, scheme, customFields, parts, by }: Allocating,
  held: FieldValues = {}
): FieldSpec[] {
  const source = `/workspace/transactions/${transaction.id}/values`;
  const fields: FieldSpec[] = [
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
      source: `${source}?of=customer`
    },
    ...customFields.map((field): FieldSpec => customField(field, t)),
    ...Array.from({ length: parts }, (_, index) =>
      partFields(role, t, { transaction, scheme, by, source, parts }, index)
    ).flat()
  ];
  // What a list holds is shown by its code, as it is typed.
  return fields.map((field) =>
    field.kind === 'combobox' ? { ...field, valueLabel: String(held[field.name] ?? '') } : field
  );
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

function partFields(
  role: Principal['role'],
  t: Translate,
  {
    transaction,
    scheme,
    by,
    source,
    parts
  }: Pick<Allocating, 'transaction' | 'scheme' | 'by' | 'parts'> & { source: string },
  index: number
): FieldSpec[] {
  const group = parts > 1 ? t('allocation.part', { number: index + 1 }) : undefined;
  const named = (name: string) => `splits.${index}.${name}`;
  const currency = transaction.billedCurrency;
  const divided: FieldSpec[] =
    parts === 1
      ? []
      : by === 'percent'
        ? [
            {
              name: named('percent'),
              label: t('allocation.percent'),
              kind: 'percent',
              required: true,
              half: true,
              group
            }
          ]
        : [
            {
              name: named('amount'),
              label: t('allocation.amount'),
              kind: 'money',
              currency,
              required: true,
              half: true,
              group
            },
            ...(transaction.taxAmount === null
              ? []
              : [
                  {
                    name: named('taxAmount'),
                    label: t('allocation.tax'),
                    kind: 'money' as const,
                    currency,
                    half: true,
                    group,
                    hint: t('allocation.tax.hint')
                  }
                ])
          ];
  const codes = (scheme?.codes ?? []).map((code) => codeField(role, t, code, named, source, group));
  return [
    ...divided,
    ...codes,
    ...(parts > 1 || codes.length > 0
      ? [
          {
            name: named('description'),
            label: t('allocation.description'),
            kind: 'text' as const,
            maxLength: 255,
            group
          }
        ]
      : [])
  ];
}

function codeField(
  role: Principal['role'],
  t: Translate,
  { id, name, type, length, mandatory, editableBy, dependsOn }: AccountingCode,
  named: (name: string) => string,
  source: string,
  group: string | undefined
): FieldSpec {
  const field = { name: named(`codes.${id}`), label: name, half: true, group };
  // Only higher roles fill it in.
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
    source: `${source}?of=${id}`,
    ...(dependsOn && { sourceWith: { parent: named(`codes.${dependsOn}`) } })
  };
}

/** What the fields hold: what was allocated, or else the defaults. */
export function allocationValues(
  { transaction, customFields, parts }: Allocating,
  allocations: readonly Allocation[],
  defaults: Readonly<Record<string, string>>
): FieldValues {
  const { purpose, customerCode, customValues } = transaction;
  const split = (index: number): [string, string | null][] => {
    const part = allocations[index];
    const codes = part?.codes ?? (allocations.length === 0 ? defaults : {});
    const amounts: [string, string | null][] =
      parts > 1 && part
        ? [
            ['amount', part.amount],
            ['percent', part.percent],
            ['taxAmount', part.taxAmount]
          ]
        : [];
    const coded = Object.entries(codes).map(([id, code]): [string, string] => [`codes.${id}`, code]);
    return [...amounts, ['description', part?.description ?? null], ...coded];
  };
  return {
    purpose,
    customerCode,
    ...Object.fromEntries(customFields.map(({ id }) => [`customValues.${id}`, customValues[id] ?? null])),
    ...Object.fromEntries(
      Array.from({ length: parts }, (_, index) =>
        split(index).map(([name, value]) => [`splits.${index}.${name}`, value])
      ).flat()
    )
  };
}

/** A form's flat fields as the schema of an allocation reads them: `splits.0.codes.<id>` and the like. */
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
