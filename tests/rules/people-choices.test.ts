import { findOtherIds } from '@/lib/directory/people/other-ids';
import { findApprovers, findColleagues } from '@/lib/money/approvals/approver-choices';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { aCompany, aCompanyGroup, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';

const database = useDatabase();

async function aWorld() {
  const db = database.current;
  const group = await aCompanyGroup(db, await anIssuer(db));
  const company = await aCompany(db, group, { name: 'Harbour Works' });
  const point = await anOrgPoint(db, company, { name: 'Sales North' });
  const clara = await aUserAt(db, 'C', company, { firstName: 'Clara', lastName: 'Dahl' });
  const olaf = await aUserAt(db, 'O', point, { firstName: 'Olaf', lastName: 'Berg' });
  await aUserAt(db, 'A', await anAccount(db, point), { firstName: 'Ada', lastName: 'Holm' });
  const other = await aCompany(db, group);
  await aUserAt(db, 'C', other, { firstName: 'Nora', lastName: 'Beside' });
  return { group, company, point, clara, olaf, C: await principalFor(db, clara), O: await principalFor(db, olaf) };
}

const names = (people: readonly { firstName: string }[]) => people.map(({ firstName }) => firstName).sort();

test('C1.001 for a level of a profile the approvers in scope are offered, with user id and place', async () => {
  const { C, O, olaf, group } = await aWorld();
  expect(names(await findApprovers(C, ''))).toEqual(['Clara', 'Olaf']);
  expect(await findApprovers(C, 'ber ola')).toEqual([
    { id: olaf.id, userId: olaf.userId, firstName: 'Olaf', lastName: 'Berg', place: 'Sales North' }
  ]);
  expect(await findApprovers(C, 'Nora')).toEqual([]);
  expect(names(await findApprovers(await aPrincipalAt(database.current, 'G', group), 'Nora'))).toEqual(['Nora']);
  // A manager of an organization point changes no profile.
  expect(await findApprovers(O, '')).toEqual([]);
});

test('CD.22 approvals are delegated to another approver of the own company; nobody else is offered', async () => {
  const { C, O, point } = await aWorld();
  expect(names(await findColleagues(O, ''))).toEqual(['Clara']);
  expect(names(await findColleagues(C, ''))).toEqual(['Olaf']);
  expect(
    await findColleagues(await aPrincipalAt(database.current, 'A', await anAccount(database.current, point)), '')
  ).toEqual([]);
});

test('C4.029 C6.022 others of the same issuer in scope are offered to be linked or merged', async () => {
  const { C, O, clara, olaf } = await aWorld();
  expect(names(await findOtherIds(C, clara.id, ''))).toEqual(['Ada', 'Olaf']);
  expect(await findOtherIds(O, olaf.id, '')).toEqual([]);
});
