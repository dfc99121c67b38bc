import type { Belongings } from '../people/merge-users';

/** A user's visits of the resource centre and what they opened: a merge moves what the user who stays hasn't opened. */
export const visitsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.resourceVisit.deleteMany({ where: { issuerId, userId: mergedId } });
    await tx.$executeRaw`
      UPDATE resource_opens o SET user_id = ${keptId}::uuid
      WHERE o.user_issuer_id = ${issuerId}::uuid AND o.user_id = ${mergedId}::uuid AND NOT EXISTS (
        SELECT 1 FROM resource_opens k WHERE (k.issuer_id, k.resource_id) = (o.issuer_id, o.resource_id)
          AND k.user_issuer_id = ${issuerId}::uuid AND k.user_id = ${keptId}::uuid)`;
    await tx.resourceOpen.deleteMany({ where: { userIssuerId: issuerId, userId: mergedId } });
    return [];
  },
  async forget(tx, { issuerId, id }) {
    await tx.resourceVisit.deleteMany({ where: { issuerId, userId: id } });
    await tx.resourceOpen.deleteMany({ where: { userIssuerId: issuerId, userId: id } });
  }
};
