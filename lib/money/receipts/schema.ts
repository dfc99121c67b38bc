import { z } from 'zod';
import { plainDate } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';

/** What somebody says about a receipt: the day that it was taken, and the amount on it. */
export const receiptSchema = z.object({
  takenOn: plainDate(),
  amount: optional(
    z
      .string()
      .trim()
      .regex(/^\d{1,15}(\.\d{1,4})?$/, 'amount.invalid')
      .refine((typed) => Number(typed) > 0, 'amount.invalid')
  )
});

export type ReceiptEntry = z.infer<typeof receiptSchema>;
