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

/** The code that the next-token page is led back to by `ec` (P8.017). */
export const WRONG_NEXT_TOKEN_CODE = 14008;

/** What a step of a sign-in came to. */
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

// Also of those that succeed: each costs a hash and leaves a session.
const begunByAddress = (): Limit => ({
  name: 'sign-in-begun-address',
  points: config().SIGN_INS_PER_ADDRESS,
  seconds: 60
});
const begunByAlias = (): Limit => ({ name: 'sign-in-begun-user', points: config().SIGN_INS_PER_USER, seconds: 60 });

/** What a sign-in begins with; the other steps follow one that was counted. */
const BEGINNINGS: readonly SignInStep['type'][] = ['password', 'token', 'passkey'];

/**
 * Counts a sign-in that begins. Resolves to the seconds to wait after too many of an address or alias, or too many
 * failures, or undefined.
 */
export async function waitBefore(step: SignInStep, origin: Origin): Promise<number | undefined> {
  const begins = BEGINNINGS.includes(step.type);
  const waits = await Promise.all([
    tooManyFailures(step, origin),
    begins ? useOnce(begunByAddress(), origin.address) : undefined
  ]);
  // By alias only where the address may go on: each that a stranger makes up leaves a row (F-2).
  return waits.find((wait) => wait !== undefined) ?? (begins ? useOnce(begunByAlias(), step.b2BAlias) : undefined);
}

/** Counts a failure of an alias, from an address, beside the count to the lock. */
export async function countAgainstLimits(b2BAlias: string, origin: Origin): Promise<void> {
  await Promise.all([useOnce(byAddress(), origin.address), useOnce(byAlias(), b2BAlias)]);
}

/** Counts a wrong factor, and says what the browser is told of it. */
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
  // Told only to who knew the factor: for all others there may be nobody (PD.2).
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

/** Refused unseen: too many failures came before. */
export function tooMany(seconds: number): SignInOutcome {
  const params = { minutes: Math.ceil(seconds / 60) };
  return { kind: 'refused', status: 429, refusal: { code: 'too.many.requests', params }, retryAfter: seconds };
}

/** Refused unseen: no thread is free to verify anything. */
export function busy(): SignInOutcome {
  const seconds = new HashingBusy().retryAfterSeconds;
  return { kind: 'refused', status: 503, refusal: { code: 'sign.in.busy', params: { seconds } }, retryAfter: seconds };
}
