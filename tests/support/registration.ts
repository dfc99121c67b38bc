import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { TestDatabase } from './database';
import { TEST_SECRET } from './server';
import { withSetting } from './settings';
import { aCompany, anAccount, anIssuer, type StructureNode } from './structure';

const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', TEST_SECRET, 'tessera', purpose, 32));

/** A card number nobody has, with its check digit (ISO/IEC 7812-1), worked out here a second time on purpose. */
export function aCardNumber(length = 16): string {
  // No card's number begins with 0 (ISO/IEC 7812-1), and a feed takes such zeros for filling.
  const digits = Array.from({ length: length - 1 }, (_, at) => (at === 0 ? 5 : randomInt(10)));
  const sum = digits
    .toReversed()
    .map((digit, at) => (at % 2 === 0 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit))
    .reduce((total, digit) => total + digit, 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

/** A corporate code within the rule, of no two digits in a row alike or next to each other. */
export const aCorporateCode = () =>
  Array.from({ length: 8 }, (_, at) => (at % 2 ? 5 + randomInt(5) : randomInt(4))).join('');

export interface Registrable {
  issuer: StructureNode;
  company: StructureNode;
  account: StructureNode;
  cardNumber: string;
  corporateCode: string;
  cardName: string;
}

/** An account whose cardholder can register under a brand: the company lets them, and has a corporate code. */
export async function aRegistrableAccount(
  database: TestDatabase,
  { brand = 'tessera', cardName = 'Robin Example' }: { brand?: string; cardName?: string } = {}
): Promise<Registrable> {
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer);
  await database.query('INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, $2)', [issuer.id, brand]);
  await withSetting(database, { issuerId: issuer.id }, 'self.registration.cardholders', true);
  const corporateCode = aCorporateCode();
  await database.query('INSERT INTO corporate_codes (issuer_id, company_id, code, set_at) VALUES ($1, $2, $3, now())', [
    issuer.id,
    company.id,
    corporateCode
  ]);
  const { account, cardNumber } = await aCard(database, company, cardName);
  return { issuer, company, account, cardNumber, corporateCode, cardName };
}

/** An account below a node, with a card number that can be looked up. */
export async function aCard(
  database: TestDatabase,
  parent: StructureNode,
  cardName = 'Robin Example'
): Promise<{ account: StructureNode; cardNumber: string }> {
  const account = await anAccount(database, parent, { name: cardName });
  const cardNumber = aCardNumber();
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf('card-number'), iv).setAAD(
    Buffer.from(`account/${account.issuerId}/${account.id}`)
  );
  const encrypted = Buffer.concat([cipher.update(cardNumber), cipher.final()]);
  await database.query(
    'UPDATE accounts SET card_number_encrypted = $3, card_number_hash = $4, last_four = $5 WHERE issuer_id = $1 AND id = $2',
    [
      account.issuerId,
      account.id,
      Buffer.concat([iv, cipher.getAuthTag(), encrypted]),
      createHmac('sha256', keyOf('card-number-hash')).update(cardNumber).digest(),
      cardNumber.slice(-4)
    ]
  );
  return { account, cardNumber };
}

/**
 * The token of a link that somebody got to register, as the product makes it: as a cardholder, or with an application
 * for a card account to an issuer.
 */
export async function aRegistrationLink(
  database: TestDatabase,
  {
    brand = 'tessera',
    email = `${randomBytes(6).toString('hex')}@mail.example`,
    issuer
  }: { brand?: string; email?: string; issuer?: StructureNode } = {}
): Promise<{ token: string; email: string }> {
  const start = issuer
    ? { kind: 'account_application', application: { issuer: issuer.id, email, firstName: 'Maja', lastName: 'Holm' } }
    : { kind: 'cardholder', email };
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf('registration'), iv).setAAD(
    Buffer.from(`registration/${hash.toString('hex')}`)
  );
  const sealed = Buffer.concat([cipher.update(JSON.stringify(start)), cipher.final()]);
  await database.query(
    `INSERT INTO registration_starts (token_hash, kind, brand_name, locale, sealed, started_at, expires_at)
     VALUES ($1, $4, $2, 'en_US', $3, now(), now() + interval '1 hour')`,
    [hash, brand, Buffer.concat([iv, cipher.getAuthTag(), sealed]), start.kind]
  );
  return { token, email };
}
