import { z } from 'zod';
import type { Origin } from '../core/audit';
import { appendAudit } from '../core/audit';
import { now } from '../core/clock';
import { config } from '../core/config';
import { type Transaction, transaction } from '../core/database';
import { sameSecret } from '../core/keys';
import { signIns } from '../core/metrics';
import { type Limit, useOnce, waitFor } from '../core/rate-limit';
import type { Refusal } from '../core/refusal';
import { type Account, accountByAlias } from './accounts';
import { isChallengeLock, proveChallenge } from './challenges';
import { passLock } from './lockout';
import { pinWait, takePin } from './one-time-pins';
import { HashingBusy, hashPassword, isHashingBusy, needsRehash, verifyPassword } from './password-hash';
import { trimPassword } from './password-rules';
import { holdPassword } from './passwords';
import { type Recognition, recognize } from './recognized-browsers';
import type { Actor, SessionKind } from './sessions';
import { noteFailure } from './sign-in-failure';
import {
  nextStep,
  nextTokenParameters,
  openStep,
  portalAddress,
  type SignedIn,
  type SignInPlace
} from './sign-in-steps';
import { acceptMatch, type Match, matchPasscode, resynchronize, type Token, tokenOf } from './tokens';

/** Passwords are taken as typed but for surrounding ASCII space (P5.002, PD.4). */
export const passwordSchema = z
  .string('required')
  .min(1, 'required')
  .max(1024, 'too.long')
  .transform(trimPassword)
  .refine((password) => password.length > 0, 'required');

/** What a sign-in is proved with: `login-form-type` at the front door (P3.025, P3.026, PD.9). */
export const FORM_TYPES = ['password', 'token', 'otp-2fa', 'next-token', 'challenge'] as const;
export type FormType = (typeof FORM_TYPES)[number];

/** What the page of a lock is told by `reason` where dual authentication is behind it; only who knew the password is. */
export const DUAL_AUTHENTICATION_LOCK = 'dual-authentication';

/** The code that the next-token page is led back to by `ec` (P8.017). */
export const WRONG_NEXT_TOKEN_CODE = 14008;

/** A step of a sign-in, whatever proves it. */
export interface SignInStep extends SignInPlace {
  b2BAlias: string;
  type: FormType | 'passkey';
  /** The session the browser came with: the second step of a sign-in needs that of the first. */
  halfway: Actor | null;
  /** What the address of the next-token page carried (P9.017). */
  attemptId?: string;
  inResponseTo?: string;
  /** The person asks for this browser to be recognized, so that no question follows the password here. */
  recognize?: boolean;
}

export interface SignInAttempt extends SignInStep {
  type: FormType;
  /** The password, the one-time passcode, the token's passcode or the response to the challenge question. */
  secret: string;
}

export type SignInOutcome =
  | (SignedIn & { recognition?: Recognition })
  | { kind: 'locked'; redirect: string }
  | { kind: 'next_token_refused'; redirect: string }
  | { kind: 'refused'; status: 401 | 429 | 503; refusal: Refusal; retryAfter?: number };

/** A factor that is right so far; `settle` takes it, inside the transaction, so that it passes only once. */
export interface Proof {
  settle: (tx: Transaction) => Promise<'right' | 'wrong' | 'used_up' | 'drifted'>;
  token?: Token;
  /** The password that was right, in clear: its hash may have to be made anew. */
  password?: string;
}

const byAddress = (): Limit => ({
  name: 'sign-in-address',
  points: config().SIGN_IN_FAILURES_PER_ADDRESS,
  seconds: 900
});
const byAlias = (): Limit => ({ name: 'sign-in-user', points: config().SIGN_IN_FAILURES_PER_USER, seconds: 900 });

/** The kind of session that the second step of a sign-in must come with. */
const HALFWAY: Partial<Record<FormType, SessionKind>> = {
  'otp-2fa': 'one_time_pin',
  'next-token': 'next_token',
  challenge: 'challenge'
};

/**
 * Takes one step of a sign-in (PD.8): the answer is where the browser goes next. Whether the alias belongs
 * to anybody shows neither in the answer nor in its time (PD.2): both take the same steps.
 */
