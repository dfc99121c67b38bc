import { randomUUID } from 'node:crypto';
import { brandDirectory } from '@/lib/brand/brands/directory';
import { type Transaction, transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { replaceQuestion } from '@/lib/sign-in/challenge/security-questions';
import { keepPending, spendAssertion } from '@/lib/sign-in/federation/pending';
import { providerOf, saveProvider } from '@/lib/sign-in/federation/providers';
import { forgetExpired } from '@/lib/sign-in/forget-expired';
import { issuePin, PIN_MINUTES, pinWait, takePin, voidPins } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { issueChallenge, takeChallenge } from '@/lib/sign-in/passkey/passkey-challenges';
import { expiresSoon, isPasswordOld } from '@/lib/sign-in/password/password-expiry';
import { holdPassword, setPassword, unlock } from '@/lib/sign-in/password/passwords';
import {
  forgiveTry,
  issueResetToken,
  ownerOfResetToken,
  resetTokenStatus,
  revokeResetTokens,
  tryResetToken,
  useResetToken
} from '@/lib/sign-in/recovery/reset-tokens';
import { endOwnOtherSessions, endOwnSession, ownSessions } from '@/lib/sign-in/session/own-sessions';
import { forgetBrowsers, isRecognized, recognize } from '@/lib/sign-in/session/recognized-browsers';
import {
  type Actor,
  actorOf,
  endAllSessions,
  endSession,
  openSession,
  renewSession
} from '@/lib/sign-in/session/sessions';
import { clearCounter, countFailure, passLock } from '@/lib/sign-in/steps/lockout';
import { noteFailure } from '@/lib/sign-in/steps/sign-in-failure';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPersonOf } from '../support/people';
import { aCompany, anIssuer, aSession, aUserAt } from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const MINUTE = 60_000;

afterEach(() => shiftClock(0));

const within = <T>(work: (tx: Transaction) => Promise<T>) => transaction(work);
const at = (minutes: number) => shiftClock(minutes * MINUTE);

async function somebody() {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const person = await aUserAt(world.current, 'C', company);
  // The brand that sessions are of.
  await aSession(world.current, person);
  return accountOf({ issuerId: person.issuerId, userId: person.id });
}

describe('PD.10 C9.003 the lock-out', () => {
  const alias = () => {
    const name = randomUUID().replaceAll('-', '');
    return {
      fail: (minutes?: number | null) => within((tx) => countFailure(tx, name, minutes)),
      pass: (minutes: number | null, clear = false) => within((tx) => passLock(tx, name, minutes, { clear })),
      clear: () => within((tx) => clearCounter(tx, name))
    };
  };
  const failing = async (fail: () => Promise<string>, times: number) => {
    const told: string[] = [];
    for (let time = 0; time < times; time++) told.push(await fail());
    return told;
  };

  test('locks at the sixth failure, neither sooner nor later', async () => {
    const { fail, pass } = alias();
    expect(await pass(30)).toBe(0);
    expect(await failing(() => fail(30), 5)).toEqual(Array(5).fill('counted'));
    expect(await pass(30)).toBe(5);
    expect(await failing(() => fail(30), 2)).toEqual(['locked_now', 'locked_before']);
    expect([await pass(30), await pass(null), await pass(30, true)]).toEqual([null, null, null]);
  });

  test('counts six of any number at once', async () => {
    const { fail } = alias();
    const told = await Promise.all(Array.from({ length: 10 }, () => fail(30)));
    expect(told.sort()).toEqual([...Array(5).fill('counted'), ...Array(4).fill('locked_before'), 'locked_now']);
  });

  test('ends after its minutes where it ends by itself, and counts from one again', async () => {
    const { fail, pass } = alias();
    await failing(() => fail(30), 6);
    at(29);
    expect([await pass(30), await fail(30)]).toEqual([null, 'locked_before']);
    at(31);
    expect([await pass(null), await fail(null)]).toEqual([null, 'locked_before']);
    expect(await pass(30)).toBe(6);
    expect(await failing(() => fail(30), 6)).toEqual([...Array(5).fill('counted'), 'locked_now']);
  });

  test('is cleared at the end of a sign-in only, and by a recovery, which tells of the failures still', async () => {
    const { fail, pass, clear } = alias();
    await failing(() => fail(30), 5);
    expect([await pass(30, false), await pass(30, true), await pass(30)]).toEqual([5, 5, 0]);
    await failing(() => fail(30), 6);
    await clear();
    expect(await pass(30)).toBe(6);
    expect(await failing(() => fail(30), 6)).toEqual([...Array(5).fill('counted'), 'locked_now']);
  });
});

