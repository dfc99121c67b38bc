import { lackedFeatures } from '@/lib/access/policy/features';
import { authoritiesOf, ROLES } from '@/lib/access/policy/policy';
import { may, type Principal, principalOf } from '@/lib/access/policy/principal';
import { shiftClock } from '@/lib/core/server/clock';
import { accessAsUser, endAccessAsUser, leadsBack } from '@/lib/directory/people/access-as-user';
import { addRole, MOST_ROLES } from '@/lib/directory/people/add-role';
import { assignmentsOf } from '@/lib/directory/people/assignments';
import { changeStatus } from '@/lib/directory/people/change-status';
import { changeUser } from '@/lib/directory/people/change-user';
import { changeUserId } from '@/lib/directory/people/change-user-id';
import { issuePassword } from '@/lib/directory/people/issue-password';
import { ownRoles, switchRole } from '@/lib/directory/people/own-roles';
import { findPlaces } from '@/lib/directory/people/places';
import { makePrimary, removeAccount, removeRole } from '@/lib/directory/people/remove-role';
import { newRoleSchema, userChangeSchema } from '@/lib/directory/people/schema';
import { requireTwoFactor } from '@/lib/directory/people/security/two-factor';
import { findUser } from '@/lib/directory/people/user-record';
import { ownSessions } from '@/lib/sign-in/session/own-sessions';
import { actorOf, endSession } from '@/lib/sign-in/session/sessions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import {
  aBranch,
  aCompany,
  aCompanyGroup,
  anAccount,
  anAssignment,
  anAuthorityTemplate,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aSession,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { userRecord } from '../support/users';

const database = useDatabase({ seeded: true });

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  return { issuer, ...(await aBranch(db, issuer)) };
}

const add = async (admin: Principal, userId: string, role: string, ...place: StructureNode[]) =>
  addRole(admin, userId, newRoleSchema.parse({ role, place: place.map(({ id }) => id) }), ORIGIN);

