import { randomUUID } from 'node:crypto';
import type { Authority } from '@/lib/access/policy/policy';
import { principalAgain, principalOf } from '@/lib/access/policy/principal';
import { changesBetween } from '@/lib/access/policy/record-act';
import { above, nodeColumns, type Scope, type Subtree, within } from '@/lib/access/policy/scope';
import { settingPlaceOf } from '@/lib/access/policy/setting-place';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import {
  aBranch,
  aCompany,
  anAssignment,
  anAuthorityTemplate,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aSession,
  aUserAt
} from '../support/structure';

const world = useDatabase();

describe('CD.20 who asks', () => {
  const actorIn = (issuerId: string, userId: string, sessionId: string): Actor => ({
    sessionId,
    issuerId,
    userId,
    kind: 'full',
    role: 'C',
    brandName: 'tessera'
  });

  test('stands where the assignment of the session is, else where the primary one is', async () => {
    const db = world.current;
    const issuer = await anIssuer(db);
    const [company, other] = [await aCompany(db, issuer), await aCompany(db, issuer)];
    const person = await aUserAt(db, 'C', company);
    const point = await anOrgPoint(db, other);
    const second = await anAssignment(db, person, 'O', point);
    const stranger = await aUserAt(db, 'C', other);
    const places = async (assignmentId?: string) => {
      const { role, assignmentId: used, scope } = await principalFor(db, person, { assignmentId });
      return [role, used, scope.everywhere, scope.subtrees];
    };
    const subtree = (node: typeof company): Subtree => ({
      issuerId: issuer.id,
      nodeId: node.id,
      path: node.path,
      companyId: node.companyId,
      isIssuer: false
    });
    expect(await places()).toEqual(['C', person.assignmentId, false, [subtree(company)]]);
    expect(await places(second)).toEqual(['O', second, false, [subtree(point)]]);
    expect(await places(stranger.assignmentId)).toEqual(await places());
  });

  test('CD.22 a template of the role takes what it does not name; one that is inactive takes everything', async () => {
    const db = world.current;
    const company = await aCompany(db, await anIssuer(db));
    const authorities: Authority[] = ['structure.view', 'users.view'];
    const person = await aUserAt(db, 'C', company, { authorities });
    expect([...(await principalFor(db, person)).authorities]).toEqual(authorities);
    await db.query('UPDATE authority_templates SET active = false WHERE issuer_id = $1', [company.issuerId]);
    expect([...(await principalFor(db, person)).authorities]).toEqual([]);
    const other = await aUserAt(db, 'C', company);
    await anAuthorityTemplate(db, 'C', company, ['structure.view']);
    expect((await principalFor(db, other)).authorities.has('users.modify')).toBe(true);
  });

  test('an issuer group administrator stands in the issuers of the group, and nowhere else', async () => {
    const db = world.current;
    const [one, two, far] = [await anIssuer(db), await anIssuer(db), await anIssuer(db)];
    const H = await principalFor(db, await aUserAt(db, 'H', await anIssuerGroup(db, [one, two])));
    await anIssuerGroup(db, [far]);
    const seen = H.scope.subtrees.map(({ issuerId, nodeId, isIssuer }) => [issuerId, nodeId, isIssuer]);
    expect(seen.sort()).toEqual([one, two].map(({ id }) => [id, id, true]).sort());
  });

  test('a system administrator sees everything; who has no assignment sees and may nothing', async () => {
    const db = world.current;
    const Z = await principalFor(db, await aUserAt(db, 'Z', null));
    expect([Z.scope.everywhere, Z.authorities.has('system.modify')]).toEqual([true, true]);
    await db.query('DELETE FROM assignments WHERE user_id = $1', [Z.userId]);
    const bare = await principalFor(db, { issuerId: Z.issuerId, id: Z.userId, role: 'Z' });
    expect([bare.scope.everywhere, bare.assignmentId]).toEqual([true, null]);
    const company = await aCompany(db, await anIssuer(db));
    const person = await aUserAt(db, 'C', company);
    await db.query('DELETE FROM assignments WHERE user_id = $1', [person.id]);
    const nobody = await principalFor(db, person);
    expect([nobody.role, nobody.scope.everywhere, nobody.scope.subtrees, nobody.authorities.size]).toEqual([
      'C',
      false,
      [],
      0
    ]);
  });

  test('C6.017 the principal says who looks through their eyes; a session that is gone is nobody’s', async () => {
    const db = world.current;
    const issuer = await anIssuer(db);
    const company = await aCompany(db, issuer);
    const [person, admin] = [await aUserAt(db, 'C', company), await aUserAt(db, 'I', issuer)];
    const sessionId = await aSession(db, person);
    const actor = actorIn(issuer.id, person.id, sessionId);
    expect((await principalOf(actor)).accessor).toBeNull();
    const behind = await aSession(db, admin);
    await db.query(
      `UPDATE sessions SET kind = 'access', accessor_issuer_id = $1, accessor_user_id = $2, accessor_session_id = $3,
         expires_at = created_at + interval '15 minutes' WHERE id = $4`,
      [issuer.id, admin.id, behind, sessionId]
    );
    expect((await principalOf(actor)).accessor).toEqual({ issuerId: issuer.id, userId: admin.id });
    const elsewhere = await anIssuer(db);
    await expect(principalOf({ ...actor, issuerId: elsewhere.id })).rejects.toThrow('gone');
    await expect(principalOf({ ...actor, sessionId: randomUUID() })).rejects.toThrow('gone');
  });

  test('C6.017 what outlives a session asks again: who is gone, or lost the assignment, is nobody', async () => {
    const db = world.current;
    const issuer = await anIssuer(db);
    const company = await aCompany(db, issuer);
    const kept = async () => principalFor(db, await aUserAt(db, 'C', company));
    const again = await kept();
    expect(await principalAgain(again)).toEqual(again);
    expect(await principalAgain({ ...again, issuerId: (await anIssuer(db)).id })).toBeNull();
    expect(await principalAgain({ ...again, userId: (await kept()).userId })).toBeNull();
    expect(await principalAgain({ ...again, assignmentId: (await kept()).assignmentId })).toBeNull();
    const [locked, deleted, bare] = [await kept(), await kept(), await kept()];
    await db.query(
      "UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1",
      [locked.userId]
    );
    await db.query("UPDATE users SET status = 'inactive', deleted_at = now() WHERE id = $1", [deleted.userId]);
    await db.query('DELETE FROM assignments WHERE user_id = $1', [bare.userId]);
    for (const gone of [locked, deleted, bare]) expect(await principalAgain(gone)).toBeNull();
    expect((await principalAgain({ ...bare, assignmentId: null }))?.authorities.size).toBe(0);
  });
});

