import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';

const takenRow = z.strictObject({ issuerId: z.string(), nodeId: z.string() });

/** Takes a free space. */
export function takeSpace(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'parking', 'modify')) return refused({ code: 'forbidden.action' });
    const [taken] = await readRows(tx, takenRow)`
      UPDATE parking_spaces p SET taken_at = ${now()} FROM nodes n
      WHERE (n.issuer_id, n.id) = (p.issuer_id, p.node_id) AND p.id = ${id}::uuid AND p.taken_at IS NULL
        AND ${within(principal.scope, nodeColumns('n'))}
      RETURNING p.issuer_id AS "issuerId", p.node_id AS "nodeId"`;
    if (!taken) return refused({ code: 'parking.taken.already' });
    const { issuerId, nodeId } = taken;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'parking_space.taken',
      entity: 'parking_space',
      entityId: id
    });
    return accepted(null);
  });
}
