import { XMLBuilder } from 'fast-xml-parser';
import { generateURI, ScureBase32Plugin } from 'otplib';
import { TOKEN_DIGITS, TOKEN_PERIOD_SECONDS } from './tokens';

/** The seed of a soft token, with the data that its application displays. */
export interface SoftTokenSeed {
  serialNumber: string;
  userId: string;
  /** The issuer of the token. */
  issuer: string;
  secret: Buffer;
}

/** RFC 6030 section 10. */
const SEED_FILE_TYPE = 'application/pskc+xml';

/** A seed as a PSKC file (RFC 6030), which soft tokens import and `parseSeedFile` reads. */
export function seedFile({ serialNumber, userId, issuer, secret }: SoftTokenSeed): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true, indentBy: '  ' });
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    KeyContainer: {
      '@Version': '1.0',
      '@xmlns': 'urn:ietf:params:xml:ns:keyprov:pskc',
      KeyPackage: {
        DeviceInfo: { SerialNo: serialNumber },
        Key: {
          '@Id': serialNumber,
          '@Algorithm': 'urn:ietf:params:xml:ns:keyprov:pskc:totp',
          Issuer: issuer,
          AlgorithmParameters: {
            Suite: 'HMAC-SHA256',
            ResponseFormat: { '@Length': String(TOKEN_DIGITS), '@Encoding': 'DECIMAL' }
          },
          Data: {
            Secret: { PlainValue: secret.toString('base64') },
            Time: { PlainValue: '0' },
            TimeInterval: { PlainValue: String(TOKEN_PERIOD_SECONDS) }
          },
          UserId: `UID=${userId}`
        }
      }
    }
  });
}

/** The seed file as a data link: it is part of the page and can't be requested again. */
export const seedDownload = (seed: SoftTokenSeed) => ({
  href: `data:${SEED_FILE_TYPE};base64,${Buffer.from(seedFile(seed)).toString('base64')}`,
  download: `soft-token-${seed.serialNumber}.xml`
});

const base32 = new ScureBase32Plugin();

/** A seed as an `otpauth://` address, which applications on the same device open. */
export function seedAddress({ userId, issuer, secret }: SoftTokenSeed): string {
  return generateURI({
    issuer,
    label: userId,
    secret: base32.encode(secret),
    algorithm: 'sha256',
    digits: TOKEN_DIGITS,
    period: TOKEN_PERIOD_SECONDS
  });
}
