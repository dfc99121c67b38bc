import { z } from 'zod';
import { NO_CARD_NUMBER } from '../../core/entry/plain-text';
import { cardNumberSchema } from '../structure/card-number';
import { corporateCodeSchema } from './corporate-code-rule';
import { COUNTRIES } from './countries';

/** A line of text in an application form. */
const line = (max: number) =>
  z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(max, 'too.long')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f<>]*$/, 'invalid.entry')
    .refine(...NO_CARD_NUMBER);

/** Under 60 characters (C5.050). */
const emailSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(59, 'too.long')
  .refine(...NO_CARD_NUMBER)
  .refine((address) => z.email().safeParse(address).success, 'email.invalid');

const phoneSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .regex(/^\+?[0-9][0-9 ()/.-]{2,29}$/, 'phone.invalid')
  .refine(...NO_CARD_NUMBER);

const tokenSchema = z.string().min(1).max(200);

/** The start of a cardholder's registration: the address for the link. */
export const cardholderStartSchema = z.object({ email: emailSchema });

/**
 * The details of a cardholder. The account number may be typed in groups; check digits aren't tested, since that would
 * reveal which numbers can exist.
 */
export const cardholderMatchSchema = z.object({
  token: tokenSchema,
  corporateCode: corporateCodeSchema,
  accountNumber: cardNumberSchema,
  cardName: line(80)
});
export type CardholderMatch = z.output<typeof cardholderMatchSchema>;

const contact = {
  firstName: line(80),
  lastName: line(80),
  email: emailSchema,
  phone: phoneSchema
};

const address = {
  street: line(120),
  city: line(80),
  postalCode: line(16),
  country: z
    .string('required')
    .trim()
    .min(1, 'required')
    .refine((code) => COUNTRIES.includes(code), 'invalid.entry')
};

/** The application of a company, or for a card account. */
export const applicationSchema = z.object({
  issuer: z.uuid('invalid.entry'),
  company: line(80),
  ...address,
  ...contact
});
export type Application = z.output<typeof applicationSchema>;
