import type { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { changesBetween } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { idRow, readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { findPlacedPeople, type PlacedChoice } from '../../../directory/people/find-people';
import { peopleTyped } from '../../../directory/people/people-by-id';
import { isProfileOf } from '../../approvals/profile-choices';
import { SUPPLIERS, TEMPLATES, TYPES } from '../set-up-tables';
import { changeGroup, type SeenGroup } from './change-group';
import { findGroup, mayChangeGroups, type PurchaseGroup } from './groups';
import type { templatesSchema, typesSchema, usersSchema } from './schema';
import { onceMoreIfTaken, takenUser } from './taken-users';

/** The condition of users `u` who can be in a group: those of its company. */
const ofCompany = ({ issuerId, companyId }: PurchaseGroup) =>
  Prisma.sql`u.issuer_id = ${issuerId}::uuid AND u.company_id = ${companyId}::uuid`;

/** Those who can be put into a group, by the beginnings of names and user id; at most 20. */
export async function findGroupUsers(principal: Principal, id: string, text: string): Promise<PlacedChoice[]> {
  const group = await findGroup(principal, id);
  if (!group || !(await mayChangeGroups(principal, group))) return [];
  return findPlacedPeople(ofCompany(group), text);
}

/** Puts these users into a group, and takes the others out. Nobody is in two active groups (C4.016, C4.048). */
export function changeUsers(
  principal: Principal,
  seen: SeenGroup,
  { users }: z.output<typeof usersSchema>,
  origin: Origin
): Promise<Result<null>> {
  return onceMoreIfTaken(() =>
    changeGroup(principal, seen, origin, async (tx, held) => {
      const { issuerId, id, state } = held;
      // Who is in it may stay, also if they were moved since.
      const isStaying = ({ userId }: { userId: string }) => users.includes(userId);
      const typed = users.filter((userId) => !held.users.some((one) => one.userId === userId));
      const { people, unknown } = await peopleTyped(tx, ofCompany(held), typed);
      if (unknown !== undefined)
        return refused({ code: 'approval.member.unknown', field: 'users', params: { userId: unknown } });
      const added = people.filter((person) => !held.users.some((one) => one.id === person.id));
      const gone = held.users.filter((one) => !isStaying(one) && !people.some((person) => person.id === one.id));
      const taken = state === 'active' ? await takenUser(tx, held, added.map(idOf)) : null;
      if (taken) return refused({ ...taken, field: 'users' });
      await tx.purchaseGroupUser.deleteMany({ where: { issuerId, groupId: id, userId: { in: gone.map(idOf) } } });
      await tx.purchaseGroupUser.createMany({
        data: added.map(({ id: userId }) => ({ issuerId, groupId: id, userId, groupState: state }))
      });
      const now = [...held.users.filter((one) => !gone.includes(one)), ...added];
      return accepted(changesBetween({ users: namesOf(held.users) }, { users: namesOf(now) }));
    })
  );
}

const idOf = ({ id }: { id: string }) => id;
const namesOf = (users: readonly { userId: string }[]) => users.map(({ userId }) => userId).sort();

/** Chooses the approval profile whose levels approve the group's requests (C3.019); none: nobody does (C4.047). */
export function changeApprovals(
  principal: Principal,
  seen: SeenGroup,
  { profile }: { profile: string | null },
  origin: Origin
): Promise<Result<null>> {
  return changeGroup(principal, seen, origin, async (tx, held) => {
    const { issuerId, id, profileId } = held;
    if (profile !== null && !(await isProfileOf(tx, held, profile)))
      return refused({ code: 'choice.invalid', field: 'profile' });
    await tx.$executeRaw`
      UPDATE purchase_groups SET profile_id = ${profile}::uuid WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    return accepted(changesBetween({ profile: profileId }, { profile }));
  });
}

/** Chooses the purchase types of a group. */
export function changeTypes(
  principal: Principal,
  seen: SeenGroup,
  { types }: z.output<typeof typesSchema>,
  origin: Origin
): Promise<Result<null>> {
  return changeGroup(principal, seen, origin, (tx, held) => writeRecords(tx, held, { types }));
}

/** Chooses the templates of a group, and its suppliers; without any, each of the company's may be chosen. */
export function changeTemplates(
  principal: Principal,
  seen: SeenGroup,
  { templates, suppliers }: z.output<typeof templatesSchema>,
  origin: Origin
): Promise<Result<null>> {
  return changeGroup(principal, seen, origin, (tx, held) => writeRecords(tx, held, { templates, suppliers }));
}

/** The records of a group by the field that names them. */
const RECORDS = {
  types: { entity: 'purchase-type', table: TYPES },
  templates: { entity: 'purchase-template', table: TEMPLATES },
  suppliers: { entity: 'supplier', table: SUPPLIERS }
} as const;
export type RecordField = keyof typeof RECORDS;

/** The ids of a group's records of a kind. */
export const chosenRecords = ({ records }: Pick<PurchaseGroup, 'records'>, field: RecordField): string[] =>
  records.filter(({ entity }) => entity === RECORDS[field].entity).map(idOf);

type Chosen = Partial<Record<RecordField, string[]>>;

async function writeRecords(tx: Transaction, held: PurchaseGroup, chosen: Chosen) {
  const { issuerId, id: groupId, companyId } = held;
  const before: Chosen = {};
  for (const [field, ids] of Object.entries(chosen) as [RecordField, string[]][]) {
    const { entity, table } = RECORDS[field];
    before[field] = chosenRecords(held, field).sort();
    const added = ids.filter((id) => !before[field]?.includes(id));
    const known = await readRows(tx, idRow)`
      SELECT r.id FROM ${table} r WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active
        AND r.id = ANY(${added}::uuid[])`;
    if (known.length < new Set(added).size) return refused({ code: 'choice.invalid', field });
    await tx.purchaseGroupRecord.deleteMany({ where: { issuerId, groupId, entity, recordId: { notIn: ids } } });
    await tx.purchaseGroupRecord.createMany({
      data: known.map(({ id: recordId }) => ({ issuerId, groupId, recordId, entity }))
    });
  }
  const after = Object.fromEntries(Object.entries(chosen).map(([field, ids]) => [field, [...new Set(ids)].sort()]));
  return accepted(changesBetween(before, after));
}
