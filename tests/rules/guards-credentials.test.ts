import { rereadBrands } from '@/lib/brand/brands/directory';
import { now, shiftClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { checkAnswer, setQuestion } from '@/lib/sign-in/challenge/security-questions';
import { changePassword } from '@/lib/sign-in/password/passwords';
import { endOwnOtherSessions, endOwnSession, ownSessions } from '@/lib/sign-in/session/own-sessions';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { nextTokenParameters } from '@/lib/sign-in/steps/sign-in-steps';
import { ORIGIN, useDatabase } from '../support/module-world';
import {
  aCardholder,
  aPersonOf,
  failuresOf,
  hashOf,
  PASSWORD,
  type Person,
  passcodeOf,
  withToken
} from '../support/people';
import { codeOf } from '../support/results';
import { aBrand, actorAfter, place, sessionOf, trySignIn } from '../support/sign-in';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const MINUTE = 60_000;

beforeAll(async () => {
  for (const limit of [
    'SIGN_IN_FAILURES_PER_USER',
    'SIGN_IN_FAILURES_PER_ADDRESS',
    'SIGN_INS_PER_USER',
    'SIGN_INS_PER_ADDRESS'
  ])
    process.env[limit] = '1000';
  await aBrand();
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });

async function signedIn(person?: Person) {
  const somebody = person ?? (await aCardholder(world.current));
  const { token } = sessionOf(await trySignIn(somebody));
  return { person: somebody, token, actor: (await actorOf(token)) as Actor };
}

/** Changes a password; returns the outcome. */
async function change(
  actor: Actor,
  person: Person,
  newCredential: string,
  over: { userId?: string; oldCredential?: string } = {}
) {
  const request = { userId: person.userId, oldCredential: PASSWORD, newCredential, ...over };
  const changed = await changePassword(actor, { ...request, ...(await place()) }, ORIGIN);
  if ('locked' in changed) return 'locked';
  return 'retryAfter' in changed ? 'too many' : codeOf(changed);
}

describe('C2.004 P3.002 a change of the password', () => {
  test('PD.10 takes the present one; the sixth wrong one locks, ends every session, and then the right one is no use', async () => {
    const { person, actor, token } = await signedIn();
    const other = await signedIn(person);
    const wrong = { oldCredential: 'wrong password' };
    for (let time = 1; time <= 5; time++)
      expect(await change(actor, person, 'Maple-Harbour-77', wrong)).toBe('invalid.credentials');
    expect(await Promise.all([token, other.token].map(actorOf))).not.toContain(null);
    expect(await change(actor, person, 'Maple-Harbour-77', wrong)).toBe('locked');
    const ended = await world.current.query('SELECT revoked_at IS NOT NULL AS ended FROM sessions WHERE user_id = $1', [
      person.id
    ]);
    // Not only while the lock lasts.
    expect(ended).toEqual([{ ended: true }, { ended: true }]);
    expect(await Promise.all([token, other.token].map(actorOf))).toEqual([null, null]);
    expect(await change(actor, person, 'Maple-Harbour-77')).toBe('locked');
    expect(await accountOf(ownerOf(person))).toMatchObject({ status: 'locked', lockCause: 'password_attempts' });
  });

  test('accepts the user’s own id; another’s is refused and does not count as a guess', async () => {
    const { person, actor } = await signedIn();
    const other = await aPersonOf(world.current, person.issuerId);
    expect(await change(actor, person, 'Maple-Harbour-77', { userId: other.userId })).toBe('invalid.entry');
    expect(await failuresOf(world.current, person)).toBe(0);
    expect((await trySignIn(person)).kind).toBe('signed_in');
    expect(await change(actor, person, 'Maple-Harbour-77', { userId: ` ${person.userId.toUpperCase()} ` })).toBe('ok');
  });

  test('keeps the session it is made in and ends the others; where it was due, one signs in anew', async () => {
    const { person, actor, token } = await signedIn();
    const other = await signedIn(person);
    expect(await change(actor, person, 'Maple-Harbour-77')).toBe('ok');
    expect([await actorOf(token), await actorOf(other.token)]).toMatchObject([{ sessionId: actor.sessionId }, null]);
    const due = await aCardholder(world.current, { mustChange: true });
    const opened = await signedIn(due);
    expect(opened.actor.kind).toBe('change_password');
    expect(await change(opened.actor, due, 'Maple-Harbour-77')).toBe('ok');
    expect(await actorOf(opened.token)).toBeNull();
    expect(await trySignIn(due, { secret: 'Maple-Harbour-77' })).toMatchObject({ sessionKind: 'full' });
  });

  test('is one of several at once', async () => {
    const { person, actor } = await signedIn();
    const chosen = ['Maple-Harbour-77', 'Walnut-Harbour-88', 'Birch-Harbour-99'];
    const told = await Promise.all(chosen.map((password) => change(actor, person, password)));
    expect(told.sort()).toEqual(['invalid.credentials', 'invalid.credentials', 'ok']);
    const rows = await world.current.query('SELECT 1 FROM password_history WHERE user_id = $1', [person.id]);
    expect(rows).toHaveLength(2);
  });

  test('C9.002 brings none of the last four back, and the fifth', async () => {
    const { person, actor } = await signedIn();
    const chosen = [PASSWORD, 'Maple-Harbour-77', 'Walnut-Harbour-88', 'Birch-Harbour-99', 'Alder-Harbour-66'];
    for (let at = 1; at < chosen.length; at++) {
      const oldCredential = chosen[at - 1] as string;
      for (const password of chosen.slice(0, at))
        expect(await change(actor, person, password, { oldCredential })).toBe('password.policy');
      shiftClock(at * MINUTE);
      expect(await change(actor, person, chosen[at] as string, { oldCredential })).toBe('ok');
    }
    expect(await change(actor, person, PASSWORD, { oldCredential: chosen.at(-1) as string })).toBe('ok');
  });

  test('CD.20 takes what others had, here and in another issuer with the same ids', async () => {
    const { person, actor } = await signedIn();
    await aPersonOf(world.current, person.issuerId, { password: 'Walnut-Harbour-88' });
    const twin = await aTwinOf(world.current, person.issuerId);
    await world.current.query('UPDATE password_history SET password_hash = $2 WHERE issuer_id = $1', [
      twin.issuerId,
      hashOf('Birch-Harbour-99')
    ]);
    expect(await change(actor, person, 'Walnut-Harbour-88')).toBe('ok');
    expect(await change(actor, person, 'Birch-Harbour-99', { oldCredential: 'Walnut-Harbour-88' })).toBe('ok');
  });

  test('is tried twenty times in a quarter of an hour', async () => {
    const { person, actor } = await signedIn();
    const { person: colleague, actor: their } = await signedIn();
    for (let time = 0; time < 20; time++) expect(await change(actor, person, 'short')).toBe('password.policy');
    expect([
      await change(actor, person, 'Maple-Harbour-77'),
      await change(their, colleague, 'Maple-Harbour-77')
    ]).toEqual(['too many', 'ok']);
  });
});

test('P3.013 a security question is set by whom knows the password, in the place of the one before', async () => {
  const { person, actor } = await signedIn();
  const set = async (password: string, answer: string) =>
    codeOf(await setQuestion(actor, { questionId: 'first.pet', answer, password }, await place(), ORIGIN));
  const answers = async (answer: string) =>
    checkAnswer({ userId: person.userId, questionId: 'first.pet', answer }, await place(), ORIGIN);
  expect(await set('wrong password', 'Biscuit')).toBe('invalid.credentials');
  expect([await failuresOf(world.current, person), await answers('Biscuit')]).toEqual([1, false]);
  expect([await set(PASSWORD, 'Biscuit'), await answers(' biscuit ')]).toEqual(['ok', true]);
  expect([await set(PASSWORD, 'Brownie'), await answers('Biscuit'), await answers('Brownie')]).toEqual([
    'ok',
    false,
    true
  ]);
});

test('CD.20 a user ends the own other sessions, nobody else’s, and not the current one by its id', async () => {
  const mine = await signedIn();
  const [second, third] = [await signedIn(mine.person), await signedIn(mine.person)];
  const theirs = await signedIn(await aPersonOf(world.current, mine.person.issuerId));
  await endOwnSession(mine.actor, theirs.actor.sessionId, ORIGIN);
  await endOwnSession(mine.actor, mine.actor.sessionId, ORIGIN);
  await endOwnSession(mine.actor, second.actor.sessionId, ORIGIN);
  await endOwnSession(mine.actor, second.actor.sessionId, ORIGIN);
  const open = await Promise.all([mine, second, third, theirs].map(({ token }) => actorOf(token)));
  expect(open.map((actor) => actor !== null)).toEqual([true, false, true, true]);
  expect((await ownSessions(mine.actor)).map(({ id }) => id).sort()).toEqual(
    [mine.actor.sessionId, third.actor.sessionId].sort()
  );
  const entries = await world.current.query(
    "SELECT entity_id FROM audit_entries WHERE issuer_id = $1 AND action = 'session.revoked'",
    [mine.person.issuerId]
  );
  expect(entries).toEqual([{ entity_id: second.actor.sessionId }]);
  await endOwnOtherSessions(mine.actor, ORIGIN);
  expect([await actorOf(third.token), await actorOf(theirs.token)]).toEqual([null, theirs.actor]);
});

test('PD.9 a code follows the password where a brand of the issuer asks for it, whatever page is signed in at', async () => {
  const db = world.current;
  const [person, other] = [await aCardholder(db), await aCardholder(db)];
  await db.query(
    `INSERT INTO brands (name, family, abbreviation, display_name, one_time_pin_required)
     VALUES ('strict', 'tests', 'STRICT', 'Strict', true)`
  );
  await db.query("INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, 'strict')", [person.issuerId]);
  await rereadBrands();
  expect(await trySignIn(person)).toMatchObject({ sessionKind: 'one_time_pin' });
  expect(await trySignIn(other)).toMatchObject({ sessionKind: 'full' });
  const { brand } = await place();
  expect(await trySignIn(other, { brand: { ...brand, oneTimePinRequired: true } })).toMatchObject({
    sessionKind: 'one_time_pin'
  });
});

test('P9.017 PD.17 the next code of a token counts for the sign-in that asked for it', async () => {
  // Between two steps a code may be of either: stand in the middle of one.
  shiftClock(15_000 - (Date.now() % 30_000));
  const person = await aCardholder(world.current);
  const secret = await withToken(world.current, person, { pin: '2468' });
  const step = Math.floor(now().getTime() / 30_000);
  const codeAt = (offset: number) => passcodeOf(secret, '2468', step + offset);
  const halfway = await actorAfter(await trySignIn(person, { type: 'token', secret: codeAt(5) }));
  expect(halfway.kind).toBe('next_token');
  const { authn_attempt_id: attemptId, in_response_to: inResponseTo } = nextTokenParameters(halfway.sessionId);
  const foreign = nextTokenParameters('another session');
  const next = { type: 'next-token', secret: codeAt(6), halfway, attemptId, inResponseTo } as const;
  for (const over of [
    { attemptId: foreign.authn_attempt_id },
    { inResponseTo: foreign.in_response_to },
    { halfway: { ...halfway, kind: 'new_pin' as const } },
    { halfway: null }
  ])
    expect(await trySignIn(person, { ...next, ...over })).toMatchObject({ refusal: { code: 'session.ended' } });
  expect(await trySignIn(person, next)).toMatchObject({ sessionKind: 'full' });
});

test('PD.9 a token is no way in for whom the password signs in, nor the password for whom a token does', async () => {
  shiftClock(15_000 - (Date.now() % 30_000));
  const person = await aCardholder(world.current);
  const secret = await withToken(world.current, person, { pin: '2468' });
  const step = Math.floor(now().getTime() / 30_000);
  const byToken = (offset: number) =>
    trySignIn(person, { type: 'token', secret: passcodeOf(secret, '2468', step + offset) });
  const failed = { kind: 'refused', status: 401, refusal: { code: 'login.failed' } };
  expect([await byToken(-1), await byToken(-1), await trySignIn(person)]).toMatchObject([
    { sessionKind: 'full' },
    failed,
    failed
  ]);
  await world.current.query("UPDATE credentials SET login_type = 'pwd' WHERE user_id = $1", [person.id]);
  expect([await byToken(0), (await trySignIn(person)).kind]).toEqual([failed, 'signed_in']);
});
