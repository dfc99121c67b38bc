import { z } from 'zod';
import { calendarDay, inOrder, plainDate, plainTime } from '../../../core/entry/date-entry';
import { timeZoneSchema } from '../../../directory/structure/schema';
import { emailsEntered } from '../../setup/fields';
import { protectionFields, sameTwice } from '../file-password';
import { FORMATS } from '../kept';
import { knownPeriod, periodFields } from '../period';
import { READING_ROLES, userIdsEntered } from '../shares';
import { FISCAL_UNITS } from './cycle';
import { ADJUSTMENTS, FREQUENCIES, LAST, lackingOf, type RuleField } from './rule';

/** The most recipients of a schedule. */
const MOST_RECIPIENTS = 20;
/** The most addresses outside of the system to which a schedule mails its file. */
export const MOST_ADDRESSES = 5;
/** The most business days after the end of a cycle or a fiscal period. */
export const MOST_DAYS_AFTER = 20;
/** A month has so many business days at least, but for its holidays. */
export const MOST_BUSINESS_DAYS = 20;

const picked = (least: number, most: number) =>
  z.coerce.number('invalid.entry').int('invalid.entry').min(least, 'invalid.entry').max(most, 'invalid.entry');

/** The fields of a rule, of which each frequency needs its own. */
const ruleFields = {
  weekdays: z.array(picked(1, 7)).max(7, 'invalid.entry').default([]),
  monthDay: picked(1, 31).nullish(),
  nth: picked(1, LAST).nullish(),
  weekday: picked(1, 7).nullish(),
  businessDay: picked(1, MOST_BUSINESS_DAYS).nullish(),
  cycleId: z.guid('invalid.entry').nullish(),
  fiscalPeriod: z.enum(FISCAL_UNITS, 'invalid.entry').nullish(),
  daysAfter: picked(0, MOST_DAYS_AFTER).nullish()
} satisfies Record<RuleField, z.ZodType>;

/** When a schedule runs, as entered: a rule with its fields, a time of a time zone, a first and a last day. */
const timingSchema = z.object({
  frequency: z.enum(FREQUENCIES, 'required'),
  ...ruleFields,
  adjustment: z.enum(ADJUSTMENTS, 'invalid.entry').default('none'),
  time: plainTime(),
  timeZone: timeZoneSchema,
  startsOn: plainDate({ min: '2000-01-01', max: '2199-12-31' }),
  endsOn: calendarDay().nullish()
});

/** Refuses a rule without its fields, and days that run backwards. */
function completeTiming(value: z.output<typeof timingSchema>, context: z.RefinementCtx): void {
  for (const field of lackingOf(value)) context.addIssue({ code: 'custom', path: [field], message: 'required.field' });
  inOrder('startsOn', 'endsOn')(value, context);
}

/** Refuses a schedule for nobody. */
function forSomebody(
  { recipients, nodeId }: { recipients: readonly string[]; nodeId?: string | null | undefined },
  context: z.RefinementCtx
): void {
  if (recipients.length === 0 && !nodeId)
    context.addIssue({ code: 'custom', path: ['recipients'], message: 'report.schedule.nobody' });
}

/** Refuses to mail a file that no password protects, and addresses that would get none. */
function onlyProtected(
  entry: { isProtected?: boolean | undefined; attached?: boolean | undefined; addresses: readonly string[] },
  context: z.RefinementCtx
): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (entry.attached && !entry.isProtected) refuse('attached', 'report.attach.unprotected');
  if (entry.addresses.length > 0 && !entry.attached) refuse('addresses', 'report.attach.alone');
}

/** A schedule as entered (C2.083, C3.083). */
export const scheduleSchema = z
  .object({
    ...timingSchema.shape,
    format: z.enum(FORMATS, 'required'),
    /** Empty: as the report says. */
    ...periodFields,
    /** The user ids of those who get it. */
    recipients: userIdsEntered.pipe(z.array(z.string()).max(MOST_RECIPIENTS, 'report.schedule.recipients.many')),
    /** A place whose people get it too, whoever is there then, and their roles; none: every role. */
    nodeId: z.guid('place.not.found').nullish(),
    roles: z.array(z.enum(READING_ROLES)).default([]),
    /** The mapping of the feeds after which it runs; none: after any. */
    feedMappingId: z.guid('invalid.entry').nullish(),
    /** Without a password a schedule that has one keeps it. */
    ...protectionFields,
    /** Whether the mails have the file, and the addresses outside that get it too. */
    attached: z.boolean().optional(),
    addresses: emailsEntered(MOST_ADDRESSES).default([])
  })
  .superRefine(completeTiming)
  .superRefine(onlyProtected)
  .superRefine(forSomebody)
  .superRefine(knownPeriod)
  .superRefine(sameTwice);
export type ScheduleEntry = z.output<typeof scheduleSchema>;
