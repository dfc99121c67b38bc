import { randomUUID } from 'node:crypto';
import { transaction } from '@/lib/core/database/database';
import { now, shiftClock, stopClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { forgetExpired } from '@/lib/sign-in/forget-expired';
import { issuePin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { unlock } from '@/lib/sign-in/password/passwords';
import { countFailure, passLock } from '@/lib/sign-in/steps/lockout';
import { noteFailure } from '@/lib/sign-in/steps/sign-in-failure';
import { aloneBeside } from '../support/alone';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, aPersonOf, type Person, passcodeOf, withToken } from '../support/people';
import { queuedMails } from '../support/queued-mail';
import { withSetting } from '../support/settings';
import { aBrand, actorAfter, place, trySignIn } from '../support/sign-in';

const world = useDatabase();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeAll(async () => {
  for (const limit of ['SIGN_IN_FAILURES_PER_USER', 'SIGN_INS_PER_USER', 'SIGN_INS_PER_ADDRESS'])
    process.env[limit] = '1000';
  await aBrand();
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);
const FAILED = { kind: 'refused', status: 401, refusal: { code: 'login.failed' } };

/** A user whose temporary password has expired, which only a sign-in that could succeed tells. */
const anExpired = (options: Parameters<typeof aCardholder>[1] = {}) =>
  aCardholder(world.current, { mustChange: true, expiresAt: new Date(Date.now() - MINUTE), ...options });

describe('PD.2 C4.022 that a password has expired is told to nobody', () => {
  test('who is inactive, or linked to another user id', async () => {
    const inactive = await anExpired({ status: 'inactive' });
    const linked = await anExpired();
    await query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [linked.issuerId, (await aPersonOf(world.current, linked.issuerId)).id, linked.id]
    );
    for (const person of [inactive, linked]) {
      const { status } = await accountOf(ownerOf(person));
      expect(await trySignIn(person)).toEqual(FAILED);
      expect(await accountOf(ownerOf(person))).toMatchObject({ status, lockCause: null });
    }
  });

  test('who is restricted to an identity provider', async () => {
    const person = await anExpired();
    await query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [person.id]);
    expect(await trySignIn(person)).toEqual(FAILED);
  });

  test('whom wrong passwords have locked', async () => {
    const person = await anExpired();
    const account = await accountOf(ownerOf(person));
    for (let time = 0; time < 6; time++)
      await noteFailure(account, person.b2BAlias, { ...(await place()), details: {} }, ORIGIN);
    const redirect = '/sdportal/temporary-state-component?cobrandHost=tessera';
    expect(await trySignIn(person)).toEqual({ kind: 'locked', redirect });
    expect(await accountOf(ownerOf(person))).toMatchObject({ status: 'locked', lockCause: 'password_attempts' });
  });
});

test('PD.10 a passcode that was used is refused as a wrong one, also where a lock has ended by itself', async () => {
  shiftClock(15_000 - (Date.now() % 30_000));
  const person = await aCardholder(world.current);
  const secret = await withToken(world.current, person, { pin: '2468' });
  const enter = () => trySignIn(person, { type: 'token', secret: passcodeOf(secret, '2468', now()) });
  expect((await enter()).kind).toBe('signed_in');
  await query("UPDATE users SET status = 'locked', lock_cause = 'password_attempts', locked_at = now() WHERE id = $1", [
    person.id
  ]);
  expect(await enter()).toEqual(FAILED);
});

test('PD.11 a right password sends no sixteenth code in an hour, and opens nothing', async () => {
  const person = await aCardholder(world.current, { oneTimePin: true });
  const { sessionId } = await actorAfter(await trySignIn(person));
  const account = await accountOf(ownerOf(person));
  const issue = () => transaction((tx) => issuePin(tx, account, { brandName: 'tessera', locale: 'en_US', sessionId }));
  for (let time = 0; time < 13; time++) await issue();
  const sessions = async () => (await query('SELECT 1 FROM sessions WHERE user_id = $1', [person.id])).length;
  expect(await trySignIn(person)).toMatchObject({ sessionKind: 'one_time_pin' });
  const [open, mails] = [await sessions(), (await queuedMails(world.current, person.email)).length];
  const refused = await trySignIn(person);
  expect(refused).toEqual({
    kind: 'refused',
    status: 429,
    retryAfter: expect.any(Number),
    refusal: { code: 'too.many.requests', params: { minutes: expect.any(Number) } }
  });
  expect((refused as { retryAfter: number }).retryAfter).toBeGreaterThan(3_000);
  expect([await sessions(), (await queuedMails(world.current, person.email)).length]).toEqual([open, mails]);
  // The codes count for what sends one alone.
  await withSetting(world.current, person, 'one.time.pin.required', false);
  expect(await trySignIn(person)).toMatchObject({ sessionKind: 'full' });
});

describe('PD.10 the count of failures', () => {
  const within = <T>(work: Parameters<typeof transaction<T>>[0]) => transaction(work);
  const anAlias = () => randomUUID().replaceAll('-', '');

  test('is kept for two days after the last of them', async () => {
    const alias = anAlias();
    const begin = new Date();
    stopClock(begin);
    await within((tx) => countFailure(tx, alias));
    const again = begin.getTime() + DAY;
    stopClock(new Date(again));
    await within((tx) => countFailure(tx, alias));
    stopClock(new Date(again + 2 * DAY));
    await forgetExpired();
    expect(await within((tx) => passLock(tx, alias, 30, { clear: false }))).toBe(2);
    stopClock(new Date(again + 2 * DAY + 1));
    await forgetExpired();
    expect(await within((tx) => passLock(tx, alias, 30, { clear: false }))).toBe(0);
  });

  test('holds no lock any more once a sign-in has succeeded, though locks now last', async () => {
    const alias = anAlias();
    for (let time = 0; time < 6; time++) await within((tx) => countFailure(tx, alias, 30));
    shiftClock(31 * MINUTE);
    expect(await within((tx) => passLock(tx, alias, 30, { clear: true }))).toBe(6);
    expect(await within((tx) => passLock(tx, alias, null, { clear: false }))).toBe(0);
    for (let time = 0; time < 5; time++) expect(await within((tx) => countFailure(tx, alias, null))).toBe('counted');
    expect(await within((tx) => countFailure(tx, alias, null))).toBe('locked_now');
  });
});

test('PD.10 CD.20 a recovery ends its own user’s locks by attempts and by expiry, no others', async () => {
  for (const [lockCause, status] of [
    ['password_attempts', 'active'],
    ['one_time_password_expired', 'active'],
    ['administrator', 'locked'],
    ['dual_authentication', 'locked'],
    ['self_registration', 'locked']
  ]) {
    const person = await aCardholder(world.current, { status: 'locked', lockCause });
    const colleague = await aPersonOf(world.current, person.issuerId, { status: 'locked', lockCause });
    const account = await accountOf(ownerOf(person));
    await aloneBeside(world.current, person, colleague)(() => transaction((tx) => unlock(tx, account)));
    expect([lockCause, (await accountOf(ownerOf(person))).status]).toEqual([lockCause, status]);
  }
});
