import type { Principal } from '@/lib/access/policy/principal';
import { PROGRAM_FEATURES } from '@/lib/access/policy/program-features';
import { refused } from '@/lib/core/entry/refusal';
import { assignProgramOption } from '@/lib/directory/programs/assign-program-option';
import { programFeatures } from '@/lib/directory/programs/features';
import {
  companiesBeforeFirst,
  PROGRAM_OPTIONS,
  programOption,
  programOptionChoices
} from '@/lib/directory/programs/program-options';
import {
  changeProgramOption,
  createProgramOption,
  deleteProgramOption
} from '@/lib/directory/programs/save-program-option';
import { programOptionSchema } from '@/lib/directory/programs/schema';
import { changeNode } from '@/lib/directory/structure/change-node';
import { seenCompany } from '@/lib/directory/structure/companies';
import { createNode } from '@/lib/directory/structure/create-node';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { entityNamed } from '@/lib/kit/setup/entities';
import { recordListSeen } from '@/lib/kit/setup/record-list';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { aCompany, aCompanyGroup, anAccount, anIssuer } from '../support/structure';

const world = useDatabase();

const entry = (name: string, rest: object = {}) =>
  programOptionSchema.parse({ name, programType: 'corporate', features: ['mileage', 'disputes'], ...rest });

/** An issuer with its administrator. */
async function aProgram() {
  const issuer = await anIssuer(world.current);
  return { issuer, admin: await aPrincipalAt(world.current, 'I', issuer) };
}

async function created(
  ...[principal, ...rest]: Parameters<typeof createProgramOption> extends [infer P, ...unknown[]]
    ? [P, string, object?]
    : never
) {
  return granted(await createProgramOption(principal, entry(...rest), ORIGIN)).id;
}

const optionOf = async (companyId: string) =>
  (
    await world.current.query<{ id: string | null }>('SELECT program_option_id AS id FROM companies WHERE id = $1', [
      companyId
    ])
  )[0]?.id;

