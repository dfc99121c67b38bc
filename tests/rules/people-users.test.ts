import type { Principal } from '@/lib/access/policy/principal';
import { findBrand } from '@/lib/brand/brands/resolve';
import { anonymizeUsers } from '@/lib/composition/process/anonymize-users';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { database as product, transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { changeStatus } from '@/lib/directory/people/change-status';
import { changeUser } from '@/lib/directory/people/change-user';
import { changeUserId } from '@/lib/directory/people/change-user-id';
import { createUser } from '@/lib/directory/people/create-user';
import { deleteUser, guardDeletion } from '@/lib/directory/people/delete-user';
import { issuePassword } from '@/lib/directory/people/issue-password';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { newUserSchema, userChangeSchema } from '@/lib/directory/people/schema';
import { userHistory } from '@/lib/directory/people/user-history';
import { USERS } from '@/lib/directory/people/user-listing';
import { findUser } from '@/lib/directory/people/user-record';
import { endUserSessions, userSessions } from '@/lib/directory/people/user-sessions';
import { listCount, listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { verifyPassword } from '@/lib/sign-in/password/password-hash';
import { actorOf, openSession } from '@/lib/sign-in/session/sessions';
import { countFailure } from '@/lib/sign-in/steps/lockout';
import { signIn } from '@/lib/sign-in/steps/sign-in';
import { ORIGIN, useDatabase } from '../support/module-world';
import { withChallenge, withToken } from '../support/people';
import { aPrincipalAt, principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf } from '../support/results';
import { withSetting } from '../support/settings';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAssignment,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aSession,
  aUserAt
} from '../support/structure';
import { anyKey } from '../support/texts';
import { signInAddress } from '../support/users';

const database = useDatabase({ seeded: true });

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  const group = await aCompanyGroup(db, issuer);
  const company = await aCompany(db, group);
  const account = await anAccount(db, company);
  return { issuer, group, company, account };
}

let count = 0;
const aNewUser = (over: Record<string, unknown>) =>
  newUserSchema.parse({ firstName: 'Nora', lastName: 'Berg', email: `nora.${++count}@mail.example`, ...over });
const create = (principal: Principal, over: Record<string, unknown>) =>
  createUser(principal, aNewUser(over), signInAddress, ORIGIN);
const auditOf = async (id: string, action: string) =>
  (
    await database.current.query<{ details: Record<string, unknown>; actor: string }>(
      'SELECT details, actor_user_id AS actor FROM audit_entries WHERE entity_id = $1 AND action = $2 ORDER BY sequence DESC',
      [id, action]
    )
  )[0];

