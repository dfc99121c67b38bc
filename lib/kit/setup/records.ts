import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { ENTITIES } from './entities';
import type { Entity } from './entity';
import type { Values } from './field';
import { seenOwner, seenTargets } from './visible';

const recordRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  entity: z.string(),
  ownerId: z.string(),
  parentId: z.string().nullable(),
  code: z.string().nullable(),
  name: z.string(),
  data: jsonOf<Values>(),
  active: z.boolean(),
  inactiveSince: z.date().nullable(),
  position: z.number(),
  version: z.number(),
  updatedAt: z.date()
});

type StoredRecord = z.infer<typeof recordRow>;

/** A set-up record. */
export interface SetUpRecord extends Omit<StoredRecord, 'code' | 'data'> {
  values: Values;
}

/** The columns of a `SetUpRecord`, from `setup_records r`. */
const COLUMNS = Prisma.sql`r.issuer_id AS "issuerId", r.id, r.entity, r.owner_id AS "ownerId", r.parent_id AS "parentId",
  r.code, r.name, r.data, r.active, r.inactive_since AS "inactiveSince", r.position, r.version, r.updated_at AS "updatedAt"`;

/** Code and name have columns of their own; an entity without such a field keeps its title in `name`. */
function recordOf({ code, data, ...row }: StoredRecord): SetUpRecord {
  const fields = ENTITIES.get(row.entity)?.fields ?? {};
  const values: Values = { ...data, ...('code' in fields && { code }), ...('name' in fields && { name: row.name }) };
  return { ...row, values: Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? null])) };
}

/** The records of an issuer that a condition over `setup_records r` finds. For commands that have proven the right to them. */
export async function recordsWhere(tx: Transaction, condition: Prisma.Sql): Promise<SetUpRecord[]> {
  const rows = await readRows(tx, recordRow)`SELECT ${COLUMNS} FROM setup_records r WHERE ${condition}`;
  return rows.map(recordOf);
}

/** A record by its id, if the principal sees it. */
export async function recordSeen(
  principal: Principal,
  entity: Entity,
  { issuerId, id }: { issuerId: string; id: string },
  tx: Transaction = database()
): Promise<SetUpRecord | null> {
  const [row] = await readRows(tx, recordRow)`
    SELECT ${COLUMNS} FROM setup_records r ${atNode('r.owner_id', 'o')}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid AND r.entity = ${entity.name}
      AND ${seenOwner(principal, entity, 'o')} AND ${seenTargets(principal, entity)}`;
  return row ? recordOf(row) : null;
}
