import type { z } from 'zod';
import { newGroupFields, sectionFields } from '@/app/workspace/purchase-groups/fields';
import type { FieldSpec } from '@/app/workspace/ui/field-spec';
import { parseForm } from '@/app/workspace/ui/parse-form';
import type { Principal } from '@/lib/access/policy/principal';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { changeProfile, createProfile, deleteProfile } from '@/lib/money/approvals/save-profile';
import { levelField, profileChangeSchema, profileSchema } from '@/lib/money/approvals/schema';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { activateGroup, deleteGroup } from '@/lib/money/purchasing/groups/activate-group';
import { activeGroup } from '@/lib/money/purchasing/groups/active-group';
import { askedFor } from '@/lib/money/purchasing/groups/asked-for';
import {
  changeApprovals,
  changeTemplates,
  changeTypes,
  changeUsers
} from '@/lib/money/purchasing/groups/change-sections';
import { groupChoices } from '@/lib/money/purchasing/groups/choices';
import { groupsOfUser } from '@/lib/money/purchasing/groups/groups-of-user';
import { changeDetails, createGroup } from '@/lib/money/purchasing/groups/save-group';
import { approvalsSchema, newGroupSchema } from '@/lib/money/purchasing/groups/schema';
import { PURCHASES_WAITING } from '@/lib/money/purchasing/listing';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { changeRequest, createRequest } from '@/lib/money/purchasing/save-request';
import { offeredTemplates, offerOf } from '@/lib/money/purchasing/terms';
import { aProfile } from '../support/approvals';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aFullGroup, anActiveGroup, groupNow, seenNow, userIdOf } from '../support/purchase-groups';
import { anOffer, aSupplier, entryOf, type Offered } from '../support/purchasing';
import { codeOf, granted, refusedFor } from '../support/results';
import { done, READER, refusalsOf, tryChange, tryDelete } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let other: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let approver: Principal;
let offered: Offered;
let profile: string;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  other = await aCompany(world.current, issuer);
});
beforeEach(async () => {
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  approver = await aPrincipalAt(world.current, 'C', company);
  C = await aPrincipalAt(world.current, 'C', company);
  const [own] = await world.current.query<{ currency: string }>('SELECT currency FROM companies WHERE id = $1', [
    company.id
  ]);
  offered = await anOffer(C, company, { template: { currency: own?.currency } });
  profile = await aProfile(world.current, company, { levels: [{ members: [approver.userId] }] });
});

const full = (users: readonly Principal[] = [A]) => aFullGroup(C, { offered, users, profile });
const active = (users: readonly Principal[] = [A]) => anActiveGroup(C, { offered, users, profile });
const activate = async (id: string) => refusalsOf(await activateGroup(C, await seenNow(C, id), ORIGIN));
const stateOf = async (id: string) => (await groupNow(C, id)).state;
const seen = (id: string) => seenNow(C, id);
const request = (by: Principal, from: Offered = offered, supplierId = from.supplier) =>
  createRequest(by, { templateId: from.template, ...entryOf(from, { supplierId }) }, ORIGIN);
const audited = (id: string) =>
  world.current
    .query<{ action: string }>('SELECT action FROM audit_entries WHERE entity_id = $1 ORDER BY sequence', [id])
    .then((rows) => rows.map(({ action }) => action.replace('purchase_group.', '')));

