import { z } from 'zod';
import { settingsOf } from '../../access/settings/setting-value';
import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { keyRow, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { hasHolder } from '../people/reads/holders';
import { cardNumberHash } from '../structure/card-number';
import { ISSUERS_OF_BRANDS } from '../structure/reads/issuer-brands';
import { atCard, atNode } from '../structure/reads/joins';
import { corporateCodeHash } from './corporate-code-rule';
import { countMiss, emailHash, forgetMisses, isLocked, type Subject } from './registration-locks';
import type { CardholderMatch } from './schema';
import { type Begun, begunBy, markVerified } from './start-registration';
import { REGISTRATION } from './states';

/** How long a matched cardholder can choose a user id and password. */
const CHOICE_MINUTES = 30;

export const LINK_INACTIVE = { code: 'registration.link.inactive' } as const;
const NOT_MATCHED = { code: 'registration.not.matched' } as const;
const LOCKED = { code: 'registration.locked' } as const;

const candidateRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  active: z.boolean()
});

interface Candidate extends Omit<z.infer<typeof candidateRow>, 'active'> {
  /** Active, unassigned, in a company that lets its cardholders register. */
  open: boolean;
}

/**
 * The account with this number under the brand, in any state. The queries are the same for known and unknown numbers
 * (PD.2).
 */
async function accountOf(hash: Uint8Array, brandName: string): Promise<Candidate | undefined> {
  const rows = await readRows(database(), candidateRow)`
    SELECT n.issuer_id AS "issuerId", n.id, n.company_id AS "companyId", n.name_1 AS name,
      a.state = 'active' AND n.status = 'active' AS active
    FROM ${ISSUERS_OF_BRANDS} b
    ${atCard('b', hash)}
    ${atNode('a.id')}
    WHERE b.brand_name = ${brandName}
    ORDER BY active DESC, n.issuer_id LIMIT 1`;
  const [match] = rows;
  const place = { issuerId: match?.issuerId ?? SYSTEM_ISSUER_ID, companyId: match?.companyId ?? null };
  const [settings, taken] = await Promise.all([
    settingsOf(database(), place, ['self.registration.cardholders', 'sso.only']),
    hasHolder(database(), { issuerId: place.issuerId, id: match?.id ?? SYSTEM_ISSUER_ID })
  ]);
  if (!match) return undefined;
  const { active, ...account } = match;
  // A user restricted to single sign-on needs no password (C5.067).
  return { ...account, open: active && !taken && settings['self.registration.cardholders'] && !settings['sso.only'] };
}

/** The companies with a corporate code under the brand: at most one of each issuer. */
function companiesOf(code: string, brandName: string): Promise<{ issuerId: string; id: string }[]> {
  return readRows(database(), keyRow)`
    SELECT c.issuer_id AS "issuerId", c.company_id AS id FROM ${ISSUERS_OF_BRANDS} b
    JOIN corporate_codes c ON c.issuer_id = b.issuer_id
      AND (c.code_hash = ${corporateCodeHash(code)} OR c.code = ${code})
    WHERE b.brand_name = ${brandName} ORDER BY c.issuer_id`;
}

/** A normalized name: the same words in capitals, without accents and punctuation. */
export function comparableName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
}

/**
 * Compares a cardholder's details with the accounts of the brand (CD.34): corporate code, account number and name must
 * all match. The answer doesn't reveal which one is wrong or whether the account exists; three misses lock in every
 * case. After a match, the link leads to choosing a user id and password.
 */
export async function matchCardholder(
  { token, corporateCode, accountNumber, cardName }: CardholderMatch,
  origin: Origin
): Promise<Result<null>> {
  const begun = await begunBy(token, ['cardholder']);
  if (!begun) return refused(LINK_INACTIVE);
  const hash = cardNumberHash(accountNumber);
  const [account, companies] = await Promise.all([
    accountOf(hash, begun.brandName),
    companiesOf(corporateCode, begun.brandName)
  ]);
  const company = companies.find(({ issuerId }) => issuerId === account?.issuerId) ?? companies[0];
  const matches =
    account?.open &&
    account.issuerId === company?.issuerId &&
    account.companyId === company.id &&
    comparableName(account.name) === comparableName(cardName);
  const ofCompany = company ? { issuerId: company.issuerId, nodeId: company.id } : null;
  const ofAccount = account ? { issuerId: account.issuerId, nodeId: account.id } : ofCompany;
  const subjects: Subject[] = [
    { subject: 'account', hash, label: accountNumber.slice(-4), place: ofAccount },
    { subject: 'email', hash: emailHash(begun.email), label: begun.email, place: ofCompany ?? ofAccount }
  ];
  return transaction(async (tx) => {
    if (!(await markVerified(tx, begun))) return refused(LINK_INACTIVE);
    if (matches && !(await isLocked(tx, subjects))) return admit(tx, begun, account, subjects, origin);
    const locked = await countMiss(tx, subjects);
    await appendAudit(tx, origin, {
      issuerId: ofCompany?.issuerId ?? ofAccount?.issuerId ?? SYSTEM_ISSUER_ID,
      action: locked ? 'registration.locked' : REGISTRATION.events.miss.audit,
      entity: 'registration',
      entityId: Buffer.from(subjects[1]?.hash ?? [])
        .toString('hex')
        .slice(0, 16),
      details: { brand: begun.brandName, lastFour: accountNumber.slice(-4) }
    });
    return refused(locked ? LOCKED : NOT_MATCHED);
  });
}

async function admit(
  tx: Transaction,
  begun: Begun,
  account: Candidate,
  subjects: readonly Subject[],
  origin: Origin
): Promise<Result<null>> {
  const [id, at] = [newId(), now()];
  // A link leads to one registration, also if it is submitted twice at once.
  const { count } = await tx.registrationStart.deleteMany({ where: { tokenHash: begun.tokenHash } });
  if (count === 0) return refused(LINK_INACTIVE);
  await tx.registration.create({
    data: {
      issuerId: account.issuerId,
      id,
      kind: 'cardholder',
      state: REGISTRATION.events.match.to,
      nodeId: account.id,
      brandName: begun.brandName,
      locale: begun.locale,
      email: begun.email,
      name: account.name,
      tokenHash: begun.tokenHash,
      expiresAt: new Date(at.getTime() + CHOICE_MINUTES * 60_000),
      registeredAt: at
    }
  });
  await forgetMisses(tx, subjects);
  await appendAudit(tx, origin, {
    issuerId: account.issuerId,
    action: REGISTRATION.events.match.audit,
    entity: 'registration',
    entityId: id,
    details: { brand: begun.brandName }
  });
  return accepted(null);
}
