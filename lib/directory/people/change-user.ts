import type { Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { accountOf } from '../../sign-in/account/accounts';
import { queueSecurityNotice } from '../../sign-in/account/security-notice';
import { voidPins } from '../../sign-in/one-time-pin/one-time-pins';
import { revokeResetTokens } from '../../sign-in/recovery/reset-tokens';
import { NOT_AUTHORIZED } from './maintenance';
import { brandOf } from './people-mail';
import type { UserChange } from './schema';
import { holdSupervisors, supervisorFault } from './supervisor';
import { maintained } from './user-record';

/**
 * Changes a user's personal data. Codes and links sent to the old e-mail address become invalid, and both addresses are
 * notified.
 */
export async function changeUser(
  principal: Principal,
  userId: string,
  { version, ...change }: UserChange,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const { supervisorId } = change;
    if (supervisorId !== null) await holdSupervisorsOf(tx, userId);
    const maintainedUser = await maintained(tx, principal, userId);
    if (!maintainedUser.ok) return maintainedUser;
    const user = maintainedUser.value;
    if (user.version !== version) return refused({ code: 'record.changed', params: { version: user.version } });
    const { firstName, lastName, email, phone, locale } = user;
    const before = { firstName, lastName, email, phone, locale, supervisorId: user.supervisor?.id ?? null };
    const changes = changesBetween(before, change);
    if (Object.keys(changes).length === 0) return accepted(null);
    const fault =
      supervisorId === before.supervisorId ? null : await supervisorFault(tx, principal, user, supervisorId);
    if (fault) return refused(fault);
    // Mails to the address can open the sign-in, so it can't be changed when viewing as a user (C6.018).
    if (change.email !== email && principal.accessor) return refused(NOT_AUTHORIZED);
    const { issuerId, id } = user;
    await tx.user.update({
      where: { issuerId_id: { issuerId, id } },
      data: { ...change, version: { increment: 1 }, updatedAt: now() }
    });
    if (change.email !== email) {
      const account = await accountOf({ issuerId, userId: id }, tx);
      const brand = await brandOf(tx, issuerId, principal.brandName);
      await revokeResetTokens(tx, account);
      await voidPins(tx, account);
      const place = { brand, locale: account.locale ?? brand.locales[0] ?? 'en_US' };
      for (const to of [email, change.email])
        if (to) await queueSecurityNotice(tx, 'email_changed', { ...account, email: to }, place);
    }
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user.changed',
      entity: 'user',
      entityId: id,
      details: changes
    });
    return accepted(null);
  });
}

/** Locked before the user, in the same order as in other changes of supervisors. */
async function holdSupervisorsOf(tx: Transaction, userId: string): Promise<void> {
  const user = await tx.user.findFirst({ where: { id: userId }, select: { issuerId: true } });
  if (user) await holdSupervisors(tx, user.issuerId);
}
