import { z } from 'zod';
import { NO_CARD_NUMBER, plainText } from '../../core/entry/plain-text';
import { MOST_TYPES, TRANSACTION_TYPES } from './transaction-types';

/** What a row of a feed can say of a transaction (CD.41). */
export const FEED_FIELDS = [
  'cardNumber',
  'lastFour',
  'accountName',
  'sourceReference',
  'type',
  'transactionDate',
  'postingDate',
  'amount',
  'amountDecimals',
  'currency',
  'billedAmount',
  // In place of one billed amount: a column of debits and one of credits.
  'billedDebit',
  'billedCredit',
  'billedDecimals',
  'billedCurrency',
  'creditIndicator',
  'conversionRate',
  'merchantId',
  'merchantName',
  'merchantCity',
  'merchantRegion',
  'merchantCountry',
  'merchantCategoryCode',
  'taxAmount',
  'taxCode',
  'customerCode',
  'purpose'
] as const;
export type FeedField = (typeof FEED_FIELDS)[number];

export const FORMATS = ['delimited', 'fixed', 'xml'] as const;
export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'] as const;
export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'DD.MM.YYYY',
  'DDMMYYYY',
  'MMDDYYYY',
  'DD-MMM-YYYY',
  'DD-MMM-YY'
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];
/** How a row says which account it is of. */
export const ACCOUNTS_BY = ['card_number', 'last_four', 'name'] as const;

/** A column by its heading or number, a place in the line (`12-19`), or the path of an element or attribute. */
const source = z
  .string()
  .min(1, 'required')
  .max(120)
  .refine(...NO_CARD_NUMBER);
/** Several are joined by a space: a first and a last name. */
const sources = z.array(source).min(1).max(4);
const marker = z.object({
  source,
  is: z
    .array(
      z
        .string()
        .min(1)
        .max(60)
        .refine(...NO_CARD_NUMBER)
    )
    .min(1, 'required')
    .max(40)
});

const trailerSchema = z.object({
  /** Which record it is; none in XML, where the paths say it. */
  at: marker.nullable().default(null),
  count: source.nullable().default(null),
  /** What is counted: transactions, or all records with headers and trailers. */
  counts: z.enum(['transactions', 'records']).default('transactions'),
  debit: source.nullable().default(null),
  credit: source.nullable().default(null),
  /** Debits less credits, or their sum where signs are left out. */
  net: source.nullable().default(null),
  absolute: z.boolean().default(false),
  /** Several in one file are added up: one for each block. */
  several: z.boolean().default(false),
  required: z.boolean().default(true),
  /** What a difference does: nothing is booked, or all is and the difference shown. */
  onMismatch: z.enum(['refuse', 'flag']).default('refuse')
});