describe('P9.006 PD.11 a reset link', () => {
  const issued = async () => {
    const account = await somebody();
    const token = await within((tx) => issueResetToken(tx, account));
    return { account, token, owner: { issuerId: account.issuerId, userId: account.id } };
  };

  test('is used once, of any number at once', async () => {
    const { token, owner } = await issued();
    expect([await resetTokenStatus(token), await ownerOfResetToken(token)]).toEqual(['ACTIVE', owner]);
    const used = await Promise.all([1, 2, 3].map(() => within((tx) => useResetToken(tx, token))));
    expect(used.sort()).toEqual([false, false, true]);
    expect([await resetTokenStatus(token), await ownerOfResetToken(token), await tryResetToken(token)]).toEqual([
      'USED',
      null,
      null
    ]);
  });

  test('bears five wrong user ids; the right one is no try', async () => {
    const { token, owner } = await issued();
    const { token: other } = await issued();
    for (let time = 1; time <= 5; time++) await tryResetToken(other);
    await tryResetToken(token);
    await forgiveTry(token);
    await forgiveTry(token);
    for (let time = 1; time <= 5; time++) expect(await tryResetToken(token)).toEqual(owner);
    expect([await tryResetToken(token), await ownerOfResetToken(token)]).toEqual([null, null]);
    expect(await resetTokenStatus(token)).toBe('EXPIRED');
    await forgiveTry(token);
    expect([await resetTokenStatus(token), await resetTokenStatus(other)]).toEqual(['ACTIVE', 'EXPIRED']);
  });

  test('lasts 15 minutes; an unknown one reads as expired', async () => {
    const { token, owner } = await issued();
    at(14.9);
    expect([await resetTokenStatus(token), await tryResetToken(token)]).toEqual(['ACTIVE', owner]);
    at(15.1);
    expect([await resetTokenStatus(token), await ownerOfResetToken(token)]).toEqual(['EXPIRED', null]);
    expect([await tryResetToken(token), await within((tx) => useResetToken(tx, token))]).toEqual([null, false]);
    expect([await resetTokenStatus('unknown'), await tryResetToken('unknown')]).toEqual(['EXPIRED', null]);
  });

  test('ends with the others of its owner, and no one else’s do', async () => {
    const [mine, other] = [await issued(), await issued()];
    const { issuerId, id: userId } = await aPersonOf(world.current, mine.account.issuerId);
    const colleague = await accountOf({ issuerId, userId });
    const theirs = await within((tx) => issueResetToken(tx, colleague));
    const used = await within((tx) => issueResetToken(tx, mine.account));
    await within((tx) => useResetToken(tx, used));
    await within((tx) => revokeResetTokens(tx, mine.account));
    expect(await Promise.all([mine.token, used, other.token, theirs].map(resetTokenStatus))).toEqual([
      'REVOKED',
      'USED',
      'ACTIVE',
      'ACTIVE'
    ]);
    expect(await within((tx) => useResetToken(tx, mine.token))).toBe(false);
    expect([await tryResetToken(mine.token), await ownerOfResetToken(mine.token)]).toEqual([null, null]);
  });
});