describe('C2.077 C3.061 a group', () => {
  test('is kept with its five sections, and begins in progress', async () => {
    const id = granted(await createGroup(C, { company: company.id, name: 'Buyers' }, ORIGIN));
    expect(await groupNow(C, id)).toMatchObject({
      name: 'Buyers',
      state: 'in_progress',
      users: [],
      records: [],
      profileId: null,
      missing: ['users', 'approvals', 'types', 'templates']
    });
    const filled = await full();
    const group = await groupNow(C, filled);
    expect(group).toMatchObject({ state: 'in_progress', missing: [], profileId: profile });
    expect(group.users.map(({ id }) => id)).toEqual([A.userId]);
    expect(group.records.map(({ id }) => id).sort()).toEqual([offered.type, offered.template].sort());
    expect(await audited(filled)).toEqual(['created', 'changed', 'changed', 'changed', 'changed']);
  });

  test('C5.137 C5.143 is asked for its name, and its approvals for who approves', async () => {
    const said = (fields: FieldSpec[], schema: z.ZodType, values: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(values)) form.set(name, value);
      const answer = parseForm(READER, fields, schema, form);
      return answer.ok ? [] : answer.state.faults;
    };
    expect(said(newGroupFields(READER.t), newGroupSchema, { company: company.id, name: ' ' })).toEqual([
      { field: 'name', message: 'Group Name is required.', missing: true }
    ]);
    const group = await groupNow(C, await full());
    const fields = sectionFields(READER.t, 'approvals', group, await groupChoices(group));
    expect(said(fields, approvalsSchema, { profile: '' })).toEqual([
      { field: 'profile', message: 'Approval Group is required.', missing: true }
    ]);
    expect(said(fields, approvalsSchema, { profile })).toEqual([]);
  });

  test('C5.074 has a name of its own in its company, whatever its case', async () => {
    const id = granted(await createGroup(C, { company: company.id, name: 'Night shift' }, ORIGIN));
    const again = await createGroup(C, { company: company.id, name: 'NIGHT SHIFT' }, ORIGIN);
    expect(refusedFor(again)).toBe('name template.name.taken');
    const second = granted(await createGroup(C, { company: company.id, name: 'Day shift' }, ORIGIN));
    const entry = { name: 'Night Shift', instructions: null };
    expect(refusedFor(await changeDetails(C, await seen(second), entry, ORIGIN))).toBe('name template.name.taken');
    granted(await changeDetails(C, await seen(id), { name: 'Night Shift', instructions: 'Ask early' }, ORIGIN));
    expect(await groupNow(C, id)).toMatchObject({ name: 'Night Shift', instructions: 'Ask early' });
  });

  test('is changed in the version that was read, by who has the whole company', async () => {
    const id = await full();
    const entry = { name: 'Any', instructions: null };
    expect(codeOf(await changeDetails(C, { id, version: 1 }, entry, ORIGIN))).toBe('record.changed');
    expect(codeOf(await changeDetails(A, await seen(id), entry, ORIGIN))).toBe('record.not.found');
    const stranger = await aPrincipalAt(world.current, 'C', other);
    expect(codeOf(await changeDetails(stranger, await seen(id), entry, ORIGIN))).toBe('record.not.found');
    const reader = await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company));
    expect(codeOf(await changeDetails(reader, await seen(id), entry, ORIGIN))).toBe('forbidden.action');
  });

  test('takes people, types and a profile of its own company only', async () => {
    const id = await full();
    const stranger = await aPrincipalAt(world.current, 'A', await anAccount(world.current, other));
    const users = [await userIdOf(A), await userIdOf(stranger)];
    expect(refusedFor(await changeUsers(C, await seen(id), { users }, ORIGIN))).toBe('users approval.member.unknown');
    const elsewhere = await aPrincipalAt(world.current, 'C', other);
    const { type } = await anOffer(elsewhere, other);
    expect(refusedFor(await changeTypes(C, await seen(id), { types: [type] }, ORIGIN))).toBe('types choice.invalid');
    const theirs = await aProfile(world.current, other, { levels: [{ members: [elsewhere.userId] }] });
    const changed = await changeApprovals(C, await seen(id), { profile: theirs }, ORIGIN);
    expect(refusedFor(changed)).toBe('profile choice.invalid');
  });
});

