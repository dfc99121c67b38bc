import { z } from 'zod';
import type { Transaction } from '../database/database';
import type { Writer } from '../database/own-connection';
import { Prisma } from '../database/prisma/client';
import { withoutCardNumbers } from '../secrets/card-digits';
import { now } from '../server/clock';
import type { AuditAction, AuditEntity } from './audit-actions';

/** The issuer for events of unknown users and of the system itself. */
export const SYSTEM_ISSUER_ID = '00000000-0000-7000-8000-000000000000';

export interface AuditEntry {
  issuerId: string;
  actorUserId?: string;
  action: AuditAction;
  entity: AuditEntity;
  entityId?: string;
  /**
   * The node of the record: users with it in scope see the entry. For a deleted node, its parent. The default is the
   * record if it is a node, else the place of the user concerned, or else of the actor.
   */
  nodeId?: string | null;
  /** Further details; for a change, the fields as `before.name` and `after.name`. */
  details?: Record<string, string | number | boolean | null>;
}

/** The origin of a request, as audit and sessions store it. */
export interface Origin {
  requestId: string;
  address: string;
  userAgent: string;
  /** The administrator who is viewing as the actor, if any (C6.017). */
  accessor?: { issuerId: string; userId: string } | null;
}

/** An origin as stored for background work. */
export const originSchema: z.ZodType<Origin> = z.object({
  requestId: z.string(),
  address: z.string(),
  userAgent: z.string(),
  accessor: z.object({ issuerId: z.guid(), userId: z.guid() }).nullish()
});

/**
 * Appends to the issuer's audit chain; the database numbers and hashes the entry. Call it last in a transaction: it
 * locks the issuer's chain until the commit.
 */
export function appendAudit(tx: Transaction, origin: Origin, entry: AuditEntry): Promise<void> {
  return appendAudits(tx, origin, [entry]);
}

/** Entries can't be changed, so whole card numbers are masked in any case (C9.009). */
const withoutCards = (details: NonNullable<AuditEntry['details']>) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      withoutCardNumbers(name),
      typeof value === 'string' ? withoutCardNumbers(value) : value
    ])
  );

/** Does the same for several entries, in order. Each takes longer than the previous: hundreds, not thousands. */
export async function appendAudits(tx: Writer, origin: Origin, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    issuer: entry.issuerId,
    actor: entry.actorUserId,
    action: entry.action,
    entity: entry.entity,
    id: entry.entityId,
    node: entry.nodeId,
    details: withoutCards(entry.details ?? {})
  }));
  await appendAuditRows(
    tx,
    origin,
    Prisma.sql`
      SELECT ${now()}::timestamptz AS at, e.*
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS (issuer uuid, actor uuid, action text, entity text, id text, node uuid, details jsonb)) WITH ORDINALITY AS e`
  );
}

/**
 * Does the same for each row of a query with the columns `at`, `issuer`, `actor`, `action`, `entity`, `id`, `node` and
 * `details`, in the order of its `ordinality`. The query masks card numbers itself.
 */
export async function appendAuditRows(
  tx: Writer,
  { requestId, address, accessor }: Omit<Origin, 'userAgent'>,
  rows: Prisma.Sql
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO audit_entries
      (issuer_id, occurred_at, actor_user_id, action, entity, entity_id, node_id, details, request_id, address,
        accessor_issuer_id, accessor_user_id)
    SELECT e.issuer, e.at, e.actor, e.action, e.entity, e.id, e.node, e.details,
      ${requestId}, ${address}::inet, ${accessor?.issuerId ?? null}::uuid, ${accessor?.userId ?? null}::uuid
    FROM (${rows}) AS e
    ORDER BY e.ordinality`;
}
