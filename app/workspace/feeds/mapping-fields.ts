import { z } from 'zod';
import type { Refusal } from '@/lib/core/refusal';
import type { Translate } from '@/lib/core/texts';
import {
  ACCOUNTS_BY,
  DATE_FORMATS,
  ENCODINGS,
  FEED_FIELDS,
  type FeedField,
  FORMATS,
  type Layout,
  TRANSACTION_TYPES
} from '@/lib/feeds/mapping';
import type { FieldSpec, FieldValues } from '../ui/field-spec';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
const QUOTES = { double: '"', single: "'", none: '' } as const;
const MARKS = { point: '.', comma: ',' } as const;
const NAMES = FEED_FIELDS.map((field) => `field.${field}` as const);

const optional = z.string().trim().max(500).optional();

/** What the form of a mapping says, as it is typed. */
export const mappingFormSchema = z.object({
  name: z.string('required').trim().min(1, 'required').max(60),
  active: z.boolean(),
  format: z.enum(FORMATS, 'required'),
  encoding: z.enum(ENCODINGS, 'required'),
  delimiter: z.enum(Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[]).default('comma'),
  quote: z.enum(Object.keys(QUOTES) as (keyof typeof QUOTES)[]).default('double'),
  skipLines: z.coerce.number().int().min(0).max(50).default(0),
  headings: z.boolean().default(false),
  record: optional,
  account: z.enum(ACCOUNTS_BY, 'required'),
  surnameFirst: z.boolean().default(false),
  dateFormat: z.enum(DATE_FORMATS, 'required'),
  decimalMark: z.enum(Object.keys(MARKS) as (keyof typeof MARKS)[], 'required'),
  impliedDecimals: z.enum(['0', '1', '2', '3', '4']).optional(),
  negative: z.enum(['credit', 'debit'], 'required'),
  creditValues: optional,
  otherType: z.enum(TRANSACTION_TYPES, 'required'),
  currency: optional,
  referencePrefix: optional,
  advanced: z.string().max(20_000).optional(),
  ...(Object.fromEntries(NAMES.map((name) => [name, optional])) as Record<(typeof NAMES)[number], typeof optional>)
});
type MappingForm = z.infer<typeof mappingFormSchema>;

/** Thrown where what was typed is no layout. */
export class LayoutFault extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

const keyOf = <Key extends string>(values: Readonly<Record<Key, string>>, value: string) =>
  (Object.keys(values) as Key[]).find((key) => values[key] === value) as Key;

/** The layout that a form describes. @throws LayoutFault */
export function layoutFrom(form: MappingForm): unknown {
  const fields = FEED_FIELDS.flatMap((field): [FeedField, string[]][] => {
    const typed = form[`field.${field}`];
    return typed ? [[field, typed.split(' + ').map((source) => source.trim())]] : [];
  });
  return {
    ...advancedOf(form.advanced),
    format: form.format,
    encoding: form.encoding,
    delimiter: DELIMITERS[form.delimiter],
    quote: QUOTES[form.quote],
    skipLines: form.skipLines,
    headings: form.headings,
    record: form.record ?? null,
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
    otherType: form.otherType,
    currency: form.currency?.toUpperCase() ?? null,
    referencePrefix: form.referencePrefix ?? ''
  };
}

const advancedSchema = z.strictObject({
  only: z.unknown(),
  block: z.unknown(),
  trailer: z.unknown(),
  types: z.unknown()
});

function advancedOf(typed = '{}'): Record<string, unknown> {
  try {
    return advancedSchema.partial().parse(JSON.parse(typed));
  } catch (error) {
    const problem = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : (error as Error).message;
    const params = { problem: problem.slice(0, 200) };
    throw new LayoutFault({ code: 'feed.mapping.advanced.invalid', field: 'advanced', params });
  }
}

/** What the form of a mapping holds at first. */
export function mappingValues({
  name,
  active,
  layout
}: {
  name: string;
  active: boolean;
  layout: Layout;
}): FieldValues {
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
    advanced: JSON.stringify({ only, block, trailer, types }, null, 2),
    ...Object.fromEntries(Object.entries(fields).map(([field, sources]) => [`field.${field}`, sources.join(' + ')]))
  };
}

