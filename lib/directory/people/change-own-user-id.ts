import type { Brand } from '../../brand/brands/directory';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused, tooMany } from '../../core/entry/refusal';
import { type Limit, useOnce } from '../../core/server/rate-limit';
import { accountOf } from '../../sign-in/account/accounts';
import { queueSecurityNotice } from '../../sign-in/account/security-notice';
import { userIdKey } from '../../sign-in/account/user-id';
import { confirmPassword } from '../../sign-in/password/passwords';
import type { Actor } from '../../sign-in/session/sessions';
import { rename } from './change-user-id';
import { USER_ID_TAKEN } from './create-user';
import { isTaken } from './new-user-id';

/** Limits the user ids that a person may try, so that they can't enumerate the ones in use. */
const choices: Limit = { name: 'own-user-id', points: 20, seconds: 3_600 };

/**
 * Changes the actor's user id (C5.005, C5.006, C8.030), confirmed by the password. All other sessions end, and a mail
 * reports the change. @throws HashingBusy
 */
export async function changeOwnUserId(
  actor: Actor,
  { userId, password }: { userId: string; password: string },
  place: { brand: Brand; locale: string },
  origin: Origin
): Promise<Result<null>> {
  const account = await accountOf(actor);
  // A user without a password of ours has no way to confirm the change; administrators make it.
  if (account.ssoOnly || account.loginType !== 'pwd') return refused({ code: 'user.not.authorized' });
  const details = { type: 'user_id' };
  if ((await confirmPassword(actor, account, password, { ...place, details }, origin)) !== 'right')
    return refused({ code: 'invalid.credentials', field: 'password' });
  const wait = await useOnce(choices, account.id);
  if (wait !== undefined) return refused(tooMany(wait));
  if (userIdKey(account.userId) === userIdKey(userId)) return refused({ code: 'user.id.same', field: 'userId' });
  if (password.toLowerCase() === userId.toLowerCase())
    return refused({ code: 'password.user.id.match', field: 'userId' });
  const { issuerId, id } = account;
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    if (await isTaken(tx, userId)) return refused(USER_ID_TAKEN);
    await rename(tx, account, userId, actor.sessionId);
    await queueSecurityNotice(tx, 'user_id_changed', account, place);
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: id,
      action: 'user.id_changed',
      entity: 'user',
      entityId: id,
      details: { 'before.userId': account.userId, 'after.userId': userId }
    });
    return accepted(null);
  });
}