describe('creating', () => {
  test('a new user gets the user id and a temporary password by mail, which must be changed (CD.33, C4.026, C4.027)', async () => {
    const { company } = await aWorld();
    const admin = await aPrincipalAt(database.current, 'C', company);
    await withSetting(database.current, { issuerId: company.issuerId }, 'password.temporary.hours', 2);
    const user = aNewUser({ role: 'C', place: company.id, userId: 'NoraBerg01' });
    const created = await createUser(admin, user, signInAddress, ORIGIN);
    expect(created).toEqual({ ok: true, value: { id: expect.any(String), userId: 'NoraBerg01' } });
    const { id } = (created as { value: { id: string } }).value;
    const [welcome, secret, ...more] = await queuedMails(database.current, user.email as string);
    expect(more).toEqual([]);
    expect(welcome).toMatchObject({ template: 'user_created', params: { userId: 'NoraBerg01' } });
    expect(JSON.stringify(welcome)).not.toContain(String(secret?.params.password));
    expect(secret).toMatchObject({ template: 'temporary_password', params: { hours: 2 } });
    expect(JSON.stringify(secret)).not.toContain('NoraBerg01');
    const account = await accountOf({ issuerId: company.issuerId, userId: id });
    expect(account.mustChange).toBe(true);
    expect((account.passwordExpiresAt as Date).getTime() - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);
    expect(await verifyPassword(String(secret?.params.password), account.passwordHash, account, ORIGIN)).toBe(true);
    const entry = await auditOf(id, 'user.created');
    expect(entry).toMatchObject({ actor: admin.userId, details: { 'after.userId': 'NoraBerg01', 'after.role': 'C' } });
    expect(JSON.stringify(entry)).not.toContain(String(secret?.params.password));
  });

  test('C5.007 a generated user id begins with the prefix of the company, else of the issuer', async () => {
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(database.current, 'C', company);
    const place = { issuerId: company.issuerId };
    await withSetting(database.current, place, 'user.id.prefix', 'NV');
    const made = async () => {
      const result = await create(admin, { role: 'A', place: account.id });
      return (result as { value: { userId: string } }).value.userId;
    };
    expect(await made()).toMatch(/^NVnberg\d{4}$/);
    await withSetting(database.current, { ...place, companyId: company.id }, 'user.id.prefix', 'X');
    expect(await made()).toMatch(/^Xnberg\d{4}$/);
  });

  test('without an e-mail address nobody gets a password until one is issued', async () => {
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(database.current, 'C', company);
    const created = await create(admin, { role: 'A', place: account.id, email: '' });
    const { id } = (created as { value: { id: string } }).value;
    expect(codeOf(await issuePassword(admin, id, ORIGIN))).toBe('user.email.missing');
    const user = await findUser(admin, id);
    const change = userChangeSchema.parse({
      firstName: 'Nora',
      lastName: 'Berg',
      email: 'late@mail.example',
      version: user?.version
    });
    expect(await changeUser(admin, id, change, ORIGIN)).toEqual({ ok: true, value: null });
    expect(await issuePassword(admin, id, ORIGIN)).toEqual({ ok: true, value: null });
    const mails = await queuedMails(database.current, 'late@mail.example');
    expect(mails.map(({ template }) => template)).toEqual(['email_changed', 'temporary_password']);
  });

  test('a user id that anybody has, in whatever case and issuer, is refused', async () => {
    const [here, there] = [await aWorld(), await aWorld()];
    const [one, other] = [
      await aPrincipalAt(database.current, 'C', here.company),
      await aPrincipalAt(database.current, 'C', there.company)
    ];
    expect(codeOf(await create(one, { role: 'A', place: here.account.id, userId: 'Taken01' }))).toBe('ok');
    expect(codeOf(await create(other, { role: 'A', place: there.account.id, userId: 'tAKEN01' }))).toBe(
      'user.id.taken'
    );
    const both = await Promise.all(
      [one, other].map((admin, n) =>
        create(admin, { role: 'A', place: [here, there][n]?.account.id, userId: 'AtOnce01' })
      )
    );
    expect(both.map(codeOf).sort()).toEqual(['ok', 'user.id.taken']);
  });

  test('C8.017 C8.018 nobody makes users above themselves, out of their part, or without authority', async () => {
    const db = database.current;
    const { issuer, group, company, account } = await aWorld();
    const elsewhere = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    expect(codeOf(await create(admin, { role: 'G', place: group.id }))).toBe('place.not.found');
    expect(codeOf(await create(admin, { role: 'C', place: elsewhere.company.id }))).toBe('place.not.found');
    expect(codeOf(await create(admin, { role: 'A', place: company.id }))).toBe('place.not.found');
    expect(codeOf(await create(admin, { role: 'Z', place: [] }))).toBe('security.violation.user.maintenance');
    expect(codeOf(await create(admin, { role: 'C', place: company.id }))).toBe('ok');
    const groupAdmin = await aPrincipalAt(db, 'G', group);
    expect(codeOf(await create(groupAdmin, { role: 'I', place: issuer.id }))).toBe('place.not.found');
    const cardholder = await aPrincipalAt(db, 'A', account);
    expect(codeOf(await create(cardholder, { role: 'A', place: account.id }))).toBe('user.not.authorized');
    const noPeers = await aPrincipalAt(db, 'C', company, { authorities: ['users.view', 'users.modify'] });
    // What the template keeps from the administrator can't be given whole.
    expect(codeOf(await create(noPeers, { role: 'C', place: company.id }))).toBe('user.not.authorized');
  });

  test('C6.006 a level manager manages users only with a template that says so', async () => {
    const db = database.current;
    const { company } = await aWorld();
    const point = await anOrgPoint(db, company);
    const account = await anAccount(db, point);
    const plain = await aPrincipalAt(db, 'O', point);
    expect(codeOf(await create(plain, { role: 'A', place: account.id }))).toBe('user.not.authorized');
    const manager = await aPrincipalAt(db, 'O', point, {
      authorities: [
        'users.view',
        'users.modify',
        'transactions.view',
        'transactions.modify',
        'accounts.view',
        'structure.view',
        'reports.view',
        'reports.modify',
        'reports.run',
        'report_schedules.view',
        'report_schedules.modify',
        'alerts.view',
        'alerts.modify',
        'resources.view',
        'expense_reports.view',
        'purchase_requests.view',
        'purchase_requests.modify'
      ]
    });
    expect(codeOf(await create(manager, { role: 'A', place: account.id }))).toBe('ok');
  });

  test('C6.008 the system makes issuer administrators, issuer group administrators and its own, and nobody of a company', async () => {
    const db = database.current;
    const { issuer, company } = await aWorld();
    const system = await aPrincipalAt(db, 'Z', null);
    const group = await anIssuerGroup(db, [issuer]);
    expect(codeOf(await create(system, { role: 'I', place: issuer.id }))).toBe('ok');
    expect(codeOf(await create(system, { role: 'H', place: group.id }))).toBe('ok');
    expect(codeOf(await create(system, { role: 'Z' }))).toBe('ok');
    expect(codeOf(await create(system, { role: 'C', place: company.id }))).toBe('security.violation.user.maintenance');
    const holder = await aUserAt(db, 'C', company);
    expect(codeOf(await changeStatus(system, holder.id, 'deactivate', ORIGIN))).toBe(
      'security.violation.user.maintenance'
    );
  });
});

