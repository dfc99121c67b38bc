import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { signIns } from '../../core/server/metrics';
import { endLockOut, lockOut } from '../../directory/people/writes/at-sign-in';
import { type Account, accountByAlias } from '../account/accounts';
import { pinWait } from '../one-time-pin/one-time-pins';
import { HashingBusy, isHashingBusy, renewedHash } from '../password/password-hash';
import { holdPassword } from '../password/passwords';
import { recognize } from '../session/recognized-browsers';
import { passLock } from './lockout';
import { isInStep, type Proof, proveBy, type SignInAttempt, type SignInStep } from './sign-in-proof';
import { busy, refuse, type SignInOutcome, tooMany, waitBefore } from './sign-in-refusal';
import { nextStep, openStep } from './sign-in-steps';

/**
 * Takes one step of a sign-in (PD.8) and returns the browser's next address. Neither the answer nor its time reveals
 * whether the alias exists (PD.2): both cases take the same steps.
 */
export async function signIn(attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome> {
  return counted(await tryToSignIn(attempt, origin));
}

/** Takes a step with a proof other than a typed secret; it is checked only while tries are left. */
export async function signInBy(
  prove: () => Promise<{ account: Account | undefined; proof: Proof | null }>,
  step: SignInStep,
  origin: Origin
): Promise<SignInOutcome> {
  const wait = await waitBefore(step, origin);
  if (wait !== undefined) return counted(tooMany(wait));
  const { account, proof } = await prove();
  return counted(await conclude(account, proof, step, origin));
}

function counted(outcome: SignInOutcome): SignInOutcome {
  signIns.inc({ outcome: outcome.kind === 'refused' ? String(outcome.status) : outcome.kind });
  return outcome;
}

async function tryToSignIn(attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome> {
  // Refused before any query, so that a refusal costs next to nothing.
  const turn = { address: origin.address, alias: attempt.b2BAlias };
  if (isHashingBusy(turn)) return busy();
  const wait = await waitBefore(attempt, origin);
  if (wait !== undefined) return tooMany(wait);
  const account = await accountByAlias(attempt.b2BAlias);
  if (!isInStep(attempt, account)) {
    return { kind: 'refused', status: 401, refusal: { code: 'session.ended' } };
  }
  let proof: Proof | null;
  try {
    proof = await proveBy(attempt, account, turn);
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
  // A user restricted to an identity provider is refused like one with a wrong factor.
  const taken = account?.ssoOnly ? null : proof;
  const outcome =
    account && taken && account.status !== 'inactive' && !account.isLinked
      ? await succeed(account, taken, step, origin)
      : null;
  if (outcome && outcome !== 'wrong' && outcome !== 'used_up') return outcome;
  return refuse(account, step, origin, { result: outcome ?? 'wrong', knew: taken !== null });
}

/** Null if locked, so that the right password counts like a wrong one. */
async function succeed(
  account: Account,
  proof: Proof,
  attempt: SignInStep,
  origin: Origin
): Promise<SignInOutcome | 'wrong' | 'used_up' | null> {
  if (account.status === 'locked' && account.lockCause !== 'password_attempts') return null;
  const rehashed =
    proof.password === undefined ? null : await renewedHash(proof.password, account.passwordHash, account, origin);
  const next = await nextStep(account, attempt.type, attempt);
  return transaction(async (tx) => {
    if ((await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: false })) === null) return null;
    // Changed since it was verified: the verified password is the old one.
    if (proof.password !== undefined && !(await holdPassword(tx, account))) return 'wrong';
    const settled = await proof.settle(tx);
    if (settled === 'wrong' || settled === 'used_up') return settled;
    if (account.status === 'locked') await endLapsedLock(tx, account);
    if (isExpired(account, attempt)) return expire(tx, account, origin);
    const kind = settled === 'drifted' ? 'next_token' : proof.token?.status === 'new_pin' ? 'new_pin' : next;
    const wait = kind === 'one_time_pin' ? await pinWait(tx, account) : undefined;
    if (wait !== undefined) return tooMany(wait);
    if (rehashed) {
      const { issuerId, id: userId, passwordHash } = account;
      await tx.credential.updateMany({
        where: { issuerId, userId, passwordHash },
        data: { passwordHash: rehashed }
      });
    }
    const recognition = attempt.type === 'challenge' && attempt.recognize ? await recognize(tx, account) : undefined;
    const opened = await openStep(tx, account, { kind, type: attempt.type, place: attempt }, origin);
    return opened && { ...opened, ...(recognition && { recognition }) };
  });
}

/** Ends an expired lock, so that the next step of the sign-in can open its session. */
export const endLapsedLock = (tx: Transaction, account: Account): Promise<void> =>
  endLockOut(tx, account, ['password_attempts']);

function isExpired(account: Account, { type }: SignInStep): boolean {
  return type === 'password' && account.passwordExpiresAt !== null && account.passwordExpiresAt <= now();
}

/** An expired temporary password locks the user (C4.022); only a person with the right password is told. */
async function expire(tx: Transaction, { issuerId, id }: Account, origin: Origin): Promise<SignInOutcome> {
  if (await lockOut(tx, { issuerId, id }, 'one_time_password_expired'))
    await appendAudit(tx, origin, {
      issuerId,
      action: 'sign_in.locked',
      entity: 'user',
      entityId: id,
      details: { cause: 'one_time_password_expired' }
    });
  return { kind: 'refused', status: 401, refusal: { code: 'temporary.password.expired' } };
}
