import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { lapseLinks } from '@/lib/directory/people/links/lapse-links';
import { refusableLink, refuseLink, refuseOwnLink } from '@/lib/directory/people/links/link-refusal';
import { linksOf } from '@/lib/directory/people/links/links';
import { waitingLinks } from '@/lib/directory/people/links/own-links';
import { linkStep } from '@/lib/directory/people/links/prove-link';
import { requestLink } from '@/lib/directory/people/links/request-link';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { ownRoles, switchRole } from '@/lib/directory/people/own-roles';
import { actorOf } from '@/lib/sign-in/session/sessions';
import { begin, linkCode, linkOwn, prove, refusalAddress, refusalToken } from '../support/links';
import { ORIGIN, useDatabase } from '../support/module-world';
import { failuresOf, type Person, rightResponse, withChallenge } from '../support/people';
import { aPrincipalAt, principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { trySignIn } from '../support/sign-in';
import { aCompany, aCompanyGroup, anAccount, anAssignment, anIssuer, aUserAt } from '../support/structure';
import { userRecord } from '../support/users';

const database = useDatabase({ seeded: true });
const WRONG = 'Wrong-Lantern-42';
const wrong = { ok: false, refusal: { code: 'invalid.credentials', field: 'password' } };

/** Two companies of a group where ids can be linked, and two ids of one person in them. */
async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  await withSetting(db, { issuerId: issuer.id }, 'multi.user', true);
  const group = await aCompanyGroup(db, issuer);
  const [company, other] = [await aCompany(db, group), await aCompany(db, group)];
  const [first, second] = [await aUserAt(db, 'A', await anAccount(db, company)), await aUserAt(db, 'C', other)];
  return { issuer, group, company, other, first, second, principal: await principalFor(db, first) };
}

const isConfirmed = async ({ id }: Person) =>
  (await database.current.query("SELECT 1 FROM user_links WHERE linked_user_id = $1 AND status = 'confirmed'", [id]))
    .length > 0;

