import { z } from 'zod';
import type { Act } from '../../../access/policy/record-act';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import type { Belongings, MergedUsers } from '../../../directory/people/merge-users';
import { startingFrom } from '../../../kit/states/starting-from';
import { lockGroups } from './groups';
import { PURCHASE_GROUP } from './states';

const groupRow = z.strictObject({ id: z.string(), companyId: z.string(), name: z.string() });
type Group = z.infer<typeof groupRow>;

/** The purchase groups of a user: a merge moves them. */
export const groupsOfUser: Belongings = {
  async hold(tx, { issuerId, id }) {
    const groups = await groupsWith(tx, issuerId, id);
    await lockGroups(
      tx,
      issuerId,
      groups.map((group) => group.id)
    );
  },
  move: moveMemberships
};

const groupsWith = (tx: Transaction, issuerId: string, userId: string) =>
  readRows(tx, groupRow)`
    SELECT g.id, g.company_id AS "companyId", g.name FROM purchase_groups g
    JOIN purchase_group_users m ON (m.issuer_id, m.group_id) = (g.issuer_id, g.id)
    WHERE g.issuer_id = ${issuerId}::uuid AND m.user_id = ${userId}::uuid ORDER BY g.id`;

/**
 * Moves memberships to the kept user. Where the kept user is in the group already, or in another active one, the merged
 * user just leaves.
 */
async function moveMemberships(tx: Transaction, { issuerId, keptId, mergedId }: MergedUsers): Promise<Act[]> {
  const groups = await groupsWith(tx, issuerId, mergedId);
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM purchase_group_users WHERE issuer_id = ${issuerId}::uuid AND user_id = ${mergedId}::uuid
      RETURNING group_id, group_state
    )
    INSERT INTO purchase_group_users (issuer_id, group_id, user_id, group_state)
    SELECT ${issuerId}::uuid, group_id, ${keptId}::uuid, group_state FROM gone ON CONFLICT DO NOTHING`;
  const ids = groups.map(({ id }) => id);
  await tx.$executeRaw`
    UPDATE purchase_groups SET version = version + 1 WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${ids}::uuid[])`;
  const act = (
    event: 'changed' | 'deactivated',
    { id, companyId, name }: Group,
    details: Record<string, string>
  ): Act => ({
    issuerId,
    action: `purchase_group.${event}`,
    entity: 'purchase_group',
    entityId: id,
    nodeId: companyId,
    details: { name, ...details }
  });
  return [
    ...groups.map((group) => act('changed', group, { 'before.user': mergedId, 'after.user': keptId })),
    ...(await closeEmpty(tx, issuerId, ids)).map((group) => act('deactivated', group, { 'after.state': 'inactive' }))
  ];
}

/** Makes those of the groups inactive that are left without a single user (C4.014). */
const closeEmpty = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<Group[]> =>
  readRows(tx, groupRow)`
    UPDATE purchase_groups g SET state = ${PURCHASE_GROUP.events.empty.to}::purchase_group_state
    WHERE g.issuer_id = ${issuerId}::uuid AND g.id = ANY(${[...ids]}::uuid[])
      AND ${startingFrom(Prisma.sql`g.state`, PURCHASE_GROUP.events.empty)}
      AND NOT EXISTS (SELECT 1 FROM purchase_group_users m WHERE (m.issuer_id, m.group_id) = (g.issuer_id, g.id))
    RETURNING g.id, g.company_id AS "companyId", g.name`;