describe('a program option', () => {
  test('W2 C1.013 C2.011 C3.011 has a name, a program type and features; the first is the default for new companies and leaves those at work alone', async () => {
    const { issuer, admin } = await aProgram();
    const early = await aCompany(world.current, issuer);
    expect(await optionOf(early.id)).toBeNull();
    expect(await companiesBeforeFirst(admin)).toBe(1);
    const id = await created(admin, 'Corporate');
    expect(await companiesBeforeFirst(admin)).toBeNull();
    expect(await programOption(admin, id)).toMatchObject({
      name: 'Corporate',
      programType: 'corporate',
      features: ['mileage', 'disputes'],
      isDefault: true,
      companies: 0
    });
    expect(await optionOf(early.id)).toBeNull();
    expect(await programFeatures(await aPrincipalAt(world.current, 'C', early))).toEqual(new Set(PROGRAM_FEATURES));
    expect(await optionOf((await aCompany(world.current, issuer)).id)).toBe(id);
    const [entryOf] = await world.current.query<{ action: string; details: { after: string } }>(
      'SELECT action, details FROM audit_entries WHERE issuer_id = $1 AND entity_id = $2',
      [issuer.id, id]
    );
    expect(entryOf?.action).toBe('program_option.created');
    expect(JSON.parse(entryOf?.details.after ?? '')).toMatchObject({ name: 'Corporate', isDefault: true });
  });

  test('names are unique in an issuer, whatever their case', async () => {
    const [{ admin }, other] = [await aProgram(), await aProgram()];
    await created(admin, 'Travel');
    expect(codeOf(await createProgramOption(admin, entry('TRAVEL'), ORIGIN))).toBe('name.taken');
    expect(codeOf(await createProgramOption(other.admin, entry('Travel'), ORIGIN))).toBe('ok');
  });

  test('W20 C8.033 is not deleted while companies have it', async () => {
    const { issuer, admin } = await aProgram();
    await created(admin, 'Default');
    const [used, unused] = [await created(admin, 'Used'), await created(admin, 'Unused')];
    const company = await aCompany(world.current, issuer);
    const was = (await optionOf(company.id)) as string;
    expect(codeOf(await assignProgramOption(admin, company.id, { programOptionId: used, was }, ORIGIN))).toBe('ok');
    expect(await deleteProgramOption(admin, used, ORIGIN)).toMatchObject({
      refusal: { code: 'delete.associated', params: { entity: 'program_option' }, blocking: { company: 1 } }
    });
    expect(codeOf(await deleteProgramOption(admin, unused, ORIGIN))).toBe('ok');
    expect(await programOption(admin, unused)).toBeNull();
    expect(codeOf(await assignProgramOption(admin, company.id, { programOptionId: unused, was: used }, ORIGIN))).toBe(
      'invalid.entry'
    );
  });

  test('C1.013 a company gets one in its own form, by a user who may change them', async () => {
    const [{ issuer, admin }, other] = [await aProgram(), await aProgram()];
    const [first, second] = [await created(admin, 'First'), await created(admin, 'Second')];
    const theirs = await created(other.admin, 'Theirs');
    const company = { kind: 'company', name1: 'Acme', name2: null, currency: 'EUR', fiscalStart: 1 } as const;
    const make = (number: string, programOptionId: string | null) =>
      createNode(admin, issuer.id, { ...company, number, programOptionId }, ORIGIN);
    expect(await make('C0', theirs)).toEqual(refused({ code: 'invalid.entry', field: 'programOptionId' }));
    const [given, usual] = [await make('C1', second), await make('C2', null)];
    if (!given.ok || !usual.ok) throw new Error('not created');
    expect([await optionOf(given.value), await optionOf(usual.value)]).toEqual([second, first]);
    expect((await programOptionChoices(admin, issuer.id)).map(({ name }) => name)).toEqual(['First', 'Second']);
    expect(await programOptionChoices(admin, other.issuer.id)).toEqual([]);
    const id = usual.value;
    const change = (principal: Principal, programOptionId: string | null, version: number, name1 = 'Acme') =>
      changeNode(principal, id, { ...company, name1, number: 'C2', programOptionId, version }, ORIGIN);
    expect(codeOf(await change(admin, second, 1))).toBe('ok');
    expect(await optionOf(id)).toBe(second);
    const administrator = await aPrincipalAt(world.current, 'C', { ...issuer, id, kind: 'company' });
    expect(await programOptionChoices(administrator, issuer.id)).toEqual([]);
    expect(codeOf(await change(administrator, first, 2))).toBe('user.not.authorized');
    // Who may give none saves the rest.
    expect(codeOf(await change(administrator, null, 2, 'Acme Nordic'))).toBe('ok');
    expect(await seenCompany(administrator, id)).toMatchObject({ programOptionId: second, programOption: 'Second' });
    // What the configuration screen gives makes a form that was opened before stale.
    expect(codeOf(await assignProgramOption(admin, id, { programOptionId: first, was: second }, ORIGIN))).toBe('ok');
    expect(codeOf(await change(admin, second, 3))).toBe('record.changed');
  });

  test('C8.035 the default one is not deleted, nor left without another', async () => {
    const { admin } = await aProgram();
    const [first, second] = [await created(admin, 'First'), await created(admin, 'Second')];
    expect(codeOf(await deleteProgramOption(admin, first, ORIGIN))).toBe('program.option.default.kept');
    expect(codeOf(await changeProgramOption(admin, { id: first, version: 1 }, entry('First'), ORIGIN))).toBe(
      'program.option.default.needed'
    );
    expect(
      codeOf(await changeProgramOption(admin, { id: second, version: 1 }, entry('Second', { isDefault: true }), ORIGIN))
    ).toBe('ok');
    expect(await programOption(admin, first)).toMatchObject({ isDefault: false, version: 2 });
    expect(codeOf(await deleteProgramOption(admin, first, ORIGIN))).toBe('ok');
  });

  test('a save from a stale screen is refused', async () => {
    const { admin } = await aProgram();
    const id = await created(admin, 'Fleet');
    const changed = entry('Fleet cards', { isDefault: true });
    expect(codeOf(await changeProgramOption(admin, { id, version: 1 }, changed, ORIGIN))).toBe('ok');
    expect(codeOf(await changeProgramOption(admin, { id, version: 1 }, changed, ORIGIN))).toBe('record.changed');
  });

  test('another issuer’s is not there, for reading and for writing', async () => {
    const [{ admin, issuer }, other] = [await aProgram(), await aProgram()];
    await created(admin, 'Default');
    const [mine, theirs] = [await created(admin, 'Mine'), await created(other.admin, 'Theirs')];
    const company = await aCompany(world.current, issuer);
    expect(await programOption(admin, theirs)).toBeNull();
    expect(codeOf(await changeProgramOption(admin, { id: theirs, version: 1 }, entry('X'), ORIGIN))).toBe('not.found');
    expect(codeOf(await deleteProgramOption(admin, theirs, ORIGIN))).toBe('not.found');
    const was = (await optionOf(company.id)) as string;
    expect(codeOf(await assignProgramOption(admin, company.id, { programOptionId: theirs, was }, ORIGIN))).toBe(
      'invalid.entry'
    );
    expect(codeOf(await assignProgramOption(other.admin, company.id, { programOptionId: theirs, was }, ORIGIN))).toBe(
      'not.found'
    );
    const page = await listPage(other.admin, PROGRAM_OPTIONS, readQuery(PROGRAM_OPTIONS, {}));
    expect(page.rows.map(({ id }) => id)).toEqual([theirs]);
    expect(page.rows.map(({ id }) => id)).not.toContain(mine);
  });

  test('company administrators don’t see them, and system administrators only look', async () => {
    const { issuer, admin } = await aProgram();
    const id = await created(admin, 'Corporate');
    const company = await aCompany(world.current, issuer);
    const [c, z] = [await aPrincipalAt(world.current, 'C', company), await aPrincipalAt(world.current, 'Z', null)];
    expect(await programOption(c, id)).toBeNull();
    expect(codeOf(await createProgramOption(c, entry('X'), ORIGIN))).toBe('user.not.authorized');
    expect(codeOf(await assignProgramOption(c, company.id, { programOptionId: id, was: id }, ORIGIN))).toBe(
      'user.not.authorized'
    );
    expect(await programOption(z, id)).toMatchObject({ id });
    expect(codeOf(await changeProgramOption(z, { id, version: 1 }, entry('X', { isDefault: true }), ORIGIN))).toBe(
      'user.not.authorized'
    );
    expect(codeOf(await deleteProgramOption(z, id, ORIGIN))).toBe('user.not.authorized');
  });
});