describe('F-1 C6.016 a link takes the whole sign-in of the id that is linked', () => {
  test.each([
    ['its issuer asks for a code', 'one.time.pin.required'],
    ['nothing but the password is asked for', null]
  ] as const)('the password alone links nothing where %s', async (_where, setting) => {
    const db = database.current;
    const { issuer, second, principal } = await aWorld();
    if (setting) await withSetting(db, { issuerId: issuer.id }, setting, true);
    expect(codeOf(await begin(principal, second.userId, second.password))).toBe('ok');
    expect(await isConfirmed(second)).toBe(false);
    expect(codeOf(await switchRole(principal, second.assignmentId, ORIGIN))).toBe('role.outside.structure');
    const [mail] = (await queuedMails(db, second.email)).slice(-1);
    expect(mail).toMatchObject({
      template: 'link_code',
      params: { userId: second.userId, requester: 'Robin Example' }
    });
    expect(codeOf(await prove(principal, await linkCode(db, second)))).toBe('ok');
    expect(await isConfirmed(second)).toBe(true);
  });

  test('C6.016 dual authentication: the question of the linked id is asked after its code', async () => {
    const db = database.current;
    const { second, principal } = await aWorld();
    await withChallenge(db, second);
    expect(codeOf(await begin(principal, second.userId, second.password))).toBe('ok');
    expect(await linkStep(principal)).toMatchObject({ kind: 'code', email: second.email });
    expect(await prove(principal, await linkCode(db, second))).toEqual({ ok: true, value: { isLinked: false } });
    expect(await linkStep(principal)).toMatchObject({ kind: 'challenge' });
    expect(codeOf(await prove(principal, 'Nothing of it'))).toBe('challenge.response.wrong');
    expect(await isConfirmed(second)).toBe(false);
    expect(codeOf(await prove(principal, await rightResponse(db, second)))).toBe('ok');
    expect(await isConfirmed(second)).toBe(true);
  });

  test.each([
    ['a temporary password', { mustChange: true }, null],
    ['an old password', {}, "UPDATE credentials SET password_set_at = now() - interval '2 years' WHERE user_id = $1"]
  ])('C6.016 %s is changed at the sign-in first', async (_name, options, sql) => {
    const db = database.current;
    const { other, principal } = await aWorld();
    const second = await aUserAt(db, 'C', other, options);
    if (sql) await db.query(sql, [second.id]);
    expect(codeOf(await linkOwn(db, principal, second))).toBe('link.sign.in.first');
    expect(await isConfirmed(second)).toBe(false);
  });

  test('C6.016 questions are enrolled at the sign-in first', async () => {
    const db = database.current;
    const { second, principal } = await aWorld();
    await withChallenge(db, second, { enrolled: false });
    expect(codeOf(await linkOwn(db, principal, second))).toBe('link.sign.in.first');
    expect(await isConfirmed(second)).toBe(false);
  });

  test('C4.029 a user who can’t be notified beforehand is not linked', async () => {
    const db = database.current;
    const { group, other, first, principal } = await aWorld();
    const second = await aUserAt(db, 'A', await anAccount(db, other), { email: null });
    expect(codeOf(await begin(principal, second.userId, second.password))).toBe('link.no.address');
    const admin = await aPrincipalAt(db, 'G', group);
    const asked = { primaryId: first.id, userId: second.userId };
    expect(codeOf(await requestLink(admin, asked, refusalAddress, ORIGIN))).toBe('link.no.address');
  });

  test('C6.016 wrong codes count as at the sign-in, and end the proof; the code is of this session alone', async () => {
    const db = database.current;
    const { first, second, principal } = await aWorld();
    granted(await begin(principal, second.userId, second.password));
    const code = await linkCode(db, second);
    const other = code === '000000' ? '000001' : '000000';
    expect(codeOf(await prove(await principalFor(db, first), code))).toBe('link.proof.ended');
    for (let n = 0; n < 5; n++) expect(codeOf(await prove(principal, other))).toBe('otp.code.invalid');
    expect(await failuresOf(db, second)).toBe(5);
    expect(codeOf(await prove(principal, code))).toBe('link.proof.ended');
    expect(await linkStep(principal)).toBeNull();
    // The sixth failure locked it, as six wrong passwords do.
    expect(await trySignIn(second)).toMatchObject({ kind: 'locked' });
    expect(await isConfirmed(second)).toBe(false);
  });

  test('C6.016 a password that changed meanwhile ends the proof', async () => {
    const db = database.current;
    const { second, principal } = await aWorld();
    granted(await begin(principal, second.userId, second.password));
    await db.query('UPDATE credentials SET password_set_at = now() WHERE user_id = $1', [second.id]);
    expect(codeOf(await prove(principal, await linkCode(db, second)))).toBe('link.proof.ended');
  });

  test('C6.016 a code of the sign-in page is none for a link', async () => {
    const db = database.current;
    const { issuer, second, principal } = await aWorld();
    await withSetting(db, { issuerId: issuer.id }, 'one.time.pin.required', true);
    granted(await begin(principal, second.userId, second.password));
    await trySignIn(second);
    const ofSignIn = (await queuedMails(db, second.email)).find(({ template }) => template === 'one_time_pin');
    expect(codeOf(await prove(principal, String(ofSignIn?.params.code)))).toBe('otp.code.invalid');
  });
});

describe('F-1 C6.016 the answer tells nothing of ids outside the group', () => {
  test('another issuer, another company group, a lock, single sign-on: a wrong password, counted', async () => {
    const db = database.current;
    const { issuer, other, principal } = await aWorld();
    const elsewhere = await aWorld();
    const beside = await aUserAt(db, 'C', await aCompany(db, await aCompanyGroup(db, issuer)));
    const locked = await aUserAt(db, 'C', other, { status: 'locked', lockCause: 'administrator' });
    const federated = await aUserAt(db, 'C', other);
    await db.query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [federated.id]);
    for (const person of [elsewhere.second, beside, locked, federated]) {
      expect(await begin(principal, person.userId, person.password)).toEqual(wrong);
      expect(await failuresOf(db, person)).toBe(1);
      expect(await begin(principal, person.userId, WRONG)).toEqual(wrong);
      expect(await queuedMails(db, person.email)).toEqual([]);
    }
    expect(await begin(principal, 'Nobody.known', WRONG)).toEqual(wrong);
  });

  test('C6.016 roles given elsewhere after the link are not offered', async () => {
    const db = database.current;
    const { issuer, second, principal } = await aWorld();
    granted(await linkOwn(db, principal, second));
    const beside = await aCompany(db, await aCompanyGroup(db, issuer));
    const outside = await anAssignment(db, second, 'C', beside);
    expect((await ownRoles(principal)).map(({ id }) => id)).toEqual([principal.assignmentId, second.assignmentId]);
    expect(codeOf(await switchRole(principal, outside, ORIGIN))).toBe('role.outside.structure');
  });

  test('C6.016 an administrator of several groups links none across them', async () => {
    const db = database.current;
    const { issuer, first } = await aWorld();
    const beside = await aUserAt(db, 'C', await aCompany(db, await aCompanyGroup(db, issuer)));
    const admin = await aPrincipalAt(db, 'I', issuer);
    const asked = { primaryId: first.id, userId: beside.userId };
    expect(codeOf(await requestLink(admin, asked, refusalAddress, ORIGIN))).toBe('link.other.structure');
  });
});