export async function signIn(attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome> {
  return counted(await tryToSignIn(attempt, origin));
}

/** Takes a step that something else than a typed secret proves; it is looked at only while tries are left. */
export async function signInBy(
  prove: () => Promise<{ account: Account | undefined; proof: Proof | null }>,
  step: SignInStep,
  origin: Origin
): Promise<SignInOutcome> {
  const wait = await tooManyFailures(step, origin);
  if (wait !== undefined) return counted(tooMany(wait));
  const { account, proof } = await prove();
  return counted(await conclude(account, proof, step, origin));
}

function counted(outcome: SignInOutcome): SignInOutcome {
  signIns.inc({ outcome: outcome.kind === 'refused' ? String(outcome.status) : outcome.kind });
  return outcome;
}

async function tryToSignIn(attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome> {
  // Refused before the database is asked, so that refusing costs next to nothing.
  if (isHashingBusy()) return busy();
  const wait = await tooManyFailures(attempt, origin);
  if (wait !== undefined) return tooMany(wait);
  const account = await accountByAlias(attempt.b2BAlias);
  if (!isInStep(attempt, account)) {
    return { kind: 'refused', status: 401, refusal: { code: 'session.ended' } };
  }
  let proof: Proof | null;
  try {
    proof = await check(attempt, account);
  } catch (error) {
    if (error instanceof HashingBusy) return busy();
    throw error;
  }
  return conclude(account, proof, attempt, origin);
}

async function conclude(
  account: Account | undefined,
  proof: Proof | null,
  step: SignInStep,
  origin: Origin
): Promise<SignInOutcome> {
  // Who may come in by an identity provider only is refused like who knew nothing.
  const taken = account?.ssoOnly ? null : proof;
  const outcome =
    account && taken && account.status !== 'inactive' && !account.isLinked
      ? await succeed(account, taken, step, origin)
      : null;
  if (outcome && outcome !== 'wrong' && outcome !== 'used_up') return outcome;
  return fail(account, step, origin, { result: outcome ?? 'wrong', knew: taken !== null });
}

async function tooManyFailures(attempt: SignInStep, origin: Origin): Promise<number | undefined> {
  const waits = await Promise.all([waitFor(byAddress(), origin.address), waitFor(byAlias(), attempt.b2BAlias)]);
  return waits.find((wait) => wait !== undefined);
}

/** A second step counts only on top of the first, by the same person in the same browser. */
function isInStep({ type, halfway, attemptId, inResponseTo }: SignInAttempt, account: Account | undefined): boolean {
  const kind = HALFWAY[type];
  if (!kind) return true;
  if (!account || halfway?.kind !== kind || halfway.issuerId !== account.issuerId || halfway.userId !== account.id) {
    return false;
  }
  if (type !== 'next-token') return true;
  const expected = nextTokenParameters(halfway.sessionId);
  return (
    (attemptId === undefined || sameSecret(attemptId, expected.authn_attempt_id)) &&
    (inResponseTo === undefined || sameSecret(inResponseTo, expected.in_response_to))
  );
}

/** Whether the factor is right. Each kind does the work of one password hash, for nobody too. */
async function check({ type, secret, halfway }: SignInAttempt, account: Account | undefined): Promise<Proof | null> {
  if (type === 'password') {
    // A token user has no password that signs in: the token is the way.
    const hash = account?.loginType === 'pwd' ? account.passwordHash : undefined;
    return (await verifyPassword(secret, hash)) ? { password: secret, settle: async () => 'right' } : null;
  }
  if (type === 'otp-2fa') return { settle: (tx) => takePin(tx, halfway as Actor, secret) };
  if (type === 'challenge') return proveChallenge(account as Account, secret);
  const token = account?.loginType === 'token' ? await tokenOf(account) : undefined;
  const match = await matchPasscode(secret, token);
  if (!token || !match) return null;
  return { token, settle: (tx) => settleToken(tx, type, token, match) };
}

async function settleToken(tx: Transaction, type: FormType, token: Token, match: Match) {
  if (type === 'next-token') return (await resynchronize(tx, token, match)) ? 'right' : 'wrong';
  const result = await acceptMatch(tx, token, match);
  return result === 'accepted' ? 'right' : result === 'drifted' ? 'drifted' : 'wrong';
}

/** Null: locked, so that the right password counts like a wrong one. */
async function succeed(
  account: Account,
  proof: Proof,
  attempt: SignInStep,
  origin: Origin
): Promise<SignInOutcome | 'wrong' | 'used_up' | null> {
  if (account.status === 'locked' && account.lockCause !== 'password_attempts') return null;
  const rehashed =
    proof.password !== undefined && needsRehash(account.passwordHash) ? await hashPassword(proof.password) : null;
  const next = await nextStep(account, attempt.type, attempt);
  return transaction(async (tx) => {
    if ((await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: false })) === null) return null;
    // Changed since it was verified: what was right then is the old password now.
    if (proof.password !== undefined && !(await holdPassword(tx, account))) return 'wrong';
    const settled = await proof.settle(tx);
    if (settled === 'wrong' || settled === 'used_up') return settled;
    if (isExpired(account, attempt)) return expire(tx, account, origin);
    const kind = settled === 'drifted' ? 'next_token' : proof.token?.status === 'new_pin' ? 'new_pin' : next;
    const wait = kind === 'one_time_pin' ? await pinWait(tx, account) : undefined;
    if (wait !== undefined) return tooMany(wait);
    if (account.status === 'locked') await endLapsedLock(tx, account);
    if (rehashed) {
      await tx.$executeRaw`
        UPDATE credentials SET password_hash = ${rehashed}
        WHERE issuer_id = ${account.issuerId}::uuid AND user_id = ${account.id}::uuid AND password_hash = ${account.passwordHash}`;
    }
    const recognition = attempt.type === 'challenge' && attempt.recognize ? await recognize(tx, account) : undefined;
    const opened = await openStep(tx, account, { kind, type: attempt.type, place: attempt }, origin);
    return opened && { ...opened, ...(recognition && { recognition }) };
  });
}

