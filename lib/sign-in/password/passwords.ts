import { z } from 'zod';
import type { Brand } from '../../brand/brands/directory';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { type Limit, useOnce } from '../../core/server/rate-limit';
import { endLockOut } from '../../directory/people/writes/at-sign-in';
import { type Account, accountOf } from '../account/accounts';
import { queueSecurityNotice } from '../account/security-notice';
import { userIdKey } from '../account/user-id';
import { voidPins } from '../one-time-pin/one-time-pins';
import { revokeResetTokens } from '../recovery/reset-tokens';
import { type Actor, endOtherSessions } from '../session/sessions';
import { clearCounter, passLock } from '../steps/lockout';
import { type AttemptContext, noteFailure } from '../steps/sign-in-failure';
import { isCommonPassword } from './common-passwords';
import { type HashTurn, hashPassword, verifyPassword } from './password-hash';
import { brokenRules, PASSWORD_MAX } from './password-rules';

/** The last four passwords can't be reused. */
const REMEMBERED = 4;

/**
 * The reason that a password can't be chosen, or null: first the rules shown in forms, then those that need the server.
 * `current` is the present password in clear, if known, which saves comparing its hash.
 */
export async function passwordFault(
  account: Account,
  password: string,
  turn: HashTurn,
  current?: string
): Promise<Refusal | null> {
  const field = 'newCredential';
  const minimum = account.passwordMinimum;
  const [rule] = brokenRules(password, account.userId, minimum);
  if (rule === 'length') {
    return {
      code: 'password.policy',
      field,
      message: 'password.length.invalid',
      params: { min: minimum, max: PASSWORD_MAX }
    };
  }
  if (rule === 'user.id') return { code: 'password.policy', field, message: 'password.user.id.match' };
  if (rule) return { code: 'password.policy', field };
  if (isCommonPassword(password)) return { code: 'password.policy', field, message: 'password.common' };
  const history = { code: 'password.policy', field, message: 'password.history' } as const;
  if (password === current) return history;
  const last = await database().passwordHistory.findMany({
    where: { issuerId: account.issuerId, userId: account.id },
    orderBy: [{ setAt: 'desc' }, { id: 'desc' }],
    take: REMEMBERED,
    select: { passwordHash: true }
  });
  const hashes = new Set([...last.map(({ passwordHash }) => passwordHash), account.passwordHash]);
  if (current !== undefined) hashes.delete(account.passwordHash);
  for (const hash of hashes) if (await verifyPassword(password, hash, account, turn)) return history;
  return null;
}

interface NewPassword {
  hash: string;
  /** Set for a temporary password, which must be changed at the first sign-in. */
  expiresAt: Date | null;
  keptSessionId: string | null;
}

const passwordRow = z.strictObject({ setAt: z.date() });

/**
 * Locks the password until the commit: whether it is still the one read with `account`. A sign-in may have renewed its
 * hash. Every change of a password takes this lock first, to avoid a deadlock.
 */
export async function holdPassword(tx: Transaction, { issuerId, id, passwordSetAt }: Account): Promise<boolean> {
  const rows = await readRows(tx, passwordRow)`
    SELECT password_set_at AS "setAt" FROM credentials
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${id}::uuid FOR UPDATE`;
  return rows[0]?.setAt.getTime() === passwordSetAt.getTime();
}

/**
 * Replaces a password: stores the old one in the history, and ends the user's other sessions, codes and reset links.
 */
export async function setPassword(
  tx: Transaction,
  account: Account,
  { hash, expiresAt, keptSessionId }: NewPassword
): Promise<void> {
  const { issuerId, id: userId } = account;
  const at = now();
  await tx.credential.updateMany({
    where: { issuerId, userId },
    data: { passwordHash: hash, passwordSetAt: at, mustChange: expiresAt !== null, expiresAt }
  });
  await tx.passwordHistory.create({ data: { issuerId, userId, id: newId(), passwordHash: hash, setAt: at } });
  await tx.$executeRaw`
    DELETE FROM password_history WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid AND id NOT IN (
      SELECT id FROM password_history WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid
      ORDER BY set_at DESC, id DESC LIMIT ${REMEMBERED})`;
  await endOtherSessions(tx, { issuerId, userId }, keptSessionId);
  await revokeResetTokens(tx, account);
  await voidPins(tx, account);
}