describe('C4.016 C9.041 C9.042 an activation', () => {
  test('names everything that is missing', async () => {
    const id = granted(await createGroup(C, { company: company.id, name: 'Empty' }, ORIGIN));
    expect(await activate(id)).toEqual([
      'purchase.group.missing.users',
      'purchase.group.missing.approvals',
      'purchase.group.missing.types',
      'purchase.group.missing.templates'
    ]);
    expect(await stateOf(id)).toBe('in_progress');
  });

  test('needs an approver, and at least one approval row', async () => {
    const id = await full();
    granted(await changeApprovals(C, await seen(id), { profile: null }, ORIGIN));
    expect(await activate(id)).toEqual(['purchase.group.missing.approvals']);
    granted(await changeApprovals(C, await seen(id), { profile }, ORIGIN));
    expect(await activate(id)).toEqual([]);
    expect(await activate(id)).toEqual(['purchase.group.active.already']);
  });

  test('C4.048 is refused while a user is in another active group, by name', async () => {
    const first = await active();
    const second = await full();
    const refused = await activateGroup(C, await seen(second), ORIGIN);
    expect(refused).toMatchObject({
      ok: false,
      refusals: [
        {
          code: 'purchase.group.user.taken',
          params: { group: (await groupNow(C, first)).name, user: expect.any(String) }
        }
      ]
    });
    // Neither does an active group take such a user.
    const third = await active([await aPrincipalAt(world.current, 'A', account)]);
    const [own] = (await groupNow(C, third)).users;
    const users = [own?.userId as string, await userIdOf(A)];
    const added = await changeUsers(C, await seen(third), { users }, ORIGIN);
    expect(refusedFor(added)).toBe('users purchase.group.user.taken');
  });

  test('C4.048 of two at the same moment, with a user of both, one is refused', async () => {
    const ids = [await full(), await full()];
    const versions = await Promise.all(ids.map(seen));
    const outcomes = await Promise.all(versions.map((one) => activateGroup(C, one, ORIGIN)));
    expect(outcomes.map(refusalsOf).sort()).toEqual([[], ['purchase.group.user.taken']]);
    expect((await Promise.all(ids.map(stateOf))).sort()).toEqual(['active', 'in_progress']);
  });

  test('C4.048 the database itself refuses a second active group of a user', async () => {
    const [first, second] = [await active(), await full()];
    const both = `WITH changed AS (UPDATE purchase_groups SET state = 'active' WHERE id = $1)
      UPDATE purchase_group_users SET group_state = 'active' WHERE group_id = $1`;
    await expect(world.current.query(both, [second])).rejects.toThrow('purchase_group_users_active');
    // Nor can the two tables say different things.
    await expect(
      world.current.query("UPDATE purchase_groups SET state = 'inactive' WHERE id = $1", [first])
    ).rejects.toThrow('purchase_group_users_issuer_id_group_id_group_state_fkey');
  });
});

describe('C4.014 C4.015 an active group by itself', () => {
  test('C4.014 C4.015D turns inactive without its last user', async () => {
    const id = await active();
    granted(await changeUsers(C, await seen(id), { users: [] }, ORIGIN));
    expect(await stateOf(id)).toBe('inactive');
    expect((await audited(id)).slice(-2)).toEqual(['changed', 'deactivated']);
  });

  test('C4.047 turns inactive without approval rows', async () => {
    const id = await active();
    granted(await changeApprovals(C, await seen(id), { profile: null }, ORIGIN));
    expect(await stateOf(id)).toBe('inactive');
  });

  test('C4.015 C4.015D is in progress again without types, or without templates', async () => {
    const id = await active();
    granted(await changeTypes(C, await seen(id), { types: [] }, ORIGIN));
    expect(await stateOf(id)).toBe('in_progress');
    expect((await audited(id)).slice(-2)).toEqual(['changed', 'reopened']);
    granted(await changeTypes(C, await seen(id), { types: [offered.type] }, ORIGIN));
    expect(await activate(id)).toEqual([]);
    granted(await changeTemplates(C, await seen(id), { templates: [], suppliers: [] }, ORIGIN));
    expect(await stateOf(id)).toBe('in_progress');
  });

  test.each([
    ['purchase-template', 'template', ['templates']],
    ['purchase-type', 'type', ['types', 'templates']]
  ] as const)('C4.015 is in progress again when its only %s becomes inactive', async (entity, of, missing) => {
    const id = await active();
    expect(await tryDelete(C, entity, company.issuerId, offered[of])).toBe('deactivated');
    expect(await groupNow(C, id)).toMatchObject({ state: 'in_progress', missing });
    expect((await audited(id)).at(-1)).toBe('reopened');
  });

  test('C4.015 or when its only template becomes one of another type', async () => {
    const id = await active();
    const { type } = await anOffer(C, company);
    expect(await tryChange(C, 'purchase-template', company.issuerId, offered.template, { type })).toEqual([]);
    expect(await groupNow(C, id)).toMatchObject({ state: 'in_progress', missing: ['templates'] });
  });

  test('an approval profile of a group stays', async () => {
    await active();
    expect(codeOf(await deleteProfile(C, profile, ORIGIN))).toBe('approval.profile.in.use');
  });
});

