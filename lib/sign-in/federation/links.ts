import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { type Account, accountByUserId, accountOf } from '../account/accounts';
import { userIdKey } from '../account/user-id';
import { providerOf } from './providers';

/** The account linked to a provider's subject, or null. */
export async function linkedAccount(tx: Transaction, providerId: string, subject: string): Promise<Account | null> {
  const link = await tx.federatedIdentity.findUnique({ where: { providerId_subject: { providerId, subject } } });
  return link && accountOf(link, tx);
}

/**
 * Links a user to a subject of the brand's provider, or removes the link if `subject` is null. A user has one link at a
 * provider; a new one replaces it. @throws Error if brand or user is unknown, or the subject is another user's
 */
export async function linkIdentity(
  { brandName, userId, subject }: { brandName: string; userId: string; subject: string | null },
  origin: Origin
): Promise<void> {
  const provider = await providerOf(brandName);
  if (!provider) throw new Error(`The brand ${brandName} has no identity provider.`);
  const providerId = provider.id;
  await transaction(async (tx) => {
    const account = await accountByUserId(userIdKey(userId), tx);
    if (!account) throw new Error(`There is no user ${userId}.`);
    const user = { issuerId: account.issuerId, userId: account.id };
    const { count } = await tx.federatedIdentity.deleteMany({ where: { ...user, providerId } });
    if (subject === null && count === 0) throw new Error(`${userId} is not linked.`);
    if (subject !== null) {
      const taken = await tx.federatedIdentity.findUnique({ where: { providerId_subject: { providerId, subject } } });
      if (taken) throw new Error('The subject is linked to another user.');
      await tx.federatedIdentity.create({ data: { ...user, providerId, subject, linkedAt: now() } });
    }
    await appendAudit(tx, origin, {
      issuerId: account.issuerId,
      action: subject === null ? 'identity.unlinked' : 'identity.linked',
      entity: 'user',
      entityId: account.id,
      details: { brand: brandName, provider: providerId }
    });
  });
}
