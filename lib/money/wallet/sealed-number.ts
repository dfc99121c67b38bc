import { decrypt, encrypt, KEY_ID } from '../../core/secrets/encryption';
import { keyedHash } from '../../core/secrets/keys';
import type { WalletEntry } from './schema';

/** The number of a bank account as it is stored: sealed for its row, with a keyed hash and its last four characters. */
export interface SealedBankNumber {
  encrypted: Buffer<ArrayBuffer>;
  keyId: string;
  hash: Buffer<ArrayBuffer>;
  lastFour: string;
}

const placeOf = (issuerId: string, id: string) => `wallet_accounts/${issuerId}/${id}`;

/** What makes a bank account one: its bank and its number there (C5.129). */
const identityOf = (entry: WalletEntry) =>
  entry.scheme === 'us' ? `us\0${entry.routingNumber}\0${entry.accountNumber}` : `iban\0${entry.iban}`;

/** Seals the number of a bank account for its row. It leaves this module sealed only, but for the bank's own file. */
export function sealBankNumber(issuerId: string, id: string, entry: WalletEntry): SealedBankNumber {
  const number = entry.scheme === 'us' ? entry.accountNumber : entry.iban;
  return {
    encrypted: encrypt('wallet-account', Buffer.from(number), placeOf(issuerId, id)),
    keyId: KEY_ID,
    hash: keyedHash('wallet-account-hash', identityOf(entry)),
    lastFour: number.slice(-4)
  };
}

/** The number that was sealed, for the file that collects from it. @throws if the bytes were changed or moved */
export const openBankNumber = (issuerId: string, id: string, sealed: Uint8Array): string =>
  decrypt('wallet-account', sealed, placeOf(issuerId, id)).toString('utf8');
