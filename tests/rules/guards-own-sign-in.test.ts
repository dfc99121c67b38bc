import { randomUUID } from 'node:crypto';
import { appendAudit } from '@/lib/core/audit/audit';
import type { AuditAction } from '@/lib/core/audit/audit-actions';
import { transaction } from '@/lib/core/database/database';
import { ANTI_FORGERY_COOKIE } from '@/lib/core/http/anti-forgery';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { ownAccount } from '@/lib/sign-in/account/own-account';
import { ownEvents } from '@/lib/sign-in/account/own-events';
import { askedQuestionOf, enrolledQuestions, questionsOffered } from '@/lib/sign-in/challenge/challenge-questions';
import { checkAnswer, ownQuestion, questionOf, setQuestion } from '@/lib/sign-in/challenge/security-questions';
import { ownPasskeys } from '@/lib/sign-in/passkey/passkeys';
import { ownSessions } from '@/lib/sign-in/session/own-sessions';
import {
  actorAt,
  actorOfRequest,
  noSessionCookies,
  sessionCookies,
  sessionTokenOf,
  signedInActor,
  workspaceActor
} from '@/lib/sign-in/session/session-cookie';
import { type Actor, openSession } from '@/lib/sign-in/session/sessions';
import { tokenStatus } from '@/lib/sign-in/token/soft-tokens';
import { tokenOf } from '@/lib/sign-in/token/tokens';
import { ORIGIN, useDatabase } from '../support/module-world';
import {
  aCardholder,
  aPersonOf,
  PASSWORD,
  type Person,
  withChallenge,
  withQuestion,
  withToken
} from '../support/people';
import { codeOf } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand, place } from '../support/sign-in';
import { aCompany, anIssuer, aSession, aUserAt } from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeAll(() => aBrand());
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const query = <T extends object>(sql: string, values: unknown[]) => world.current.query<T>(sql, values);

async function actorOf(person: Person): Promise<Actor> {
  const sessionId = await aSession(world.current, person);
  return { ...ownerOf(person), sessionId, kind: 'full', role: 'A', brandName: 'tessera' };
}

describe('P7.022 C2.003 the user’s own open sessions', () => {
  /** Sessions of a person: this one, another, and some that do not count. */
  async function several() {
    const person = await aCardholder(world.current);
    const [actor, other] = [await actorOf(person), await actorOf(person)];
    const changed = async (sql: string) => {
      await query(`UPDATE sessions SET ${sql} WHERE id = $1`, [(await actorOf(person)).sessionId]);
    };
    await changed("kind = 'one_time_pin'");
    await changed('revoked_at = now()');
    await changed(
      "created_at = now() - interval '11 hours', last_seen_at = now() - interval '2 minutes', expires_at = now() - interval '1 minute'"
    );
    await changed(
      "created_at = now() - interval '1 hour', expires_at = now() + interval '1 hour', last_seen_at = now() - interval '16 minutes'"
    );
    await actorOf(await aPersonOf(world.current, person.issuerId));
    return { person, actor, other };
  }

  test('CD.20 are counted and listed without what has ended, is halfway, or is another’s', async () => {
    const { person, actor, other } = await several();
    await query("UPDATE users SET locale = 'de_DE' WHERE id = $1", [person.id]);
    await query('UPDATE sessions SET failures_before = 3 WHERE id = $1', [actor.sessionId]);
    const twin = await aTwinOf(world.current, person.issuerId);
    await query('UPDATE sessions SET failures_before = 5 WHERE id = $1 AND issuer_id = $2', [
      actor.sessionId,
      twin.issuerId
    ]);
    const counted = async (who: Actor) => {
      const { sessions, failuresBefore, userId, locale } = await ownAccount(who);
      return [sessions, failuresBefore, userId, locale];
    };
    expect(await counted(actor)).toEqual([2, 3, person.userId, 'de_DE']);
    expect(await counted(other)).toEqual([2, 0, person.userId, 'de_DE']);
    expect((await counted({ ...actor, issuerId: twin.issuerId }))[1]).toBe(5);
    expect((await ownSessions(other)).map(({ id, current }) => [id, current])).toEqual([
      [other.sessionId, true],
      [actor.sessionId, false]
    ]);
    await expect(ownAccount({ ...actor, sessionId: randomUUID() })).rejects.toThrow('gone');
  });

  test('end at the very instant', async () => {
    const person = await aCardholder(world.current);
    const begin = new Date();
    stopClock(begin);
    const open = (endsAt?: Date) =>
      transaction((tx) =>
        openSession(tx, ORIGIN, {
          ...ownerOf(person),
          kind: 'full',
          brandName: 'tessera',
          idleMinutes: 15,
          previousSignInAt: null,
          failuresBefore: 0,
          ...(endsAt && { endsAt })
        })
      );
    const after = (minutes: number) => new Date(begin.getTime() + minutes * MINUTE);
    const [idle] = [await open(), await open(after(10))];
    const actor: Actor = { ...ownerOf(person), sessionId: idle.id, kind: 'full', role: 'A', brandName: 'tessera' };
    const left = async (instant: Date) => {
      stopClock(instant);
      return [(await ownSessions(actor)).length, (await ownAccount(actor)).sessions];
    };
    expect(await left(new Date(after(10).getTime() - 1))).toEqual([2, 2]);
    expect(await left(after(10))).toEqual([1, 1]);
    expect(await left(new Date(after(15).getTime() - 1))).toEqual([1, 1]);
    expect(await left(after(15))).toEqual([0, 0]);
  });
});

