import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { transaction } from '@/lib/core/database/database';
import { keyedHash } from '@/lib/core/secrets/keys';
import { now, shiftClock } from '@/lib/core/server/clock';
import { signIns } from '@/lib/core/server/metrics';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { ownAccount } from '@/lib/sign-in/account/own-account';
import { deleteEnrolment } from '@/lib/sign-in/challenge/challenge-enrolment';
import { askChallenge, proveChallenge } from '@/lib/sign-in/challenge/challenges';
import { issuePin, pinWait, resendPin, voidPins } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { resetPassword } from '@/lib/sign-in/recovery/recovery';
import { issueResetToken } from '@/lib/sign-in/recovery/reset-tokens';
import { endOwnOtherSessions } from '@/lib/sign-in/session/own-sessions';
import { type Actor, actorOf, endAllSessions, endSession, renewSession } from '@/lib/sign-in/session/sessions';
import { passLock } from '@/lib/sign-in/steps/lockout';
import { endLapsedLock, signInBy } from '@/lib/sign-in/steps/sign-in';
import { noteFailure } from '@/lib/sign-in/steps/sign-in-failure';
import { openStep } from '@/lib/sign-in/steps/sign-in-steps';
import { seedFile } from '@/lib/sign-in/token/seed-file';
import { handOutSeed, issueSoftToken, revokeTokens, tokenStatus } from '@/lib/sign-in/token/soft-tokens';
import { enrolTokens, parseSeedFile } from '@/lib/sign-in/token/token-enrolment';
import { newFirstPin, resetPin, setPin } from '@/lib/sign-in/token/token-pin';
import { matchPasscode, tokenOf } from '@/lib/sign-in/token/tokens';
import { aloneBeside } from '../support/alone';
import { untilWaiting, whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import {
  aCardholder,
  aPersonOf,
  hashOf,
  type Person,
  passcodeOf,
  RESPONSES,
  tokenCode,
  withChallenge,
  withToken
} from '../support/people';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted } from '../support/results';
import { aBrand, actorAfter, place, sessionOf, trySignIn } from '../support/sign-in';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const MINUTE = 60_000;
const CODE = '482913';
const DELIVERY = { brandName: 'tessera', locale: 'en_US' };

