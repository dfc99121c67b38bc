import { z } from 'zod';
import type { Act } from '../../access/policy/record-act';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { Belongings, MergedUsers } from '../../directory/people/merge-users';
import { nodeOfUser } from '../../directory/people/reads/user-name';
import { dayIn } from '../../directory/structure/reads/today';
import { levelsInShort } from './save-profile';

/** An approver's memberships in profile levels, and the delegations given and received. */
export const approvalsOfUser: Belongings = {
  async hold(tx, { issuerId, id }) {
    await tx.$executeRaw`
      SELECT 1 FROM approval_profiles p WHERE p.issuer_id = ${issuerId}::uuid AND p.id IN (
        SELECT m.profile_id FROM approval_level_members m WHERE m.issuer_id = ${issuerId}::uuid AND m.user_id = ${id}::uuid)
      ORDER BY p.id FOR UPDATE`;
  },
  move: async (tx, users) => [...(await moveMemberships(tx, users)), ...(await moveDelegations(tx, users))]
};

const profileRow = z.strictObject({ issuerId: z.string(), id: z.string(), companyId: z.string() });

/**
 * Moves memberships to the same levels without duplicates. Each profile gets a new version, so that no open form
 * overwrites it.
 */
async function moveMemberships(tx: Transaction, { issuerId, keptId, mergedId }: MergedUsers): Promise<Act[]> {
  const profiles = await readRows(tx, profileRow)`
    UPDATE approval_profiles p SET version = p.version + 1, updated_at = ${now()}
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id IN (
      SELECT m.profile_id FROM approval_level_members m WHERE m.issuer_id = ${issuerId}::uuid AND m.user_id = ${mergedId}::uuid)
    RETURNING p.issuer_id AS "issuerId", p.id, p.company_id AS "companyId"`;
  const acts: Act[] = [];
  for (const profile of profiles) {
    const before = await levelsInShort(tx, profile);
    await tx.$executeRaw`
      INSERT INTO approval_level_members (issuer_id, profile_id, position, user_id)
      SELECT issuer_id, profile_id, position, ${keptId}::uuid FROM approval_level_members
      WHERE issuer_id = ${issuerId}::uuid AND profile_id = ${profile.id}::uuid AND user_id = ${mergedId}::uuid ON CONFLICT DO NOTHING`;
    await tx.approvalLevelMember.deleteMany({ where: { issuerId, profileId: profile.id, userId: mergedId } });
    acts.push({
      issuerId,
      action: 'approval_profile.changed',
      entity: 'approval_profile',
      entityId: profile.id,
      nodeId: profile.companyId,
      details: { 'before.levels': before, 'after.levels': await levelsInShort(tx, profile) }
    });
  }
  return acts;
}

const endedRow = z.strictObject({ id: z.string(), delegateId: z.string(), nodeId: z.string().nullable() });

/** A delegation between the two users ends, since nobody delegates to themselves; the others move to the kept user. */
async function moveDelegations(tx: Transaction, { issuerId, keptId, mergedId }: MergedUsers): Promise<Act[]> {
  const ended = await readRows(tx, endedRow)`
    UPDATE approval_delegations d SET withdrawn_at = ${now()}
    WHERE d.issuer_id = ${issuerId}::uuid AND d.delegator_id IN (${keptId}::uuid, ${mergedId}::uuid) AND d.delegate_id IN (${keptId}::uuid, ${mergedId}::uuid)
      AND d.withdrawn_at IS NULL AND d.last_day >= ${dayIn(Prisma.sql`d.issuer_id`, now())}
    RETURNING d.id, d.delegate_id AS "delegateId", ${nodeOfUser(Prisma.sql`d.issuer_id`, Prisma.sql`d.delegator_id`)} AS "nodeId"`;
  const given = await readRows(tx, idRow)`
    UPDATE approval_delegations SET delegator_id = ${keptId}::uuid
    WHERE issuer_id = ${issuerId}::uuid AND delegator_id = ${mergedId}::uuid AND delegate_id <> ${keptId}::uuid RETURNING id`;
  const received = await readRows(tx, idRow)`
    UPDATE approval_delegations SET delegate_id = ${keptId}::uuid
    WHERE issuer_id = ${issuerId}::uuid AND delegate_id = ${mergedId}::uuid AND delegator_id <> ${keptId}::uuid RETURNING id`;
  const act = (entityId: string, event: 'withdrawn' | 'changed', details: Act['details']): Act => ({
    issuerId,
    action: `approval_delegation.${event}`,
    entity: 'approval_delegation',
    entityId,
    details
  });
  const moved = (field: string) => ({ [`before.${field}`]: mergedId, [`after.${field}`]: keptId });
  return [
    ...ended.map(({ id, delegateId, nodeId }) => ({
      ...act(id, 'withdrawn', { 'before.delegate': delegateId }),
      nodeId
    })),
    ...given.map(({ id }) => act(id, 'changed', moved('delegator'))),
    ...received.map(({ id }) => act(id, 'changed', moved('delegate')))
  ];
}
