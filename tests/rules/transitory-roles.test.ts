import { may, type Principal, principalAgain, principalOf } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { accessAsUser } from '@/lib/directory/people/access-as-user';
import { addRole } from '@/lib/directory/people/add-role';
import { assignmentsOf } from '@/lib/directory/people/assignments';
import { changeLastDay } from '@/lib/directory/people/change-last-day';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { ownRoles, switchRole } from '@/lib/directory/people/own-roles';
import { cardholdersOf } from '@/lib/directory/people/reads/cardholders';
import { makePrimary } from '@/lib/directory/people/remove-role';
import { newRoleSchema } from '@/lib/directory/people/schema';
import { findUser } from '@/lib/directory/people/user-record';
import { standingOf } from '@/lib/money/approvals/standing';
import { actorOf } from '@/lib/sign-in/session/sessions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aBranch, anAccount, anAssignment, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { userRecord } from '../support/users';

const database = useDatabase({ seeded: true });
afterEach(() => shiftClock(0));

const DAY = '2027-03-31';
const at = (instant: string) => shiftClock(new Date(instant).getTime() - Date.now());
/** Where the issuer is, fourteen hours before UTC, the day ends at ten in the morning of UTC. */
const DURING = '2027-03-31T09:58:00Z';
const AFTER = '2027-03-31T10:01:00Z';

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  await db.query("UPDATE issuers SET time_zone = 'Pacific/Kiritimati' WHERE id = $1", [issuer.id]);
  const w = { issuer, ...(await aBranch(db, issuer)) };
  return { ...w, admin: await aPrincipalAt(db, 'I', issuer) };
}

/** The principal again, as the next request of the same session has it. */
const next = (principal: Principal) => principalOf({ ...principal, kind: 'full' });

