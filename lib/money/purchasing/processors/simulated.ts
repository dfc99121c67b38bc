import { randomInt } from 'node:crypto';
import { checkDigit } from '../../../core/secrets/card-digits';
import { decrypt, encrypt, KEY_ID } from '../../../core/secrets/encryption';
import { keyedHash } from '../../../core/secrets/keys';
import type { Capabilities, CardProcessor, IssuedCard } from './processor';

/** The beginning of numbers for national use (ISO/IEC 7812-1): no card of a scheme has such a number. */
const BEGINNING = '99';
const RANDOM_DIGITS = 13;

const placeOf = (issuerId: string, cardId: string) => `virtual_cards/${issuerId}/${cardId}`;

/**
 * Makes the number of a virtual card as a card processor would: 16 digits with their check digit (C5.042). It leaves
 * this function sealed only.
 */
function newCard(issuerId: string, cardId: string, expiry: string): IssuedCard {
  const digits = Array.from({ length: RANDOM_DIGITS }, () => randomInt(10)).join('');
  const number = `${BEGINNING}${digits}${checkDigit(`${BEGINNING}${digits}`)}`;
  return {
    reference: null,
    lastFour: number.slice(-4),
    expiry,
    number: {
      encrypted: encrypt('virtual-card', Buffer.from(number), placeOf(issuerId, cardId)),
      keyId: KEY_ID,
      hash: keyedHash('virtual-card-hash', number)
    }
  };
}

/** The security code of a card: computed whenever it is shown and stored nowhere, so that nothing that is stored has it. */
const securityCodeOf = (issuerId: string, cardId: string, expiry: string): string =>
  String(keyedHash('virtual-card-code', `${issuerId}/${cardId}/${expiry}`).readUInt32BE(0) % 1000).padStart(3, '0');

/** Its desk (lib/money/processor) decides by the same pure function as everybody. */
const EVERYTHING: Capabilities = {
  controls: {
    ...{ validity: 'native', curfew: 'native', timeOfDay: 'native', purchaseType: 'native', merchant: 'native' },
    ...{ merchantName: 'native', transactionLimit: 'native', transactionCount: 'native', amountRange: 'native' },
    ...{ exactAmounts: 'native', velocityCount: 'native', agingVelocity: 'native' }
  },
  velocity: {
    ...{ continuous: 'native', daily: 'native', weekly: 'native', monthly: 'native', quarterly: 'native' },
    yearly: 'native'
  },
  straightThrough: true
};

/** The processor in the box: what it knows of a card is the card's own row. */
export const SIMULATED_PROCESSOR: CardProcessor = {
  isInTheBox: true,
  capabilities: () => Promise.resolve(EVERYTHING),
  command: (_, command) =>
    Promise.resolve({
      is: 'done',
      card: command.kind === 'issue' ? newCard(command.issuerId, command.cardId, command.terms.expiry) : null
    }),
  reveal: (_, { issuerId, id, expiry, sealed }) =>
    Promise.resolve({
      number: decrypt('virtual-card', sealed as Uint8Array, placeOf(issuerId, id)).toString(),
      expiry,
      code: securityCodeOf(issuerId, id, expiry)
    }),
  // Its desk books by itself.
  read: () => Promise.resolve(null),
  eventsAfter: () => Promise.resolve([]),
  eventsAt: () => Promise.resolve(null)
};