/** A lock that has ended by itself must not keep the next step of the sign-in from its session. */
export async function endLapsedLock(tx: Transaction, account: Account): Promise<void> {
  await tx.$executeRaw`
    UPDATE users SET status = 'active', lock_cause = NULL, locked_at = NULL
    WHERE issuer_id = ${account.issuerId}::uuid AND id = ${account.id}::uuid AND lock_cause = 'password_attempts'`;
}

function isExpired(account: Account, { type }: SignInStep): boolean {
  return type === 'password' && account.passwordExpiresAt !== null && account.passwordExpiresAt <= now();
}

/** An expired temporary password locks the user (C4.022); only who knew it is told. */
async function expire(tx: Transaction, account: Account, origin: Origin): Promise<SignInOutcome> {
  await tx.$executeRaw`
    UPDATE users SET status = 'locked', lock_cause = 'one_time_password_expired', locked_at = ${now()}
    WHERE issuer_id = ${account.issuerId}::uuid AND id = ${account.id}::uuid AND status = 'active'`;
  await appendAudit(tx, origin, {
    issuerId: account.issuerId,
    action: 'sign_in.locked',
    entity: 'user',
    entityId: account.id,
    details: { cause: 'one_time_password_expired' }
  });
  return { kind: 'refused', status: 401, refusal: { code: 'temporary.password.expired' } };
}

async function fail(
  account: Account | undefined,
  attempt: SignInStep,
  origin: Origin,
  { result, knew }: { result: 'wrong' | 'used_up'; knew: boolean }
): Promise<SignInOutcome> {
  const [counted] = await Promise.all([
    noteFailure(
      account,
      attempt.b2BAlias,
      { brand: attempt.brand, locale: attempt.locale, details: { type: attempt.type } },
      origin,
      attempt.type === 'challenge' ? 'invalid_challenge_response' : 'password_attempts'
    ),
    useOnce(byAddress(), origin.address),
    useOnce(byAlias(), attempt.b2BAlias)
  ]);
  // Told only to who knew the factor: for all others there may be nobody (PD.2).
  const lockedOtherwise = knew && account?.status === 'locked' && account.lockCause !== 'password_attempts';
  if (counted !== 'counted' || lockedOtherwise) {
    const byChallenge = attempt.type === 'challenge' || (knew && isChallengeLock(account?.lockCause));
    const reason: Record<string, string> = byChallenge ? { reason: DUAL_AUTHENTICATION_LOCK } : {};
    return { kind: 'locked', redirect: portalAddress('temporary-state-component', attempt.brand, reason) };
  }
  if (attempt.type === 'next-token' && attempt.halfway) {
    const parameters = nextTokenParameters(attempt.halfway.sessionId);
    const redirect = portalAddress('next-token-component', attempt.brand, {
      ...parameters,
      ec: String(WRONG_NEXT_TOKEN_CODE)
    });
    return { kind: 'next_token_refused', redirect };
  }
  return { kind: 'refused', status: 401, refusal: { code: failureCode(attempt.type, result) } };
}

function failureCode(type: SignInStep['type'], result: 'wrong' | 'used_up'): string {
  if (type === 'otp-2fa') return result === 'used_up' ? 'otp.code.used.up' : 'otp.code.invalid';
  if (type === 'challenge') return 'challenge.response.wrong';
  return type === 'passkey' ? 'passkey.failed' : 'login.failed';
}

function tooMany(seconds: number): SignInOutcome {
  const refusal = { code: 'too.many.requests', params: { minutes: Math.ceil(seconds / 60) } };
  return { kind: 'refused', status: 429, refusal, retryAfter: seconds };
}

function busy(): SignInOutcome {
  const seconds = new HashingBusy().retryAfterSeconds;
  return { kind: 'refused', status: 503, refusal: { code: 'sign.in.busy', params: { seconds } }, retryAfter: seconds };
}