/** How files of a kind are read. */
export const layoutSchema = z
  .object({
    format: z.enum(FORMATS),
    encoding: z.enum(ENCODINGS).default('utf-8'),
    delimiter: z.string().length(1, 'feed.delimiter.invalid').default(','),
    quote: z.enum(['"', "'", '']).default('"'),
    /** Lines before anything else. */
    skipLines: z.int().min(0).max(50).default(0),
    /** Whether the next line names the columns. */
    headings: z.boolean().default(false),
    /** XML: the element that is a record. */
    record: source.nullable().default(null),
    /** Which records are transactions; without it all are but the trailer. */
    only: marker.nullable().default(null),
    /** Records in blocks, each after a line that says what the block holds. */
    block: z.object({ at: marker, holds: marker }).nullable().default(null),
    trailer: trailerSchema.nullable().default(null),
    fields: z.partialRecord(z.enum(FEED_FIELDS), sources),
    dateFormat: z.enum(DATE_FORMATS).default('YYYY-MM-DD'),
    decimalMark: z.enum(['.', ',']).default('.'),
    /** Decimals that are written without a mark; null: there is a mark. */
    impliedDecimals: z.int().min(0).max(4).nullable().default(null),
    /** What a negative amount is. */
    negative: z.enum(['credit', 'debit']).default('credit'),
    /** What the credit indicator says of a credit. */
    creditValues: z
      .array(
        z
          .string()
          .min(1)
          .max(20)
          .refine(...NO_CARD_NUMBER)
      )
      .max(20)
      .default([]),
    account: z.enum(ACCOUNTS_BY),
    /** Names are written with the surname first. */
    surnameFirst: z.boolean().default(false),
    /** Stands before each source reference, so that two sources can't mean the same by one. */
    referencePrefix: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{0,12}$/, 'feed.prefix.invalid')
      .default(''),
    /** By what the file says; what isn't named is `otherType`. */
    types: z
      .record(z.string().min(1).max(40), z.enum(TRANSACTION_TYPES))
      .refine((types) => Object.keys(types).length <= MOST_TYPES, {
        error: 'feed.types.count',
        params: { maximum: MOST_TYPES }
      })
      .default({}),
    otherType: z.enum(TRANSACTION_TYPES).default('purchase'),
    /** Where the file says none; null: the account's. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'currency.invalid')
      .nullable()
      .default(null)
  })
  .superRefine((layout, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const has = (field: FeedField) => layout.fields[field] !== undefined;
    const isSplit = has('billedDebit') || has('billedCredit');
    if (!has('amount') && !has('billedAmount') && !isSplit) fault(['fields', 'amount'], 'required');
    if (isSplit && !has('billedDebit')) fault(['fields', 'billedDebit'], 'required');
    if (isSplit && !has('billedCredit')) fault(['fields', 'billedCredit'], 'required');
    for (const field of ['billedAmount', 'creditIndicator'] as const)
      if (isSplit && has(field)) fault(['fields', field], 'feed.debit.credit.said');
    if (!has('postingDate') && !has('transactionDate')) fault(['fields', 'transactionDate'], 'required');
    if (layout.account === 'card_number' && !has('cardNumber')) fault(['fields', 'cardNumber'], 'required');
    if (layout.account === 'last_four' && !has('lastFour')) fault(['fields', 'lastFour'], 'required');
    if (layout.account !== 'card_number' && !has('accountName')) fault(['fields', 'accountName'], 'required');
    if (has('creditIndicator') && layout.creditValues.length === 0) fault(['creditValues'], 'required');
    if (layout.format === 'xml' && !layout.record) fault(['record'], 'required');
    // In XML the paths say where it stands.
    if (layout.format !== 'xml' && layout.trailer && !layout.trailer.at) fault(['trailer', 'at', 'source'], 'required');
    const isNumbered = layout.format === 'delimited' && !layout.headings;
    for (const [path, named] of namedSources(layout)) {
      if (layout.format === 'fixed' && !isPlace(named)) fault(path, 'feed.place.invalid');
      if (isNumbered && !/^\d{1,3}$/.test(named)) fault(path, 'feed.column.number');
    }
  });

/** A mapping's layout as it works. */
export type Layout = z.infer<typeof layoutSchema>;
export type Marker = z.infer<typeof marker>;

/** Whether a text is a place in a line, as `12-19` or `7`. */
export function isPlace(text: string): boolean {
  const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  return Number(from) > 0 && (to === undefined || Number(to) >= Number(from));
}

type Sourced = Pick<Layout, 'fields' | 'only' | 'block' | 'trailer'>;

/** What of a record a layout looks at, by the part of the layout that does. */
function namedSources({ fields, only, block, trailer }: Sourced): [path: string[], source: string][] {
  const all: [string[], string | null | undefined][] = [
    ...Object.entries(fields).flatMap(([field, named]) =>
      named.map((one): [string[], string] => [['fields', field], one])
    ),
    [['only', 'source'], only?.source],
    [['block', 'at', 'source'], block?.at.source],
    [['block', 'holds', 'source'], block?.holds.source],
    [['trailer', 'at', 'source'], trailer?.at?.source],
    ...(['count', 'debit', 'credit', 'net'] as const).map((what): [string[], string | null | undefined] => [
      ['trailer', what],
      trailer?.[what]
    ])
  ];
  return all.filter((one): one is [string[], string] => typeof one[1] === 'string');
}

/** Everything of a record that a layout looks at, each once. */
export const sourcesOf = (layout: Sourced): string[] => [...new Set(namedSources(layout).map(([, named]) => named))];

/** A mapping as it is saved. */
export const mappingSchema = z.object({ name: plainText({ max: 60 }), layout: layoutSchema, active: z.boolean() });
export type MappingEntry = z.infer<typeof mappingSchema>;
