import { z } from 'zod';
import { plainDate } from '../../../core/entry/date-entry';
import { plainText } from '../../../core/entry/plain-text';
import { amount } from '../schema';

/** A cash advance: to whom, by user id or name, when, how much in the currency of their company, and what for. */
export const advanceSchema = z.object({
  person: plainText({ max: 255 }),
  paidOn: plainDate(),
  amount: amount(),
  purpose: plainText({ max: 255 })
});

export type AdvanceEntry = z.output<typeof advanceSchema>;

/** Why nothing more of an advance is to be accounted for. */
export const closeAdvanceSchema = z.object({ reason: plainText({ max: 255 }) });
