import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { auditSource, TOLD } from './audit-listing';
import { chosenIssuer, entriesWithin } from './scope';

/** A null user id means that the person is outside the reader's scope. */
export interface PersonTold {
  name: string;
  userId: string | null;
}

const entryRow = z.strictObject({
  issuerId: z.string(),
  sequence: z.bigint(),
  occurredAt: z.date(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  record: z.string().nullable(),
  place: z.string().nullable(),
  actorName: z.string().nullable(),
  actorUserId: z.string().nullable(),
  accessorName: z.string().nullable(),
  accessorUserId: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  hash: z.string(),
  details: z.record(z.string(), z.unknown())
});

export interface AuditEntryView
  extends Omit<z.infer<typeof entryRow>, 'actorName' | 'actorUserId' | 'accessorName' | 'accessorUserId'> {
  actor: PersonTold | null;
  /** The administrator who was viewing as the actor. */
  accessor: PersonTold | null;
}

/** An entry of an issuer's chain; null if it doesn't exist or is outside the reader's scope. */
export async function auditEntry(
  principal: Principal,
  asked: string | undefined,
  sequence: bigint
): Promise<AuditEntryView | null> {
  const issuerId = chosenIssuer(principal, asked);
  if (!may(principal, 'audit', 'view') || issuerId === null) return null;
  const [row] = await readRows(database(), entryRow)`
    SELECT e.issuer_id AS "issuerId", e.sequence, e.occurred_at AS "occurredAt", e.action, e.entity,
      e.entity_id AS "entityId", ${TOLD.record} AS record, n.name_1 AS place, ${TOLD.actor} AS "actorName",
      ${TOLD.actorUserId} AS "actorUserId", ${TOLD.accessor} AS "accessorName",
      ${TOLD.accessorUserId} AS "accessorUserId",
      host(e.address) AS address, e.request_id AS "requestId", encode(e.hash, 'hex') AS hash, e.details
    FROM ${auditSource(principal)}
    WHERE ${entriesWithin(principal, issuerId)} AND e.sequence = ${sequence}`;
  if (!row) return null;
  const { actorName, actorUserId, accessorName, accessorUserId, ...entry } = row;
  return {
    ...entry,
    actor: actorName === null ? null : { name: actorName, userId: actorUserId },
    accessor: accessorName === null ? null : { name: accessorName, userId: accessorUserId }
  };
}

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Splits details into field changes and other values. */
export function changesOf(details: Record<string, unknown>): { changes: Change[]; notes: [string, string][] } {
  const changes = new Map<string, Change>();
  const notes: [string, string][] = [];
  const note = (side: 'before' | 'after', field: string, value: unknown) => {
    const change = changes.get(field) ?? { field, before: null, after: null };
    changes.set(field, { ...change, [side]: value === null ? null : textOf(value) });
  };
  for (const [key, value] of Object.entries(details)) {
    const [, side, field] = /^(before|after)\.(.+)$/.exec(key) ?? [];
    const fields = key === 'before' || key === 'after' ? fieldsOf(value) : null;
    if (side && field) note(side as 'before', field, value);
    else if (fields) for (const [name, each] of Object.entries(fields)) note(key as 'before', name, each);
    else notes.push([key, textOf(value)]);
  }
  return { changes: [...changes.values()].sort((a, b) => (a.field < b.field ? -1 : 1)), notes };
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The fields of a record stored as JSON; null for other values. */
function fieldsOf(value: unknown): Record<string, unknown> | null {
  try {
    const parsed = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
