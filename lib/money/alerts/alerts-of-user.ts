import type { Belongings } from '../../directory/people/merge-users';

/** A user's alerts, and those that tell them: a merge moves them, and they go when the user is forgotten. */
export const alertsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    // A name that the kept user has already gets the end of the alert's id.
    await tx.$executeRaw`
      UPDATE spending_alerts s SET owner_user_id = ${keptId}::uuid, version = s.version + 1, name = CASE
        WHEN EXISTS (SELECT 1 FROM spending_alerts k
          WHERE k.issuer_id = s.issuer_id AND k.owner_user_id = ${keptId}::uuid AND k.name = s.name)
        THEN left(s.name, 50) || ' ' || right(s.id::text, 9) ELSE s.name END
      WHERE s.issuer_id = ${issuerId}::uuid AND s.owner_user_id = ${mergedId}::uuid`;
    await tx.$executeRaw`
      UPDATE spending_alert_recipients r SET user_id = ${keptId}::uuid
      WHERE r.issuer_id = ${issuerId}::uuid AND r.user_id = ${mergedId}::uuid AND NOT EXISTS (
        SELECT 1 FROM spending_alert_recipients k
        WHERE (k.issuer_id, k.alert_id) = (r.issuer_id, r.alert_id) AND k.user_id = ${keptId}::uuid)`;
    await tx.spendingAlertRecipient.deleteMany({ where: { issuerId, userId: mergedId } });
    return [];
  },
  async forget(tx, { issuerId, id }) {
    await tx.spendingAlert.deleteMany({ where: { issuerId, ownerUserId: id } });
    await tx.spendingAlertRecipient.deleteMany({ where: { issuerId, userId: id } });
  }
};