describe('changing', () => {
  test('a change of the e-mail address is mailed to both addresses and ends codes and links sent to the old one', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const holder = await aUserAt(db, 'A', account);
    await db.query(
      "INSERT INTO reset_tokens (issuer_id, id, user_id, token_hash, issued_at, expires_at) VALUES ($1, gen_random_uuid(), $2, sha256('x'), now(), now() + interval '10 minutes')",
      [holder.issuerId, holder.id]
    );
    const change = {
      firstName: 'Robin',
      lastName: 'Meyer',
      email: 'new@mail.example',
      phone: '+46 8 123',
      version: '1'
    };
    expect(codeOf(await changeUser(admin, holder.id, userChangeSchema.parse(change), ORIGIN))).toBe('ok');
    for (const to of [holder.email, 'new@mail.example'])
      expect((await queuedMails(db, to)).at(-1)?.template).toBe('email_changed');
    expect(await db.query("SELECT 1 FROM reset_tokens WHERE user_id = $1 AND status = 'active'", [holder.id])).toEqual(
      []
    );
    expect(await auditOf(holder.id, 'user.changed')).toMatchObject({
      details: {
        'before.lastName': 'Example',
        'after.lastName': 'Meyer',
        'before.email': holder.email,
        'after.email': 'new@mail.example',
        'before.phone': null,
        'after.phone': '+46 8 123'
      }
    });
    const stale = await changeUser(admin, holder.id, userChangeSchema.parse({ ...change, lastName: 'Other' }), ORIGIN);
    expect(stale).toMatchObject({ refusal: { code: 'record.changed', params: { version: 2 } } });
  });

  test('C5.006 a new user id must differ from the current one, and from the password; the old one is free then', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const holder = await aUserAt(db, 'A', account, { password: 'CedarLantern42' });
    await aSession(db, holder);
    const change = async (userId: string) => codeOf(await changeUserId(admin, holder.id, userId, ORIGIN));
    expect(await change(holder.userId.toUpperCase())).toBe('user.id.same');
    expect(await change('CedarLantern42')).toBe('user.id.taken');
    expect(await change('Lantern42')).toBe('ok');
    expect(
      await userSessions(admin, (await findUser(admin, holder.id)) as NonNullable<Awaited<ReturnType<typeof findUser>>>)
    ).toEqual([]);
    expect((await queuedMails(db, holder.email)).at(-1)?.template).toBe('user_id_changed');
    expect(codeOf(await create(admin, { role: 'A', place: account.id, userId: 'Lantern42' }))).toBe('user.id.taken');
  });

  test('a user signs in with the new temporary password, and no more with the old; sessions end', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const holder = await aUserAt(db, 'A', account);
    await aSession(db, holder);
    expect(codeOf(await issuePassword(admin, holder.id, ORIGIN))).toBe('ok');
    const [mail] = (await queuedMails(db, holder.email)).slice(-1);
    const { passwordHash, mustChange } = await accountOf({ issuerId: holder.issuerId, userId: holder.id });
    const isRight = (password: string) => verifyPassword(password, passwordHash, holder, ORIGIN);
    expect([await isRight(String(mail?.params.password)), mustChange]).toEqual([true, true]);
    expect(await isRight(holder.password)).toBe(false);
    expect(await db.query('SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [holder.id])).toEqual([]);
    expect((await auditOf(holder.id, 'temporary_password.issued'))?.actor).toBe(admin.userId);
  });

  test('an administrator sees the sessions of a user and ends them', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const holder = await aUserAt(db, 'A', account);
    const [first] = [await aSession(db, holder), await aSession(db, holder)];
    const user = (await findUser(admin, holder.id)) as NonNullable<Awaited<ReturnType<typeof findUser>>>;
    expect(await userSessions(admin, user)).toHaveLength(2);
    expect(await endUserSessions(admin, holder.id, first, ORIGIN)).toEqual({ ok: true, value: 1 });
    expect(await endUserSessions(admin, holder.id, null, ORIGIN)).toEqual({ ok: true, value: 1 });
    expect(await userSessions(admin, user)).toEqual([]);
    const stranger = await aPrincipalAt(db, 'C', (await aWorld()).company);
    expect(codeOf(await endUserSessions(stranger, holder.id, null, ORIGIN))).toBe('user.not.found');
  });

  test('nobody maintains themselves, and peers only with peer-level modify authority (C6.022)', async () => {
    const db = database.current;
    const { company } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const peer = await aUserAt(db, 'C', company);
    expect(codeOf(await changeStatus(admin, admin.userId, 'deactivate', ORIGIN))).toBe(
      'security.violation.user.maintenance'
    );
    expect(codeOf(await changeStatus(admin, peer.id, 'deactivate', ORIGIN))).toBe('ok');
    const noPeers = await aPrincipalAt(db, 'C', company, { authorities: ['users.view', 'users.modify'] });
    expect(codeOf(await changeStatus(noPeers, peer.id, 'activate', ORIGIN))).toBe('user.not.authorized');
  });

  test('a role above one’s own protects a user, also where it lies elsewhere', async () => {
    const db = database.current;
    const { issuer, company } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const user = await aUserAt(db, 'C', company);
    await anAssignment(db, user, 'G', await aCompanyGroup(db, issuer));
    expect(codeOf(await changeStatus(admin, user.id, 'lock', ORIGIN))).toBe('security.violation.user.maintenance');
  });
});

