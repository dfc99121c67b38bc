import { z } from 'zod';
import { plainText } from '../../core/entry/plain-text';
import { ibanFault, plainIban } from './iban';
import { isRoutingNumber } from './routing-number';

/** The schemes of bank accounts: those of the United States, and those with an IBAN. */
export const SCHEMES = ['iban', 'us'] as const;
export type Scheme = (typeof SCHEMES)[number];

export const KINDS = ['checking', 'savings'] as const;

const digits = (fault: string) =>
  z
    .string('required')
    .max(60, fault)
    .transform((typed) => typed.replace(/[\s-]/g, ''));

/** The fields of the form: those of a scheme are there if it is chosen. */
const shared = {
  holderName: plainText({ max: 70 }),
  nickname: plainText({ max: 40 })
};

const us = z.object({
  scheme: z.literal('us'),
  routingNumber: digits('wallet.routing.invalid').refine(isRoutingNumber, 'wallet.routing.invalid'),
  accountNumber: digits('wallet.number.invalid').refine((text) => /^\d{4,17}$/.test(text), 'wallet.number.invalid'),
  kind: z.enum(KINDS, 'required'),
  ...shared
});

/** An IBAN as it is typed. */
export const ibanSchema = z
  .string('required')
  .max(60, 'wallet.iban.length')
  .transform(plainIban)
  .superRefine((text, context) => {
    const fault = ibanFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

const iban = z.object({
  scheme: z.literal('iban'),
  iban: ibanSchema,
  ...shared
});

/** The form of a bank account, by its scheme (C3.029). */
export const walletAccountSchemas = { us, iban } as const;

export type WalletEntry = z.infer<typeof us> | z.infer<typeof iban>;
