import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import { type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { rolesAtGroup } from '../people/reads/users-of-node';
import type { IssuerGroupFields } from './schema';

const issuerGroupRow = z.strictObject({
  id: z.string(),
  number: z.string(),
  name1: z.string(),
  name2: z.string().nullable(),
  issuers: z.array(z.string()),
  /** The number of users in the role H there. */
  administrators: z.number()
});
export type IssuerGroup = z.infer<typeof issuerGroupRow>;

/** The groups of issuers, above all tenants (role H). Only system administrators see them. */
export function issuerGroups(principal: Principal): Promise<IssuerGroup[]> {
  return may(principal, 'system', 'view') ? read(database()) : Promise.resolve([]);
}

/** One group; null for other users. */
export async function issuerGroup(principal: Principal, id: string): Promise<IssuerGroup | null> {
  if (!may(principal, 'system', 'view')) return null;
  const [group] = await read(database(), id);
  return group ?? null;
}

function read(tx: Transaction, id?: string): Promise<IssuerGroup[]> {
  return readRows(tx, issuerGroupRow)`
    SELECT g.id, g.number, g.name_1 AS "name1", g.name_2 AS "name2",
      ARRAY(SELECT m.issuer_id::text FROM issuer_group_members m WHERE m.issuer_group_id = g.id ORDER BY 1) AS issuers,
      ${rolesAtGroup(Prisma.sql`g.id`)} AS administrators
    FROM issuer_groups g ${id ? Prisma.sql`WHERE g.id = ${id}::uuid` : Prisma.empty} ORDER BY g.name_1, g.id LIMIT 1000`;
}

/** Creates a group of issuers, or changes one. For system administrators. */
export function saveIssuerGroup(
  principal: Principal,
  id: string | null,
  group: IssuerGroupFields,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'system', 'modify')) return refused({ code: 'forbidden.action' });
    await holdGroups(tx);
    const [known] = id ? await read(tx, id) : [];
    if (id && !known) return refused({ code: 'not.found' });
    const issuers = await tx.issuer.count({ where: { id: { in: group.issuers } } });
    if (issuers !== new Set(group.issuers).size) return refused({ code: 'not.found', field: 'issuers' });
    const target = id ?? newId();
    const saved = await tx.$executeRaw`
      INSERT INTO issuer_groups (id, number, name_1, name_2, created_at, updated_at)
      SELECT ${target}::uuid, ${group.number}, ${group.name1}, ${group.name2}, ${now()}, ${now()}
      WHERE NOT EXISTS (SELECT 1 FROM issuer_groups WHERE number = ${group.number} AND id <> ${target}::uuid)
      ON CONFLICT (id) DO UPDATE SET number = EXCLUDED.number, name_1 = EXCLUDED.name_1, name_2 = EXCLUDED.name_2,
        updated_at = EXCLUDED.updated_at`;
    if (saved === 0) return refused({ code: 'issuer.group.number.taken', field: 'number' });
    await setMembers(tx, target, group.issuers);
    await recordAct(tx, principal, origin, {
      issuerId: SYSTEM_ISSUER_ID,
      action: id ? 'issuer_group.changed' : 'issuer_group.created',
      entity: 'issuer_group',
      entityId: target,
      details: changesBetween({ ...known }, { ...group, issuers: [...new Set(group.issuers)].sort() })
    });
    return accepted(target);
  });
}

/**
 * Serializes changes of issuer groups, and prevents new assignments to them meanwhile: they are few, and seldom change.
 */
async function holdGroups(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE issuer_groups IN SHARE ROW EXCLUSIVE MODE`;
  await tx.$executeRaw`SELECT 1 FROM issuer_groups ORDER BY id FOR UPDATE`;
}

async function setMembers(tx: Transaction, id: string, issuers: string[]): Promise<void> {
  await tx.issuerGroupMember.deleteMany({ where: { issuerGroupId: id, issuerId: { notIn: issuers } } });
  await tx.issuerGroupMember.createMany({
    data: issuers.map((issuerId) => ({ issuerGroupId: id, issuerId })),
    skipDuplicates: true
  });
}

/** Deletes a group of issuers without administrators (C8.031). For system administrators. */
export function deleteIssuerGroup(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'system', 'modify')) return refused({ code: 'forbidden.action' });
    await holdGroups(tx);
    const [known] = await read(tx, id);
    if (!known) return refused({ code: 'not.found' });
    if (known.administrators > 0)
      return refused({
        code: 'delete.associated',
        params: { entity: 'issuer_group' },
        blocking: { user: known.administrators }
      });
    await tx.issuerGroupMember.deleteMany({ where: { issuerGroupId: id } });
    await tx.issuerGroup.deleteMany({ where: { id } });
    await recordAct(tx, principal, origin, {
      issuerId: SYSTEM_ISSUER_ID,
      action: 'issuer_group.deleted',
      entity: 'issuer_group',
      entityId: id,
      details: { 'before.number': known.number, 'before.name1': known.name1 }
    });
    return accepted(null);
  });
}
