import type { Principal } from '../../../access/policy/principal';
import type { Origin } from '../../../core/audit/audit';
import { accepted, type Result } from '../../../core/entry/refusal';
import { queueSecurityNotice } from '../../../sign-in/account/security-notice';
import { endOtherSessions } from '../../../sign-in/session/sessions';
import { type HandedOutToken, handOutSeed, issueSoftToken, revokeTokens } from '../../../sign-in/token/soft-tokens';
import { isInLink } from '../links/links';
import { brandOf } from '../people-mail';
import { findUser, NOT_FOUND } from '../user-record';
import { maintainedSignIn, maintainSignIn } from './maintain-sign-in';

/**
 * Sets a user to two-factor, or replaces a lost soft token (C1.017): they get its seed at their next sign-in, by
 * password and mailed code. Earlier tokens stop working.
 */
export function requireTwoFactor(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user, account) => {
    if (account.ssoOnly) return { refusal: 'login.sso.only.user' };
    if (await isInLink(tx, user)) return { refusal: 'link.sso.two.factor' };
    await issueSoftToken(tx, account, origin, principal.userId);
    await endOtherSessions(tx, { issuerId: user.issuerId, userId }, null);
    const brand = await brandOf(tx, user.issuerId, principal.brandName);
    await queueSecurityNotice(tx, 'soft_token_issued', account, { brand, locale: user.locale ?? '' });
    return { action: 'two_factor.required' };
  });
}

/** Removes a user's token: the password signs in again. Refused if issuer or company require two factors. */
export function endTwoFactor(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user, account) => {
    if (account.twoFactorRequired) return { refusal: 'two.factor.is.required' };
    if (account.loginType === 'pwd' && !account.hasPendingToken) return { refusal: 'two.factor.none' };
    await revokeTokens(tx, account);
    await endOtherSessions(tx, { issuerId: user.issuerId, userId }, null);
    return { action: 'token.revoked' };
  });
}

/** Shows a user's waiting soft token once to the administrator, to hand it to the user (C2.002). @throws HashingBusy */
export async function handOutSoftToken(
  principal: Principal,
  userId: string,
  origin: Origin
): Promise<Result<HandedOutToken>> {
  const seen = await findUser(principal, userId);
  if (!seen) return NOT_FOUND;
  return handOutSeed({ issuerId: seen.issuerId, userId }, principal, origin, async (tx) => {
    const maintainedUser = await maintainedSignIn(tx, principal, userId);
    return maintainedUser.ok ? accepted(await brandOf(tx, seen.issuerId, principal.brandName)) : maintainedUser;
  });
}
