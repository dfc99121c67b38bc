import { z } from 'zod';
import { isCardNumber } from '../../core/secrets/card-digits';
import { decrypt, encrypt, KEY_ID } from '../../core/secrets/encryption';
import { keyedHash } from '../../core/secrets/keys';

/** A card number as a person types it, spaces and hyphens between its digits allowed; its digits alone come out. */
export const cardNumberSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(40, 'card.number.invalid')
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .refine(isCardNumber, 'card.number.invalid');

/** The columns of `accounts` that a card number is kept in. */
export interface ProtectedCardNumber {
  cardNumberEncrypted: Uint8Array<ArrayBuffer>;
  cardNumberKeyId: string;
  cardNumberHash: Uint8Array<ArrayBuffer>;
  lastFour: string;
}

const placeOf = (issuerId: string, accountId: string) => `account/${issuerId}/${accountId}`;

/** What an account's card number is found by without being readable: 32 bytes. */
export function cardNumberHash(cardNumber: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keyedHash('card-number-hash', cardNumber));
}

/** A card number (its digits alone) as the account keeps it: readable only as that account's, found by its hash. */
export function protectCardNumber(issuerId: string, accountId: string, cardNumber: string): ProtectedCardNumber {
  return {
    cardNumberEncrypted: encrypt('card-number', Buffer.from(cardNumber), placeOf(issuerId, accountId)),
    cardNumberKeyId: KEY_ID,
    cardNumberHash: cardNumberHash(cardNumber),
    lastFour: cardNumber.slice(-4)
  };
}

/** The digits that `protectCardNumber` was given. @throws when they were changed or belong to another account */
export function readCardNumber(issuerId: string, accountId: string, encrypted: Uint8Array): string {
  return decrypt('card-number', encrypted, placeOf(issuerId, accountId)).toString();
}

/** A card number as screens show it: its last digits behind dots. Screens have it from account-number.ts. */
export function maskedCardNumber(lastDigits: string): string {
  return `•••• ${lastDigits}`;
}
