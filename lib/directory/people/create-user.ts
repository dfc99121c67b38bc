import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { settingValue } from '../../access/settings/setting-value';
import type { Brand } from '../../brand/brands/directory';
import { type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { hashPassword } from '../../sign-in/password/password-hash';
import { newTemporaryPassword } from '../../sign-in/recovery/recovery';
import { firstIssuerOf } from '../structure/reads/issuer-groups';
import { companyOf } from '../structure/reads/node-that';
import { timeZoneAt } from '../structure/reads/today';
import { givenTemplateFault, placeFault } from './add-role';
import { insertUser } from './insert-user';
import { changeFault } from './maintenance';
import { generateUserId, isTaken } from './new-user-id';
import { brandOf, mailPassword, mailWelcome } from './people-mail';
import { type Standpoint, standpointOf } from './places';
import type { NewUser } from './schema';
import { supervisorFault } from './supervisor';
import { fullName } from './user-record';

/** The address of a brand's sign-in page, for mails. */
export type SignInAddress = (brand: Brand) => Promise<string>;

/**
 * Creates a user in a role at a place within the principal's powers. One mail contains the user id, another a temporary
 * password (CD.33); without an e-mail address no password is sent until an administrator adds an address and issues
 * one. Returns the new user's id.
 */
export async function createUser(
  principal: Principal,
  user: NewUser,
  signInAddress: SignInAddress,
  origin: Origin
): Promise<Result<{ id: string; userId: string }>> {
  const denied = changeFault(principal, 'users') ?? eyesFault(principal, 'new_users');
  if (denied) return refused(denied);
  const place = await standpointOf(database(), principal, user.role, user.place);
  if (!place.ok) return place;
  const [id, { issuerId }] = [newId(), await homeOf(database(), principal, place.value)];
  const password = newTemporaryPassword();
  const hash = await hashPassword(password, { issuerId, id }, origin);
  return transaction(async (tx) => {
    const standpoint = await standpointOf(tx, principal, user.role, user.place);
    if (!standpoint.ok) return standpoint;
    const home = await homeOf(tx, principal, standpoint.value);
    // The hash is bound to the issuer for which it was made.
    if (home.issuerId !== issuerId) return refused({ code: 'place.not.found', field: 'place' });
    const fault =
      placeFault(principal, user.role, standpoint.value) ??
      (await givenTemplateFault(tx, principal, user, { ...standpoint.value, issuerId: home.issuerId })) ??
      (await supervisorFault(tx, principal, { issuerId: home.issuerId, id: null }, user.supervisorId));
    if (fault) return refused(fault);
    const chosen = await chooseUserId(tx, user, home);
    if ('refusal' in chosen) return refused(chosen.refusal);
    const { userId } = chosen;
    const hours = await settingValue(tx, home, 'password.temporary.hours');
    // Without an address no one knows the password.
    const expiresAt = user.email ? new Date(now().getTime() + hours * 3_600_000) : now();
    const { firstName, lastName, email, phone, locale, supervisorId, role } = user;
    await insertUser(tx, {
      issuerId,
      id,
      userId,
      firstName,
      lastName,
      email,
      phone,
      locale,
      supervisorId,
      passwordHash: hash,
      expiresAt,
      first: { ...user, standpoint: standpoint.value }
    });
    if (email) {
      const brand = await brandOf(tx, issuerId, principal.brandName);
      const who = { issuerId, email, name: fullName(user), locale, userId };
      const timeZone = await timeZoneAt(issuerId, tx);
      await mailWelcome(tx, who, brand, { address: await signInAddress(brand), timeZone });
      await mailPassword(tx, who, brand, { password, expiresAt, hours });
    }
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user.created',
      entity: 'user',
      entityId: id,
      details: {
        'after.userId': userId,
        'after.firstName': firstName,
        'after.lastName': lastName,
        'after.email': email,
        'after.phone': phone,
        'after.locale': locale,
        'after.role': role,
        'after.node': standpoint.value.nodeIds.join(' ') || null,
        ...(supervisorId && { 'after.supervisorId': supervisorId }),
        passwordMailed: email !== null
      }
    });
    return accepted({ id, userId });
  });
}

/** The issuer of a new user, and the company whose settings apply. */
async function homeOf(
  tx: Transaction,
  principal: Principal,
  { issuerId, nodeIds, issuerGroupId }: Standpoint
): Promise<{ issuerId: string; companyId: string | null }> {
  if (issuerId) {
    return { issuerId, companyId: await companyOf(tx, { issuerId, id: nodeIds[0] as string }) };
  }
  if (!issuerGroupId) return { issuerId: SYSTEM_ISSUER_ID, companyId: null };
  return { issuerId: (await firstIssuerOf(tx, issuerGroupId)) ?? principal.issuerId, companyId: null };
}

/** Returns the requested user id if it is free; else generates one. */
async function chooseUserId(
  tx: Transaction,
  user: NewUser,
  home: { issuerId: string; companyId: string | null }
): Promise<{ userId: string } | { refusal: Refusal }> {
  if (user.userId === null) return { userId: await generateUserId(tx, home, user) };
  return (await isTaken(tx, user.userId)) ? { refusal: USER_ID_TAKEN } : { userId: user.userId };
}

export const USER_ID_TAKEN: Refusal = { code: 'user.id.taken', field: 'userId' };
