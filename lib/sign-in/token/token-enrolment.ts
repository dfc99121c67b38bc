import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { encrypt, KEY_ID } from '../../core/secrets/encryption';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { userOfId } from '../../directory/people/reads/user-ids';
import { userIdKey } from '../account/user-id';
import { hashPassword } from '../password/password-hash';
import { newFirstPin } from './token-pin';
import { seedPlace, TOKEN_DIGITS, TOKEN_PERIOD_SECONDS } from './tokens';

export interface Seed {
  serialNumber: string;
  userId: string;
  algorithm: 'SHA1' | 'SHA256';
  secret: Buffer;
}

/** An enrolled token with its first PIN, which can't be read again (CD.70). */
export interface EnrolledToken {
  serialNumber: string;
  userId: string;
  firstPin: string;
}

const TOTP = 'urn:ietf:params:xml:ns:keyprov:pskc:totp';
/** RFC 4226 section 4, R6: 128 bits at least. */
const MIN_SECRET_BYTES = 16;

interface KeyPackage {
  DeviceInfo?: { SerialNo?: string };
  Key?: {
    '@Algorithm'?: string;
    UserId?: string;
    AlgorithmParameters?: { Suite?: string; ResponseFormat?: { '@Length'?: string; '@Encoding'?: string } };
    Data?: { Secret?: { PlainValue?: string }; TimeInterval?: { PlainValue?: string } };
  };
}

/**
 * Parses the tokens of a PSKC seed file (RFC 6030) with plain keys. Every key must be a TOTP of 8 digits and 30 seconds
 * and name its user (PD.16). @throws Error naming the key and its fault
 */
export function parseSeedFile(xml: string): Seed[] {
  if (XMLValidator.validate(xml) !== true) throw new Error('the seed file is not well-formed XML');
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => name === 'KeyPackage'
  });
  const packages =
    (parser.parse(xml) as { KeyContainer?: { KeyPackage?: KeyPackage[] } }).KeyContainer?.KeyPackage ?? [];
  if (packages.length === 0) throw new Error('the seed file holds no keys');
  return packages.map(({ DeviceInfo, Key }, at) => {
    const serialNumber = DeviceInfo?.SerialNo?.trim() ?? '';
    const fault = (what: string) => new Error(`key ${at + 1} (serial number ${serialNumber || 'missing'}): ${what}`);
    if (!/^.{1,40}$/.test(serialNumber)) throw fault('a serial number of 1 to 40 characters is required');
    if (Key?.['@Algorithm'] !== TOTP) throw fault('only time-based keys (TOTP) can be enrolled');
    const format = Key.AlgorithmParameters?.ResponseFormat;
    if (format?.['@Length'] !== String(TOKEN_DIGITS) || format['@Encoding'] !== 'DECIMAL')
      throw fault('codes must have 8 decimal digits');
    const interval = Key.Data?.TimeInterval?.PlainValue ?? String(TOKEN_PERIOD_SECONDS);
    if (Number(interval) !== TOKEN_PERIOD_SECONDS) throw fault('the interval must be 30 seconds');
    const suite = (Key.AlgorithmParameters?.Suite ?? 'HMAC-SHA1').toUpperCase();
    if (suite !== 'HMAC-SHA1' && suite !== 'HMAC-SHA256') throw fault('the suite must be HMAC-SHA1 or HMAC-SHA256');
    const secret = Buffer.from(Key.Data?.Secret?.PlainValue ?? '', 'base64');
    if (secret.length < MIN_SECRET_BYTES) throw fault('a secret of at least 128 bits is required, in plain');
    const userId = (Key.UserId ?? '').replace(/^(UID|CN)=/i, '').trim();
    if (!userId) throw fault('a user id is required');
    return { serialNumber, userId, algorithm: suite === 'HMAC-SHA1' ? 'SHA1' : 'SHA256', secret };
  });
}

/**
 * Enrols tokens for users of an issuer, all or none: each starts in new-PIN mode with its own first PIN, and replaces
 * the user's earlier way of signing in. Earlier tokens are revoked. @throws Error naming the token that can't be
 * enrolled
 */
export async function enrolTokens(issuerNumber: string, seeds: Seed[], origin: Origin): Promise<EnrolledToken[]> {
  return transaction(async (tx) => {
    const enrolled: EnrolledToken[] = [];
    for (const { serialNumber, userId, algorithm, secret } of seeds) {
      const owner = await userOfId(tx, userIdKey(userId), issuerNumber);
      if (!owner) throw new Error(`token ${serialNumber}: issuer ${issuerNumber} has no user ${userId}`);
      const id = newId();
      const user = { issuerId: owner.issuerId, id: owner.userId };
      const firstPin = newFirstPin();
      const pinHash = await hashPassword(firstPin, user, origin);
      await tx.hardwareToken.updateMany({ where: owner, data: { status: 'revoked' } });
      await tx.hardwareToken.create({
        data: {
          ...owner,
          id,
          serialNumber,
          algorithm,
          seedEncrypted: encrypt('token-seed', secret, seedPlace(owner.issuerId, id)),
          seedKeyId: KEY_ID,
          pinHash,
          enrolledAt: now()
        }
      });
      await tx.credential.updateMany({ where: owner, data: { loginType: 'token' } });
      await appendAudit(tx, origin, {
        issuerId: owner.issuerId,
        action: 'token.enrolled',
        entity: 'hardware_token',
        entityId: id,
        details: { serialNumber }
      });
      enrolled.push({ serialNumber, userId, firstPin });
    }
    return enrolled;
  }, 60_000);
}