describe('the events of the user’s own sign-in', () => {
  const append = (
    issuerId: string,
    action: AuditAction,
    more: { actorUserId?: string; entity?: 'user' | 'session'; entityId: string }
  ) => transaction((tx) => appendAudit(tx, ORIGIN, { issuerId, action, entity: 'user', ...more }));
  const eventsOf = async (actor: Actor) => (await ownEvents(actor)).map(({ action }) => action);

  test('CD.20 are what one did and what was tried on oneself, without what concerns no sign-in', async () => {
    const person = await aCardholder(world.current);
    const { issuerId, id } = person;
    const colleague = await aPersonOf(world.current, issuerId);
    const actor = await actorOf(person);
    await append(issuerId, 'sign_in.succeeded', { actorUserId: id, entity: 'session', entityId: randomUUID() });
    await append(issuerId, 'sign_in.failed', { entityId: id });
    // Not shown: other kinds of acts, other things, other people.
    await append(issuerId, 'identity.linked', { actorUserId: id, entityId: colleague.id });
    await append(issuerId, 'identity.linked', { entityId: id });
    await append(issuerId, 'session.ended', { entity: 'session', entityId: id });
    await append(issuerId, 'sign_in.locked', { actorUserId: colleague.id, entityId: colleague.id });
    await aTwinOf(world.current, issuerId);
    expect(await eventsOf(actor)).toEqual(['sign_in.failed', 'sign_in.succeeded']);
    expect((await ownEvents(actor)).map(({ address }) => address)).toEqual(['127.0.*.*', '127.0.*.*']);
  });

  test('are those of the last 90 days, to the instant', async () => {
    const person = await aCardholder(world.current);
    const actor = await actorOf(person);
    const begin = new Date();
    stopClock(begin);
    await append(person.issuerId, 'sign_in.failed', { entityId: person.id });
    await append(person.issuerId, 'sign_in.succeeded', { actorUserId: person.id, entity: 'session', entityId: 'x' });
    stopClock(new Date(begin.getTime() + 90 * DAY - 1));
    expect(await eventsOf(actor)).toEqual(['sign_in.succeeded', 'sign_in.failed']);
    stopClock(new Date(begin.getTime() + 90 * DAY));
    expect(await eventsOf(actor)).toEqual([]);
  });

  test('are the last twenty, with one that tells no address', async () => {
    const person = await aCardholder(world.current);
    const actor = await actorOf(person);
    for (let time = 0; time < 21; time++)
      await transaction((tx) =>
        appendAudit(tx, time === 20 ? { ...ORIGIN, address: null as unknown as string } : ORIGIN, {
          issuerId: person.issuerId,
          action: time === 20 ? 'sign_in.locked' : 'sign_in.failed',
          entity: 'user',
          entityId: person.id
        })
      );
    const events = await ownEvents(actor);
    expect(events.map(({ action }) => action)).toEqual(['sign_in.locked', ...Array(19).fill('sign_in.failed')]);
    expect(events[0]?.address).toBeNull();
  });
});

