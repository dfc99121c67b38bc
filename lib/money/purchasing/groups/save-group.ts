import type { z } from 'zod';
import { eyesFault } from '../../../access/policy/features';
import { may, type Principal } from '../../../access/policy/principal';
import { changesBetween, recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { exists } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { scopePlaces } from '../../../directory/structure/places';
import { changeGroup, type SeenGroup } from './change-group';
import type { detailsSchema, newGroupSchema } from './schema';

/** Creates a purchase group in progress, for a company in the principal's scope (C2.077). Returns its id. */
export function createGroup(
  principal: Principal,
  { company: companyId, name }: z.output<typeof newGroupSchema>,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'company_setup', 'modify')) return refused({ code: 'forbidden.action' });
    const closed = eyesFault(principal, 'approval_profiles');
    if (closed) return refused(closed);
    const [company] = await scopePlaces(principal, Prisma.sql`n.id = ${companyId}::uuid AND n.kind = 'company'`, tx);
    if (!company) return refused({ code: 'place.not.found', field: 'company' });
    const { issuerId } = company;
    const id = newId();
    if (await isNameTaken(tx, { issuerId, id, companyId }, name)) return NAME_TAKEN;
    await tx.purchaseGroup.createMany({ data: { issuerId, id, companyId, name, createdAt: now() } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'purchase_group.created',
      entity: 'purchase_group',
      entityId: id,
      nodeId: companyId,
      details: { 'after.name': name }
    });
    return accepted(id);
  });
}

/** Changes the name of a group, and what its users read when they request. */
export function changeDetails(
  principal: Principal,
  seen: SeenGroup,
  { name, instructions }: z.output<typeof detailsSchema>,
  origin: Origin
): Promise<Result<null>> {
  return changeGroup(principal, seen, origin, async (tx, held) => {
    if (await isNameTaken(tx, held, name)) return NAME_TAKEN;
    await tx.$executeRaw`
      UPDATE purchase_groups SET name = ${name}, instructions = ${instructions}
      WHERE issuer_id = ${held.issuerId}::uuid AND id = ${held.id}::uuid`;
    return accepted(changesBetween({ name: held.name, instructions: held.instructions }, { name, instructions }));
  });
}

const NAME_TAKEN = refused({ code: 'template.name.taken', field: 'name' });

/** Whether another group of the company has the name. The name is locked, so that two groups can't take it at once. */
async function isNameTaken(
  tx: Transaction,
  { issuerId, id, companyId }: { issuerId: string; id: string; companyId: string },
  name: string
): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(lower(${`purchase_groups/${companyId}/${name}`})))`;
  return exists(tx)`
    SELECT 1 FROM purchase_groups WHERE issuer_id = ${issuerId}::uuid AND company_id = ${companyId}::uuid
      AND lower(name) = lower(${name}) AND id <> ${id}::uuid`;
}
