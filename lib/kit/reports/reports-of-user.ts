import { deleteLargeFiles } from '../../core/files/large-files';
import type { Belongings } from '../../directory/people/merge-users';

/** A user's reports and runs: a merge moves them, and those that no place shares go when the user is forgotten. */
export const reportsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    // Two reports of one name are told apart by the beginning of an id.
    await tx.$executeRaw`
      UPDATE report_definitions m SET owner_user_id = ${keptId}::uuid, version = version + 1, name = CASE
        WHEN EXISTS (SELECT 1 FROM report_definitions k WHERE k.issuer_id = m.issuer_id AND k.owner_user_id = ${keptId}::uuid
          AND lower(k.name) = lower(m.name)) THEN left(m.name, 51) || ' ' || left(m.id::text, 8) ELSE m.name END
      WHERE m.issuer_id = ${issuerId}::uuid AND m.owner_user_id = ${mergedId}::uuid`;
    await tx.$executeRaw`
      UPDATE report_shares s SET user_id = ${keptId}::uuid
      WHERE s.issuer_id = ${issuerId}::uuid AND s.user_id = ${mergedId}::uuid AND NOT EXISTS (
        SELECT 1 FROM report_shares k
        WHERE (k.issuer_id, k.definition_id) = (s.issuer_id, s.definition_id) AND k.user_id = ${keptId}::uuid)`;
    await tx.reportShare.deleteMany({ where: { issuerId, userId: mergedId } });
    await tx.reportRun.updateMany({ where: { issuerId, ownerUserId: mergedId }, data: { ownerUserId: keptId } });
    return [];
  },
  async forget(tx, { issuerId, id }) {
    const runs = await tx.reportRun.findMany({ where: { issuerId, ownerUserId: id }, select: { fileId: true } });
    await deleteLargeFiles(
      tx,
      issuerId,
      runs.flatMap(({ fileId }) => fileId ?? [])
    );
    await tx.reportRun.deleteMany({ where: { issuerId, ownerUserId: id } });
    await tx.reportShare.deleteMany({ where: { issuerId, userId: id } });
    // What is shared with a place stays with its administrators.
    await tx.reportDefinition.deleteMany({
      where: { issuerId, ownerUserId: id, shares: { none: { nodeId: { not: null } } } }
    });
  }
};
