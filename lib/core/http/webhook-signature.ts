import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signing key as Standard Webhooks writes it: 24 to 64 bytes in Base64. */
export const SIGNING_KEY = /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** How far the second of a message may be from now. */
const TOLERANCE_SECONDS = 300;

/** The HMAC of a message over its id, the second and its body (Standard Webhooks 1.0). */
function signatureOf(key: string, { id, second, body }: { id: string; second: string; body: string }): Buffer {
  const secret = Buffer.from(key.slice('whsec_'.length), 'base64');
  return createHmac('sha256', secret).update(`${id}.${second}.${body}`).digest();
}

/** The headers that sign a delivery. */
export function signedHeaders(key: string, { id, at, body }: { id: string; at: Date; body: string }) {
  const second = String(Math.floor(at.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'user-agent': 'tessera-webhooks',
    'webhook-id': id,
    'webhook-timestamp': second,
    'webhook-signature': `v1,${signatureOf(key, { id, second, body }).toString('base64')}`
  };
}

/**
 * Whether a message was signed with a key, a few minutes ago at most; while a key is replaced, a message has several
 * signatures.
 */
export function isSigned(key: string, headers: Headers, body: string, at: Date): boolean {
  const id = headers.get('webhook-id') ?? '';
  const second = headers.get('webhook-timestamp') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(second)) return false;
  if (Math.abs(at.getTime() / 1_000 - Number(second)) > TOLERANCE_SECONDS) return false;
  const expected = signatureOf(key, { id, second, body });
  const signatures = (headers.get('webhook-signature') ?? '').split(' ');
  return signatures.some((signature) => {
    const [version, value = ''] = signature.split(',', 2);
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
