import { z } from 'zod';
import { type KeptPrincipal, keptPrincipal, may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { sqlStateOf, UNIQUE_VIOLATION } from '../../core/database/sql-state';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { Listing } from '../../kit/listing/listing';
import { stopAwaiting } from '../../kit/reports/schedules/after-bookings';
import { issuerOf } from './feeds';
import { type Layout, layoutSchema, type MappingEntry } from './mapping';

const feedMappingRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  name: z.string(),
  layout: layoutSchema,
  active: z.boolean(),
  version: z.number()
});

/** An issuer's named rules for reading a kind of file. */
export type FeedMapping = z.infer<typeof feedMappingRow>;

/** A mapping that the principal sees, or null. */
export async function seenMapping(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<FeedMapping | null> {
  if (!may(principal, 'feeds', 'view')) return null;
  const [mapping] = await readRows(tx, feedMappingRow)`
    SELECT m.issuer_id AS "issuerId", m.id, m.name, m.layout, m.active, m.version FROM feed_mappings m ${issuerOf('m')}
    WHERE m.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return mapping ? { ...mapping, layout: layoutSchema.parse(mapping.layout) } : null;
}

const usableMappingRow = z.strictObject({ id: z.string(), name: z.string() });

/** The mappings available for uploads to the principal's issuer. */
export function usableMappings(principal: Principal): Promise<{ id: string; name: string }[]> {
  if (!may(principal, 'feeds', 'run')) return Promise.resolve([]);
  return readRows(database(), usableMappingRow)`
    SELECT id, name FROM feed_mappings WHERE issuer_id = ${principal.issuerId}::uuid AND active ORDER BY lower(name)`;
}

const readingMappingRow = z.strictObject({ id: z.string(), savedBy: jsonOf<KeptPrincipal>() });

/** An issuer's oldest active mapping that has these parts of a layout, with the person who saved it; null if none has. */
export async function mappingReading(
  issuerId: string,
  layout: Partial<Layout>
): Promise<z.infer<typeof readingMappingRow> | null> {
  const [mapping] = await readRows(database(), readingMappingRow)`
    SELECT m.id, m.saved_by AS "savedBy" FROM feed_mappings m
    WHERE m.issuer_id = ${issuerId}::uuid AND m.active AND m.layout @> ${JSON.stringify(layout)}::jsonb
    ORDER BY m.created_at LIMIT 1`;
  return mapping ?? null;
}

/** Creates a mapping of the principal's issuer and returns its id. Refuses a name in use. */
export function createMapping(principal: Principal, entry: MappingEntry, origin: Origin): Promise<Result<string>> {
  if (!may(principal, 'feeds', 'modify')) return Promise.resolve(refused({ code: 'user.not.authorized' }));
  const id = newId();
  return unlessTaken(() =>
    transaction(async (tx) => {
      await tx.feedMapping.createMany({
        data: {
          issuerId: principal.issuerId,
          id,
          name: entry.name,
          layout: entry.layout as object,
          active: entry.active,
          savedBy: keptPrincipal(principal) as object,
          createdAt: now(),
          updatedAt: now()
        }
      });
      await audit(tx, principal, origin, 'feed_mapping.created', id, entry.name);
      return accepted(id);
    })
  );
}

/** Changes a mapping, if `version` is current; it applies to files uploaded from now on. */
export function changeMapping(
  principal: Principal,
  id: string,
  { version, ...entry }: MappingEntry & { version: number },
  origin: Origin
): Promise<Result<null>> {
  return unlessTaken(() =>
    transaction(async (tx) => {
      const refusal = await refusalOf(principal, id, tx);
      if (refusal) return refusal;
      const changed = await tx.$executeRaw`
        UPDATE feed_mappings SET name = ${entry.name}, layout = ${JSON.stringify(entry.layout)}::jsonb, active = ${entry.active},
          saved_by = ${JSON.stringify(keptPrincipal(principal))}::jsonb, version = version + 1, updated_at = ${now()}
        WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid AND version = ${version}`;
      if (changed === 0) return refused({ code: 'record.changed' });
      await audit(tx, principal, origin, 'feed_mapping.changed', id, entry.name);
      return accepted(null);
    })
  );
}

const goneRow = z.strictObject({ name: z.string() });

/** Deletes a mapping with the account names that it learned; feeds keep their copy of it. */
export function deleteMapping(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const refusal = await refusalOf(principal, id, tx);
    if (refusal) return refusal;
    await stopAwaiting(tx, { issuerId: principal.issuerId, mappingId: id });
    const [gone] = await readRows(tx, goneRow)`
      DELETE FROM feed_mappings WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid RETURNING name`;
    await audit(tx, principal, origin, 'feed_mapping.deleted', id, gone?.name ?? '');
    return accepted(null);
  });
}

async function refusalOf(principal: Principal, id: string, tx: Transaction) {
  const mapping = await seenMapping(principal, id, tx);
  if (!mapping) return refused({ code: 'not.found' });
  return may(principal, 'feeds', 'modify') ? null : refused({ code: 'user.not.authorized' });
}

async function unlessTaken<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    return refused({ code: 'name.taken', field: 'name' });
  }
}

const audit = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  action: 'feed_mapping.created' | 'feed_mapping.changed' | 'feed_mapping.deleted',
  id: string,
  name: string
) =>
  recordAct(tx, principal, origin, {
    issuerId: principal.issuerId,
    action,
    entity: 'feed_mapping',
    entityId: id,
    nodeId: principal.issuerId,
    details: { name }
  });

/** The mappings that the principal sees. */
export const FEED_MAPPINGS: Listing = {
  name: 'feed-mappings',
  area: 'feeds',
  from: () => Prisma.sql`feed_mappings m ${issuerOf('m')}`,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`m.issuer_id`,
  id: Prisma.sql`m.id`,
  columns: {
    name: { sql: Prisma.sql`m.name`, type: 'text', label: 'feed.mapping.name', filter: 'contains' },
    format: {
      sql: Prisma.sql`m.layout ->> 'format'`,
      type: 'choice',
      label: 'feed.mapping.format',
      filter: 'choice',
      choices: {
        delimited: 'feed.mapping.format.delimited',
        fixed: 'feed.mapping.format.fixed',
        xml: 'feed.mapping.format.xml'
      }
    },
    active: { sql: Prisma.sql`m.active`, type: 'boolean', label: 'feed.mapping.active', filter: 'choice' },
    updated: { sql: Prisma.sql`m.updated_at`, type: 'date-time', label: 'feed.mapping.updated' },
    issuer: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'feed.issuer', filter: 'contains', hidden: true }
  },
  order: { column: 'name' }
};