/** Ends the locks that a recovery may end, because the owner has proved their identity (PD.10). */
export async function unlock(tx: Transaction, account: Account): Promise<void> {
  await clearCounter(tx, account.b2BAlias);
  await endLockOut(tx, account, ['password_attempts', 'one_time_password_expired']);
}

/**
 * Whether a password is the actor's, entered to confirm an action. A wrong one counts like a failed
 * sign-in. The sixth locks: then the right one is refused too (PD.10), and the sessions end.
 * @throws HashingBusy
 */
export async function confirmPassword(
  actor: Actor,
  account: Account,
  password: string,
  place: AttemptContext,
  origin: Origin
): Promise<'right' | 'wrong' | 'locked'> {
  const { b2BAlias, unlockMinutes } = account;
  if (await verifyPassword(password, account.passwordHash, account, origin)) {
    const failures = await transaction((tx) => passLock(tx, b2BAlias, unlockMinutes, { clear: false }));
    if (failures !== null) return 'right';
  } else if ((await noteFailure(account, account.b2BAlias, place, origin)) === 'counted') return 'wrong';
  await transaction((tx) => endOtherSessions(tx, actor, null));
  return 'locked';
}

export interface ChangeRequest {
  userId: string;
  oldCredential: string;
  newCredential: string;
  brand: Brand;
  locale: string;
}

export type Change = Result<null> | { ok: false; locked: true } | { ok: false; retryAfter: number };

/** Each change costs up to five hashes. */
const changes: Limit = { name: 'change-password-user', points: 20, seconds: 900 };

/**
 * Changes the actor's password (P3.002, P6.003). A wrong present one counts like a failed sign-in; the sixth locks and
 * ends the session, even if a right one arrives in parallel. `retryAfter`: seconds, after twenty tries in a quarter of
 * an hour. @throws HashingBusy
 */
export async function changePassword(actor: Actor, request: ChangeRequest, origin: Origin): Promise<Change> {
  const account = await accountOf(actor);
  if (account.ssoOnly) return refused({ code: 'login.sso.only' });
  const retryAfter = await useOnce(changes, account.id);
  if (retryAfter !== undefined) return { ok: false, retryAfter };
  const place = { brand: request.brand, locale: request.locale, details: { type: 'change_password' } };
  const confirmed = await confirmPassword(actor, account, request.oldCredential, place, origin);
  if (confirmed === 'locked') return { ok: false, locked: true };
  if (confirmed === 'wrong') return refused({ code: 'invalid.credentials', field: 'oldCredential' });
  // Another user's id, as a browser may remember it: refused, but not counted as a guess.
  if (userIdKey(request.userId) !== userIdKey(account.userId))
    return refused({ code: 'invalid.entry', field: 'userId' });
  const fault = await passwordFault(account, request.newCredential, origin, request.oldCredential);
  if (fault) return refused(fault);
  const hash = await hashPassword(request.newCredential, account, origin);
  return transaction(async (tx) => {
    // Locks the counter first, as signing in does, to avoid a deadlock.
    await clearCounter(tx, account.b2BAlias);
    // Another change came first: the password verified above is no longer valid.
    if (!(await holdPassword(tx, account))) return refused({ code: 'invalid.credentials', field: 'oldCredential' });
    await setPassword(tx, account, {
      hash,
      expiresAt: null,
      keptSessionId: actor.kind === 'full' ? actor.sessionId : null
    });
    await queueSecurityNotice(tx, 'password_changed', account, request);
    await appendAudit(tx, origin, {
      issuerId: account.issuerId,
      actorUserId: account.id,
      action: 'password.changed',
      entity: 'user',
      entityId: account.id
    });
    return accepted(null);
  });
}