test('C1.013 a company whose program lacks a feature has none of its set-up lists', async () => {
  const { issuer, admin } = await aProgram();
  await created(admin, 'Narrow');
  const company = await aCompany(world.current, issuer);
  const C = await aPrincipalAt(world.current, 'C', company);
  const at = { issuerId: issuer.id, companyId: company.id };
  const seen = async (principal: Principal, name: string) =>
    (await recordListSeen(principal, entityNamed(name), at)) !== null;
  expect([await seen(C, 'custom-field'), await seen(C, 'tax-rate')]).toEqual([false, true]);
  expect([await seen(admin, 'custom-field'), await seen(admin, 'tax-rate')]).toEqual([true, true]);
});

test('C1.013 what a workspace offers follows from the company’s program option', async () => {
  const { issuer, admin } = await aProgram();
  await created(admin, 'Narrow');
  const [group, free] = [await aCompanyGroup(world.current, issuer), await anIssuer(world.current)];
  const [company, unbound] = [await aCompany(world.current, group), await aCompany(world.current, free)];
  const account = await anAccount(world.current, company);
  const at = async (...[role, place]: ['A' | 'C' | 'G', Parameters<typeof aPrincipalAt>[2]]) => [
    ...(await programFeatures(await aPrincipalAt(world.current, role, place)))
  ];
  expect(await at('C', company)).toEqual(['mileage', 'disputes']);
  expect(await at('A', account)).toEqual(['mileage', 'disputes']);
  expect(await at('G', group)).toEqual([...PROGRAM_FEATURES]);
  expect(await at('C', unbound)).toEqual([...PROGRAM_FEATURES]);
});