/** The fields of the form of a mapping. */
export function mappingFields(t: Translate): FieldSpec[] {
  const label = (name: string) => t(`feed.mapping.${name}`);
  const options = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: label(`${name}.${value}`) }));
  const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const file = t('feed.mapping.file');
  const meaning = t('feed.mapping.meaning');
  const delimited = { field: 'format', equals: 'delimited' };
  return [
    { name: 'name', label: label('name'), kind: 'text', required: true, maxLength: 60 },
    { name: 'active', label: label('active'), kind: 'checkbox' },
    {
      name: 'format',
      label: label('format'),
      kind: 'select',
      required: true,
      options: options('format', FORMATS),
      group: file,
      half: true
    },
    {
      name: 'encoding',
      label: label('encoding'),
      kind: 'select',
      required: true,
      options: same(ENCODINGS),
      group: file,
      half: true
    },
    {
      name: 'delimiter',
      label: label('delimiter'),
      kind: 'select',
      blank: false,
      options: options('delimiter', Object.keys(DELIMITERS)),
      group: file,
      half: true,
      showWhen: delimited
    },
    {
      name: 'quote',
      label: label('quote'),
      kind: 'select',
      blank: false,
      options: options('quote', Object.keys(QUOTES)),
      group: file,
      half: true,
      showWhen: delimited
    },
    { name: 'skipLines', label: label('skipLines'), kind: 'number', min: 0, max: 50, group: file, half: true },
    { name: 'headings', label: label('headings'), kind: 'checkbox', group: file, half: true, showWhen: delimited },
    { name: 'record', label: label('record'), kind: 'text', group: file, showWhen: { field: 'format', equals: 'xml' } },
    {
      name: 'account',
      label: label('account'),
      kind: 'select',
      required: true,
      options: options('account', ACCOUNTS_BY),
      group: file
    },
    { name: 'surnameFirst', label: label('surnameFirst'), kind: 'checkbox', group: file },
    ...FEED_FIELDS.map(
      (field, at): FieldSpec => ({
        name: `field.${field}`,
        label: t(`feed.field.${field}`),
        kind: 'text',
        maxLength: 500,
        group: t('feed.mapping.fields'),
        half: true,
        ...(at === 0 && { hint: t('feed.mapping.fields.hint'), half: false })
      })
    ),
    {
      name: 'dateFormat',
      label: label('dateFormat'),
      kind: 'select',
      required: true,
      options: same(DATE_FORMATS),
      group: meaning,
      half: true
    },
    {
      name: 'decimalMark',
      label: label('decimalMark'),
      kind: 'select',
      required: true,
      options: options('decimalMark', Object.keys(MARKS)),
      group: meaning,
      half: true
    },
    {
      name: 'impliedDecimals',
      label: label('impliedDecimals'),
      kind: 'select',
      options: same(['0', '1', '2', '3', '4']),
      hint: t('feed.mapping.impliedDecimals.none'),
      group: meaning,
      half: true
    },
    {
      name: 'negative',
      label: label('negative'),
      kind: 'select',
      required: true,
      options: options('negative', ['credit', 'debit']),
      group: meaning,
      half: true
    },
    {
      name: 'creditValues',
      label: label('creditValues'),
      kind: 'text',
      hint: t('feed.mapping.creditValues.hint'),
      group: meaning,
      half: true
    },
    {
      name: 'otherType',
      label: label('otherType'),
      kind: 'select',
      required: true,
      options: TRANSACTION_TYPES.map((type) => ({ value: type, label: t(`transaction.type.${type}`) })),
      group: meaning,
      half: true
    },
    {
      name: 'currency',
      label: label('currency'),
      kind: 'text',
      maxLength: 3,
      hint: t('feed.mapping.currency.hint'),
      group: meaning,
      half: true
    },
    {
      name: 'referencePrefix',
      label: label('referencePrefix'),
      kind: 'text',
      maxLength: 12,
      hint: t('feed.mapping.referencePrefix.hint'),
      group: meaning,
      half: true
    },
    {
      name: 'advanced',
      label: label('advanced'),
      kind: 'textarea',
      rows: 8,
      maxLength: 20_000,
      hint: t('feed.mapping.advanced.hint'),
      group: meaning
    }
  ];
}
