import { XMLBuilder } from 'fast-xml-parser';
import { generateURI, ScureBase32Plugin } from 'otplib';
import { TOKEN_DIGITS, TOKEN_PERIOD_SECONDS } from './tokens';

/** The seed of a soft token, with what the application that keeps it shows. */
export interface SoftTokenSeed {
  serialNumber: string;
  userId: string;
  /** Whose token it is. */
  issuer: string;
  secret: Buffer;
}

/** RFC 6030 section 10. */
const SEED_FILE_TYPE = 'application/pskc+xml';

/** A seed as a file in PSKC (RFC 6030), as soft tokens import it, and `parseSeedFile` reads it. */
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

/** The seed file as a link that saves it: it is in the page that shows it, and can't be fetched again. */
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
