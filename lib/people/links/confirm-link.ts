import type { Principal } from '../../access/principal';
import { recordAct } from '../../access/record-act';
import type { Brand } from '../../brands/directory';
import type { Origin } from '../../core/audit';
import { now } from '../../core/clock';
import { database, transaction } from '../../core/database';
import { type Limit, useOnce } from '../../core/rate-limit';
import { accepted, type Refusal, type Result, refused, tooMany } from '../../core/refusal';
import { type Account, accountByUserId, accountOf } from '../../identity/accounts';
import { passLock } from '../../identity/lockout';
import { verifyPassword } from '../../identity/password-hash';
import { holdPassword } from '../../identity/passwords';
import { queueSecurityNotice } from '../../identity/security-notice';
import { noteFailure } from '../../identity/sign-in-failure';
import { aliasOf, userIdKey } from '../../identity/user-id';
import { settingsOf } from '../../settings/setting-value';
import { rolesOfPerson } from '../add-role';
import { NOT_AUTHORIZED, reachOf } from '../maintenance';
import { linkFault } from './link-faults';
import { insertLink } from './request-link';

/** What a person gives to prove that another id is theirs too. */
export interface LinkProof {
  userId: string;
  password: string;
}

interface Place {
  brand: Brand;
  locale: string;
}

/** Proofs tried by one person; beside it every id counts its own failures, as at the sign-in. */
const tries: Limit = { name: 'user-link-user', points: 10, seconds: 900 };

const wrong: Refusal = { code: 'invalid.credentials', field: 'password' };

/**
 * Links another id of one's own by signing in to it (CD.32): confirms what an administrator asked for, or asks
 * and confirms at once. Whether the id exists shows neither in the answer nor in its time. From then on it
 * opens nothing by itself, and one switches to its roles. @throws HashingBusy
 */
export async function confirmLink(
  principal: Principal,
  { userId, password }: LinkProof,
  place: Place,
  origin: Origin
): Promise<Result<null>> {
  if (principal.accessor) return refused(NOT_AUTHORIZED);
  const wait = await useOnce(tries, principal.userId);
  if (wait !== undefined) return refused(tooMany(wait));
  const account = await accountByUserId(userIdKey(userId));
  const isRight = await verifyPassword(password, account?.loginType === 'pwd' ? account.passwordHash : undefined);
  const details = { type: 'user_link' };
  if (!account || !isRight || account.status === 'inactive') {
    await noteFailure(account, account?.b2BAlias ?? aliasOf(userId), { ...place, details }, origin);
    return refused(wrong);
  }
  if (account.status === 'locked' || account.isLinked) return refused(wrong);
  if (account.issuerId !== principal.issuerId) return refused({ code: 'link.other.structure', field: 'userId' });
  // A temporary password is first to be changed, by its owner, at the sign-in.
  if (account.mustChange) return refused({ code: 'link.password.must.change', field: 'userId' });
  return link(principal, account, place, origin);
}

async function link(principal: Principal, account: Account, place: Place, origin: Origin): Promise<Result<null>> {
  const { issuerId, userId: primaryId } = principal;
  const linkedId = account.id;
  return transaction(async (tx) => {
    if ((await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: true })) === null) return refused(wrong);
    if (!(await holdPassword(tx, account))) return refused(wrong);
    const fault = await linkFault(tx, issuerId, { primaryId, linkedId });
    if (fault) return refused(fault);
    await insertLink(tx, { issuerId, primaryId, linkedId });
    const at = now();
    await tx.$executeRaw`
      UPDATE user_links SET status = 'confirmed', confirmed_at = ${at}
      WHERE issuer_id = ${issuerId}::uuid AND primary_user_id = ${primaryId}::uuid AND linked_user_id = ${linkedId}::uuid
        AND status = 'unconfirmed'`;
    // What others asked for the same id comes to nothing.
    await tx.$executeRaw`
      UPDATE user_links SET status = 'unlinked', unlinked_at = ${at}
      WHERE issuer_id = ${issuerId}::uuid AND ${linkedId}::uuid IN (primary_user_id, linked_user_id) AND status = 'unconfirmed'`;
    await tx.$executeRaw`
      UPDATE sessions SET revoked_at = ${at}
      WHERE issuer_id = ${issuerId}::uuid AND user_id = ${linkedId}::uuid AND revoked_at IS NULL`;
    const own = await accountOf(principal, tx);
    for (const each of own.email === account.email ? [own] : [own, account])
      await queueSecurityNotice(tx, 'user_linked', each, place);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user_link.confirmed',
      entity: 'user',
      entityId: primaryId,
      details: { linked: linkedId, 'linked.userId': account.userId }
    });
    return accepted(null);
  });
}

/** The ids that an administrator asked the principal to confirm as theirs too. */
export async function linksToConfirm({ issuerId, userId }: Principal): Promise<string[]> {
  const rows = await database().$queryRaw<{ userId: string }[]>`
    SELECT u.user_id AS "userId" FROM user_links l
    JOIN users u ON (u.issuer_id, u.id) = (l.issuer_id, l.linked_user_id)
    WHERE l.issuer_id = ${issuerId}::uuid AND l.primary_user_id = ${userId}::uuid AND l.status = 'unconfirmed'
    ORDER BY l.requested_at, l.id`;
  return rows.map((row) => row.userId);
}

/** Whether the principal could link other ids to this one at all, as far as settings and role go. */
export async function canLinkOwnIds({ issuerId, userId, accessor }: Principal): Promise<boolean> {
  if (accessor) return false;
  const { companyId } = await database().user.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id: userId } } });
  const settings = await settingsOf(database(), { issuerId, companyId }, ['multi.user', 'sso.only']);
  const roles = await rolesOfPerson(database(), { issuerId, id: userId });
  return settings['multi.user'] && !settings['sso.only'] && roles.every((role) => reachOf(role) <= reachOf('G'));
}
