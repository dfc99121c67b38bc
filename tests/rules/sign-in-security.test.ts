import {
  clearDualAuthenticationLock,
  lockDualAuthentication,
  resetEnrolment
} from '@/lib/directory/people/security/dual-authentication';
import { SIGN_IN_SECURITY } from '@/lib/directory/people/security/listing';
import { signInSecurity } from '@/lib/directory/people/security/sign-in-security';
import { setSingleSignOnOnly } from '@/lib/directory/people/security/single-sign-on';
import { endTwoFactor, handOutSoftToken, requireTwoFactor } from '@/lib/directory/people/security/two-factor';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { tokenStatus } from '@/lib/sign-in/token/soft-tokens';
import { ORIGIN, useDatabase } from '../support/module-world';
import { type Person, withChallenge } from '../support/people';
import { principalFor } from '../support/principal';
import { withSetting } from '../support/settings';
import { aBrand, trySignIn } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';

const database = useDatabase();

beforeAll(async () => {
  process.env.SIGN_IN_FAILURES_PER_USER = '1000';
  await aBrand();
});

/** A company with an administrator and a cardholder, and a second company beside it with its own. */
async function aWorld() {
  const issuer = await anIssuer(database.current);
  const [company, other] = [await aCompany(database.current, issuer), await aCompany(database.current, issuer)];
  const cardholder = await aUserAt(database.current, 'A', await anAccount(database.current, company));
  const administrator = await principalFor(database.current, await aUserAt(database.current, 'C', company));
  const stranger = await principalFor(database.current, await aUserAt(database.current, 'C', other));
  return { issuer, company, cardholder, administrator, stranger };
}

const statusOf = async ({ id }: Person) =>
  (await database.current.query('SELECT status::text, lock_cause::text AS cause FROM users WHERE id = $1', [id]))[0];
const setState = (person: Person, cause: string) =>
  database.current.query(
    "UPDATE users SET status = 'locked', lock_cause = $2::lock_cause, locked_at = now() WHERE id = $1",
    [person.id, cause]
  );