describe('a role held for a time only (C6.009)', () => {
  test('C6.009 it gives everything to the end of its last day where the issuer is, and nothing from then on', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'A', w.account);
    const role = newRoleSchema.parse({ role: 'C', place: [w.company.id], lastDay: DAY });
    const assignmentId = granted(await addRole(w.admin, user.id, role, ORIGIN));
    const acting = await principalFor(db, user, { assignmentId });
    at(DURING);
    const before = await next(acting);
    expect([before.role, before.lastDay, may(before, 'structure', 'modify')]).toEqual(['C', DAY, true]);
    expect(await principalAgain(before)).not.toBeNull();
    at(AFTER);
    const after = await next(acting);
    expect([after.role, after.lastDay, may(after, 'structure', 'modify')]).toEqual(['A', null, false]);
    expect(after.scope.subtrees.map(({ nodeId }) => nodeId)).toEqual([w.account.id]);
    expect(await principalAgain(before)).toBeNull();
  });

  test('C6.009 a user in it falls back to the primary role; nobody switches to it any more', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'A', w.account);
    const assignmentId = await anAssignment(db, user, 'C', w.company, { lastDay: DAY });
    const principal = await principalFor(db, user);
    at(DURING);
    expect((await ownRoles(principal)).map(({ role, lastDay }) => [role, lastDay])).toEqual([
      ['A', null],
      ['C', DAY]
    ]);
    expect(codeOf(await switchRole(principal, assignmentId, ORIGIN))).toBe('ok');
    at(AFTER);
    const fallen = await ownRoles(await next(principal));
    expect(fallen.map(({ role, isInUse }) => [role, isInUse])).toEqual([['A', true]]);
    expect(codeOf(await switchRole(principal, assignmentId, ORIGIN))).toBe('role.outside.structure');
  });

  test('C6.009 nothing else counts it: approving for others, mail to cardholders, who maintains the person, other eyes', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'A', w.account);
    const assignmentId = await anAssignment(db, user, 'C', w.company, { lastDay: DAY });
    const second = await anAccount(db, w.company);
    await anAssignment(db, user, 'A', second, { lastDay: DAY });
    const delegate = await aUserAt(db, 'C', w.company);
    await db.query(
      `INSERT INTO approval_delegations (issuer_id, id, delegator_id, delegate_id, first_day, last_day, created_at)
       VALUES ($1, gen_random_uuid(), $2, $3, '2027-03-01', '2027-04-30', '2027-02-28T12:00:00Z')`,
      [w.issuer.id, user.id, delegate.id]
    );
    const point = await aPrincipalAt(db, 'O', w.point, { authorities: ['users.view', 'users.modify', 'peers.modify'] });
    const told = () =>
      transaction(async (tx) => ({
        paths: (await standingOf(tx, { issuerId: w.issuer.id, userId: delegate.id, accessor: null }, { held: false }))
          .delegators[0]?.paths,
        mails: (await cardholdersOf(tx, w.issuer.id, second.id)).length,
        standings: (await findUser(point, user.id))?.standings.map(({ role }) => role).sort()
      }));
    at(DURING);
    expect(await told()).toEqual({ paths: [w.company.path], mails: 1, standings: ['A', 'A', 'C'] });
    at(AFTER);
    expect(await told()).toEqual({ paths: [], mails: 0, standings: ['A'] });
    const over = (await assignmentsOf(w.admin, await userRecord(w.admin, user.id))).find(
      ({ id }) => id === assignmentId
    );
    expect(over).toMatchObject({ lastDay: DAY, isOver: true });
  });

  test('C6.009 C6.018 looking through another’s eyes ends with the role it was begun in', async () => {
    const db = database.current;
    const w = await aWorld();
    const target = await aUserAt(db, 'A', w.account);
    const admin = await aUserAt(db, 'C', w.company);
    const assignmentId = await anAssignment(db, admin, 'G', w.group, { lastDay: DAY });
    at(DURING);
    const principal = await principalFor(db, admin, { assignmentId });
    await db.query('UPDATE sessions SET created_at = $2, last_seen_at = $2, expires_at = $3 WHERE id = $1', [
      principal.sessionId,
      new Date(DURING),
      new Date('2027-03-31T12:00:00Z')
    ]);
    const { token } = granted(await accessAsUser(principal, target.id, ORIGIN));
    expect(await actorOf(token)).toMatchObject({ userId: target.id, kind: 'access' });
    at(AFTER);
    expect(await actorOf(token)).toBeNull();
  });

  test('C6.009 it is not passed on: its holder gives nobody a role', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'A', w.account);
    const acting = await principalFor(db, user, {
      assignmentId: await anAssignment(db, user, 'C', w.company, { lastDay: DAY })
    });
    const other = await aUserAt(db, 'A', await anAccount(db, w.company));
    const role = newRoleSchema.parse({ role: 'O', place: [w.point.id] });
    expect(codeOf(await addRole(acting, other.id, role, ORIGIN))).toBe('user.not.authorized');
    expect(codeOf(await addRole(await aPrincipalAt(db, 'C', w.company), other.id, role, ORIGIN))).toBe('ok');
  });

  test('C6.009 its last day is today at the earliest, and is changed with an entry in the audit; a role that is over counts again', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'A', w.account);
    const assignmentId = await anAssignment(db, user, 'C', w.company, { lastDay: DAY });
    const change = (lastDay: string | null, by = w.admin) =>
      changeLastDay(by, user.id, { assignmentId, lastDay }, ORIGIN);
    at(AFTER);
    expect(refusedFor(await change(DAY))).toBe('lastDay role.last.day.over');
    const role = newRoleSchema.parse({ role: 'O', place: [w.point.id], lastDay: DAY });
    expect(refusedFor(await addRole(w.admin, user.id, role, ORIGIN))).toBe('lastDay role.last.day.over');
    expect(codeOf(await change('2027-04-01'))).toBe('ok');
    expect((await principalFor(db, user, { assignmentId })).role).toBe('C');
    const noPeers = await aPrincipalAt(db, 'C', w.company, { authorities: ['users.view', 'users.modify'] });
    expect(codeOf(await change(null, noPeers))).toBe('user.not.authorized');
    expect(codeOf(await change(null))).toBe('ok');
    const entries = await db.query<{ details: object }>(
      "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'role.last_day_changed' ORDER BY sequence",
      [w.issuer.id]
    );
    expect(entries.map(({ details }) => details)).toEqual([
      { role: 'C', 'before.lastDay': DAY, 'after.lastDay': '2027-04-01', assignment: assignmentId },
      { role: 'C', 'before.lastDay': '2027-04-01', 'after.lastDay': null, assignment: assignmentId }
    ]);
  });

  test('C6.009 the primary role has no last day, whoever asks, and a role with one does not become primary', async () => {
    const db = database.current;
    const w = await aWorld();
    const user = await aUserAt(db, 'A', w.account);
    const assignmentId = await anAssignment(db, user, 'C', w.company, { lastDay: DAY });
    const own = { assignmentId: user.assignmentId, lastDay: DAY };
    expect(codeOf(await changeLastDay(w.admin, user.id, own, ORIGIN))).toBe('role.last.day.primary');
    expect(codeOf(await makePrimary(w.admin, user.id, { assignmentId }, ORIGIN))).toBe('role.last.day.primary');
    for (const [id, primary] of [
      [user.assignmentId, true],
      [assignmentId, false]
    ])
      await expect(
        db.query('UPDATE assignments SET last_day = $2, is_primary = $3 WHERE id = $1', [id, DAY, true])
      ).rejects.toThrow(primary ? 'assignments_primary_lasts' : /assignments_primary/);
    await expect(
      db.query("UPDATE assignments SET last_day = '2020-01-01' WHERE id = $1", [user.assignmentId])
    ).rejects.toThrow('assignments_');
  });

  test('C6.009 a merge keeps the longer of the same role, and the accounts of each role', async () => {
    const db = database.current;
    const w = await aWorld();
    const [kept, merged] = [await aUserAt(db, 'A', w.account), await aUserAt(db, 'A', await anAccount(db, w.company))];
    const other = await anOrgPoint(db, w.company);
    await anAssignment(db, kept, 'O', w.point, { lastDay: DAY });
    await anAssignment(db, merged, 'O', w.point);
    await anAssignment(db, kept, 'O', other, { lastDay: '2027-12-31' });
    await anAssignment(db, merged, 'O', other, { lastDay: DAY });
    const extra = await anAccount(db, w.company);
    await anAssignment(db, merged, 'A', [w.account, extra], { lastDay: DAY });
    const users = { keptId: kept.id, mergedId: merged.id };
    expect(codeOf(await mergeUsers(w.admin, users, ORIGIN, BELONGINGS))).toBe('ok');
    const held = await assignmentsOf(w.admin, await userRecord(w.admin, kept.id));
    const shown = held.map(({ role, lastDay, places }) => [role, lastDay, places.map(({ nodeId }) => nodeId).sort()]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['O', null, [w.point.id]],
        ['O', '2027-12-31', [other.id]],
        ['A', DAY, [w.account.id, extra.id].sort()]
      ])
    );
    expect(shown).toHaveLength(4);
  });
});
