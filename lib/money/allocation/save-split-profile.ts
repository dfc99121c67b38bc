import { Decimal } from '@prisma/client/runtime/index-browser';
import { ROLES } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { todayAt } from '../../directory/structure/reads/today';
import { faultsOf, writtenCodes } from './check-codes';
import { type OwnScheme, ownScheme } from './own-schemes';
import type { Scheme } from './schemes';
import { splitChanges } from './split-changes';
import { findSplitProfile, type ProfileLine, type SplitProfile, type SplitProfileEntry } from './split-profiles';
import { sharesRefusal } from './splits';

type Chosen = OwnScheme & { asks: Scheme };

/**
 * Saves a split profile under a name that is unique in the company; it belongs to its creator (C6.025). Returns its id.
 */
export function createSplitProfile(
  principal: Principal,
  { schemeId, ...entry }: SplitProfileEntry & { schemeId: string },
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const scheme = await ownScheme(principal, schemeId, tx);
    if (!scheme) return refused({ code: 'not.found' });
    const id = newId();
    const lines = await checked(tx, principal, scheme, { id, ...entry });
    if (!lines.ok) return lines;
    const { issuerId, companyId } = scheme;
    await tx.splitProfile.createMany({
      data: {
        issuerId,
        id,
        companyId,
        schemeId,
        ownerId: principal.userId,
        name: entry.name,
        lines: lines.value as object
      }
    });
    await audit(tx, principal, origin, { issuerId, id, companyId }, 'created', {
      'after.name': entry.name,
      ...splitChanges('lines', [], lines.value)
    });
    return accepted(id);
  });
}

/** Changes the principal's own profile, if it is unchanged since it was opened. */
export function changeSplitProfile(
  principal: Principal,
  id: string,
  { version, ...entry }: SplitProfileEntry & { version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await held(tx, principal, id);
    if (!found.ok) return found;
    const profile = found.value;
    if (profile.version !== version) return refused({ code: 'record.changed', params: { version: profile.version } });
    const scheme = await ownScheme(principal, profile.schemeId, tx);
    if (!scheme) return refused({ code: 'not.found' });
    const lines = await checked(tx, principal, scheme, { id, ...entry });
    if (!lines.ok) return lines;
    await tx.$executeRaw`
      UPDATE split_profiles SET name = ${entry.name}, lines = ${JSON.stringify(lines.value)}::jsonb, version = version + 1
      WHERE issuer_id = ${profile.issuerId}::uuid AND id = ${id}::uuid`;
    const details = {
      ...changesBetween({ name: profile.name }, { name: entry.name }),
      ...splitChanges('lines', profile.lines, lines.value)
    };
    if (Object.keys(details).length > 0) await audit(tx, principal, origin, profile, 'changed', details);
    return accepted(null);
  });
}

/** Deletes the principal's own profile; transactions divided by it keep their splits. */
export function deleteSplitProfile(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await held(tx, principal, id);
    if (!found.ok) return found;
    const { issuerId, name, lines } = found.value;
    await tx.splitProfile.deleteMany({ where: { issuerId, id } });
    await audit(tx, principal, origin, found.value, 'deleted', {
      'before.name': name,
      ...splitChanges('lines', lines, [])
    });
    return accepted(null);
  });
}

/** Locks a profile that the principal may change (C6.025) until the commit. */
async function held(tx: Transaction, principal: Principal, id: string): Promise<Result<SplitProfile>> {
  await tx.$executeRaw`
    SELECT 1 FROM split_profiles WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  const profile = await findSplitProfile(principal, id, tx);
  if (!profile) return refused({ code: 'not.found' });
  if (!may(principal, 'transactions', 'modify')) return refused({ code: 'forbidden.action' });
  const isOwn = profile.issuerId === principal.issuerId && profile.ownerId === principal.userId;
  return isOwn ? accepted(profile) : refused({ code: 'split.profile.not.own', params: { owner: profile.owner } });
}

/** The splits as they are stored, if all of them are valid (C5.032, C5.033, C5.037). */
async function checked(
  tx: Transaction,
  principal: Principal,
  { issuerId, companyId, asks }: Chosen,
  { id, name, splits }: SplitProfileEntry & { id: string }
): Promise<Result<ProfileLine[]>> {
  if (!may(principal, 'transactions', 'modify')) return refused({ code: 'forbidden.action' });
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(lower(${`split-profiles/${companyId}/${name}`})))`;
  const isTaken = await exists(tx)`
    SELECT 1 FROM split_profiles WHERE issuer_id = ${issuerId}::uuid AND company_id = ${companyId}::uuid
      AND lower(name) = lower(${name}) AND id <> ${id}::uuid`;
  if (isTaken) return refused({ code: 'split.profile.name.taken', field: 'name' });
  const refusal = percentsRefusal(splits) ?? closedRefusal(principal, asks, splits);
  if (refusal) return refused(refusal);
  const coding = { scheme: asks, subsetId: null };
  const day = await todayAt(issuerId, tx);
  const faults = await faultsOf(
    tx,
    issuerId,
    splits.map(({ codes }) => ({ coding, day, codes }))
  );
  for (const [index, found] of faults.entries()) {
    // Missing codes are filled in with the transaction.
    const fault = found.find(({ code }) => code !== 'required.field');
    if (fault) return refused({ code: fault.code, field: at(index, `codes.${fault.codeId}`), params: fault.params });
  }
  const codes = await writtenCodes(
    tx,
    issuerId,
    coding,
    splits.map((split) => split.codes)
  );
  return accepted(
    splits.map(({ percent, description }, index) => ({
      percent: new Decimal(percent).toFixed(),
      description,
      codes: codes[index] ?? {}
    }))
  );
}

const at = (index: number, name: string) => `splits.${index}.${name}`;

/** Applies the rule for a transaction's splits, so that these can be saved as a profile (C5.032). */
function percentsRefusal(splits: SplitProfileEntry['splits']): Refusal | null {
  const refusal = sharesRefusal(splits.map(({ percent }) => new Decimal(percent)));
  return (
    refusal && { ...refusal, field: refusal.field === undefined ? 'splits' : at(Number(refusal.field), 'percent') }
  );
}

/** Codes reserved for higher roles are reserved in profiles too. */
function closedRefusal({ role }: Principal, { codes }: Scheme, splits: SplitProfileEntry['splits']): Refusal | null {
  for (const { id, name, editableBy } of codes) {
    const index = ROLES.indexOf(role) < ROLES.indexOf(editableBy) ? splits.findIndex((split) => split.codes[id]) : -1;
    if (index >= 0)
      return { code: 'allocation.code.not.editable', field: at(index, `codes.${id}`), params: { field: name } };
  }
  return null;
}

function audit(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  { issuerId, id, companyId }: Pick<SplitProfile, 'issuerId' | 'id' | 'companyId'>,
  event: 'created' | 'changed' | 'deleted',
  details: Record<string, string | number | boolean | null>
): Promise<void> {
  const entry = { issuerId, entity: 'split_profile' as const, entityId: id, nodeId: companyId, details };
  return recordAct(tx, principal, origin, { ...entry, action: `split_profile.${event}` });
}
