import { transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { ownQuestion, questionOf } from '@/lib/sign-in/challenge/security-questions';
import { ownPasskeys } from '@/lib/sign-in/passkey/passkeys';
import { setPassword } from '@/lib/sign-in/password/passwords';
import { ownSessions } from '@/lib/sign-in/session/own-sessions';
import { isRecognized, recognize } from '@/lib/sign-in/session/recognized-browsers';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { acceptMatch, type Token, tokenOf } from '@/lib/sign-in/token/tokens';
import { useDatabase } from '../support/module-world';
import { aCardholder, aPersonOf, type Person, withQuestion, withToken } from '../support/people';
import { aBrand } from '../support/sign-in';
import { aSession } from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const MINUTE = 60_000;

beforeAll(() => aBrand());
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);
const actorOf = async (person: Person) =>
  ({ ...ownerOf(person), sessionId: await aSession(world.current, person), kind: 'full' }) as Actor;

describe('CD.20 what is kept of a user is counted by itself', () => {
  test('C9.002 the last four passwords, however many a colleague, or another issuer with the same ids, had since', async () => {
    const person = await aCardholder(world.current);
    const colleague = await aPersonOf(world.current, person.issuerId);
    const begin = Date.now();
    const set = async (minute: number) => {
      stopClock(new Date(begin + minute * MINUTE));
      const account = await accountOf(ownerOf(person));
      const hash = `user:$2b$10$${minute}`;
      await transaction((tx) => setPassword(tx, account, { hash, expiresAt: null, keptSessionId: null }));
    };
    for (const minute of [1, 2, 3, 4]) await set(minute);
    const twin = await aTwinOf(world.current, person.issuerId);
    await query("UPDATE password_history SET set_at = set_at + interval '1 hour' WHERE issuer_id = $1", [
      twin.issuerId
    ]);
    await query(
      `INSERT INTO password_history (issuer_id, user_id, id, password_hash, set_at)
       SELECT $1, $2, gen_random_uuid(), 'user:$2b$10$x', now() + interval '2 hours' FROM generate_series(1, 5)`,
      [person.issuerId, colleague.id]
    );
    const before = await twin.digest();
    await set(5);
    expect(await twin.digest()).toBe(before);
    const theirs = await query('SELECT 1 FROM password_history WHERE issuer_id = $1 AND user_id = $2', [
      person.issuerId,
      colleague.id
    ]);
    expect(theirs).toHaveLength(6);
    const kept = await query<{ hash: string }>(
      'SELECT password_hash AS hash FROM password_history WHERE issuer_id = $1 AND user_id = $2 ORDER BY set_at',
      [person.issuerId, person.id]
    );
    expect(kept.map(({ hash }) => hash)).toEqual([2, 3, 4, 5].map((minute) => `user:$2b$10$${minute}`));
  });

  test('C1.011 ten recognized browsers, however many a colleague, or another issuer with the same ids, has', async () => {
    const person = await aCardholder(world.current);
    const colleague = await aPersonOf(world.current, person.issuerId);
    const again = (who: Person) => transaction((tx) => recognize(tx, who));
    const theirs = await again(colleague);
    const first = await again(person);
    for (let more = 0; more < 7; more++) await again(person);
    for (let more = 0; more < 3; more++) await again(colleague);
    const twin = await aTwinOf(world.current, person.issuerId);
    const before = await twin.digest();
    await again(person);
    const kept = await query('SELECT 1 FROM recognized_browsers WHERE user_id = $1 AND issuer_id = $2', [
      person.id,
      person.issuerId
    ]);
    expect([kept.length, await isRecognized(person, first.value)]).toEqual([9, true]);
    expect([await isRecognized(colleague, theirs.value), await twin.digest()]).toEqual([true, before]);
    // What recognizes one is nothing to the other.
    expect([await isRecognized(colleague, first.value), await isRecognized(person, theirs.value)]).toEqual([
      false,
      false
    ]);
    // The eleventh takes the place of the first, here alone.
    for (let more = 0; more < 2; more++) await again(person);
    expect([await isRecognized(person, first.value), await twin.digest()]).toEqual([false, before]);
  });
});

