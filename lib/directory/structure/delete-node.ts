import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../core/database/sql-state';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { recordsOwnedBy } from '../../kit/setup/records-of';
import { profilesAtNode } from '../../money/approvals/reads/places-of-node';
import { transactionsOfAccount } from '../../money/transactions/reads/of-account';
import { usersOfNode } from '../people/reads/users-of-node';
import { heldNode, type StructureNode, standsAt } from './nodes';

/**
 * Deletes a node without associated records, which foreign keys detect: nodes below it, users, set-up records,
 * transactions, and later additions (C8.031, C8.032). Its own settings are deleted with it.
 */
export function deleteNode(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldNode(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const area = held.kind === 'account' ? 'accounts' : 'structure';
    if (!may(principal, area, 'modify') || held.kind === 'issuer' || standsAt(principal, held))
      return refused({ code: 'forbidden.action' });
    if (!(await tryDelete(tx, held)))
      return refused({
        code: 'delete.associated',
        params: { entity: held.kind },
        blocking: await associatedWith(tx, held)
      });
    const { issuerId, kind, number, name1, parentId } = held;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'structure.deleted',
      entity: kind,
      entityId: id,
      // The node no longer exists: users of its parent see the entry.
      nodeId: parentId,
      details: { 'before.number': number, 'before.name1': name1, 'before.parent': parentId }
    });
    return accepted(null);
  });
}

const associatedRow = z.strictObject({ kind: z.string(), count: z.number() });

/** The records associated with a node, by kind, with counts; `other` for unnamed kinds. */
async function associatedWith(tx: Transaction, { issuerId, id }: StructureNode): Promise<Record<string, number>> {
  const associated = await readRows(tx, associatedRow)`
    SELECT kind, count FROM (
      SELECT 1 AS at, c.kind::text AS kind, count(*)::int AS count FROM nodes c
      WHERE c.issuer_id = ${issuerId}::uuid AND c.parent_id = ${id}::uuid GROUP BY c.kind
      UNION ALL SELECT 2, 'user', count(*)::int FROM (${usersOfNode(issuerId, id)}) people
      UNION ALL SELECT 3, 'setup', ${recordsOwnedBy(issuerId, id)}
      UNION ALL SELECT 4, 'approval', count(*)::int FROM (${profilesAtNode(issuerId, id)}) profiles
      UNION ALL SELECT 5, 'transaction', count(*)::int FROM (${transactionsOfAccount(issuerId, id)}) posted
    ) AS counted WHERE count > 0 ORDER BY at, kind`;
  return associated.length > 0 ? Object.fromEntries(associated.map(({ kind, count }) => [kind, count])) : { other: 0 };
}

/** Deletes the row; false if a foreign key or an active job prevents it. */
async function tryDelete(tx: Transaction, { issuerId, id }: StructureNode): Promise<boolean> {
  await tx.$executeRaw`SAVEPOINT before_delete`;
  try {
    await tx.node.deleteMany({ where: { issuerId, id } });
    // Checks deferred foreign keys now.
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    return true;
  } catch (error) {
    if (!isHeldBack(error)) throw error;
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT before_delete`;
    return false;
  }
}

/** The errors that prevent a deletion: foreign_key_violation, restrict_violation. */
const isHeldBack = (error: unknown) => [FOREIGN_KEY_VIOLATION, '23001'].includes(sqlStateOf(error) ?? '');
