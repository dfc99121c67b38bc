import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser hands out for messages to it: its public key (65 bytes, P-256) and its secret (16 bytes). */
export interface PushKeys {
  p256dh: Uint8Array;
  auth: Uint8Array;
}

/** What is new for each message: a key pair and a salt of 16 bytes. */
interface Once {
  own: ECDH;
  salt: Uint8Array;
}

const RECORD_BYTES = 4_096;
/** The end of the last record (RFC 8188). */
const LAST = Buffer.from([2]);

function anew(): Once {
  const own = createECDH('prime256v1');
  own.generateKeys();
  return { own, salt: randomBytes(16) };
}

/** Encrypts a message for one browser (RFC 8291), in the coding aes128gcm of RFC 8188: one record, 3,993 bytes at most. */
export function encryptPush(plain: Uint8Array, { p256dh, auth }: PushKeys, { own, salt }: Once = anew()): Buffer {
  const ownPublic = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic]);
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(p256dh), auth, info, 32));
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  const body = Buffer.concat([cipher.update(plain), cipher.update(LAST), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([salt, head, ownPublic, body]);
}
