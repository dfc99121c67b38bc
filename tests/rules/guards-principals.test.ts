import { randomUUID } from 'node:crypto';
import { eyesFault } from '@/lib/access/policy/features';
import { isOpen } from '@/lib/access/policy/is-open';
import { may, primaryPrincipal, principalAgain, principalOf } from '@/lib/access/policy/principal';
import type { ProgramFeature } from '@/lib/access/policy/program-features';
import { changesBetween } from '@/lib/access/policy/record-act';
import { nodeColumns, reaching, type Scope, within } from '@/lib/access/policy/scope';
import { useDatabase } from '../support/module-world';
import { aPersonOf } from '../support/people';
import { aPrincipalAt, principalFor } from '../support/principal';
import {
  aBranch,
  aCompany,
  anAccount,
  anAssignment,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
});

/** What a statement finds that asks for the id alone: the row of the twin, which stands first by now. */
const last = (table: string, column: string, id: string) =>
  world.current.query(`UPDATE ${table} SET ${column} = ${column} WHERE issuer_id = $1 AND id = $2`, [issuer.id, id]);

test('CD.20 a principal stands where one’s own issuer says, not where another has the same ids', async () => {
  const db = world.current;
  const person = await aUserAt(db, 'C', company, { authorities: ['structure.view', 'users.view'] });
  const second = await anAssignment(db, person, 'O', await anOrgPoint(db, company));
  const chosen = await principalFor(db, person, { assignmentId: second });
  const own = await principalFor(db, person);
  const twin = await aTwinOf(db, issuer.id);
  await db.query("UPDATE authority_templates SET authorities = '{audit.view}' WHERE issuer_id = $1", [twin.issuerId]);
  for (const { sessionId } of [own, chosen]) await last('sessions', 'last_seen_at', sessionId);
  await last('users', 'first_name', person.id);
  await last('assignments', 'role', second);
  await last('assignments', 'role', person.assignmentId);
  for (const principal of [own, chosen]) {
    expect(await principalOf({ ...principal, kind: 'full' })).toEqual(principal);
    expect(await principalAgain(principal)).toEqual(principal);
  }
  const { assignmentId: _, ...who } = own;
  expect(await primaryPrincipal(who)).toEqual(own);
  // A role that has ended here and goes on there gives nothing.
  await db.query(
    "UPDATE assignments SET created_at = '2020-01-01', last_day = '2020-01-01' WHERE issuer_id = $1 AND id = $2",
    [...[issuer.id, second]]
  );
  expect(await principalOf({ ...chosen, kind: 'full' })).toEqual({ ...own, sessionId: chosen.sessionId });
  // A place of the same assignment in the other issuer is no place here.
  await db.query('DELETE FROM assignment_nodes WHERE issuer_id = $1', [issuer.id]);
  expect((await principalOf({ ...own, kind: 'full' })).scope.subtrees).toEqual([]);
});

test('CD.20 the places of others, and those of one’s other assignments, are none of one’s own', async () => {
  const db = world.current;
  const [mine, other] = [await anOrgPoint(db, company), await anOrgPoint(db, company)];
  const person = await aUserAt(db, 'O', [mine]);
  await anAssignment(db, person, 'O', other);
  await aUserAt(db, 'O', other);
  const principal = await principalFor(db, person);
  expect(principal.scope.subtrees.map(({ nodeId }) => nodeId)).toEqual([mine.id]);
  const { assignmentId: _, ...who } = principal;
  expect((await primaryPrincipal(who))?.scope.subtrees.map(({ nodeId }) => nodeId)).toEqual([mine.id]);
});

test('CD.20 what was booked in a company stays in its scope, wherever the account lies by now', async () => {
  const { scope } = await aPrincipalAt(world.current, 'C', company);
  const { text, values } = within(scope, nodeColumns('v'));
  const seen = async (companyId: string) =>
    (
      await world.current.query(
        `SELECT 1 FROM (VALUES ($${values.length + 1}::uuid, $${values.length + 2}::uuid, 'ffffffff')) v (issuer_id, company_id, path) WHERE ${text}`,
        [...values, issuer.id, companyId]
      )
    ).length;
  expect([await seen(company.id), await seen(issuer.id)]).toEqual([1, 0]);
});