describe('CD.20 what is read of a sign-in', () => {
  const OWN = 'On which quay did you first work?';

  /** A user with every possible property, and a colleague with none. */
  async function people() {
    const db = world.current;
    const person = await aCardholder(db);
    const { issuerId } = person;
    const [colleague, linked, asked] = [
      await aPersonOf(db, issuerId),
      await aPersonOf(db, issuerId),
      await aPersonOf(db, issuerId)
    ];
    const link = (primary: Person, other: Person, status: string) =>
      query(
        `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
         VALUES ($1, gen_random_uuid(), $2, $3, $4::user_link_status, CASE WHEN $4 = 'confirmed' THEN now() END)`,
        [issuerId, primary.id, other.id, status]
      );
    await link(person, linked, 'confirmed');
    await link(colleague, asked, 'unconfirmed');
    await withChallenge(db, person);
    await withSetting(db, person, 'dual.authentication.required', false);
    await withToken(db, person);
    await query("UPDATE hardware_tokens SET status = 'pending', pin_hash = NULL, software = true WHERE user_id = $1", [
      person.id
    ]);
    await query("UPDATE credentials SET login_type = 'pwd' WHERE user_id = $1", [person.id]);
    await withToken(db, colleague, { pin: '2468' });
    await query("INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, 'tessera')", [issuerId]);
    return { person, colleague, linked, asked };
  }
  const ofAccount = async (owner: { issuerId: string; userId: string }) => {
    const { isLinked, hasLinkedIds, hasPendingToken, isEnrolled, brandNames } = await accountOf(owner);
    return { isLinked, hasLinkedIds, hasPendingToken, isEnrolled, brandNames };
  };
  const NONE = { isLinked: false, hasLinkedIds: false, hasPendingToken: false, isEnrolled: false, brandNames: [] };

  test('C4.032 C2.003 an account tells of its own links, token, enrolment and brands', async () => {
    const { person, colleague, linked, asked } = await people();
    const brandNames = ['tessera'];
    const twin = await aTwinOf(world.current, person.issuerId);
    for (const table of [
      'user_links',
      'challenge_responses',
      'challenge_enrolments',
      'hardware_tokens',
      'issuer_brands'
    ])
      await world.current.query(`DELETE FROM ${table} WHERE issuer_id = $1`, [twin.issuerId]);
    const alone = await aCardholder(world.current);
    expect(await ofAccount(ownerOf(person))).toEqual({
      isLinked: false,
      hasLinkedIds: true,
      hasPendingToken: true,
      isEnrolled: true,
      brandNames
    });
    expect(await ofAccount(ownerOf(linked))).toEqual({ ...NONE, isLinked: true, brandNames });
    for (const other of [colleague, asked]) expect(await ofAccount(ownerOf(other))).toEqual({ ...NONE, brandNames });
    expect(await ofAccount(ownerOf(alone))).toEqual(NONE);
    for (const { id } of [person, linked])
      expect(await ofAccount({ issuerId: twin.issuerId, userId: id })).toEqual(NONE);
    await query("UPDATE users SET status = 'inactive' WHERE issuer_id = $1 AND id = $2", [person.issuerId, linked.id]);
    expect((await ofAccount(ownerOf(person))).hasLinkedIds).toBe(false);
    await expect(accountOf({ issuerId: person.issuerId, userId: randomUUID() })).rejects.toThrow('gone');
    await expect(accountOf({ issuerId: alone.issuerId, userId: person.id })).rejects.toThrow('gone');
  });

  test('F-1 a sign-in takes what the company of a linked id asks for', async () => {
    const db = world.current;
    const issuer = await anIssuer(db);
    const [lax, strict] = [await aCompany(db, issuer), await aCompany(db, issuer)];
    await withSetting(db, { issuerId: issuer.id, companyId: strict.id }, 'one.time.pin.required', true);
    const [primary, bare, waiting] = [
      await aUserAt(db, 'C', lax),
      await aUserAt(db, 'C', lax),
      await aUserAt(db, 'C', lax)
    ];
    const [linked, asked, alike] = [
      await aUserAt(db, 'C', strict),
      await aUserAt(db, 'C', strict),
      await aUserAt(db, 'C', lax)
    ];
    const link = (one: Person, other: Person, status: string) =>
      query(
        `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
         VALUES ($1, gen_random_uuid(), $2, $3, $4::user_link_status, CASE WHEN $4 = 'confirmed' THEN now() END)`,
        [issuer.id, one.id, other.id, status]
      );
    await link(primary, linked, 'confirmed');
    await link(waiting, asked, 'unconfirmed');
    await link(bare, alike, 'confirmed');
    const twin = await aTwinOf(db, issuer.id);
    await query('DELETE FROM user_links WHERE issuer_id = $1', [twin.issuerId]);
    const required = async ({ id: userId }: Person, issuerId: string) =>
      (await accountOf({ issuerId, userId })).oneTimePinRequired;
    const all = [primary, bare, waiting, linked];
    expect(await Promise.all(all.map((who) => required(who, issuer.id)))).toEqual([true, false, false, true]);
    expect(await Promise.all(all.map((who) => required(who, twin.issuerId)))).toEqual([false, false, false, true]);
  });

  test('a token is its user’s, of their issuer, and not one that was revoked', async () => {
    const { person, colleague, asked } = await people();
    const serials = async (issuerId: string) =>
      Promise.all(
        [person, colleague, asked].map(async ({ id }) => (await tokenStatus({ issuerId, id }))?.serialNumber)
      );
    const twin = await aTwinOf(world.current, person.issuerId);
    await query("UPDATE hardware_tokens SET serial_number = 'T' || serial_number WHERE issuer_id = $1", [
      twin.issuerId
    ]);
    const mine = await serials(person.issuerId);
    expect([mine[0], mine[1], mine[2]]).toEqual([expect.any(String), expect.any(String), undefined]);
    expect(await serials(twin.issuerId)).toEqual([`T${mine[0]}`, `T${mine[1]}`, undefined]);
    expect((await tokenOf(colleague))?.userId).toBe(colleague.id);
    expect(await tokenOf(asked)).toBeUndefined();
    await query("UPDATE hardware_tokens SET status = 'revoked' WHERE issuer_id = $1", [twin.issuerId]);
    expect(await serials(twin.issuerId)).toEqual([undefined, undefined, undefined]);
    expect(await tokenOf({ issuerId: twin.issuerId, id: colleague.id })).toBeUndefined();
    expect((await tokenOf(colleague))?.userId).toBe(colleague.id);
  });

  test('C3.038 a question is the issuer’s own, in its own words, and asked of whom it waits for', async () => {
    const { person, colleague } = await people();
    const { issuerId } = person;
    const [one, two] = [randomUUID(), randomUUID()];
    const add = (id: string, name: string) =>
      query(
        "INSERT INTO setup_records (issuer_id, id, entity, owner_id, name) VALUES ($1, $2, 'challenge-question', $1, $3)",
        [issuerId, id, name]
      );
    await add(one, OWN);
    await add(two, 'Which quay?');
    const enrol = (who: Person, asked: string | null) =>
      query(
        `INSERT INTO challenge_enrolments (issuer_id, user_id, enrolled_at, asked_question_id) VALUES ($1, $2, now(), $3)
         ON CONFLICT (issuer_id, user_id) DO UPDATE SET asked_question_id = EXCLUDED.asked_question_id`,
        [issuerId, who.id, asked]
      );
    await query('UPDATE challenge_responses SET question_id = $2 WHERE user_id = $1 AND position = 1', [
      person.id,
      one
    ]);
    await enrol(person, one);
    await enrol(colleague, null);
    await query(
      'INSERT INTO challenge_responses SELECT issuer_id, $2, $3, 1, response_hash FROM challenge_responses WHERE issuer_id = $1 AND position = 1',
      [issuerId, colleague.id, two]
    );
    const twin = await aTwinOf(world.current, issuerId);
    await query("UPDATE setup_records SET name = 'Another issuer’s' WHERE issuer_id = $1", [twin.issuerId]);
    const askedOf = (who: Person, at = issuerId) => askedQuestionOf({ issuerId: at, userId: who.id });
    expect(await askedOf(person)).toEqual({ id: one, text: OWN });
    expect(await askedOf(person, twin.issuerId)).toEqual({ id: one, text: 'Another issuer’s' });
    expect(await askedOf(colleague)).toBeNull();
    await enrol(colleague, two);
    expect([await askedOf(colleague), await askedOf(person)]).toEqual([
      { id: two, text: 'Which quay?' },
      { id: one, text: OWN }
    ]);
    expect(await enrolledQuestions(colleague)).toEqual([{ id: two, text: 'Which quay?' }]);
    expect((await enrolledQuestions(person)).map(({ id }) => id)).toHaveLength(3);
    expect((await enrolledQuestions(person))[0]).toEqual({ id: one, text: OWN });

    const own = async () => (await questionsOffered(issuerId)).filter(({ text }) => text !== null).map(({ id }) => id);
    const products = async () => (await questionsOffered(issuerId)).filter(({ text }) => text === null).length;
    expect((await own()).sort()).toEqual([one, two].sort());
    await query('UPDATE setup_records SET inactive_since = now() WHERE issuer_id = $1 AND id = $2', [issuerId, two]);
    await query("UPDATE setup_records SET entity = 'card-type' WHERE issuer_id = $1 AND id = $2", [issuerId, two]);
    expect(await own()).toEqual([one]);
    const all = await products();
    await query("UPDATE security_questions SET active = false WHERE question_id = 'first.pet'", []);
    expect(await products()).toBe(all - 1);
    await query("UPDATE security_questions SET active = true WHERE question_id = 'first.pet'", []);
  });

  test('a passkey is shown to its owner alone', async () => {
    const { person, colleague } = await people();
    const add = (who: Person, name: string) =>
      query(
        `INSERT INTO passkeys (issuer_id, id, user_id, credential_id, rp_id, public_key, sign_count, name, created_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'cards.bank.example', decode(repeat('00', 77), 'hex'), 0, $3, now())`,
        [who.issuerId, who.id, name]
      );
    const tag = randomUUID();
    await add(person, `mine-${tag}`);
    await add(colleague, `theirs-${tag}`);
    await aTwinOf(world.current, person.issuerId);
    expect((await ownPasskeys(await actorOf(person))).map(({ name }) => name)).toEqual([`mine-${tag}`]);
  });
});

