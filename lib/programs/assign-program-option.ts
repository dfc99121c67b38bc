import { may, type Principal } from '../access/principal';
import { recordAct } from '../access/record-act';
import { nodeColumns, within } from '../access/scope';
import type { Origin } from '../core/audit';
import { transaction } from '../core/database';
import { Prisma } from '../core/prisma/client';
import { accepted, type Result, refused } from '../core/refusal';

/** Gives a company another program option of its issuer (C1.013): for who may change program options. */
export function assignProgramOption(
  principal: Principal,
  companyId: string,
  { programOptionId, was }: { programOptionId: string; was: string | null },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const [company] = await tx.$queryRaw<{ issuerId: string; programOptionId: string | null }[]>`
      SELECT c.issuer_id AS "issuerId", c.program_option_id AS "programOptionId"
      FROM companies c JOIN nodes n ON (n.issuer_id, n.id) = (c.issuer_id, c.id)
      WHERE c.id = ${companyId}::uuid AND ${within(principal.scope, nodeColumns('n'))} FOR UPDATE OF c`;
    if (!company) return refused({ code: 'not.found' });
    if (!may(principal, 'program_options', 'modify')) return refused({ code: 'user.not.authorized' });
    if (company.programOptionId !== was) return refused({ code: 'record.changed' });
    const { issuerId } = company;
    const [option] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM program_options WHERE issuer_id = ${issuerId}::uuid AND id = ${programOptionId}::uuid FOR KEY SHARE`;
    if (!option) return refused({ code: 'invalid.entry', field: 'programOption' });
    if (was === programOptionId) return accepted(null);
    await tx.$executeRaw(Prisma.sql`
      UPDATE companies SET program_option_id = ${programOptionId}::uuid
      WHERE issuer_id = ${issuerId}::uuid AND id = ${companyId}::uuid`);
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
