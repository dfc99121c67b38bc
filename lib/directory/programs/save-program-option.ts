import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { companiesWithOption } from '../structure/reads/companies';
import { serializeAtIssuer } from '../structure/reads/node-that';
import { programOption } from './program-options';
import type { ProgramOptionEntry } from './schema';

const asAudited = ({ name, programType, features, isDefault }: ProgramOptionEntry) =>
  JSON.stringify({ name, programType, features: [...features].sort(), isDefault });

async function isNameTaken(tx: Transaction, issuerId: string, name: string, exceptId: string | null): Promise<boolean> {
  return exists(tx)`
    SELECT 1 FROM program_options
    WHERE issuer_id = ${issuerId}::uuid AND lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId}::uuid`;
}

async function clearDefault(tx: Transaction, issuerId: string): Promise<void> {
  await tx.programOption.updateMany({
    where: { issuerId, isDefault: true },
    data: { isDefault: false, version: { increment: 1 }, updatedAt: now() }
  });
}

/**
 * Adds a program option to the principal's issuer; its first is the default for new companies. Existing companies are
 * unaffected.
 */
export function createProgramOption(
  principal: Principal,
  entry: ProgramOptionEntry,
  origin: Origin
): Promise<Result<{ id: string }>> {
  const { issuerId, scope } = principal;
  return transaction(async (tx) => {
    const stands = scope.subtrees.some((subtree) => subtree.isIssuer && subtree.issuerId === issuerId);
    if (!stands || !may(principal, 'program_options', 'modify')) return refused({ code: 'user.not.authorized' });
    // One save at a time, because the default is chosen among all options of the issuer.
    await serializeAtIssuer(tx, issuerId);
    if (await isNameTaken(tx, issuerId, entry.name, null)) return refused({ code: 'name.taken', field: 'name' });
    const isFirst = (await tx.programOption.count({ where: { issuerId } })) === 0;
    const option = { ...entry, isDefault: entry.isDefault || isFirst };
    if (option.isDefault) await clearDefault(tx, issuerId);
    const id = newId();
    await tx.programOption.create({ data: { issuerId, id, ...option } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'program_option.created',
      entity: 'program_option',
      entityId: id,
      nodeId: issuerId,
      details: { after: asAudited(option) }
    });
    return accepted({ id });
  });
}

/** Changes a program option that was read at `version`. */
export function changeProgramOption(
  principal: Principal,
  { id, version }: { id: string; version: number },
  entry: ProgramOptionEntry,
  origin: Origin
): Promise<Result<{ version: number }>> {
  return transaction(async (tx) => {
    const seen = await programOption(principal, id, { tx });
    if (!seen) return refused({ code: 'not.found' });
    if (!may(principal, 'program_options', 'modify')) return refused({ code: 'user.not.authorized' });
    const { issuerId } = seen;
    // One save at a time, because the default is chosen among all options of the issuer.
    await serializeAtIssuer(tx, issuerId);
    const before = await programOption(principal, id, { tx, lock: true });
    if (!before) return refused({ code: 'not.found' });
    if (before.version !== version) return refused({ code: 'record.changed', params: { version: before.version } });
    if (await isNameTaken(tx, issuerId, entry.name, id)) return refused({ code: 'name.taken', field: 'name' });
    if (before.isDefault && !entry.isDefault)
      return refused({ code: 'program.option.default.needed', field: 'isDefault' });
    if (entry.isDefault && !before.isDefault) await clearDefault(tx, issuerId);
    await tx.programOption.update({
      where: { issuerId_id: { issuerId, id } },
      data: { ...entry, version: version + 1, updatedAt: now() }
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'program_option.changed',
      entity: 'program_option',
      entityId: id,
      nodeId: issuerId,
      details: { before: asAudited(before), after: asAudited(entry) }
    });
    return accepted({ version: version + 1 });
  });
}

/** Deletes a program option that no company has (C8.033) and that isn't the default one (C8.035). */
export function deleteProgramOption(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    // Locked, so that no company gets it meanwhile.
    const option = await programOption(principal, id, { tx, lock: true });
    if (!option) return refused({ code: 'not.found' });
    if (!may(principal, 'program_options', 'modify')) return refused({ code: 'user.not.authorized' });
    if (option.isDefault) return refused({ code: 'program.option.default.kept' });
    // Counted again, because companies may have changed during the wait for the lock.
    const companies = await companiesWithOption(tx, option.issuerId, id);
    if (companies > 0)
      return refused({
        code: 'delete.associated',
        params: { entity: 'program_option' },
        blocking: { company: companies }
      });
    await tx.programOption.delete({ where: { issuerId_id: { issuerId: option.issuerId, id } } });
    await recordAct(tx, principal, origin, {
      issuerId: option.issuerId,
      action: 'program_option.deleted',
      entity: 'program_option',
      entityId: id,
      nodeId: option.issuerId,
      details: { before: asAudited(option) }
    });
    return accepted(null);
  });
}
