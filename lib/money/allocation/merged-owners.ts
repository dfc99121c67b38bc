import { z } from 'zod';
import { readRows } from '../../core/database/rows';
import type { Belongings } from '../../directory/people/merge-users';

const movedRow = z.strictObject({ id: z.string(), companyId: z.string() });

/** The split profiles that a user created and may change or delete (C6.025). */
export const splitProfilesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    const moved = await readRows(tx, movedRow)`
      UPDATE split_profiles SET owner_id = ${keptId}::uuid
      WHERE issuer_id = ${issuerId}::uuid AND owner_id = ${mergedId}::uuid RETURNING id, company_id AS "companyId"`;
    return moved.map(({ id, companyId }) => ({
      issuerId,
      action: 'split_profile.changed',
      entity: 'split_profile',
      entityId: id,
      nodeId: companyId,
      details: { 'before.owner': mergedId, 'after.owner': keptId }
    }));
  }
};
