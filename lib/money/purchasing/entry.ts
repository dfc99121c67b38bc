import { z } from 'zod';
import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { plainDate } from '../../core/entry/date-entry';
import { decimalNumber } from '../../core/entry/number-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import type { Refusal } from '../../core/entry/refusal';
import { customFault } from '../transactions/custom-fields';
import { invoiceFaults, MOST_INVOICE_TEXT } from './invoices';
import { bandOf } from './template-controls';
import type { Offer } from './terms';
import { unitsOf } from './units';

/** The most lines of a request. */
export const MOST_LINES = 100;

/** The form fields of a line, of a custom data field and of a part of a trip; lines count from 1. */
export const lineField = (number: number, of: 'description' | 'quantity' | 'unitCost' | 'tax') =>
  `line.${number}.${of}`;
export const customField = (id: string) => `custom.${id}`;
export const travelField = (section: string) => `travel.${section}`;

export interface LineEntry {
  /** Its number in the form, counting empty ones. */
  number: number;
  description: string;
  quantity: string;
  unitCost: string;
  tax: string;
}

/** What a requester says. */
export interface RequestEntry {
  /** The invoices that it pays, as lines. */
  invoices: string | null;
  /** The person for whom it is, by user id or name; null for the requester themself. */
  behalfOf: string | null;
  supplierId: string;
  /** The real card that pays; null where the company keeps none. */
  realCardId: string | null;
  purchaseLimit: string;
  neededBy: string | null;
  note: string | null;
  lines: LineEntry[];
  custom: Record<string, string>;
  travel: Record<string, string>;
}

const money = { scale: 4, max: '999999999999' } as const;
const LINE_PARTS = ['description', 'quantity', 'unitCost', 'tax'] as const;
const LINE_SCHEMAS = {
  description: optional(plainText({ max: 255 })),
  quantity: optional(decimalNumber({ scale: 4, positive: true, max: '99999999' })),
  unitCost: optional(decimalNumber({ ...money, min: '0' })),
  tax: optional(decimalNumber({ ...money, min: '0' }))
};

/** The names of the fields of each line, made once: making them takes longer than reading an entry by them. */
const LINES = Array.from({ length: MOST_LINES }, (_, index) => ({
  number: index + 1,
  ...(Object.fromEntries(LINE_PARTS.map((of) => [of, lineField(index + 1, of)])) as Record<LinePart, string>)
}));
type LinePart = (typeof LINE_PARTS)[number];
const lineFields = (lines: number) =>
  Object.fromEntries(LINES.slice(0, lines).flatMap((line) => LINE_PARTS.map((of) => [line[of], LINE_SCHEMAS[of]])));

type Typed = Record<string, string | null> &
  Pick<RequestEntry, 'invoices' | 'behalfOf' | 'supplierId' | 'realCardId' | 'purchaseLimit' | 'neededBy' | 'note'>;

/**
 * The form of a request from a template: its lines, its custom data fields and its trip by their field names. `lines` is
 * how many there can be: each is four fields, which take their time even where they are empty.
 */
export function entrySchema({ customFields, template, realCards }: Offer, lines = MOST_LINES) {
  const own = Object.fromEntries(customFields.map(({ id }) => [customField(id), optional(plainText({ max: 255 }))]));
  const sections = template.values.travel ?? [];
  const trip = Object.fromEntries(sections.map((one) => [travelField(one), plainText({ max: 255 })]));
  return z
    .object({
      // Without a stated length: a counter of so many characters says nothing.
      invoices: optional(z.string().refine((text) => text.length <= MOST_INVOICE_TEXT, 'too.long')),
      behalfOf: optional(plainText({ max: 200 })),
      supplierId: z.uuid('required'),
      realCardId: realCards.length > 0 ? z.uuid('required') : optional(z.uuid()),
      purchaseLimit: decimalNumber({ ...money, positive: true }),
      neededBy: optional(plainDate()),
      note: optional(plainText({ max: 2000, lines: true })),
      ...lineFields(lines),
      ...own,
      ...trip
    })
    .transform((typed, context): RequestEntry => {
      const values = typed as unknown as Typed;
      return {
        invoices: values.invoices,
        behalfOf: values.behalfOf,
        supplierId: values.supplierId,
        realCardId: values.realCardId,
        purchaseLimit: values.purchaseLimit,
        neededBy: values.neededBy,
        note: values.note,
        lines: linesOf(values, lines, context),
        custom: filled(customFields.map(({ id }) => [id, values[customField(id)] ?? null])),
        travel: filled(sections.map((one) => [one, values[travelField(one)] ?? null]))
      };
    });
}

