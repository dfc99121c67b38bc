import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { principalOf } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { database as product } from '@/lib/core/database/database';
import { accessAsUser } from '@/lib/directory/people/access-as-user';
import { changeStatus } from '@/lib/directory/people/change-status';
import { deleteUser } from '@/lib/directory/people/delete-user';
import { hasLinkedIds, linksOf } from '@/lib/directory/people/links/links';
import { waitingLinks } from '@/lib/directory/people/links/own-links';
import { requestLink } from '@/lib/directory/people/links/request-link';
import { unlink } from '@/lib/directory/people/links/unlink';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { ownRoles, switchRole } from '@/lib/directory/people/own-roles';
import type { ConfiguredNode } from '@/lib/directory/programs/configured-node';
import { SETTING_GUARDS } from '@/lib/directory/programs/setting-guards';
import { accountByUserId, isRecoverable } from '@/lib/sign-in/account/accounts';
import { requestRecovery } from '@/lib/sign-in/recovery/recovery';
import { actorOf } from '@/lib/sign-in/session/sessions';
import { begin as confirm, linkOwn, refusalAddress } from '../support/links';
import { ORIGIN, useDatabase } from '../support/module-world';
import { failuresOf, type Person, withToken } from '../support/people';
import { aPrincipalAt, principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf } from '../support/results';
import { withSetting } from '../support/settings';
import { place, trySignIn } from '../support/sign-in';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAssignment,
  anIssuer,
  aSession,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { userRecord } from '../support/users';

const database = useDatabase({ seeded: true });
const WRONG = 'Wrong-Lantern-42';

/** A company where ids can be linked, its administrator, and two ids of one person. */
async function aWorld({ multiUser = true } = {}) {
  const db = database.current;
  const issuer = await anIssuer(db);
  if (multiUser) await withSetting(db, { issuerId: issuer.id }, 'multi.user', true);
  const group = await aCompanyGroup(db, issuer);
  const company = await aCompany(db, group);
  const account = await anAccount(db, company);
  const admin = await aPrincipalAt(db, 'C', company);
  const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'A', account)];
  return { issuer, group, company, account, admin, first, second };
}

const request = (admin: Principal, primary: Person, linked: Person) =>
  requestLink(admin, { primaryId: primary.id, userId: linked.userId }, refusalAddress, ORIGIN);
/** Both linked, the first one primary. */
async function linked() {
  const w = await aWorld();
  const principal = await principalFor(database.current, w.first);
  expect(codeOf(await linkOwn(database.current, principal, w.second))).toBe('ok');
  return { ...w, principal };
}

test('C1.010 C2.003 C4.029 a link waits until the person confirms it by signing in to the linked id', async () => {
  const db = database.current;
  const { admin, first, second } = await aWorld();
  expect(codeOf(await request(admin, first, second))).toBe('ok');
  const [waiting] = await linksOf(admin, await userRecord(admin, first.id));
  expect(waiting).toMatchObject({ status: 'unconfirmed', isPrimary: true, other: { id: second.id } });
  expect((await trySignIn(second)).kind).toBe('signed_in');
  const principal = await principalFor(db, first);
  expect(await waitingLinks(principal)).toMatchObject([{ userId: second.userId, isPrimary: true }]);
  expect(codeOf(await confirm(principal, second.userId, WRONG))).toBe('invalid.credentials');
  expect(await failuresOf(db, second)).toBe(1);
  const open = await aSession(db, second);
  const typed = { ...second, userId: second.userId.toUpperCase() };
  expect(codeOf(await linkOwn(db, principal, typed))).toBe('ok');
  expect((await linksOf(admin, await userRecord(admin, first.id)))[0]).toMatchObject({ status: 'confirmed' });
  const [session] = await db.query<{ ended: boolean }>(
    'SELECT revoked_at IS NOT NULL AS ended FROM sessions WHERE id = $1',
    [open]
  );
  expect(session?.ended).toBe(true);
  expect((await queuedMails(db, first.email)).at(-1)?.template).toBe('user_linked');
  expect((await queuedMails(db, second.email)).at(-1)?.template).toBe('link_confirmed');
});

test('C4.032 other linked ids become invalid: no sign-in, no recovery, the answer being the generic one', async () => {
  const { first, second, principal } = await linked();
  expect(await trySignIn(second)).toEqual({ kind: 'refused', status: 401, refusal: { code: 'login.failed' } });
  expect((await trySignIn(first)).kind).toBe('signed_in');
  const account = await accountByUserId(second.userId.toLowerCase());
  expect(account && isRecoverable(account)).toBe(false);
  await requestRecovery(second.userId, await place(), 'https://cards.example', ORIGIN);
  expect(codeOf(await confirm(principal, second.userId, second.password))).toBe('invalid.credentials');
});