describe('C2.034 Dual Authentication Maintenance', () => {
  test('C4.023 tells how dual authentication stands, one of its locks being Locked - Invalid Password', async () => {
    const { administrator, cardholder, issuer } = await aWorld();
    const state = async () => (await signInSecurity(administrator, cardholder.id))?.dual.state;
    expect(await state()).toBe('not_required');
    await withSetting(database.current, { issuerId: issuer.id }, 'dual.authentication.required', true);
    expect(await state()).toBe('not_enrolled');
    await withChallenge(database.current, cardholder);
    expect(await state()).toBe('enrolled');
    for (const [cause, name] of [
      ['password_attempts', 'locked_invalid_password'],
      ['invalid_challenge_response', 'locked_invalid_response'],
      ['dual_authentication', 'locked_by_administrator'],
      ['administrator', 'enrolled']
    ] as const) {
      await setState(cardholder, cause);
      expect(await state()).toBe(name);
    }
  });

  test('C4.022 an administrator locks it, and a sign-in with the right password reports that', async () => {
    const { administrator, cardholder } = await aWorld();
    await withChallenge(database.current, cardholder);
    expect((await lockDualAuthentication(administrator, cardholder.id, ORIGIN)).ok).toBe(true);
    expect(await statusOf(cardholder)).toEqual({ status: 'locked', cause: 'dual_authentication' });
    expect(await trySignIn(cardholder)).toMatchObject({
      kind: 'locked',
      redirect: '/sdportal/temporary-state-component?cobrandHost=tessera&reason=dual-authentication'
    });
    expect(await lockDualAuthentication(administrator, cardholder.id, ORIGIN)).toMatchObject({
      refusal: { code: 'dual.lock.impossible' }
    });
  });

  test.each([
    ['administrator', '&reason=administrator'],
    ['dual_authentication', '&reason=dual-authentication'],
    ['invalid_challenge_response', '&reason=dual-authentication'],
    ['one_time_password_expired', '&reason=password-expired'],
    ['self_registration', '&reason=self-registration']
  ])('W11 C8.037 PD.2 a lock by %s is told as what it is, to who knew the password alone', async (cause, reason) => {
    const db = database.current;
    const { company } = await aWorld();
    const person = await aUserAt(db, 'C', company, { status: 'locked', lockCause: cause });
    const page = '/sdportal/temporary-state-component?cobrandHost=tessera';
    const wrong = { secret: 'Wrong-Lantern-42' };
    expect(await trySignIn(person, wrong)).toMatchObject({ kind: 'refused', refusal: { code: 'login.failed' } });
    expect(await trySignIn(person)).toEqual({ kind: 'locked', redirect: `${page}${reason}` });
    // Whoever guesses learns no more than of nobody: the sixth failure locks the alias.
    for (let n = 0; n < 3; n++) await trySignIn(person, wrong);
    for (const b2BAlias of [person.b2BAlias, person.id.replaceAll('-', '')]) {
      if (b2BAlias !== person.b2BAlias) for (let n = 0; n < 5; n++) await trySignIn({ b2BAlias }, wrong);
      expect(await trySignIn({ b2BAlias }, wrong)).toEqual({ kind: 'locked', redirect: page });
    }
  });

  test.each(['dual_authentication', 'invalid_challenge_response', 'password_attempts'])(
    'clears a lock by %s',
    async (cause) => {
      const { administrator, cardholder } = await aWorld();
      await withChallenge(database.current, cardholder);
      for (let n = 0; n < 6; n++) await trySignIn(cardholder, { secret: 'wrong password' });
      await setState(cardholder, cause);
      expect((await clearDualAuthenticationLock(administrator, cardholder.id, ORIGIN)).ok).toBe(true);
      expect(await statusOf(cardholder)).toEqual({ status: 'active', cause: null });
      expect(await trySignIn(cardholder)).toMatchObject({ sessionKind: 'challenge' });
      expect(await clearDualAuthenticationLock(administrator, cardholder.id, ORIGIN)).toMatchObject({ ok: false });
    }
  );

  test('leaves an administrator’s lock of the user to where that is cleared', async () => {
    const { administrator, cardholder } = await aWorld();
    await setState(cardholder, 'administrator');
    expect(await clearDualAuthenticationLock(administrator, cardholder.id, ORIGIN)).toMatchObject({
      refusal: { code: 'dual.not.locked' }
    });
  });

  test('resets an enrolment: the next sign-in enrols anew', async () => {
    const { administrator, cardholder } = await aWorld();
    await withChallenge(database.current, cardholder);
    expect((await resetEnrolment(administrator, cardholder.id, ORIGIN)).ok).toBe(true);
    expect(await trySignIn(cardholder)).toMatchObject({ sessionKind: 'one_time_pin' });
    expect((await signInSecurity(administrator, cardholder.id))?.dual).toMatchObject({
      state: 'not_enrolled',
      questions: 0
    });
    expect(await resetEnrolment(administrator, cardholder.id, ORIGIN)).toMatchObject({
      refusal: { code: 'dual.not.enrolled' }
    });
  });

  test('is for administrators who maintain the user: for others the user is not found', async () => {
    const { stranger, administrator, cardholder, company } = await aWorld();
    await withChallenge(database.current, cardholder);
    const acts = [
      resetEnrolment,
      lockDualAuthentication,
      clearDualAuthenticationLock,
      requireTwoFactor,
      endTwoFactor,
      handOutSoftToken
    ];
    for (const act of acts)
      expect(await act(stranger, cardholder.id, ORIGIN)).toEqual({ ok: false, refusal: { code: 'user.not.found' } });
    expect(await signInSecurity(stranger, cardholder.id)).toBeNull();
    const viewer = await principalFor(
      database.current,
      await aUserAt(database.current, 'C', company, { authorities: ['users.view'] })
    );
    for (const act of acts)
      expect(await act(viewer, cardholder.id, ORIGIN)).toMatchObject({ refusal: { code: 'user.not.authorized' } });
    const eyes = { ...administrator, accessor: { issuerId: administrator.issuerId, userId: administrator.userId } };
    for (const act of acts) expect(await act(eyes, cardholder.id, ORIGIN)).toMatchObject({ ok: false });
    expect(await statusOf(cardholder)).toMatchObject({ status: 'active' });
  });

  test('lists the users of one’s part with what they have', async () => {
    const { administrator, stranger, cardholder } = await aWorld();
    await withChallenge(database.current, cardholder);
    const query = readQuery(SIGN_IN_SECURITY, { q: cardholder.userId });
    const { rows } = await listPage(administrator, SIGN_IN_SECURITY, query);
    expect(rows.find(({ id }) => id === cardholder.id)).toMatchObject({
      enrolled: true,
      token: null,
      status: 'active'
    });
    const { rows: others } = await listPage(stranger, SIGN_IN_SECURITY, readQuery(SIGN_IN_SECURITY, {}));
    expect(others.map(({ id }) => id)).not.toContain(cardholder.id);
  });
});