beforeAll(async () => {
  for (const limit of ['SIGN_IN_FAILURES_PER_USER', 'SIGN_INS_PER_USER', 'SIGN_INS_PER_ADDRESS'])
    process.env[limit] = '1000';
  await aBrand();
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);

async function pairOf(options: Parameters<typeof aCardholder>[1] = {}) {
  const person = await aCardholder(world.current, options);
  const colleague = await aPersonOf(world.current, person.issuerId);
  return { person, colleague, alone: aloneBeside(world.current, person, colleague) };
}

/** Makes the last code of somebody one that is known here. */
async function known({ id }: Person) {
  const [pin] = await query<{ id: string }>(
    'SELECT id FROM one_time_pins WHERE user_id = $1 AND used_at IS NULL AND voided_at IS NULL ORDER BY id DESC LIMIT 1',
    [id]
  );
  await query('UPDATE one_time_pins SET code_hash = $1 WHERE id = $2', [
    keyedHash('one-time-pin', `${pin?.id}\0${CODE}`),
    pin?.id
  ]);
}

const issueAlone = async (person: Person) => {
  const account = await accountOf(ownerOf(person));
  await transaction((tx) => issuePin(tx, account, { ...DELIVERY, sessionId: null }));
};

describe('CD.20 PD.8 a step of a sign-in leaves everybody else as they are', () => {
  test('PD.11 C1.011 by password, code and question', async () => {
    const { person, colleague, alone } = await pairOf({ oneTimePin: true });
    for (const who of [person, colleague]) await withChallenge(world.current, who);
    await query('UPDATE challenge_responses SET response_hash = $2 WHERE user_id = $1', [
      colleague.id,
      hashOf('brownie')
    ]);
    const step = {
      begin: (who: Person) => trySignIn(who),
      code: async (who: Person, halfway: Actor) => {
        await known(who);
        return () => trySignIn(who, { type: 'otp-2fa', secret: CODE, halfway });
      }
    };
    const theirs = await actorAfter(await step.begin(colleague));
    const mine = await actorAfter(await alone(() => step.begin(person)));
    expect([mine.kind, theirs.kind]).toEqual(['one_time_pin', 'one_time_pin']);
    await issueAlone(colleague);
    await issueAlone(person);
    await alone(() => issueAlone(person));
    await alone(() => resendPin(mine, DELIVERY, ORIGIN));
    await (await step.code(colleague, theirs))();
    const code = await step.code(person, mine);
    const asked = await actorAfter(await alone(code));
    expect(asked.kind).toBe('challenge');
    const [theirQuestion] = await query<{ halfway: string }>(
      "SELECT id AS halfway FROM sessions WHERE user_id = $1 AND kind = 'challenge'",
      [colleague.id]
    );
    const theirHalfway: Actor = { ...theirs, kind: 'challenge', sessionId: theirQuestion?.halfway ?? '' };
    const [question] = await query<{ id: string }>(
      'SELECT asked_question_id AS id FROM challenge_enrolments WHERE issuer_id = $1 AND user_id = $2',
      [person.issuerId, person.id]
    );
    const secret = RESPONSES[question?.id ?? ''] ?? '';
    const answer = (who: Person, halfway: Actor, response: string) =>
      trySignIn(who, { type: 'challenge', secret: response, halfway, recognize: true });
    const opened = await alone(() => answer(person, asked, secret));
    expect(opened).toMatchObject({ sessionKind: 'full', recognition: { value: expect.any(String) } });
    expect((await answer(colleague, theirHalfway, secret)).kind).toBe('refused');
    expect(await answer(colleague, theirHalfway, 'Brownie')).toMatchObject({ sessionKind: 'full' });
  });

  test('C3.038 by a question that is drawn, one’s own, and by its response', async () => {
    const { person, colleague, alone } = await pairOf();
    for (const who of [person, colleague]) await withChallenge(world.current, who);
    const other = await aTwinOf(world.current, person.issuerId);
    await query(
      "UPDATE challenge_responses SET question_id = 'other.' || position WHERE user_id = $1 OR issuer_id = $2",
      [colleague.id, other.issuerId]
    );
    const ask = (questionId: string | null, { issuerId, id }: Person) =>
      query('UPDATE challenge_enrolments SET asked_question_id = $3 WHERE issuer_id = $1 AND user_id = $2', [
        issuerId,
        id,
        questionId
      ]);
    const asked = async () =>
      (
        await query<{ id: string }>(
          'SELECT asked_question_id AS id FROM challenge_enrolments WHERE issuer_id = $1 AND user_id = $2',
          [person.issuerId, person.id]
        )
      )[0]?.id ?? '';
    await alone(async () => {
      for (let time = 0; time < 10; time++) {
        await ask(null, person);
        await transaction((tx) => askChallenge(tx, person));
        expect(Object.keys(RESPONSES)).toContain(await asked());
      }
    });
    // The first time its hash is made anew, the second it stays.
    for (let time = 0; time < 2; time++) {
      for (const who of [person, colleague]) await ask('first.pet', who);
      const proof = await proveChallenge(person, RESPONSES['first.pet'] ?? '', { address: '127.0.0.1' });
      expect(await alone(() => transaction(async (tx) => proof?.settle(tx)))).toBe('right');
      expect(await asked()).toBe('');
    }
  });

  test('PD.16 PD.17 by token, by its next code, and with a new PIN', async () => {
    shiftClock(15_000 - (Date.now() % 30_000));
    const { person, colleague, alone } = await pairOf();
    const step = Math.floor(now().getTime() / 30_000);
    const secrets = [
      await withToken(world.current, colleague, { pin: '2468' }),
      await withToken(world.current, person, { pin: '2468' })
    ] as const;
    const [theirs, mine] = secrets;
    const enter = (who: Person, secret: Buffer, offset: number, halfway: Actor | null = null) =>
      trySignIn(who, {
        type: halfway ? 'next-token' : 'token',
        secret: passcodeOf(secret, '2468', step + offset),
        halfway
      });
    expect((await enter(colleague, theirs, -1)).kind).toBe('signed_in');
    await alone(() => enter(person, mine, -1));
    const far = await actorAfter(await enter(colleague, theirs, 5));
    const asked = await actorAfter(await alone(() => enter(person, mine, 5)));
    expect([far.kind, asked.kind]).toEqual(['next_token', 'next_token']);
    // Another first code, even the one after it, is taken for no second one.
    expect((await actorAfter(await enter(colleague, theirs, 6))).kind).toBe('next_token');
    expect((await tokenOf(colleague))?.status).toBe('next_token');
    expect(await alone(() => enter(person, mine, 6, asked))).toMatchObject({ sessionKind: 'full' });
    const link = async () => {
      const account = await accountOf(ownerOf(person));
      return transaction((tx) => issueResetToken(tx, account));
    };
    const token = await link();
    const reset = { token, userId: person.userId, credential: 'Maple-Harbour-77' };
    const isReset = await alone(async () => resetPassword(reset, await place(), ORIGIN));
    expect(codeOf(isReset)).toBe('ok');
    expect([(await tokenOf(person))?.status, (await tokenOf(colleague))?.status]).toEqual(['new_pin', 'next_token']);
    await query("UPDATE hardware_tokens SET status = 'new_pin' WHERE user_id = $1", [colleague.id]);
    const actor: Actor = { ...asked, kind: 'new_pin' };
    expect(codeOf(await alone(async () => setPin(actor, '8642', await place(), ORIGIN)))).toBe('ok');
    expect((await tokenOf(person))?.status).toBe('active');
  });

  test('C1.017 by a soft token that is issued, handed out and taken away', async () => {
    const { person, colleague, alone } = await pairOf();
    shiftClock(-60 * MINUTE);
    const issue = (who: Person) => transaction((tx) => issueSoftToken(tx, who, ORIGIN));
    for (const who of [colleague, person]) await issue(who);
    await alone(() => issue(person));
    const brand = (await place()).brand;
    const allow = async () => ({ ok: true, value: brand }) as const;
    const hand = (who: Person) => handOutSeed(ownerOf(who), { userId: person.id }, ORIGIN, allow);
    const seed = granted(await alone(() => hand(person)));
    expect([seed.secret.length, seed.userId, codeOf(await hand(colleague))]).toEqual([32, person.userId, 'ok']);
    const status = await tokenStatus(person);
    for (const at of [status?.enrolledAt, status?.handedOutAt])
      expect(Math.abs(Number(at) + 60 * MINUTE - Date.now())).toBeLessThan(30 * MINUTE);
    const entries = await query(
      "SELECT entity_id AS id, (details->>'toOwner')::boolean AS own FROM audit_entries WHERE issuer_id = $1 AND action = 'token.handed_out' ORDER BY sequence",
      [person.issuerId]
    );
    expect(entries).toEqual([
      { id: person.id, own: true },
      { id: colleague.id, own: false }
    ]);
    await alone(() => transaction((tx) => revokeTokens(tx, person)));
    const types = await query<{ type: string }>(
      'SELECT login_type::text AS type FROM credentials WHERE user_id = ANY($1) AND issuer_id = $2 ORDER BY login_type',
      [[person.id, colleague.id], person.issuerId]
    );
    expect(types.map(({ type }) => type)).toEqual(['pwd', 'token']);
  });

  test('PD.16 by a token that is enrolled, of 128 bits at least', async () => {
    const { person, colleague, alone } = await pairOf();
    for (const who of [person, colleague]) await withToken(world.current, who, { pin: '2468' });
    await query("UPDATE credentials SET login_type = 'pwd' WHERE user_id = ANY($1)", [[person.id, colleague.id]]);
    const [issuer] = await query<{ number: string }>('SELECT number FROM issuers WHERE id = $1', [person.issuerId]);
    const seed = { serialNumber: 'SN-9', userId: person.userId, algorithm: 'SHA1' as const, secret: randomBytes(16) };
    shiftClock(-60 * MINUTE);
    await alone(() => enrolTokens(issuer?.number ?? '', [seed], ORIGIN));
    const enrolled = await tokenStatus(person);
    expect(enrolled).toMatchObject({ serialNumber: 'SN-9', status: 'new_pin' });
    expect(enrolled?.enrolledAt.getTime()).toBeLessThan(Date.now() - 59 * MINUTE);
    const file = (secret: Buffer) => seedFile({ serialNumber: 'SN-1', userId: 'robin', issuer: 'Issuer', secret });
    expect(parseSeedFile(file(randomBytes(16)))).toHaveLength(1);
    expect(() => parseSeedFile(file(randomBytes(15)))).toThrow('128 bits');
  });

  test('PD.13 by what a session is used for, and by its end', async () => {
    const { person, colleague, alone } = await pairOf();
    const open = async (who: Person) => sessionOf(await trySignIn(who)).token;
    await open(colleague);
    const [token, second] = [await open(person), await open(person)];
    shiftClock(MINUTE);
    const actor = (await alone(() => actorOf(token))) as Actor;
    const seen = async () =>
      (
        await query<{ at: Date }>('SELECT last_seen_at AS at FROM sessions WHERE issuer_id = $1 AND id = $2', [
          person.issuerId,
          actor.sessionId
        ])
      )[0]?.at;
    const first = await seen();
    shiftClock(MINUTE + 10_000);
    await actorOf(token);
    expect(await seen()).toEqual(first);
    shiftClock(MINUTE + 16_000);
    await actorOf(token);
    expect(await seen()).not.toEqual(first);
    // A use that began before another and is written after it.
    shiftClock(2 * MINUTE);
    const holder = new pg.Client({ connectionString: world.current.ownerUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      const { rows } = await holder.query<{ at: Date }>(
        "UPDATE sessions SET last_seen_at = now() + interval '5 minutes' WHERE id = $1 RETURNING last_seen_at AS at",
        [actor.sessionId]
      );
      const late = actorOf(token);
      await untilWaiting(holder);
      await holder.query('COMMIT');
      expect(await late).toEqual(actor);
      expect(await seen()).toEqual(rows[0]?.at);
    } finally {
      await holder.end();
    }
    shiftClock(6 * MINUTE);
    await alone(() => renewSession(actor));
    await alone(() => endOwnOtherSessions(actor, ORIGIN));
    expect([await actorOf(second), (await actorOf(token))?.userId]).toEqual([null, person.id]);
    await alone(() => endSession(token, ORIGIN));
    const third = await open(person);
    expect(await alone(() => endAllSessions(actor, ORIGIN))).toBe(1);
    expect(await actorOf(third)).toBeNull();
  });

  test('PD.10 C4.022 by a lock that ends, and by one that comes of an expired password', async () => {
    const { person, colleague, alone } = await pairOf({ status: 'locked', lockCause: 'password_attempts' });
    await query(
      "UPDATE users SET status = 'locked', lock_cause = 'password_attempts', locked_at = now() WHERE id = $1",
      [colleague.id]
    );
    const account = await accountOf(ownerOf(person));
    await alone(() => transaction((tx) => endLapsedLock(tx, account)));
    expect(await accountOf(ownerOf(person))).toMatchObject({ status: 'active', lockCause: null });
    await query("UPDATE users SET status = 'active', lock_cause = NULL, locked_at = NULL WHERE id = $1", [
      colleague.id
    ]);
    await query('UPDATE credentials SET must_change = true, expires_at = now() WHERE user_id = ANY($1)', [
      [person.id, colleague.id]
    ]);
    const expired = await alone(() => trySignIn(person));
    expect(expired).toMatchObject({ refusal: { code: 'temporary.password.expired' } });
    expect(await accountOf(ownerOf(person))).toMatchObject({ lockCause: 'one_time_password_expired' });
  });

  test('C4.022 an expired password locks no user who has been made inactive meanwhile', async () => {
    const person = await aCardholder(world.current);
    await query('UPDATE credentials SET must_change = true, expires_at = now() WHERE user_id = $1', [person.id]);
    const prove = async () => {
      const account = await accountOf(ownerOf(person));
      await query("UPDATE users SET status = 'inactive' WHERE id = $1", [person.id]);
      return { account, proof: { settle: async () => 'right' as const } };
    };
    const step = { ...(await place()), b2BAlias: person.b2BAlias, type: 'password', halfway: null } as const;
    const outcome = await signInBy(prove, step, ORIGIN);
    expect(outcome).toMatchObject({ refusal: { code: 'temporary.password.expired' } });
    expect(await accountOf(ownerOf(person))).toMatchObject({ status: 'inactive', lockCause: null });
  });

  test('C2.033 by an enrolment that is taken away', async () => {
    const { person, colleague, alone } = await pairOf();
    for (const who of [person, colleague]) await withChallenge(world.current, who);
    const taken = () => transaction((tx) => deleteEnrolment(tx, person));
    expect([await alone(taken), await taken()]).toEqual([true, false]);
    // Who has the same id in another issuer stays enrolled there.
    expect((await accountOf(ownerOf(person))).isEnrolled).toBe(false);
  });
});

describe('PD.11 a code that is over', () => {
  const pins = ({ id }: Person) =>
    query(
      'SELECT id, used_at, voided_at FROM one_time_pins WHERE user_id = $1 AND (used_at IS NOT NULL OR voided_at IS NOT NULL) ORDER BY id',
      [id]
    );

  test('used or voided, stays as it was when the next is issued, and when all are voided', async () => {
    const person = await aCardholder(world.current, { oneTimePin: true });
    const halfway = await actorAfter(await trySignIn(person));
    const issue = async () => {
      const account = await accountOf(ownerOf(person));
      await transaction((tx) => issuePin(tx, account, { ...DELIVERY, sessionId: halfway.sessionId }));
    };
    await issue();
    await query('UPDATE one_time_pins SET used_at = now() WHERE user_id = $1 AND voided_at IS NULL', [person.id]);
    const before = await pins(person);
    expect(before).toHaveLength(2);
    shiftClock(MINUTE);
    await issue();
    expect(await pins(person)).toEqual(before);
    await transaction((tx) => voidPins(tx, person));
    const voided = await pins(person);
    expect([voided.slice(0, 2), voided.length]).toEqual([before, 3]);
    shiftClock(2 * MINUTE);
    await transaction((tx) => voidPins(tx, person));
    expect(await pins(person)).toEqual(voided);
  });

  test('opens nothing, and is distinguished from a wrong one', async () => {
    const person = await aCardholder(world.current, { oneTimePin: true });
    const halfway = await actorAfter(await trySignIn(person));
    await known(person);
    const tries = (secret: string) => trySignIn(person, { type: 'otp-2fa', secret, halfway });
    expect(await tries('000000')).toMatchObject({ kind: 'refused', refusal: { code: 'otp.code.invalid' } });
    await transaction((tx) => voidPins(tx, person));
    expect(await tries(CODE)).toMatchObject({ kind: 'refused', refusal: { code: 'otp.code.used.up' } });
  });

  test('counts for its own user and issuer alone in what an hour takes, for a second at least', async () => {
    const { person, colleague } = await pairOf();
    const { sessionId } = await actorAfter(await trySignIn(person));
    const { sessionId: other } = await actorAfter(await trySignIn(colleague));
    const account = await accountOf(ownerOf(person));
    const theirs = await accountOf(ownerOf(colleague));
    const wait = (who = account) => transaction((tx) => pinWait(tx, who));
    for (let time = 0; time < 15; time++) await transaction((tx) => issuePin(tx, account, { ...DELIVERY, sessionId }));
    const twin = await aTwinOf(world.current, person.issuerId);
    await query('DELETE FROM one_time_pins WHERE issuer_id = $1', [twin.issuerId]);
    await transaction((tx) => issuePin(tx, theirs, { ...DELIVERY, sessionId: other }));
    expect([await wait(theirs), await wait({ ...account, issuerId: twin.issuerId })]).toEqual([undefined, undefined]);
    expect(await wait()).toBeGreaterThan(3_500);
    const [oldest] = await query<{ at: Date }>(
      'SELECT min(issued_at) AS at FROM one_time_pins WHERE user_id = $1 AND issuer_id = $2',
      [person.id, person.issuerId]
    );
    shiftClock((oldest?.at.getTime() ?? 0) + 3_600_000 - Date.now() - 800);
    expect(await wait()).toBe(1);
  });
});

describe('F-22 a hash made anew is not put in the place of one that has changed meanwhile', () => {
  test('of a PIN', async () => {
    shiftClock(15_000 - (Date.now() % 30_000));
    const { person, colleague, alone } = await pairOf();
    const secret = await withToken(world.current, person, { pin: '2468' });
    await withToken(world.current, colleague, { pin: '2468' });
    const token = await tokenOf(person);
    const step = Math.floor(now().getTime() / 30_000);
    const changed = hashOf('8642');
    await query('UPDATE hardware_tokens SET pin_hash = $2 WHERE user_id = $1', [person.id, changed]);
    expect(await matchPasscode(passcodeOf(secret, '2468', step), token, { address: '127.0.0.1' })).toMatchObject({
      step
    });
    expect((await tokenOf(person))?.pinHash).toBe(changed);
    await query('UPDATE hardware_tokens SET pin_hash = $2 WHERE user_id = $1', [person.id, token?.pinHash]);
    await alone(() => matchPasscode(passcodeOf(secret, '2468', step), token, { address: '127.0.0.1' }));
    expect((await tokenOf(person))?.pinHash).toMatch(/^user:/);
  });

  test('of a response', async () => {
    const { person } = await pairOf();
    await withChallenge(world.current, person);
    await query("UPDATE challenge_enrolments SET asked_question_id = 'first.pet' WHERE user_id = $1", [person.id]);
    const proof = await proveChallenge(person, RESPONSES['first.pet'] ?? '', { address: '127.0.0.1' });
    const changed = hashOf('brownie');
    const hashes = () =>
      query<{ hash: string }>(
        'SELECT response_hash AS hash FROM challenge_responses WHERE user_id = $1 ORDER BY question_id',
        [person.id]
      );
    await query('UPDATE challenge_responses SET response_hash = $2 WHERE user_id = $1', [person.id, changed]);
    expect(await transaction(async (tx) => proof?.settle(tx))).toBe('right');
    expect((await hashes()).map(({ hash }) => hash)).toEqual(Array(3).fill(changed));
  });
});

describe('PD.8 where a sign-in goes on', () => {
  test('PD.9 a token stands for all of it, also where the password is to be changed', async () => {
    shiftClock(15_000 - (Date.now() % 30_000));
    const person = await aCardholder(world.current, { mustChange: true });
    const secret = await withToken(world.current, person, { pin: '2468' });
    const attempt = { type: 'token', secret: passcodeOf(secret, '2468', now()) } as const;
    expect(await trySignIn(person, attempt)).toMatchObject({ sessionKind: 'full', redirect: '/workspace' });
  });

  test('C2.003 with linked ids to the choice of a role', async () => {
    const { person, colleague } = await pairOf();
    await query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [person.issuerId, person.id, colleague.id]
    );
    expect(await trySignIn(person)).toMatchObject({ redirect: '/workspace/people/own-roles/choose' });
  });

  test('PD.17 P8.017 a wrong next code leads back to where it is asked for', async () => {
    shiftClock(15_000 - (Date.now() % 30_000));
    const person = await aCardholder(world.current);
    const secret = await withToken(world.current, person, { pin: '2468' });
    const step = Math.floor(now().getTime() / 30_000);
    const halfway = await actorAfter(
      await trySignIn(person, { type: 'token', secret: passcodeOf(secret, '2468', step + 5) })
    );
    // The code of before is right still, but not the next one.
    for (const wrong of ['00000000', passcodeOf(secret, '2468', step + 5)])
      expect(await trySignIn(person, { type: 'next-token', secret: wrong, halfway })).toMatchObject({
        kind: 'next_token_refused',
        redirect: expect.stringMatching(/next-token-component\?.*ec=14008/)
      });
    expect((await tokenOf(person))?.status).toBe('next_token');
  });

  test.each([
    ['dual_authentication', 'dual-authentication'],
    ['invalid_challenge_response', 'dual-authentication'],
    ['administrator', 'administrator'],
    ['one_time_password_expired', 'password-expired'],
    ['self_registration', 'self-registration']
  ])(
    'PD.2 C4.022 a lock of cause %s is told to who knows the password, and to nobody else',
    async (lockCause, reason) => {
      const expiresAt = new Date(Date.now() - MINUTE);
      // The lock is told, not that the password is of no use besides.
      const person = await aCardholder(world.current, { status: 'locked', lockCause, mustChange: true, expiresAt });
      const redirect = '/sdportal/temporary-state-component?cobrandHost=tessera';
      expect(await trySignIn(person)).toEqual({ kind: 'locked', redirect: `${redirect}&reason=${reason}` });
      expect(await trySignIn(person, { secret: 'wrong password' })).toMatchObject({
        refusal: { code: 'login.failed' }
      });
      for (let time = 0; time < 4; time++) await fail(person);
      expect(await trySignIn(person, { secret: 'wrong password' })).toEqual({ kind: 'locked', redirect });
    }
  );

  test('the time of the previous sign-in is reported, except at the first', async () => {
    const person = await aCardholder(world.current);
    const first = await actorAfter(await trySignIn(person));
    const { lastSignInAt } = await accountOf(ownerOf(person));
    const second = await actorAfter(await trySignIn(person));
    const told = await Promise.all([first, second].map(ownAccount));
    expect(told.map(({ previousSignInAt }) => previousSignInAt)).toEqual([null, lastSignInAt]);
    expect(lastSignInAt).not.toBeNull();
  });

  test('is counted by outcome', async () => {
    const outcomes = async () => {
      const { values } = await signIns.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    };
    const before = await outcomes();
    const person = await aCardholder(world.current);
    await trySignIn(person);
    await trySignIn(person, { secret: 'wrong password' });
    const after = await outcomes();
    expect(after.signed_in).toBe(Number(before.signed_in ?? 0) + 1);
    expect(after['401']).toBe(Number(before['401'] ?? 0) + 1);
    expect(after).not.toHaveProperty('refused');
  });
});

/** Counts a wrong password without computing its hash. */
async function fail(person: Person) {
  const account = await accountOf(ownerOf(person));
  return noteFailure(account, person.b2BAlias, { ...(await place()), details: {} }, ORIGIN);
}

describe('PD.10 P7.017 the sixth failure', () => {
  test('locks its user alone, who gets a mail', async () => {
    const { person, colleague, alone } = await pairOf();
    for (let time = 1; time <= 5; time++) expect(await alone(() => fail(person))).toBe('counted');
    expect((await accountOf(ownerOf(person))).status).toBe('active');
    const at = now().getTime();
    const twin = await aTwinOf(world.current, person.issuerId);
    expect(await fail(person)).toBe('locked_now');
    const [locked] = await query<{ at: Date }>('SELECT locked_at AS at FROM users WHERE issuer_id = $1 AND id = $2', [
      person.issuerId,
      person.id
    ]);
    expect(locked?.at.getTime()).toBeGreaterThanOrEqual(at);
    const others = await query<{ status: string }>(
      'SELECT status::text AS status FROM users WHERE (issuer_id, id) IN (($1, $2), ($3, $4))',
      [person.issuerId, colleague.id, twin.issuerId, person.id]
    );
    expect(others.map(({ status }) => status)).toEqual(['active', 'active']);
    expect((await queuedMails(world.current, person.email)).map(({ template }) => template)).toEqual([
      'sign_in_locked'
    ]);
    expect(await queuedMails(world.current, colleague.email)).toEqual([]);
  });

  test('C8.037 sends no mail to users of an identity provider only', async () => {
    const person = await aCardholder(world.current);
    await query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [person.id]);
    for (let time = 1; time <= 6; time++) await fail(person);
    expect((await accountOf(ownerOf(person))).status).toBe('active');
    expect(await queuedMails(world.current, person.email)).toEqual([]);
  });
});

