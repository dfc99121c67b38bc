import { SETUP_STEPS } from '@/lib/composition/process/setup-steps';
import { programFeatures } from '@/lib/directory/programs/features';
import { setupStepsOf } from '@/lib/kit/listing/setup-steps';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aScheme } from '../support/schemes';
import { aRecord, LIST, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();

test('the steps of a company are in order, and each is done when its records are there', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const C = await aPrincipalAt(db, 'C', company);
  const owner = { issuerId: issuer.id, companyId: company.id };
  const seen = async () => setupStepsOf(C, await programFeatures(C), owner, SETUP_STEPS);
  const done = async () => (await seen()).filter(({ isDone }) => isDone).map(({ name }) => name);
  expect((await seen()).map(({ name }) => name)).toEqual([
    ...['accounts', 'cardholders', 'codes', 'values', 'assigned', 'approval', 'transactions', 'coded']
  ]);
  expect(await done()).toEqual([]);
  const account = await anAccount(db, company);
  await aUserAt(db, 'A', account);
  expect(await done()).toEqual(['accounts', 'cardholders']);
  const scheme = await aRecord(C, 'scheme', recordsOf(company), { name: 'Costs' });
  expect(await done()).toEqual(['accounts', 'cardholders']);
  const code = await aRecord(C, 'accounting-code', recordsOf(company, scheme), { name: 'Account', ...LIST });
  expect(await done()).toEqual(['accounts', 'cardholders', 'codes']);
  await aRecord(C, 'accounting-code-value', recordsOf(company, code), { code: '100', name: 'Travel' });
  await aRecord(C, 'scheme-assignment', recordsOf(company, scheme), { node: company.id });
  await aTransaction(db, account, {});
  expect(await done()).toEqual(['accounts', 'cardholders', 'codes', 'values', 'assigned', 'transactions']);
  await aTransaction(db, account, { state: 'reviewed' });
  expect(await done()).toContain('coded');
});

test('the steps of an issuer show only to users with the permission, and the records of one company don’t count for another', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const steps = async (role: string) => {
    const principal = await aPrincipalAt(db, role, issuer);
    const found = await setupStepsOf(
      principal,
      await programFeatures(principal),
      { issuerId: issuer.id, companyId: null },
      SETUP_STEPS
    );
    return found.map(({ name, isDone }) => `${name} ${isDone}`);
  };
  expect(await steps('I')).toEqual(['companies false', 'mapping false', 'file false']);
  const [company, other] = [await aCompany(db, issuer), await aCompany(db, issuer)];
  expect(await steps('I')).toEqual(['companies true', 'mapping false', 'file false']);
  await aScheme(db, company);
  await aTransaction(db, await anAccount(db, company), { state: 'reviewed' });
  const D = await aPrincipalAt(db, 'C', other);
  const owner = { issuerId: issuer.id, companyId: other.id };
  const found = await setupStepsOf(D, await programFeatures(D), owner, SETUP_STEPS);
  expect(found.filter(({ isDone }) => isDone)).toEqual([]);
});