describe('PD.13 a session', () => {
  const opened = async (kind: Actor['kind'], idleMinutes = 15, endsAt?: Date) => {
    at(0);
    const { issuerId, id: userId } = await somebody();
    const { token } = await within((tx) =>
      openSession(tx, ORIGIN, {
        issuerId,
        userId,
        kind,
        brandName: 'tessera',
        idleMinutes,
        previousSignInAt: null,
        failuresBefore: 0,
        ...(endsAt && { endsAt })
      })
    );
    const actorAfter = (minutes: number) => {
      at(minutes);
      return actorOf(token);
    };
    const isOpen = async (minutes: number) => (await actorAfter(minutes)) !== null;
    return Object.assign(isOpen, {
      renew: async (minutes: number) => renewSession((await actorAfter(minutes)) as Actor)
    });
  };

  test.each([
    ['full', 15, 14.9, 15.1],
    ['one_time_pin', 10, 14.9, 15.1],
    ['challenge', 15, 5.2, 5.4],
    ['change_password', 10, 5.2, 5.4]
  ] as const)('%s of %i minutes ends when it is not used for as long', async (kind, idle, before, after) => {
    expect(await (await opened(kind, idle))(before)).toBe(true);
    expect(await (await opened(kind, idle))(after)).toBe(false);
  });

  test('ends after 12 hours, halfway through a sign-in after 15 minutes, however much it is used, or when it was told to', async () => {
    const full = await opened('full', 15);
    for (let minutes = 14; minutes < 12 * 60; minutes += 14)
      expect([minutes, await full(minutes)]).toEqual([minutes, true]);
    expect(await full(12 * 60 + 1)).toBe(false);
    const halfway = await opened('challenge');
    expect([await halfway(5), await halfway(10), await halfway(14.9), await halfway(15.1)]).toEqual([
      true,
      true,
      true,
      false
    ]);
    const bounded = await opened('full', 15, new Date(Date.now() + 10 * MINUTE));
    expect([await bounded(9.9), await bounded(10.1)]).toEqual([true, false]);
    const unbounded = await opened('challenge', 15, new Date(Date.now() + 90 * MINUTE));
    expect([await unbounded(5), await unbounded(10), await unbounded(15.1)]).toEqual([true, true, false]);
  });

  test('P9.005 P4.045 waits for a mailed code as long as that is good, and as long again for who asks to stay, 12 hours at most', async () => {
    const waiting = await opened('one_time_pin');
    expect([await waiting(7), await waiting(PIN_MINUTES - 0.1), await waiting(PIN_MINUTES + 0.1)]).toEqual([
      true,
      true,
      false
    ]);
    const staying = await opened('one_time_pin');
    for (let minutes = 14; minutes < 12 * 60; minutes += 14) await staying.renew(minutes);
    expect([await staying(12 * 60 - 0.1), await staying(12 * 60 + 0.1)]).toEqual([true, false]);
    const once = await opened('one_time_pin');
    await once.renew(14);
    expect([await once(28.9), await once(29.1)]).toEqual([true, false]);
    const answering = await opened('challenge');
    for (const minutes of [5, 10, 14]) await answering.renew(minutes);
    expect([await answering(14.9), await answering(15.1)]).toEqual([true, false]);
  });
});

test('a challenge of a passkey is answered once, in five minutes, by whom and where it was asked for', async () => {
  const account = await somebody();
  const actor = async () =>
    ({ issuerId: account.issuerId, sessionId: await aSession(world.current, { ...account }) }) as Actor;
  const [mine, other] = [await actor(), await actor()];
  const asked = () => issueChallenge('bank.example', { session: mine });
  const one = await asked();
  expect(await takeChallenge(one, 'other.example', { session: mine })).toBe(false);
  expect(await takeChallenge(one, 'bank.example', { session: other })).toBe(false);
  expect(await takeChallenge(one, 'bank.example', { browser: 'mine' })).toBe(false);
  const taken = await Promise.all([1, 2, 3].map(() => takeChallenge(one, 'bank.example', { session: mine })));
  expect(taken.sort()).toEqual([false, false, true]);
  const [early, late] = [await asked(), await asked()];
  at(4.9);
  expect(await takeChallenge(early, 'bank.example', { session: mine })).toBe(true);
  at(5.1);
  expect(await takeChallenge(late, 'bank.example', { session: mine })).toBe(false);
  const browser = await issueChallenge('bank.example', { browser: 'mine' });
  expect(await takeChallenge(browser, 'bank.example', { browser: 'yours' })).toBe(false);
  expect(await takeChallenge(browser, 'bank.example', { session: mine })).toBe(false);
  expect(await takeChallenge(browser, 'bank.example', { browser: 'mine' })).toBe(true);
});

