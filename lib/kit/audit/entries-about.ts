import { z } from 'zod';
import type { AuditEntity } from '../../core/audit/audit-actions';
import { AUDIT_ENTRIES } from '../../core/audit/entries';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { userName } from '../../directory/people/reads/user-name';

const entryRow = z.strictObject({
  /** Its number in the chain of the issuer. */
  sequence: z.string(),
  occurredAt: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  actor: z.string().nullable(),
  /** The administrator who was viewing as the actor. */
  accessor: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Hexadecimal: of the entry before it in the chain, and its own. */
  previousHash: z.string(),
  hash: z.string()
});

/** An entry of the audit with its place in the chain of its issuer. */
export type ChainEntry = z.infer<typeof entryRow>;

/** A record whose entries are wanted, and the beginning of their actions if not all are. */
export interface AuditedRecord {
  entity: AuditEntity;
  id: string;
  action?: string;
}

/**
 * The audit's entries about records that the caller has read within the reader's scope, in the order of the chain,
 * without addresses of computers: those are for readers of the audit.
 */
export const entriesAbout = (issuerId: string, records: readonly AuditedRecord[]): Promise<ChainEntry[]> =>
  readRows(database(), entryRow)`
    SELECT e.sequence::text AS sequence,
      to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "occurredAt",
      e.action, e.entity, e.entity_id AS "entityId",
      ${userName(Prisma.sql`coalesce(e.actor_issuer_id, e.issuer_id)`, Prisma.sql`e.actor_user_id`)} AS actor,
      ${userName(Prisma.sql`e.accessor_issuer_id`, Prisma.sql`e.accessor_user_id`)} AS accessor,
      e.details, encode(e.previous_hash, 'hex') AS "previousHash", encode(e.hash, 'hex') AS hash
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS w (entity text, id text, action text)
    JOIN ${AUDIT_ENTRIES} e ON (e.issuer_id, e.entity, e.entity_id) = (${issuerId}::uuid, w.entity, w.id)
    WHERE starts_with(e.action, coalesce(w.action, ''))
    ORDER BY e.sequence`;
