import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { database } from '../../core/database/database';
import { decrypt, encrypt } from '../../core/secrets/encryption';
import { now } from '../../core/server/clock';

/** RFC 8292 allows 24 hours. */
const VALID_SECONDS = 12 * 3_600;
const PLACE = 'push_keys/1';

interface Pair {
  publicKey: Uint8Array;
  sealed: Uint8Array;
}

/** The key pair by which push services know this installation: whichever process asks first makes it, once. */
async function keyPair(): Promise<Pair> {
  const kept = await database().pushKey.findUnique({ where: { id: 1 } });
  if (kept) return kept;
  const ecdh = createECDH('prime256v1');
  const publicKey = new Uint8Array(ecdh.generateKeys());
  const sealed = encrypt('push-vapid', ecdh.getPrivateKey(), PLACE);
  await database().pushKey.createMany({ data: [{ id: 1, publicKey, sealed, madeAt: now() }], skipDuplicates: true });
  return database().pushKey.findUniqueOrThrow({ where: { id: 1 } });
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** The public key that a browser subscribes with, in base64url. */
export const pushPublicKey = async (): Promise<string> => base64((await keyPair()).publicKey);

const part = (value: object) => base64(Buffer.from(JSON.stringify(value)));

/**
 * The Authorization of a request to a push service (RFC 8292): a token for its origin, signed with ES256. `contact` is the
 * address of the sender's pages, if they have one.
 */
export async function vapidAuthorization(endpoint: string, contact: string | null): Promise<string> {
  const { publicKey, sealed } = await keyPair();
  const exp = Math.floor(now().getTime() / 1_000) + VALID_SECONDS;
  const claims = { aud: new URL(endpoint).origin, exp, ...(contact && { sub: contact }) };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: base64(decrypt('push-vapid', sealed, PLACE)),
      x: base64(publicKey.subarray(1, 33)),
      y: base64(publicKey.subarray(33))
    }
  });
  const signature = base64(sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }));
  return `vapid t=${signed}.${signature}, k=${base64(publicKey)}`;
}
