import { z } from 'zod';
import { decrypt, encrypt } from '../../core/secrets/encryption';
import { type Word, wordSchema } from './words';

/** The attachment whose words they are. */
interface Key {
  issuerId: string;
  attachmentId: string;
}

const placeOf = ({ issuerId, attachmentId }: Key) => `receipt_readings/${issuerId}/${attachmentId}`;

/** The words of a receipt, encrypted as its file is: they say the same. */
export const sealedWords = (key: Key, words: readonly Word[]): Buffer<ArrayBuffer> =>
  encrypt('receipt-words', Buffer.from(JSON.stringify(words)), placeOf(key));

/** The words that were sealed. @throws when they were changed, or moved to another receipt */
export const openedWords = (key: Key, sealed: Uint8Array): Word[] =>
  z.array(wordSchema).parse(JSON.parse(decrypt('receipt-words', sealed, placeOf(key)).toString()));
