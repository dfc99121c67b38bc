import { z } from 'zod';
import { calendarDay } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';
import { NO_CARD_NUMBER, plainText } from '../../core/entry/plain-text';
import { cardNumberSchema } from './card-number';

export const NUMBER = /^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/;
const number = z
  .string('required')
  .trim()
  .min(1, 'required')
  .regex(NUMBER, 'structure.number.invalid')
  .refine(...NO_CARD_NUMBER);
const name1 = plainText({ max: 80 });
const name2 = optional(plainText({ max: 80 }));

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** Whether `code` is a currency of ISO 4217. */
export const isCurrency = (code: string) => CURRENCIES.has(code);
export const currency = z.string('required').trim().toUpperCase().refine(isCurrency, 'currency.invalid');

/** An amount with at most 15 digits before the point and four after it, as text, so that it stays exact. */
export const AMOUNT = /^\d{1,15}(\.\d{1,4})?$/;
const amount = optional(z.string().trim().regex(AMOUNT, 'amount.invalid'));

export const BANK_NUMBER = /^\d{1,10}$/;
export const ICA = /^\d{1,11}$/;
export const CARD_TYPE = /^[^\s<>][^<>]{0,29}$/;
/** At most two characters, no spaces (C5.040). */
export const STATUS_CODE = /^[^\s<>]{1,2}$/;

export const groupSchema = z.object({ number, name1, name2 });

export const companySchema = z.object({
  number,
  name1,
  name2,
  currency,
  /** The first month of the fiscal year. */
  fiscalStart: z.coerce.number('required').int('number.invalid').min(1).max(12),
  /** Empty: the issuer's default, or the company's current one. */
  programOptionId: optional(z.guid('invalid.entry'))
});

export const orgPointSchema = z.object({
  number,
  name1,
  name2,
  level: z.coerce
    .number('required')
    .int('structure.level.invalid')
    .min(1, 'structure.level.invalid')
    .max(15, 'structure.level.invalid')
});

const accountFields = {
  name1,
  name2,
  bankNumber: optional(z.string().trim().regex(BANK_NUMBER, 'bank.number.invalid')),
  ica: optional(z.string().trim().regex(ICA, 'ica.invalid')),
  cardType: optional(
    z
      .string()
      .trim()
      .regex(CARD_TYPE, 'card.type.invalid')
      .refine(...NO_CARD_NUMBER)
  ),
  statusCode: optional(z.string().trim().regex(STATUS_CODE, 'status.code.invalid')),
  creditLimit: amount,
  transactionLimit: amount
};
export const accountSchema = z.object({ ...accountFields, currency });
export const newAccountSchema = z.object({
  cardNumber: cardNumberSchema,
  ...accountFields,
  currency,
  openedOn: calendarDay()
});

/** The time zones to choose from: UTC, then those of the IANA database. */
export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const ZONES = new Set(TIME_ZONES);
export const timeZoneSchema = z.string('required').refine((zone) => ZONES.has(zone), 'time.zone.invalid');
const issuerNumber = z
  .string('required')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,12}$/, 'issuer.number.invalid');

export const issuerSchema = z.object({
  number: issuerNumber,
  name1,
  name2,
  /** Interbank Card Association numbers; an issuer has one or more. */
  icas: z
    .array(z.string().trim().regex(ICA, 'ica.invalid'))
    .max(50)
    .transform((icas) => [...new Set(icas)])
    .default([]),
  timeZone: timeZoneSchema,
  baseCurrency: currency,
  brands: z.array(z.string().max(30)).max(100).default([])
});

export const issuerGroupSchema = z.object({
  number: issuerNumber,
  name1,
  name2,
  issuers: z.array(z.guid()).max(1000).default([])
});

export type CompanyFields = z.output<typeof companySchema>;
export type OrgPointFields = z.output<typeof orgPointSchema>;
export type GroupFields = z.output<typeof groupSchema>;
export type AccountFields = z.output<typeof accountSchema>;
export type NewAccount = z.output<typeof newAccountSchema>;
export type IssuerFields = z.output<typeof issuerSchema>;
export type IssuerGroupFields = z.output<typeof issuerGroupSchema>;
