import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the second of a signature may be from now, as Stripe advises. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether a message was signed by Stripe with a secret, a few minutes ago at most: `t=…,v1=…` is the second and an
 * HMAC-SHA256 of `t.body`; while a secret is replaced there are several of them.
 */
export function isSignedByStripe(signature: string, body: string, secret: string, at: Date): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const second = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(second)) return false;
  if (Math.abs(at.getTime() / 1_000 - Number(second)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${second}.${body}`).digest();
  return parts.some(
    ([name, value = '']) =>
      name === 'v1' && /^[0-9a-f]{64}$/.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected)
  );
}
