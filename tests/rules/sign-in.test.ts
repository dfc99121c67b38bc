import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { lookUpLoginInfo } from '@/lib/sign-in/account/look-up';
import { HashingBusy, hashPassword, verifyPassword } from '@/lib/sign-in/password/password-hash';
import { unlock } from '@/lib/sign-in/password/passwords';
import { actorOf, endAllSessions, endSession } from '@/lib/sign-in/session/sessions';
import type { SignInOutcome } from '@/lib/sign-in/steps/sign-in-refusal';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, hashOf, PASSWORD } from '../support/people';
import { aBrand, heard, sessionOf, trySignIn } from '../support/sign-in';

const database = useDatabase();
const MINUTE = 60_000;

beforeAll(async () => {
  process.env.PASSWORD_HASH_QUEUE = '220';
  // The limit by user id has a test of its own, over HTTP.
  process.env.SIGN_IN_FAILURES_PER_USER = '1000';
  process.env.SIGN_INS_PER_USER = '10000';
  process.env.SIGN_INS_PER_ADDRESS = '100000';
  await aBrand();
});
afterEach(() => shiftClock(0));

const attempt = (b2BAlias: string, secret = PASSWORD) => trySignIn({ b2BAlias }, { secret });
const OWNER = { issuerId: 'an issuer', id: 'a user' };
const kinds = (outcomes: SignInOutcome[]) => outcomes.map(({ kind }) => kind);

async function fail(alias: string, times: number): Promise<SignInOutcome[]> {
  const outcomes = [];
  for (let n = 0; n < times; n++) outcomes.push(await attempt(alias, 'wrong password'));
  return outcomes;
}

describe('looking a user id up', () => {
  test('P3.007 PD.4 finds it without regard to case and surrounding space', async () => {
    const person = await aCardholder(database.current);
    const found = await lookUpLoginInfo(`  ${person.userId.toUpperCase()} `);
    expect(found).toEqual({
      ldapId: expect.stringMatching(/^[0-9a-f]{32}$/),
      loginType: 'pwd',
      b2BAlias: person.b2BAlias
    });
  });

  test('PD.2 invents the same record for the same unknown id, another for another', async () => {
    const first = await lookUpLoginInfo('nobody.here');
    expect(first).toEqual({
      ldapId: expect.stringMatching(/^[0-9a-f]{32}$/),
      loginType: 'pwd',
      b2BAlias: expect.stringMatching(/^[0-9a-f]{32}$/)
    });
    expect(await lookUpLoginInfo(' Nobody.Here')).toEqual(first);
    expect(await lookUpLoginInfo('nobody.there')).not.toEqual(first);
  });
});

