import { z } from 'zod';
import { inOrder, plainDate } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import { DETAIL_ENTRIES, type ExpenseDetails, UNNAMED } from '../expense-policies/details';

/** The head of an expense report (C3.022). */
export const reportSchema = z
  .object({
    accountId: z.guid('required'),
    title: plainText({ max: 100 }),
    purpose: plainText({ max: 255 }),
    firstDay: plainDate(),
    lastDay: plainDate()
  })
  .superRefine(inOrder('firstDay', 'lastDay'));

export type ReportEntry = z.output<typeof reportSchema>;

/** An exact decimal of more than 0. */
export const amount = () =>
  z
    .string('required')
    .trim()
    .regex(/^\d{1,15}(\.\d{1,4})?$/, 'amount.invalid')
    .refine((typed) => Number(typed) > 0, 'amount.invalid');

const { attendees, purpose, location, from, to, nights, odometer, vehicle, vendor, tax, project } = DETAIL_ENTRIES;

/** What the type of an expense asks; what isn't asked is left out (C9.025). */
const details = {
  attendees: attendees.default([]),
  unnamed: optional(UNNAMED),
  purpose: optional(purpose),
  location: optional(location),
  from: optional(from),
  to: optional(to),
  nights: optional(nights),
  odometer: optional(odometer),
  vehicle: optional(vehicle),
  vendor: optional(vendor),
  tax: optional(tax),
  project: optional(project)
};

/** The details among what was typed, without those that are empty. */
export const detailsAmong = (typed: z.output<z.ZodObject<typeof details>>, value: string | null): ExpenseDetails =>
  Object.fromEntries(
    [...Object.keys(details).map((name) => [name, typed[name as keyof typeof details]]), ['value', value]].filter(
      ([, said]) => said !== null && said !== '' && said !== 0 && !(Array.isArray(said) && said.length === 0)
    )
  );

/** What is said about a card charge: the type of the expense, and what that asks. */
export const chargeDetailsSchema = z
  .object({ expenseTypeId: z.guid('required'), ...details })
  .superRefine(inOrder('from', 'to'));

/** An expense that the owner paid from their own money, in the currency of the report. */
export const ownMoneySchema = z.object({
  spentOn: plainDate(),
  merchant: plainText({ max: 80 }),
  expenseTypeId: z.guid('required'),
  amount: amount(),
  /** The company sets the most characters, 255 at most (C5.054). */
  description: plainText({ max: 255 })
});

export type OwnMoneyEntry = z.output<typeof ownMoneySchema>;

/** The same with what its type asks. */
export const ownMoneyDetailsSchema = ownMoneySchema.extend(details).superRefine(inOrder('from', 'to'));

/** What of a card charge was personal, as an exact amount. */
export const personalSchema = z.object({ amount: amount() });

/** Why an expense is as it is, where the expense policy asks for it (C1.003). */
export const explanationSchema = z.object({ explanation: plainText({ max: 500, lines: true }) });

export const MISSING_RECEIPT_REASONS = ['lost', 'not_issued', 'other'] as const;

/** What the owner of an expense states in place of a receipt that they don't have (C8.028). */
export const missingReceiptSchema = z.object({
  reason: z.enum(MISSING_RECEIPT_REASONS, 'required'),
  note: plainText({ max: 500, lines: true }),
  /** Nobody signs before asking the merchant for a copy. */
  asked: z.literal(true, 'expense.statement.ask.first')
});

export type MissingReceiptEntry = z.output<typeof missingReceiptSchema>;

/** The charges to put on a report. */
export const chargesSchema = z.object({ charges: z.array(z.guid('invalid.entry')).min(1, 'required') });

/** The comment with which a report is sent back (C4.017D). */
export const declineSchema = z.object({ reason: plainText({ max: 255 }) });

/** The new approver, by user id or name, and why (C4.049). */
export const rerouteSchema = z.object({
  approver: plainText({ max: 255 }),
  reason: optional(plainText({ max: 255 }))
});
