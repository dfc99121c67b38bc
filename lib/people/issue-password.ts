import type { Principal } from '../access/principal';
import { recordAct } from '../access/record-act';
import type { Origin } from '../core/audit';
import { now } from '../core/clock';
import { transaction } from '../core/database';
import { accepted, type Result, refused } from '../core/refusal';
import { accountOf } from '../identity/accounts';
import { hashPassword } from '../identity/password-hash';
import { setPassword } from '../identity/passwords';
import { newTemporaryPassword } from '../identity/recovery';
import { holdSignIn, NO_ADDRESS } from './change-status';
import { brandOf, mailPassword } from './people-mail';
import { maintainedSignIn } from './security/maintain-sign-in';
import { findUser, NOT_FOUND } from './user-record';

/**
 * Mails a user a temporary password in the place of any other (CD.33): sessions, codes and reset links end.
 * It ends no lock; nobody but the addressee sees it. Token users have no password that signs them in.
 * @throws HashingBusy
 */
export async function issuePassword(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  const seen = await findUser(principal, userId);
  if (!seen) return NOT_FOUND;
  const account = await accountOf({ issuerId: seen.issuerId, userId });
  const password = newTemporaryPassword();
  const hash = await hashPassword(password, account, origin);
  return transaction(async (tx) => {
    await holdSignIn(tx, account);
    const found = await maintainedSignIn(tx, principal, userId);
    if (!found.ok) return found;
    const user = found.value;
    if (!user.email) return NO_ADDRESS;
    if (user.loginType === 'token') return refused({ code: 'user.signs.in.by.token' });
    if (user.status === 'inactive') return refused({ code: 'user.not.active' });
    const hours = account.temporaryPasswordHours;
    const expiresAt = new Date(now().getTime() + hours * 3_600_000);
    await setPassword(tx, account, { hash, expiresAt, keptSessionId: null });
    const brand = await brandOf(tx, user.issuerId, principal.brandName);
    await mailPassword(tx, { ...account, email: user.email }, brand, { password, expiresAt, hours });
    await recordAct(tx, principal, origin, {
      issuerId: user.issuerId,
      action: 'temporary_password.issued',
      entity: 'user',
      entityId: userId,
      details: { hours }
    });
    return accepted(null);
  });
}
