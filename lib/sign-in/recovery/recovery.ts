import { randomInt } from 'node:crypto';
import type { Brand } from '../../brand/brands/directory';
import { findBrand } from '../../brand/brands/resolve';
import { queueMail } from '../../brand/mail/queue-mail';
import { mailLocale } from '../../brand/mail/render';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused, tooMany } from '../../core/entry/refusal';
import { keyedHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { enqueueAsked, type OutboxEntry } from '../../core/server/outbox';
import { type Limit, useOnce, waitForAlone } from '../../core/server/rate-limit';
import { accountByUserId, accountOf, isRecoverable } from '../account/accounts';
import { queueSecurityNotice } from '../account/security-notice';
import { userIdKey } from '../account/user-id';
import { checkAnswer } from '../challenge/security-questions';
import { hashPassword } from '../password/password-hash';
import { holdPassword, passwordFault, setPassword, unlock } from '../password/passwords';
import { forgetBrowsers } from '../session/recognized-browsers';
import { passLock } from '../steps/lockout';
import { resetPin } from '../token/token-pin';
import {
  forgiveTry,
  issueResetToken,
  ownerOfResetToken,
  RESET_MINUTES,
  tryResetToken,
  useResetToken
} from './reset-tokens';

export const RECOVERY_TOPIC = 'recovery.requested';
export const TEMPORARY_PASSWORD_TOPIC = 'temporary_password.requested';

/** Valid links of one user in an hour; further ones are silently not sent (PD.11). */
const linksInAnHour: Limit = { name: 'reset-links-user', points: 3, seconds: 3_600 };
/** Answers to one user's security question, right or wrong: a lock isn't enough, since a right answer ends it. */
const answersInAnHour: Limit = { name: 'security-answers-user', points: 6, seconds: 3_600 };
const temporaryInAnHour: Limit = { name: 'temporary-passwords-user', points: 3, seconds: 3_600 };

/** The key of a user id in the limits' table, where it isn't stored in clear text. */
const subjectOf = (key: string) => keyedHash('log-subject', key).toString('hex');

interface Asked {
  brand: Brand;
  locale: string;
}

interface RecoveryPayload {
  userIdKey: string;
  brandName: string;
  locale: string;
  /** The origin of the link: scheme and registered host name of the brand. */
  linkOrigin: string;
  origin: Origin;
}

/**
 * Accepts a request for a reset link. It looks nothing up: the cost is the same for every user id, and the rest happens
 * in the background (PD.2).
 */
export async function requestRecovery(
  userId: string,
  { brand, locale }: Asked,
  linkOrigin: string,
  origin: Origin
): Promise<void> {
  const payload: RecoveryPayload = { userIdKey: userIdKey(userId), brandName: brand.name, locale, linkOrigin, origin };
  await enqueueAsked(RECOVERY_TOPIC, payload);
}

/** The background part of `requestRecovery`: sends a link by mail, if the user has an address. */
export async function answerRecovery(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { userIdKey: key, brandName, locale, linkOrigin, origin } = payload as RecoveryPayload;
  const [account, brand] = [await accountByUserId(key, tx), await findBrand(brandName)];
  if (!account?.email || !brand?.passwordResetLink || !isRecoverable(account)) return;
  // Counted at the end, so that a retried failure counts once.
  if ((await waitForAlone(tx, linksInAnHour, subjectOf(key))) !== undefined) return;
  const token = await issueResetToken(tx, account);
  const query = new URLSearchParams({ cobrandHost: brandName, token });
  await queueMail(tx, account.issuerId, {
    template: account.loginType === 'token' ? 'token_reset_link' : 'password_reset_link',
    to: account.email,
    name: account.name,
    brandName,
    locale: mailLocale(brand, locale),
    params: { address: `${linkOrigin}/sdportal/change-password-token-component?${query}`, minutes: RESET_MINUTES },
    expiresAt: new Date(now().getTime() + RESET_MINUTES * 60_000).toISOString()
  });
  await appendAudit(tx, origin, {
    issuerId: account.issuerId,
    action: 'recovery.requested',
    entity: 'user',
    entityId: account.id,
    details: { brand: brandName }
  });
  await useOnce(linksInAnHour, subjectOf(key));
}

/** The minimum length of the password that a link sets; null if the link is no longer valid. */
export async function passwordMinimumBehind(token: string): Promise<number | null> {
  const owner = await ownerOfResetToken(token);
  return owner && (await accountOf(owner)).passwordMinimum;
}

export interface ResetRequest {
  token: string;
  userId: string;
  credential: string;
}

/**
 * Sets a new password by a reset link (P3.003), and returns the owner's way of signing in, so that no further query can
 * fail. The link works once, also if it is submitted twice at the same moment. A token user's token gets a new first
 * PIN, to be shown once (CD.70); for others it is null. @throws HashingBusy
 */
export async function resetPassword(
  { token, userId, credential }: ResetRequest,
  { brand, locale }: Asked,
  origin: Origin
): Promise<Result<{ b2BAlias: string; firstPin: string | null }>> {
  const inactive = refused({ code: 'reset.token.inactive', field: 'token' });
  const owner = await tryResetToken(token);
  if (!owner) return inactive;
  const account = await accountOf(owner);
  if (userIdKey(userId) !== userIdKey(account.userId)) return refused({ code: 'reset.user.id.wrong', field: 'userId' });
  await forgiveTry(token);
  if (!isRecoverable(account)) return inactive;
  const fault = await passwordFault(account, credential, origin);
  if (fault) return refused({ ...fault, field: 'credential' });
  const hash = await hashPassword(credential, account, origin);
  return transaction(async (tx) => {
    // Locks the counter first, as signing in does, to avoid a deadlock.
    await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: false });
    await holdPassword(tx, account);
    if (!(await useResetToken(tx, token))) return inactive;
    await setPassword(tx, account, { hash, expiresAt: null, keptSessionId: null });
    await forgetBrowsers(tx, account);
    await unlock(tx, account);
    const firstPin = account.loginType === 'token' ? await resetPin(tx, account, origin) : null;
    await queueSecurityNotice(tx, 'password_changed', account, { brand, locale });
    await appendAudit(tx, origin, {
      issuerId: account.issuerId,
      actorUserId: account.id,
      action: 'password.reset',
      entity: 'user',
      entityId: account.id
    });
    return accepted({ b2BAlias: account.b2BAlias, firstPin });
  });
}

