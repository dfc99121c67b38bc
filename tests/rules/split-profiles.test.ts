import type { Principal } from '@/lib/access/policy/principal';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import type { Result } from '@/lib/core/entry/refusal';
import { translator } from '@/lib/core/language/texts';
import { changeSplitProfile, createSplitProfile, deleteSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { findSplitProfile, profilesFor, splitProfileSchema } from '@/lib/money/allocation/split-profiles';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme, type PlacedScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer } from '../support/structure';

const world = useDatabase();
let scheme: PlacedScheme;
let A: Principal;
let B: Principal;
let C: Principal;
let stranger: Principal;

beforeAll(async () => {
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  scheme = await aScheme(world.current, company);
  A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  B = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  C = await aPrincipalAt(world.current, 'C', company);
  stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
});

const entry = (name: string, percents: readonly string[], codes: Record<string, string> = {}) =>
  splitProfileSchema.parse({ name, splits: percents.map((percent) => ({ percent, codes })) });
async function kept(by: Principal, name: string, percents: readonly string[] = ['60', '40']): Promise<string> {
  return granted(await createSplitProfile(by, { ...entry(name, percents), schemeId: scheme.id }, ORIGIN));
}
const why = async (tried: Promise<Result<unknown>>) => refusedFor(await tried);

test('C6.025 everybody of the company uses a profile; only its creator changes or deletes it, whatever the role', async () => {
  const id = await kept(A, 'Fair');
  for (const by of [A, B, C]) {
    expect(await findSplitProfile(by, id)).toMatchObject({ name: 'Fair', ownerId: A.userId });
    expect(await profilesFor(by, { issuerId: A.issuerId, schemeId: scheme.id })).toContainEqual({ id, name: 'Fair' });
  }
  for (const by of [B, C]) {
    expect(await why(deleteSplitProfile(by, id, ORIGIN))).toBe('split.profile.not.own');
    expect(await why(changeSplitProfile(by, id, { ...entry('Mine', ['50', '50']), version: 1 }, ORIGIN))).toBe(
      'split.profile.not.own'
    );
  }
  expect(await findSplitProfile(stranger, id)).toBeNull();
  expect(await why(deleteSplitProfile(stranger, id, ORIGIN))).toBe('not.found');
  expect(await why(changeSplitProfile(A, id, { ...entry('Fairs', ['50', '50']), version: 2 }, ORIGIN))).toBe(
    'record.changed'
  );
  expect(await why(changeSplitProfile(A, id, { ...entry('Fairs', ['50', '50']), version: 1 }, ORIGIN))).toBeNull();
  expect(await findSplitProfile(B, id)).toMatchObject({
    name: 'Fairs',
    version: 2,
    lines: [{ percent: '50' }, { percent: '50' }]
  });
  expect(await why(deleteSplitProfile(A, id, ORIGIN))).toBeNull();
  expect(await findSplitProfile(A, id)).toBeNull();
  const audits = await world.current.query(
    "SELECT action, details FROM audit_entries WHERE action LIKE 'split_profile.%' AND entity_id = $1 ORDER BY sequence",
    [id]
  );
  expect(audits.map(({ action }) => action)).toEqual([
    'split_profile.created',
    'split_profile.changed',
    'split_profile.deleted'
  ]);
  // What was there before it was deleted.
  expect(audits[2]?.details).toEqual({
    'before.name': 'Fairs',
    'before.lines': '1: 50 %; 2: 50 %',
    'after.lines': null
  });
});

test.each([
  ['C5.032', 'less than 100 in all', ['60', '39'], 'splits split.percent.total'],
  ['C5.032', 'a negative percentage', ['150', '-50'], 'splits.1.percent split.negative']
])('%s CD.43 a profile with %s is refused', async (_row, _what, percents, refusal) => {
  const tried = createSplitProfile(A, { ...entry('Odd', percents), schemeId: scheme.id }, ORIGIN);
  expect(await why(tried)).toBe(refusal);
});

test('W15 C5.032 any shares that divide a transaction can be kept as a profile', async () => {
  for (const [name, percents] of [
    ['Half a percent', ['0.5', '99.5']],
    ['Thirds', ['33.333333', '33.333333', '33.333334']],
    ['Nearly all', ['99.999999', '0.000001']]
  ] as const)
    expect(await why(createSplitProfile(A, { ...entry(name, [...percents]), schemeId: scheme.id }, ORIGIN))).toBeNull();
});

test('C5.033 a profile has 2 to 100 splits; the database holds it to that as well', async () => {
  for (const count of [0, 1, 101]) {
    const { error } = splitProfileSchema.safeParse({ name: 'Many', splits: Array(count).fill({ percent: '1' }) });
    const [fault] = error ? fieldFaults(error) : [];
    expect(fault && translator('en_US')(fault.code, fault.params)).toBe('A split needs 2 to 100 parts.');
  }
  const id = await kept(A, 'Hundred', Array(100).fill('1'));
  expect((await findSplitProfile(B, id))?.lines).toHaveLength(100);
  for (const lines of [
    [{ percent: '100' }],
    [{ percent: '60' }, { percent: '60' }],
    [{ percent: '101' }, { percent: '-1' }]
  ])
    await expect(
      world.current.query('UPDATE split_profiles SET lines = $2 WHERE id = $1', [id, JSON.stringify(lines)])
    ).rejects.toThrow();
});

test('CD.42 codes are the scheme’s, as their values are written; a name stands once in a company', async () => {
  const codes = (center: string) => ({ [scheme.center]: center });
  const create = (name: string, center: string, by = A) =>
    createSplitProfile(by, { ...entry(name, ['50', '50'], codes(center)), schemeId: scheme.id }, ORIGIN);
  expect(await why(create('Codes', 'X999'))).toBe(`splits.0.codes.${scheme.center} allocation.code.not.offered`);
  const made = await create('Codes', 's100');
  expect(made.ok && (await findSplitProfile(B, made.value))?.lines[0]?.codes).toEqual(codes('S100'));
  expect(await why(create('CODES', 'F200', B))).toBe('name split.profile.name.taken');
  expect(await why(create('Elsewhere', 'S100', stranger))).toBe('not.found');
  const both = await Promise.all([create('Race', 'S100', A), create('race', 'S100', B)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});
