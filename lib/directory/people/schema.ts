import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import { calendarDay } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';
import { NO_CARD_NUMBER } from '../../core/entry/plain-text';
import { LOCALES } from '../../core/language/locales';
import { nameSchema } from './names';
import { newUserIdSchema } from './new-user-id';

/** Under 60 characters (C5.050). */
export const emailSchema = z
  .string()
  .trim()
  .max(59, 'too.long')
  .refine(...NO_CARD_NUMBER)
  .pipe(z.email('email.invalid'));
const phoneSchema = z
  .string()
  .trim()
  .regex(/^\+?[0-9][0-9 ()/.-]{2,29}$/, 'phone.invalid')
  .refine(...NO_CARD_NUMBER);

const person = {
  firstName: nameSchema,
  lastName: nameSchema,
  email: optional(emailSchema),
  phone: optional(phoneSchema),
  locale: optional(z.enum(LOCALES, 'invalid.entry')),
  supervisorId: optional(z.uuid('user.supervisor.unknown'))
};

export const idSchema = z.uuid('invalid.entry');
const idsSchema = z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(idSchema).max(75));
export const roleSchema = z.enum(ROLES, 'invalid.entry');

/** The entry for a new user. Without a user id one is generated. */
export const newUserSchema = z.object({
  ...person,
  userId: optional(newUserIdSchema),
  role: roleSchema,
  place: idsSchema,
  authorityTemplateId: optional(idSchema)
});
export type NewUser = z.output<typeof newUserSchema>;

/** The entry for changing a user, with the version that was read. */
export const userChangeSchema = z.object({ ...person, version: z.coerce.number().int() });
export type UserChange = z.output<typeof userChangeSchema>;

/** The last day of a temporary role, `2026-02-28`; empty: the role has no end. */
export const lastDaySchema = optional(calendarDay());

export const newRoleSchema = z.object({
  role: roleSchema,
  place: idsSchema,
  authorityTemplateId: optional(idSchema),
  lastDay: lastDaySchema
});
export type NewRole = z.output<typeof newRoleSchema>;