describe('PD.10 what is decided while somebody signs in waits for what came before', () => {
  /** The outcome of `work` if `sql` was not committed when it began. */
  async function meanwhile<T>(sql: string, values: unknown[], work: () => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: world.current.ownerUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query(sql, values);
    const working = work();
    await sleep(700);
    await client.query('COMMIT');
    await client.end();
    return working;
  }

  test('a lock by an administrator', async () => {
    const { person } = await pairOf();
    const account = await accountOf(ownerOf(person));
    const opened = await meanwhile(
      "UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1",
      [person.id],
      async () => {
        const step = { kind: 'one_time_pin', type: 'password', place: await place() } as const;
        return transaction((tx) => openStep(tx, account, step, ORIGIN));
      }
    );
    expect(opened).toBeNull();
  });

  test('the sixth failure', async () => {
    const { person } = await pairOf();
    for (let time = 1; time <= 5; time++) await fail(person);
    const passed = await meanwhile(
      'UPDATE sign_in_counters SET failed_count = 6, failures_since_sign_in = 6, locked_at = now() WHERE b2b_alias = $1',
      [person.b2BAlias],
      () => transaction((tx) => passLock(tx, person.b2BAlias, 30, { clear: true }))
    );
    expect(passed).toBeNull();
  });
});