test('C4.013 a group in use becomes inactive instead of being deleted, an unused one is gone', async () => {
  const [used, unused] = [await active(), await full([C])];
  expect((await request(A)).ok).toBe(true);
  expect(granted(await deleteGroup(C, await seen(used), ORIGIN))).toBe('deactivated');
  expect(await stateOf(used)).toBe('inactive');
  expect(codeOf(await deleteGroup(C, await seen(used), ORIGIN))).toBe('purchase.group.in.use');
  expect(granted(await deleteGroup(C, await seen(unused), ORIGIN))).toBe('deleted');
  await expect(groupNow(C, unused)).rejects.toThrow('there is no group');
});

test('C4.013 C4.046 types, templates and suppliers of a group are in use', async () => {
  const id = await full();
  const supplier = await aSupplier(C, company);
  const entry = { templates: [offered.template], suppliers: [supplier] };
  granted(await changeTemplates(C, await seen(id), entry, ORIGIN));
  for (const [entity, record] of [
    ['purchase-type', offered.type],
    ['purchase-template', offered.template],
    ['supplier', supplier]
  ] as const)
    expect(await tryDelete(C, entity, company.issuerId, record)).toBe('deactivated');
});

describe('C6.029 a request', () => {
  test('takes an active group', async () => {
    const refused = async (by: Principal) => refusalsOf(await request(by));
    expect(await refused(A)).toEqual(['purchase.group.needed']);
    const id = await full();
    expect(await refused(A)).toEqual(['purchase.group.needed']);
    expect(await activate(id)).toEqual([]);
    expect(await refused(A)).toEqual([]);
    // Above a cardholder too.
    expect(await refused(C)).toEqual(['purchase.group.needed']);
  });

  test('that is a draft is neither changed nor submitted without one', async () => {
    const id = await active();
    const draft = done(await request(A));
    granted(await changeUsers(C, await seen(id), { users: [] }, ORIGIN));
    expect(refusalsOf(await changeRequest(A, { id: draft, version: 1 }, entryOf(offered), ORIGIN))).toEqual([
      'purchase.group.needed'
    ]);
    expect(codeOf(await submitRequest(A, { id: draft, version: 1 }, ORIGIN))).toBe('purchase.group.needed');
  });

  test('C1.026 C2.076 chooses from the templates and types of its group', async () => {
    const id = await active();
    const more = await anOffer(C, company);
    const at = { issuerId: company.issuerId, companyId: company.id, groupId: id };
    expect((await offeredTemplates(at)).map((one) => one.id)).toEqual([offered.template]);
    expect(refusalsOf(await request(A, more))).toEqual(['purchase.template.unknown']);
    // A template without its type is not offered.
    const templates = [offered.template, more.template];
    granted(await changeTemplates(C, await seen(id), { templates, suppliers: [] }, ORIGIN));
    expect(refusalsOf(await request(A, more))).toEqual(['purchase.template.unknown']);
    granted(await changeTypes(C, await seen(id), { types: [offered.type, more.type] }, ORIGIN));
    expect(refusalsOf(await request(A, more))).toEqual([]);
  });

  test('C1.026 chooses among the suppliers of its group, if it has any', async () => {
    const id = await active();
    const chosen = await aSupplier(C, company);
    expect(refusalsOf(await request(A))).toEqual([]);
    const entry = { templates: [offered.template], suppliers: [chosen] };
    granted(await changeTemplates(C, await seen(id), entry, ORIGIN));
    expect(refusalsOf(await request(A))).toEqual(['supplierId purchase.supplier.unknown']);
    const at = { issuerId: company.issuerId, companyId: company.id, groupId: id };
    expect((await offerOf(at, offered.template))?.suppliers.map((one) => one.id)).toEqual([chosen]);
    expect(refusalsOf(await request(A, offered, chosen))).toEqual([]);
  });

  test('C4.015 that is open goes on when its group is closed', async () => {
    const id = await active();
    const asked = done(await request(A));
    granted(await submitRequest(A, { id: asked, version: 1 }, ORIGIN));
    granted(await deleteGroup(C, await seen(id), ORIGIN));
    expect(refusalsOf(await changeRequest(A, { id: asked, version: 2 }, entryOf(offered), ORIGIN))).toEqual([]);
    granted(await approveRequest(approver, { id: asked, version: 3 }, null, ORIGIN));
    expect((await seenRequest(A, asked))?.state).toBe('approved');
  });
});