describe('PD.16 PD.17 the clock of a token', () => {
  async function aToken(status: Token['status'], lastAcceptedStep: number | null) {
    const person = await aCardholder(world.current);
    await withToken(world.current, person);
    await query(
      'UPDATE hardware_tokens SET status = $2::hardware_token_status, last_accepted_step = $3 WHERE user_id = $1',
      [person.id, status, lastAcceptedStep]
    );
    return async (step: number, offset: number) => {
      const token = (await tokenOf(person)) as Token;
      const outcome = await transaction((tx) => acceptMatch(tx, token, { step, offset }));
      const after = (await tokenOf(person)) as Token;
      return [outcome, after.status, after.driftSteps, Number(after.lastAcceptedStep)];
    };
  }

  test('is set by the first code of all, however far off; its PIN stays due', async () => {
    const enter = await aToken('new_pin', null);
    expect(await enter(100, 7)).toEqual(['accepted', 'new_pin', 7, 100]);
    // From then on a code far off asks for the next one, and sets nothing.
    expect(await enter(120, -6)).toEqual(['drifted', 'new_pin', 7, 120]);
    expect(await enter(121, 1)).toEqual(['accepted', 'new_pin', 8, 121]);
  });

  test('is asked for again after a code far off, until one is near', async () => {
    const enter = await aToken('active', 99);
    expect(await enter(105, 2)).toEqual(['drifted', 'next_token', 0, 105]);
    expect(await enter(110, 3)).toEqual(['drifted', 'next_token', 0, 110]);
    expect(await enter(110, 0)).toEqual(['replayed', 'next_token', 0, 110]);
    expect(await enter(111, -1)).toEqual(['accepted', 'active', -1, 111]);
  });
});

describe('what a user sees of the own sign-in is in order', () => {
  test('P7.022 sessions: this one first, then the last used', async () => {
    const person = await aCardholder(world.current);
    const actors: Actor[] = [];
    for (const minutes of [3, 1, 2, 4]) {
      const actor = await actorOf(person);
      actors.push(actor);
      await query(
        `UPDATE sessions SET created_at = now() - interval '1 hour', expires_at = now() + interval '1 hour',
           last_seen_at = now() - make_interval(mins => $2) WHERE id = $1`,
        [actor.sessionId, minutes]
      );
    }
    const [third, first, second, last] = actors as [Actor, Actor, Actor, Actor];
    expect((await ownSessions(last)).map(({ id }) => id)).toEqual(
      [last, first, second, third].map(({ sessionId }) => sessionId)
    );
  });

  test('passkeys: the oldest first', async () => {
    const person = await aCardholder(world.current);
    for (const [name, days] of Object.entries({ second: 2, first: 3, third: 1 }))
      await query(
        `INSERT INTO passkeys (issuer_id, id, user_id, credential_id, rp_id, public_key, sign_count, name, created_at)
         VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), 'cards.bank.example', decode(repeat('00', 77), 'hex'), 0, $3,
           now() - make_interval(days => $4))`,
        [person.issuerId, person.id, name, days]
      );
    expect((await ownPasskeys(await actorOf(person))).map(({ name }) => name)).toEqual(['first', 'second', 'third']);
  });

  test('P3.012 of two security questions, the one that was set last', async () => {
    const person = await aCardholder(world.current);
    for (const questionId of ['first.job', 'first.pet', 'first.school'])
      await withQuestion(world.current, person, { questionId });
    await query(
      "UPDATE security_answers SET set_at = set_at + interval '1 minute' WHERE user_id = $1 AND question_id = 'first.pet'",
      [person.id]
    );
    expect(await questionOf(person.userId)).toBe('first.pet');
    expect(await ownQuestion(await actorOf(person))).toBe('first.pet');
  });
});