test('CD.20 PD.8 a sign-in waits neither for a colleague nor for another issuer with the same ids', async () => {
  const { person } = await pairOf();
  const colleague = await aPersonOf(world.current, person.issuerId);
  const account = await accountOf(ownerOf(person));
  const twin = await aTwinOf(world.current, person.issuerId);
  for (const [issuerId, id] of [
    [person.issuerId, colleague.id],
    [twin.issuerId, person.id]
  ]) {
    const step = { kind: 'full', type: 'password', place: await place() } as const;
    const opened = await whileHeld(world.current, 'users', 'issuer_id = $1 AND id = $2', [issuerId, id], () =>
      transaction((tx) => openStep(tx, account, step, ORIGIN))
    );
    expect(opened).toMatchObject({ kind: 'signed_in', userId: person.userId });
  }
});

test('PD.17 a token that was revoked stays so when the one after it goes back to a first PIN', async () => {
  const { person } = await pairOf();
  await withToken(world.current, person, { pin: '2468' });
  await query("UPDATE hardware_tokens SET status = 'revoked' WHERE user_id = $1", [person.id]);
  await withToken(world.current, person, { pin: '8642' });
  const account = await accountOf(ownerOf(person));
  await transaction((tx) => resetPin(tx, account, ORIGIN));
  const tokens = await query<{ status: string }>(
    'SELECT status::text AS status FROM hardware_tokens WHERE user_id = $1 ORDER BY status',
    [person.id]
  );
  expect(tokens.map(({ status }) => status)).toEqual(['new_pin', 'revoked']);
});

