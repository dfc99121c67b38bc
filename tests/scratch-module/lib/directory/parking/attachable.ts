import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Attachable, AttachableRecord } from '../../kit/attachments/attachable';

/** Files are attached to a parking space by whoever may take it. */
export const ATTACHABLE_SPACE: Attachable = {
  find: (tx, principal, id) => seenSpace(tx, principal, id, Prisma.empty),
  hold: (tx, principal, id) => seenSpace(tx, principal, id, Prisma.sql`FOR UPDATE OF p`)
};

const spaceRow = z.strictObject({ issuerId: z.string(), nodeId: z.string() });

async function seenSpace(
  tx: Transaction,
  principal: Principal,
  id: string,
  lock: Prisma.Sql
): Promise<AttachableRecord | null> {
  const [space] = await readRows(tx, spaceRow)`
    SELECT p.issuer_id AS "issuerId", p.node_id AS "nodeId"
    FROM parking_spaces p JOIN nodes n ON (n.issuer_id, n.id) = (p.issuer_id, p.node_id)
    WHERE p.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))} ${lock}`;
  return space ? { ...space, fault: may(principal, 'parking', 'modify') ? null : 'forbidden.action' } : null;
}
