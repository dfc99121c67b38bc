import type { Principal } from '@/lib/access/policy/principal';
import { findBrand } from '@/lib/brand/brands/resolve';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import type { Result } from '@/lib/core/entry/refusal';
import { accessAsUser } from '@/lib/directory/people/access-as-user';
import { addRole } from '@/lib/directory/people/add-role';
import { changeStatus } from '@/lib/directory/people/change-status';
import { changeUser } from '@/lib/directory/people/change-user';
import { changeUserId } from '@/lib/directory/people/change-user-id';
import { createUser } from '@/lib/directory/people/create-user';
import { deleteUser } from '@/lib/directory/people/delete-user';
import { issuePassword } from '@/lib/directory/people/issue-password';
import { linkFault } from '@/lib/directory/people/links/link-faults';
import { linksOf } from '@/lib/directory/people/links/links';
import { insertLink, requestLink } from '@/lib/directory/people/links/request-link';
import { unlink } from '@/lib/directory/people/links/unlink';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { switchRole } from '@/lib/directory/people/own-roles';
import { removeRole } from '@/lib/directory/people/remove-role';
import { newRoleSchema, newUserSchema, userChangeSchema } from '@/lib/directory/people/schema';
import { handOutSoftToken, requireTwoFactor } from '@/lib/directory/people/security/two-factor';
import type { UserRecord } from '@/lib/directory/people/user-record';
import { endUserSessions } from '@/lib/directory/people/user-sessions';
import { configurationOf } from '@/lib/directory/programs/configuration';
import { saveConfiguration } from '@/lib/directory/programs/save-configuration';
import { actorOf } from '@/lib/sign-in/session/sessions';
import { signIn } from '@/lib/sign-in/steps/sign-in';
import { linkOwn, refusalAddress } from '../support/links';
import { ORIGIN, useDatabase } from '../support/module-world';
import type { Person } from '../support/people';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAssignment,
  anAuthorityTemplate,
  anIssuer,
  anIssuerGroup,
  aSession,
  aUserAt
} from '../support/structure';
import { signInAddress, userRecord } from '../support/users';

const database = useDatabase({ seeded: true });

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  await withSetting(db, { issuerId: issuer.id }, 'multi.user', true);
  const group = await aCompanyGroup(db, issuer);
  const [company, other] = [await aCompany(db, group), await aCompany(db, group)];
  const account = await anAccount(db, company);
  return { issuer, group, company, other, account, admin: await aPrincipalAt(db, 'C', company) };
}

/** Links an id to another in the database. */
async function link(primary: Person, linked: Person, status: 'confirmed' | 'unconfirmed' = 'confirmed') {
  await database.current.query(
    `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
     VALUES ($1, gen_random_uuid(), $2, $3, $4::user_link_status, CASE WHEN $4 = 'confirmed' THEN now() END)`,
    [primary.issuerId, primary.id, linked.id, status]
  );
}

/** Every command by which an administrator could gain access to a user's sign-in, or take it away. */
const WAYS: Record<string, (admin: Principal, user: UserRecord) => Promise<Result<unknown>>> = {
  'a temporary password': (admin, { id }) => issuePassword(admin, id, ORIGIN),
  'another e-mail address': (admin, { id, version }) =>
    changeUser(
      admin,
      id,
      userChangeSchema.parse({ firstName: 'Robin', lastName: 'Example', email: 'mine@mail.example', version }),
      ORIGIN
    ),
  'another user id': (admin, { id }) => changeUserId(admin, id, 'taken2026', ORIGIN),
  'a soft token': (admin, { id }) => requireTwoFactor(admin, id, ORIGIN),
  'its seed': (admin, { id }) => handOutSoftToken(admin, id, ORIGIN),
  'a lock': (admin, { id }) => changeStatus(admin, id, 'lock', ORIGIN),
  deletion: (admin, { id }) => deleteUser(admin, id, ORIGIN),
  'the end of their sessions': (admin, { id }) => endUserSessions(admin, id, null, ORIGIN)
};

/** The outcome of each attempt. */
async function tried(admin: Principal, user: UserRecord): Promise<string[]> {
  const found: string[] = [];
  for (const way of Object.values(WAYS)) found.push(codeOf(await way(admin, user)));
  return [...new Set(found)];
}

