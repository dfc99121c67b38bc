import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Origin } from '../../lib/core/audit/audit';
import { database, type Transaction, transaction } from '../../lib/core/database/database';
import { newAlias, newId } from '../../lib/core/secrets/ids';
import { userIdKey } from '../../lib/sign-in/account/user-id';
import { comparableAnswer } from '../../lib/sign-in/challenge/security-questions';
import { hashPassword } from '../../lib/sign-in/password/password-hash';
import { enrolTokens, parseSeedFile } from '../../lib/sign-in/token/token-enrolment';

const ISSUERS = [
  {
    number: '1001',
    name: 'Norrvik Commercial Cards',
    timeZone: 'Europe/Stockholm',
    baseCurrency: 'SEK',
    brands: ['norrvik', 'lyngholm', 'fjellvarde']
  },
  {
    number: '1002',
    name: 'Lantern Strait Card Services',
    timeZone: 'Asia/Singapore',
    baseCurrency: 'SGD',
    brands: ['lanternstrait', 'asanagi', 'garamnuri']
  },
  {
    number: '1003',
    name: 'Wendemere Commercial Payments',
    timeZone: 'America/New_York',
    baseCurrency: 'USD',
    brands: ['wendemere', 'tessera']
  },
  {
    number: '1004',
    name: 'Aldwick Thorne Cards',
    timeZone: 'Europe/London',
    baseCurrency: 'GBP',
    oneTimePinRequired: true,
    brands: ['aldwick', 'trevannow']
  }
];

/** The demo's people; one password for all, printed by the start command. */
const PASSWORD = 'Cedar-Lantern-42';

export const DEMO_ACCOUNTS = [
  {
    userId: 'anna.lindqvist',
    name: ['Anna', 'Lindqvist'],
    role: 'A',
    issuer: '1001',
    brand: 'norrvik',
    locale: 'sv',
    sees: 'cardholder: charges to review, one sent back, receipts, a possible duplicate'
  },
  {
    userId: 'emma.nyberg',
    name: ['Emma', 'Nyberg'],
    role: 'O',
    issuer: '1001',
    brand: 'norrvik',
    locale: 'sv',
    sees: 'department manager: approves small amounts'
  },
  {
    userId: 'sofia.holm',
    name: ['Sofia', 'Holm'],
    role: 'S',
    issuer: '1001',
    brand: 'norrvik',
    locale: 'sv',
    sees: 'division manager: approves larger amounts'
  },
  {
    userId: 'henrik.dahl',
    name: ['Henrik', 'Dahl'],
    role: 'C',
    issuer: '1001',
    brand: 'norrvik',
    locale: 'da',
    sees: 'company administrator: the largest amounts, spend, ledger, set-up; a card of his own'
  },
  {
    userId: 'jordan.ellis',
    name: ['Jordan', 'Ellis'],
    role: 'G',
    issuer: '1003',
    brand: 'wendemere',
    locale: 'en_US',
    sees: 'company group administrator: approvals and spend of many companies'
  },
  {
    userId: 'priya.raman',
    name: ['Priya', 'Raman'],
    role: 'I',
    issuer: '1002',
    brand: 'lanternstrait',
    locale: 'en_GB',
    sees: 'issuer administrator: card files with rows to correct, registrations to decide'
  },
  {
    userId: 'hugo.lindholm',
    name: ['Hugo', 'Lindholm'],
    role: 'H',
    issuer: '1001',
    brand: 'norrvik',
    locale: 'en_GB',
    sees: 'issuer group administrator: two issuers at once'
  },
  {
    userId: 'system.admin',
    name: ['Sasha', 'Moreau'],
    role: 'Z',
    issuer: 'SYSTEM',
    brand: 'tessera',
    locale: 'en_US',
    sees: 'system administrator: brands, issuers, maintenance'
  },
  {
    userId: 'mei.tanaka',
    name: ['Mei', 'Tanaka'],
    role: 'A',
    issuer: '1002',
    brand: 'asanagi',
    locale: 'ja',
    sees: 'cardholder in Japanese, charges in yen, dollars and euros'
  },
  {
    userId: 'oliver.hayes',
    name: ['Oliver', 'Hayes'],
    role: 'A',
    issuer: '1004',
    brand: 'aldwick',
    locale: 'en_GB',
    sees: 'cardholder with a mailed passcode as second factor (/demo/mail)'
  },
  {
    userId: 'tove.nilsen',
    name: ['Tove', 'Nilsen'],
    role: 'A',
    issuer: '1001',
    brand: 'norrvik',
    locale: 'sv',
    sees: 'cardholder with a software token (/demo/soft-token) in place of the password'
  }
].map((account) => ({ ...account, password: PASSWORD }));

