import { z } from 'zod';
import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../core/audit';
import { now } from '../core/clock';
import { config } from '../core/config';
import { database, type Transaction, transaction } from '../core/database';
import { keyedHash } from '../core/keys';
import { signIns } from '../core/metrics';
import { type Limit, useOnce, waitFor } from '../core/rate-limit';
import type { Refusal } from '../core/refusal';
import { clearFailures, countFailure } from './lockout';
import { HashingBusy, hashPassword, isHashingBusy, needsRehash, verifyPassword } from './password-hash';
import { openSession } from './sessions';

/** Passwords are taken as typed but for surrounding ASCII space (P5.002, PD.4). */
export const passwordSchema = z
  .string('required')
  .max(1024, 'too.long')
  .transform((password) => password.replace(/^ +| +$/g, ''))
  .refine((password) => password.length > 0, 'required');

export interface SignInAttempt {
  b2BAlias: string;
  password: string;
  brandName: string;
}

export type SignInOutcome =
  | { kind: 'signed_in'; session: { id: string; token: string }; userId: string; redirect: string }
  | { kind: 'locked'; redirect: string }
  | { kind: 'refused'; status: 401 | 429 | 503; refusal: Refusal; retryAfter?: number };

interface Known {
  issuerId: string;
  id: string;
  userId: string;
  status: 'active' | 'inactive' | 'locked';
  lockCause: string | null;
  lastSignInAt: Date | null;
  passwordHash: string;
  mustChange: boolean;
  idleMinutes: number;
  unlockMinutes: number | null;
}

const byAddress = (): Limit => ({
  name: 'sign-in-address',
  points: config().SIGN_IN_FAILURES_PER_ADDRESS,
  seconds: 900
});
const byAlias = (): Limit => ({ name: 'sign-in-user', points: config().SIGN_IN_FAILURES_PER_USER, seconds: 900 });

/**
 * Signs in with a password (PD.8): the answer is where the browser goes next. Whether the alias belongs
 * to anybody shows neither in the answer nor in its time (PD.2): both take the same steps.
 */
