import { randomInt } from 'node:crypto';
import { checkDigit } from '../../core/secrets/card-digits';
import { decrypt, encrypt, KEY_ID } from '../../core/secrets/encryption';
import { keyedHash } from '../../core/secrets/keys';

/** The beginning of numbers for national use (ISO/IEC 7812-1): no card of a scheme has such a number. */
const BEGINNING = '99';
const RANDOM_DIGITS = 13;

/** The number of a new card, as it is stored: sealed for its row, with a keyed hash and its last four digits. */
export interface SealedNumber {
  encrypted: Buffer<ArrayBuffer>;
  keyId: string;
  hash: Buffer<ArrayBuffer>;
  lastFour: string;
}

/**
 * Makes the number of a virtual card as a card processor would: 16 digits with their check digit (C5.042). It leaves
 * this function sealed only.
 */
export function newCardNumber(issuerId: string, cardId: string): SealedNumber {
  const digits = Array.from({ length: RANDOM_DIGITS }, () => randomInt(10)).join('');
  const number = `${BEGINNING}${digits}${checkDigit(`${BEGINNING}${digits}`)}`;
  return {
    encrypted: encrypt('virtual-card', Buffer.from(number), `virtual_cards/${issuerId}/${cardId}`),
    keyId: KEY_ID,
    hash: keyedHash('virtual-card-hash', number),
    lastFour: number.slice(-4)
  };
}

/**
 * The security code of a card: computed whenever it is shown and stored nowhere, so that nothing that is stored has it.
 */
export const securityCodeOf = (issuerId: string, cardId: string, expiry: string): string =>
  String(keyedHash('virtual-card-code', `${issuerId}/${cardId}/${expiry}`).readUInt32BE(0) % 1000).padStart(3, '0');

/** Opens the number of a card for a caller that has checked the right to it. */
export const openCardNumber = (issuerId: string, cardId: string, sealed: Uint8Array): string =>
  decrypt('virtual-card', sealed, `virtual_cards/${issuerId}/${cardId}`).toString();

/** The last month of a card that is valid until a day: `06/27`. */
export const expiryOf = (day: string): string => `${day.slice(5, 7)}/${day.slice(2, 4)}`;
