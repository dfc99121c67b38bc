import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { nameOf } from '../../directory/people/reads/user-name';
import type { Actor } from '../../sign-in/session/sessions';

declare const proven: unique symbol;

/** Proof of the permission to change brands: every command of the studio requires it, and only `systemAdministrator` creates it. */
export interface SystemAdministrator {
  issuerId: string;
  userId: string;
  /** First and last name, as versions and drafts keep it. */
  name: string;
  [proven]: true;
}

/** The actor as a system administrator (role Z), or null; a try of anybody else is audited. */
export async function systemAdministrator(actor: Actor, origin: Origin): Promise<SystemAdministrator | null> {
  const { issuerId, userId, role } = actor;
  if (role !== 'Z') {
    await transaction((tx) =>
      appendAudit(tx, origin, { issuerId, actorUserId: userId, action: 'brand.access_denied', entity: 'brand' })
    );
    return null;
  }
  return { issuerId, userId, name: await nameOf(database(), { issuerId, id: userId }) } as SystemAdministrator;
}
