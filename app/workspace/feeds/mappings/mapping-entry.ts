import { z } from 'zod';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import {
  ACCOUNTS_BY,
  DATE_FORMATS,
  ENCODINGS,
  FEED_FIELDS,
  type FeedField,
  FORMATS,
  type Layout,
  type MappingEntry,
  type Marker,
  mappingSchema,
  sourceSchema
} from '@/lib/money/feeds/mapping';
import { TRANSACTION_TYPES } from '@/lib/money/feeds/transaction-types';
import type { FieldValues } from '../../ui/field-spec';
import { typeFieldName, typeLinesIn, typeValues } from './type-lines';

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export const QUOTES = { double: '"', single: "'", none: '' } as const;
export const MARKS = { point: '.', comma: ',' } as const;
/** Each line names a source and its expected content. */
const MARKERS = ['only', 'block.at', 'block.holds', 'trailer.at'] as const;
const SUMS = ['count', 'debit', 'credit', 'net'] as const;

const optional = z.string().trim().max(500).optional();
const keysOf = <Key extends string>(values: Readonly<Record<Key, string>>) => Object.keys(values) as Key[];
const named = <Name extends string, Field extends z.ZodType>(names: readonly Name[], field: Field) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>;

/** The typed values of a mapping's form. */
const formSchema = z
  .object({
    name: z.string().optional(),
    active: z.boolean().default(true),
    format: z.enum(FORMATS, 'required'),
    encoding: z.enum(ENCODINGS, 'required'),
    delimiter: z.enum(keysOf(DELIMITERS)).default('comma'),
    quote: z.enum(keysOf(QUOTES)).default('double'),
    skipLines: z.coerce.number().int().min(0).max(50).default(0),
    headings: z.boolean().default(false),
    record: optional,
    block: z.boolean().default(false),
    trailer: z.boolean().default(false),
    'trailer.counts': z.enum(['transactions', 'records']).default('transactions'),
    'trailer.absolute': z.boolean().default(false),
    'trailer.several': z.boolean().default(false),
    'trailer.required': z.boolean().default(false),
    'trailer.onMismatch': z.enum(['refuse', 'flag']).default('refuse'),
    account: z.enum(ACCOUNTS_BY, 'required'),
    surnameFirst: z.boolean().default(false),
    dateFormat: z.enum(DATE_FORMATS, 'required'),
    decimalMark: z.enum(keysOf(MARKS), 'required'),
    impliedDecimals: z.enum(['0', '1', '2', '3', '4']).optional(),
    negative: z.enum(['credit', 'debit'], 'required'),
    creditValues: optional,
    otherType: z.enum(TRANSACTION_TYPES, 'required'),
    currency: optional,
    referencePrefix: optional,
    ...named(
      MARKERS.map((name) => `${name}.source` as const),
      optional
    ),
    ...named(
      MARKERS.map((name) => `${name}.is` as const),
      z.array(z.string()).default([])
    ),
    ...named(
      SUMS.map((name) => `trailer.${name}` as const),
      optional
    ),
    ...named(
      FEED_FIELDS.map((field) => `field.${field}` as const),
      optional
    )
  })
  // The words for transaction types, each line under its own key.
  .catchall(z.unknown());
type MappingForm = z.infer<typeof formSchema>;

const entered = sourceSchema.optional();

/**
 * What the fields of a mapping's form demand: where `formSchema` lets more through, `read` checks it by the layout's own
 * schema, and tells all faults together.
 */
export const mappingFieldsSchema = formSchema.extend({
  name: mappingSchema.shape.name,
  record: entered,
  ...named(
    MARKERS.map((name) => `${name}.source` as const),
    entered
  ),
  ...named(
    SUMS.map((name) => `trailer.${name}` as const),
    entered
  )
});

const { name, account, dateFormat, decimalMark, negative, currency } = formSchema.shape;

/** What a person says of a mapping that is made of a sample, beside its columns. */
export const saidSchema = z
  .object({ name, account, dateFormat, decimalMark, negative, currency })
  .transform((said) => ({
    ...said,
    decimalMark: MARKS[said.decimalMark],
    currency: said.currency?.toUpperCase() ?? null
  }));

/** Builds a mapping from its form. */
export const mappingFormSchema = formSchema.transform((form, context): MappingEntry => {
  const { name = '', active } = form;
  return read(mappingSchema, { name, active, layout: layoutFrom(form) }, form, context);
});

/** Builds a layout from such a form, ignoring the mapping's name. */
export const layoutFormSchema = formSchema.transform(
  (form, context): Layout =>
    read(mappingSchema.pick({ layout: true }), { layout: layoutFrom(form) }, form, context).layout
);

