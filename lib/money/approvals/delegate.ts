import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { knownUser } from '../../directory/people/known-user';
import { peopleTyped } from '../../directory/people/people-by-id';
import { holdUsers } from '../../directory/people/reads/hold-users';
import { ofUser } from '../../directory/people/reads/of-user';
import { todayAt } from '../../directory/structure/reads/today';
import { areColleagues } from './approver-choices';
import type { delegationSchema } from './schema';

/**
 * Delegates the user's approvals to a user of the same company for some days. The delegate must be an approver, since a
 * delegation grants no wider scope; a user who isn't one gets the same answer as an unknown user. Closed when viewing
 * as a user. Returns the delegation's id.
 */
export function delegate(
  principal: Principal,
  { delegate: userId, firstDay, lastDay, reason }: z.output<typeof delegationSchema>,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!mayDelegate(principal)) return refused({ code: 'forbidden.action' });
    const { issuerId, userId: delegatorId } = principal;
    const own = await knownUser(tx, { issuerId, id: delegatorId });
    if (!own) return refused({ code: 'forbidden.action' });
    if (lastDay < (await todayAt(issuerId, tx))) return refused({ code: 'delegation.over', field: 'lastDay' });
    const delegateId = await colleague(tx, principal, userId);
    if (!delegateId || !(await holdUsers(tx, issuerId, [delegatorId, delegateId])))
      return refused({ code: 'delegation.delegate.unknown', field: 'delegate' });
    const id = newId();
    await tx.$executeRaw`
      INSERT INTO approval_delegations (issuer_id, id, delegator_id, delegate_id, first_day, last_day, reason, created_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${delegatorId}::uuid, ${delegateId}::uuid, ${firstDay}::date, ${lastDay}::date, ${reason}, ${now()})`;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'approval_delegation.created',
      entity: 'approval_delegation',
      entityId: id,
      nodeId: own.nodeId,
      details: {
        'after.delegate': delegateId,
        'after.firstDay': firstDay,
        'after.lastDay': lastDay,
        ...(reason !== null && { reason })
      }
    });
    return accepted(id);
  });
}

const delegationRow = z.strictObject({ delegateId: z.string(), withdrawn: z.boolean(), nodeId: z.string().nullable() });

/** Ends the user's own delegation now; later approvals don't use it. */
export function withdrawDelegation(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!mayDelegate(principal)) return refused({ code: 'forbidden.action' });
    const { issuerId, userId } = principal;
    const [delegation] = await readRows(tx, delegationRow)`
      SELECT d.delegate_id AS "delegateId", d.withdrawn_at IS NOT NULL AS withdrawn, u.node_id AS "nodeId"
      FROM approval_delegations d ${ofUser('d.delegator_id')}
      WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid AND d.delegator_id = ${userId}::uuid FOR UPDATE OF d`;
    if (!delegation) return refused({ code: 'not.found' });
    if (delegation.withdrawn) return refused({ code: 'delegation.withdrawn.already' });
    await tx.approvalDelegation.updateMany({ where: { issuerId, id }, data: { withdrawnAt: now() } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'approval_delegation.withdrawn',
      entity: 'approval_delegation',
      entityId: id,
      nodeId: delegation.nodeId,
      details: { 'before.delegate': delegation.delegateId }
    });
    return accepted(null);
  });
}

/** Whether the user may delegate: only approvers, and not when viewing as a user. */
const mayDelegate = (principal: Principal) => may(principal, 'approvals', 'approve');

/** The id of another approver in the user's company (above companies: company group); null for any other user. */
async function colleague(tx: Transaction, principal: Principal, typed: string): Promise<string | null> {
  const { people } = await peopleTyped(tx, areColleagues(principal), [typed]);
  return people[0]?.id ?? null;
}
