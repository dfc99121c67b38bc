import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../core/database/sql-state';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { heldUsersTyped } from '../../directory/people/people-by-id';
import { userColumns } from '../../directory/people/user-record';
import { seenNode } from '../../directory/structure/nodes';
import { userIdKey } from '../../sign-in/account/user-id';
import { type ApprovalProfileView, findProfile, mayChangeProfiles, type ProfileLevel } from './profiles';
import { type LevelEntry, levelField, type profileChangeSchema, type profileSchema } from './schema';

const writtenLevelRow = z.strictObject({
  name: z.string(),
  limit: z.string().nullable(),
  /** Ids of users. */
  members: z.array(z.string())
});
type WrittenLevel = z.infer<typeof writtenLevelRow>;

type Kept = Pick<ApprovalProfileView, 'issuerId' | 'id' | 'companyId' | 'name'>;

/** Creates an approval profile for a company in the principal's scope. Returns its id. */
export function createProfile(
  principal: Principal,
  { company: companyId, name, levels: entries }: z.output<typeof profileSchema>,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'company_setup', 'modify')) return refused({ code: 'forbidden.action' });
    const closed = eyesFault(principal, 'approval_profiles');
    if (closed) return refused(closed);
    const company = await seenNode(principal, companyId, tx);
    if (company?.kind !== 'company' || company.status !== 'active')
      return refused({ code: 'place.not.found', field: 'company' });
    const profile: Kept = { issuerId: company.issuerId, id: newId(), companyId, name };
    if (await isNameTaken(tx, profile)) return NAME_TAKEN;
    const levels = await levelsWritten(tx, principal, profile, entries, []);
    if (!levels.ok) return levels;
    await tx.approvalProfile.createMany({
      data: { issuerId: profile.issuerId, id: profile.id, companyId, name, createdAt: now(), updatedAt: now() }
    });
    await writeLevels(tx, profile, levels.value);
    await audit(tx, principal, origin, profile, 'created', {
      'after.name': name,
      'after.levels': inShort(levels.value)
    });
    return accepted(profile.id);
  });
}

/** Changes a profile, if it is unchanged since it was read. Approvers whom the principal doesn't see stay. */
export function changeProfile(
  principal: Principal,
  id: string,
  { name, levels: entries, version }: z.output<typeof profileChangeSchema>,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldProfile(tx, principal, id);
    if (!held.ok) return held;
    const profile = held.value;
    if (profile.version !== version) return refused({ code: 'record.changed', params: { version: profile.version } });
    if (await isNameTaken(tx, { ...profile, name })) return NAME_TAKEN;
    const levels = await levelsWritten(tx, principal, profile, entries, profile.levels);
    if (!levels.ok) return levels;
    const before = await levelsInShort(tx, profile);
    await tx.$executeRaw`
      UPDATE approval_profiles SET name = ${name}, version = version + 1, updated_at = ${now()}
      WHERE issuer_id = ${profile.issuerId}::uuid AND id = ${id}::uuid`;
    await writeLevels(tx, profile, levels.value);
    const after = inShort(levels.value);
    const details = {
      ...(name !== profile.name && { 'before.name': profile.name, 'after.name': name }),
      ...(after !== before && { 'before.levels': before, 'after.levels': after })
    };
    if (Object.keys(details).length > 0) await audit(tx, principal, origin, profile, 'changed', details);
    return accepted(null);
  });
}

/** Deletes a profile; at its places the profile above applies, or every approver may approve. */
export async function deleteProfile(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  const command = transaction(async (tx) => {
    const held = await heldProfile(tx, principal, id);
    if (!held.ok) return held;
    const { issuerId, name } = held.value;
    const before = await levelsInShort(tx, held.value);
    await tx.approvalProfile.deleteMany({ where: { issuerId, id } });
    await audit(tx, principal, origin, held.value, 'deleted', { 'before.name': name, 'before.levels': before });
    return accepted(null);
  });
  return command.catch((error) => {
    if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
    return refused({ code: 'approval.profile.in.use' });
  });
}

/** Of records elsewhere that name the profile: they would have no approvers without it. */

/** Locks a profile that the principal may change until the transaction ends. */
export async function heldProfile(
  tx: Transaction,
  principal: Principal,
  id: string
): Promise<Result<ApprovalProfileView>> {
  await tx.$executeRaw`SELECT 1 FROM approval_profiles WHERE id = ${id}::uuid FOR UPDATE`;
  const profile = await findProfile(principal, id, tx);
  if (!profile) return refused({ code: 'record.not.found' });
  return (await mayChangeProfiles(principal, profile, tx)) ? accepted(profile) : refused({ code: 'forbidden.action' });
}

const NAME_TAKEN = refused({ code: 'template.name.taken', field: 'name' });

/**
 * Whether another profile of the company has the name. The company is locked until the commit, so that two profiles
 * can't take the name at once.
 */