test('F-1 C6.016 a primary id signs in as strongly as each of the ids linked to it', async () => {
  const db = database.current;
  const { issuer, other, first, second, principal } = await aWorld();
  granted(await linkOwn(db, principal, second));
  expect(await trySignIn(first)).toMatchObject({ kind: 'signed_in', sessionKind: 'full' });
  await withSetting(db, { issuerId: issuer.id, companyId: other.id }, 'one.time.pin.required', true);
  expect(await trySignIn(first)).toMatchObject({ kind: 'signed_in', sessionKind: 'one_time_pin' });
  await withSetting(db, { issuerId: issuer.id, companyId: other.id }, 'one.time.pin.required', false);
  await withSetting(db, { issuerId: issuer.id, companyId: other.id }, 'dual.authentication.required', true);
  expect(await trySignIn(first)).toMatchObject({ kind: 'signed_in', sessionKind: 'one_time_pin' });
});

test('C2.003 a sign-in with linked ids leads to the choice of a role', async () => {
  const db = database.current;
  const { first, second, principal } = await aWorld();
  expect(await trySignIn(first)).toMatchObject({ redirect: '/workspace' });
  granted(await linkOwn(db, principal, second));
  expect(await trySignIn(first)).toMatchObject({ redirect: '/workspace/people/own-roles/choose' });
  await db.query("UPDATE users SET status = 'inactive' WHERE id = $1", [second.id]);
  expect(await trySignIn(first)).toMatchObject({ redirect: '/workspace' });
});

