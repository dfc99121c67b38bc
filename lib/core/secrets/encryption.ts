import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyFor, type Purpose } from './keys';

/** The key in use; stored beside what it encrypted, so that another can follow it. */
export const KEY_ID = '1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) under the key of `purpose`: nonce, tag, ciphertext.
 * `place` names the row it belongs to: moved to another it can't be decrypted.
 */
export function encrypt(purpose: Purpose, plain: Uint8Array, place: string): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv);
  cipher.setAAD(Buffer.from(place));
  const [begun, ended] = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), begun, ended]);
}

/** What `encrypt` was given. @throws when the bytes were changed, moved, or made under another key */
export function decrypt(purpose: Purpose, sealed: Uint8Array, place: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
