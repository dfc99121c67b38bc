import { randomUUID } from 'node:crypto';
import { may, type Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { accessAsUser } from '@/lib/directory/people/access-as-user';
import { addRole } from '@/lib/directory/people/add-role';
import { assignmentsOf } from '@/lib/directory/people/assignments';
import { changeLastDay } from '@/lib/directory/people/change-last-day';
import { changeStatus } from '@/lib/directory/people/change-status';
import { changeUser } from '@/lib/directory/people/change-user';
import { changeUserId } from '@/lib/directory/people/change-user-id';
import { createUser } from '@/lib/directory/people/create-user';
import { deleteUser } from '@/lib/directory/people/delete-user';
import { issuePassword } from '@/lib/directory/people/issue-password';
import { refuseOwnLink } from '@/lib/directory/people/links/link-refusal';
import { linksOf } from '@/lib/directory/people/links/links';
import { requestLink } from '@/lib/directory/people/links/request-link';
import { unlink } from '@/lib/directory/people/links/unlink';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { findOtherIds } from '@/lib/directory/people/other-ids';
import { ownRoles, switchRole } from '@/lib/directory/people/own-roles';
import { findPlaces, placeNamed } from '@/lib/directory/people/places';
import { makePrimary, removeAccount, removeRole } from '@/lib/directory/people/remove-role';
import { newUserSchema } from '@/lib/directory/people/schema';
import {
  clearDualAuthenticationLock,
  lockDualAuthentication,
  resetEnrolment
} from '@/lib/directory/people/security/dual-authentication';
import { SIGN_IN_SECURITY } from '@/lib/directory/people/security/listing';
import { signInSecurity } from '@/lib/directory/people/security/sign-in-security';
import { setSingleSignOnOnly } from '@/lib/directory/people/security/single-sign-on';
import { endTwoFactor, handOutSoftToken, requireTwoFactor } from '@/lib/directory/people/security/two-factor';
import { findSupervisors, supervisorNamed } from '@/lib/directory/people/supervisor';
import { userHistory } from '@/lib/directory/people/user-history';
import { USERS } from '@/lib/directory/people/user-listing';
import { findUser, type UserRecord, userNamed } from '@/lib/directory/people/user-record';
import { endUserSessions, userSessions } from '@/lib/directory/people/user-sessions';
import { usersAt } from '@/lib/directory/people/users-at';
import { refusalAddress } from '../links';
import { ORIGIN } from '../module-world';
import { aUserAt, type PlacedPerson } from '../structure';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

const ROLE_AT = {
  issuer: 'I',
  company_group: 'G',
  company: 'C',
  account_group: 'S',
  org_point: 'O',
  account: 'A'
} as const;

const made = new WeakMap<ScopeWorld, PlacedPerson[]>();
const peopleIn = (world: ScopeWorld) => made.get(world) ?? [];
const personOf = (world: ScopeWorld, id: string) => peopleIn(world).find((person) => person.id === id);
/** The possessions of a user; empty without one. */
const userIdOf = (world: ScopeWorld, id: string) => personOf(world, id)?.userId ?? 'Nobody.known';
const assignmentOf = (world: ScopeWorld, id: string) => personOf(world, id)?.assignmentId ?? randomUUID();
const sessions = new WeakMap<ScopeWorld, Map<string, string>>();

/** Users by everything that finds them, and what follows from a user that was found. */
async function foundUsers(principal: Principal, world: ScopeWorld): Promise<UserRecord[]> {
  const found = await Promise.all(peopleIn(world).map(({ id }) => findUser(principal, id)));
  return found.flatMap((user) => user ?? []);
}

const PERSON = { firstName: 'Try', lastName: 'Try', email: null, phone: null, locale: null, supervisorId: null };
const place = { role: 'C', authorityTemplateId: null, lastDay: null } as const;

export const people: ScopeModule = {
  name: 'people',
  async populate(world) {
    const { database, random, placeOf } = world;
    const placed: PlacedPerson[] = [];
    for (const node of world.all())
      if (random.chance(0.5)) placed.push(await aUserAt(database, ROLE_AT[node.kind], node, { lastName: 'Holm' }));
    const opened = new Map<string, string>();
    for (const [at, { id, issuerId }] of placed.entries()) {
      const next = placed.find((other, n) => n > at && other.issuerId === issuerId);
      if (next && random.chance(0.5))
        await database.query(
          'INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id) VALUES ($1, $2, $3, $4)',
          [issuerId, randomUUID(), id, next.id]
        );
      const session = randomUUID();
      await database.query(
        `INSERT INTO sessions (issuer_id, id, user_id, token_hash, brand_name, created_at, last_seen_at, idle_timeout_seconds,
           expires_at, address, user_agent) VALUES ($1, $2::uuid, $3, sha256($2::text::bytea), 'tessera', now(), now(), 900, now() + interval '1 hour', '127.0.0.1', 'x')`,
        [issuerId, session, id]
      );
      opened.set(id, session);
    }
    made.set(world, placed);
    sessions.set(world, opened);
    // Everybody of this world: those who watch as well, and who moved things before.
    const users = await database.query<{ id: string; place: string }>(
      'SELECT id, coalesce(node_id, issuer_id) AS place FROM users'
    );
    for (const { id, place: at } of users) placeOf.set(id, at);
  },
  readers: {
    USERS: (principal, world) => exported(principal, USERS, world),
    SIGN_IN_SECURITY: (principal, world) => exported(principal, SIGN_IN_SECURITY, world),
    findUser: async (principal, world) => (await foundUsers(principal, world)).map(idOf),
    userNamed: async (principal, world) =>
      (await Promise.all(peopleIn(world).map(({ userId }) => userNamed(principal, userId)))).flatMap((id) => id ?? []),
    signInSecurity: async (principal, world) => {
      const told = peopleIn(world).map(async ({ id }) => ((await signInSecurity(principal, id)) ? [id] : []));
      return (await Promise.all(told)).flat();
    },
    usersAt: async (principal, world) =>
      (await Promise.all(world.all().map((node) => usersAt(principal, node, 100)))).flat().map(idOf),
    'what is told of a user: sessions, history, links, places': async (principal, world) => {
      const told: string[] = [];
      for (const user of await foundUsers(principal, world)) {
        const [open, history] = [await userSessions(principal, user), await userHistory(principal, user)];
        if (open.length + history.length > 0) told.push(user.id);
        told.push(...(await linksOf(principal, user)).flatMap(({ other }) => other?.id ?? []));
        const roles = await assignmentsOf(principal, user);
        told.push(...roles.flatMap(({ places }) => places.map(({ nodeId }) => nodeId)));
      }
      return told;
    },
    'assignmentsOf elsewhere': async (principal, world) => {
      const found = await Promise.all(peopleIn(world).map((person) => assignmentsOf(principal, person)));
      return found.flat().flatMap(({ places }) => places.map(({ nodeId }) => nodeId));
    },
    ownRoles: async (principal) =>
      principal.role === 'H'
        ? []
        : (await ownRoles(principal)).flatMap(({ places }) => places.map(({ nodeId }) => nodeId)),
    'findSupervisors, supervisorNamed': async (principal, world) => {
      const found = await Promise.all(['', 'Holm'].map((text) => findSupervisors(principal, null, text)));
      const named = peopleIn(world).map(({ userId }) => supervisorNamed(principal, null, userId));
      return [...found.flat().map(idOf), ...(await Promise.all(named)).flatMap((id) => id ?? [])];
    },
    findOtherIds: async (principal, world) =>
      (await Promise.all(peopleIn(world).map(({ id }) => findOtherIds(principal, id, '')))).flat().map(idOf),
    places: async (principal, world) => {
      const roles = Object.values(ROLE_AT);
      const found = await Promise.all(
        roles.flatMap((role) => ['', 'Al', 'Ced'].map((text) => findPlaces(principal, role, text)))
      );
      const named = world.all().map((node) => placeNamed(principal, ROLE_AT[node.kind], node.name));
      return [...found.flat().map(idOf), ...(await Promise.all(named)).flatMap((id) => id ?? [])];
    }
  },
  complete: {
    findUser: seenPeople,
    userNamed: (watcher, world) => (may(watcher.principal, 'users', 'modify') ? seenPeople(watcher, world) : null)
  },
  writes: {
    changeUser: (principal, id) => changeUser(principal, id, { ...PERSON, version: 1 }, ORIGIN),
    changeUserId: (principal, id) => changeUserId(principal, id, 'Somebody.new', ORIGIN),
    deactivate: (principal, id) => changeStatus(principal, id, 'deactivate', ORIGIN),
    issuePassword: (principal, id) => issuePassword(principal, id, ORIGIN),
    deleteUser: (principal, id) => deleteUser(principal, id, ORIGIN),
    endUserSessions: (principal, id) => endUserSessions(principal, id, null, ORIGIN),
    'endUserSessions, one': (principal, id, world) =>
      endUserSessions(principal, id, sessions.get(world)?.get(id) ?? randomUUID(), ORIGIN),
    addRole: (principal, id) => addRole(principal, id, { ...place, place: [principal.issuerId] }, ORIGIN),
    removeRole: (principal, id, world) => removeRole(principal, id, assignmentOf(world, id), ORIGIN),
    removeAccount: (principal, id, world) =>
      removeAccount(principal, id, { assignmentId: assignmentOf(world, id), nodeId: randomUUID() }, ORIGIN),
    changeLastDay: (principal, id, world) =>
      changeLastDay(principal, id, { assignmentId: assignmentOf(world, id), lastDay: null }, ORIGIN),
    makePrimary: (principal, id, world) =>
      makePrimary(principal, id, { assignmentId: assignmentOf(world, id) }, ORIGIN),
    'mergeUsers into it': (principal, id) =>
      mergeUsers(principal, { keptId: id, mergedId: randomUUID() }, ORIGIN, BELONGINGS),
    'mergeUsers from it': (principal, id) =>
      mergeUsers(principal, { keptId: randomUUID(), mergedId: id }, ORIGIN, BELONGINGS),
    requestLink: (principal, id, world) =>
      requestLink(principal, { primaryId: id, userId: userIdOf(world, id) }, refusalAddress, ORIGIN),
    unlink: async (principal, id, world) => {
      const [link] = await world.database.query<{ id: string }>(
        'SELECT id FROM user_links WHERE $1 IN (primary_user_id, linked_user_id)',
        [id]
      );
      return unlink(principal, { userId: id, linkId: link?.id ?? randomUUID() }, ORIGIN);
    },
    refuseOwnLink: async (principal, id, world) => {
      const [link] = await world.database.query<{ id: string }>(
        'SELECT id FROM user_links WHERE $1 IN (primary_user_id, linked_user_id)',
        [id]
      );
      return refuseOwnLink(principal, link?.id ?? randomUUID(), ORIGIN);
    },
    accessAsUser: (principal, id) => accessAsUser(principal, id, ORIGIN),
    switchRole: (principal, id, world) => switchRole(principal, assignmentOf(world, id), ORIGIN),
    resetEnrolment: (principal, id) => resetEnrolment(principal, id, ORIGIN),
    lockDualAuthentication: (principal, id) => lockDualAuthentication(principal, id, ORIGIN),
    clearDualAuthenticationLock: (principal, id) => clearDualAuthenticationLock(principal, id, ORIGIN),
    setSingleSignOnOnly: (principal, id) => setSingleSignOnOnly(principal, id, true, ORIGIN),
    requireTwoFactor: (principal, id) => requireTwoFactor(principal, id, ORIGIN),
    endTwoFactor: (principal, id) => endTwoFactor(principal, id, ORIGIN),
    handOutSoftToken: (principal, id) => handOutSoftToken(principal, id, ORIGIN),
    'createUser where it stands': (principal, id, world) =>
      createUser(
        principal,
        newUserSchema.parse({ ...PERSON, role: 'C', place: [world.placeOf.get(id) ?? randomUUID()] }),
        async () => '',
        ORIGIN
      )
  },
  targets: (world) => peopleIn(world).map(idOf)
};

function seenPeople(watcher: Watcher, world: ScopeWorld): string[] | null {
  if (watcher.stands === 'everything') return null;
  if (!may(watcher.principal, 'users', 'view')) return [];
  return peopleIn(world)
    .map(idOf)
    .filter((id) => world.sees(watcher, id));
}
