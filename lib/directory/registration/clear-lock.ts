import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { atNode } from '../structure/reads/joins';

const lockRow = z.strictObject({ issuerId: z.string(), subject: z.string(), label: z.string() });

/** Clears the lock of a self-registration and its count of misses (C4.025). */
export async function clearLock(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const rows = await readRows(tx, lockRow)`
      SELECT l.issuer_id AS "issuerId", l.subject::text AS subject, l.label FROM registration_locks l
      ${atNode('l.node_id')}
      WHERE l.id = ${id}::uuid AND l.locked_at IS NOT NULL AND ${within(principal.scope, nodeColumns('n'))} FOR UPDATE OF l`;
    const [lock] = rows;
    if (!lock || !may(principal, 'registrations', 'view')) return refused({ code: 'registration.lock.not.found' });
    if (!may(principal, 'registrations', 'modify')) return refused({ code: 'user.not.authorized' });
    await tx.registrationLock.delete({ where: { id } });
    await recordAct(tx, principal, origin, {
      issuerId: lock.issuerId,
      action: 'registration.lock_cleared',
      entity: 'registration_lock',
      entityId: id,
      details: { subject: lock.subject, label: lock.label }
    });
    return accepted(null);
  });
}
