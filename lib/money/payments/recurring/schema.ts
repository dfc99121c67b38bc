import { z } from 'zod';
import { decimalNumber, wholeNumber } from '../../../core/entry/number-entry';
import { MOST_PAYMENT } from '../schema';

/** What is paid of each statement: what it came to, the least that may be paid, or an amount of one's own. */
export const RECURRING_PAYS = ['statement', 'minimum', 'fixed'] as const;
export type RecurringPays = (typeof RECURRING_PAYS)[number];

/** How many days before it is due a statement can be paid at the earliest. */
export const MOST_DAYS_BEFORE = 20;

const shared = {
  walletAccountId: z.guid('required'),
  daysBefore: wholeNumber({ min: 0, max: MOST_DAYS_BEFORE })
};

/** A recurring payment as it is set up and changed; an amount is required where it is fixed. */
export const recurringSchema = z.discriminatedUnion('pays', [
  z.object({ pays: z.enum(['statement', 'minimum']), ...shared }),
  z.object({
    pays: z.literal('fixed'),
    amount: decimalNumber({ scale: 2, max: MOST_PAYMENT, positive: true }),
    ...shared
  })
]);
export type RecurringEntry = z.infer<typeof recurringSchema>;
