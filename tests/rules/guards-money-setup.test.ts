import type { Principal } from '@/lib/access/policy/principal';
import { nodeColumns, reaching } from '@/lib/access/policy/scope';
import { database } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { holdersOf } from '@/lib/directory/people/reads/holders';
import { assignedStep, codesStep, valuesStep } from '@/lib/money/allocation/setup-steps';
import { findApprovers, findColleagues } from '@/lib/money/approvals/approver-choices';
import { approvalStep } from '@/lib/money/approvals/setup-steps';
import { aProfile } from '../support/approvals';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { aScheme } from '../support/schemes';
import { aRecord, LIST, recordsOf } from '../support/setup';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  C = await aPrincipalAt(db, 'C', company);
});

const off = (condition: string, ...values: unknown[]) =>
  world.current.query(`UPDATE setup_records SET inactive_since = now() WHERE ${condition}`, values);
const on = (condition: string, ...values: unknown[]) =>
  world.current.query(`UPDATE setup_records SET inactive_since = NULL WHERE ${condition}`, values);
const ownerOf = ({ id }: StructureNode) => ({ issuerId: issuer.id, companyId: id });
const stepsOf = async (at = ownerOf(company)) =>
  (await Promise.all([codesStep, valuesStep, assignedStep, approvalStep].map((step) => step.isDone(at)))).map(Number);

test('CD.42 the steps of a company are done by its own active codes, values of each list, and assignments', async () => {
  const db = world.current;
  expect(await stepsOf()).toEqual([0, 0, 0, 0]);
  const scheme = await aRecord(C, 'scheme', recordsOf(company), { name: 'Costs' });
  const memo = { type: 'text', length: 20, editableBy: 'A' };
  const note = await aRecord(C, 'accounting-code', recordsOf(company, scheme), { name: 'Note', ...memo });
  // A text needs no values.
  expect(await stepsOf()).toEqual([1, 1, 0, 0]);
  const one = await aRecord(C, 'accounting-code', recordsOf(company, scheme), { name: 'One', ...LIST });
  const other = await aRecord(C, 'accounting-code', recordsOf(company, scheme), { name: 'Other', ...LIST });
  const value = (code: string) =>
    aRecord(C, 'accounting-code-value', recordsOf(company, code), { code: '1', name: 'X' });
  await value(one);
  expect(await stepsOf()).toEqual([1, 0, 0, 0]);
  const last = await value(other);
  await aRecord(C, 'scheme-assignment', recordsOf(company, scheme), { node: company.id });
  await aProfile(db, company, { levels: [{}] });
  expect(await stepsOf()).toEqual([1, 1, 1, 1]);
  await off('id = $1', last);
  expect(await stepsOf()).toEqual([1, 0, 1, 1]);
  // What is not in use needs no values either.
  await off('id = $1', other);
  expect(await stepsOf()).toEqual([1, 1, 1, 1]);
  await off('id = ANY($1)', [one, note]);
  expect(await stepsOf()).toEqual([0, 0, 1, 1]);
  await off("entity = 'scheme-assignment' AND owner_id = $1", company.id);
  expect(await stepsOf()).toEqual([0, 0, 0, 1]);
  // Nor does another company count, nor another issuer with the same ids.
  const beside = await aCompany(db, issuer);
  await aScheme(db, beside);
  expect(await stepsOf()).toEqual([0, 0, 0, 1]);
  expect(await stepsOf(ownerOf(beside))).toEqual([1, 1, 1, 0]);
  const twin = await aTwinOf(db, issuer.id);
  await on('issuer_id = $1', twin.issuerId);
  await off('issuer_id = $1 AND owner_id = $2', issuer.id, beside.id);
  await db.query('DELETE FROM approval_profiles WHERE issuer_id = $1', [issuer.id]);
  expect(await stepsOf()).toEqual([0, 0, 0, 0]);
  expect(await stepsOf(ownerOf(beside))).toEqual([0, 0, 0, 0]);
  // The values that lists have there are none here.
  await on('issuer_id = $1 AND id = ANY($2)', issuer.id, [one, other]);
  expect(await stepsOf()).toEqual([1, 0, 0, 0]);
});