describe('F-1 C4.029 the owner of a linked id is notified beforehand, and refuses', () => {
  test('C4.029 by the mail, after the link was confirmed: it is undone and its sessions end, once', async () => {
    const db = database.current;
    const { second, principal } = await aWorld();
    granted(await linkOwn(db, principal, second));
    const opened = granted(await switchRole(principal, second.assignmentId, ORIGIN));
    const token = await refusalToken(db, second);
    expect(await refusableLink(token)).toMatchObject({ userId: second.userId });
    const results = await Promise.all([1, 2, 3].map(() => refuseLink(token, 'tessera', ORIGIN)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await actorOf(opened?.token ?? '')).toBeNull();
    expect(await refusableLink(token)).toBeNull();
    expect(await trySignIn(second)).toMatchObject({ kind: 'signed_in' });
    const audited = await db.query('SELECT details FROM audit_entries WHERE action = $1 AND issuer_id = $2', [
      'user_link.refused',
      second.issuerId
    ]);
    expect(audited).toHaveLength(1);
    expect(JSON.stringify(audited)).not.toContain(token);
  });

  test('C4.029 by the mail about an administrator’s request, or in one’s own workspace', async () => {
    const db = database.current;
    const { group, first, second } = await aWorld();
    const admin = await aPrincipalAt(db, 'G', group);
    const ask = () => requestLink(admin, { primaryId: first.id, userId: second.userId }, refusalAddress, ORIGIN);
    granted(await ask());
    expect((await queuedMails(db, second.email)).at(-1)).toMatchObject({
      template: 'link_requested',
      params: { primaryUserId: first.userId }
    });
    expect(await refuseLink(await refusalToken(db, second), 'tessera', ORIGIN)).toBe(true);
    const link = granted(await ask());
    const owner = await principalFor(db, second);
    expect(await waitingLinks(owner)).toMatchObject([{ userId: first.userId, isPrimary: false }]);
    const stranger = await principalFor(db, await aUserAt(db, 'G', group));
    expect(codeOf(await refuseOwnLink(stranger, link, ORIGIN))).toBe('link.not.found');
    expect(codeOf(await refuseOwnLink(owner, link, ORIGIN))).toBe('ok');
    expect(await waitingLinks(await principalFor(db, first))).toEqual([]);
  });

  test('C4.029 a refusal is no use after thirty days, and none is made up', async () => {
    const db = database.current;
    const { second, principal } = await aWorld();
    granted(await linkOwn(db, principal, second));
    const token = await refusalToken(db, second);
    await db.query("UPDATE user_links SET refusal_expires_at = now() - interval '1 second' WHERE linked_user_id = $1", [
      second.id
    ]);
    expect(await refuseLink(token, 'tessera', ORIGIN)).toBe(false);
    expect(await refuseLink('', 'tessera', ORIGIN)).toBe(false);
    expect(await isConfirmed(second)).toBe(true);
  });
});

test('F-1 every place where a password proves something is known, and was looked at (decision 39)', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const proving = files.filter((file) => /(?:verify|confirm)Password\(/.test(readFileSync(join('lib', file), 'utf8')));
  const known = [
    // Hashing itself; the steps of a sign-in; a forgotten password, whose answer is mailed.
    ...['sign-in/challenge/challenge-enrolment.ts', 'sign-in/challenge/challenges.ts'],
    // With a full session, or one at that very step.
    'sign-in/passkey/passkeys.ts',
    'sign-in/password/password-hash.ts',
    ...['sign-in/password/passwords.ts', 'sign-in/challenge/security-questions.ts', 'sign-in/steps/sign-in-proof.ts'],
    ...['sign-in/token/token-pin.ts', 'sign-in/token/tokens.ts', 'directory/people/change-own-user-id.ts'],
    // Whether a new user id is the password: nothing is opened by it.
    'directory/people/change-user-id.ts',
    // With a supplier's link, which five misses lock.
    'money/suppliers/links/open-link.ts',
    // With a full session, right before a card is shown.
    'money/purchasing/show-card.ts',
    // With the rest of the sign-in of that id.
    'directory/people/links/prove-link.ts'
  ];
  expect(proving.sort()).toEqual(known.sort());
});

describe('C4.029 CD.32 a link that nobody confirms lapses after seven days', () => {
  const DAYS_AGO = 'UPDATE user_links SET requested_at = now() - make_interval(hours => $2) WHERE linked_user_id = $1';

  test('C4.029 by then it can’t be confirmed, is shown so, and stands in nobody’s way', async () => {
    const db = database.current;
    const { group, first, second, principal } = await aWorld();
    const admin = await aPrincipalAt(db, 'G', group);
    granted(await requestLink(admin, { primaryId: first.id, userId: second.userId }, refusalAddress, ORIGIN));
    await db.query(DAYS_AGO, [second.id, 7 * 24 - 1]);
    await lapseLinks();
    const shown = async () => (await linksOf(admin, await userRecord(admin, first.id))).map(({ status }) => status);
    expect(await shown()).toEqual(['unconfirmed']);
    await db.query(DAYS_AGO, [second.id, 7 * 24 + 1]);
    expect(await shown()).toEqual(['lapsed']);
    expect(await waitingLinks(principal)).toEqual([]);
    await lapseLinks();
    expect(await shown()).toEqual(['lapsed']);
    const audited = await db.query("SELECT 1 FROM audit_entries WHERE action = 'user_link.lapsed' AND entity_id = $1", [
      first.id
    ]);
    expect(audited).toHaveLength(1);
    granted(await requestLink(admin, { primaryId: first.id, userId: second.userId }, refusalAddress, ORIGIN));
    expect(await shown()).toEqual(['unconfirmed']);
    await db.query(DAYS_AGO, [second.id, 7 * 24 + 1]);
    expect(codeOf(await mergeUsers(admin, { keptId: first.id, mergedId: second.id }, ORIGIN, BELONGINGS))).toBe('ok');
  });

  test('C4.029 what lapsed and was not swept yet is asked for anew, and proved anew', async () => {
    const db = database.current;
    const { group, first, second, principal } = await aWorld();
    const admin = await aPrincipalAt(db, 'G', group);
    granted(await requestLink(admin, { primaryId: first.id, userId: second.userId }, refusalAddress, ORIGIN));
    await db.query(DAYS_AGO, [second.id, 7 * 24 + 1]);
    expect(codeOf(await linkOwn(db, principal, second))).toBe('ok');
    expect(await isConfirmed(second)).toBe(true);
  });
});
