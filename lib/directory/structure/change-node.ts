import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { exists, readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type Company, programOptionRefusal, seenCompany } from './companies';
import { levelRefusal, type NewNode } from './create-node';
import { changedMeanwhile, heldNode, type StructureNode } from './nodes';

/** Changes a node's number, names and the fields of its kind. Refuses a stale version and a number in use. */
export function changeNode(
  principal: Principal,
  id: string,
  { version, ...node }: NewNode & { version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'structure', 'modify')) return refused({ code: 'forbidden.action' });
    const held = await heldNode(tx, principal, id);
    if (held?.kind !== node.kind) return refused({ code: 'not.found' });
    if (held.version !== version) return refused(changedMeanwhile(held));
    const company = node.kind === 'company' ? await seenCompany(principal, id, tx) : null;
    const { kind, ...fields } = company ? withProgramOption(node, company) : node;
    const changes = changesBetween({ ...held, ...company }, fields);
    if (Object.keys(changes).length === 0) return accepted(null);
    const programOptionId = changes['after.programOptionId'];
    if (typeof programOptionId === 'string') {
      const refusal = await programOptionRefusal(tx, principal, held.issuerId, programOptionId);
      if (refusal) return refused(refusal);
    }
    if (await isTaken(tx, held, node.number)) return refused({ code: 'structure.number.taken', field: 'number' });
    const misplaced = node.kind === 'org_point' && (await newLevelRefusal(tx, held, node.level));
    if (misplaced) return refused(misplaced);
    const changed = await tx.$executeRaw`
      UPDATE nodes SET number = ${node.number}, name_1 = ${node.name1}, name_2 = ${node.name2},
        level = ${node.kind === 'org_point' ? node.level : null}, version = version + 1, updated_at = ${now()}
      WHERE issuer_id = ${held.issuerId}::uuid AND id = ${id}::uuid AND version = ${version}`;
    if (changed === 0) return refused(changedMeanwhile({ version: version + 1 }));
    if (node.kind === 'company')
      await tx.$executeRaw`
        UPDATE companies SET currency = ${node.currency}, fiscal_start = ${node.fiscalStart},
          program_option_id = coalesce(${node.programOptionId}::uuid, program_option_id)
        WHERE issuer_id = ${held.issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId: held.issuerId,
      action: 'structure.changed',
      entity: kind,
      entityId: id,
      details: changes
    });
    return accepted(null);
  });
}

/** A company without a new program option keeps its own. */
const withProgramOption = (node: NewNode, { programOptionId }: Company): NewNode =>
  node.kind === 'company' ? { ...node, programOptionId: node.programOptionId ?? programOptionId } : node;

const nearRow = z.strictObject({ above: z.number().nullable(), below: z.number().nullable() });

/**
 * The reason that an org point's new reporting level conflicts with the levels above and below it (C1.015); its
 * previous level may stay.
 */
async function newLevelRefusal(tx: Transaction, node: StructureNode, level: number): Promise<Refusal | null> {
  if (level === node.level) return null;
  const [near] = await readRows(tx, nearRow)`
    SELECT (SELECT level::int FROM nodes WHERE issuer_id = ${node.issuerId}::uuid AND id = ${node.parentId}::uuid) AS above,
      (SELECT min(level)::int FROM nodes WHERE issuer_id = ${node.issuerId}::uuid AND parent_id = ${node.id}::uuid) AS below`;
  if (near?.below && near.below < level) return { code: 'structure.level.below.children', field: 'level' };
  return levelRefusal(level, { level: near?.above ?? null });
}

/** Whether another node in the same numbering has the number. */
async function isTaken(tx: Transaction, node: StructureNode, number: string): Promise<boolean> {
  if (number === node.number) return false;
  return exists(tx)`
    SELECT 1 FROM nodes WHERE issuer_id = ${node.issuerId}::uuid AND kind = ${node.kind}::node_kind
      AND number = ${number} AND (kind IN ('company', 'company_group') OR company_id = ${node.companyId}::uuid)`;
}
