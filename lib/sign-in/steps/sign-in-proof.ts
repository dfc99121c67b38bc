import type { Transaction } from '../../core/database/database';
import { sameSecret } from '../../core/secrets/keys';
import type { Account } from '../account/accounts';
import { proveChallenge } from '../challenge/challenges';
import { takePin } from '../one-time-pin/one-time-pins';
import { type HashTurn, verifyPassword } from '../password/password-hash';
import type { Actor, SessionKind } from '../session/sessions';
import { acceptMatch, type Match, matchPasscode, resynchronize, type Token, tokenOf } from '../token/tokens';
import { nextTokenParameters, type SignInPlace } from './sign-in-steps';

/** The factors of a sign-in: `login-form-type` at the front door (P3.025, P3.026, PD.9). */
export const FORM_TYPES = ['password', 'token', 'otp-2fa', 'next-token', 'challenge'] as const;
export type FormType = (typeof FORM_TYPES)[number];

/** A step of a sign-in, with any factor. */
export interface SignInStep extends SignInPlace {
  b2BAlias: string;
  type: FormType | 'passkey';
  /** The browser's session: the second step of a sign-in requires that of the first. */
  halfway: Actor | null;
  /** The parameter in the address of the next-token page (P9.017). */
  attemptId?: string;
  inResponseTo?: string;
  /** The user asks to recognize this browser, so that no question follows the password in it. */
  recognize?: boolean;
}

export interface SignInAttempt extends SignInStep {
  type: FormType;
  /** The password, the one-time passcode, the token's passcode or the response to the challenge question. */
  secret: string;
}

/** A factor that is right so far; `settle` accepts it within the transaction, so that it passes only once. */
export interface Proof {
  settle: (tx: Transaction) => Promise<'right' | 'wrong' | 'used_up' | 'drifted'>;
  token?: Token;
  /** The right password in clear, for renewing its hash. */
  password?: string;
}

/** The kind of session that a second step of a sign-in requires. */
const HALFWAY: Partial<Record<FormType, SessionKind>> = {
  'otp-2fa': 'one_time_pin',
  'next-token': 'next_token',
  challenge: 'challenge'
};

/** Whether a second step follows the first, by the same user in the same browser. */
export function isInStep(
  { type, halfway, attemptId, inResponseTo }: SignInAttempt,
  account: Account | undefined
): boolean {
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

/** Checks the factor. Each kind does the work of one password hash, also for unknown users. */
export async function proveBy(
  { type, secret, halfway }: SignInAttempt,
  account: Account | undefined,
  turn: HashTurn
): Promise<Proof | null> {
  if (type === 'password') {
    // A token user signs in with the token, not with a password.
    const hash = account?.loginType === 'pwd' ? account.passwordHash : undefined;
    return (await verifyPassword(secret, hash, account, turn))
      ? { password: secret, settle: async () => 'right' }
      : null;
  }
  if (type === 'otp-2fa') return { settle: (tx) => takePin(tx, halfway as Actor, secret) };
  if (type === 'challenge') return proveChallenge(account as Account, secret, turn);
  const token = account?.loginType === 'token' ? await tokenOf(account) : undefined;
  const match = await matchPasscode(secret, token, turn);
  if (!token || !match) return null;
  return { token, settle: (tx) => settleToken(tx, type, token, match) };
}

async function settleToken(tx: Transaction, type: FormType, token: Token, match: Match) {
  if (type === 'next-token') return (await resynchronize(tx, token, match)) ? 'right' : 'wrong';
  const result = await acceptMatch(tx, token, match);
  return result === 'accepted' ? 'right' : result === 'drifted' ? 'drifted' : 'wrong';
}
