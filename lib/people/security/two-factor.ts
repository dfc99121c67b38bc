import type { Principal } from '../../access/principal';
import type { Origin } from '../../core/audit';
import { accepted, type Result, refused } from '../../core/refusal';
import { queueSecurityNotice } from '../../identity/security-notice';
import type { SoftTokenSeed } from '../../identity/seed-file';
import { endOtherSessions } from '../../identity/sessions';
import { handOutSeed, issueSoftToken, revokeTokens } from '../../identity/soft-tokens';
import { maintenanceFault } from '../maintenance';
import { brandOf } from '../people-mail';
import { findUser, NOT_FOUND } from '../user-record';
import { maintainSignIn } from './maintain-sign-in';

/**
 * Sets a user to two-factor, or gives them another soft token for one that was lost (C1.017): they take its
 * seed at their next sign-in, by password and mailed code. What signed them in before signs in no more.
 */
export function requireTwoFactor(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user, account) => {
    if (account.ssoOnly) return { refusal: 'login.sso.only.user' };
    await issueSoftToken(tx, account, origin, principal.userId);
    await endOtherSessions(tx, { issuerId: user.issuerId, userId }, null);
    const brand = await brandOf(tx, user.issuerId, principal.brandName);
    await queueSecurityNotice(tx, 'soft_token_issued', account, { brand, locale: user.locale ?? '' });
    return { action: 'two_factor.required' };
  });
}

/** Takes a user's token away: the password signs in again. Not where issuer or company ask for two factors. */
export function endTwoFactor(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user, account) => {
    if (account.twoFactorRequired) return { refusal: 'two.factor.is.required' };
    if (account.loginType === 'pwd' && !account.hasPendingToken) return { refusal: 'two.factor.none' };
    await revokeTokens(tx, account);
    await endOtherSessions(tx, { issuerId: user.issuerId, userId }, null);
    return { action: 'token.revoked' };
  });
}

/** Hands the seed of a user's waiting soft token to the administrator, once, to give it to them (C2.002). @throws HashingBusy */
export async function handOutSoftToken(
  principal: Principal,
  userId: string,
  origin: Origin
): Promise<Result<SoftTokenSeed>> {
  const user = await findUser(principal, userId);
  if (!user) return NOT_FOUND;
  const fault = maintenanceFault(principal, user);
  if (fault) return refused(fault);
  if (principal.accessor) return refused({ code: 'user.not.authorized' });
  const owner = { issuerId: user.issuerId, userId };
  const handed = await handOutSeed(owner, principal, origin, (tx) => brandOf(tx, user.issuerId, principal.brandName));
  return handed.ok ? accepted(handed.value) : handed;
}