describe('locks', () => {
  test.each([
    'password_attempts',
    'one_time_password_expired',
    'dual_authentication',
    'invalid_challenge_response',
    'self_registration',
    'administrator'
  ])('C4.025 an administrator ends a lock: %s, and the count of failures starts again', async (lockCause) => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const holder = await aUserAt(db, 'A', account, { status: 'locked', lockCause });
    for (let n = 0; n < 6; n++) await countFailure(product(), holder.b2BAlias, null);
    expect(codeOf(await changeStatus(admin, holder.id, 'unlock', ORIGIN))).toBe('ok');
    expect(await findUser(admin, holder.id)).toMatchObject({ status: 'active', lockCause: null });
    const [counter] = await db.query('SELECT failed_count, locked_at FROM sign_in_counters WHERE b2b_alias = $1', [
      holder.b2BAlias
    ]);
    expect(counter).toEqual({ failed_count: 0, locked_at: null });
    expect(await auditOf(holder.id, 'user.unlocked')).toMatchObject({ details: { 'before.lockCause': lockCause } });
    const brand = await findBrand('tessera');
    const step = { b2BAlias: holder.b2BAlias, type: 'password', brand, locale: 'en_US', halfway: null } as const;
    const outcome = await signIn({ ...step, secret: holder.password } as Parameters<typeof signIn>[0], ORIGIN);
    expect(outcome.kind).toBe('signed_in');
  });

  test('a lock by an administrator ends sessions and shuts the sign-in', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const holder = await aUserAt(db, 'A', account);
    await aSession(db, holder);
    expect(codeOf(await changeStatus(admin, holder.id, 'lock', ORIGIN))).toBe('ok');
    const user = await findUser(admin, holder.id);
    expect(user).toMatchObject({ status: 'locked', lockCause: 'administrator', version: 2 });
    expect(Date.now() - (user?.statusSince.getTime() ?? 0)).toBeLessThan(60_000);
    expect(await db.query('SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [holder.id])).toEqual([]);
    expect(codeOf(await changeStatus(admin, holder.id, 'lock', ORIGIN))).toBe('user.event.lock.impossible');
    expect(codeOf(await changeStatus(admin, holder.id, 'deactivate', ORIGIN))).toBe('user.event.deactivate.impossible');
  });
});