describe('C3.019 C3.071 approvals', () => {
  const waits = async (by: Principal, asked: string) => {
    const rows: string[] = [];
    for await (const { id } of listRows(by, PURCHASES_WAITING, readQuery(PURCHASES_WAITING, {}))) rows.push(String(id));
    return rows.includes(asked);
  };
  const levels = (large: Principal) => [
    { name: 'Team', limit: '450', members: [approver.userId] },
    { name: 'Finance', members: [large.userId] }
  ];

  test('C2.078 a larger request goes to the next level, by the limit that is set now', async () => {
    const large = await aPrincipalAt(world.current, 'C', company);
    const limited = async (limit: string) => ({
      name: 'By amount',
      [levelField(1, 'name')]: 'Team',
      [levelField(1, 'limit')]: limit,
      [levelField(1, 'members')]: [await userIdOf(approver)],
      [levelField(2, 'name')]: 'Finance',
      [levelField(2, 'members')]: [await userIdOf(large)]
    });
    const entry = profileSchema.parse({ ...(await limited('499.99')), company: company.id });
    profile = granted(await createProfile(C, entry, ORIGIN));
    await active();
    const asked = done(await request(A));
    granted(await submitRequest(A, { id: asked, version: 1 }, ORIGIN));
    expect([await waits(approver, asked), await waits(large, asked)]).toEqual([false, true]);
    const higher = profileChangeSchema.parse({ ...(await limited('500')), version: 1 });
    granted(await changeProfile(C, profile, higher, ORIGIN));
    expect([await waits(approver, asked), await waits(large, asked)]).toEqual([true, true]);
    granted(await approveRequest(approver, { id: asked, version: 2 }, null, ORIGIN));
  });

  test('C1.004 follow the profile of the group, not that of the place; above a limit the next level decides', async () => {
    const large = await aPrincipalAt(world.current, 'C', company);
    profile = await aProfile(world.current, company, { levels: levels(large) });
    // At the place somebody else would decide.
    await aProfile(world.current, company, { levels: [{ members: [C.userId] }], places: [company] });
    await active();
    const asked = done(await request(A));
    granted(await submitRequest(A, { id: asked, version: 1 }, ORIGIN));
    const waiting = await Promise.all([approver, large, C].map((by) => waits(by, asked)));
    expect(waiting).toEqual([false, true, false]);
    const approve = (by: Principal) => approveRequest(by, { id: asked, version: 2 }, null, ORIGIN);
    expect(codeOf(await approve(C))).toBe('transaction.approve.no.level');
    expect(codeOf(await approve(approver))).toBe('transaction.approve.limit');
    granted(await approve(large));
  });

  test('the page says who would be asked for an amount', async () => {
    const large = await aPrincipalAt(world.current, 'C', company);
    profile = await aProfile(world.current, company, { levels: levels(large) });
    const group = await groupNow(C, await full());
    const asked = async (amount: string) => {
      const answer = await askedFor(C, group, amount);
      return answer && [answer.asked.name, ...answer.above.map(({ name }) => name)];
    };
    expect([await asked('450'), await asked('450.01')]).toEqual([['Team', 'Finance'], ['Finance']]);
    expect(await askedFor(C, { profileId: null }, '1')).toBeNull();
    const bounded = await aProfile(world.current, company, { levels: [{ limit: '10', members: [large.userId] }] });
    expect(await askedFor(C, { profileId: bounded }, '10.01')).toBeNull();
  });
});

describe('a merge of two users', () => {
  const merge = async (kept: Principal, merged: Principal) => {
    const bank = await aPrincipalAt(world.current, 'I', issuer);
    return mergeUsers(bank, { keptId: kept.userId, mergedId: merged.userId }, ORIGIN, [groupsOfUser]);
  };

  test('moves the membership', async () => {
    const id = await active();
    const kept = await aPrincipalAt(world.current, 'A', account);
    granted(await merge(kept, A));
    expect((await groupNow(C, id)).users.map((user) => user.id)).toEqual([kept.userId]);
    const at = { issuerId: company.issuerId, companyId: company.id };
    expect((await activeGroup({ ...at, userId: kept.userId }))?.id).toBe(id);
  });

  test('C4.014 a user who is in another active group leaves this one, which turns inactive when it is empty', async () => {
    const kept = await aPrincipalAt(world.current, 'A', account);
    const [left, own] = [await active(), await active([kept])];
    granted(await merge(kept, A));
    expect(await groupNow(C, left)).toMatchObject({ state: 'inactive', users: [] });
    expect(await stateOf(own)).toBe('active');
  });
});
