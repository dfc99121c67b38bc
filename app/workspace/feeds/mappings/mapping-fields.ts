import type { KeyAfter, TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { ACCOUNTS_BY, DATE_FORMATS, ENCODINGS, FEED_FIELDS, FORMATS } from '@/lib/money/feeds/mapping';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';
import { fileRules } from '../../ui/file-rules';
import { DELIMITERS, MARKS, mappingFieldsSchema, QUOTES } from './mapping-entry';
import { typeOptions } from './type-fields';

/** Options of a field, each with its name. */
const optionsIn =
  (t: Translate) =>
  <const Value extends string>(values: readonly Value[], keyOf: (value: Value) => TextKey) =>
    values.map((value) => ({ value, label: t(keyOf(value)) }));

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

/** The fields of the form of a mapping. */
export const mappingFields = (t: Translate): FieldSpec[] =>
  constrained(mappingFieldsSchema, [
    { name: 'name', label: t('feed.mapping.name'), kind: 'text' },
    { name: 'active', label: t('feed.mapping.active'), kind: 'checkbox' },
    ...fileFields(t),
    ...recordFields(t),
    ...trailerFields(t),
    ...sourceFields(t),
    ...notationFields(t),
    ...meaningFields(t)
  ]);

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** How a file is laid out, and how its accounts are known. */
function fileFields(t: Translate): FieldSpec[] {
  const label = (name: KeyAfter<'feed.mapping.'>) => t(`feed.mapping.${name}`);
  const options = optionsIn(t);
  const file = t('feed.mapping.file');
  const delimited = { field: 'format', equals: 'delimited' };
  return [
    {
      name: 'format',
      label: label('format'),
      kind: 'select',
      options: options(FORMATS, (value) => `feed.mapping.format.${value}`),
      group: file,
      half: true
    },
    {
      name: 'encoding',
      label: label('encoding'),
      kind: 'select',
      options: same(ENCODINGS),
      group: file,
      half: true
    },
    {
      name: 'delimiter',
      label: label('delimiter'),
      kind: 'select',
      blank: false,
      options: options(keysOf(DELIMITERS), (value) => `feed.mapping.delimiter.${value}`),
      group: file,
      half: true,
      showWhen: delimited
    },
    {
      name: 'quote',
      label: label('quote'),
      kind: 'select',
      blank: false,
      options: options(keysOf(QUOTES), (value) => `feed.mapping.quote.${value}`),
      group: file,
      half: true,
      showWhen: delimited
    },
    { name: 'skipLines', label: label('skipLines'), kind: 'number', group: file, half: true },
    { name: 'headings', label: label('headings'), kind: 'checkbox', group: file, half: true, showWhen: delimited },
    { name: 'record', label: label('record'), kind: 'text', group: file, showWhen: { field: 'format', equals: 'xml' } },
    {
      name: 'account',
      label: label('account'),
      kind: 'select',
      options: options(ACCOUNTS_BY, (value) => `feed.mapping.account.${value}`),
      group: file
    },
    { name: 'surnameFirst', label: label('surnameFirst'), kind: 'checkbox', group: file }
  ];
}

/** Where in a record each field of a transaction stands. */
const sourceFields = (t: Translate): FieldSpec[] =>
  FEED_FIELDS.map(
    (field, at): FieldSpec => ({
      name: `field.${field}`,
      label: t(`feed.field.${field}`),
      kind: 'text',
      group: t('feed.mapping.fields'),
      half: true,
      ...(at === 0 && { hint: t('feed.mapping.fields.hint'), half: false }),
      ...(field === 'billedDebit' && { hint: t('feed.field.billedDebit.hint') })
    })
  );

/** How dates and numbers are written. */
function notationFields(t: Translate): FieldSpec[] {
  const label = (name: KeyAfter<'feed.mapping.'>) => t(`feed.mapping.${name}`);
  const options = optionsIn(t);
  const meaning = t('feed.mapping.meaning');
  return [
    {
      name: 'dateFormat',
      label: label('dateFormat'),
      kind: 'select',
      options: same(DATE_FORMATS),
      group: meaning,
      half: true
    },
    {
      name: 'decimalMark',
      label: label('decimalMark'),
      kind: 'select',
      options: options(keysOf(MARKS), (value) => `feed.mapping.decimalMark.${value}`),
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
    }
  ];
}

/** What signs, words and blanks mean. */
function meaningFields(t: Translate): FieldSpec[] {
  const label = (name: KeyAfter<'feed.mapping.'>) => t(`feed.mapping.${name}`);
  const options = optionsIn(t);
  const meaning = t('feed.mapping.meaning');
  return [
    {
      name: 'negative',
      label: label('negative'),
      kind: 'select',
      options: options(['credit', 'debit'], (value) => `feed.mapping.negative.${value}`),
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
      options: typeOptions(t),
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
    }
  ];
}

type Half = Pick<FieldSpec, 'group' | 'showWhen'>;

/** A source and its expected content, one entry per line. */
function markerFields(t: Translate, name: string, texts: { source: string; hint?: string; is: string }, more: Half) {
  return [
    {
      name: `${name}.source`,
      label: texts.source,
      hint: texts.hint,
      kind: 'text',
      half: true,
      ...more
    },
    { name: `${name}.is`, label: texts.is, hint: t('form.lines.hint'), kind: 'list', rows: 1, half: true, ...more }
  ] satisfies FieldSpec[];
}

/** The fields that select the transaction records of a file. */
function recordFields(t: Translate): FieldSpec[] {
  const label = (name: KeyAfter<'feed.mapping.'>) => t(`feed.mapping.${name}`);
  const group = label('records');
  const inBlocks: Half = { group, showWhen: { field: 'block', equals: true } };
  return [
    ...markerFields(
      t,
      'only',
      { source: label('only.source'), hint: label('only.hint'), is: label('only.is') },
      { group }
    ),
    { name: 'block', label: label('block'), hint: label('block.hint'), kind: 'checkbox', group },
    ...markerFields(t, 'block.at', { source: label('block.at.source'), is: label('block.at.is') }, inBlocks),
    ...markerFields(t, 'block.holds', { source: label('block.holds.source'), is: label('block.holds.is') }, inBlocks)
  ];
}

/** The fields of a file's trailer. */
function trailerFields(t: Translate): FieldSpec[] {
  const label = (name: KeyAfter<'feed.mapping.trailer.'>) => t(`feed.mapping.trailer.${name}`);
  const options = optionsIn(t);
  const group = t('feed.mapping.trailer');
  const has: Half = { group, showWhen: { field: 'trailer', equals: true } };
  const choice = (name: 'counts' | 'onMismatch', options: FieldSpec['options']): FieldSpec => ({
    name: `trailer.${name}`,
    label: label(name),
    kind: 'select',
    blank: false,
    options,
    half: true
  });
  const sum = (name: 'count' | 'debit' | 'credit' | 'net', hint?: string): FieldSpec => ({
    name: `trailer.${name}`,
    label: label(name),
    kind: 'text',
    half: true,
    hint,
    ...has
  });
  return [
    { name: 'trailer', label: label('has'), kind: 'checkbox', group },
    ...markerFields(t, 'trailer.at', { source: label('at.source'), hint: label('at.hint'), is: label('at.is') }, has),
    sum('count', label('sums.hint')),
    {
      ...choice(
        'counts',
        options(['transactions', 'records'], (value) => `feed.mapping.trailer.counts.${value}`)
      ),
      ...has
    },
    sum('debit'),
    sum('credit'),
    sum('net'),
    {
      ...choice(
        'onMismatch',
        options(['refuse', 'flag'], (value) => `feed.mapping.trailer.onMismatch.${value}`)
      ),
      ...has
    },
    { name: 'trailer.absolute', label: label('absolute'), kind: 'checkbox', ...has },
    { name: 'trailer.several', label: label('several'), kind: 'checkbox', ...has },
    { name: 'trailer.required', label: label('required'), kind: 'checkbox', ...has }
  ];
}

/** The fields that hold a sample. */
export const sampleFields = (t: Translate): FieldSpec[] => [
  {
    name: 'sample',
    label: t('feed.mapping.preview.sample'),
    hint: t('feed.mapping.preview.hint'),
    kind: 'textarea',
    rows: 6
  },
  {
    name: 'sampleFile',
    label: t('feed.mapping.preview.file'),
    hint: t('feed.mapping.preview.file.hint'),
    kind: 'file',
    // Only its beginning is sent.
    file: fileRules(t, null, Number.POSITIVE_INFINITY)
  }
];