describe('giving roles', () => {
  test('C4.024 only active users get one more role', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'C', w.company);
    for (const status of ['inactive', 'locked'] as const) {
      const lockCause = status === 'locked' ? 'administrator' : null;
      const user = await aUserAt(db, 'A', w.account, { status, lockCause });
      expect(codeOf(await add(admin, user.id, 'O', w.point))).toBe('user.not.active');
    }
    const user = await aUserAt(db, 'A', w.account);
    expect(codeOf(await add(admin, user.id, 'O', w.point))).toBe('ok');
    expect(codeOf(await add(admin, user.id, 'O', w.point))).toBe('role.held');
  });

  test('C6.022 it takes peer-level modify authority', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'A', w.account);
    const noPeers = await aPrincipalAt(db, 'C', w.company, { authorities: ['users.view', 'users.modify'] });
    expect(codeOf(await add(noPeers, user.id, 'O', w.point))).toBe('user.not.authorized');
  });

  test('C6.013 a user is company group administrator only once', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'I', w.issuer);
    const user = await aUserAt(db, 'G', w.group);
    const other = await aCompanyGroup(db, w.issuer);
    expect(codeOf(await add(admin, user.id, 'G', other))).toBe('role.one.company.group');
    expect(codeOf(await add(admin, user.id, 'C', w.company))).toBe('ok');
  });

  test('C9.032 a user has 75 roles at most', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'C', w.company);
    const user = await aUserAt(db, 'A', w.account);
    for (let n = 1; n < MOST_ROLES; n++) await anAssignment(db, user, 'O', w.point);
    expect(await add(admin, user.id, 'O', await anOrgPoint(db, w.company))).toMatchObject({
      refusal: { code: 'role.too.many', params: { most: 75 } }
    });
  });

  test.each([
    ['A', 'account'],
    ['S', 'accountGroup'],
    ['O', 'point'],
    ['C', 'company'],
    ['G', 'group'],
    ['I', 'issuer']
  ] as const)(
    'C6.001 C6.002 C6.003 C6.005 C6.006 C6.007 role %s stands at its own kind of node, and nowhere else',
    async (role, kind) => {
      const db = database.current;
      const w = await aWorld();
      const admin = await aPrincipalAt(db, 'I', w.issuer);
      for (const [name, node] of Object.entries(w)) {
        const user = await aUserAt(db, 'A', w.account);
        const [expected] = name === kind ? [role === 'A' ? 'role.held' : 'ok'] : ['place.not.found'];
        expect([name, codeOf(await add(admin, user.id, role, node))]).toEqual([name, expected]);
      }
    }
  );

  test('a cardholder’s accounts are one role; the primary account stays (C6.020)', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'C', w.company);
    const user = await aUserAt(db, 'A', w.account);
    const second = await anAccount(db, w.company);
    expect(await add(admin, user.id, 'A', second)).toEqual({ ok: true, value: user.assignmentId });
    const [held] = await assignmentsOf(admin, await userRecord(admin, user.id));
    expect(held?.places).toHaveLength(2);
    const of = (nodeId: string) => ({ assignmentId: user.assignmentId, nodeId });
    expect(codeOf(await removeAccount(admin, user.id, of(w.account.id), ORIGIN))).toBe('user.primary.account');
    expect(codeOf(await makePrimary(admin, user.id, of(second.id), ORIGIN))).toBe('ok');
    expect(codeOf(await removeAccount(admin, user.id, of(w.account.id), ORIGIN))).toBe('ok');
    expect(codeOf(await removeAccount(admin, user.id, of(second.id), ORIGIN))).toBe('user.primary.account');
  });

  test('the primary role decides where a user is managed, and can’t be removed', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'I', w.issuer);
    const other = await aCompany(db, w.issuer);
    const user = await aUserAt(db, 'C', w.company);
    const second = granted(await add(admin, user.id, 'C', other));
    expect(codeOf(await removeRole(admin, user.id, user.assignmentId, ORIGIN))).toBe('role.primary');
    const there = await aPrincipalAt(db, 'C', other);
    expect(await findUser(there, user.id)).toBeNull();
    expect(codeOf(await makePrimary(admin, user.id, { assignmentId: second }, ORIGIN))).toBe('ok');
    expect(await findUser(there, user.id)).toMatchObject({ nodeId: other.id, companyId: other.id, version: 2 });
    expect(codeOf(await removeRole(admin, user.id, user.assignmentId, ORIGIN))).toBe('ok');
  });

  test('roles out of the administrator’s part are neither seen nor touched', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'C', w.company);
    const user = await aUserAt(db, 'C', w.company);
    const hidden = await anAssignment(db, user, 'C', await aCompany(db, w.issuer));
    expect(await assignmentsOf(admin, await userRecord(admin, user.id))).toHaveLength(1);
    expect(codeOf(await removeRole(admin, user.id, hidden, ORIGIN))).toBe('role.not.found');
    expect(codeOf(await makePrimary(admin, user.id, { assignmentId: hidden }, ORIGIN))).toBe('role.not.found');
  });

  test('nobody gives with a template what is kept from themselves', async () => {
    const db = database.current;
    const w = await aWorld();
    const limited = await aPrincipalAt(db, 'C', w.company, {
      authorities: ['users.view', 'users.modify', 'peers.modify', 'accounts.view']
    });
    const user = await aUserAt(db, 'A', w.account);
    const give = (template: string | null, role = 'O', node = w.point) =>
      addRole(
        limited,
        user.id,
        { role: role as 'O', place: [node.id], authorityTemplateId: template, lastDay: null },
        ORIGIN
      );
    expect(codeOf(await give(null))).toBe('authority.template.exceeds');
    const much = await anAuthorityTemplate(db, 'O', w.company, ['approvals.approve', 'accounts.view']);
    expect(codeOf(await give(much))).toBe('authority.template.exceeds');
    const little = await anAuthorityTemplate(db, 'O', w.company, ['accounts.view']);
    expect(codeOf(await give(little, 'C', w.company))).toBe('authority.template.not.found');
    const hidden = await anAuthorityTemplate(db, 'O', w.issuer, ['accounts.view']);
    expect(codeOf(await give(hidden))).toBe('authority.template.not.found');
    expect(codeOf(await give(little))).toBe('ok');
  });

  test('C6.004 C6.008 issuer group administrators stand at an issuer group, system administrators nowhere, and the system gives both', async () => {
    const db = database.current;
    const w = await aWorld();
    const system = await aPrincipalAt(db, 'Z', null);
    const issuers = await anIssuerGroup(db, [w.issuer]);
    const user = await aUserAt(db, 'I', w.issuer);
    const give = (by: Principal, role: 'H' | 'Z', place: string[]) =>
      addRole(by, user.id, { role, place, authorityTemplateId: null, lastDay: null }, ORIGIN);
    expect(codeOf(await give(system, 'H', [w.issuer.id]))).toBe('place.not.found');
    expect(codeOf(await give(system, 'Z', []))).toBe('security.violation.user.maintenance');
    expect(codeOf(await give(await aPrincipalAt(db, 'I', w.issuer), 'H', [issuers.id]))).toBe('place.not.found');
    expect(codeOf(await give(system, 'H', [issuers.id]))).toBe('ok');
  });

  test('C6.028 approving takes an approver’s permission, which no cardholder and no issuer has', async () => {
    const db = database.current;
    const w = await aWorld();
    const approves = async (...who: Parameters<typeof aUserAt> extends [unknown, ...infer Rest] ? Rest : never) =>
      may(await aPrincipalAt(db, ...who), 'approvals', 'approve');
    expect(await approves('O', w.point)).toBe(true);
    expect(await approves('O', w.point, { authorities: ['accounts.view'] })).toBe(false);
    expect(await approves('A', w.account)).toBe(false);
    expect(await approves('I', w.issuer)).toBe(false);
  });

  test('C6.009 what messages call approver, super user and peer user are powers, not roles of their own', () => {
    expect([...ROLES].sort()).toEqual(['A', 'C', 'G', 'H', 'I', 'O', 'S', 'Z']);
    const powers = new Set(ROLES.flatMap((role) => authoritiesOf(role)));
    for (const power of ['approvals.approve', 'access_as_user.run', 'peers.modify', 'multi_user.modify'] as const)
      expect(powers.has(power)).toBe(true);
  });

  test('places are offered by name, number and last digits, within one’s part', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'C', w.company);
    const card = await anAccount(db, w.company, { lastFour: '4711', name: 'Ada Holm' });
    await anAccount(db, await aCompany(db, w.issuer), { lastFour: '4711' });
    const found = async (role: 'A' | 'C', text: string) => (await findPlaces(admin, role, text)).map(({ id }) => id);
    expect(await found('A', '4711')).toEqual([card.id]);
    expect(await found('A', 'ada')).toEqual([card.id]);
    expect(await found('C', '')).toEqual([w.company.id]);
    expect(await found('A', '%')).toEqual([]);
  });
});