test('C6.016 the primary id switches to the roles of linked ids, in a session that lasts no longer', async () => {
  const db = database.current;
  const { first, second, principal } = await linked();
  const roles = await ownRoles(principal);
  expect(roles.map(({ userId, role }) => [userId, role])).toEqual([
    [first.userId, 'C'],
    [second.userId, 'A']
  ]);
  const switched = await switchRole(principal, second.assignmentId, ORIGIN);
  const actor = await actorOf((switched as { value: { token: string } }).value.token);
  expect(actor).toMatchObject({ userId: second.id, role: 'A', kind: 'full' });
  const [old] = await db.query<{ ended: boolean }>(
    'SELECT revoked_at IS NOT NULL AS ended FROM sessions WHERE id = $1',
    [principal.sessionId]
  );
  expect(old?.ended).toBe(true);
  const back = actor && (await switchRole(await principalOf(actor), first.assignmentId, ORIGIN));
  const again = await actorOf((back as { value: { token: string } }).value.token);
  expect(again).toMatchObject({ userId: first.id });
  // What the primary opened ends with the primary.
  const open = await aSession(db, second);
  await db.query("UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1", [
    first.id
  ]);
  await db.query("UPDATE sessions SET token_hash = sha256('t') WHERE id = $1", [open]);
  expect(await actorOf('t')).toBeNull();
});

test('C4.030 CD.33 a confirmed link is unlinked from user information, and the id signs in by itself again, with a temporary password', async () => {
  const db = database.current;
  const { admin, first, second } = await linked();
  const [link] = await linksOf(admin, await userRecord(admin, second.id));
  expect(codeOf(await unlink(admin, { userId: second.id, linkId: link?.id ?? '' }, ORIGIN))).toBe('ok');
  expect(await linksOf(admin, await userRecord(admin, first.id))).toEqual([]);
  const mails = await queuedMails(db, second.email);
  expect(mails.slice(-2).map(({ template }) => template)).toEqual(['user_unlinked', 'temporary_password']);
  // Whoever linked it knows the password that it had.
  expect((await trySignIn(second)).kind).toBe('refused');
  const temporary = String(mails.at(-1)?.params.password);
  expect(await trySignIn(second, { secret: temporary })).toMatchObject({ sessionKind: 'change_password' });
  expect((await trySignIn(first)).kind).toBe('signed_in');
});

test('C4.031 the primary id cannot be changed: neither linked itself nor deleted', async () => {
  const db = database.current;
  const { admin, company, first, second } = await linked();
  const third = await aUserAt(db, 'A', await anAccount(db, company));
  expect(codeOf(await request(admin, third, first))).toBe('link.held');
  expect(codeOf(await request(admin, second, third))).toBe('link.primary.is.linked');
  expect(codeOf(await request(admin, third, second))).toBe('link.held');
  expect(codeOf(await deleteUser(admin, first.id, ORIGIN))).toBe('user.primary.linked');
  expect(codeOf(await mergeUsers(admin, { keptId: third.id, mergedId: second.id }, ORIGIN, BELONGINGS))).toBe(
    'merge.linked'
  );
});

test('C4.033 multi-user cannot be turned off once ids are linked', async () => {
  const { issuer, company } = await linked();
  const other = await aCompany(database.current, issuer);
  expect(await hasLinkedIds(product(), { issuerId: issuer.id, companyId: null })).toBe(true);
  expect(await hasLinkedIds(product(), { issuerId: issuer.id, companyId: company.id })).toBe(true);
  expect(await hasLinkedIds(product(), { issuerId: issuer.id, companyId: other.id })).toBe(false);
  const turnOff = async ({ id, kind }: StructureNode) =>
    SETTING_GUARDS['multi.user']?.(product(), {
      node: { issuerId: issuer.id, id, kind } as ConfiguredNode,
      before: true,
      after: false
    });
  expect(await turnOff(company)).toEqual({ code: 'setting.multi.user.linked' });
  expect(await turnOff(issuer)).toEqual({ code: 'setting.multi.user.linked' });
  expect(await turnOff(other)).toBeNull();
});

test('C4.024 C4.032 only active users are linked, and a link to an id that is not active any more is invalid', async () => {
  const { admin, first, second } = await aWorld();
  await changeStatus(admin, second.id, 'lock', ORIGIN);
  expect(codeOf(await request(admin, first, second))).toBe('user.not.active');
  const w = await linked();
  await changeStatus(w.admin, w.second.id, 'lock', ORIGIN);
  expect((await linksOf(w.admin, await userRecord(w.admin, w.first.id)))[0]).toMatchObject({ isInvalid: true });
  expect((await ownRoles(await principalFor(database.current, w.first))).map(({ role }) => role)).toEqual(['C']);
});

test('C6.012 linking is limited to company group administrators and below', async () => {
  const db = database.current;
  const { issuer, group, account } = await aWorld();
  const admin = await aPrincipalAt(db, 'I', issuer);
  const holder = await aUserAt(db, 'A', account);
  expect(codeOf(await request(admin, await aUserAt(db, 'I', issuer), holder))).toBe('link.role');
  expect(codeOf(await request(admin, await aUserAt(db, 'G', group), holder))).toBe('ok');
});