async function isNameTaken(tx: Transaction, { issuerId, id, companyId, name }: Kept): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(lower(${`approval_profiles/${companyId}/${name}`})))`;
  return exists(tx)`
    SELECT 1 FROM approval_profiles WHERE issuer_id = ${issuerId}::uuid AND company_id = ${companyId}::uuid
      AND lower(name) = lower(${name}) AND id <> ${id}::uuid`;
}

/**
 * The levels of a form with the ids of their approvers, locked until the commit; a refusal names the first user who
 * isn't an approver.
 */
async function levelsWritten(
  tx: Transaction,
  { scope }: Principal,
  { issuerId, id }: Kept,
  entries: readonly LevelEntry[],
  before: readonly ProfileLevel[]
): Promise<Result<WrittenLevel[]>> {
  const typed = entries.flatMap(({ members }) => members);
  const seen = Prisma.sql`u.issuer_id = ${issuerId}::uuid AND u.deleted_at IS NULL AND ${within(scope, userColumns)}`;
  const rows = await heldUsersTyped(tx, seen, typed);
  // Existing members may stay, even if they were moved or deleted meanwhile.
  const staying = before.flatMap(({ members }) =>
    members.map((member) => [userIdKey(member.userId), member.id] as const)
  );
  const found = new Map([...staying, ...rows.map(({ key, id: user }) => [key, user] as const)]);
  const unseen = await unseenMembers(tx, { issuerId, id }, before);
  const levels: WrittenLevel[] = [];
  for (const { number, name, limit, members } of entries) {
    const field = levelField(number, 'members');
    const missing = members.find((member) => !found.has(userIdKey(member)));
    if (missing !== undefined) return refused({ code: 'approval.member.unknown', field, params: { userId: missing } });
    const all = [...members.map((member) => found.get(userIdKey(member)) as string), ...(unseen.get(number) ?? [])];
    if (all.length === 0) return refused({ code: 'approval.members.none', field });
    levels.push({ name, limit, members: all });
  }
  return accepted(levels);
}

/** The approvers of each level whom the principal doesn't see. */
async function unseenMembers(
  tx: Transaction,
  profile: Pick<Kept, 'issuerId' | 'id'>,
  before: readonly ProfileLevel[]
): Promise<Map<number, string[]>> {
  const seen = new Set(before.flatMap(({ members }) => members.map((member) => member.id)));
  const levels = await writtenLevels(tx, profile);
  return new Map(levels.map(({ members }, index) => [index + 1, members.filter((member) => !seen.has(member))]));
}

function writtenLevels(tx: Transaction, { issuerId, id }: Pick<Kept, 'issuerId' | 'id'>): Promise<WrittenLevel[]> {
  return readRows(tx, writtenLevelRow)`
    SELECT l.name, trim_scale(l.amount_limit)::text AS limit, ARRAY(
      SELECT m.user_id::text FROM approval_level_members m
      WHERE (m.issuer_id, m.profile_id, m.position) = (l.issuer_id, l.profile_id, l.position) ORDER BY 1
    ) AS members
    FROM approval_levels l WHERE l.issuer_id = ${issuerId}::uuid AND l.profile_id = ${id}::uuid ORDER BY l.position`;
}

/** The levels of a profile in the form that the audit stores. */
export async function levelsInShort(tx: Transaction, profile: Pick<Kept, 'issuerId' | 'id'>): Promise<string> {
  return inShort(await writtenLevels(tx, profile));
}

async function writeLevels(
  tx: Transaction,
  { issuerId, id }: Pick<Kept, 'issuerId' | 'id'>,
  levels: readonly WrittenLevel[]
): Promise<void> {
  await tx.approvalLevel.deleteMany({ where: { issuerId, profileId: id } });
  const rows = levels.map(({ name, limit }, index) => ({ position: index + 1, name, limit }));
  await tx.$executeRaw`
    INSERT INTO approval_levels (issuer_id, profile_id, position, name, amount_limit)
    SELECT ${issuerId}::uuid, ${id}::uuid, l.position, l.name, l.limit
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l (position smallint, name text, "limit" numeric)`;
  const members = levels.flatMap((level, index) => level.members.map((user) => ({ position: index + 1, user })));
  await tx.$executeRaw`
    INSERT INTO approval_level_members (issuer_id, profile_id, position, user_id)
    SELECT DISTINCT ${issuerId}::uuid, ${id}::uuid, m.position, m.user
    FROM jsonb_to_recordset(${JSON.stringify(members)}::jsonb) AS m (position smallint, "user" uuid)`;
}

/** Formats levels for the audit. */
const inShort = (levels: readonly WrittenLevel[]): string =>
  levels
    .map(({ name, limit, members }) => `${name} (${limit ?? '–'}): ${[...new Set(members)].sort().join(' ')}`)
    .join('; ');

function audit(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  { issuerId, id, companyId }: Kept,
  event: 'created' | 'changed' | 'deleted',
  details: Record<string, string>
): Promise<void> {
  const action = `approval_profile.${event}` as const;
  return recordAct(tx, principal, origin, {
    issuerId,
    action,
    entity: 'approval_profile',
    entityId: id,
    nodeId: companyId,
    details
  });
}
