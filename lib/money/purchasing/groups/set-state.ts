import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { mustChange, startingFrom } from '../../../kit/states/starting-from';
import { type GroupEvent, type GroupState, PURCHASE_GROUP } from './states';

const countRow = z.strictObject({ count: z.number() });

interface Held {
  issuerId: string;
  id: string;
  companyId: string;
  name: string;
  state: GroupState;
}

/** Sets the state of a locked group, in the rows of its users too, and audits it. */
export async function setGroupState(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  { issuerId, id, companyId, name, state }: Held,
  event: GroupEvent
): Promise<void> {
  const transition = PURCHASE_GROUP.transition(event);
  // One statement: at its end the state in both tables is the same.
  const [changed] = await readRows(tx, countRow)`
    WITH changed AS (
      UPDATE purchase_groups SET state = ${transition.to}::purchase_group_state, version = version + 1
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND ${startingFrom(Prisma.sql`state`, transition)}
      RETURNING id
    ), users AS (
      UPDATE purchase_group_users SET group_state = ${transition.to}::purchase_group_state
      WHERE issuer_id = ${issuerId}::uuid AND group_id = ${id}::uuid
    )
    SELECT count(*)::int AS count FROM changed`;
  mustChange(changed?.count ?? 0, 1);
  await recordAct(tx, principal, origin, {
    issuerId,
    action: transition.audit,
    entity: 'purchase_group',
    entityId: id,
    nodeId: companyId,
    details: { name, 'before.state': state, 'after.state': transition.to }
  });
}
