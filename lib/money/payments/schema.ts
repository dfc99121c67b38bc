import { z } from 'zod';
import { plainDate } from '../../core/entry/date-entry';
import { decimalNumber } from '../../core/entry/number-entry';

/** The most that one payment can be: what fits the amount of a bank's file. */
export const MOST_PAYMENT = '99999999.99';

/** What is paid: what the last statement came to, what is owed now, or another amount. */
export const AMOUNTS = ['statement', 'current', 'other'] as const;

const amount = decimalNumber({ scale: 2, max: MOST_PAYMENT, positive: true });

const shared = {
  walletAccountId: z.guid('required'),
  payOn: plainDate()
};

/** The card account that is paid for, where there are several. */
export const payableSchema = z.object({ accountId: z.guid('required') });

/** The first step of a payment (C2.035); another amount is required where it is chosen. */
export const paymentFormSchema = z.discriminatedUnion('pays', [
  z.object({ pays: z.enum(['statement', 'current']), ...shared }),
  z.object({ pays: z.literal('other'), amount, ...shared })
]);

/** A payment as it is confirmed: `key` is of the form, so that it is made once however often the form is sent,
 * and `statementId` the statement that it pays. */
export const paymentSchema = z.object({
  accountId: z.guid(),
  amount,
  key: z.guid(),
  statementId: z.guid().optional(),
  ...shared
});
export type PaymentEntry = z.infer<typeof paymentSchema>;