describe('C8.018 nobody takes over a sign-in that leads further than their own', () => {
  test('not by one’s peer, to whom the id of a company group administrator is linked', async () => {
    const db = database.current;
    const { admin, company, group } = await aWorld();
    const [primary, linked] = [await aUserAt(db, 'C', company), await aUserAt(db, 'G', group)];
    await link(primary, linked);
    expect(await tried(admin, await userRecord(admin, primary.id))).toEqual(['security.violation.user.maintenance']);
  });

  test('not of a cardholder who is an administrator of another company too, except by an administrator of both', async () => {
    const db = database.current;
    const { admin, company, other, account, group } = await aWorld();
    const holder = await aUserAt(db, 'A', account);
    const elsewhere = await anAssignment(db, holder, 'C', other);
    const beside = await aUserAt(db, 'A', await anAccount(db, company));
    expect(await tried(admin, await userRecord(admin, holder.id))).toEqual(['role.partly.out.of.scope']);
    expect(codeOf(await mergeUsers(admin, { keptId: beside.id, mergedId: holder.id }, ORIGIN, BELONGINGS))).toBe(
      'role.partly.out.of.scope'
    );
    const wide = await aPrincipalAt(db, 'G', group);
    expect(codeOf(await changeStatus(wide, holder.id, 'lock', ORIGIN))).toBe('ok');
    expect(codeOf(await changeStatus(wide, holder.id, 'unlock', ORIGIN))).toBe('ok');
    // Roles in one's own part are given and taken all the same.
    const role = newRoleSchema.parse({ role: 'C', place: [company.id] });
    const added = await addRole(admin, holder.id, role, ORIGIN);
    expect(codeOf(added)).toBe('ok');
    expect(codeOf(await removeRole(admin, holder.id, granted(added), ORIGIN))).toBe('ok');
    expect(codeOf(await removeRole(admin, holder.id, elsewhere, ORIGIN))).toBe('role.not.found');
  });

  test('not of one’s own other ids, which others maintain like one’s own', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
    await link(first, second);
    const principal = await principalFor(db, first);
    expect(await tried(principal, await userRecord(principal, second.id))).toEqual([
      'security.violation.user.maintenance'
    ]);
  });

  test('not by an issuer group administrator of more issuers', async () => {
    const db = database.current;
    const [one, two] = [await anIssuer(db), await anIssuer(db)];
    const admin = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [one]));
    const wider = await aUserAt(db, 'H', await anIssuerGroup(db, [one, two]));
    const peer = await aUserAt(db, 'H', await anIssuerGroup(db, [one]));
    expect(codeOf(await issuePassword(admin, wider.id, ORIGIN))).toBe('role.partly.out.of.scope');
    expect(codeOf(await issuePassword(admin, peer.id, ORIGIN))).toBe('ok');
  });

  test('what became true while one waited counts: a role given meanwhile', async () => {
    const db = database.current;
    const { admin, company, group } = await aWorld();
    const user = await aUserAt(db, 'C', company);
    let waiting: Promise<Result<unknown>> | undefined;
    await transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
      waiting = changeStatus(admin, user.id, 'lock', ORIGIN);
      await someoneWaits();
      const assignmentId = crypto.randomUUID();
      await tx.assignment.create({ data: { issuerId: user.issuerId, id: assignmentId, userId: user.id, role: 'G' } });
      await tx.assignmentNode.create({ data: { issuerId: user.issuerId, assignmentId, nodeId: group.id } });
    });
    expect(codeOf((await waiting) as Result<unknown>)).toBe('security.violation.user.maintenance');
  });
});

