import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { readQuery } from '@/lib/kit/listing/query';
import { type Codes, faultsIn, faultsOf, writtenCodes } from '@/lib/money/allocation/check-codes';
import { type CodeValue, offeredForCode, offeredValues } from '@/lib/money/allocation/code-values';
import { defaultCodes } from '@/lib/money/allocation/default-codes';
import { amountsAt, evenAmounts, percentsOf, sumOf } from '@/lib/money/allocation/dividing';
import { offeredInScheme, ownScheme, ownSchemes } from '@/lib/money/allocation/own-schemes';
import { changeSplitProfile, createSplitProfile, deleteSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { type AccountingCode, type Coding, codingsOf, schemesNamed } from '@/lib/money/allocation/schemes';
import { splitChanges } from '@/lib/money/allocation/split-changes';
import {
  findSplitProfile,
  profilesFor,
  SPLIT_PROFILES,
  splitProfileSchema
} from '@/lib/money/allocation/split-profiles';
import { balanced, shares, splitByAmount, splitByPercent, taxesWithin } from '@/lib/money/allocation/splits';
import { valueKey } from '@/lib/money/allocation/value-key';
import { whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aScheme, type PlacedScheme } from '../support/schemes';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let scheme: PlacedScheme;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  account = await anAccount(db, company);
  scheme = await aScheme(db, company);
  C = await aPrincipalAt(db, 'C', company);
});

const DAY = '2026-03-15';
const decimal = (value: string) => new Prisma.Decimal(value);
const texts = (values: readonly Prisma.Decimal[]) => values.map((value) => value.toFixed());
const off = (condition: string, ...values: unknown[]) =>
  world.current.query(`UPDATE setup_records SET inactive_since = now() WHERE ${condition}`, values);
const on = (condition: string, ...values: unknown[]) =>
  world.current.query(`UPDATE setup_records SET inactive_since = NULL WHERE ${condition}`, values);
const codingAt = async (node: StructureNode): Promise<Coding> => {
  const place = { issuerId: company.issuerId, companyId: company.id };
  return (await codingsOf(database(), place, [node.path])).get(node.path) as Coding;
};

describe('C4.005 CD.42 a code is', () => {
  const asking = (more: Partial<AccountingCode>): AccountingCode => ({
    id: 'a',
    name: 'Code',
    type: 'text',
    length: null,
    display: null,
    mandatory: false,
    editableBy: 'A',
    dependsOn: null,
    ...more
  });
  const faults = (
    asked: readonly AccountingCode[],
    codes: Codes,
    { values = [], subset = {} }: { values?: readonly Partial<CodeValue>[]; subset?: Record<string, string[]> } = {}
  ) => {
    const offered = values.map((value): CodeValue => {
      const whole = { id: '', codeId: 'a', code: '', name: '', activeFrom: null, activeTo: null, parentIds: [] };
      return { ...whole, ...value };
    });
    const coding = { scheme: { id: 's', name: 'S', version: '1', codes: asked }, subsetId: null };
    const named = new Map(offered.map((value) => [valueKey(value.codeId, value.code), value]));
    const restricted = new Map(Object.entries(subset).map(([id, ids]) => [id, new Set(ids)]));
    return faultsIn({ coding, day: DAY, codes }, named, restricted).map(({ codeId, code }) => `${codeId} ${code}`);
  };

  test.each(['text', 'number'] as const)('a %s that is as long as it may be', (type) => {
    expect(faults([asking({ type, length: 3 })], { a: '123' })).toEqual([]);
    expect(faults([asking({ type, length: 3 })], { a: '1234' })).toEqual(['a too.long']);
    expect(faults([asking({ type })], { a: '1234567' })).toEqual([]);
  });

  test('of its type', () => {
    const one = (type: AccountingCode['type'], typed: readonly string[]) =>
      typed.map((text) => faults([asking({ type })], { a: text })[0] ?? null);
    expect(one('number', ['-1.5', 'x', '1.'])).toEqual([null, 'a number.invalid', 'a number.invalid']);
    expect(one('date', ['2026-02-28', '2026-02-30'])).toEqual([null, 'a date.invalid']);
    expect(one('boolean', ['true', 'false', 'yes'])).toEqual([null, null, 'a invalid.entry']);
  });

  test('there where it must be, and asked for', () => {
    const asked = [asking({ mandatory: true }), asking({ id: 'b' })];
    expect(faults(asked, { a: '', b: '' })).toEqual(['a required.field']);
    expect(faults(asked, { a: 'x', b: 'y', c: '' })).toEqual([]);
    expect(faults(asked, { a: 'x', c: 'z' })).toEqual(['c allocation.code.not.asked']);
  });

  test('offered on its days, in the subset, and for the value that it depends on', () => {
    const list = [asking({ type: 'list' }), asking({ id: 'b', type: 'list', dependsOn: 'a' })];
    const value = { id: 'v', code: 'X' };
    const of = (more: Partial<CodeValue>) => faults(list, { a: 'x' }, { values: [{ ...value, ...more }] });
    expect(of({ activeFrom: DAY, activeTo: DAY })).toEqual([]);
    expect(of({ activeFrom: '2026-03-16' })).toEqual(['a allocation.code.not.active']);
    expect(of({ activeTo: '2026-03-14' })).toEqual(['a allocation.code.not.active']);
    expect(faults(list, { a: 'x' })).toEqual(['a allocation.code.not.offered']);
    expect(faults(list, { a: 'x' }, { values: [value], subset: { a: ['v'] } })).toEqual([]);
    expect(faults(list, { a: 'x' }, { values: [value], subset: { a: ['w'] } })).toEqual([
      'a allocation.code.not.offered'
    ]);
    expect(faults(list, { a: 'x' }, { values: [value], subset: { b: [] } })).toEqual([]);
    const other = { id: 'w', code: 'Y' };
    const child = { id: 'c', codeId: 'b', code: 'Z', parentIds: ['v'] };
    const both = (codes: Codes) => faults(list, codes, { values: [value, other, child] });
    expect(both({ a: 'X', b: 'Z' })).toEqual([]);
    expect(both({ a: 'Y', b: 'Z' })).toEqual(['b allocation.code.not.for']);
    expect(both({ b: 'Z' })).toEqual(['b allocation.code.not.for']);
  });
});

