import { may, type Principal } from '../../../access/policy/principal';
import { database } from '../../../core/database/database';
import { accountOf } from '../../../sign-in/account/accounts';
import { enrolledQuestions } from '../../../sign-in/challenge/challenge-questions';
import { enrolledAt, isSsoOnlySet } from '../../../sign-in/reads/credentials';
import { type TokenStatus, tokenStatus } from '../../../sign-in/token/soft-tokens';
import { findUser, type UserRecord } from '../user-record';

/** The states of a user's dual authentication (C4.022, C4.023); each has its text at `dual.state.<name>`. */
export const DUAL_STATES = [
  'not_required',
  'not_enrolled',
  'enrolled',
  'locked_invalid_password',
  'locked_invalid_response',
  'locked_by_administrator'
] as const;
export type DualState = (typeof DUAL_STATES)[number];

const LOCKED: Record<string, DualState> = {
  password_attempts: 'locked_invalid_password',
  invalid_challenge_response: 'locked_invalid_response',
  dual_authentication: 'locked_by_administrator'
};

/** A user's sign-in as administrators maintain it. */
export interface SignInSecurity {
  user: UserRecord;
  dual: { state: DualState; required: boolean; questions: number; enrolledAt: Date | null };
  token: TokenStatus | null;
  twoFactorRequired: boolean;
  ssoOnly: boolean;
  /** The user's own setting, apart from issuer and company. */
  ssoOnlySet: boolean;
}

/** The state of dual authentication; a lock of the sign-in is shown if dual authentication is in force. */
export function dualStateOf(
  { status, lockCause }: Pick<UserRecord, 'status' | 'lockCause'>,
  { required, enrolled }: { required: boolean; enrolled: boolean }
): DualState {
  const locked = status === 'locked' && lockCause ? LOCKED[lockCause] : undefined;
  if (locked && (required || enrolled || locked !== 'locked_invalid_password')) return locked;
  if (enrolled) return 'enrolled';
  return required ? 'not_enrolled' : 'not_required';
}

/** The sign-in of a user in the principal's scope, or null. */
export async function signInSecurity(principal: Principal, userId: string): Promise<SignInSecurity | null> {
  const user = may(principal, 'users', 'view') ? await findUser(principal, userId) : null;
  if (!user) return null;
  const account = await accountOf({ issuerId: user.issuerId, userId });
  const owner = { issuerId: user.issuerId, id: userId };
  const [questions, enrolled, ssoOnlySet, token] = await Promise.all([
    enrolledQuestions(owner),
    enrolledAt(database(), owner),
    isSsoOnlySet(database(), owner),
    tokenStatus(owner)
  ]);
  const required = account.dualAuthenticationRequired;
  return {
    user,
    dual: {
      state: dualStateOf(user, { required, enrolled: enrolled !== null }),
      required,
      questions: questions.length,
      enrolledAt: enrolled
    },
    token,
    twoFactorRequired: account.twoFactorRequired,
    ssoOnly: account.ssoOnly,
    ssoOnlySet
  };
}
