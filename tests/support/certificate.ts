import { createSign, generateKeyPairSync } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const RSA_WITH_SHA256 = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** A new RSA key with a certificate over itself (RFC 5280), valid to 2049: all in PEM. */
export function aCertificate(): { privateKey: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('Test identity provider')))));
  const times = ['240101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time)));
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    RSA_WITH_SHA256,
    name,
    der(0x30, ...times),
    name,
    publicKey.export({ type: 'spki', format: 'der' })
  );
  const signature = createSign('sha256').update(toBeSigned).sign(privateKey);
  const bytes = der(0x30, toBeSigned, RSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n').trim();
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
  };
}
