import { createHmac } from 'node:crypto';

/** A signing key as Standard Webhooks writes it: 24 to 64 bytes in Base64. */
export const SIGNING_KEY = /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The headers that sign a delivery (Standard Webhooks 1.0): its id, the second, and an HMAC over both and the body. */
export function signedHeaders(key: string, { id, at, body }: { id: string; at: Date; body: string }) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const secret = Buffer.from(key.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'tessera-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`
  };
}