describe('signing in', () => {
  test('P1.001 C1.016 opens a session with the right password', async () => {
    const person = await aCardholder(database.current);
    const outcome = await attempt(person.b2BAlias);
    expect(outcome).toMatchObject({ kind: 'signed_in', redirect: '/workspace', userId: person.userId });
    expect(await actorOf(sessionOf(outcome).token)).toMatchObject({
      userId: person.id,
      issuerId: person.issuerId,
      role: 'A'
    });
  });

  test('P8.001 refuses a wrong password, an unknown alias and an inactive user alike', async () => {
    const [person, gone] = [
      await aCardholder(database.current),
      await aCardholder(database.current, { status: 'inactive' })
    ];
    const refusal = { kind: 'refused', status: 401, refusal: { code: 'login.failed' } };
    expect(await attempt(person.b2BAlias, 'wrong')).toEqual(refusal);
    expect(await attempt('0'.repeat(32))).toEqual(refusal);
    expect(await attempt(gone.b2BAlias)).toEqual(refusal);
  });

  test('PD.8 a password that must be changed opens only the change', async () => {
    const person = await aCardholder(database.current, { mustChange: true });
    const outcome = await attempt(person.b2BAlias);
    expect(outcome).toMatchObject({ redirect: '/sdportal/change-password-component?cobrandHost=tessera&ec=320938184' });
    expect(await actorOf(sessionOf(outcome).token)).toMatchObject({ kind: 'change_password' });
  });

  test('a password hashed at an older cost is hashed anew', async () => {
    const person = await aCardholder(database.current, { password: 'An-Older-Hash-1' });
    await database.current.query('UPDATE credentials SET password_hash = $1 WHERE user_id = $2', [
      hashOf('An-Older-Hash-1', 5),
      person.id
    ]);
    expect((await attempt(person.b2BAlias, 'An-Older-Hash-1')).kind).toBe('signed_in');
    const [row] = await database.current.query<{ password_hash: string }>(
      'SELECT password_hash FROM credentials WHERE user_id = $1',
      [person.id]
    );
    expect(row?.password_hash.startsWith('user:$2b$04$')).toBe(true);
    expect((await attempt(person.b2BAlias, 'An-Older-Hash-1')).kind).toBe('signed_in');
  });

  test('F-22 P1.001 a hash copied to another user lets nobody in there', async () => {
    const [thief, victim] = [
      await aCardholder(database.current, { password: 'Harbour-Own-1234' }),
      await aCardholder(database.current)
    ];
    expect((await attempt(thief.b2BAlias, 'Harbour-Own-1234')).kind).toBe('signed_in');
    await database.current.query(
      'UPDATE credentials SET password_hash = (SELECT password_hash FROM credentials WHERE user_id = $1) WHERE user_id = $2',
      [thief.id, victim.id]
    );
    expect(await attempt(victim.b2BAlias, 'Harbour-Own-1234')).toMatchObject({ kind: 'refused', status: 401 });
    expect((await attempt(thief.b2BAlias, 'Harbour-Own-1234')).kind).toBe('signed_in');
  });

  test('F-22 a hash from before it was bound signs in, and is bound from then on', async () => {
    const person = await aCardholder(database.current);
    const stored = async () => (await accountOf({ issuerId: person.issuerId, userId: person.id })).passwordHash;
    const before = await stored();
    expect((await attempt(person.b2BAlias)).kind).toBe('signed_in');
    const after = await stored();
    expect([before.startsWith('$2b$'), after.startsWith('user:$2b$')]).toEqual([true, true]);
    expect(await verifyPassword(PASSWORD, after, { issuerId: person.issuerId, id: person.id }, ORIGIN)).toBe(true);
    expect(await verifyPassword(PASSWORD, after, { issuerId: person.id, id: person.id }, ORIGIN)).toBe(false);
    expect((await attempt(person.b2BAlias)).kind).toBe('signed_in');
    expect(await stored()).toBe(after);
  });

  test('long passwords that differ only after 72 bytes differ', async () => {
    const long = 'ä'.repeat(60);
    const hash = await hashPassword(`${long}1`, OWNER, ORIGIN);
    expect(await verifyPassword(`${long}1`, hash, OWNER, ORIGIN)).toBe(true);
    expect(await verifyPassword(`${long}2`, hash, OWNER, ORIGIN)).toBe(false);
  });

  test('more verifications than the queue holds are refused at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, () => verifyPassword('x', undefined, undefined, ORIGIN))
    );
    const refusals = results.filter((result) => result.status === 'rejected');
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.every(({ reason }) => reason instanceof HashingBusy)).toBe(true);
  }, 240_000);
});