describe('switching', () => {
  test('C6.016 a user switches between the own roles only', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'C', w.company);
    const second = await anAssignment(db, user, 'A', w.account);
    const stranger = await aUserAt(db, 'C', w.company);
    const principal = await principalFor(db, user);
    expect((await ownRoles(principal)).map(({ role, isInUse }) => [role, isInUse])).toEqual([
      ['C', true],
      ['A', false]
    ]);
    expect(codeOf(await switchRole(principal, stranger.assignmentId, ORIGIN))).toBe('role.outside.structure');
    expect(await switchRole(principal, second, ORIGIN)).toEqual({ ok: true, value: null });
    const now = await principalOf({ ...principal, kind: 'full' });
    expect([now.role, may(now, 'users', 'view')]).toEqual(['A', false]);
  });
});

describe('access as user', () => {
  const tokenOf = (result: Awaited<ReturnType<typeof accessAsUser>>) => granted(result).token;

  test.each([
    ['A', 'account', 'ok'],
    ['O', 'point', 'ok'],
    ['S', 'accountGroup', 'ok'],
    ['C', 'company', 'ok'],
    ['G', 'group', 'access.as.user.role'],
    ['I', 'issuer', 'access.as.user.role']
  ] as const)('C6.017 towards role %s at its %s: %3$s', async (role, kind, expected) => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'I', w.issuer);
    const user = await aUserAt(db, role, w[kind]);
    expect(codeOf(await accessAsUser(admin, user.id, ORIGIN))).toBe(expected);
  });

  test('C6.017 not towards users of several accounts, inactive ones, oneself, or anybody out of one’s part', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'G', w.group);
    const several = await aUserAt(db, 'A', [w.account, await anAccount(db, w.company)]);
    expect(codeOf(await accessAsUser(admin, several.id, ORIGIN))).toBe('access.as.user.multi.account');
    const inactive = await aUserAt(db, 'A', w.account, { status: 'inactive' });
    expect(codeOf(await accessAsUser(admin, inactive.id, ORIGIN))).toBe('user.not.active');
    expect(codeOf(await accessAsUser(admin, admin.userId, ORIGIN))).toBe('access.as.user.oneself');
    const hidden = await aUserAt(db, 'C', await aCompany(db, w.issuer));
    expect(codeOf(await accessAsUser(admin, hidden.id, ORIGIN))).toBe('user.not.found');
    const companyAdmin = await aPrincipalAt(db, 'C', w.company);
    const holder = await aUserAt(db, 'A', w.account);
    expect(codeOf(await accessAsUser(companyAdmin, holder.id, ORIGIN))).toBe('user.not.authorized');
  });

  test('C6.018 the session sees what the user sees, names both in the audit, and lacks what is the user’s own', async () => {
    const db = database.current;
    const w = await aWorld();
    const admin = await aPrincipalAt(db, 'G', w.group);
    const target = await aUserAt(db, 'C', w.company);
    const holder = await aUserAt(db, 'A', w.account);
    const actor = await actorOf(tokenOf(await accessAsUser(admin, target.id, ORIGIN)));
    expect(actor).toMatchObject({ userId: target.id, kind: 'access', role: 'C' });
    if (!actor) return;
    const principal = await principalOf(actor);
    expect(principal.accessor).toEqual({ issuerId: admin.issuerId, userId: admin.userId });
    expect(lackedFeatures(principal)).toEqual(
      expect.arrayContaining(['profile', 'password', 'role_switching', 'linking', 'travel_expense'])
    );
    expect(await findUser(principal, holder.id)).not.toBeNull();
    expect(await findUser(principal, admin.userId)).toBeNull();
    expect(codeOf(await switchRole(principal, target.assignmentId, ORIGIN))).toBe('user.not.authorized');
    expect(codeOf(await accessAsUser(principal, holder.id, ORIGIN))).toBe('user.not.authorized');
    // Nobody's way to sign in is changed through another's eyes; the rest of the user's work is done.
    for (const denied of [
      await issuePassword(principal, holder.id, ORIGIN),
      await changeUserId(principal, holder.id, 'another2026', ORIGIN),
      await requireTwoFactor(principal, holder.id, ORIGIN),
      await changeUser(
        principal,
        holder.id,
        userChangeSchema.parse({ firstName: 'Robin', lastName: 'Example', email: 'mine@mail.example', version: 1 }),
        ORIGIN
      )
    ])
      expect(codeOf(denied)).toBe('user.not.authorized');
    expect(codeOf(await changeStatus(principal, holder.id, 'lock', ORIGIN))).toBe('ok');
    const entries = await db.query<{ action: string; by: string; accessedBy: string | null }>(
      `SELECT action, actor_user_id AS by, accessor_user_id AS "accessedBy" FROM audit_entries
       WHERE issuer_id = $1 AND action IN ('user.locked', 'access_as_user.begun') ORDER BY sequence`,
      [w.issuer.id]
    );
    expect(entries).toEqual([
      { action: 'access_as_user.begun', by: admin.userId, accessedBy: null },
      { action: 'user.locked', by: target.id, accessedBy: admin.userId }
    ]);
    expect(await ownSessions({ ...actor, sessionId: await aSession(db, target) })).toHaveLength(1);
    const [user] = await db.query('SELECT last_sign_in_at FROM users WHERE id = $1', [target.id]);
    expect(user).toEqual({ last_sign_in_at: null });
  });

  test('C6.017 it ends after 15 minutes, with the administrator’s own session, or by going back', async () => {
    const db = database.current;
    const w = await aWorld();
    const target = await aUserAt(db, 'A', w.account);
    const person = await aUserAt(db, 'G', w.group);
    const begin = async () => {
      const admin = await principalFor(db, person);
      return { admin, token: tokenOf(await accessAsUser(admin, target.id, ORIGIN)) };
    };
    const first = await begin();
    try {
      shiftClock(14 * 60_000);
      expect(await actorOf(first.token)).not.toBeNull();
      shiftClock(15 * 60_000 + 1_000);
      expect(await actorOf(first.token)).toBeNull();
    } finally {
      shiftClock(0);
    }
    const second = await begin();
    await db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [second.admin.sessionId]);
    expect(await actorOf(second.token)).toBeNull();
    const third = await begin();
    expect(await leadsBack(third.token)).toBe(true);
    const back = await endAccessAsUser(third.token, ORIGIN);
    expect(await actorOf(third.token)).toBeNull();
    expect(await actorOf(back?.session?.token ?? '')).toMatchObject({
      userId: person.id,
      sessionId: third.admin.sessionId
    });
    expect(await endAccessAsUser(third.token, ORIGIN)).toBeNull();
    const fourth = await begin();
    await endSession(fourth.token, ORIGIN);
    const [own] = await db.query<{ ended: boolean }>(
      'SELECT revoked_at IS NOT NULL AS ended FROM sessions WHERE id = $1',
      [fourth.admin.sessionId]
    );
    expect(own?.ended).toBe(true);
  });

  test('C6.017 when the time is over the administrator is led back to their own session, if that goes on', async () => {
    const db = database.current;
    const w = await aWorld();
    const target = await aUserAt(db, 'A', w.account);
    const person = await aUserAt(db, 'G', w.group);
    const begin = async () => {
      const admin = await principalFor(db, person);
      return { admin, token: tokenOf(await accessAsUser(admin, target.id, ORIGIN)) };
    };
    const [used, unused, closed] = [await begin(), await begin(), await begin()];
    await db.query('UPDATE sessions SET expires_at = now() WHERE id = $1', [closed.admin.sessionId]);
    try {
      shiftClock(10 * 60_000);
      expect(await actorOf(used.token)).not.toBeNull();
      shiftClock(15 * 60_000 + 1_000);
      expect(await actorOf(used.token)).toBeNull();
      expect([await leadsBack(used.token), await leadsBack(unused.token), await leadsBack(closed.token)]).toEqual([
        true,
        false,
        false
      ]);
      const back = await endAccessAsUser(used.token, ORIGIN);
      expect(await actorOf(back?.session?.token ?? '')).toMatchObject({ sessionId: used.admin.sessionId });
      expect(await endAccessAsUser(unused.token, ORIGIN)).toMatchObject({ userId: target.id, session: null });
      expect(await leadsBack(used.admin.sessionId)).toBe(false);
    } finally {
      shiftClock(0);
    }
  });

  test('C6.033 a user without a card account lacks its features', () => {
    expect(lackedFeatures({ role: 'A', accessor: null })).toEqual([]);
    expect(lackedFeatures({ role: 'C', accessor: null })).toEqual([
      'travel_expense',
      'card_services',
      'expense_reports',
      'submitting_reports',
      'signing_statements'
    ]);
  });
});