test('CD.42 what is not active any more is neither asked for, offered nor in force: scheme, assignment, code, value, subset', async () => {
  const read = async () => {
    const coding = await codingAt(account);
    const code = coding.scheme?.codes.find(({ id }) => id === scheme.center);
    const asked = { coding, day: DAY, text: '', parentId: null };
    const offered = code ? await offeredValues(database(), company.issuerId, { ...asked, code }) : [];
    const [found = []] = await faultsOf(database(), company.issuerId, [
      { coding, day: DAY, codes: { [scheme.center]: 'F200' } }
    ]);
    return [
      coding.scheme?.codes.length ?? 0,
      offered.map(({ code: one }) => one).join(),
      found.map(({ code: fault }) => fault).join()
    ];
  };
  const notOffered = 'allocation.code.not.offered';
  const all = [3, 'F200,S100', ''];
  expect(await read()).toEqual(all);
  await off("owner_id = $1 AND code = 'F200'", company.id);
  expect(await read()).toEqual([3, 'S100', notOffered]);
  await on("owner_id = $1 AND code = 'F200'", company.id);
  await off('id = $1', scheme.note);
  expect(await read()).toEqual([2, 'F200,S100', '']);
  await on('id = $1', scheme.note);
  for (const condition of ["entity = 'scheme-assignment' AND owner_id = $1", "entity = 'scheme' AND owner_id = $1"]) {
    await off(condition, company.id);
    expect(await read()).toEqual([0, '', 'allocation.code.not.asked']);
    await on(condition, company.id);
  }
  const subset = await aRecord(C, 'subset', recordsOf(company, scheme.id), { name: 'Sales only' });
  await aRecord(C, 'subset-value', recordsOf(company, subset), { accountingCode: 'Cost center', value: 'S100' });
  await aRecord(C, 'subset-assignment', recordsOf(company, subset), { node: account.id });
  // Another subset, assigned nowhere, has the other value.
  const idle = await aRecord(C, 'subset', recordsOf(company, scheme.id), { name: 'Fleet only' });
  await aRecord(C, 'subset-value', recordsOf(company, idle), { accountingCode: 'Cost center', value: 'F200' });
  expect(await read()).toEqual([3, 'S100', notOffered]);
  await off("entity = 'subset-value' AND parent_id = $1", subset);
  expect(await read()).toEqual(all);
  await on("entity = 'subset-value' AND parent_id = $1", subset);
  for (const condition of ["entity = 'subset-assignment' AND parent_id = $1", 'id = $1']) {
    await off(condition, subset);
    expect(await read()).toEqual(all);
    await on(condition, subset);
  }
});

