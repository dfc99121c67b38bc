import { z } from 'zod';
import { isCardNumber } from '../../core/secrets/card-digits';
import { decrypt, encrypt, KEY_ID } from '../../core/secrets/encryption';
import { keyedHash } from '../../core/secrets/keys';

/** An entered card number, with spaces and hyphens allowed; returns only its digits. */
export const cardNumberSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(40, 'card.number.invalid')
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .refine(isCardNumber, 'card.number.invalid');

/** The columns of `accounts` that store a card number. */
export interface ProtectedCardNumber {
  cardNumberEncrypted: Uint8Array<ArrayBuffer>;
  cardNumberKeyId: string;
  cardNumberHash: Uint8Array<ArrayBuffer>;
  lastFour: string;
}

const placeOf = (issuerId: string, accountId: string) => `account/${issuerId}/${accountId}`;

/** The keyed hash for finding an account by its card number: 32 bytes. */
export function cardNumberHash(cardNumber: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keyedHash('card-number-hash', cardNumber));
}

/** Protects a card number (digits only) for storage: readable only for that account, and found by its hash. */
export function protectCardNumber(issuerId: string, accountId: string, cardNumber: string): ProtectedCardNumber {
  return {
    cardNumberEncrypted: encrypt('card-number', Buffer.from(cardNumber), placeOf(issuerId, accountId)),
    cardNumberKeyId: KEY_ID,
    cardNumberHash: cardNumberHash(cardNumber),
    lastFour: cardNumber.slice(-4)
  };
}

/** The digits that `protectCardNumber` was given. @throws if the bytes were changed or belong to another account */
export function readCardNumber(issuerId: string, accountId: string, encrypted: Uint8Array): string {
  return decrypt('card-number', encrypted, placeOf(issuerId, accountId)).toString();
}

/** A masked card number: its last digits behind dots. Pages use account-number.ts. */
export function maskedCardNumber(lastDigits: string): string {
  return `•••• ${lastDigits}`;
}