test('C1.029 the holders of an account are its own cardholders by name, without those that are deleted', async () => {
  const db = world.current;
  const [account, other] = [await anAccount(db, company), await anAccount(db, company)];
  const holders = async (of: StructureNode) => {
    const named = holdersOf(Prisma.sql`${issuer.id}::uuid`, Prisma.sql`${of.id}::uuid`);
    const [row] = await database().$queryRaw<{ named: string | null }[]>`SELECT ${named} AS named`;
    return row?.named ?? null;
  };
  expect(await holders(account)).toBeNull();
  const ada = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  await aUserAt(db, 'A', account, { firstName: 'Bo', lastName: 'Berg' });
  await aUserAt(db, 'A', other, { firstName: 'Cy', lastName: 'Dahl' });
  expect(await holders(account)).toBe('Berg, Bo; Holm, Ada');
  const twin = await aTwinOf(db, issuer.id);
  await db.query("UPDATE users SET first_name = 'Twin' WHERE issuer_id = $1", [twin.issuerId]);
  expect(await holders(account)).toBe('Berg, Bo; Holm, Ada');
  await db.query("UPDATE users SET status = 'inactive', deleted_at = now() WHERE issuer_id = $1 AND id = $2", [
    issuer.id,
    ada.id
  ]);
  expect(await holders(account)).toBe('Berg, Bo');
});

test('CD.20 CD.22 approvers are of the own part and issuer, colleagues of the own place, and nobody twice', async () => {
  const db = world.current;
  const point = await anOrgPoint(db, company);
  const olaf = await aUserAt(db, 'O', point, { firstName: 'Olaf', lastName: 'Berg' });
  const [group, beside] = [await aCompanyGroup(db, issuer), await aCompanyGroup(db, issuer)];
  const [G, H] = [await aUserAt(db, 'G', group), await aUserAt(db, 'G', group)];
  await aUserAt(db, 'G', beside);
  const O = await principalFor(db, olaf);
  const second = await aCompany(db, issuer);
  await aUserAt(db, 'C', second, { firstName: 'Nora', lastName: 'Beside' });
  await aTwinOf(db, issuer.id);
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort();
  expect(ids(await findApprovers(C, ''))).toEqual([C.userId, olaf.id].sort());
  expect(ids(await findColleagues(O, ''))).toEqual([C.userId]);
  // Above companies a colleague is of the same place.
  expect(ids(await findColleagues(await principalFor(db, G), ''))).toEqual([H.id]);
  const viewer = await aPrincipalAt(db, 'C', company, { authorities: ['transactions.view', 'company_setup.view'] });
  expect([await findApprovers(viewer, ''), await findColleagues(viewer, '')]).toEqual([[], []]);
});

test('CD.20 what is addressed to a node reaches those at and below it in its own issuer, and nobody above or beside', async () => {
  const db = world.current;
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  const beside = await anOrgPoint(db, company);
  await aTwinOf(db, issuer.id);
  const reached = async (by: Principal) =>
    (
      await database().$queryRaw<{ id: string; issuer: string }[]>`
        SELECT n.id, n.issuer_id AS issuer FROM nodes n WHERE ${reaching(by.scope, nodeColumns('n'))} ORDER BY n.path`
    ).map(({ id, issuer: of }) => [of === issuer.id, id]);
  const path = (...nodes: StructureNode[]) => nodes.map(({ id }) => [true, id]);
  expect(await reached(await aPrincipalAt(db, 'A', account))).toEqual(path(issuer, company, point, account));
  expect(await reached(await aPrincipalAt(db, 'O', beside))).toEqual(path(issuer, company, beside));
  expect(await reached(await aPrincipalAt(db, 'I', issuer))).toEqual(path(issuer));
  expect(await reached(await aPrincipalAt(db, 'Z', null))).toEqual([]);
});