interface TemporaryPayload {
  userIdKey: string;
  brandName: string;
  locale: string;
  origin: Origin;
}

export interface TemporaryRequest {
  userId: string;
  questionId: string;
  answer: string;
}

/** The reason that a brand doesn't replace passwords by a security question, or null: it sends reset links (PD.14). */
export function questionFault(brand: Brand): Refusal | null {
  return brand.passwordResetLink ? { code: 'recovery.by.link' } : null;
}

/**
 * Sends a temporary password for the right answer to the security question (P1.003), if there are no reset links. A
 * wrong answer is refused alike for known and unknown users, and counts like a failed sign-in; after six answers in an
 * hour, `retryAfter` gives the seconds to wait. @throws HashingBusy
 */
export async function requestTemporaryPassword(
  request: TemporaryRequest,
  asked: Asked,
  origin: Origin
): Promise<Result<null> & { retryAfter?: number }> {
  const closed = questionFault(asked.brand);
  if (closed) return refused(closed);
  const retryAfter = await useOnce(answersInAnHour, subjectOf(userIdKey(request.userId)));
  if (retryAfter !== undefined) return { ...refused(tooMany(retryAfter)), retryAfter };
  if (!(await checkAnswer(request, asked, origin)))
    return refused({ code: 'security.answer.wrong', field: 'questionResponse' });
  const payload: TemporaryPayload = {
    userIdKey: userIdKey(request.userId),
    brandName: asked.brand.name,
    locale: asked.locale,
    origin
  };
  await enqueueAsked(TEMPORARY_PASSWORD_TOPIC, payload);
  return accepted(null);
}

// Without characters that are easily confused.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';

/** A temporary password that follows the rules: `kwhm-7342-qexp`, some 50 random bits. */
export function newTemporaryPassword(): string {
  const group = (characters: string) => {
    let made = '';
    while (made.length < 4) {
      const next = characters[randomInt(characters.length)] as string;
      if (next !== made.at(-1)) made += next;
    }
    return made;
  };
  return [group(LETTERS), group(DIGITS), group(LETTERS)].join('-');
}

/**
 * The background part of `requestTemporaryPassword`. A token user gets none, because no password signs them in (PD.9).
 */
export async function answerTemporaryPassword(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { userIdKey: key, brandName, locale, origin } = payload as TemporaryPayload;
  const [account, brand] = [await accountByUserId(key, tx), await findBrand(brandName)];
  if (!account?.email || account.loginType === 'token' || !brand || !isRecoverable(account)) return;
  if ((await waitForAlone(tx, temporaryInAnHour, subjectOf(key))) !== undefined) return;
  const password = newTemporaryPassword();
  const hash = await hashPassword(password, account, origin);
  const hours = account.temporaryPasswordHours;
  const expiresAt = new Date(now().getTime() + hours * 3_600_000);
  await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: false });
  await setPassword(tx, account, { hash, expiresAt, keptSessionId: null });
  await forgetBrowsers(tx, account);
  await unlock(tx, account);
  await queueMail(tx, account.issuerId, {
    template: 'temporary_password',
    to: account.email,
    name: account.name,
    brandName,
    locale: mailLocale(brand, locale),
    params: { password, hours },
    expiresAt: expiresAt.toISOString()
  });
  await appendAudit(tx, origin, {
    issuerId: account.issuerId,
    action: 'temporary_password.issued',
    entity: 'user',
    entityId: account.id,
    details: { brand: brandName }
  });
  await useOnce(temporaryInAnHour, subjectOf(key));
}
