import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { endOtherSessions } from '../../sign-in/session/sessions';
import { setStatus } from './change-status';
import { USER } from './states';
import { findUser, maintained, type UserRecord } from './user-record';

/** Returns the reason that a user can't be deleted, from one part of the product, or null. */
export type DeletionGuard = (tx: Transaction, user: UserRecord) => Promise<Refusal | null>;

// Next evaluates modules once for pages and once for the start of the process; the guards belong to the process.
const shared = globalThis as typeof globalThis & { tesseraDeletionGuards?: Set<DeletionGuard> };
shared.tesseraDeletionGuards ??= new Set();
const registered = shared.tesseraDeletionGuards;

const OWN_GUARDS: readonly DeletionGuard[] = [
  /** The primary of linked ids never changes (C4.031), so it stays while there are linked ids (C6.020). */
  async (tx, { issuerId, id }) => {
    const linked = await tx.userLink.count({ where: { issuerId, primaryUserId: id, status: 'confirmed' } });
    return linked > 0 ? { code: 'user.primary.linked' } : null;
  }
];

/** Registers a guard of another part of the product, such as open expense reports of a cardholder (C6.021). */
export function guardDeletion(guard: DeletionGuard): void {
  registered.add(guard);
}

/**
 * Deletes a user (CD.31): the record becomes inactive for good and leaves all lists; its names are deleted after the
 * retention. Nobody deletes themselves (C6.019).
 */
export async function deleteUser(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (userId === principal.userId && (await findUser(principal, userId, tx)))
      return refused({ code: 'user.delete.oneself' });
    const maintainedUser = await maintained(tx, principal, userId);
    if (!maintainedUser.ok) return maintainedUser;
    const user = maintainedUser.value;
    for (const guard of [...OWN_GUARDS, ...registered]) {
      const refusal = await guard(tx, user);
      if (refusal) return refused(refusal);
    }
    await retire(tx, user);
    await recordAct(tx, principal, origin, {
      issuerId: user.issuerId,
      action: USER.events.delete.audit,
      entity: 'user',
      entityId: userId,
      details: { 'before.status': user.status, 'after.status': 'deleted' }
    });
    return accepted(null);
  });
}

/** Retires a user: ends sessions and links, removes them as supervisor, and makes the record inactive for good. */
export async function retire(tx: Transaction, user: UserRecord): Promise<void> {
  const { issuerId, id } = user;
  await setStatus(tx, user, 'delete');
  await tx.user.update({ where: { issuerId_id: { issuerId, id } }, data: { supervisorId: null } });
  await tx.user.updateMany({
    where: { issuerId, supervisorId: id },
    data: { supervisorId: null, version: { increment: 1 }, updatedAt: now() }
  });
  await tx.$executeRaw`
    UPDATE user_links SET status = 'unlinked', unlinked_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND ${id}::uuid IN (primary_user_id, linked_user_id) AND status <> 'unlinked'`;
  await endOtherSessions(tx, { issuerId, userId: id }, null);
}
