import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { activateGroup } from '@/lib/money/purchasing/groups/activate-group';
import {
  changeApprovals,
  changeTemplates,
  changeTypes,
  changeUsers
} from '@/lib/money/purchasing/groups/change-sections';
import { findGroup, type PurchaseGroup } from '@/lib/money/purchasing/groups/groups';
import { createGroup } from '@/lib/money/purchasing/groups/save-group';
import { ORIGIN } from './module-world';
import type { Offered } from './purchasing';
import { granted } from './results';
import { done } from './setup';

/** The user id of somebody, as forms send it. */
export const userIdOf = async ({ issuerId, userId: id }: Principal): Promise<string> =>
  (await database().user.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } })).userId;

/** A group as it is now. */
export async function groupNow(by: Principal, id: string): Promise<PurchaseGroup> {
  const group = await findGroup(by, id);
  if (!group) throw new Error(`there is no group ${id}`);
  return group;
}

/** A group in the version that it has now, for a command. */
export const seenNow = async (by: Principal, id: string) => ({ id, version: (await groupNow(by, id)).version });

interface Filled {
  offered: Offered;
  users: readonly Principal[];
  /** The approval profile. */
  profile: string;
}

/** A group whose five sections are complete, still in progress: its id. */
export async function aFullGroup(by: Principal, { offered, users, profile }: Filled): Promise<string> {
  const { company, type, template } = offered;
  const id = granted(await createGroup(by, { company: company.id, name: randomUUID() }, ORIGIN));
  const userIds = await Promise.all(users.map(userIdOf));
  granted(await changeUsers(by, await seenNow(by, id), { users: userIds }, ORIGIN));
  granted(await changeApprovals(by, await seenNow(by, id), { profile }, ORIGIN));
  granted(await changeTypes(by, await seenNow(by, id), { types: [type] }, ORIGIN));
  granted(await changeTemplates(by, await seenNow(by, id), { templates: [template], suppliers: [] }, ORIGIN));
  return id;
}

/** The same, active. */
export async function anActiveGroup(by: Principal, filled: Filled): Promise<string> {
  const id = await aFullGroup(by, filled);
  done(await activateGroup(by, await seenNow(by, id), ORIGIN));
  return id;
}