test('CD.20 a group of issuers gives their whole, by the node that is theirs', async () => {
  const db = world.current;
  const far = await anIssuer(db);
  await anIssuerGroup(db, [far]);
  const H = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer]));
  // A place of another issuer that has the issuer's id.
  await db.query(
    `INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1)
     VALUES ($1, $2, 'company_group', $1, 'SAME', 'Same')`,
    [far.id, issuer.id]
  );
  expect((await principalOf({ ...H, kind: 'full' })).scope.subtrees).toEqual([
    { issuerId: issuer.id, nodeId: issuer.id, path: issuer.path, companyId: null, isIssuer: true }
  ]);
});

test('C6.022 C6.009 nobody has more than the template names, and nobody passes on what is held for a time', async () => {
  const db = world.current;
  const person = await aUserAt(db, 'C', company);
  const lasting = await anAssignment(db, person, 'C', company);
  const passing = await anAssignment(db, person, 'C', company, { lastDay: '2999-12-31' });
  const authorities = async (assignmentId?: string) => (await principalFor(db, person, { assignmentId })).authorities;
  const [primary, second, temporary] = [await authorities(), await authorities(lasting), await authorities(passing)];
  expect(second).toEqual(primary);
  expect(primary.has('peers.modify')).toBe(true);
  expect([...primary].filter((authority) => !temporary.has(authority))).toEqual(['peers.modify']);
});

test('CD.20 of several assignments the primary one counts where none is chosen, whichever came first', async () => {
  const db = world.current;
  const person = { ...(await aPersonOf(db, issuer.id, { role: 'C' })), role: 'C' };
  const point = await anOrgPoint(db, company);
  const [before] = [await anAssignment(db, person, 'O', point)];
  const primary = await anAssignment(db, person, 'C', company, { primary: true });
  await anAssignment(db, person, 'O', point);
  const principal = await principalFor(db, person);
  expect(principal.assignmentId).toBe(primary);
  const { assignmentId: _, ...who } = principal;
  expect((await primaryPrincipal(who))?.assignmentId).toBe(primary);
  expect((await principalFor(db, person, { assignmentId: before })).assignmentId).toBe(before);
});

test('CD.22 C6.018 a permission is granted, and through other eyes none that decides', async () => {
  const C = await aPrincipalAt(world.current, 'C', company);
  const eyes = { ...C, accessor: { issuerId: issuer.id, userId: C.userId } };
  const done = (by: typeof C) => [
    may(by, 'structure', 'modify'),
    may(by, 'approvals', 'approve'),
    may(by, 'peers', 'modify'),
    may(by, 'system', 'modify')
  ];
  expect([done(C), done(eyes)]).toEqual([
    [true, true, true, false],
    [true, false, false, false]
  ]);
  expect([eyesFault(C, 'exports'), eyesFault(eyes, 'exports')]).toEqual([null, { code: 'access.as.user.closed' }]);
  // A system administrator needs no assignment.
  const Z = await aPrincipalAt(world.current, 'Z', null);
  await world.current.query('DELETE FROM assignments WHERE user_id = $1', [Z.userId]);
  expect(may(await principalOf({ ...Z, kind: 'full' }), 'system', 'modify')).toBe(true);
});

