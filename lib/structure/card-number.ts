import { z } from 'zod';
import { decrypt, encrypt, KEY_ID } from '../core/encryption';
import { keyedHash } from '../core/keys';

/** The digit that completes `digits` by the Luhn formula (ISO/IEC 7812-1, annex B). */
export function checkDigit(digits: string): string {
  let sum = 0;
  // From the right every other digit counts double, the last one first.
  for (let place = digits.length - 1, double = true; place >= 0; place--, double = !double) {
    const digit = digits.charCodeAt(place) - 48;
    sum += double ? digit * 2 - (digit > 4 ? 9 : 0) : digit;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether `digits` is 12 to 19 digits that end with their check digit (C5.030, C9.009). */
export function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1);
}

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

/**
 * A text in which card numbers are masked: what a file says of a merchant may have the card's number beside it (C9.009).
 */
export const withoutCardNumbers = (text: string): string =>
  text.length < 13 ? text : text.replace(/\d(?:[ -]?\d){12,}/g, maskedRun);

/** Digits in groups, of which some together can be a card number. */
function maskedRun(run: string): string {
  const parts = run.split(/([ -])/);
  for (let from = 0; from < parts.length; from += 2)
    for (let to = parts.length; to > from; to -= 2) {
      const digits = parts.slice(from, to).join('').replace(/[ -]/g, '');
      if (digits.length < 13) break;
      // The first digits of cards' issuers (ISO/IEC 7812-1).
      if (/^[2-6]/.test(digits) && isCardNumber(digits))
        return `${parts.slice(0, from).join('')}••••${digits.slice(-4)}${withoutCardNumbers(parts.slice(to).join(''))}`;
    }
  return run;
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
