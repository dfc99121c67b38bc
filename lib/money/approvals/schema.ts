import { z } from 'zod';
import { daysBetween } from '../../core/calendar/days';
import { Prisma } from '../../core/database/prisma/client';
import { inOrder, plainDate } from '../../core/entry/date-entry';
import { decimalNumber } from '../../core/entry/number-entry';
import { optional } from '../../core/entry/optional';
import { plainText, soughtText } from '../../core/entry/plain-text';
import { userIdKey } from '../../sign-in/account/user-id';

/** The maximum number of levels in a profile and of approvers in a level. */
export const MOST_LEVELS = 10;
const MOST_MEMBERS = 200;

const nameSchema = optional(plainText({ max: 60 }));
/** Empty: the level approves any amount. */
const limitSchema = optional(decimalNumber({ scale: 4, positive: true, max: '999999999999999' }));
/** The user ids of the approvers. */
const membersSchema = z
  .array(soughtText(255))
  .default([])
  .transform((typed) => [...new Map(typed.map((id) => [userIdKey(id), id.trim()])).values()].filter(Boolean))
  .pipe(z.array(z.string()).max(MOST_MEMBERS, 'approval.members.too.many'));

/** The form field of a level; levels count from 1. */
export const levelField = (number: number, of: LevelField): `level.${number}.${LevelField}` => `level.${number}.${of}`;
type LevelField = 'name' | 'limit' | 'members';

const NUMBERS = Array.from({ length: MOST_LEVELS }, (_, index) => index + 1);
const levelFields = Object.fromEntries(
  NUMBERS.flatMap((number) => [
    [levelField(number, 'name'), nameSchema],
    [levelField(number, 'limit'), limitSchema],
    [levelField(number, 'members'), membersSchema]
  ])
) as Record<ReturnType<typeof levelField>, z.ZodType>;

export interface LevelEntry {
  /** The level's number in the form, counting empty ones. */
  number: number;
  name: string;
  limit: string | null;
  members: string[];
}

/** The filled-in levels, in their order. */
const filledIn = (entry: Record<string, unknown>): LevelEntry[] =>
  NUMBERS.map((number) => ({
    number,
    name: (entry[levelField(number, 'name')] as string | null) ?? '',
    limit: entry[levelField(number, 'limit')] as string | null,
    members: entry[levelField(number, 'members')] as string[]
  })).filter(({ name, limit, members }) => name !== '' || limit !== null || members.length > 0);

/** The levels of a form: named, with unique names, each limit above the previous. */
function levelsOf(entry: Record<string, unknown>, context: z.RefinementCtx): LevelEntry[] {
  const levels = filledIn(entry);
  const fault = (number: number, of: 'name' | 'limit', message: string) =>
    context.addIssue({ code: 'custom', path: [levelField(number, of)], message });
  if (levels.length === 0) fault(1, 'name', 'approval.no.level');
  for (const [index, { number, name, limit }] of levels.entries()) {
    const before = levels[index - 1];
    if (name === '') fault(number, 'name', 'required');
    else if (levels.slice(0, index).some((level) => level.name.toLowerCase() === name.toLowerCase()))
      fault(number, 'name', 'approval.level.name.taken');
    if (limit === null && index < levels.length - 1) fault(number, 'limit', 'approval.limit.missing');
    if (limit !== null && before?.limit && !new Prisma.Decimal(limit).greaterThan(before.limit))
      fault(number, 'limit', 'approval.limit.not.above');
  }
  return levels;
}

const profileName = plainText({ max: 60 });

/** A new approval profile: its company, its name, its levels from the lowest limit to the highest. */
export const profileSchema = z
  .object({ company: z.uuid('required'), name: profileName, ...levelFields })
  .transform(({ company, name, ...entry }, context) => ({ company, name, levels: levelsOf(entry, context) }));
/** A change to a profile, with the version that was read. */
export const profileChangeSchema = z
  .object({ name: profileName, version: z.coerce.number().int(), ...levelFields })
  .transform(({ name, version, ...entry }, context) => ({ name, version, levels: levelsOf(entry, context) }));

/** The place at which to assign a profile. */
export const placeSchema = z.object({ node: z.uuid('required') });

/** A delegation: the delegate and the period, at most a year. */
export const delegationSchema = z
  .object({
    /** The user id of the delegate. */
    delegate: plainText({ max: 255 }),
    firstDay: plainDate(),
    lastDay: plainDate(),
    reason: optional(plainText({ max: 255 }))
  })
  .superRefine(inOrder('firstDay', 'lastDay'))
  .refine(({ firstDay, lastDay }) => daysBetween(firstDay, lastDay) <= 366, {
    path: ['lastDay'],
    message: 'delegation.too.long'
  });