test('work that nobody is signed in for is done in the primary role of an active user', async () => {
  const db = world.current;
  const point = await anOrgPoint(db, company);
  const person = await aUserAt(db, 'C', company);
  const whole = await principalFor(db, person);
  const { assignmentId: _, ...who } = whole;
  await anAssignment(db, person, 'O', point);
  await last('assignments', 'role', person.assignmentId);
  expect(await primaryPrincipal(who)).toEqual(whole);
  const other = await aPrincipalAt(db, 'O', point);
  expect((await primaryPrincipal({ ...who, userId: other.userId }))?.assignmentId).toBe(other.assignmentId);
  const far = await anIssuer(db);
  for (const nobody of [
    { ...who, issuerId: far.id },
    { ...who, userId: randomUUID() }
  ])
    expect(await primaryPrincipal(nobody)).toBeNull();
  const accessor = { issuerId: issuer.id, userId: other.userId };
  expect((await primaryPrincipal({ ...who, accessor }))?.accessor).toEqual(accessor);
  const changes = [
    "UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1",
    "UPDATE users SET status = 'inactive', lock_cause = NULL, locked_at = NULL, deleted_at = now() WHERE id = $1"
  ];
  for (const change of changes) {
    await db.query(change, [person.id]);
    expect(await primaryPrincipal(who)).toBeNull();
  }
  await db.query('DELETE FROM assignments WHERE issuer_id = $1 AND user_id = $2', [issuer.id, other.userId]);
  expect(await primaryPrincipal({ ...who, userId: other.userId })).toBeNull();
});

test('CD.20 what is addressed to a place reaches whoever stands there or below, of that issuer', async () => {
  const db = world.current;
  const [mine, beside] = [await aBranch(db, issuer), await aBranch(db, issuer)];
  const twin = await aTwinOf(db, issuer.id);
  const reached = async ({ scope }: { scope: Scope }) => {
    const { text, values } = reaching(scope, nodeColumns('n'));
    const rows = await db.query<{ id: string }>(
      `SELECT n.id FROM nodes n WHERE n.issuer_id = ANY ($${values.length + 1}) AND (${text})`,
      [...values, [issuer.id, twin.issuerId]]
    );
    return rows.map(({ id }) => id).sort();
  };
  const upTo = (...nodes: StructureNode[]) => nodes.map(({ id }) => id).sort();
  expect(await reached(await aPrincipalAt(db, 'I', issuer))).toEqual([issuer.id]);
  expect(await reached(await aPrincipalAt(db, 'C', mine.company))).toEqual(upTo(issuer, mine.group, mine.company));
  expect(await reached(await aPrincipalAt(db, 'A', beside.account))).toEqual(upTo(issuer, ...Object.values(beside)));
  expect(await reached(await aPrincipalAt(db, 'A', [mine.account, await anAccount(db, company)]))).toHaveLength(8);
  expect(await reached(await aPrincipalAt(db, 'Z', null))).toEqual([]);
});

test('C1.013 C6.018 CD.22 a part of the workspace is open with its permission, its feature and its programme', async () => {
  const C = await aPrincipalAt(world.current, 'C', company);
  const eyes = { ...C, accessor: { issuerId: issuer.id, userId: C.userId } };
  const open = (by: typeof C, needs: Parameters<typeof isOpen>[2], ...features: ProgramFeature[]) =>
    isOpen(by, new Set(features), needs);
  expect(open(C, { needs: null })).toBe(true);
  expect(open(C, { needs: ['users', 'modify'] })).toBe(true);
  expect(open(C, { needs: ['system', 'modify'] })).toBe(false);
  expect(open(C, { needs: null, feature: 'card_services' })).toBe(false);
  expect([C, eyes].map((by) => open(by, { needs: null, feature: 'exports' }))).toEqual([true, false]);
  expect(open(C, { needs: null, program: 'wallet' }, 'alerts')).toBe(false);
  expect(open(C, { needs: null, program: 'wallet' }, 'alerts', 'wallet')).toBe(true);
  expect(open(C, { needs: ['system', 'modify'], feature: 'exports', program: 'wallet' }, 'wallet')).toBe(false);
});

test('CD.21 the audit keeps a date as its instant, and nothing where both are the same list or instant', () => {
  const [at, again] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')];
  expect(changesBetween({ at, list: ['a', 'b'], no: false }, { at: again, list: ['a', 'b'], no: false })).toEqual({});
  expect(changesBetween({ no: false, none: 0 }, { no: null, none: undefined })).toEqual({
    'before.no': false,
    'after.no': null,
    'before.none': 0,
    'after.none': null
  });
});
