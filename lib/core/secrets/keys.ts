import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { config } from '../server/config';
import type { KEY_PURPOSES } from './generated/purposes';

/** The purpose of a key, as its module declares it (`keyPurposes`). */
export type Purpose = (typeof KEY_PURPOSES)[number];

const derived = new Map<Purpose, Buffer>();

/** The key for one purpose, derived from TESSERA_SECRET (HKDF-SHA-256, RFC 5869): 32 bytes. */
export function keyFor(purpose: Purpose): Buffer {
  let key = derived.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', config().TESSERA_SECRET, 'tessera', purpose, 32));
    derived.set(purpose, key);
  }
  return key;
}

/** HMAC-SHA-256 of `text` under the key of `purpose`: 32 bytes. */
export function keyedHash(purpose: Purpose, text: string): Buffer<ArrayBuffer> {
  return createHmac('sha256', keyFor(purpose)).update(text, 'utf8').digest();
}

/** SHA-256 of a secret that is itself 256 random bits, for storage: 32 bytes. */
export function secretHash(secret: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(secret, 'utf8').digest();
}

/** Compares two strings in a time that depends on their lengths only. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
