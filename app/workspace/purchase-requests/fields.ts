import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { COURSES, courseSchema } from '@/lib/money/processor/desk';
import { closingSchema } from '@/lib/money/purchasing/change-state';
import type { RequestLine } from '@/lib/money/purchasing/details';
import { customField, entrySchema, lineField, MOST_LINES, travelField } from '@/lib/money/purchasing/entry';
import { type Invoice, invoiceLines } from '@/lib/money/purchasing/invoices';
import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import type { Offer } from '@/lib/money/purchasing/terms';
import { trySchema } from '@/lib/money/purchasing/try-purchase';
import { passphraseSchema } from '@/lib/money/suppliers/links/passphrase';
import { constrained } from '../ui/constrained';
import type { FieldSpec, FieldValues } from '../ui/field-spec';

/** The empty lines beyond those that are filled in: each shows once the line before it says what it is for. */
const SPARE = 9;

export interface Reader {
  t: Translate;
  locale: Locale;
}

/** Whom a request is for where it isn't its requester, and in which group that person is sought. */
export type OnBehalf = Partial<Pick<PurchaseRequest, 'groupId' | 'behalfOf'>>;

/**
 * The fields of a request from a template: its lines, and what the template asks for (C1.026). Somebody else
 * for whom it is can be chosen where its requester has a group.
 */
export function requestFields({ t }: Reader, offer: Offer, filled: number, behalf: OnBehalf = {}): FieldSpec[] {
  const { currency } = offer.template.values;
  const lines = Math.min(MOST_LINES, Math.max(1, filled) + SPARE);
  return constrained(entrySchema(offer), [
    {
      name: 'supplierId',
      label: t('setup.entity.supplier.one'),
      kind: 'select',
      ...(offer.isFixed && { blank: false as const }),
      options: offer.suppliers.map(({ id, name }) => ({ value: id, label: name }))
    },
    ...cardFields(t, offer),
    ...behalfFields(t, behalf),
    ...Array.from({ length: lines }, (_, index) => lineFields(t, offer, index + 1, filled)).flat(),
    {
      name: 'purchaseLimit',
      label: t('purchase.limit'),
      kind: 'money',
      currency,
      half: true,
      hint: t('purchase.limit.hint')
    },
    { name: 'neededBy', label: t('purchase.needed.by'), kind: 'date', half: true },
    ...(offer.template.values.travel ?? []).map(
      (section): FieldSpec => ({
        name: travelField(section),
        label: t(`setup.entity.purchase.template.field.travel.option.${section}`),
        kind: 'text'
      })
    ),
    ...offer.customFields.map((field) => customSpec(t, field)),
    {
      name: 'invoices',
      label: t('purchase.invoices'),
      kind: 'textarea',
      rows: 3,
      hint: t('purchase.invoices.hint')
    },
    { name: 'note', label: t('purchase.note'), kind: 'textarea', rows: 4 }
  ]);
}

/** A colleague for whom the purchase is, picked by name. */
const behalfFields = (t: Translate, { groupId, behalfOf }: OnBehalf): FieldSpec[] =>
  groupId
    ? [
        {
          name: 'behalfOf',
          label: t('purchase.behalf'),
          kind: 'combobox',
          hint: t('purchase.behalf.hint'),
          source: `/workspace/purchase-requests/people?group=${groupId}`,
          placeholder: t('form.type.name'),
          valueLabel: behalfOf?.name ?? ''
        }
      ]
    : [];

/** The real card that pays, where the company keeps any (C5.139). */
const cardFields = (t: Translate, { realCards }: Offer): FieldSpec[] =>
  realCards.length === 0
    ? []
    : [
        {
          name: 'realCardId',
          label: t('purchase.card.alias'),
          kind: 'select',
          options: realCards.map(({ id, alias, type, lastFour }) => ({
            value: id,
            label: `${alias} (${[type, `•••• ${lastFour}`].filter(Boolean).join(', ')})`
          }))
        }
      ];

function lineFields(t: Translate, { template, listItems }: Offer, number: number, filled: number): FieldSpec[] {
  const isSpare = number > Math.max(1, filled);
  const common = {
    group: t('purchase.line', { number }),
    // A line that is begun stays, whatever happens to the one before it.
    ...(isSpare && {
      showWhen: { anyFilled: [lineField(number - 1, 'description'), lineField(number, 'description')] }
    })
  };
  const { currency } = template.values;
  const description = lineField(number, 'description');
  return [
    listItems.length > 0
      ? {
          ...common,
          name: description,
          label: t('lines.description'),
          kind: 'select',
          options: listItems.map((item) => ({ value: item, label: item }))
        }
      : { ...common, name: description, label: t('lines.description'), kind: 'text' },
    { ...common, name: lineField(number, 'quantity'), label: t('field.quantity'), kind: 'decimal', half: true },
    {
      ...common,
      name: lineField(number, 'unitCost'),
      label: t('field.unit.cost'),
      kind: 'money',
      currency,
      half: true
    },
    { ...common, name: lineField(number, 'tax'), label: t('field.tax.amount'), kind: 'money', currency, half: true }
  ];
}