/** Resolves when a query waits for what another transaction holds. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const waiting = await database.current.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    );
    if (waiting.length > 0) return;
  }
}

describe('authority templates', () => {
  test('of another company or issuer are given to nobody: their owner would change what is done here', async () => {
    const db = database.current;
    const { issuer, company, other, account } = await aWorld();
    const far = await anIssuer(db);
    const admin = await aPrincipalAt(db, 'I', issuer);
    const group = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer, far]));
    const of = async (node: typeof company) => anAuthorityTemplate(db, 'C', node, ['users.view']);
    const user = await aUserAt(db, 'A', account);
    const give = async (by: Principal, templateId: string) =>
      addRole(
        by,
        user.id,
        newRoleSchema.parse({ role: 'C', place: [company.id], authorityTemplateId: templateId }),
        ORIGIN
      );
    const make = async (by: Principal, templateId: string) =>
      createUser(
        by,
        newUserSchema.parse({
          firstName: 'Ada',
          lastName: 'Holm',
          role: 'C',
          place: [company.id],
          authorityTemplateId: templateId
        }),
        signInAddress,
        ORIGIN
      );
    for (const act of [give, make]) {
      expect(codeOf(await act(admin, await of(other)))).toBe('authority.template.not.found');
      expect(codeOf(await act(group, await of(far)))).toBe('authority.template.not.found');
    }
    expect(codeOf(await give(admin, await of(issuer)))).toBe('ok');
    expect(codeOf(await make(admin, await of(company)))).toBe('ok');
  });

  test('are of the role that they are given with, says the database', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const template = await anAuthorityTemplate(db, 'C', company, []);
    const user = await aUserAt(db, 'A', account);
    await expect(
      db.query('UPDATE assignments SET authority_template_id = $1 WHERE id = $2', [template, user.assignmentId])
    ).rejects.toThrow('foreign key');
  });
});

test('C6.017 no administrator views as a user who has permissions the administrator lacks', async () => {
  const db = database.current;
  const { group, company } = await aWorld();
  const authorities = ['users.view', 'access_as_user.run', 'accounts.view'];
  const limited = await aPrincipalAt(db, 'G', group, { authorities });
  const [mighty, modest] = [
    await aUserAt(db, 'C', company),
    await aUserAt(db, 'C', company, { authorities: ['accounts.view'] })
  ];
  expect(codeOf(await accessAsUser(limited, mighty.id, ORIGIN))).toBe('access.as.user.powers');
  expect(codeOf(await accessAsUser(limited, modest.id, ORIGIN))).toBe('ok');
});

describe('C6.015 linking and strong sign-ins exclude one another', () => {
  test('nobody is linked whom single sign-on, a token that waits or a setting leads in', async () => {
    const db = database.current;
    const { admin, company, account, issuer } = await aWorld();
    const first = await aUserAt(db, 'C', company);
    const request = async (linked: Person) =>
      codeOf(await requestLink(admin, { primaryId: first.id, userId: linked.userId }, refusalAddress, ORIGIN));
    const byProvider = await aUserAt(db, 'A', account);
    await db.query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [byProvider.id]);
    expect(await request(byProvider)).toBe('link.sso.two.factor');
    const byToken = await aUserAt(db, 'A', account);
    expect(codeOf(await requireTwoFactor(admin, byToken.id, ORIGIN))).toBe('ok');
    expect(await request(byToken)).toBe('link.sso.two.factor');
    const plain = await aUserAt(db, 'A', account);
    await withSetting(db, { issuerId: issuer.id, companyId: company.id }, 'two.factor.required', true);
    expect(await request(plain)).toBe('link.sso.two.factor');
  });

  test('a linked user is not set to two-factor', async () => {
    const db = database.current;
    const { admin, company, account } = await aWorld();
    const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
    await link(first, second, 'unconfirmed');
    for (const { id } of [first, second])
      expect(codeOf(await requireTwoFactor(admin, id, ORIGIN))).toBe('link.sso.two.factor');
  });

  test('C4.033 multi-user is not turned off at the moment in which a user confirms a link', async () => {
    const db = database.current;
    const { issuer, company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'I', issuer);
    const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
    const turnOff = async () => {
      const shown = (await configurationOf(admin, issuer.id))?.settings.find(({ key }) => key === 'multi.user');
      const entry = { key: 'multi.user', typed: 'false', stamp: shown?.stamp ?? '' };
      return saveConfiguration(admin, issuer.id, [entry], ORIGIN);
    };
    const ids = { primaryId: first.id, linkedId: second.id };
    let turning: ReturnType<typeof turnOff> | undefined;
    await transaction(async (tx) => {
      expect(await linkFault(tx, issuer.id, ids)).toBeNull();
      turning = turnOff();
      await someoneWaits();
      const id = await insertLink(tx, { issuerId: issuer.id, ...ids });
      await tx.userLink.updateMany({
        where: { issuerId: issuer.id, id: id as string },
        data: { status: 'confirmed', confirmedAt: new Date() }
      });
    });
    expect(await turning).toMatchObject({ ok: false, refusals: [{ code: 'setting.multi.user.linked' }] });
    // And the other way round: once it is off, nothing is confirmed.
    const free = await aWorld();
    const [one, two] = [await aUserAt(db, 'C', free.company), await aUserAt(db, 'A', free.account)];
    await withSetting(db, { issuerId: free.issuer.id }, 'multi.user', false);
    expect(codeOf(await linkOwn(db, await principalFor(db, one), two))).toBe('link.off');
  });
});

describe('what linking opens', () => {
  test('C4.030 a link undone while one switches to its role opens nothing', async () => {
    const db = database.current;
    const { admin, company, account } = await aWorld();
    const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
    await link(first, second);
    const principal = await principalFor(db, first);
    let switching: ReturnType<typeof switchRole> | undefined;
    await transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${second.id}::uuid FOR UPDATE`;
      switching = switchRole(principal, second.assignmentId, ORIGIN);
      await someoneWaits();
      await tx.userLink.updateMany({
        where: { linkedUserId: second.id },
        data: { status: 'unlinked', unlinkedAt: new Date() }
      });
    });
    expect(codeOf((await switching) as Result<unknown>)).toBe('role.outside.structure');
    expect(codeOf(await changeStatus(admin, second.id, 'lock', ORIGIN))).toBe('ok');
  });

  test('C4.030 taking back what nobody has confirmed ends no session', async () => {
    const db = database.current;
    const { admin, company, account } = await aWorld();
    const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
    await link(first, second, 'unconfirmed');
    const open = await aSession(db, second);
    await db.query("UPDATE sessions SET token_hash = sha256('waits') WHERE id = $1", [open]);
    const [waiting] = await linksOf(admin, await userRecord(admin, first.id));
    expect(codeOf(await unlink(admin, { userId: first.id, linkId: waiting?.id ?? '' }, ORIGIN))).toBe('ok');
    expect(await actorOf('waits')).toMatchObject({ userId: second.id });
  });

  test('an administrator who ends a person’s sessions ends those of linked ids too', async () => {
    const db = database.current;
    const { admin, company, account } = await aWorld();
    const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
    await link(first, second);
    await aSession(db, first);
    await aSession(db, second);
    expect(await endUserSessions(admin, first.id, null, ORIGIN)).toEqual({ ok: true, value: 2 });
  });

  test('C6.013 two ids of one person don’t become company group administrators at once', async () => {
    const db = database.current;
    const { issuer, group, company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'I', issuer);
    const second = await aCompanyGroup(db, issuer);
    const [one, two] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
    await link(one, two);
    const role = (place: string) => newRoleSchema.parse({ role: 'G', place: [place] });
    const results = await Promise.all([
      addRole(admin, one.id, role(group.id), ORIGIN),
      addRole(admin, two.id, role(second.id), ORIGIN)
    ]);
    expect(results.map(codeOf).sort()).toEqual(['ok', 'role.one.company.group']);
  });
});

test('C6.022 a merged record says in its own history into whom it went', async () => {
  const db = database.current;
  const { admin, company, account } = await aWorld();
  const [kept, merged] = [await aUserAt(db, 'A', account), await aUserAt(db, 'A', await anAccount(db, company))];
  expect(codeOf(await mergeUsers(admin, { keptId: kept.id, mergedId: merged.id }, ORIGIN, BELONGINGS))).toBe('ok');
  const entries = await db.query<{ action: string; details: object }>(
    "SELECT action, details FROM audit_entries WHERE entity = 'user' AND entity_id = $1",
    [merged.id]
  );
  expect(entries).toEqual([{ action: 'user.deleted', details: { mergedInto: kept.id } }]);
});

test('C4.032 an id that is linked during its sign-in opens nothing', async () => {
  const db = database.current;
  const { company, account } = await aWorld();
  const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
  const brand = await findBrand('tessera');
  if (!brand) throw new Error('no brand');
  const step = { b2BAlias: second.b2BAlias, type: 'password', brand, locale: 'en_US', halfway: null } as const;
  let signingIn: ReturnType<typeof signIn> | undefined;
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${second.id}::uuid FOR UPDATE`;
    signingIn = signIn({ ...step, secret: second.password }, ORIGIN);
    await someoneWaits();
    const id = await insertLink(tx, { issuerId: first.issuerId, primaryId: first.id, linkedId: second.id });
    await tx.userLink.updateMany({
      where: { id: id as string },
      data: { status: 'confirmed', confirmedAt: new Date() }
    });
  });
  expect(await signingIn).toEqual({ kind: 'refused', status: 401, refusal: { code: 'login.failed' } });
});
