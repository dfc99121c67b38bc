import { randomInt } from 'node:crypto';
import { settingValue } from '../../../../access/settings/setting-value';
import { isSigned } from '../../../../core/http/webhook-signature';
import { checkDigit } from '../../../../core/secrets/card-digits';
import { decrypt, encrypt, KEY_ID } from '../../../../core/secrets/encryption';
import { keyedHash } from '../../../../core/secrets/keys';
import { now } from '../../../../core/server/clock';
import { codeOf } from '../../decide';
import type { Capabilities, CardProcessor, IssuedCard } from '../processor';
import { type CardMessage, meaningOf, readMessage } from './messages';

/** The beginning of numbers for national use (ISO/IEC 7812-1): no card of a scheme has such a number. */
const BEGINNING = '99';
const RANDOM_DIGITS = 13;

const placeOf = (issuerId: string, cardId: string) => `virtual_cards/${issuerId}/${cardId}`;

const hashOf = (number: string) => keyedHash('virtual-card-hash', number);

/**
 * Makes the number of a virtual card as a card processor would: 16 digits with their check digit (C5.042). It leaves
 * this function sealed only.
 */
function newCard(issuerId: string, cardId: string, expiry: string): IssuedCard {
  const digits = Array.from({ length: RANDOM_DIGITS }, () => randomInt(10)).join('');
  const number = `${BEGINNING}${digits}${checkDigit(`${BEGINNING}${digits}`)}`;
  return {
    reference: cardId,
    lastFour: number.slice(-4),
    expiry,
    number: {
      encrypted: encrypt('virtual-card', Buffer.from(number), placeOf(issuerId, cardId)),
      keyId: KEY_ID,
      hash: hashOf(number)
    }
  };
}

/** The security code of a card: computed whenever it is shown and stored nowhere, so that nothing that is stored has it. */
const securityCodeOf = (issuerId: string, cardId: string, expiry: string): string =>
  String(keyedHash('virtual-card-code', `${issuerId}/${cardId}/${expiry}`).readUInt32BE(0) % 1000).padStart(3, '0');

/** The response codes of ISO 8583 where no card is asked. */
const UNKNOWN_NUMBER = '14';
const WRONG_EXPIRY = '54';
const WRONG_CODE = '63';
const MALFUNCTION = '96';

/** Why a merchant did not read the very card; null: it did. */
function faultOf(
  issuerId: string,
  { expiry, code }: CardMessage['card'],
  known: { id: string; expiry: string } | null
): string | null {
  if (!known) return UNKNOWN_NUMBER;
  if (expiry !== null && expiry !== known.expiry) return WRONG_EXPIRY;
  return code !== null && code !== securityCodeOf(issuerId, known.id, known.expiry) ? WRONG_CODE : null;
}

/** Its desk (lib/money/processor) decides by the same pure function as everybody. */
const EVERYTHING: Capabilities = {
  controls: {
    validity: 'native',
    curfew: 'native',
    timeOfDay: 'native',
    purchaseType: 'native',
    merchant: 'native',
    merchantName: 'native',
    transactionLimit: 'native',
    transactionCount: 'native',
    amountRange: 'native',
    exactAmounts: 'native',
    velocityCount: 'native',
    agingVelocity: 'native'
  },
  velocity: {
    continuous: 'native',
    daily: 'native',
    weekly: 'native',
    monthly: 'native',
    quarterly: 'native',
    yearly: 'native'
  },
  straightThrough: true
};

/** The processor in the box: what it knows of a card is the card's own row. */
export const SIMULATED_PROCESSOR: CardProcessor = {
  isInTheBox: true,
  signatureHeader: 'webhook-signature',
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
  async read(tx, issuerId, { headers, body }) {
    const key = await settingValue(tx, { issuerId, companyId: null }, 'simulated.signing.key');
    const message = key !== null && isSigned(key, headers, body, now()) ? readMessage(body) : null;
    if (!message) return null;
    const known = await tx.virtualCard.findUnique({
      where: { issuerId_numberHash: { issuerId, numberHash: hashOf(message.card.number) } },
      select: { id: true, expiry: true }
    });
    const code = faultOf(issuerId, message.card, known);
    return code === null && known
      ? meaningOf(message, known.id, now())
      : { is: 'answered', answer: { approved: false, code, failures: [] } };
  },
  answer: (given) => ({
    approved: given?.approved ?? false,
    code: given ? codeOf(given.failures) : MALFUNCTION,
    failures: given?.failures.map(({ control }) => control) ?? []
  }),
  // Whoever books at it sends messages, and its desk books by itself.
  eventsAfter: () => Promise.resolve([]),
  eventsAt: () => Promise.resolve(null)
};
