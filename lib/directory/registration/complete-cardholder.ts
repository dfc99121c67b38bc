import { z } from 'zod';
import { settingsOf, settingValue } from '../../access/settings/setting-value';
import { findBrand } from '../../brand/brands/resolve';
import { queueMail } from '../../brand/mail/queue-mail';
import { mailLocale } from '../../brand/mail/render';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused, tooMany } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { type Limit, useOnce } from '../../core/server/rate-limit';
import { isCommonPassword } from '../../sign-in/password/common-passwords';
import { hashPassword } from '../../sign-in/password/password-hash';
import { brokenRules, PASSWORD_MAX } from '../../sign-in/password/password-rules';
import { passwordSchema } from '../../sign-in/password/password-schema';
import { nameSchema } from '../people/names';
import { isTaken as isUserIdTaken, newUserIdSchema } from '../people/new-user-id';
import { hasHolder } from '../people/reads/holders';
import { holdActiveAccount } from '../structure/reads/hold-account';
import { atNode } from '../structure/reads/joins';
import { LINK_INACTIVE } from './match-cardholder';
import { insertRegistered } from './new-user';
import { REGISTRATION } from './states';

/** Limits the user ids to try in one registration, so that the ones in use can't be enumerated. */
const choices: Limit = { name: 'registration-choices', points: 20, seconds: 3_600 };

/** The choices of a matched cardholder. */
export const choiceSchema = z.object({
  token: z.string().min(1).max(200),
  firstName: nameSchema,
  lastName: nameSchema,
  userId: newUserIdSchema,
  password: passwordSchema,
  confirmation: z.string('required').min(1, 'required')
});
export type Choice = z.output<typeof choiceSchema>;

const matchedRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  nodeId: z.string(),
  companyId: z.string(),
  name: z.string(),
  email: z.string(),
  brandName: z.string(),
  locale: z.string()
});

/** A registration with a matched account, as its link opens it. */
export interface Matched extends z.infer<typeof matchedRow> {
  /** The issuer's minimum password length. */
  passwordMinimum: number;
}

/** The matched registration of a link; null if the link is no longer valid or not matched. */
export async function matchedBy(token: string): Promise<Matched | null> {
  const rows = await readRows(database(), matchedRow)`
    SELECT r.issuer_id AS "issuerId", r.id, r.node_id AS "nodeId", n.company_id AS "companyId", r.name, r.email,
      r.brand_name AS "brandName", r.locale
    FROM registrations r ${atNode('r.node_id')}
    WHERE r.token_hash = ${secretHash(token)} AND r.state = 'matched' AND r.expires_at > ${now()}`;
  const [row] = rows;
  if (!row) return null;
  return { ...row, passwordMinimum: await settingValue(database(), row, 'password.minimum.length') };
}

function passwordFault({ password, userId }: Choice, minimum: number): Refusal | null {
  const field = 'password';
  const [rule] = brokenRules(password, userId, minimum);
  if (rule === 'length') return { code: 'password.length.invalid', field, params: { min: minimum, max: PASSWORD_MAX } };
  if (rule === 'user.id') return { code: 'password.user.id.match', field };
  if (rule) return { code: 'password.policy', field };
  return isCommonPassword(password) ? { code: 'password.common', field } : null;
}

/**
 * Completes a cardholder's registration: creates a user at the account who can sign in. Of two for one account the
 * first succeeds. `retryAfter`: seconds, after twenty tries in an hour. @throws HashingBusy
 */
export async function completeCardholder(
  choice: Choice,
  origin: Origin
): Promise<Result<{ userId: string }> & { retryAfter?: number }> {
  const matched = await matchedBy(choice.token);
  if (!matched) return refused(LINK_INACTIVE);
  if (choice.password !== choice.confirmation)
    return refused({ code: 'password.confirm.not.match', field: 'confirmation' });
  const fault = passwordFault(choice, matched.passwordMinimum);
  if (fault) return refused(fault);
  const retryAfter = await useOnce(choices, matched.id);
  if (retryAfter !== undefined) return { ...refused(tooMany(retryAfter)), retryAfter };
  const userId = newId();
  const owner = { issuerId: matched.issuerId, id: userId };
  const passwordHash = await hashPassword(choice.password, owner, origin);
  return transaction(async (tx) => {
    if (!(await isStillOpen(tx, matched))) return refused(LINK_INACTIVE);
    if (await isUserIdTaken(tx, choice.userId)) return refused({ code: 'user.id.taken', field: 'userId' });
    await insertRegistered(tx, {
      ...owner,
      userId: choice.userId,
      firstName: choice.firstName,
      lastName: choice.lastName,
      email: matched.email,
      phone: null,
      locale: matched.locale,
      role: 'A',
      nodeId: matched.nodeId,
      passwordHash,
      expiresAt: null
    });
    const { from, to, audit } = REGISTRATION.events.complete;
    const { count } = await tx.registration.updateMany({
      where: { issuerId: matched.issuerId, id: matched.id, state: { in: [...from] } },
      data: { state: to, decidedAt: now(), tokenHash: null, expiresAt: null, userId, version: { increment: 1 } }
    });
    if (count === 0) throw new Error('the registration has ended meanwhile');
    await mailWelcome(tx, matched, choice);
    await appendAudit(tx, origin, {
      issuerId: matched.issuerId,
      actorUserId: userId,
      action: audit,
      entity: 'registration',
      entityId: matched.id,
      details: { brand: matched.brandName, userId: choice.userId }
    });
    return accepted({ userId: choice.userId });
  });
}

/** Whether the account can still be registered; locked until the commit, so that only one person gets it. */
async function isStillOpen(tx: Transaction, { issuerId, nodeId, companyId }: Matched): Promise<boolean> {
  const isActive = await holdActiveAccount(tx, { issuerId, id: nodeId });
  const settings = await settingsOf(tx, { issuerId, companyId }, ['self.registration.cardholders', 'sso.only']);
  const isOpen = isActive && settings['self.registration.cardholders'] && !settings['sso.only'];
  return isOpen && !(await hasHolder(tx, { issuerId, id: nodeId }));
}

async function mailWelcome(tx: Transaction, matched: Matched, { firstName, lastName }: Choice): Promise<void> {
  const brand = await findBrand(matched.brandName);
  if (!brand) return;
  await queueMail(tx, matched.issuerId, {
    template: 'registration_completed',
    to: matched.email,
    name: `${firstName} ${lastName}`,
    brandName: brand.name,
    locale: mailLocale(brand, matched.locale),
    params: {},
    at: now().toISOString()
  });
}