test('C6.013 two ids of company group administrators cannot be linked', async () => {
  const db = database.current;
  const { issuer, group } = await aWorld();
  const admin = await aPrincipalAt(db, 'I', issuer);
  const [one, other] = [await aUserAt(db, 'G', group), await aUserAt(db, 'G', await aCompanyGroup(db, issuer))];
  expect(codeOf(await request(admin, one, other))).toBe('role.one.company.group');
});

test('C6.014 a system administrator cannot link another', async () => {
  const db = database.current;
  const { first, second } = await linked();
  const system = await aPrincipalAt(db, 'Z', null);
  expect(codeOf(await request(system, first, second))).toBe('link.system.administrator');
  const [link] = await linksOf(system, await userRecord(system, first.id));
  expect(codeOf(await unlink(system, { userId: first.id, linkId: link?.id ?? '' }, ORIGIN))).toBe(
    'link.system.administrator'
  );
});

test('C6.015 users of single sign-on and of two-factor authentication cannot be linked', async () => {
  const db = database.current;
  const { admin, first, second, company } = await aWorld();
  await withToken(db, second, { pin: '1357' });
  expect(codeOf(await request(admin, first, second))).toBe('link.sso.two.factor');
  const federated = await aUserAt(db, 'A', await anAccount(db, company));
  const provider = randomUUID();
  await db.query(
    "INSERT INTO identity_providers (id, brand_name, kind, issuer, sign_in_url, certificates, saved_at) VALUES ($1, 'aldwick', 'saml', 'https://idp.example', 'https://idp.example/sso', '{x}', now())",
    [provider]
  );
  await db.query(
    'INSERT INTO federated_identities (provider_id, subject, issuer_id, user_id, linked_at) VALUES ($1, $2, $3, $4, now())',
    [provider, 'subject', federated.issuerId, federated.id]
  );
  expect(codeOf(await request(admin, first, federated))).toBe('link.sso.two.factor');
  await db.query('DELETE FROM federated_identities WHERE provider_id = $1', [provider]);
  expect(codeOf(await request(admin, first, federated))).toBe('ok');
  await withSetting(db, { issuerId: company.issuerId, companyId: company.id }, 'sso.only', true);
  expect(codeOf(await request(admin, first, federated))).toBe('link.sso.two.factor');
});

test('C6.016 ids of another reporting structure cannot be linked, even with their password', async () => {
  const [here, there] = [await aWorld(), await aWorld()];
  expect(codeOf(await request(here.admin, here.first, there.second))).toBe('user.not.found');
  const principal = await principalFor(database.current, here.first);
  expect(codeOf(await confirm(principal, there.second.userId, there.second.password))).toBe('invalid.credentials');
});

test('C6.017 nobody looks through the eyes of linked ids', async () => {
  const { group, first, second } = await linked();
  const above = await aPrincipalAt(database.current, 'G', group);
  for (const { id } of [first, second])
    expect(codeOf(await accessAsUser(above, id, ORIGIN))).toBe('access.as.user.multi.account');
});

test('C6.023 it takes authority to modify user information', async () => {
  const db = database.current;
  const { company, first, second } = await aWorld();
  const viewer = await aPrincipalAt(db, 'C', company, {
    authorities: ['users.view', 'multi_user.modify', 'peers.modify']
  });
  expect(codeOf(await request(viewer, first, second))).toBe('user.not.authorized');
});

test('nothing is linked where the setting is off', async () => {
  const { admin, first, second } = await aWorld({ multiUser: false });
  expect(codeOf(await request(admin, first, second))).toBe('link.off');
});

test('C9.032 the roles of linked ids count together', async () => {
  const db = database.current;
  const { admin, first, second, account } = await aWorld();
  for (let n = 0; n < 40; n++) await anAssignment(db, first, 'A', account);
  for (let n = 0; n < 40; n++) await anAssignment(db, second, 'A', account);
  expect(codeOf(await request(admin, first, second))).toBe('role.too.many');
});

test('whether an id exists shows neither in the answer nor beyond the limit of tries', async () => {
  const db = database.current;
  const { first, second } = await aWorld();
  const principal = await principalFor(db, first);
  for (const userId of [second.userId, `Nobody.${second.userId}`])
    expect(await confirm(principal, userId, WRONG)).toEqual({
      ok: false,
      refusal: { code: 'invalid.credentials', field: 'password' }
    });
  for (let n = 0; n < 8; n++) await confirm(principal, `Nobody.${n}`, WRONG);
  expect(codeOf(await confirm(principal, second.userId, second.password))).toBe('too.many.requests');
});

test('an id whose sign-in is locked by wrong passwords is not confirmed by the right one', async () => {
  const db = database.current;
  const { company, account, second } = await aWorld();
  for (let n = 0; n < 6; n++) {
    const person = await aUserAt(db, 'C', company);
    expect(codeOf(await confirm(await principalFor(db, person), second.userId, WRONG))).toBe('invalid.credentials');
  }
  const principal = await principalFor(db, await aUserAt(db, 'A', account));
  expect(codeOf(await confirm(principal, second.userId, second.password))).toBe('invalid.credentials');
});
