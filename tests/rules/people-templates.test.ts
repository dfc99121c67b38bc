import type { Principal } from '@/lib/access/policy/principal';
import { may, principalOf } from '@/lib/access/policy/principal';
import { withheldFrom } from '@/lib/directory/people/maintenance';
import {
  authorityTemplateChangeSchema,
  authorityTemplateSchema,
  changeAuthorityTemplate,
  createAuthorityTemplate,
  deleteAuthorityTemplate,
  findAuthorityTemplate,
  templatesForRole
} from '@/lib/directory/people/templates/authority-templates';
import { ownersFor } from '@/lib/directory/people/templates/owned-record';
import {
  changeUserGroup,
  createUserGroup,
  deleteUserGroup,
  findGroupMembers,
  findUserGroup,
  groupMembers,
  userGroupChangeSchema,
  userGroupSchema
} from '@/lib/directory/people/templates/user-groups';
import {
  changeUserTemplate,
  createUserTemplate,
  deleteUserTemplate,
  findUserTemplate,
  userTemplateChangeSchema,
  userTemplateSchema,
  userTemplatesFor
} from '@/lib/directory/people/templates/user-templates';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAssignment,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';

const database = useDatabase();

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  const group = await aCompanyGroup(db, issuer);
  const company = await aCompany(db, group);
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  return { issuer, group, company, point, account, admin: await aPrincipalAt(db, 'C', company) };
}

describe('authority templates', () => {
  const create = (admin: Principal, over: Record<string, unknown>) =>
    createAuthorityTemplate(
      admin,
      authorityTemplateSchema.parse({
        name: 'Readers',
        role: 'O',
        authorities: ['accounts.view'],
        active: true,
        ...over
      }),
      ORIGIN
    );

  test('C3.011 an authority template grants no more than its role can have, and than its maker has', async () => {
    const db = database.current;
    const { company, admin } = await aWorld();
    const owner = company.id;
    expect(codeOf(await create(admin, { owner, authorities: ['company_setup.modify'] }))).toBe(
      'authority.template.exceeds'
    );
    expect(codeOf(await create(admin, { owner, role: 'G', authorities: [] }))).toBe('security.violation.maintenance');
    const limited = await aPrincipalAt(db, 'C', company, {
      authorities: ['authority_templates.modify', 'accounts.view']
    });
    expect(codeOf(await create(limited, { owner, authorities: ['transactions.view'] }))).toBe(
      'authority.template.exceeds'
    );
    expect(codeOf(await create(limited, { owner, role: 'C' }))).toBe('user.not.authorized');
    expect(codeOf(await create(limited, { owner }))).toBe('ok');
    const viewer = await aPrincipalAt(db, 'C', company, { authorities: ['authority_templates.view'] });
    expect(codeOf(await create(viewer, { owner }))).toBe('user.not.authorized');
  });

  test('C6.032 administrators give authorization activity as a cardholder has it by itself, and no further', async () => {
    const { company, admin } = await aWorld();
    const owner = company.id;
    const activity = ['authorization_activity.view'];
    expect(withheldFrom(admin, 'A')).toEqual(new Set());
    expect(codeOf(await create(admin, { owner, role: 'A', name: 'Cardholders', authorities: activity }))).toBe('ok');
    expect(codeOf(await create(admin, { owner, role: 'O', authorities: activity }))).toBe('authority.template.exceeds');
    const limited = await aPrincipalAt(database.current, 'C', company, { authorities: ['authority_templates.modify'] });
    expect(codeOf(await create(limited, { owner, role: 'A', authorities: ['transactions.view', ...activity] }))).toBe(
      'authority.template.exceeds'
    );
  });

  test('it is in force at once, a stale change is refused, and one in use is not deleted', async () => {
    const db = database.current;
    const { company, point, admin } = await aWorld();
    const id = granted(await create(admin, { owner: company.id, authorities: ['users.view', 'users.modify'] }));
    expect(codeOf(await create(admin, { owner: company.id, name: 'readers' }))).toBe('template.name.taken');
    const manager = await aUserAt(db, 'O', point);
    await db.query('UPDATE assignments SET authority_template_id = $1 WHERE id = $2', [id, manager.assignmentId]);
    const principal = await principalFor(db, manager);
    expect(may(principal, 'users', 'modify')).toBe(true);
    expect(await templatesForRole(admin, 'O')).toMatchObject([{ id, name: 'Readers' }]);
    const change = { name: 'Readers', authorities: ['users.view'], active: true, version: 1 };
    expect(codeOf(await changeAuthorityTemplate(admin, id, authorityTemplateChangeSchema.parse(change), ORIGIN))).toBe(
      'ok'
    );
    expect(may(await principalOf({ ...principal, kind: 'full' }), 'users', 'modify')).toBe(false);
    expect(await changeAuthorityTemplate(admin, id, authorityTemplateChangeSchema.parse(change), ORIGIN)).toMatchObject(
      {
        refusal: { code: 'record.changed', params: { version: 2 } }
      }
    );
    expect(codeOf(await deleteAuthorityTemplate(admin, id, ORIGIN))).toBe('delete.associated');
    await db.query('UPDATE assignments SET authority_template_id = NULL WHERE id = $1', [manager.assignmentId]);
    expect(codeOf(await deleteAuthorityTemplate(admin, id, ORIGIN))).toBe('ok');
    expect(await findAuthorityTemplate(admin, id)).toBeNull();
  });

  test('templates above or beside one’s part are not there', async () => {
    const { issuer, company, admin } = await aWorld();
    const other = await aWorld();
    const above = await aPrincipalAt(database.current, 'I', issuer);
    const id = granted(await create(above, { owner: issuer.id }));
    expect(await findAuthorityTemplate(admin, id)).toBeNull();
    expect(codeOf(await deleteAuthorityTemplate(admin, id, ORIGIN))).toBe('record.not.found');
    expect(codeOf(await create(admin, { owner: other.company.id }))).toBe('place.not.found');
    expect((await ownersFor(admin)).map((owner) => owner.id)).toEqual([company.id]);
  });
});

