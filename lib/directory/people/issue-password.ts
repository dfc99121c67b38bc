import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type Account, accountOf } from '../../sign-in/account/accounts';
import { hashPassword } from '../../sign-in/password/password-hash';
import { setPassword } from '../../sign-in/password/passwords';
import { newTemporaryPassword } from '../../sign-in/recovery/recovery';
import { holdSignIn, NO_ADDRESS } from './change-status';
import { brandOf, mailPassword } from './people-mail';
import { maintainedSignIn } from './security/maintain-sign-in';
import { findUser, NOT_FOUND } from './user-record';

/**
 * Creates a temporary password and its hash. Call it before the transaction, since hashing is slow. @throws HashingBusy
 */
export async function newPasswordFor(account: Account, origin: Origin): Promise<{ password: string; hash: string }> {
  const password = newTemporaryPassword();
  return { password, hash: await hashPassword(password, account, origin) };
}

/**
 * Replaces the password by a temporary one and mails it (CD.33): sessions, codes and reset links end. The caller locks
 * the account's sign-in.
 */
export async function givePassword(
  tx: Transaction,
  principal: Principal,
  account: Account & { email: string },
  { password, hash }: { password: string; hash: string },
  origin: Origin
): Promise<void> {
  const { issuerId, id, temporaryPasswordHours: hours } = account;
  const expiresAt = new Date(now().getTime() + hours * 3_600_000);
  await setPassword(tx, account, { hash, expiresAt, keptSessionId: null });
  const brand = await brandOf(tx, issuerId, principal.brandName);
  await mailPassword(tx, account, brand, { password, expiresAt, hours });
  await recordAct(tx, principal, origin, {
    issuerId,
    action: 'temporary_password.issued',
    entity: 'user',
    entityId: id,
    details: { hours }
  });
}

/**
 * Mails a user a temporary password. It ends no lock, and only the addressee sees it. Token users have no password to
 * replace. @throws HashingBusy
 */
export async function issuePassword(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  const seen = await findUser(principal, userId);
  if (!seen) return NOT_FOUND;
  const account = await accountOf({ issuerId: seen.issuerId, userId });
  const fresh = await newPasswordFor(account, origin);
  return transaction(async (tx) => {
    await holdSignIn(tx, account);
    const maintainedUser = await maintainedSignIn(tx, principal, userId);
    if (!maintainedUser.ok) return maintainedUser;
    const { email, loginType, status } = maintainedUser.value;
    if (!email) return NO_ADDRESS;
    if (loginType === 'token') return refused({ code: 'user.signs.in.by.token' });
    if (status === 'inactive') return refused({ code: 'user.not.active' });
    await givePassword(tx, principal, { ...account, email }, fresh, origin);
    return accepted(null);
  });
}
