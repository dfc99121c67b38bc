import { recordCounts } from '@/lib/kit/setup/record-counts';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint } from '../support/structure';

const world = useDatabase();

test('issue 16 the set-up page counts the records of an owner whose structure is seen as a whole', async () => {
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const other = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  const administrator = await aPrincipalAt(world.current, 'C', company);
  for (const name of ['Goods', 'Services']) await aRecord(administrator, 'purchase-type', recordsOf(company), { name });
  const owner = { issuerId: issuer.id, companyId: company.id };
  expect(await recordCounts(administrator, owner)).toEqual(new Map([['purchase-type', 2]]));
  expect(await recordCounts(await aPrincipalAt(world.current, 'I', issuer), owner)).toEqual(
    new Map([['purchase-type', 2]])
  );
  expect(
    await recordCounts(await aPrincipalAt(world.current, 'I', issuer), { issuerId: issuer.id, companyId: null })
  ).toEqual(new Map());
  for (const [role, at] of [
    ['O', place],
    ['A', await anAccount(world.current, place)],
    ['C', other]
  ] as const)
    expect(await recordCounts(await aPrincipalAt(world.current, role, at), owner)).toBeNull();
});
