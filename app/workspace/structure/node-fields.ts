import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { AccountLists } from '@/lib/directory/structure/account-lists';
import type { Account } from '@/lib/directory/structure/accounts';
import type { Kind } from '@/lib/directory/structure/kinds';
import {
  accountSchema,
  companySchema,
  groupSchema,
  newAccountSchema,
  orgPointSchema
} from '@/lib/directory/structure/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The currencies of ISO 4217 by code, with their names in the reader's language. */
export function currencyOptions(tag: string) {
  const names = new Intl.DisplayNames(tag, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} – ${names.of(code)}` }));
}

function months(tag: string) {
  const name = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: name.format(Date.UTC(2026, at, 1)) }));
}

const names = (t: Translate, name1 = t('structure.name1')): FieldSpec[] => [
  { name: 'name1', label: name1, kind: 'text' },
  { name: 'name2', label: t('structure.name2'), kind: 'text' }
];

const number = (t: Translate): FieldSpec => ({
  name: 'number',
  label: t('structure.number'),
  kind: 'text',
  maxLength: 30,
  half: true,
  hint: t('structure.number.hint')
});

/**
 * The fields of a company group, company, account group or org point (C3.005 to C3.009); a company also has the program
 * options that the user may assign (C1.013).
 */
export function nodeFields(
  kind: Kind,
  t: Translate,
  tag: string,
  programOptions: readonly { id: string; name: string }[] = []
): FieldSpec[] {
  switch (kind) {
    case 'company':
      return constrained(companySchema, [
        number(t),
        // Without it the form says 'Company Name is required'.
        ...names(t, t('structure.company.name')),
        {
          name: 'currency',
          label: t('structure.currency'),
          kind: 'select',
          options: currencyOptions(tag),
          half: true
        },
        {
          name: 'fiscalStart',
          label: t('structure.fiscal.start'),
          kind: 'select',
          options: months(tag),
          half: true
        },
        ...(programOptions.length > 0
          ? [
              {
                name: 'programOptionId',
                label: t('program.option'),
                kind: 'select' as const,
                hint: t('program.option.assign.help'),
                options: programOptions.map(({ id, name }) => ({ value: id, label: name })),
                half: true
              }
            ]
          : [])
      ]);
    case 'org_point':
      return constrained(orgPointSchema, [
        number(t),
        {
          name: 'level',
          label: t('structure.level'),
          kind: 'select',
          half: true,
          options: Array.from({ length: 15 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))
        },
        ...names(t)
      ]);
    default:
      return constrained(groupSchema, [number(t), ...names(t)]);
  }
}

/**
 * The options for an account's card type and status code, with the current values; nothing if the form doesn't ask for
 * them.
 */
interface Choosing {
  lists?: AccountLists;
  account?: Pick<Account, 'cardType' | 'statusCode'> | null;
}

/**
 * A field with the issuer's list as options, if it has one; an account keeps a value outside the list (C2.066, C2.067).
 */
function listed(
  field: FieldSpec,
  list: readonly { code: string; name: string }[] = [],
  held?: string | null
): FieldSpec {
  if (list.length === 0) return field;
  const kept = held && !list.some(({ code }) => code === held) ? [{ value: held, label: held }] : [];
  const options = list.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
  return { ...field, kind: 'select', options: [...options, ...kept] };
}

/** The fields of an account (C3.008, CD.40); a new one also has its card number and opening date. */
export function accountFields(
  t: Translate,
  tag: string,
  isNew: boolean,
  { lists, account }: Choosing = {}
): FieldSpec[] {
  const optional = (name: string, label: TextKey, maxLength: number): FieldSpec => ({
    name,
    label: t(label),
    kind: 'text',
    maxLength,
    half: true
  });
  return constrained(isNew ? newAccountSchema : accountSchema, [
    ...(isNew
      ? [
          {
            name: 'cardNumber',
            label: t('account.card.number'),
            kind: 'text' as const,
            maxLength: 40,
            hint: t('account.card.number.hint'),
            autoComplete: 'off'
          }
        ]
      : []),
    { name: 'name1', label: t('account.name1'), kind: 'text' },
    { name: 'name2', label: t('account.name2'), kind: 'text' },
    optional('bankNumber', 'account.bank.number', 10),
    optional('ica', 'account.ica', 11),
    listed(optional('cardType', 'account.card.type', 30), lists?.cardTypes, account?.cardType),
    listed(optional('statusCode', 'account.status.code', 2), lists?.statusCodes, account?.statusCode),
    {
      name: 'currency',
      label: t('structure.currency'),
      kind: 'select',
      options: currencyOptions(tag),
      half: true
    },
    ...(isNew ? [{ name: 'openedOn', label: t('account.opened'), kind: 'date' as const, half: true }] : []),
    { name: 'creditLimit', label: t('account.credit.limit'), kind: 'money', half: true },
    { name: 'transactionLimit', label: t('account.transaction.limit'), kind: 'money', half: true }
  ]);
}