const filled = (entries: [string, string | null][]) =>
  Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));

/** The lines that something is typed into: each with what it is for and what it costs. */
function linesOf(values: Record<string, string | null>, most: number, context: z.RefinementCtx): LineEntry[] {
  const lines: LineEntry[] = [];
  for (let at = 0; at < most; at += 1) {
    const field = LINES[at] as (typeof LINES)[number];
    const [description, quantity] = [values[field.description] ?? null, values[field.quantity] ?? null];
    const [unitCost, tax] = [values[field.unitCost] ?? null, values[field.tax] ?? null];
    if (description === null && quantity === null && unitCost === null && tax === null) continue;
    if (description === null) context.addIssue(required(field.description));
    if (unitCost === null) context.addIssue(required(field.unitCost));
    lines.push({
      number: field.number,
      description: description ?? '',
      quantity: quantity ?? '1',
      unitCost: unitCost ?? '0',
      tax: tax ?? '0'
    });
  }
  if (lines.length === 0) context.addIssue(required(lineField(1, 'description')));
  return lines;
}

const required = (field: string) => ({ code: 'custom' as const, path: [field], message: 'required' });

/** What lines cost together, with the decimals of the currency: computed, never typed. */
export const totalOf = (lines: readonly Omit<LineEntry, 'number'>[], currency: string): string =>
  lines
    .reduce(
      (sum, { quantity, unitCost, tax }) => sum.plus(new Prisma.Decimal(quantity).times(unitCost)).plus(tax),
      new Prisma.Decimal(0)
    )
    .toFixed(minorDigits(currency), Prisma.Decimal.ROUND_HALF_UP);

/** The faults of an entry by its template, each at its field (C3.062, C3.063, C5.144). */
export function entryFaults(
  offer: Offer,
  { lines, purchaseLimit, supplierId, realCardId, custom, invoices }: RequestEntry
): Refusal[] {
  const { values } = offer.template;
  const total = totalOf(lines, values.currency);
  const isWithin = (from: string, to: string) => unitsOf(total) >= unitsOf(from) && unitsOf(total) <= unitsOf(to);
  const faults: (Refusal | false)[] = [
    !offer.suppliers.some(({ id }) => id === supplierId) && { code: 'purchase.supplier.unknown', field: 'supplierId' },
    cardFault(offer, realCardId),
    unitsOf(total) === 0n && { code: 'purchase.total.zero', field: lineField(lines[0]?.number ?? 1, 'unitCost') },
    unitsOf(purchaseLimit) < unitsOf(total) && {
      code: 'purchase.limit.below' as const,
      field: 'purchaseLimit',
      params: { total }
    },
    values.amountMin !== null &&
      values.amountMax !== null &&
      !isWithin(values.amountMin, values.amountMax) && {
        code: 'purchase.total.range' as const,
        field: 'purchaseLimit',
        params: { total, min: values.amountMin, max: values.amountMax }
      },
    values.exactBands !== null &&
      !values.exactBands.map(bandOf).some(({ from, to }) => isWithin(from, to)) && {
        code: 'purchase.total.exact' as const,
        field: 'purchaseLimit',
        params: { total, amounts: values.exactBands.join('; ') }
      },
    ...lines.map(
      ({ number, description }) =>
        offer.listItems.length > 0 &&
        !offer.listItems.includes(description) && {
          code: 'choice.invalid' as const,
          field: lineField(number, 'description')
        }
    ),
    ...invoiceFaults(invoices, purchaseLimit),
    ...offer.customFields.map((field) => customRefusal(field, custom[field.id] ?? ''))
  ];
  return faults.filter((fault) => fault !== false);
}

/** A real card is needed where the company keeps any (C5.139), and it is one of those that are offered. */
function cardFault({ realCards }: Offer, id: string | null): Refusal | false {
  if (id === null) return realCards.length > 0 && { code: 'required.field', field: 'realCardId' };
  return !realCards.some((card) => card.id === id) && { code: 'purchase.card.unknown', field: 'realCardId' };
}

function customRefusal(field: Offer['customFields'][number], value: string): Refusal | false {
  if (value === '') return field.mandatory && { code: 'required.field', field: customField(field.id) };
  const [code, params] = customFault(field, value) ?? [];
  return code !== undefined && { code, field: customField(field.id), ...(params && { params }) };
}
