import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { programOptionRefusal, seenCompany, setProgramOption } from '../structure/companies';
import { heldNode } from '../structure/nodes';

/**
 * Assigns another program option of its issuer to a company (C1.013); requires the permission to change program
 * options.
 */
export function assignProgramOption(
  principal: Principal,
  companyId: string,
  { programOptionId, was }: { programOptionId: string; was: string | null },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldNode(tx, principal, companyId);
    const company = held && (await seenCompany(principal, companyId, tx));
    if (!company) return refused({ code: 'not.found' });
    const { issuerId } = company;
    const refusal = await programOptionRefusal(tx, principal, issuerId, programOptionId);
    if (refusal) return refused(refusal);
    if (company.programOptionId !== was) return refused({ code: 'record.changed' });
    if (was === programOptionId) return accepted(null);
    await setProgramOption(tx, { issuerId, id: companyId }, programOptionId);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'company.program_option_changed',
      entity: 'company',
      entityId: companyId,
      nodeId: companyId,
      details: { 'before.programOption': was, 'after.programOption': programOptionId }
    });
    return accepted(null);
  });
}