test('CD.42 the scheme and the subset of it that are assigned nearest above count, each by itself', async () => {
  const point = await anOrgPoint(world.current, company);
  const within = await anAccount(world.current, point);
  const other = await aScheme(world.current, company, point);
  const subset = await aRecord(C, 'subset', recordsOf(company, scheme.id), { name: 'Sales only' });
  await aRecord(C, 'subset-assignment', recordsOf(company, subset), { node: within.id });
  expect(await codingAt(within)).toMatchObject({ scheme: { id: other.id }, subsetId: null });
  expect(await codingAt(account)).toMatchObject({ scheme: { id: scheme.id }, subsetId: null });
  const own = await aRecord(C, 'subset', recordsOf(company, other.id), { name: 'Fleet only' });
  await aRecord(C, 'subset-assignment', recordsOf(company, own), { node: point.id });
  expect(await codingAt(within)).toMatchObject({ scheme: { id: other.id }, subsetId: own });
  const place = { issuerId: company.issuerId, companyId: company.id };
  const both = await codingsOf(database(), place, [within.path, account.path]);
  expect([...both.values()].map((coding) => coding.scheme?.id)).toEqual([other.id, scheme.id]);
});

test('CD.42 a code has the length, the role and what it depends on that its record says', async () => {
  const [found] = (await schemesNamed(database(), company.issuerId, [scheme.id])).values();
  expect(found?.codes).toMatchObject([
    { id: scheme.center, type: 'list', length: null, display: 'autocomplete', mandatory: true, editableBy: 'A' },
    { id: scheme.project, type: 'list', dependsOn: scheme.center, mandatory: false },
    { id: scheme.note, type: 'text', length: 40, display: null, dependsOn: null }
  ]);
  await world.current.query(`UPDATE setup_records SET data = data || '{"editableBy": "C"}' WHERE id = $1`, [
    scheme.note
  ]);
  const [again] = (await schemesNamed(database(), company.issuerId, [scheme.id])).values();
  expect(again?.codes.map(({ editableBy }) => editableBy)).toEqual(['A', 'A', 'C']);
  for (const ids of [[], [company.id]]) expect((await schemesNamed(database(), company.issuerId, ids)).size).toBe(0);
});

