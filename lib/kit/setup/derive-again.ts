import { appendAudit, type Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { auditedEntity } from './audit-records';

/**
 * Keeps another value of a derived field of a record, and audits it as the system's act. Whether it did: somebody may have
 * been first.
 */
export async function deriveAgain(
  tx: Transaction,
  entity: { name: string },
  { issuerId, ownerId, id }: { issuerId: string; ownerId: string; id: string },
  { field, before, after }: { field: string; before: string | null; after: string | null },
  origin: Origin
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE setup_records SET data = data || ${JSON.stringify({ [field]: after })}::jsonb, version = version + 1,
      updated_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND entity = ${entity.name}
      AND data->>${field} IS NOT DISTINCT FROM ${before}`;
  if (changed === 0) return false;
  await appendAudit(tx, origin, {
    issuerId,
    action: 'setup.changed',
    entity: auditedEntity(entity),
    entityId: id,
    nodeId: ownerId,
    details: { [`before.${field}`]: before ?? '', [`after.${field}`]: after ?? '' }
  });
  return true;
}
