import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { accountOf } from '../../sign-in/account/accounts';
import { queueSecurityNotice } from '../../sign-in/account/security-notice';
import { userIdKey } from '../../sign-in/account/user-id';
import { verifyPassword } from '../../sign-in/password/password-hash';
import { endOtherSessions } from '../../sign-in/session/sessions';
import { USER_ID_TAKEN } from './create-user';
import { isTaken } from './new-user-id';
import { brandOf } from './people-mail';
import { maintainedSignIn } from './security/maintain-sign-in';
import { findUser, NOT_FOUND } from './user-record';

/**
 * Changes a user's id (C5.005); it must differ from the current one (C5.006), from all others, and from the password
 * (C5.001). The sessions end, and a mail reports the change. @throws HashingBusy
 */
export async function changeUserId(
  principal: Principal,
  id: string,
  userId: string,
  origin: Origin
): Promise<Result<null>> {
  const seen = await findUser(principal, id);
  if (!seen) return NOT_FOUND;
  if (userIdKey(seen.userId) === userIdKey(userId)) return refused({ code: 'user.id.same', field: 'userId' });
  const seenAccount = await accountOf({ issuerId: seen.issuerId, userId: id });
  const isPassword = await verifyPassword(userId, seenAccount.passwordHash, seenAccount, origin);
  return transaction(async (tx) => {
    const maintainedUser = await maintainedSignIn(tx, principal, id);
    if (!maintainedUser.ok) return maintainedUser;
    const user = maintainedUser.value;
    if (userIdKey(user.userId) === userIdKey(userId)) return refused({ code: 'user.id.same', field: 'userId' });
    if (isPassword || (await isTaken(tx, userId))) return refused(USER_ID_TAKEN);
    await rename(tx, user, userId);
    const account = await accountOf({ issuerId: user.issuerId, userId: id }, tx);
    const brand = await brandOf(tx, user.issuerId, principal.brandName);
    await queueSecurityNotice(tx, 'user_id_changed', account, { brand, locale: brand.locales[0] ?? 'en_US' });
    await recordAct(tx, principal, origin, {
      issuerId: user.issuerId,
      action: 'user.id_changed',
      entity: 'user',
      entityId: id,
      details: { 'before.userId': user.userId, 'after.userId': userId }
    });
    return accepted(null);
  });
}

/** Replaces the user id and ends every session except the kept one. */
export async function rename(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  userId: string,
  keptSessionId: string | null = null
): Promise<void> {
  await tx.user.update({
    where: { issuerId_id: { issuerId, id } },
    data: { userId, version: { increment: 1 }, updatedAt: now() }
  });
  await tx.userDirectory.updateMany({ where: { issuerId, userId: id }, data: { userIdKey: userIdKey(userId) } });
  await endOtherSessions(tx, { issuerId, userId: id }, keptSessionId);
}
