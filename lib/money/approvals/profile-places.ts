import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { type NodeChoice, placesNamed } from '../../directory/structure/places';
import { isHeldNodeThat } from '../../directory/structure/reads/node-that';
import type { ApprovalProfileView } from './profiles';
import { heldProfile } from './save-profile';

/**
 * The nodes that can be chosen, by a word prefix of their name or by number; at most 20. For a new profile: companies
 * in the principal's scope; for an existing one: places of its company.
 */
export async function nodesFor(principal: Principal, companyId: string | null, text: string): Promise<NodeChoice[]> {
  if (!may(principal, 'company_setup', 'modify')) return [];
  const which = companyId
    ? Prisma.sql`n.company_id = ${companyId}::uuid AND n.kind IN ('company', 'account_group', 'org_point')`
    : Prisma.sql`n.kind = 'company'`;
  return placesNamed(principal, which, text);
}

/**
 * Puts a profile in force at a place of its company and below, except where another profile is assigned. At the company
 * it is the default.
 */
export function assignPlace(principal: Principal, id: string, nodeId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldProfile(tx, principal, id);
    if (!held.ok) return held;
    const { issuerId, companyId } = held.value;
    const isPlace = Prisma.sql`n.company_id = ${companyId}::uuid AND n.kind IN ('company', 'account_group', 'org_point')
      AND ${within(principal.scope, nodeColumns('n'))}`;
    const isOfCompany = await isHeldNodeThat(tx, { issuerId, id: nodeId }, isPlace);
    if (!isOfCompany) return refused({ code: 'place.not.found', field: 'node' });
    const { count: written } = await tx.approvalPlace.createMany({
      data: { issuerId, nodeId, profileId: id, companyId },
      skipDuplicates: true
    });
    if (written === 0) return refused({ code: 'approval.place.taken', field: 'node' });
    await audit(tx, principal, origin, held.value, { 'after.place': nodeId });
    return accepted(null);
  });
}

/** Removes a profile from a place. */
export function removePlace(principal: Principal, id: string, nodeId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldProfile(tx, principal, id);
    if (!held.ok) return held;
    const { count: removed } = await tx.approvalPlace.deleteMany({
      where: { issuerId: held.value.issuerId, nodeId, profileId: id }
    });
    if (removed === 0) return refused({ code: 'place.not.found' });
    await audit(tx, principal, origin, held.value, { 'before.place': nodeId });
    return accepted(null);
  });
}

function audit(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  { issuerId, id, companyId }: ApprovalProfileView,
  details: Record<string, string>
): Promise<void> {
  return recordAct(tx, principal, origin, {
    issuerId,
    action: 'approval_profile.changed',
    entity: 'approval_profile',
    entityId: id,
    nodeId: companyId,
    details
  });
}