test('a browser is recognized for 30 days, of its user alone, ten at a time', async () => {
  const [mine, other] = [await somebody(), await somebody()];
  const { value } = await within((tx) => recognize(tx, mine));
  expect([await isRecognized(mine, value), await isRecognized(other, value)]).toEqual([true, false]);
  expect([await isRecognized(mine, undefined), await isRecognized(mine, `${value}x`)]).toEqual([false, false]);
  at(30 * 24 * 60 - 1);
  expect(await isRecognized(mine, value)).toBe(true);
  at(30 * 24 * 60 + 1);
  expect(await isRecognized(mine, value)).toBe(false);
  at(0);
  const theirs = await within((tx) => recognize(tx, other));
  for (let more = 0; more < 9; more++) await within((tx) => recognize(tx, mine));
  expect(await isRecognized(mine, value)).toBe(true);
  await within((tx) => recognize(tx, mine));
  expect([await isRecognized(mine, value), await isRecognized(other, theirs.value)]).toEqual([false, true]);
  await within((tx) => forgetBrowsers(tx, mine));
  expect(await isRecognized(other, theirs.value)).toBe(true);
});

describe('what lasts for a time is over at the very instant', () => {
  const begin = new Date();
  /** What holds a millisecond before so many minutes have passed, and when they have. */
  const around = async <T>(minutes: number, asked: () => Promise<T> | T): Promise<T[]> => {
    const over = begin.getTime() + minutes * MINUTE;
    stopClock(new Date(over - 1));
    const before = await asked();
    stopClock(new Date(over));
    return [before, await asked()];
  };
  beforeEach(() => stopClock(begin));

  test('P9.006 PD.11 a reset link, and a browser that is recognized', async () => {
    const account = await somebody();
    const token = await within((tx) => issueResetToken(tx, account));
    const { value } = await within((tx) => recognize(tx, account));
    expect(await around(15, () => resetTokenStatus(token))).toEqual(['ACTIVE', 'EXPIRED']);
    expect(await around(15, async () => (await ownerOfResetToken(token)) !== null)).toEqual([true, false]);
    expect(await around(15, async () => (await tryResetToken(token)) !== null)).toEqual([true, false]);
    stopClock(new Date(begin.getTime() + 15 * MINUTE));
    expect(await within((tx) => useResetToken(tx, token))).toBe(false);
    expect(await around(30 * 24 * 60, () => isRecognized(account, value))).toEqual([true, false]);
  });

  test('a challenge of a passkey', async () => {
    const challenges = [await issueChallenge('x', { browser: 'b' }), await issueChallenge('x', { browser: 'b' })];
    expect(await around(5, () => takeChallenge(challenges.pop() ?? '', 'x', { browser: 'b' }))).toEqual([true, false]);
  });

  test('P9.005 PD.11 a code, its five tries, and the hour in which they are counted', async () => {
    const account = await somebody();
    const owner = { issuerId: account.issuerId, userId: account.id };
    const sessionId = await aSession(world.current, account);
    const issue = async () => {
      await within((tx) => issuePin(tx, account, { brandName: 'tessera', locale: 'en_US', sessionId }));
      await world.current.query('UPDATE one_time_pins SET code_hash = $2 WHERE user_id = $1 AND voided_at IS NULL', [
        account.id,
        Buffer.alloc(32)
      ]);
    };
    const take = () => within((tx) => takePin(tx, { ...owner, sessionId }, '000000'));
    await issue();
    expect(await around(15, take)).toEqual(['wrong', 'used_up']);
    stopClock(begin);
    for (let time = 0; time < 14; time++) await issue();
    expect(await around(60, () => within((tx) => pinWait(tx, account)))).toEqual([1, undefined]);
  });

  test('PD.13 a session that is not used, or is used for twelve hours; its use is written after 15 seconds', async () => {
    const { issuerId, id: userId } = await somebody();
    const open = (idleMinutes: number) =>
      within((tx) =>
        openSession(tx, ORIGIN, {
          issuerId,
          userId,
          kind: 'full',
          brandName: 'tessera',
          idleMinutes,
          previousSignInAt: null,
          failuresBefore: 0
        })
      );
    const [idle, used] = [[await open(10), await open(10)], await open(15)];
    const isOpen = (token: string) => async () => (await actorOf(token)) !== null;
    const seenAt = async () => {
      const rows = await world.current.query<{ at: Date }>('SELECT last_seen_at AS at FROM sessions WHERE id = $1', [
        used.id
      ]);
      return (rows[0]?.at.getTime() ?? 0) - begin.getTime();
    };
    stopClock(new Date(begin.getTime() + 15_000));
    await actorOf(used.token);
    expect(await seenAt()).toBe(0);
    stopClock(new Date(begin.getTime() + 15_001));
    await actorOf(used.token);
    expect(await seenAt()).toBe(15_001);
    expect(await around(10, () => isOpen(idle.pop()?.token ?? '')())).toEqual([true, false]);
    for (let minutes = 14; minutes < 12 * 60; minutes += 14) {
      stopClock(new Date(begin.getTime() + minutes * MINUTE));
      await actorOf(used.token);
    }
    expect(await around(12 * 60, isOpen(used.token))).toEqual([true, false]);
  });

  test('PD.13 a session that stands halfway: 320 seconds unused, 15 minutes used', async () => {
    const { issuerId, id: userId } = await somebody();
    const open = () =>
      within((tx) =>
        openSession(tx, ORIGIN, {
          issuerId,
          userId,
          kind: 'challenge',
          brandName: 'tessera',
          idleMinutes: 15,
          previousSignInAt: null,
          failuresBefore: 0
        })
      );
    const [idle, used] = [[await open(), await open()], await open()];
    const isOpen = async (token = '') => (await actorOf(token)) !== null;
    expect(await around(320 / 60, () => isOpen(idle.pop()?.token))).toEqual([true, false]);
    for (const minutes of [5, 10, 14]) {
      stopClock(new Date(begin.getTime() + minutes * MINUTE));
      await actorOf(used.token);
    }
    expect(await around(15, () => isOpen(used.token))).toEqual([true, false]);
  });

  test('PD.10 a lock that ends by itself', async () => {
    const alias = randomUUID().replaceAll('-', '');
    for (let time = 0; time < 6; time++) await within((tx) => countFailure(tx, alias, 30));
    expect(await around(30, () => within((tx) => passLock(tx, alias, 30, { clear: false })))).toEqual([null, 6]);
    expect(await around(30, () => within((tx) => countFailure(tx, alias, 30)))).toEqual(['locked_before', 'counted']);
  });

  test('CD.2 a password, and the days before that', async () => {
    const account = { ...(await somebody()), passwordSetAt: begin, passwordDays: 90 };
    expect(await around(90 * 24 * 60, () => isPasswordOld(account))).toEqual([false, true]);
    expect(await around(76 * 24 * 60, () => expiresSoon(account) !== null)).toEqual([false, true]);
  });
});

