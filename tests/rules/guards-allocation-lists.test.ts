import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { type CodeValue, offeredForCode } from '@/lib/money/allocation/code-values';
import { createSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { type AccountingCode, codingsOf, schemesNamed } from '@/lib/money/allocation/schemes';
import { assignedStep, codesStep, valuesStep } from '@/lib/money/allocation/setup-steps';
import { SPLIT_PROFILES, splitProfileSchema } from '@/lib/money/allocation/split-profiles';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aScheme, type PlacedScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let company: StructureNode;
let scheme: PlacedScheme;
let C: Principal;

beforeEach(async () => {
  company = await aCompany(world.current, await anIssuer(world.current));
  scheme = await aScheme(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});

test('CD.20 CD.22 CD.43 split profiles are listed by name to who sees transactions of the company', async () => {
  const db = world.current;
  const save = async (by: Principal, name: string, schemeId: string) => {
    const entry = splitProfileSchema.parse({ name, splits: [{ percent: '50' }, { percent: '50' }] });
    granted(await createSplitProfile(by, { ...entry, schemeId }, ORIGIN));
  };
  const other = await aCompany(db, await anIssuer(db));
  const [D, there] = [await aPrincipalAt(db, 'C', other), await aScheme(db, other)];
  for (const name of ['Thirds', 'Even', 'Odd']) await save(C, name, scheme.id);
  await save(D, 'Theirs', there.id);
  await db.query("UPDATE setup_records SET name = 'Even more' WHERE id = $1", [there.id]);
  const names = async (by: Principal, asked = {}) =>
    (await listPage(by, SPLIT_PROFILES, readQuery(SPLIT_PROFILES, asked))).rows.map(({ name }) => name);
  expect(await names(C)).toEqual(['Even', 'Odd', 'Thirds']);
  expect(await names(await aPrincipalAt(db, 'A', await anAccount(db, company)))).toEqual(['Even', 'Odd', 'Thirds']);
  expect(await names(await aPrincipalAt(db, 'C', company, { authorities: ['structure.view'] }))).toEqual([]);
  expect([await names(C, { q: 'EVE' }), await names(C, { q: 'cost' }), await names(D, { q: 'eve' })]).toEqual([
    ['Even'],
    ['Even', 'Odd', 'Thirds'],
    ['Theirs']
  ]);
  expect([
    await names(C, { name: 'hird' }),
    await names(C, { scheme: 'Fleet' }),
    await names(C, { owner: 'xy' })
  ]).toEqual([['Thirds'], [], []]);
});

test('CD.43 a profile is entered with percentages of six decimals, and descriptions where there are some', () => {
  const read = (split: object, name = 'Half') => {
    const { data, error } = splitProfileSchema.safeParse({ name, splits: [split, { percent: '1' }] });
    return data?.splits[0] ?? error?.issues.map(({ message }) => message).join();
  };
  expect(read({ percent: ' 12.123456 ' })).toEqual({ percent: '12.123456', description: null, codes: {} });
  expect(read({ percent: '-5', description: '' })).toMatchObject({ percent: '-5', description: null });
  expect(read({ percent: '5', description: 'x'.repeat(255) })).toMatchObject({ description: 'x'.repeat(255) });
  expect(typeof read({ percent: '5', description: 'x'.repeat(256) })).toBe('string');
  for (const percent of ['', '1000', '1.1234567', '1.', '.5', '+5', '1e2', 'x'])
    expect(read({ percent })).toBe('number.invalid');
  expect(read({ percent: '5' }, 'x'.repeat(60))).toMatchObject({ percent: '5' });
  for (const name of ['', 'x'.repeat(61)]) expect(typeof read({ percent: '5' }, name)).toBe('string');
});

test('CD.42 the steps of a company lead to its schemes, for who may set it up, where its programme divides costs', () => {
  const owner = { issuerId: company.issuerId, companyId: company.id };
  for (const step of [codesStep, valuesStep, assignedStep]) {
    expect(step).toMatchObject({ of: 'company', needs: ['company_setup', 'modify'], program: 'cost.allocation' });
    expect(step.page(owner)).toBe(`/set-up/scheme?issuer=${company.issuerId}&company=${company.id}`);
    expect(step.page({ ...owner, companyId: null })).toBe(`/set-up/scheme?issuer=${company.issuerId}`);
  }
  expect([codesStep, valuesStep, assignedStep].map(({ order }) => order)).toEqual([30, 40, 50]);
});

test('C5.034 what is typed to find a value is taken as it is, without spaces around it', async () => {
  const coding = [
    ...(await codingsOf(database(), { issuerId: company.issuerId, companyId: company.id }, [company.path])).values()
  ][0];
  if (!coding?.scheme) throw new Error('there is no scheme');
  const code = coding.scheme.codes.find(({ id }) => id === scheme.center) as AccountingCode;
  const offered = async (text: string) =>
    (await offeredForCode(database(), company.issuerId, { code, coding, day: '2026-03-15', text, parent: '' })).map(
      (value: CodeValue) => value.code
    );
  expect(await Promise.all(['%', '_100', 'S_00', ' s100 ', 'SALES', 'x'].map(offered))).toEqual([
    ...[[], [], [], ['S100'], ['S100'], []]
  ]);
});

test('C4.005 the scheme has another version for each thing that a code asks', async () => {
  const version = async () => {
    const named = await schemesNamed(database(), company.issuerId, [scheme.id]);
    return named.get(scheme.id)?.version;
  };
  const change = (data: object, id = scheme.note) =>
    world.current.query('UPDATE setup_records SET data = data || $2::jsonb WHERE id = $1', [id, JSON.stringify(data)]);
  const seen = [await version()];
  for (const data of [{ length: 41 }, { mandatory: true }, { type: 'number' }, { dependsOn: scheme.center }]) {
    await change(data);
    seen.push(await version());
  }
  expect(new Set(seen).size).toBe(5);
  await change({ editableBy: 'C', display: 'dropdown' });
  expect(await version()).toBe(seen.at(-1));
  await world.current.query('UPDATE setup_records SET position = position + 5 WHERE id = $1', [scheme.center]);
  expect(await version()).toBe(seen.at(-1));
});