test('PD.16 an invalid passcode fits no token, not even one whose code and PIN sum to zeros', async () => {
  const { person } = await pairOf();
  await withToken(world.current, person, { pin: '2468' });
  const found = await tokenOf(person);
  if (!found) throw new Error('no token');
  const step = Math.floor(now().getTime() / 30_000);
  // A seed whose code begins with four zeros; the PIN that takes the rest of it to zero.
  let seed = randomBytes(32);
  const codeOfSeed = () => tokenCode(seed, step);
  while (!codeOfSeed().startsWith('0000')) seed = randomBytes(32);
  const pin = Array.from(codeOfSeed().slice(4), (digit) => (10 - Number(digit)) % 10).join('');
  const token = { ...found, seed, pinHash: hashOf(pin) };
  const turn = { address: '127.0.0.1' };
  expect(await matchPasscode('00000000', token, turn)).toMatchObject({ step });
  expect(await matchPasscode('0000000x', token, turn)).toBeNull();
});

test('CD.70 a first PIN is none that is guessed first', () => {
  const drawn = new Set(Array.from({ length: 20_000 }, newFirstPin));
  expect([...drawn].filter((pin) => !/^[1-9]\d{3}$/.test(pin))).toEqual([]);
  for (const weak of ['1111', '9999', '1234', '6789', '4321', '9876']) expect(drawn).not.toContain(weak);
  expect(drawn.size).toBeGreaterThan(7_000);
});