describe('user templates', () => {
  test('C3.011 user templates say what a new user begins with, within the powers of their maker', async () => {
    const { group, company, admin } = await aWorld();
    const parse = (over: object) =>
      userTemplateSchema.parse({ name: 'Traveller', role: 'A', owner: company.id, locale: 'da', ...over });
    expect(codeOf(await createUserTemplate(admin, parse({ role: 'G' }), ORIGIN))).toBe(
      'security.violation.maintenance'
    );
    expect(codeOf(await createUserTemplate(admin, parse({ owner: group.id }), ORIGIN))).toBe('place.not.found');
    const id = granted(await createUserTemplate(admin, parse({}), ORIGIN));
    expect(await userTemplatesFor(admin)).toMatchObject([{ id, role: 'A', locale: 'da', authorityTemplate: null }]);
    const change = userTemplateChangeSchema.parse({ name: 'Traveller', role: 'O', locale: '', version: '1' });
    expect(codeOf(await changeUserTemplate(admin, id, change, ORIGIN))).toBe('ok');
    expect(await findUserTemplate(admin, id)).toMatchObject({ role: 'O', locale: null, version: 2 });
    expect(codeOf(await deleteUserTemplate(await aWorld().then((w) => w.admin), id, ORIGIN))).toBe('record.not.found');
    expect(codeOf(await deleteUserTemplate(admin, id, ORIGIN))).toBe('ok');
  });
});

describe('user groups', () => {
  const parse = (over: object) => userGroupSchema.safeParse({ name: 'Approvers', ...over });

  test('C9.042 a group has one user at least', async () => {
    const db = database.current;
    const { company, account, admin } = await aWorld();
    expect(parse({ owner: company.id, members: [' ', ''] }).error?.issues[0]?.message).toBe('user.group.empty');
    const holder = await aUserAt(db, 'A', account);
    const created = parse({ owner: company.id, members: [holder.userId] });
    const id = granted(await createUserGroup(admin, created.data as never, ORIGIN));
    await expect(db.query('DELETE FROM user_group_members WHERE group_id = $1', [id])).rejects.toThrow(
      'one user at least'
    );
    await expect(
      db.query("INSERT INTO user_groups (issuer_id, id, node_id, name) VALUES ($1, gen_random_uuid(), $1, 'Empty')", [
        company.issuerId
      ])
    ).rejects.toThrow('one user at least');
    expect(codeOf(await deleteUserGroup(admin, id, ORIGIN))).toBe('ok');
  });

  test('C3.011 members of a user group stand at or below its owner, and those the administrator doesn’t see stay', async () => {
    const db = database.current;
    const { issuer, group, company, account, admin } = await aWorld();
    const [one, two] = [await aUserAt(db, 'A', account), await aUserAt(db, 'C', company)];
    const beside = await aUserAt(db, 'C', await aCompany(db, group));
    const wide = await aPrincipalAt(db, 'G', group);
    const create = (by: Principal, over: object) => createUserGroup(by, parse(over).data as never, ORIGIN);
    expect(codeOf(await create(wide, { owner: company.id, members: [beside.userId] }))).toBe(
      'user.group.member.unknown'
    );
    expect(codeOf(await create(admin, { owner: company.id, members: ['nobody'] }))).toBe('user.group.member.unknown');
    const id = granted(await create(wide, { owner: group.id, members: [one.userId, beside.userId.toUpperCase()] }));
    expect(await findUserGroup(admin, id)).toBeNull();
    // Offered are those at or below the owner whom the administrator sees.
    const offered = async (by: Principal, owner: StructureNode) =>
      (await findGroupMembers(by, owner.id, '')).map((person) => person.id);
    expect(await offered(wide, group)).toEqual(expect.arrayContaining([one.id, two.id, beside.id]));
    expect(await offered(wide, company)).not.toContain(beside.id);
    expect(await offered(admin, group)).toEqual([]);
    expect(await offered(await aPrincipalAt(db, 'A', account), company)).toEqual([]);
    const held = await findUserGroup(wide, id);
    expect(held && (await groupMembers(wide, held)).map((member) => member.id).sort()).toEqual(
      [one.id, beside.id].sort()
    );
    // Somebody below who is given the group: sees only their own members, and takes no others away.
    await db.query('UPDATE user_groups SET node_id = $1 WHERE id = $2', [company.id, id]);
    const change = userGroupChangeSchema.parse({ name: 'Approvers', members: [two.userId], version: 1 });
    expect(codeOf(await changeUserGroup(admin, id, change, ORIGIN))).toBe('ok');
    const members = await db.query<{ user_id: string }>('SELECT user_id FROM user_group_members WHERE group_id = $1', [
      id
    ]);
    expect(members.map((row) => row.user_id).sort()).toEqual([beside.id, two.id].sort());
    expect(issuer.id).not.toBe(id);
    await anAssignment(db, one, 'C', company);
  });
});