const SEEDING: Origin = { requestId: 'seed', address: '127.0.0.1', userAgent: '' };

/** The first PIN of the demo's token, published as its seed is; every other token has one of its own (CD.70). */
const TOKEN_PIN = '1357';

/** The answer to everybody's security question, which is about their first pet. */
const ANSWER = 'Biscuit';

async function issuerIds(tx: Transaction): Promise<Map<string, string>> {
  for (const { brands, oneTimePinRequired, ...issuer } of ISSUERS) {
    const present = await tx.issuer.findUnique({ where: { number: issuer.number } });
    if (present) continue;
    const id = newId();
    await tx.issuer.create({ data: { id, ...issuer } });
    if (oneTimePinRequired)
      await tx.setting.create({ data: { issuerId: id, nodeId: id, key: 'one.time.pin.required', value: true } });
    await tx.issuerBrand.createMany({ data: brands.map((brandName) => ({ issuerId: id, brandName })) });
  }
  const rows = await tx.issuer.findMany();
  return new Map(rows.map(({ number, id }) => [number, id]));
}

/** Creates the issuers and accounts that are not there yet. */
export async function seedAccounts(): Promise<void> {
  const ids = await transaction(issuerIds);
  for (const account of DEMO_ACCOUNTS) {
    const key = userIdKey(account.userId);
    if (await database().userDirectory.findUnique({ where: { userIdKey: key } })) continue;
    const issuerId = ids.get(account.issuer) as string;
    const owner = { issuerId, id: newId() };
    const [passwordHash, answerHash] = await Promise.all([
      hashPassword(PASSWORD, owner, SEEDING),
      hashPassword(comparableAnswer(ANSWER), owner, SEEDING)
    ]);
    await transaction(async (tx) => {
      const { id } = owner;
      const [firstName = '', lastName = ''] = account.name;
      await tx.user.create({
        data: {
          issuerId,
          id,
          userId: account.userId,
          firstName,
          lastName,
          email: `${account.userId}@demo.example`,
          role: account.role as 'A',
          locale: account.locale
        }
      });
      await tx.userDirectory.create({
        data: { userIdKey: key, b2bAlias: newAlias(), ldapId: newAlias(), issuerId, userId: id }
      });
      await tx.credential.create({ data: { issuerId, userId: id, passwordHash } });
      await tx.passwordHistory.create({ data: { issuerId, userId: id, id: newId(), passwordHash } });
      await tx.securityAnswer.create({ data: { issuerId, userId: id, questionId: 'first.pet', answerHash } });
    });
  }
  if (await database().hardwareToken.findFirst({ where: { serialNumber: 'DEMO-0001' } })) return;
  const seeds = parseSeedFile(readFileSync(join(process.cwd(), 'app/demo/soft-token/seed-file.xml'), 'utf8'));
  await enrolTokens('1001', seeds, SEEDING);
  const { issuerId, userId, id } = await database().hardwareToken.findFirstOrThrow({
    where: { serialNumber: 'DEMO-0001' }
  });
  const pinHash = await hashPassword(TOKEN_PIN, { issuerId, id: userId }, SEEDING);
  await database().hardwareToken.update({ where: { issuerId_id: { issuerId, id } }, data: { pinHash } });
}
