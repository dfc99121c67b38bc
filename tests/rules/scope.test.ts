import { may, type Principal } from '@/lib/access/policy/principal';
import { nodeColumns, within } from '@/lib/access/policy/scope';
import { database as product } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import {
  aBranch,
  aCompany,
  anAccount,
  anAssignment,
  anIssuer,
  anIssuerGroup,
  aUserAt,
  type StructureNode
} from '../support/structure';

const database = useDatabase();

/** Two issuers; under the first a company group with a company, and one company outside it. */
async function aWorld() {
  const db = database.current;
  const [issuer, other] = [await anIssuer(db), await anIssuer(db)];
  const branch = await aBranch(db, issuer);
  const second = await anAccount(db, branch.company);
  const [outside, elsewhere] = [await aCompany(db, issuer), await aCompany(db, other)];
  return { ...branch, issuer, other, outside, second, elsewhere };
}

async function seen({ scope }: Principal, nodes: StructureNode[]): Promise<string[]> {
  const rows = await product().$queryRaw<{ id: string }[]>`
    SELECT n.id FROM nodes n WHERE n.id = ANY(${nodes.map(({ id }) => id)}::uuid[]) AND ${within(scope, nodeColumns('n'))}`;
  return rows.map(({ id }) => id).sort();
}

test('each role sees what is at or below where it stands, and nothing else', async () => {
  const db = database.current;
  const w = await aWorld();
  const all = Object.values(w);
  const ids = (...nodes: StructureNode[]) => nodes.map(({ id }) => id).sort();
  const sees = async (...[role, place]: [string, Parameters<typeof aUserAt>[2]]) =>
    seen(await aPrincipalAt(db, role, place), all);
  expect(await sees('A', w.account)).toEqual(ids(w.account));
  expect(await sees('A', [w.account, w.second])).toEqual(ids(w.account, w.second));
  expect(await sees('O', w.point)).toEqual(ids(w.point, w.account));
  expect(await sees('S', w.accountGroup)).toEqual(ids(w.accountGroup, w.point, w.account));
  expect(await sees('C', w.company)).toEqual(ids(w.company, w.accountGroup, w.point, w.account, w.second));
  expect(await sees('G', w.group)).toEqual(ids(w.group, w.company, w.accountGroup, w.point, w.account, w.second));
  expect(await sees('I', w.issuer)).toHaveLength(8);
  expect(await sees('H', await anIssuerGroup(db, [w.issuer, w.other]))).toHaveLength(10);
  expect(await sees('Z', null)).toHaveLength(10);
});

test('a session sees through the assignment it uses; a template grants a part of what the role may', async () => {
  const db = database.current;
  const w = await aWorld();
  const person = await aUserAt(db, 'C', w.company, { authorities: ['users.view', 'users.run'] });
  const second = await anAssignment(db, person, 'C', w.outside);
  const primary = await principalFor(db, person);
  expect(await seen(primary, [w.company, w.outside])).toEqual([w.company.id]);
  expect([may(primary, 'users', 'view'), may(primary, 'users', 'modify'), may(primary, 'users', 'run')]).toEqual([
    true,
    false,
    false
  ]);
  const switched = await principalFor(db, person, { assignmentId: second });
  expect(await seen(switched, [w.company, w.outside])).toEqual([w.outside.id]);
  expect(may(switched, 'users', 'modify')).toBe(true);
});

test('a user without an assignment sees nothing', async () => {
  const w = await aWorld();
  const person = await aUserAt(database.current, 'C', w.company);
  await database.current.query('DELETE FROM assignments WHERE id = $1', [person.assignmentId]);
  const principal = await principalFor(database.current, person);
  expect(await seen(principal, Object.values(w))).toEqual([]);
  expect(principal.authorities.size).toBe(0);
});

test('the condition of no scope at all is false', () => {
  const nothing = { everywhere: false, subtrees: [] } as unknown as Principal['scope'];
  expect(within(nothing, nodeColumns('n'))).toEqual(Prisma.sql`FALSE`);
});
