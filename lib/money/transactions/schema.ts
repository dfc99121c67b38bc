import { z } from 'zod';
import { plainDate } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import { currency } from '../../directory/structure/schema';
import { MOST_SPLITS, SPLIT_COUNT } from '../allocation/splits';

/** Exact decimals as text, with a sign. */
const amount = z
  .string('required')
  .trim()
  .regex(/^-?\d{1,15}(\.\d{1,4})?$/, 'amount.invalid');
const percent = z
  .string('required')
  .trim()
  .regex(/^-?\d{1,3}(\.\d{1,6})?$/, 'number.invalid');
const values = z.record(z.uuid(), plainText({ min: 0, max: 255 })).default({});

const splitSchema = z.object({
  amount: optional(amount),
  percent: optional(percent),
  taxAmount: optional(amount),
  description: optional(plainText({ max: 255 })),
  codes: values
});

/** The entry for a transaction: its purpose, and the allocation of its costs (CD.41, CD.43). */
export const allocationSchema = z.object({
  version: z.int(),
  purpose: optional(plainText({ max: 255 })),
  customerCode: optional(plainText({ max: 25 })),
  customValues: values,
  /** The way of dividing; a single part is the whole. */
  by: z.enum(['amount', 'percent']).default('amount'),
  splits: z
    .array(splitSchema)
    .min(1, 'required')
    .refine(({ length }) => length <= MOST_SPLITS, { error: 'split.count', params: SPLIT_COUNT })
});

export type AllocationEntry = z.infer<typeof allocationSchema>;

/** The reason for sending back a transaction (CD.30). */
export const reasonSchema = z.object({ reason: plainText({ max: 255 }) });

const unsigned = z
  .string('required')
  .trim()
  .regex(/^\d{1,15}(\.\d{1,4})?$/, 'amount.invalid');
const price = unsigned.refine((typed) => Number(typed) > 0, 'amount.invalid');

/** An out-of-pocket expense (C2.017, CD.41). */
export const addedTransactionSchema = z.object({
  accountId: z.guid('required'),
  transactionDate: plainDate(),
  merchantName: plainText({ max: 80 }),
  merchantCity: optional(plainText({ max: 60 })),
  merchantCountry: optional(z.string().regex(/^[A-Z]{2}$/, 'invalid.entry')),
  amount: price,
  currency,
  /** The rate from `currency` to the account's currency; empty: the company's rule applies. */
  conversionRate: optional(
    z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,9})?$/, 'number.invalid')
  ),
  taxAmount: optional(price),
  /** One of the company's tax codes. */
  taxCode: optional(plainText({ max: 30 })),
  purpose: plainText({ max: 255 })
});

export type AddedTransaction = z.infer<typeof addedTransactionSchema>;

/** A line item of a transaction (CD.41). */
export const lineSchema = z.object({
  description: plainText({ max: 255 }),
  productCode: optional(plainText({ max: 40 })),
  quantity: z
    .string('required')
    .trim()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, 'number.invalid')
    .refine((typed) => Number(typed) > 0, 'number.invalid'),
  unitOfMeasure: optional(plainText({ max: 12 })),
  unitCost: unsigned,
  taxAmount: optional(unsigned)
});

export type LineEntry = z.infer<typeof lineSchema>;