/** Parses a form, or returns the faults of its fields. */
function read<Schema extends z.ZodType>(
  schema: Schema,
  said: unknown,
  form: MappingForm,
  context: z.RefinementCtx
): z.output<Schema> {
  const { lines } = typeLinesIn(form);
  const parsed = schema.safeParse(said, { reportInput: true });
  const wrong: { field: string; code: string; params?: object }[] = parsed.success
    ? []
    : fieldFaults(parsed.error, (path) => fieldOf(path.map(String), lines));
  const blank = lines.filter((line) => line.said.trim() === '');
  const twice = lines.filter(
    ({ said }, at) => said.trim() !== '' && lines.findIndex((line) => line.said.trim() === said.trim()) < at
  );
  for (const { key } of blank) wrong.push({ field: typeFieldName(key, 'said'), code: 'required.field' });
  for (const { key } of twice) wrong.push({ field: typeFieldName(key, 'said'), code: 'feed.types.twice' });
  for (const { field, code, params } of wrong)
    context.addIssue({ code: 'custom', path: [field], message: code, params });
  return parsed.success && wrong.length === 0 ? parsed.data : (z.NEVER as z.output<Schema>);
}

/** The form field of a part of the mapping. */
function fieldOf([whole = '', part = '', ...rest]: string[], lines: ReturnType<typeof typeLinesIn>['lines']): string {
  if (whole !== 'layout') return whole;
  if (part === 'fields') return `field.${rest[0] ?? 'cardNumber'}`;
  if (part === 'types') {
    const line = lines.find(({ said }) => said.trim() === rest[0]) ?? lines[0];
    return line ? typeFieldName(line.key, 'said') : part;
  }
  // Several expected words share one field.
  return [part, ...rest.filter((step) => !/^\d+$/.test(step))].join('.');
}

/** The layout that a form describes, valid or not. */
function layoutFrom(form: MappingForm) {
  const markerOf = (name: (typeof MARKERS)[number]) => ({
    source: form[`${name}.source`],
    is: form[`${name}.is`]
  });
  const only = markerOf('only');
  const fields = FEED_FIELDS.flatMap((field): [FeedField, string[]][] => {
    const typed = form[`field.${field}`];
    return typed ? [[field, typed.split(' + ').map((source) => source.trim())]] : [];
  });
  return {
    format: form.format,
    encoding: form.encoding,
    delimiter: DELIMITERS[form.delimiter],
    quote: QUOTES[form.quote],
    skipLines: form.skipLines,
    headings: form.headings,
    record: form.record ?? null,
    only: only.source || only.is.length > 0 ? only : null,
    block: form.block ? { at: markerOf('block.at'), holds: markerOf('block.holds') } : null,
    trailer: form.trailer
      ? {
          at: form.format === 'xml' ? null : markerOf('trailer.at'),
          ...Object.fromEntries(SUMS.map((what) => [what, form[`trailer.${what}`] ?? null])),
          counts: form['trailer.counts'],
          absolute: form['trailer.absolute'],
          several: form['trailer.several'],
          required: form['trailer.required'],
          onMismatch: form['trailer.onMismatch']
        }
      : null,
    account: form.account,
    surnameFirst: form.surnameFirst,
    fields: Object.fromEntries(fields),
    dateFormat: form.dateFormat,
    decimalMark: MARKS[form.decimalMark],
    impliedDecimals: form.impliedDecimals === undefined ? null : Number(form.impliedDecimals),
    negative: form.negative,
    creditValues: (form.creditValues ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean),
    types: Object.fromEntries(
      typeLinesIn(form).lines.flatMap(({ said, type }) => (said.trim() ? [[said.trim(), type]] : []))
    ),
    otherType: form.otherType,
    currency: form.currency?.toUpperCase() ?? null,
    referencePrefix: form.referencePrefix ?? ''
  };
}

const keyOf = <Key extends string>(values: Readonly<Record<Key, string>>, value: string) =>
  keysOf(values).find((key) => values[key] === value) as Key;

const markerValues = (name: (typeof MARKERS)[number], marker: Marker | null | undefined): FieldValues => ({
  [`${name}.source`]: marker?.source,
  [`${name}.is`]: marker?.is ?? []
});

/** The initial values of a mapping's form. */
export function mappingValues({ name, active, layout }: MappingEntry): FieldValues {
  const { only, block, trailer, types, fields, creditValues, impliedDecimals, ...plain } = layout;
  return {
    ...plain,
    name,
    active,
    delimiter: keyOf(DELIMITERS, layout.delimiter),
    quote: keyOf(QUOTES, layout.quote),
    decimalMark: keyOf(MARKS, layout.decimalMark),
    impliedDecimals: impliedDecimals === null ? '' : String(impliedDecimals),
    creditValues: creditValues.join(', '),
    ...markerValues('only', only),
    block: block !== null,
    ...markerValues('block.at', block?.at),
    ...markerValues('block.holds', block?.holds),
    trailer: trailer !== null,
    ...markerValues('trailer.at', trailer?.at),
    ...Object.fromEntries(SUMS.map((what) => [`trailer.${what}`, trailer?.[what]])),
    'trailer.counts': trailer?.counts ?? 'transactions',
    'trailer.absolute': trailer?.absolute ?? false,
    'trailer.several': trailer?.several ?? false,
    'trailer.required': trailer?.required ?? true,
    'trailer.onMismatch': trailer?.onMismatch ?? 'refuse',
    ...typeValues(Object.entries(types).map(([said, type], key) => ({ key, said, type }))),
    ...Object.fromEntries(Object.entries(fields).map(([field, sources]) => [`field.${field}`, sources.join(' + ')]))
  };
}