test('C5.034 values are offered by the beginning of their code or words of their name, on their days, for their parent', async () => {
  const coding = await codingAt(account);
  const offered = async (codeId: string, text: string, parent = '', day = DAY) => {
    const code = coding.scheme?.codes.find(({ id }) => id === codeId) as AccountingCode;
    const values = await offeredForCode(database(), company.issuerId, { code, coding, day, text, parent });
    return values.map((value) => value.code);
  };
  expect(await offered(scheme.center, '')).toEqual(['F200', 'S100']);
  expect(await offered(scheme.center, 's1')).toEqual(['S100']);
  expect(await offered(scheme.center, 'ale')).toEqual(['S100']);
  expect(await offered(scheme.center, '100')).toEqual([]);
  expect(await offered(scheme.project, '')).toEqual([]);
  expect(await offered(scheme.project, '', 's100')).toEqual(['P1']);
  expect(await offered(scheme.project, '', 'F200')).toEqual([]);
  await world.current.query(
    `UPDATE setup_records SET data = '{"activeFrom": "2026-03-10", "activeTo": "2026-03-20"}' WHERE owner_id = $1 AND code = 'S100'`,
    [company.id]
  );
  const days = ['2026-03-09', '2026-03-10', '2026-03-20', '2026-03-21'];
  const found = await Promise.all(days.map((day) => offered(scheme.center, 's1', '', day)));
  expect(found).toEqual([[], ['S100'], ['S100'], []]);
  await world.current.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, data, position)
     SELECT $1, gen_random_uuid(), 'accounting-code-value', $2, $3, 'T' || n, 'Tour', '{}', n FROM generate_series(1, 51) n`,
    [company.issuerId, company.id, scheme.center]
  );
  expect(await offered(scheme.center, 'T')).toHaveLength(50);
});

test('CD.42 codes are written as their values are, empty ones not at all, and what is no list as it is', async () => {
  const coding = await codingAt(account);
  const typed = [{ [scheme.center]: 's100', [scheme.project]: '', [scheme.note]: 'p1' }, {}];
  expect(await writtenCodes(database(), company.issuerId, coding, typed)).toEqual([
    { [scheme.center]: 'S100', [scheme.note]: 'p1' },
    {}
  ]);
});

test('CD.42 a default counts while it, its value and its group of categories are active, for its account, merchant or category', async () => {
  const at = recordsOf(company, scheme.id);
  const cost = { schemeId: scheme.id, accountId: account.id, merchantId: 'M1', merchantCategoryCode: '5411' };
  const center = { accountingCode: 'Cost center', value: 'S100' };
  const ofAccount = await aRecord(C, 'default-value', at, { ...center, basis: 'account', account: account.id });
  await aRecord(C, 'merchant-category-group', recordsOf(company), { name: 'Food', codes: ['5411'] });
  const note = { accountingCode: 'Note', text: 'food' };
  await aRecord(C, 'default-value', at, { ...note, basis: 'category', category: 'Food' });
  const found = async (more: Partial<typeof cost> = {}) => {
    const [codes] = await defaultCodes(database(), company.issuerId, [{ ...cost, ...more }]);
    return Object.values(codes ?? {}).sort();
  };
  expect(await found()).toEqual(['S100', 'food']);
  expect(await found({ accountId: company.id })).toEqual(['food']);
  expect(await found({ merchantCategoryCode: '5812' })).toEqual(['S100']);
  expect(await found({ schemeId: company.id })).toEqual([]);
  for (const [condition, value, left] of [
    ['id = $1', ofAccount, ['food']],
    ["code = 'S100' AND parent_id = $1", scheme.center, ['food']],
    ["entity = 'merchant-category-group' AND owner_id = $1", company.id, ['S100']]
  ] as const) {
    await off(condition, value);
    expect(await found()).toEqual(left);
    await on(condition, value);
  }
  expect(await found()).toEqual(['S100', 'food']);
  // What another issuer has under the same ids stays active.
  await aTwinOf(world.current, company.issuerId);
  await off('issuer_id = $1 AND id = $2', company.issuerId, ofAccount);
  expect(await found()).toEqual(['food']);
});

describe('schemes of one’s company', () => {
  test('CD.20 CD.42 are seen in it and below it, active ones alone, and offer by their own codes', async () => {
    const other = await aCompany(world.current, await anIssuer(world.current));
    const [A, stranger] = [
      await aPrincipalAt(world.current, 'A', account),
      await aPrincipalAt(world.current, 'C', other)
    ];
    const seen = async (by: Principal) => (await ownSchemes(by)).map(({ id }) => id);
    for (const by of [A, C]) {
      expect(await seen(by)).toEqual([scheme.id]);
      expect((await ownScheme(by, scheme.id))?.asks.codes).toHaveLength(3);
    }
    expect(await seen(stranger)).toEqual([]);
    expect(await ownScheme(stranger, scheme.id)).toBeNull();
    expect(await ownScheme(C, scheme.center)).toBeNull();
    const offered = async (by: Principal, of: string) =>
      (await offeredInScheme(by, scheme.id, { of, q: '', parent: '' })).map(({ code }) => code);
    expect(await offered(A, scheme.center)).toEqual(['F200', 'S100']);
    expect(await offered(A, scheme.id)).toEqual([]);
    expect(await offered(stranger, scheme.center)).toEqual([]);
    await off('id = $1', scheme.id);
    expect(await seen(C)).toEqual([]);
    expect(await ownScheme(C, scheme.id)).toBeNull();
  });

  test('have their own codes alone', async () => {
    const other = await aScheme(world.current, company, account);
    const named = await schemesNamed(database(), company.issuerId, [scheme.id, other.id]);
    const codes = ({ id }: PlacedScheme) => named.get(id)?.codes.map((code) => code.id);
    for (const one of [scheme, other]) expect(codes(one)).toEqual([one.center, one.project, one.note]);
  });

  test('are 200 at most', async () => {
    await world.current.query(
      `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data, position)
       SELECT $1, gen_random_uuid(), 'scheme', $2, 'Scheme ' || n, '{}', n FROM generate_series(1, 200) n`,
      [company.issuerId, company.id]
    );
    expect(await ownSchemes(C)).toHaveLength(200);
  });
});

describe('a split profile', () => {
  const profile = (name: string, codes: Record<string, string> = {}, percents = ['50', '50']) =>
    splitProfileSchema.parse({ name, splits: percents.map((percent) => ({ percent, codes })) });
  const kept = async (name: string, by = C) =>
    granted(await createSplitProfile(by, { ...profile(name), schemeId: scheme.id }, ORIGIN));
  const changes = async (id: string) =>
    (
      await world.current.query<{ details: object }>(
        "SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'split_profile.changed'",
        [id]
      )
    ).map(({ details }) => details);

  test('CD.22 is created, changed and deleted by users who may modify transactions, and offered for its scheme', async () => {
    const viewer = await aPrincipalAt(world.current, 'C', company, { authorities: ['transactions.view'] });
    const made = await createSplitProfile(viewer, { ...profile('Half'), schemeId: scheme.id }, ORIGIN);
    expect(refusedFor(made)).toBe('forbidden.action');
    const id = await kept('Half');
    expect(refusedFor(await deleteSplitProfile(viewer, id, ORIGIN))).toBe('forbidden.action');
    const other = await aScheme(world.current, company, account);
    const offered = async (schemeId: string) =>
      (await profilesFor(C, { issuerId: company.issuerId, schemeId })).map((one) => one.id);
    expect(await offered(scheme.id)).toEqual([id]);
    expect(await offered(other.id)).toEqual([]);
    await off('id = $1', scheme.id);
    expect(refusedFor(await changeSplitProfile(C, id, { ...profile('Halves'), version: 1 }, ORIGIN))).toBe('not.found');
  });

  test('C5.032 is not changed to what does not total 100', async () => {
    const id = await kept('Half');
    const less = profile('Half', {}, ['50', '40']);
    expect(refusedFor(await changeSplitProfile(C, id, { ...less, version: 1 }, ORIGIN))).toBe(
      'splits split.percent.total'
    );
  });

  test('is audited with its differences, and not without any', async () => {
    const id = await kept('Half');
    expect(refusedFor(await changeSplitProfile(C, id, { ...profile('Half'), version: 1 }, ORIGIN))).toBeNull();
    expect(await changes(id)).toEqual([]);
    const other = profile('Most', {}, ['60', '40']);
    expect(refusedFor(await changeSplitProfile(C, id, { ...other, version: 2 }, ORIGIN))).toBeNull();
    expect(await changes(id)).toEqual([
      {
        'before.name': 'Half',
        'after.name': 'Most',
        'before.lines': '1: 50 %; 2: 50 %',
        'after.lines': '1: 60 %; 2: 40 %'
      }
    ]);
  });

  test('CD.22 has what only higher roles fill in from these alone', async () => {
    const A = await aPrincipalAt(world.current, 'A', account);
    await world.current.query(`UPDATE setup_records SET data = data || '{"editableBy": "C"}' WHERE id = $1`, [
      scheme.note
    ]);
    const make = async (by: Principal, name: string, codes: Record<string, string>) =>
      refusedFor(await createSplitProfile(by, { ...profile(name, codes), schemeId: scheme.id }, ORIGIN));
    expect(await make(A, 'Note', { [scheme.note]: 'x' })).toBe(
      `splits.0.codes.${scheme.note} allocation.code.not.editable`
    );
    expect(await make(A, 'Center', { [scheme.center]: 'S100' })).toBeNull();
    expect(await make(C, 'Note', { [scheme.note]: 'x' })).toBeNull();
    expect(await make(C, 'Wrong', { [scheme.center]: 'X' })).toBe(
      `splits.0.codes.${scheme.center} allocation.code.not.offered`
    );
  });

  test('CD.20 waits for nobody who changes one of another issuer under the same id', async () => {
    const id = await kept('Half');
    const twin = await aTwinOf(world.current, company.issuerId);
    const changed = await whileHeld(world.current, 'split_profiles', 'issuer_id = $1', [twin.issuerId], () =>
      changeSplitProfile(C, id, { ...profile('Halves'), version: 1 }, ORIGIN)
    );
    expect(codeOf(changed)).toBe('ok');
  });

  test('waits for no other one, leaves others as they are, and has a name of its own in its company alone', async () => {
    const [id, other] = [await kept('Half'), await kept('Other')];
    const changed = await whileHeld(world.current, 'split_profiles', 'id = $1', [other], () =>
      changeSplitProfile(C, id, { ...profile('Halves'), version: 1 }, ORIGIN)
    );
    expect(codeOf(changed)).toBe('ok');
    expect(refusedFor(await changeSplitProfile(C, id, { ...profile('OTHER'), version: 2 }, ORIGIN))).toBe(
      'name split.profile.name.taken'
    );
    const far = await aCompany(world.current, { ...company, id: company.issuerId, kind: 'issuer' });
    const [D, there] = [await aPrincipalAt(world.current, 'C', far), await aScheme(world.current, far)];
    expect(refusedFor(await createSplitProfile(D, { ...profile('Other'), schemeId: there.id }, ORIGIN))).toBeNull();
    expect(await profilesFor(D, { issuerId: company.issuerId, schemeId: scheme.id })).toEqual([]);
    expect(refusedFor(await deleteSplitProfile(C, id, ORIGIN))).toBeNull();
    expect((await findSplitProfile(C, other))?.name).toBe('Other');
  });

  test('CD.20 is seen by who sees the company from above, and is one of the 100 first that are offered', async () => {
    const I = await aPrincipalAt(world.current, 'I', { ...company, id: company.issuerId, kind: 'issuer' });
    const id = await kept('Half');
    expect((await findSplitProfile(I, id))?.name).toBe('Half');
    expect((await ownScheme(I, scheme.id))?.name).toBe('Costs');
    await world.current.query(
      `INSERT INTO split_profiles (issuer_id, id, company_id, scheme_id, owner_id, name, lines)
       SELECT issuer_id, gen_random_uuid(), company_id, scheme_id, owner_id, 'P' || n, lines
       FROM split_profiles, generate_series(1, 100) n WHERE id = $1`,
      [id]
    );
    expect(await profilesFor(C, { issuerId: company.issuerId, schemeId: scheme.id })).toHaveLength(100);
  });

  test('of two changes of one version one is kept, round after round', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await kept(`Round ${round}`);
      const change = (name: string) =>
        changeSplitProfile(C, id, { ...profile(`${name} ${round}`), version: 1 }, ORIGIN);
      const done = await Promise.all([change('One'), change('Two')]);
      expect(done.map(codeOf).sort()).toEqual(['ok', 'record.changed']);
    }
  });

  test('CD.11 is filtered and sorted in its list', () => {
    const asked = { name: 'a', scheme: 'b', splits: '1', owner: 'c', company: 'd' };
    const { filters } = readQuery(SPLIT_PROFILES, asked);
    expect(Object.entries(filters).map(([name, { value }]) => `${name} ${value}`)).toEqual([
      ...['name a', 'scheme b', 'owner c', 'company d']
    ]);
    const sorted = Object.keys(asked).map((sort) => readQuery(SPLIT_PROFILES, { sort }).sort);
    expect(sorted).toEqual(['name', 'scheme', 'name', 'name', 'company']);
    expect(SPLIT_PROFILES.name).toBe('split-profiles');
  });
});

describe('CD.20 what another issuer keeps under the same ids says nothing here:', () => {
  const notOffered = 'allocation.code.not.offered';
  const faults = async (codes: Codes) => {
    const [found] = await faultsOf(database(), company.issuerId, [
      { coding: await codingAt(account), day: DAY, codes }
    ]);
    return (found ?? []).map(({ code }) => code);
  };
  const offered = async (codeId: string, parent = '') => {
    const coding = await codingAt(account);
    const code = coding.scheme?.codes.find(({ id }) => id === codeId) as AccountingCode;
    const values = await offeredForCode(database(), company.issuerId, { code, coding, day: DAY, text: '', parent });
    return values.map((value) => value.code);
  };

  test('the schemes, codes and values that are active there, and where they are assigned', async () => {
    const twin = await aTwinOf(world.current, company.issuerId);
    const here = company.issuerId;
    expect((await codingAt(account)).scheme?.codes.map(({ id }) => id)).toEqual([
      ...[scheme.center, scheme.project, scheme.note]
    ]);
    await off("issuer_id = $1 AND code IN ('F200', 'P1')", here);
    expect(await offered(scheme.center)).toEqual(['S100']);
    expect(await offered(scheme.project, 'S100')).toEqual([]);
    expect(await faults({ [scheme.center]: 'F200' })).toEqual([notOffered]);
    expect(await writtenCodes(database(), here, await codingAt(account), [{ [scheme.center]: 'f200' }])).toEqual([
      { [scheme.center]: 'f200' }
    ]);
    // The other issuer's own node lies where this one's does.
    await world.current.query(
      `UPDATE setup_records SET data = jsonb_build_object('node', $2::text) WHERE issuer_id = $1 AND entity = 'scheme-assignment'`,
      [here, twin.issuerId]
    );
    expect(await codingAt(account)).toEqual({ scheme: null, subsetId: null });
    await off("issuer_id = $1 AND entity = 'scheme-assignment'", here);
    expect((await codingAt(account)).scheme).toBeNull();
  });

  test('the subset that is assigned there, and what it offers there', async () => {
    const subset = await aRecord(C, 'subset', recordsOf(company, scheme.id), { name: 'Sales only' });
    await aRecord(C, 'subset-value', recordsOf(company, subset), { accountingCode: 'Cost center', value: 'S100' });
    const assigned = await aRecord(C, 'subset-assignment', recordsOf(company, subset), { node: account.id });
    const fleet = await aRecord(C, 'subset-value', recordsOf(company, subset), {
      accountingCode: 'Cost center',
      value: 'F200'
    });
    await aTwinOf(world.current, company.issuerId);
    await off('issuer_id = $1 AND id = $2', company.issuerId, fleet);
    expect(await offered(scheme.center)).toEqual(['S100']);
    expect(await offered(scheme.project, 'S100')).toEqual(['P1']);
    expect(await faults({ [scheme.center]: 'F200' })).toEqual([notOffered]);
    await off("issuer_id = $1 AND entity = 'subset-value'", company.issuerId);
    expect(await offered(scheme.center)).toEqual(['F200', 'S100']);
    expect(await faults({ [scheme.center]: 'F200' })).toEqual([]);
    await on("issuer_id = $1 AND entity = 'subset-value'", company.issuerId);
    await off('issuer_id = $1 AND id = $2', company.issuerId, assigned);
    expect(await codingAt(account)).toMatchObject({ subsetId: null });
  });

  test('the group of categories and the value of a default that are active there', async () => {
    const at = recordsOf(company, scheme.id);
    await aRecord(C, 'merchant-category-group', recordsOf(company), { name: 'Food', codes: ['5411'] });
    const center = { accountingCode: 'Cost center', value: 'S100' };
    await aRecord(C, 'default-value', at, { ...center, basis: 'category', category: 'Food' });
    const cost = { schemeId: scheme.id, accountId: account.id, merchantId: null, merchantCategoryCode: '5411' };
    const found = () => defaultCodes(database(), company.issuerId, [cost]);
    await aTwinOf(world.current, company.issuerId);
    expect(await found()).toEqual([{ [scheme.center]: 'S100' }]);
    for (const condition of ["entity = 'merchant-category-group'", "code = 'S100'"]) {
      await off(`issuer_id = $1 AND ${condition}`, company.issuerId);
      expect(await found()).toEqual([{}]);
      await on(`issuer_id = $1 AND ${condition}`, company.issuerId);
    }
  });

  test('the split profile that has the name there, and none there is changed or deleted', async () => {
    const halves = splitProfileSchema.parse({ name: 'Half', splits: [{ percent: '50' }, { percent: '50' }] });
    const id = granted(await createSplitProfile(C, { ...halves, schemeId: scheme.id }, ORIGIN));
    const { issuerId, digest } = await aTwinOf(world.current, company.issuerId);
    await world.current.query("UPDATE split_profiles SET name = 'Whole' WHERE issuer_id = $1", [issuerId]);
    const before = await digest();
    const made = await createSplitProfile(C, { ...halves, name: 'Whole', schemeId: scheme.id }, ORIGIN);
    expect(refusedFor(made)).toBeNull();
    expect(refusedFor(await changeSplitProfile(C, id, { ...halves, name: 'One', version: 1 }, ORIGIN))).toBeNull();
    expect(refusedFor(await deleteSplitProfile(C, id, ORIGIN))).toBeNull();
    expect(await digest()).toBe(before);
  });
});

describe('C5.034 parts', () => {
  const whole = (amount: string, taxAmount: string | null = null, digits = 2) => ({
    amount: decimal(amount),
    taxAmount: taxAmount === null ? null : decimal(taxAmount),
    digits
  });

  test('of percentages that total 100 take the rounding in the last, others are rounded each', () => {
    const amounts = (percents: readonly string[]) => texts(amountsAt(whole('10.01'), percents.map(decimal)));
    expect(amounts(['50', '50'])).toEqual(['5.01', '5']);
    expect(amounts(['50', '49'])).toEqual(['5.01', '4.9']);
    expect(texts(shares(decimal('0.05'), Array(10).fill(decimal('10')), 2)).at(-1)).toBe('0.05');
    expect(texts(evenAmounts(whole('100'), 3))).toEqual(['33.33', '33.33', '33.34']);
    // Where nothing is left to the last, nothing is rounded down.
    expect(texts(shares(decimal('-0.01'), ['50', '50'].map(decimal), 2))).toEqual(['-0.01', '0']);
    const parts = granted(splitByPercent(whole('10'), ['33.3333334', '33.333333', '33.3333336']));
    expect(parts.map(({ percent }) => percent?.toFixed())).toEqual(['33.333333', '33.333333', '33.333334']);
  });

  test('are percentages of two decimals while they do not total the whole, and of six at most once they do', () => {
    const percents = (amount: string, parts: readonly string[]) => texts(percentsOf(whole(amount), parts.map(decimal)));
    expect(percents('30', ['10', '10'])).toEqual(['33.33', '33.33']);
    expect(percents('30', ['10', '20'])).toEqual(['33.33', '66.67']);
    expect(percents('0', ['0', '0', '0'])).toEqual(['33.33', '33.33', '33.34']);
    const tiny = percentsOf(whole('99999999999.99'), ['0.01', '0.01', '99999999999.97'].map(decimal));
    expect(Math.max(...tiny.map((percent) => percent.decimalPlaces()))).toBeLessThanOrEqual(6);
    expect(sumOf(tiny).toFixed()).toBe('100');
    // At two decimals the many that are rounded up would leave less than nothing to the last.
    const up = percents('10000', [...Array(80).fill('100.5'), ...Array(18).fill('100'), '150', '10']);
    expect([up[0], up.at(-1)]).toEqual(['1.005', '0.1']);
    // Nor less than nothing to one of nothing, though that would lead back to the same amounts.
    expect(percents('6', [...Array(6).fill('1'), '0']).at(-1)).toBe('0.000004');
  });

  test('have no more tax than they cost, with the sign of the tax', () => {
    expect(texts(taxesWithin(['0', '3'].map(decimal), ['2', '1'].map(decimal)))).toEqual(['2', '1']);
    expect(texts(taxesWithin(['0', '-3'].map(decimal), ['-2', '-1'].map(decimal)))).toEqual(['-2', '-1']);
    expect(texts(taxesWithin(['1', '1'].map(decimal), ['2', '2'].map(decimal)))).toEqual(['1', '1']);
    // Nothing has no sign.
    expect(texts(taxesWithin(['-0', '3'].map(decimal), ['0', '4'].map(decimal)))).toEqual(['0', '3']);
    // Where there is no room for all of it, nothing is moved.
    expect(texts(taxesWithin(['3', '3'].map(decimal), ['1', '1'].map(decimal)))).toEqual(['3', '3']);
  });

  test('of what has no tax have none, also where nothing is typed as theirs', () => {
    const typed = [
      { amount: '4', taxAmount: '0' },
      { amount: '6', taxAmount: null }
    ];
    const parts = splitByAmount(whole('10'), typed);
    expect(parts.ok && parts.value.map(({ taxAmount }) => taxAmount)).toEqual([null, null]);
  });

  test('are refused by the first split too', () => {
    const amounts = (
      typed: readonly string[],
      taxes: readonly (string | null)[] = [null, null],
      tax: string | null = '1'
    ) =>
      refusedFor(
        splitByAmount(
          whole('10', tax),
          typed.map((amount, index) => ({ amount, taxAmount: taxes[index] ?? null }))
        )
      );
    expect(amounts(['-1', '11'])).toBe('0 split.negative');
    expect(amounts(['0', '10'])).toBeNull();
    expect(amounts(['5.001', '4.999'])).toBe('0 split.decimals');
    expect(amounts(['5.01', '4.99'])).toBeNull();
    expect(amounts(['5', '5'], ['-0.5', '1.5'])).toBe('0.taxAmount split.negative');
    expect(amounts(['5', '5'], ['0', '1'])).toBeNull();
    expect(amounts(['5', '5'], ['0.01', '0.99'])).toBeNull();
    expect(amounts(['5', '5'], ['0.001', '0.999'])).toBe('0.taxAmount split.decimals');
    expect(amounts(['5', '5'], ['0.5', '0.5'])).toBeNull();
    expect(amounts(['1', '9'], ['1.01', '-0.01'])).toBe('0.taxAmount split.tax.larger');
    expect(refusedFor(splitByPercent(whole('10'), ['-1', '101']))).toBe('0 split.negative');
    const half = [{ amount: '0', taxAmount: null }];
    expect(
      granted(splitByAmount(whole('0', '0'), [...half, ...half])).map(({ taxAmount }) => taxAmount?.toFixed())
    ).toEqual(['0', '0']);
  });

  test('C5.035 are balanced from 2 to 100', () => {
    expect([1, 2, 100, 101].map((count) => balanced(count).ok)).toEqual([false, true, true, false]);
  });

  test('are audited with their differences, each by its number', () => {
    const split = (amount: string, more: object = {}) => ({
      amount,
      percent: null,
      taxAmount: null,
      description: null,
      codes: {},
      ...more
    });
    expect(splitChanges('lines', [split('1')], [split('1')])).toEqual({});
    expect(splitChanges('lines', [], [split('1', { codes: { b: 'B', a: 'A' } })])).toEqual({
      'before.lines': null,
      'after.lines': '1: 1 A B'
    });
    expect(
      splitChanges('lines', [split('1'), split('2')], [split('1'), split('2', { description: 'x', percent: '5' })])
    ).toEqual({ 'before.lines': '2: 2', 'after.lines': '2: 2 5 % “x”' });
    const [one, other] = [split('1', { codes: { a: 'A', b: 'B' } }), split('1', { codes: { b: 'B', a: 'A' } })];
    expect(splitChanges('lines', [one], [other])).toEqual({});
    const long = Array.from({ length: 300 }, () => split('100', { taxAmount: '1' }));
    expect(splitChanges('lines', [], long)['after.lines']).toHaveLength(1_000);
  });
});