describe('deleting', () => {
  test('C6.019 nobody deletes themselves', async () => {
    const admin = await aPrincipalAt(database.current, 'C', (await aWorld()).company);
    expect(codeOf(await deleteUser(admin, admin.userId, ORIGIN))).toBe('user.delete.oneself');
  });

  test('C6.021 what another part of the product knows can forbid it, such as open expense reports', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const [busy, free] = [await aUserAt(db, 'A', account), await aUserAt(db, 'A', account)];
    guardDeletion(async (_tx, user) => (user.id === busy.id ? { code: anyKey('user.open.expense.reports') } : null));
    expect(codeOf(await deleteUser(admin, busy.id, ORIGIN))).toBe('user.open.expense.reports');
    expect(codeOf(await deleteUser(admin, free.id, ORIGIN))).toBe('ok');
  });

  test('CD.31 a deleted user is inactive for good, and nameless after the retention of the company', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const admin = await aPrincipalAt(db, 'C', company);
    const holder = await aUserAt(db, 'A', account, { lastName: 'Gone' });
    await withChallenge(db, holder);
    await withToken(db, holder, { pin: '2468' });
    await withSetting(db, { issuerId: company.issuerId, companyId: company.id }, 'data.retention.months', 12);
    expect(codeOf(await deleteUser(admin, holder.id, ORIGIN))).toBe('ok');
    expect(await findUser(admin, holder.id)).toMatchObject({ status: 'inactive', lastName: 'Gone' });
    expect(codeOf(await changeStatus(admin, holder.id, 'activate', ORIGIN))).toBe('user.deleted');
    await anonymizeUsers();
    expect((await findUser(admin, holder.id))?.lastName).toBe('Gone');
    try {
      shiftClock(367 * 86_400_000);
      await anonymizeUsers();
    } finally {
      shiftClock(0);
    }
    expect(await findUser(admin, holder.id)).toMatchObject({
      userId: `deleted-${holder.id}`,
      lastName: 'user',
      email: null
    });
    expect(
      await db.query('SELECT 1 FROM user_directory WHERE user_id_key = $1', [holder.userId.toLowerCase()])
    ).toEqual([]);
    for (const secrets of ['challenge_responses', 'hardware_tokens', 'recognized_browsers', 'password_history'])
      expect(await db.query(`SELECT 1 FROM ${secrets} WHERE user_id = $1`, [holder.id])).toEqual([]);
  });
});

test('C4.021 C4.022 a user who is locked or made inactive is signed out everywhere, and stays so when active again', async () => {
  const db = database.current;
  const { company, account } = await aWorld();
  const admin = await aPrincipalAt(db, 'C', company);
  for (const [away, back] of [
    ['lock', 'unlock'],
    ['deactivate', 'activate']
  ] as const) {
    const user = await aUserAt(db, 'A', account);
    const { token } = await transaction((tx) =>
      openSession(tx, ORIGIN, {
        issuerId: user.issuerId,
        userId: user.id,
        kind: 'full',
        brandName: 'tessera',
        idleMinutes: 15,
        previousSignInAt: null,
        failuresBefore: 0
      })
    );
    expect(await actorOf(token)).toMatchObject({ userId: user.id });
    expect(codeOf(await changeStatus(admin, user.id, away, ORIGIN))).toBe('ok');
    expect(codeOf(await changeStatus(admin, user.id, back, ORIGIN))).toBe('ok');
    expect([away, await actorOf(token)]).toEqual([away, null]);
  }
});

