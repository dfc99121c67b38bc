import { z } from 'zod';
import { NO_CARD_NUMBER, plainText } from '../../core/entry/plain-text';
import { LONGEST_TYPE_WORD, MOST_TYPES, TRANSACTION_TYPES } from './transaction-types';

/** The transaction fields that a feed row can contain (CD.41). */
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
  // Instead of one billed amount: a debit and a credit column.
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
  'purpose',
  // The network's reference under which a virtual card was asked.
  'authorizationReference'
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
/** The ways in which a row identifies its account. */
export const ACCOUNTS_BY = ['card_number', 'last_four', 'name'] as const;

/** A column by its heading or number, a place in the line (`12-19`), or the path of an element or attribute. */
export const sourceSchema = z
  .string()
  .min(1, 'required')
  .max(120)
  .refine(...NO_CARD_NUMBER);
/** Several sources are joined by a space, such as first and last name. */
const sources = z.array(sourceSchema).min(1).max(4);
const marker = z.object({
  source: sourceSchema,
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
  /** Identifies the record; null in XML, where paths do. */
  at: marker.nullable().default(null),
  count: sourceSchema.nullable().default(null),
  /** What is counted: transactions, or all records including headers and trailers. */
  counts: z.enum(['transactions', 'records']).default('transactions'),
  debit: sourceSchema.nullable().default(null),
  credit: sourceSchema.nullable().default(null),
  /** Debits less credits, or their sum if signs are ignored. */
  net: sourceSchema.nullable().default(null),
  absolute: z.boolean().default(false),
  /** Adds up several trailers in one file, one for each block. */
  several: z.boolean().default(false),
  required: z.boolean().default(true),
  /** The effect of a difference: nothing is booked, or everything is and the difference shown. */
  onMismatch: z.enum(['refuse', 'flag']).default('refuse')
});

/** The layout of a kind of file. */
export const layoutSchema = z
  .object({
    format: z.enum(FORMATS),
    encoding: z.enum(ENCODINGS).default('utf-8'),
    delimiter: z.string().length(1, 'feed.delimiter.invalid').default(','),
    quote: z.enum(['"', "'", '']).default('"'),
    /** The number of leading lines to skip. */
    skipLines: z.int().min(0).max(50).default(0),
    /** Whether the next line names the columns. */
    headings: z.boolean().default(false),
    /** XML: the element that is a record. */
    record: sourceSchema.nullable().default(null),
    /** Identifies transactions; without it all records but the trailer are transactions. */
    only: marker.nullable().default(null),
    /** Records come in blocks, each after a line that states its content. */
    block: z.object({ at: marker, holds: marker }).nullable().default(null),
    trailer: trailerSchema.nullable().default(null),
    fields: z.partialRecord(z.enum(FEED_FIELDS), sources),
    dateFormat: z.enum(DATE_FORMATS).default('YYYY-MM-DD'),
    decimalMark: z.enum(['.', ',']).default('.'),
    /** The number of decimals without a mark; null if there is a mark. */
    impliedDecimals: z.int().min(0).max(4).nullable().default(null),
    /** The meaning of a negative amount. */
    negative: z.enum(['credit', 'debit']).default('credit'),
    /** The values of the credit indicator that mean a credit. */
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
    /** Prefixes each source reference, so that the references of two sources don't collide. */
    referencePrefix: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{0,12}$/, 'feed.prefix.invalid')
      .default(''),
    /** Maps the file's types; unnamed ones become `otherType`. */
    types: z
      .record(z.string().min(1).max(LONGEST_TYPE_WORD), z.enum(TRANSACTION_TYPES))
      .refine((types) => Object.keys(types).length <= MOST_TYPES, {
        error: 'feed.types.count',
        params: { maximum: MOST_TYPES }
      })
      .default({}),
    otherType: z.enum(TRANSACTION_TYPES).default('purchase'),
    /** The currency if the file has none; null means the account's. */
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
    // In XML the paths locate the trailer.
    if (layout.format !== 'xml' && layout.trailer && !layout.trailer.at) fault(['trailer', 'at', 'source'], 'required');
    const isNumbered = layout.format === 'delimited' && !layout.headings;
    for (const [path, named] of namedSources(layout)) {
      if (layout.format === 'fixed' && !isPlace(named)) fault(path, 'feed.place.invalid');
      if (isNumbered && !/^\d{1,3}$/.test(named)) fault(path, 'feed.column.number');
    }
  });

/** A mapping's layout with its defaults applied. */
export type Layout = z.infer<typeof layoutSchema>;
export type Marker = z.infer<typeof marker>;

/** Whether a text is a position in a line, such as `12-19` or `7`. */
export function isPlace(text: string): boolean {
  const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  return Number(from) > 0 && (to === undefined || Number(to) >= Number(from));
}

type Sourced = Pick<Layout, 'fields' | 'only' | 'block' | 'trailer'>;

/** The sources that a layout reads, with the part of the layout that reads them. */
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

/** The sources that a layout reads, without duplicates. */
export const sourcesOf = (layout: Sourced): string[] => [...new Set(namedSources(layout).map(([, named]) => named))];

/** A mapping as it is entered. */
export const mappingSchema = z.object({ name: plainText({ max: 60 }), layout: layoutSchema, active: z.boolean() });
export type MappingEntry = z.infer<typeof mappingSchema>;
