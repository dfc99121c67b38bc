import { z } from 'zod';
import type { Act } from '../../access/policy/record-act';
import type { Transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { Belongings, MergedUsers } from './merge-users';
import { holdSupervisors } from './supervisor';

/** A user's supervisor and reports. */
export const reportsOfUser: Belongings = {
  hold: (tx, { issuerId }) => holdSupervisors(tx, issuerId),
  async move(tx, users) {
    const { issuerId, keptId, mergedId } = users;
    const own = await moveSupervisor(tx, users);
    const moved = await readRows(tx, idRow)`
      UPDATE users SET supervisor_id = ${keptId}::uuid, version = version + 1, updated_at = ${now()}
      WHERE issuer_id = ${issuerId}::uuid AND supervisor_id = ${mergedId}::uuid RETURNING id`;
    const changed = (entityId: string, before: string | null, after: string | null): Act => ({
      issuerId,
      action: 'user.changed',
      entity: 'user',
      entityId,
      details: { 'before.supervisorId': before, 'after.supervisorId': after }
    });
    return [
      ...own.map(({ before, after }) => changed(keptId, before, after)),
      ...moved.map(({ id }) => changed(id, mergedId, keptId))
    ];
  }
};

const namesRow = z.strictObject({ before: z.string().nullable(), after: z.string().nullable() });

/**
 * The kept user's supervisor after a merge: it becomes the merged user's if the kept user has none or reports to the
 * merged user, unless that would close a circle.
 */
function moveSupervisor(tx: Transaction, { issuerId, keptId, mergedId }: MergedUsers) {
  return readRows(tx, namesRow)`
    WITH chosen AS (
      SELECT k.supervisor_id AS before, m.supervisor_id AS after FROM users k JOIN users m ON m.issuer_id = k.issuer_id
      WHERE k.issuer_id = ${issuerId}::uuid AND k.id = ${keptId}::uuid AND m.id = ${mergedId}::uuid
        AND k.supervisor_id IS DISTINCT FROM m.supervisor_id
        AND (m.id IN (SELECT supervisor_line(k.issuer_id, k.id))
          OR (k.supervisor_id IS NULL AND k.id NOT IN (SELECT supervisor_line(m.issuer_id, m.id))))
    )
    UPDATE users u SET supervisor_id = chosen.after, version = version + 1, updated_at = ${now()}
    FROM chosen WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ${keptId}::uuid
    RETURNING chosen.before, chosen.after`;
}
