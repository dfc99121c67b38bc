import { randomUUID } from 'node:crypto';
import { findApprovers, findColleagues } from '@/lib/money/approvals/approver-choices';
import { delegate, withdrawDelegation } from '@/lib/money/approvals/delegate';
import { ownDelegations } from '@/lib/money/approvals/delegations';
import { assignPlace, nodesFor, removePlace } from '@/lib/money/approvals/profile-places';
import { APPROVAL_PROFILES, findProfile, mayChangeProfiles } from '@/lib/money/approvals/profiles';
import { changeProfile, createProfile, deleteProfile } from '@/lib/money/approvals/save-profile';
import { approvalOf } from '@/lib/money/transactions/approvals-of';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { WAITING } from '@/lib/money/transactions/waiting';
import { aDelegation, aProfile } from '../approvals';
import { ORIGIN } from '../module-world';
import { aUserAt } from '../structure';
import { aTransaction } from '../transactions';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

interface Made {
  profiles: string[];
  delegations: string[];
  waiting: string[];
}
const made = new WeakMap<ScopeWorld, Made>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? { profiles: [], delegations: [], waiting: [] };
const EVERYBODY = { name: 'Try', levels: [{ number: 1, name: 'All', limit: null, members: ['Nobody.known'] }] };
const DAYS = { firstDay: '2090-01-01', lastDay: '2090-01-02', reason: null };

/** Approval profiles lie at their company, what waits for an approval at its account, a delegation with the delegator. */
export const approvals: ScopeModule = {
  name: 'approvals',
  async populate(world) {
    const { database, placeOf } = world;
    const kept: Made = { profiles: [], delegations: [], waiting: [] };
    for (const company of world.all('company')) {
      const [first, second] = [await aUserAt(database, 'C', company), await aUserAt(database, 'C', company)];
      for (const person of [first, second]) placeOf.set(person.id, company.id);
      const id = await aProfile(database, company, { levels: [{ members: [first.id] }], places: [company] });
      placeOf.set(id, company.id);
      kept.profiles.push(id);
      const from = { issuerId: company.issuerId, userId: first.id };
      const delegation = await aDelegation(database, { from, to: { userId: second.id } });
      placeOf.set(delegation, company.id);
      kept.delegations.push(delegation);
    }
    // Where no profile holds, so that every approver is asked.
    await database.query('DELETE FROM approval_places WHERE profile_id = $1', [kept.profiles[0]]);
    for (const account of world.all('account')) {
      const { id } = await aTransaction(database, account, { state: 'reviewed' });
      placeOf.set(id, account.id);
      kept.waiting.push(id);
    }
    made.set(world, kept);
  },
  readers: {
    APPROVAL_PROFILES: (principal, world) => exported(principal, APPROVAL_PROFILES, world),
    WAITING: (principal, world) => exported(principal, WAITING, world),
    'findProfile and its approvers': async (principal, world) => {
      const found = await Promise.all(madeIn(world).profiles.map((id) => findProfile(principal, id)));
      return found.flatMap((one) => (one ? [one.id, ...one.levels.flatMap(({ members }) => members.map(idOf))] : []));
    },
    'mayChangeProfiles of what is there': async (principal, world) => {
      const companies = await Promise.all(
        world
          .all('company')
          .map(async ({ issuerId, id }) =>
            (await mayChangeProfiles(principal, { issuerId, companyId: id })) ? [id] : []
          )
      );
      return companies.flat();
    },
    nodesFor: async (principal, world) => {
      const companies = [null, ...world.all('company').map(idOf)];
      return (await Promise.all(companies.map((id) => nodesFor(principal, id, '')))).flat().map(idOf);
    },
    findApprovers: async (principal) => (await findApprovers(principal, '')).map(idOf),
    // Colleagues are named wherever they stand in the own company, and nobody else is.
    findColleagues: async (principal, world) => {
      const others = await world.database.query<{ id: string }>(
        `SELECT u.id FROM users u LEFT JOIN users me ON me.issuer_id = u.issuer_id AND me.id = $2
         WHERE u.id = ANY($1::uuid[]) AND u.company_id IS DISTINCT FROM me.company_id`,
        [(await findColleagues(principal, '')).map(idOf), principal.userId]
      );
      return others.map(idOf);
    },
    ownDelegations: async (principal) =>
      [...(await ownDelegations(principal, 'given')), ...(await ownDelegations(principal, 'received'))].map(idOf),
    approvalOf: async (principal, world) => {
      const seen = await Promise.all(madeIn(world).waiting.map((id) => seenTransaction(principal, id)));
      const rows = seen.filter((row) => row !== null);
      await Promise.all(rows.map((row) => approvalOf(principal, row)));
      return rows.map(idOf);
    }
  },
  // What says who approves is read below its company as well.
  isSeen: (watcher, id, world) =>
    world.sees(watcher, id) ||
    (madeIn(world).profiles.includes(id) &&
      watcher.stands !== 'everything' &&
      watcher.stands.some((top) => world.isBelow(top, world.placeOf.get(id) as string))),
  writes: {
    changeProfile: (principal, id) => changeProfile(principal, id, { ...EVERYBODY, version: 1 }, ORIGIN),
    deleteProfile: (principal, id) => deleteProfile(principal, id, ORIGIN),
    assignPlace: (principal, id, world) => assignPlace(principal, id, world.placeOf.get(id) ?? randomUUID(), ORIGIN),
    removePlace: (principal, id, world) => removePlace(principal, id, world.placeOf.get(id) ?? randomUUID(), ORIGIN),
    'createProfile beside it': (principal, id, world) =>
      createProfile(principal, { ...EVERYBODY, company: world.placeOf.get(id) ?? randomUUID() }, ORIGIN),
    withdrawDelegation: (principal, id) => withdrawDelegation(principal, id, ORIGIN),
    'delegate to it': (principal, id) => delegate(principal, { delegate: id, ...DAYS }, ORIGIN)
  },
  targets: (world) => [...madeIn(world).profiles, ...madeIn(world).delegations]
};