describe('merging', () => {
  test('C6.022 roles, accounts and groups go to the record that is kept, with peer-level modify authority', async () => {
    const db = database.current;
    const { company, account } = await aWorld();
    const second = await anAccount(db, company);
    const point = await anOrgPoint(db, company);
    const admin = await aPrincipalAt(db, 'C', company);
    const [kept, merged] = [await aUserAt(db, 'A', account), await aUserAt(db, 'A', second)];
    await anAssignment(db, merged, 'O', point);
    const noPeers = await aPrincipalAt(db, 'C', company, {
      authorities: ['users.view', 'users.modify', 'multi_user.modify']
    });
    expect(codeOf(await mergeUsers(noPeers, { keptId: kept.id, mergedId: merged.id }, ORIGIN, BELONGINGS))).toBe(
      'user.not.authorized'
    );
    expect(codeOf(await mergeUsers(admin, { keptId: kept.id, mergedId: merged.id }, ORIGIN, BELONGINGS))).toBe('ok');
    const user = await findUser(admin, kept.id);
    expect(user?.standings.map(({ role, nodeId }) => [role, nodeId]).sort()).toEqual(
      [
        ['A', account.id],
        ['A', second.id],
        ['O', point.id]
      ].sort()
    );
    expect(await findUser(admin, merged.id)).toMatchObject({ status: 'inactive', deletedAt: expect.any(Date) });
    expect(await auditOf(kept.id, 'user.merged')).toMatchObject({ details: { merged: merged.id } });
  });
});

test('the history names the author of each change, but nobody outside the reader’s part', async () => {
  const db = database.current;
  const { issuer, company, account } = await aWorld();
  const holder = await aUserAt(db, 'A', account);
  const [above, admin] = [
    await aUserAt(db, 'I', issuer, { lastName: 'Above' }),
    await aUserAt(db, 'C', company, { lastName: 'Within' })
  ];
  const principals = [await principalFor(db, above), await principalFor(db, admin)] as const;
  await changeStatus(principals[0], holder.id, 'lock', ORIGIN);
  await changeStatus(principals[1], holder.id, 'unlock', ORIGIN);
  const user = (await findUser(principals[1], holder.id)) as NonNullable<Awaited<ReturnType<typeof findUser>>>;
  const seen = (await userHistory(principals[1], user)).map(({ action, by, byOutside }) => [action, by, byOutside]);
  expect(seen).toEqual([
    ['user.unlocked', 'Robin Within', false],
    ['user.locked', null, true]
  ]);
  expect((await userHistory(principals[0], user)).map(({ by }) => by)).toEqual(['Robin Within', 'Robin Above']);
});

test('the list is narrowed to companies by how their name begins, in any case and with or without accents', async () => {
  const db = database.current;
  const issuer = await anIssuer(db);
  const [one, two] = [
    await aCompany(db, issuer, { name: 'Älvdala Energi' }),
    await aCompany(db, issuer, { name: 'Alvdala Kraft' })
  ];
  const elsewhere = await aCompany(db, await anIssuer(db), { name: 'Älvdala Energi' });
  const [a, b] = [await aUserAt(db, 'C', one), await aUserAt(db, 'C', two)];
  await aUserAt(db, 'C', elsewhere);
  const admin = await aPrincipalAt(db, 'I', issuer);
  const listed = async (company: string) => {
    const query = readQuery(USERS, { company });
    const { rows } = await listPage(admin, USERS, query);
    expect(await listCount(admin, USERS, query)).toBe(rows.length);
    return rows.map(({ id }) => id).sort();
  };
  expect(await listed('alvdala en')).toEqual([a.id]);
  expect(await listed('Älvdala')).toEqual([a.id, b.id].sort());
  expect(await listed('Energi')).toEqual([]);
});