describe('what has ended is forgotten after its days, not at the instant', () => {
  const DAY = 24 * 60 * MINUTE;
  const begin = new Date();
  const count = async (table: string) =>
    (await world.current.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count ?? 0;
  const aProvider = async () => {
    await saveProvider('tessera', { kind: 'saml', issuer: 'x', signInUrl: 'https://x', certificates: ['x'] }, ORIGIN);
    return (await providerOf('tessera'))?.id ?? '';
  };
  const over = new Date(begin.getTime() + MINUTE);
  type Who = Awaited<ReturnType<typeof somebody>>;

  test.each<[string, number, (who: Who) => Promise<unknown>]>([
    [
      'sessions',
      MINUTE + 30 * DAY,
      ({ issuerId, id: userId }) =>
        within((tx) =>
          openSession(tx, ORIGIN, {
            issuerId,
            userId,
            kind: 'full',
            brandName: 'tessera',
            idleMinutes: 15,
            previousSignInAt: null,
            failuresBefore: 0,
            endsAt: over
          })
        )
    ],
    ['sign_in_counters', 2 * DAY, () => within((tx) => countFailure(tx, randomUUID().replaceAll('-', '')))],
    [
      'one_time_pins',
      PIN_MINUTES * MINUTE + DAY,
      (who) => within((tx) => issuePin(tx, who, { brandName: 'tessera', locale: 'en_US', sessionId: null }))
    ],
    ['reset_tokens', 15 * MINUTE + 30 * DAY, (who) => within((tx) => issueResetToken(tx, who))],
    [
      'federated_sign_ins',
      10 * MINUTE,
      async () =>
        keepPending('state', 'browser', {
          providerId: await aProvider(),
          callback: 'x',
          expected: {},
          oldSession: undefined
        })
    ],
    [
      'spent_assertions',
      MINUTE,
      async () => {
        const providerId = await aProvider();
        await within((tx) => spendAssertion(tx, providerId, { id: 'x', expiresAt: over }));
      }
    ],
    ['passkey_challenges', 5 * MINUTE, () => issueChallenge('x', { browser: 'b' })],
    ['recognized_browsers', 30 * DAY, (who) => within((tx) => recognize(tx, who))]
  ])('of %s', async (table, millis, make) => {
    const who = await somebody();
    stopClock(new Date(begin.getTime() + 400 * DAY));
    await forgetExpired();
    stopClock(begin);
    const before = await count(table);
    await make(who);
    stopClock(new Date(begin.getTime() + millis));
    await forgetExpired();
    expect(await count(table)).toBe(before + 1);
    stopClock(new Date(begin.getTime() + millis + 1));
    await forgetExpired();
    expect(await count(table)).toBe(before);
  });

  test('PD.10 except for a user’s failures, however long ago', async () => {
    const { b2BAlias } = await somebody();
    stopClock(begin);
    await within((tx) => countFailure(tx, b2BAlias));
    stopClock(new Date(begin.getTime() + 400 * DAY));
    await forgetExpired();
    expect(await within((tx) => passLock(tx, b2BAlias, null, { clear: false }))).toBe(1);
  });
});

test('C9.002 P3.013 a password and an answer are dated by when they were set', async () => {
  const account = await somebody();
  const set = new Date(Date.now() + 24 * 60 * MINUTE);
  stopClock(set);
  const hash = 'user:$2b$10$x';
  await within((tx) => setPassword(tx, account, { hash, expiresAt: null, keptSessionId: null }));
  await within((tx) => replaceQuestion(tx, account, { questionId: 'first.pet', hash }, ORIGIN));
  const dates = await world.current.query(
    `SELECT set_at AS at FROM security_answers WHERE user_id = $1
     UNION ALL SELECT max(set_at) FROM password_history WHERE user_id = $1`,
    [account.id]
  );
  expect(dates).toEqual([{ at: set }, { at: set }]);
});

test('CD.20 PD.13 what changes one’s own sign-in leaves another issuer with the same ids alone', async () => {
  const db = world.current;
  const account = await somebody();
  const { issuerId, id: userId } = account;
  const session = async () => ({ issuerId, userId, sessionId: await aSession(db, account), kind: 'full' }) as Actor;
  const [actor, third] = [await session(), await session()];
  const open = await ownSessions(actor);
  const recognition = await within((tx) => recognize(tx, account));
  const link = await within((tx) => issueResetToken(tx, account));
  const set = (hash: string) =>
    within((tx) =>
      setPassword(tx, account, { hash: `$2b$10$${hash}`, expiresAt: null, keptSessionId: actor.sessionId })
    );
  const brand = (await brandDirectory()).byName.get('tessera');
  if (!brand) throw new Error('no brand');
  const fail = () =>
    noteFailure(account, account.b2BAlias, { brand, locale: 'en_US', details: {} }, ORIGIN, 'password_attempts');
  await set('before');
  const late = [await session(), await session()];
  const twin = await aTwinOf(db, issuerId);
  const before = await twin.digest();

  expect((await ownSessions(actor)).map(({ id }) => id).sort()).toEqual(
    [actor, ...late].map(({ sessionId }) => sessionId).sort()
  );
  expect(open).toHaveLength(3);
  expect(await within((tx) => holdPassword(tx, account))).toBe(false);
  await renewSession(actor);
  await endOwnSession(actor, late[0]?.sessionId as string, ORIGIN);
  await endOwnOtherSessions(actor, ORIGIN);
  expect((await ownSessions(actor)).map(({ id }) => id)).toEqual([actor.sessionId]);
  await within((tx) => recognize(tx, account));
  expect(await isRecognized({ issuerId: twin.issuerId, id: userId }, recognition.value)).toBe(true);
  await within((tx) => forgetBrowsers(tx, account));
  expect(await isRecognized(account, recognition.value)).toBe(false);
  for (let time = 0; time < 5; time++) await set(`after${time}`);
  await within((tx) => revokeResetTokens(tx, account));
  await within((tx) => voidPins(tx, account));
  expect(await resetTokenStatus(link)).toBe('REVOKED');
  for (let time = 0; time < 6; time++) await fail();
  expect((await accountOf({ issuerId, userId })).status).toBe('locked');
  await within((tx) => unlock(tx, account));
  expect((await accountOf({ issuerId, userId })).status).toBe('active');
  expect(await endAllSessions({ ...third }, ORIGIN)).toBeGreaterThan(0);
  await endSession('no such token', ORIGIN);
  expect(await twin.digest()).toBe(before);
});
