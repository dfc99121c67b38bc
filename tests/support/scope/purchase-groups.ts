import { randomUUID } from 'node:crypto';
import { activateGroup, deleteGroup } from '@/lib/money/purchasing/groups/activate-group';
import { askedFor } from '@/lib/money/purchasing/groups/asked-for';
import {
  changeApprovals,
  changeTemplates,
  changeTypes,
  changeUsers,
  findGroupUsers
} from '@/lib/money/purchasing/groups/change-sections';
import { findGroup, mayChangeGroups, PURCHASE_GROUPS } from '@/lib/money/purchasing/groups/groups';
import { changeDetails, createGroup } from '@/lib/money/purchasing/groups/save-group';
import { ORIGIN } from '../module-world';
import { aUserAt } from '../structure';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const SEEN = { version: 1 };

/**
 * Purchase groups lie at their company, and are read below it too; their users where they are managed. Their approval
 * profiles are those of `approvals`.
 */
export const purchaseGroups: ScopeModule = {
  name: 'purchase groups',
  async populate(world) {
    const kept: string[] = [];
    for (const company of world.all('company')) {
      const user = await aUserAt(world.database, 'C', company);
      world.placeOf.set(user.id, company.id);
      const id = randomUUID();
      await world.database.query(
        `WITH made AS (INSERT INTO purchase_groups (issuer_id, id, company_id, name, profile_id, created_at)
           VALUES ($1, $2::uuid, $3, $2::uuid::text, (SELECT p.id FROM approval_profiles p WHERE p.company_id = $3 LIMIT 1), now()) RETURNING issuer_id, id, state)
         INSERT INTO purchase_group_users (issuer_id, group_id, user_id, group_state) SELECT issuer_id, id, $4, state FROM made`,
        [company.issuerId, id, company.id, user.id]
      );
      world.placeOf.set(id, company.id);
      kept.push(id);
    }
    made.set(world, kept);
  },
  readers: {
    PURCHASE_GROUPS: (principal, world) => exported(principal, PURCHASE_GROUPS, world),
    'findGroup, its users and who is asked': async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((id) => findGroup(principal, id)));
      const seen = found.filter((one) => one !== null);
      const asked = await Promise.all(seen.map((one) => askedFor(principal, one, '1')));
      return [
        ...seen.flatMap(({ id, users }) => [id, ...users.map(idOf)]),
        ...asked.flatMap((one) => one?.asked.members.map(idOf) ?? [])
      ];
    },
    'mayChangeGroups of what is there': async (principal, world) => {
      const companies = await Promise.all(
        world
          .all('company')
          .map(async ({ issuerId, id }) =>
            (await mayChangeGroups(principal, { issuerId, companyId: id })) ? [id] : []
          )
      );
      return companies.flat();
    },
    findGroupUsers: async (principal, world) =>
      (await Promise.all(madeIn(world).map((id) => findGroupUsers(principal, id, '')))).flat().map(idOf)
  },
  // What says who requests is read below its company as well.
  isSeen: (watcher, id, world) =>
    world.sees(watcher, id) ||
    (madeIn(world).includes(id) &&
      watcher.stands !== 'everything' &&
      watcher.stands.some((top) => world.isBelow(top, world.placeOf.get(id) as string))),
  writes: {
    changeDetails: (principal, id) =>
      changeDetails(principal, { id, ...SEEN }, { name: 'Try', instructions: null }, ORIGIN),
    changeUsers: (principal, id) => changeUsers(principal, { id, ...SEEN }, { users: [] }, ORIGIN),
    changeApprovals: (principal, id) => changeApprovals(principal, { id, ...SEEN }, { profile: null }, ORIGIN),
    changeTypes: (principal, id) => changeTypes(principal, { id, ...SEEN }, { types: [randomUUID()] }, ORIGIN),
    changeTemplates: (principal, id) =>
      changeTemplates(principal, { id, ...SEEN }, { templates: [randomUUID()], suppliers: [] }, ORIGIN),
    activateGroup: (principal, id) => activateGroup(principal, { id, ...SEEN }, ORIGIN),
    deleteGroup: (principal, id) => deleteGroup(principal, { id, ...SEEN }, ORIGIN),
    'createGroup beside it': (principal, id, world) =>
      createGroup(principal, { company: world.placeOf.get(id) ?? randomUUID(), name: randomUUID() }, ORIGIN)
  },
  targets: madeIn
};