test('CD.20 a subtree holds its node and what is below it, no neighbour whose path begins alike', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const branches = [await aBranch(db, issuer), await aBranch(db, issuer)] as const;
  const far = await aBranch(db, await anIssuer(db));
  const [mine] = branches;
  const subtreeOf = ({ issuerId, id, path, companyId, kind }: typeof mine.point): Subtree => ({
    issuerId,
    nodeId: id,
    path,
    companyId,
    isIssuer: kind === 'issuer'
  });
  const scopeOf = (...subtrees: Subtree[]) => ({ everywhere: false, subtrees }) as unknown as Scope;
  const found = async (scope: Scope, by: typeof within = within) => {
    const condition = by(scope, nodeColumns('n'));
    const rows = await db.query<{ id: string }>(
      `SELECT n.id FROM nodes n WHERE ${condition.text} AND n.issuer_id = ANY ($${condition.values.length + 1})`,
      [...condition.values, [issuer.id, far.company.issuerId]]
    );
    return rows.map(({ id }) => id).sort();
  };
  const ids = (...nodes: { id: string }[]) => nodes.map(({ id }) => id).sort();
  expect(await found(scopeOf())).toEqual([]);
  expect(await found(scopeOf(subtreeOf(mine.point)))).toEqual(ids(mine.point, mine.account));
  expect(await found(scopeOf(subtreeOf(mine.accountGroup)))).toEqual(ids(mine.accountGroup, mine.point, mine.account));
  expect(await found(scopeOf(subtreeOf(mine.company)))).toEqual(
    ids(mine.company, mine.accountGroup, mine.point, mine.account)
  );
  expect(await found(scopeOf(subtreeOf(mine.group)))).toEqual(ids(...Object.values(mine)));
  expect(await found(scopeOf(subtreeOf(issuer)))).toEqual(
    ids(issuer, ...Object.values(mine), ...Object.values(branches[1]))
  );
  expect(await found(scopeOf(subtreeOf(mine.account), subtreeOf(far.account)))).toEqual(ids(mine.account, far.account));
  expect(await found(scopeOf(subtreeOf(mine.account)), above)).toEqual(
    ids(issuer, mine.group, mine.company, mine.accountGroup, mine.point)
  );
  expect(await found(scopeOf(subtreeOf(issuer)), above)).toEqual([]);
  const [issuers, ofBranch] = [2, Object.keys(mine).length];
  expect((await found({ everywhere: true, subtrees: [] } as unknown as Scope)).length).toBe(issuers + 3 * ofBranch);
});

test('the audit keeps the fields that differ, dates as instants and lists as text', () => {
  const at = new Date('2026-03-01T00:00:00Z');
  expect(changesBetween({ a: 1, b: 'x', c: at, d: ['p'] }, { a: 2, b: 'x', c: at, d: ['p', 'q'] })).toEqual({
    'before.a': 1,
    'after.a': 2,
    'before.d': 'p',
    'after.d': 'p, q'
  });
  expect(changesBetween({ c: null }, { c: at, e: undefined })).toEqual({
    'before.c': null,
    'after.c': '2026-03-01T00:00:00.000Z'
  });
});

test('one’s settings are those of one’s own company, and of the issuer for who stands above companies', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  expect(settingPlaceOf(await principalFor(db, await aUserAt(db, 'C', company)))).toEqual({
    issuerId: issuer.id,
    companyId: company.id
  });
  const I = await principalFor(db, await aUserAt(db, 'I', issuer));
  expect(settingPlaceOf(I)).toEqual({ issuerId: issuer.id, companyId: null });
  const foreign = { ...I, issuerId: (await anIssuer(db)).id, scope: { ...I.scope, subtrees: [{ companyId: 'x' }] } };
  expect(settingPlaceOf(foreign as unknown as typeof I).companyId).toBeNull();
});