describe('P3.013 the security question', () => {
  const right = async (userId: string, answer: string, questionId = 'first.pet') =>
    checkAnswer({ userId, questionId, answer }, await place(), ORIGIN);
  const hashes = (person: Person) =>
    query<{ question: string; hash: string }>(
      'SELECT question_id AS question, answer_hash AS hash FROM security_answers WHERE issuer_id = $1 AND user_id = $2 ORDER BY question_id',
      [person.issuerId, person.id]
    );

  test('CD.20 is one’s own, and its answer counts for itself alone', async () => {
    const db = world.current;
    const person = await aCardholder(db);
    const colleague = await aPersonOf(db, person.issuerId);
    await withQuestion(db, person);
    await withQuestion(db, person, { questionId: 'first.job', answer: 'Trieste' });
    await withQuestion(db, colleague, { answer: 'Brownie' });
    const twin = await aTwinOf(db, person.issuerId);
    const [named] = await query<{ key: string }>(
      'SELECT user_id_key AS key FROM user_directory WHERE issuer_id = $1 AND user_id = $2',
      [twin.issuerId, person.id]
    );
    await query(
      `UPDATE security_answers a SET answer_hash = (SELECT b.answer_hash FROM security_answers b WHERE b.issuer_id = $1 AND b.user_id = $3)
       WHERE a.issuer_id = $2 AND a.user_id = $4`,
      [person.issuerId, twin.issuerId, colleague.id, person.id]
    );
    const before = await twin.digest();
    const tried = async (userId: string) => [
      await right(userId, 'Biscuit'),
      await right(userId, 'Brownie'),
      await right(userId, 'Trieste'),
      await right(userId, 'Trieste', 'first.job')
    ];
    expect(await tried(person.userId)).toEqual([true, false, false, true]);
    expect(await tried(colleague.userId)).toEqual([false, true, false, false]);
    expect(await twin.digest()).toBe(before);
    expect((await tried(named?.key ?? ''))[0]).toBe(false);
    expect(await right(named?.key ?? '', 'Brownie')).toBe(true);
  });

  test('its answer is hashed anew once, where the hash is an old one, and no other answer is', async () => {
    const db = world.current;
    const person = await aCardholder(db);
    const colleague = await aPersonOf(db, person.issuerId);
    for (const who of [person, colleague]) await withQuestion(db, who);
    await withQuestion(db, person, { questionId: 'first.job', answer: 'Trieste' });
    const twin = await aTwinOf(db, person.issuerId);
    const [digest, [, pet], theirs] = [await twin.digest(), await hashes(person), await hashes(colleague)];
    const [job] = await hashes(person);
    expect(await right(person.userId, 'Biscuit')).toBe(true);
    const renewed = await hashes(person);
    expect(renewed[1]?.hash).toMatch(/^user:/);
    expect(renewed[1]?.hash).not.toBe(pet?.hash);
    expect([renewed[0], await hashes(colleague)]).toEqual([job, theirs]);
    expect(await right(person.userId, 'Biscuit')).toBe(true);
    expect([await hashes(person), await twin.digest()]).toEqual([renewed, digest]);
  });

  test('C5.010 an answer of six characters replaces a password', async () => {
    const person = await aCardholder(world.current);
    await withQuestion(world.current, person, { answer: 'Biscui' });
    expect(await right(person.userId, 'Biscui')).toBe(true);
  });

  test('set anew replaces the user’s own, and nobody else’s', async () => {
    const db = world.current;
    const person = await aCardholder(db);
    const colleague = await aPersonOf(db, person.issuerId);
    for (const who of [person, colleague]) await withQuestion(db, who);
    const actor = await actorOf(person);
    const twin = await aTwinOf(db, person.issuerId);
    const digest = await twin.digest();
    const set = await setQuestion(
      actor,
      { questionId: 'first.job', answer: 'Trieste', password: PASSWORD },
      await place(),
      ORIGIN
    );
    expect(codeOf(set)).toBe('ok');
    expect([(await hashes(person)).map(({ question }) => question), (await hashes(colleague)).length]).toEqual([
      ['first.job'],
      1
    ]);
    expect([await ownQuestion(actor), await ownQuestion(await actorOf(colleague))]).toEqual(['first.job', 'first.pet']);
    expect(await ownQuestion({ ...actor, issuerId: twin.issuerId })).toBe('first.pet');
    expect(await questionOf(person.userId)).toBe('first.job');
    expect(await questionOf(colleague.userId)).toBe('first.pet');
    expect(await twin.digest()).toBe(digest);
  });
});