function customSpec(t: Translate, field: Offer['customFields'][number]): FieldSpec {
  const common = { name: customField(field.id), label: field.label, ...(field.mandatory && { required: true }) };
  switch (field.type) {
    case 'list':
      return { ...common, kind: 'select', options: field.values.map((value) => ({ value, label: value })) };
    case 'boolean':
      return {
        ...common,
        kind: 'select',
        options: [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') }
        ]
      };
    case 'date':
      return { ...common, kind: 'date' };
    case 'number':
      return { ...common, kind: 'decimal' };
    default:
      return { ...common, kind: 'text', ...(field.length && { maxLength: field.length }) };
  }
}

/** The values of a request's fields. */
export const requestValues = (
  { purchaseLimit, neededBy, note, terms, custom, travel, behalfOf }: PurchaseRequest,
  lines: readonly RequestLine[],
  invoices: readonly Invoice[] = []
): FieldValues => ({
  invoices: invoiceLines(invoices),
  behalfOf: behalfOf?.userId,
  supplierId: terms.supplier.id,
  realCardId: terms.realCard?.id,
  purchaseLimit,
  neededBy,
  note,
  ...Object.fromEntries(
    lines.flatMap((line, index) =>
      (['description', 'quantity', 'unitCost', 'tax'] as const).map((of) => [lineField(index + 1, of), line[of]])
    )
  ),
  ...Object.fromEntries(Object.entries(custom).map(([id, value]) => [customField(id), value])),
  ...Object.fromEntries(Object.entries(travel).map(([section, value]) => [travelField(section), value]))
});

/** The comment on a decision. */
export const commentField = (t: Translate, required: boolean): FieldSpec => ({
  name: 'comment',
  label: t('comment.text'),
  kind: 'textarea',
  maxLength: 1024,
  rows: 3,
  required
});

/** What names the card that is to be closed (C5.150). */
export const closingFields = (t: Translate): FieldSpec[] =>
  constrained(closingSchema, [
    { name: 'lastFour', label: t('purchase.card.last.four'), kind: 'text', maxLength: 4, half: true }
  ]);

/** The fields of a purchase to try. */
export const tryFields = (t: Translate, currency: string): FieldSpec[] =>
  constrained(trySchema, [
    { name: 'amount', label: t('transaction.amount.paid'), kind: 'money', currency, half: true },
    {
      name: 'merchant',
      kind: 'text',
      half: true,
      label: t('setup.entity.purchase.template.field.merchantName')
    },
    {
      name: 'category',
      kind: 'text',
      maxLength: 4,
      half: true,
      label: t('feed.field.merchantCategoryCode')
    },
    {
      name: 'merchantId',
      kind: 'text',
      half: true,
      label: t('setup.entity.supplier.field.merchantId')
    },
    { name: 'day', label: t('purchase.try.day'), kind: 'date', half: true, hint: t('purchase.try.now') },
    { name: 'time', label: t('purchase.try.time'), kind: 'time', half: true }
  ]);

/** What buyer and supplier have agreed on; it may stay what it is. */
export const passphraseFields = (t: Translate, hasPassphrase: boolean): FieldSpec[] =>
  constrained(passphraseSchema, [
    {
      name: 'passphrase',
      label: t('supplier.passphrase'),
      kind: 'password',
      required: !hasPassphrase,
      hint: t(hasPassphrase ? 'supplier.passphrase.keep' : 'supplier.passphrase.hint')
    }
  ]);

/** The reader's own password, which proves again who asks. */
export const passwordFields = (t: Translate): FieldSpec[] => [
  {
    name: 'password',
    label: t('profile.question.password'),
    kind: 'password',
    required: true,
    half: true,
    autoComplete: 'current-password'
  }
];

/** What a merchant does with a charge, at the desk of the simulated processor. */
export const courseFields = (t: Translate, currency: string): FieldSpec[] =>
  constrained(courseSchema, [
    {
      name: 'course',
      kind: 'select',
      label: t('processor.course'),
      half: true,
      blank: false,
      options: COURSES.map((course) => ({ value: course, label: t(`processor.course.${course}`) }))
    },
    { name: 'amount', label: t('transaction.amount.paid'), kind: 'money', currency, half: true }
  ]);
