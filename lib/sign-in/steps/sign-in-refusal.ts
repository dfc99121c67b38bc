import type { Origin } from '../../core/audit/audit';
import type { Refusal } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { config } from '../../core/server/config';
import { type Limit, useOnce, waitFor } from '../../core/server/rate-limit';
import type { Account } from '../account/accounts';
import { HashingBusy } from '../password/password-hash';
import type { Recognition } from '../session/recognized-browsers';
import { LOCK_REASONS, type LockReason } from './lock-reasons';
import { noteFailure } from './sign-in-failure';
import type { SignInStep } from './sign-in-proof';
import { nextTokenParameters, portalAddress, type SignedIn } from './sign-in-steps';

function lockReason(account: Account | undefined, type: SignInStep['type'], knew: boolean): LockReason | undefined {
  if (type === 'challenge') return 'dual-authentication';
  const causes: Record<string, LockReason> = LOCK_REASONS;
  return knew && account?.status === 'locked' ? causes[account.lockCause ?? ''] : undefined;
}

/** The code that the next-token page receives in `ec` (P8.017). */
export const WRONG_NEXT_TOKEN_CODE = 14008;

/** The outcome of a step of a sign-in. */
export type SignInOutcome =
  | (SignedIn & { recognition?: Recognition })
  | { kind: 'locked'; redirect: string }
  | { kind: 'next_token_refused'; redirect: string }
  | { kind: 'refused'; status: 401 | 429 | 503; refusal: Refusal; retryAfter?: number };

const byAddress = (): Limit => ({
  name: 'sign-in-address',
  points: config().SIGN_IN_FAILURES_PER_ADDRESS,
  seconds: 900
});
const byAlias = (): Limit => ({ name: 'sign-in-user', points: config().SIGN_IN_FAILURES_PER_USER, seconds: 900 });

/** The seconds to wait after too many failures of an address or alias, or undefined. */
export async function tooManyFailures(
  { b2BAlias }: Pick<SignInStep, 'b2BAlias'>,
  origin: Origin
): Promise<number | undefined> {
  const waits = await Promise.all([waitFor(byAddress(), origin.address), waitFor(byAlias(), b2BAlias)]);
  return waits.find((wait) => wait !== undefined);
}

// Successful ones count too: each costs a hash and leaves a session.
const begunByAddress = (): Limit => ({
  name: 'sign-in-begun-address',
  points: config().SIGN_INS_PER_ADDRESS,
  seconds: 60
});
const begunByAlias = (): Limit => ({ name: 'sign-in-begun-user', points: config().SIGN_INS_PER_USER, seconds: 60 });

/** The first steps of a sign-in; other steps follow one that was counted. */
const BEGINNINGS: readonly SignInStep['type'][] = ['password', 'token', 'passkey'];

/**
 * Counts a new sign-in. Returns the seconds to wait after too many of an address or alias, or too many failures, or
 * undefined.
 */
export async function waitBefore(step: SignInStep, origin: Origin): Promise<number | undefined> {
  const begins = BEGINNINGS.includes(step.type);
  const waits = await Promise.all([
    tooManyFailures(step, origin),
    begins ? useOnce(begunByAddress(), origin.address) : undefined
  ]);
  // Counts by alias only if the address may continue, because each invented alias leaves a row (F-2).
  return waits.find((wait) => wait !== undefined) ?? (begins ? useOnce(begunByAlias(), step.b2BAlias) : undefined);
}

/** Counts a failure of an alias from an address, besides the count to the lock. */
export async function countAgainstLimits(b2BAlias: string, origin: Origin): Promise<void> {
  await Promise.all([useOnce(byAddress(), origin.address), useOnce(byAlias(), b2BAlias)]);
}

/** Counts a wrong factor, and returns the answer for the browser. */
export async function refuse(
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
    countAgainstLimits(attempt.b2BAlias, origin)
  ]);
  // Only revealed after a right factor; otherwise the user may not exist (PD.2).
  const lockedOtherwise = knew && account?.status === 'locked' && account.lockCause !== 'password_attempts';
  if (counted !== 'counted' || lockedOtherwise) {
    const reason = lockReason(account, attempt.type, knew);
    return {
      kind: 'locked',
      redirect: portalAddress('temporary-state-component', attempt.brand, reason ? { reason } : {})
    };
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

function failureCode(type: SignInStep['type'], result: 'wrong' | 'used_up'): TextKey {
  if (type === 'otp-2fa') return result === 'used_up' ? 'otp.code.used.up' : 'otp.code.invalid';
  if (type === 'challenge') return 'challenge.response.wrong';
  return type === 'passkey' ? 'passkey.failed' : 'login.failed';
}

/** Refused without a check after too many failures. */
export function tooMany(seconds: number): SignInOutcome {
  const params = { minutes: Math.ceil(seconds / 60) };
  return { kind: 'refused', status: 429, refusal: { code: 'too.many.requests', params }, retryAfter: seconds };
}

/** Refused without a check, because no thread is free. */
export function busy(): SignInOutcome {
  const seconds = new HashingBusy().retryAfterSeconds;
  return { kind: 'refused', status: 503, refusal: { code: 'sign.in.busy', params: { seconds } }, retryAfter: seconds };
}
