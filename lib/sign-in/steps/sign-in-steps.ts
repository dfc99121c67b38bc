import type { Brand } from '../../brand/brands/directory';
import { findBrand } from '../../brand/brands/resolve';
import { appendAudit, type Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { alphanumericOf } from '../../core/secrets/ids';
import { keyedHash } from '../../core/secrets/keys';
import { holdUnlinkedUser } from '../../directory/people/reads/lock-user';
import { noteSignIn } from '../../directory/people/writes/at-sign-in';
import type { Account } from '../account/accounts';
import { askChallenge } from '../challenge/challenges';
import { issuePin, pinAddress, voidPins } from '../one-time-pin/one-time-pins';
import { isPasswordOld } from '../password/password-expiry';
import { isRecognized } from '../session/recognized-browsers';
import { type OpenedSession, openSession, type SessionKind } from '../session/sessions';
import { issueSoftToken } from '../token/soft-tokens';
import { passLock } from './lockout';

/** The error codes that a page receives in `ec` (P8.004 to P8.007, P8.017). */
export const MUST_CHANGE_CODE = 0x132120c8;

/** The page on which a user with linked ids chooses the role (C2.003). */
const ROLE_CHOICE = '/workspace/people/own-roles/choose';

/** The context of a sign-in: the brand and language of the page, and the browser's recognition. */
export interface SignInPlace {
  brand: Brand;
  locale: string;
  /** The recognition cookie of this user in the browser (recognized-browsers.ts). */
  recognizedBy?: (account: Account) => string | undefined;
}

/** The kinds of session that a sign-in opens. */
type SignInKind = Exclude<SessionKind, 'access'>;

/** A halfway or full session, and the browser's next address. */
export interface SignedIn {
  kind: 'signed_in';
  session: OpenedSession;
  sessionKind: SessionKind;
  userId: string;
  redirect: string;
}

/** The factor that was just proved. Password, code and challenge follow one another; the others replace all of them. */
export type Proved = 'password' | 'otp-2fa' | 'challenge' | 'enrolment' | 'set_up' | 'token' | 'next-token' | 'passkey';

/**
 * Whether a mailed code must follow: if the issuer, one of its brands, or the page's brand requires it (the caller can
 * choose the last), and before any factor of later sign-ins is handed out or chosen.
 */
async function isCodeNeeded(account: Account, brand: Brand): Promise<boolean> {
  if (account.oneTimePinRequired || brand.oneTimePinRequired || isTokenDue(account)) return true;
  if (account.dualAuthenticationRequired && !account.isEnrolled && account.email !== null) return true;
  const brands = await Promise.all(account.brandNames.map(findBrand));
  return brands.some((own) => own?.oneTimePinRequired);
}

/** Whether a soft token must be taken before anything else (C1.017). */
function isTokenDue({ loginType, hasPendingToken, twoFactorRequired }: Account): boolean {
  return loginType === 'pwd' && (hasPendingToken || twoFactorRequired);
}

/** The next step before everything is open, after `proved`. */
export async function nextStep(account: Account, proved: Proved, place: SignInPlace): Promise<SignInKind> {
  const isFirst = proved === 'password';
  const isBeforeChallenge = isFirst || proved === 'otp-2fa';
  const { dualAuthenticationRequired: dual, isEnrolled } = account;
  const last = account.isNew ? 'new_user' : 'full';
  if (account.loginType === 'token') return last;
  if (isFirst && (await isCodeNeeded(account, place.brand))) return 'one_time_pin';
  if (isBeforeChallenge && dual && isEnrolled && !(await isRecognized(account, place.recognizedBy?.(account))))
    return 'challenge';
  if (isTokenDue(account)) return 'soft_token';
  if (isBeforeChallenge && dual && !isEnrolled) return 'enrol_challenge';
  return account.mustChange || isPasswordOld(account) ? 'change_password' : last;
}

/** Opens the session of the next step and starts that step. Null if the user was locked or linked meanwhile. */
export async function openStep(
  tx: Transaction,
  account: Account,
  { kind, type, place }: { kind: SignInKind; type: string; place: SignInPlace },
  origin: Origin
): Promise<SignedIn | null> {
  const failuresBefore = await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: kind === 'full' });
  if (failuresBefore === null || !(await holdUnlinkedUser(tx, account))) return null;
  if (kind === 'full') await markSignedIn(tx, account);
  const brandName = place.brand.name;
  const session = await openSession(tx, origin, {
    issuerId: account.issuerId,
    userId: account.id,
    kind,
    brandName,
    idleMinutes: account.idleMinutes,
    previousSignInAt: account.lastSignInAt,
    failuresBefore
  });
  if (kind === 'one_time_pin') await issuePin(tx, account, { brandName, locale: place.locale, sessionId: session.id });
  if (kind === 'challenge') await askChallenge(tx, account);
  if (kind === 'soft_token' && !account.hasPendingToken) await issueSoftToken(tx, account, origin);
  await appendAudit(tx, origin, {
    issuerId: account.issuerId,
    actorUserId: account.id,
    action: kind === 'full' ? 'sign_in.succeeded' : 'sign_in.continued',
    entity: 'session',
    entityId: session.id,
    details: { brand: brandName, type, kind }
  });
  const redirect = addressOf(kind, account, session.id, place.brand);
  return { kind: 'signed_in', session, sessionKind: kind, userId: account.userId, redirect };
}

/** Updates the user after a completed sign-in. */
export async function markSignedIn(tx: Transaction, account: Account): Promise<void> {
  await voidPins(tx, account);
  await noteSignIn(tx, account);
}

/** The next address for each kind of session (PD.8). */
function addressOf(kind: SignInKind, account: Account, sessionId: string, brand: Brand): string {
  switch (kind) {
    case 'full':
      return account.hasLinkedIds ? ROLE_CHOICE : '/workspace';
    case 'one_time_pin':
      return portalAddress('one-time-passcode-component', brand, { delivery: pinAddress(account, account.userId) });
    case 'change_password':
      return portalAddress('change-password-component', brand, { ec: String(MUST_CHANGE_CODE) });
    case 'new_pin':
      return portalAddress('new-rsa-pin-component', brand);
    case 'next_token':
      return portalAddress('next-token-component', brand, nextTokenParameters(sessionId));
    case 'challenge':
      return portalAddress('challenge-question-component', brand);
    case 'enrol_challenge':
      return portalAddress('challenge-enrolment-component', brand);
    case 'new_user':
      return portalAddress('new-user-component', brand);
    case 'soft_token':
      return portalAddress('soft-token-component', brand);
  }
}

/** The parameters that bind the next-token page to its sign-in (P9.017). */
export function nextTokenParameters(sessionId: string) {
  const derive = (part: string) => alphanumericOf(keyedHash('anti-forgery', `${part}\0${sessionId}`), 20);
  return { authn_attempt_id: derive('authn_attempt_id'), in_response_to: derive('in_response_to') };
}

/** The address of a portal page of a brand. */
export function portalAddress(page: string, brand: Brand, parameters: Record<string, string> = {}): string {
  return `/sdportal/${page}?${new URLSearchParams({ cobrandHost: brand.name, ...parameters })}`;
}