describe('PD.12 PD.13 the cookies of a session', () => {
  const secure = new Headers({ host: 'cards.bank.example', 'x-forwarded-proto': 'https' });
  const plain = new Headers({ host: 'localhost:3000' });
  /** The Cookie header of a browser with these cookies. */
  const sent = (cookies: readonly string[], headers: Headers) =>
    new Headers({ ...Object.fromEntries(headers), cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });

  async function opened(kind: Actor['kind'] = 'full') {
    const person = await aCardholder(world.current);
    const session = await transaction((tx) =>
      openSession(tx, ORIGIN, {
        ...ownerOf(person),
        kind,
        brandName: 'tessera',
        idleMinutes: 15,
        previousSignInAt: null,
        failuresBefore: 0
      })
    );
    return { person, session };
  }

  test('give a browser its session, under a name of its own over TLS, and take it again', async () => {
    const { person, session } = await opened();
    for (const [headers, name] of [
      [secure, '__Host-tessera-session'],
      [plain, 'tessera-session']
    ] as const) {
      const cookies = await sessionCookies(headers, session);
      const secured = headers === secure ? '; Secure' : '';
      expect(cookies[0]).toMatch(new RegExp(`^${name}=[^;]+; Path=/; HttpOnly${secured}; SameSite=Lax$`));
      // Scripts send the one and count by the other; neither goes along from another site.
      expect(cookies.slice(1).map((cookie) => cookie.replace(/=[^;]+/, ''))).toEqual(
        [ANTI_FORGERY_COOKIE, 'session-idle-seconds'].map((other) => `${other}; Path=/${secured}; SameSite=Strict`)
      );
      expect(cookies[2]).toContain('=900;');
      expect(await sessionTokenOf(sent(cookies, headers))).toBe(session.token);
      expect(await actorOfRequest(sent(cookies, headers))).toMatchObject({ userId: person.id });
      const none = noSessionCookies(headers).map((cookie) => cookie.split('; ').slice(0, 2));
      expect(none).toEqual([name, ANTI_FORGERY_COOKIE, 'session-idle-seconds'].map((one) => [`${one}=`, 'Max-Age=0']));
    }
    const [cookie = ''] = await sessionCookies(secure, session);
    // What was sealed for twelve hours says so itself (@hapi/iron).
    const until = Number(decodeURIComponent(cookie.split(/[=;]/)[1] ?? '').split('*')[5]);
    expect(Math.abs(until - Date.now() - 12 * 60 * MINUTE)).toBeLessThan(5 * MINUTE);
  });

  test('no cookie, a foreign one, or one of no session is nobody’s', async () => {
    const { session } = await opened();
    expect([await sessionTokenOf(plain), await actorOfRequest(plain)]).toEqual([undefined, null]);
    const foreign = sent(['tessera-session=Fe26.2*x'], plain);
    expect([await sessionTokenOf(foreign), await actorOfRequest(foreign)]).toEqual([undefined, null]);
    const unknown = await sessionCookies(plain, { ...session, token: 'unknown' });
    expect(await actorOfRequest(sent(unknown, plain))).toBeNull();
  });

  test('PD.8 open the workspace for a whole session, and each step for its own', async () => {
    const asked = async (kind: Actor['kind']) => {
      const headers = sent(await sessionCookies(plain, (await opened(kind)).session), plain);
      const openers = [signedInActor, workspaceActor, actorAt('one_time_pin', 'challenge')];
      return Promise.all(openers.map(async (opener) => (await opener({ headers })) !== null));
    };
    expect(await asked('full')).toEqual([true, true, false]);
    expect(await asked('one_time_pin')).toEqual([false, false, true]);
    expect(await asked('challenge')).toEqual([false, false, true]);
    const openers = [signedInActor, workspaceActor, actorAt('one_time_pin')];
    expect(await Promise.all(openers.map((opener) => opener({ headers: plain })))).toEqual([null, null, null]);
  });
});
