import type { Principal } from '../access/principal';
import { changesBetween, recordAct } from '../access/record-act';
import type { Origin } from '../core/audit';
import { now } from '../core/clock';
import { transaction } from '../core/database';
import { accepted, type Result, refused } from '../core/refusal';
import { accountOf } from '../identity/accounts';
import { voidPins } from '../identity/one-time-pins';
import { revokeResetTokens } from '../identity/reset-tokens';
import { queueSecurityNotice } from '../identity/security-notice';
import { NOT_AUTHORIZED } from './maintenance';
import { brandOf } from './people-mail';
import type { UserChange } from './schema';
import { maintained } from './user-record';

/**
 * Changes what is known of a person. Codes and links that went to the old e-mail address end, and both
 * addresses are told.
 */
export async function changeUser(
  principal: Principal,
  userId: string,
  { version, ...change }: UserChange,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await maintained(tx, principal, userId);
    if (!found.ok) return found;
    const user = found.value;
    if (user.version !== version) return refused({ code: 'record.changed', params: { version: user.version } });
    const { firstName, lastName, email, phone, locale } = user;
    const changes = changesBetween({ firstName, lastName, email, phone, locale }, change);
    if (Object.keys(changes).length === 0) return accepted(null);
    // What an address is told opens the sign-in: through another's eyes it is nobody's to change (C6.018).
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