describe('C1.017 an administrator sets a user to two-factor', () => {
  test('the user gets a mail, the seed waits, and can be handed out by the administrator once', async () => {
    const { administrator, cardholder } = await aWorld();
    expect((await requireTwoFactor(administrator, cardholder.id, ORIGIN)).ok).toBe(true);
    const owner = { issuerId: cardholder.issuerId, id: cardholder.id };
    expect(await tokenStatus(owner)).toMatchObject({ status: 'pending', software: true });
    expect(await trySignIn(cardholder)).toMatchObject({ sessionKind: 'one_time_pin' });
    const handed = await handOutSoftToken(administrator, cardholder.id, ORIGIN);
    expect(handed).toMatchObject({ ok: true, value: { userId: cardholder.userId } });
    expect(await handOutSoftToken(administrator, cardholder.id, ORIGIN)).toMatchObject({
      refusal: { code: 'soft.token.taken' }
    });
    expect(await tokenStatus(owner)).toMatchObject({ status: 'new_pin' });
    const entries = await database.current.query<{ action: string; actor: string }>(
      `SELECT action, actor_user_id AS actor FROM audit_entries
       WHERE issuer_id = $1 AND entity_id = $2 AND (action LIKE 'token.%' OR action LIKE 'two_factor.%') ORDER BY sequence`,
      [cardholder.issuerId, cardholder.id]
    );
    expect(entries.map(({ action }) => action)).toEqual(['token.issued', 'two_factor.required', 'token.handed_out']);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([administrator.userId]));
  });

  test('and takes them back to the password, unless two factors are asked for', async () => {
    const { administrator, cardholder, issuer } = await aWorld();
    expect(await endTwoFactor(administrator, cardholder.id, ORIGIN)).toMatchObject({
      refusal: { code: 'two.factor.none' }
    });
    await requireTwoFactor(administrator, cardholder.id, ORIGIN);
    await handOutSoftToken(administrator, cardholder.id, ORIGIN);
    expect((await endTwoFactor(administrator, cardholder.id, ORIGIN)).ok).toBe(true);
    expect(await trySignIn(cardholder)).toMatchObject({ sessionKind: 'full' });
    await requireTwoFactor(administrator, cardholder.id, ORIGIN);
    await withSetting(database.current, { issuerId: issuer.id }, 'two.factor.required', true);
    expect(await endTwoFactor(administrator, cardholder.id, ORIGIN)).toMatchObject({
      refusal: { code: 'two.factor.is.required' }
    });
  });
});

describe('C8.037 single sign-on only, for one user', () => {
  test('keeps the password out, and lets it in again', async () => {
    const { administrator, cardholder } = await aWorld();
    expect((await setSingleSignOnOnly(administrator, cardholder.id, true, ORIGIN)).ok).toBe(true);
    expect(await trySignIn(cardholder)).toMatchObject({ kind: 'refused', refusal: { code: 'login.failed' } });
    expect(await requireTwoFactor(administrator, cardholder.id, ORIGIN)).toMatchObject({
      refusal: { code: 'login.sso.only.user' }
    });
    expect(await signInSecurity(administrator, cardholder.id)).toMatchObject({ ssoOnly: true, ssoOnlySet: true });
    expect((await setSingleSignOnOnly(administrator, cardholder.id, false, ORIGIN)).ok).toBe(true);
    expect(await trySignIn(cardholder)).toMatchObject({ sessionKind: 'full' });
  });

  test('is refused to a user with linked user ids', async () => {
    const { administrator, cardholder, company } = await aWorld();
    const second = await aUserAt(database.current, 'A', await anAccount(database.current, company));
    await database.current.query(
      'INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id) VALUES ($1, gen_random_uuid(), $2, $3)',
      [cardholder.issuerId, cardholder.id, second.id]
    );
    expect(await setSingleSignOnOnly(administrator, cardholder.id, true, ORIGIN)).toMatchObject({
      refusal: { code: 'setting.sso.excludes.multi.user' }
    });
  });
});
