import { now } from './clock';
import type { Transaction } from './database';

/** Events of nobody known (an unknown user id) and of the system itself are audited here. */
export const SYSTEM_ISSUER_ID = '00000000-0000-7000-8000-000000000000';

export interface AuditEntry {
  issuerId: string;
  actorUserId?: string;
  /** `area.event`, for example `sign_in.failed`. */
  action: string;
  entity: string;
  entityId?: string;
  details?: Record<string, string | number | boolean | null>;
}

/** Where a request came from, as audit and sessions keep it. */
export interface Origin {
  requestId: string;
  address: string;
  userAgent: string;
}

/**
 * Appends to the issuer's audit chain; the database numbers and hashes the entry. Call it last in a
 * transaction: it holds the issuer's chain until the commit.
 */
export async function appendAudit(tx: Transaction, origin: Origin, entry: AuditEntry): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO audit_entries
      (issuer_id, occurred_at, actor_user_id, action, entity, entity_id, details, request_id, address)
    VALUES (
      ${entry.issuerId}::uuid, ${now()}, ${entry.actorUserId ?? null}::uuid, ${entry.action}, ${entry.entity},
      ${entry.entityId ?? null}, ${JSON.stringify(entry.details ?? {})}::jsonb, ${origin.requestId}, ${origin.address}::inet
    )`;
}