describe('the lock', () => {
  test('C9.003 PD.10 comes with the sixth failure in a row, and holds against the right password', async () => {
    const person = await aCardholder(database.current);
    expect(kinds(await fail(person.b2BAlias, 6))).toEqual([...Array(5).fill('refused'), 'locked']);
    expect(await attempt(person.b2BAlias)).toEqual({
      kind: 'locked',
      redirect: '/sdportal/temporary-state-component?cobrandHost=tessera'
    });
    const [row] = await database.current.query('SELECT status, lock_cause FROM users WHERE id = $1', [person.id]);
    expect(row).toEqual({ status: 'locked', lock_cause: 'password_attempts' });
  });

  test('PD.2 comes the same way for an alias of nobody', async () => {
    expect(kinds(await fail('abcdef'.padEnd(32, '0'), 7))).toEqual([...Array(5).fill('refused'), 'locked', 'locked']);
  });

  test('a sign-in between failures starts the count again', async () => {
    const person = await aCardholder(database.current);
    await fail(person.b2BAlias, 5);
    expect((await attempt(person.b2BAlias)).kind).toBe('signed_in');
    expect(kinds(await fail(person.b2BAlias, 5))).toEqual(Array(5).fill('refused'));
  });

  test('PD.10 ends with a recovery; the number of attempts is reported at the next sign-in, and at no later one', async () => {
    const person = await aCardholder(database.current);
    await fail(person.b2BAlias, 6);
    const account = await accountOf({ issuerId: person.issuerId, userId: person.id });
    await transaction((tx) => unlock(tx, account));
    expect(kinds(await fail(person.b2BAlias, 5))).toEqual(Array(5).fill('refused'));
    const told = async () => {
      const { id } = sessionOf(await attempt(person.b2BAlias));
      const [session] = await database.current.query('SELECT failures_before FROM sessions WHERE id = $1', [id]);
      return session?.failures_before;
    };
    expect([await told(), await told()]).toEqual([11, 0]);
  });

  test('PD.10 ends by itself after the issuer’s 30 minutes, never without', async () => {
    const [timed, forever] = [
      await aCardholder(database.current),
      await aCardholder(database.current, { unlockMinutes: null })
    ];
    await fail(timed.b2BAlias, 6);
    await fail(forever.b2BAlias, 6);
    shiftClock(29 * MINUTE);
    expect((await attempt(timed.b2BAlias)).kind).toBe('locked');
    shiftClock(31 * MINUTE);
    expect((await attempt(timed.b2BAlias)).kind).toBe('signed_in');
    expect((await attempt(forever.b2BAlias)).kind).toBe('locked');
  });

  test('an administrator’s lock does not end by itself', async () => {
    const person = await aCardholder(database.current, { status: 'locked', lockCause: 'administrator' });
    shiftClock(24 * 60 * MINUTE);
    expect((await attempt(person.b2BAlias)).kind).toBe('locked');
  });

  test('200 parallel guesses count six times at most, and the right one among the late ones does not pass', async () => {
    const person = await aCardholder(database.current);
    const guesses = Array.from({ length: 200 }, (_, n) =>
      heard(() => attempt(person.b2BAlias, n === 150 ? PASSWORD : `guess ${n}`))
    );
    const outcomes = await Promise.all(guesses);
    expect(outcomes[150]?.kind).not.toBe('signed_in');
    expect(kinds(outcomes).filter((kind) => kind === 'refused').length).toBe(5);
    const [counter] = await database.current.query('SELECT failed_count FROM sign_in_counters WHERE b2b_alias = $1', [
      person.b2BAlias
    ]);
    expect(counter).toEqual({ failed_count: 6 });
  }, 240_000);
});

describe('sessions', () => {
  const signedIn = async () => {
    const person = await aCardholder(database.current);
    return { person, token: sessionOf(await attempt(person.b2BAlias)).token };
  };

  test('PD.13 end after 15 idle minutes, and last while used', async () => {
    const { token } = await signedIn();
    shiftClock(14 * MINUTE);
    expect(await actorOf(token)).not.toBeNull();
    shiftClock(28 * MINUTE);
    expect(await actorOf(token)).not.toBeNull();
    shiftClock(44 * MINUTE);
    expect(await actorOf(token)).toBeNull();
  });

  test('PD.13 end after 12 hours however much they are used', async () => {
    const { token } = await signedIn();
    for (let minutes = 10; minutes < 720; minutes += 10) {
      shiftClock(minutes * MINUTE);
      expect(await actorOf(token)).not.toBeNull();
    }
    shiftClock(721 * MINUTE);
    expect(await actorOf(token)).toBeNull();
  });

  test('are kept as hashes only, and ended one by one or all at once', async () => {
    const { person, token } = await signedIn();
    const others = [sessionOf(await attempt(person.b2BAlias)), sessionOf(await attempt(person.b2BAlias))];
    const rows = await database.current.query<{ row: string }>(
      'SELECT sessions::text AS row FROM sessions WHERE user_id = $1',
      [person.id]
    );
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
    await endSession(token, ORIGIN);
    await endSession(token, ORIGIN);
    expect(await actorOf(token)).toBeNull();
    const actor = await actorOf(others[0]?.token ?? '');
    if (!actor) throw new Error('the other session ended too');
    expect(await endAllSessions(actor, ORIGIN)).toBe(2);
    expect(await actorOf(others[1]?.token ?? '')).toBeNull();
  });

  test('end when their user is no longer active', async () => {
    const { person, token } = await signedIn();
    await database.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [person.id]);
    expect(await actorOf(token)).toBeNull();
  });
});