export async function signIn(attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome> {
  const outcome = await tryToSignIn(attempt, origin);
  signIns.inc({ outcome: outcome.kind === 'refused' ? String(outcome.status) : outcome.kind });
  return outcome;
}

async function tryToSignIn(attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome> {
  // Refused before the database is asked, so that refusing costs next to nothing.
  if (isHashingBusy()) return busy();
  const wait = await tooManyFailures(attempt, origin);
  if (wait !== undefined) return tooMany(wait);
  const known = await findByAlias(attempt.b2BAlias);
  let matches: boolean;
  try {
    matches = await verifyPassword(attempt.password, known?.passwordHash);
  } catch (error) {
    if (error instanceof HashingBusy) return busy();
    throw error;
  }
  const outcome = known && matches && known.status !== 'inactive' ? await succeed(known, attempt, origin) : null;
  if (outcome) return outcome;
  return fail(known, attempt, origin);
}

async function tooManyFailures(attempt: SignInAttempt, origin: Origin): Promise<number | undefined> {
  const waits = await Promise.all([waitFor(byAddress(), origin.address), waitFor(byAlias(), attempt.b2BAlias)]);
  return waits.find((wait) => wait !== undefined);
}

async function findByAlias(alias: string): Promise<Known | undefined> {
  const rows = await database().$queryRaw<Known[]>`
    SELECT u.issuer_id AS "issuerId", u.id, u.user_id AS "userId", u.status::text AS status,
      u.lock_cause::text AS "lockCause", u.last_sign_in_at AS "lastSignInAt", c.password_hash AS "passwordHash",
      c.must_change AS "mustChange", i.idle_timeout_minutes AS "idleMinutes",
      i.automatic_unlock_minutes AS "unlockMinutes"
    FROM user_directory d
    JOIN users u ON (u.issuer_id, u.id) = (d.issuer_id, d.user_id)
    JOIN credentials c ON (c.issuer_id, c.user_id) = (d.issuer_id, d.user_id)
    JOIN issuers i ON i.id = d.issuer_id
    WHERE d.b2b_alias = ${alias}`;
  return rows[0];
}

/** Null: locked, so that the right password counts like a wrong one. */
async function succeed(known: Known, attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome | null> {
  if (known.status === 'locked' && known.lockCause !== 'password_attempts') return null;
  const newHash = needsRehash(known.passwordHash) ? await hashPassword(attempt.password) : null;
  return transaction(async (tx) => {
    const failuresBefore = await clearFailures(tx, attempt.b2BAlias, known.unlockMinutes);
    if (failuresBefore === null) return null;
    await tx.$executeRaw`
      UPDATE users SET last_sign_in_at = ${now()}, status = 'active', lock_cause = NULL, locked_at = NULL
      WHERE issuer_id = ${known.issuerId}::uuid AND id = ${known.id}::uuid`;
    if (newHash) {
      await tx.$executeRaw`
        UPDATE credentials SET password_hash = ${newHash}
        WHERE issuer_id = ${known.issuerId}::uuid AND user_id = ${known.id}::uuid AND password_hash = ${known.passwordHash}`;
    }
    const kind = known.mustChange ? 'change_password' : 'full';
    const session = await openSession(tx, origin, {
      issuerId: known.issuerId,
      userId: known.id,
      kind,
      brandName: attempt.brandName,
      idleMinutes: known.idleMinutes,
      previousSignInAt: known.lastSignInAt,
      failuresBefore
    });
    await appendAudit(tx, origin, {
      issuerId: known.issuerId,
      actorUserId: known.id,
      action: 'sign_in.succeeded',
      entity: 'session',
      entityId: session.id,
      details: { brand: attempt.brandName, kind }
    });
    const redirect = known.mustChange ? portalAddress('change-password-component', attempt) : '/workspace';
    return { kind: 'signed_in', session, userId: known.userId, redirect };
  });
}

async function fail(known: Known | undefined, attempt: SignInAttempt, origin: Origin): Promise<SignInOutcome> {
  const [result] = await Promise.all([
    transaction(async (tx) => {
      const counted = await countFailure(tx, attempt.b2BAlias, known?.unlockMinutes);
      await lockUser(tx, known, counted === 'locked_now');
      await appendAudit(tx, origin, {
        issuerId: known?.issuerId ?? SYSTEM_ISSUER_ID,
        action:
          counted === 'counted'
            ? 'sign_in.failed'
            : counted === 'locked_now'
              ? 'sign_in.locked'
              : 'sign_in.refused_locked',
        entity: 'user',
        // The alias of nobody is kept as a keyed hash: enough to see that tries belong together.
        entityId: known?.id ?? keyedHash('log-subject', attempt.b2BAlias).toString('hex').slice(0, 16),
        details: { brand: attempt.brandName, known: known !== undefined }
      });
      return counted;
    }),
    useOnce(byAddress(), origin.address),
    useOnce(byAlias(), attempt.b2BAlias)
  ]);
  const lockedOtherwise = known?.status === 'locked' && known.lockCause !== 'password_attempts';
  if (result === 'counted' && !lockedOtherwise) {
    return { kind: 'refused', status: 401, refusal: { code: 'login.failed' } };
  }
  return { kind: 'locked', redirect: portalAddress('temporary-state-component', attempt) };
}

/** Shows the lock on the user's record; runs for nobody too, so that the time is the same. */
async function lockUser(tx: Transaction, known: Known | undefined, locked: boolean): Promise<void> {
  await tx.$executeRaw`
    UPDATE users SET status = 'locked', lock_cause = 'password_attempts', locked_at = ${now()}
    WHERE ${locked} AND issuer_id = ${known?.issuerId ?? SYSTEM_ISSUER_ID}::uuid
      AND id = ${known?.id ?? SYSTEM_ISSUER_ID}::uuid AND status = 'active'`;
}

function portalAddress(page: string, attempt: SignInAttempt): string {
  return `/sdportal/${page}?${new URLSearchParams({ cobrandHost: attempt.brandName })}`;
}

function tooMany(seconds: number): SignInOutcome {
  const refusal = { code: 'too.many.requests', params: { minutes: Math.ceil(seconds / 60) } };
  return { kind: 'refused', status: 429, refusal, retryAfter: seconds };
}

function busy(): SignInOutcome {
  const seconds = HashingBusy.retryAfterSeconds;
  return { kind: 'refused', status: 503, refusal: { code: 'sign.in.busy', params: { seconds } }, retryAfter: seconds };
}
