import type { Principal } from '../../../access/policy/principal';
import type { Origin } from '../../../core/audit/audit';
import type { Result } from '../../../core/entry/refusal';
import { setSsoOnly } from '../../../sign-in/password/credentials';
import { endOtherSessions } from '../../../sign-in/session/sessions';
import { isInLink } from '../links/links';
import { maintainSignIn } from './maintain-sign-in';

/**
 * Restricts a user to single sign-on, or allows their password again. If issuer or company restrict all users, this has
 * no immediate effect. Users with linked ids can't be restricted (C5.067).
 */
export function setSingleSignOnOnly(
  principal: Principal,
  userId: string,
  only: boolean,
  origin: Origin
): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user) => {
    const { issuerId } = user;
    if (only && (await isInLink(tx, user))) return { refusal: 'setting.sso.excludes.multi.user' };
    await setSsoOnly(tx, { issuerId, userId }, only);
    if (only) await endOtherSessions(tx, { issuerId, userId }, null);
    return { action: 'user.sso_only_set', details: { 'after.ssoOnly': only } };
  });
}
