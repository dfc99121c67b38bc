import { randomBytes } from 'node:crypto';
import { now } from '../server/clock';

let lastMillis = 0;
let counter = 0;

/**
 * A UUIDv7 (RFC 9562 section 5.7): time-ordered, so that inserts stay at the end of the index, and within
 * one millisecond in the order of the calls (section 6.2, method 1).
 */
export function newId(): string {
  const bytes = randomBytes(16);
  const millis = now().getTime();
  // Half of the 12 bits are left for counting up.
  counter = millis === lastMillis ? (counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff;
  lastMillis = millis;
  bytes.writeUIntBE(millis, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** An id as the database writes it (RFC 9562), in small letters. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isId = (text: string): boolean => ID.test(text);

/** 256 random bits as 43 characters of base64url: a session id, a reset token. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** 128 random bits as 32 hexadecimal digits: a `b2BAlias` or `ldapId` (PD.3). */
export function newAlias(): string {
  return randomBytes(16).toString('hex');
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Bytes as characters of [A-Za-z0-9]: the readable form of a keyed hash. */
export function alphanumericOf(bytes: Uint8Array, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => ALPHANUMERIC[byte % ALPHANUMERIC.length]).join('');
}
