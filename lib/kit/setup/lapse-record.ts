import { appendAudit, type Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { auditedEntity } from './audit-records';

/**
 * Makes a record inactive whose time is over, and audits it as the system's act. Whether it did: somebody may have been
 * first.
 */
export async function lapseRecord(
  tx: Transaction,
  entity: { name: string },
  { issuerId, ownerId, id }: { issuerId: string; ownerId: string; id: string },
  origin: Origin
): Promise<boolean> {
  const lapsed = await tx.$executeRaw`
    UPDATE setup_records SET inactive_since = ${now()}, version = version + 1, updated_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND entity = ${entity.name} AND inactive_since IS NULL`;
  if (lapsed === 0) return false;
  await appendAudit(tx, origin, {
    issuerId,
    action: 'setup.deactivated',
    entity: auditedEntity(entity),
    entityId: id,
    nodeId: ownerId,
    details: { 'before.active': true, 'after.active': false }
  });
  return true;
}
