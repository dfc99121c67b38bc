import { randomUUID } from 'node:crypto';
import { transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { QUESTIONS, questionOf } from '@/lib/sign-in/challenge/security-questions';
import { issuePin, resendPin, takePin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { changePassword, setPassword } from '@/lib/sign-in/password/passwords';
import { resetPassword } from '@/lib/sign-in/recovery/recovery';
import { issueResetToken } from '@/lib/sign-in/recovery/reset-tokens';
import { ownSessions } from '@/lib/sign-in/session/own-sessions';
import { type Actor, actorOf, openSession } from '@/lib/sign-in/session/sessions';
import { signInBy } from '@/lib/sign-in/steps/sign-in';
import { noteFailure } from '@/lib/sign-in/steps/sign-in-failure';
import type { SignInStep } from '@/lib/sign-in/steps/sign-in-proof';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, PASSWORD, type Person } from '../support/people';
import { queuedMails } from '../support/queued-mail';
import { codeOf } from '../support/results';
import { aBrand, actorAfter, place, sessionOf, trySignIn } from '../support/sign-in';

const world = useDatabase();
const MINUTE = 60_000;
const NEW = 'Maple-Harbour-77';
const DELIVERY = { brandName: 'tessera', locale: 'en_US' };

beforeAll(async () => {
  Object.assign(process.env, {
    SIGN_IN_FAILURES_PER_USER: '7',
    SIGN_INS_PER_USER: '1000',
    SIGN_INS_PER_ADDRESS: '1000'
  });
  await aBrand({ passwordResetLink: true });
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);

/** Counts a wrong password without computing its hash. */
async function fail(person: Person) {
  const account = await accountOf(ownerOf(person));
  return noteFailure(account, person.b2BAlias, { ...(await place()), details: {} }, ORIGIN);
}
async function failing(person: Person, times: number) {
  const told = [];
  for (let time = 0; time < times; time++) told.push(await fail(person));
  return told;
}

/** Sends a code, asked for by user id alone; returns what takes it. */
async function aCode(person: Person) {
  const account = await accountOf(ownerOf(person));
  await transaction((tx) => issuePin(tx, account, { ...DELIVERY, sessionId: null }));
  const code = String((await queuedMails(world.current, person.email)).at(-1)?.params.code);
  const actor = { ...ownerOf(person), sessionId: randomUUID() };
  return () => transaction((tx) => takePin(tx, actor, code));
}

describe('PD.11 a code that was sent is no use any more', () => {
  test('once the password is another', async () => {
    const person = await aCardholder(world.current);
    const take = await aCode(person);
    const account = await accountOf(ownerOf(person));
    const changed = { hash: account.passwordHash, expiresAt: null, keptSessionId: null };
    await transaction((tx) => setPassword(tx, account, changed));
    expect(await take()).toBe('used_up');
  });

  test('once its user is signed in, but halfway through a sign-in it is', async () => {
    const [person, coded] = [await aCardholder(world.current), await aCardholder(world.current, { oneTimePin: true })];
    const [take, takeHalfway] = [await aCode(person), await aCode(coded)];
    expect(await trySignIn(person)).toMatchObject({ sessionKind: 'full' });
    expect(await trySignIn(coded)).toMatchObject({ sessionKind: 'one_time_pin' });
    expect([await take(), await takeHalfway()]).toEqual(['used_up', 'right']);
  });
});

describe('PD.10 the failures before it no longer count towards a lock', () => {
  const ways: [string, (person: Person) => Promise<string>][] = [
    [
      'a change of the password',
      async (person) => {
        const actor = await actorAfter(await trySignIn(person));
        await failing(person, 5);
        const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: NEW, ...(await place()) };
        return codeOf((await changePassword(actor, change, ORIGIN)) as { ok: true });
      }
    ],
    [
      'a password by a link',
      async (person) => {
        await failing(person, 5);
        const account = await accountOf(ownerOf(person));
        const token = await transaction((tx) => issueResetToken(tx, account));
        return codeOf(await resetPassword({ token, userId: person.userId, credential: NEW }, await place(), ORIGIN));
      }
    ]
  ];
  test.each(ways)('after %s', async (_, way) => {
    const person = await aCardholder(world.current);
    expect(await way(person)).toBe('ok');
    expect(await failing(person, 6)).toEqual([...Array(5).fill('counted'), 'locked_now']);
  });
});

test('PD.13 who asks for another code has as long as that code to enter it', async () => {
  const person = await aCardholder(world.current, { oneTimePin: true });
  const { token } = sessionOf(await trySignIn(person));
  const actor = (await actorOf(token)) as Actor;
  shiftClock(14 * MINUTE);
  expect(await resendPin(actor, DELIVERY, ORIGIN)).toMatchObject({ ok: true });
  shiftClock(28.9 * MINUTE);
  expect(await actorOf(token)).toMatchObject({ kind: 'one_time_pin' });
  shiftClock(29.1 * MINUTE);
  expect(await actorOf(token)).toBeNull();
});

test('F-3 P1.001 wrong factors that begin no sign-in are limited too, by user id and address', async () => {
  const person = await aCardholder(world.current);
  const step: SignInStep = { b2BAlias: person.b2BAlias, type: 'otp-2fa', halfway: null, ...(await place()) };
  const account = await accountOf(ownerOf(person));
  const prove = jest.fn(async () => ({ account, proof: null }));
  const kinds = [];
  for (let time = 0; time < 8; time++) {
    const outcome = await signInBy(prove, step, { ...ORIGIN, address: `203.0.113.${time}` });
    kinds.push(outcome.kind === 'refused' ? outcome.status : outcome.kind);
  }
  expect(kinds).toEqual([...Array(5).fill(401), 'locked', 'locked', 429]);
  expect(prove).toHaveBeenCalledTimes(7);
  const counted = await query<{ points: number }>(
    "SELECT points FROM rate_limits WHERE key LIKE 'sign-in-address:%' ORDER BY key"
  );
  expect(counted.map(({ points }) => points)).toEqual(Array(7).fill(1));
});

test('P7.017 a mail about a lock speaks its user’s own language and time, or the page’s', async () => {
  const { brand } = await place();
  const both = { ...brand, locales: ['en_US', 'de', 'fr'] as never };
  for (const [own, told] of [
    ['de', 'de'],
    [null, 'fr']
  ]) {
    const person = await aCardholder(world.current, { timeZone: 'Asia/Tokyo' });
    await query('UPDATE users SET locale = $2 WHERE id = $1', [person.id, own]);
    const account = await accountOf(ownerOf(person));
    const at = new Date();
    stopClock(at);
    for (let time = 0; time < 6; time++)
      await noteFailure(account, person.b2BAlias, { brand: both, locale: 'fr', details: {} }, ORIGIN);
    expect(await queuedMails(world.current, person.email)).toEqual([
      expect.objectContaining({
        template: 'sign_in_locked',
        locale: told,
        timeZone: 'Asia/Tokyo',
        name: 'Robin Example',
        brandName: 'tessera',
        at: at.toISOString()
      })
    ]);
  }
});

test('P3.012 PD.2 nobody’s security question stays the same, and is one of the product’s', async () => {
  const asked = new Set<string>();
  for (let n = 0; n < 12; n++) {
    const question = await questionOf(`nobody.${n}`);
    expect(await questionOf(` NOBODY.${n} `)).toBe(question);
    expect(QUESTIONS).toContain(question);
    asked.add(question);
  }
  expect(asked.size).toBeGreaterThan(1);
});

test('C2.003 a session keeps what opened it: brand, address, browser, and the sign-in before', async () => {
  const person = await aCardholder(world.current);
  const previousSignInAt = new Date(Date.now() - 60 * MINUTE);
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
  const origin = { requestId: 'x', address: '203.0.113.77', userAgent };
  const at = new Date();
  stopClock(at);
  const opened = await transaction((tx) =>
    openSession(tx, origin, {
      ...ownerOf(person),
      kind: 'full',
      brandName: 'tessera',
      idleMinutes: 10,
      previousSignInAt,
      failuresBefore: 4
    })
  );
  expect(opened.idleSeconds).toBe(600);
  const rows = await query(
    `SELECT id, kind::text, brand_name AS brand, host(address) AS address, user_agent AS agent, created_at AS created,
       last_seen_at AS seen, expires_at AS ends, previous_sign_in_at AS previous, failures_before AS failures,
       accessor_session_id AS accessor, encode(token_hash, 'hex') LIKE '%' || encode($2::bytea, 'hex') || '%' AS clear
     FROM sessions WHERE user_id = $1`,
    [person.id, Buffer.from(opened.token)]
  );
  expect(rows).toEqual([
    {
      id: opened.id,
      kind: 'full',
      brand: 'tessera',
      address: '203.0.113.77',
      agent: userAgent,
      created: at,
      seen: at,
      ends: new Date(at.getTime() + 12 * 60 * MINUTE),
      previous: previousSignInAt,
      failures: 4,
      accessor: null,
      clear: false
    }
  ]);
  const actor = (await actorOf(opened.token)) as Actor;
  expect(await ownSessions(actor)).toMatchObject([{ id: opened.id, browser: 'Firefox', system: 'Linux' }]);
});
