import fc from 'fast-check';
import { database as prisma } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { changeResponses, enrolAtSignIn } from '@/lib/sign-in/challenge/challenge-enrolment';
import { askedQuestionOf, enrolledQuestions, questionsOffered } from '@/lib/sign-in/challenge/challenge-questions';
import { type ChallengeEntry, enrolmentSchema, responseSchema } from '@/lib/sign-in/challenge/challenge-rules';
import challengeQuestion from '@/lib/sign-in/entities/challenge-question';
import { requestPin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { recognitionCookie } from '@/lib/sign-in/session/recognized-browsers';
import type { Actor } from '@/lib/sign-in/session/sessions';
import type { SignInAttempt } from '@/lib/sign-in/steps/sign-in-proof';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, hashOf, PASSWORD, type Person, RESPONSES, rightResponse, withChallenge } from '../support/people';
import { withSetting } from '../support/settings';
import { aBrand, actorAfter, heard, place, trySignIn } from '../support/sign-in';

const database = useDatabase();
const DAY = 86_400_000;

beforeAll(async () => {
  process.env.SIGN_IN_FAILURES_PER_USER = '1000';
  await aBrand();
});
afterEach(() => shiftClock(0));

async function aPerson(options: Parameters<typeof withChallenge>[2] = {}): Promise<Person> {
  const person = await aCardholder(database.current);
  await withChallenge(database.current, person, options);
  return person;
}

/** A user with a verified password, at the challenge question. */
async function atChallenge() {
  const person = await aPerson();
  const halfway = await actorAfter(await trySignIn(person));
  const respond = (secret: string, more: Partial<SignInAttempt> = {}) =>
    trySignIn(person, { type: 'challenge', secret, halfway, ...more });
  return { person, halfway, respond, right: () => rightResponse(database.current, person) };
}

const stateOf = async ({ id }: Person) =>
  (await database.current.query('SELECT status::text, lock_cause::text FROM users WHERE id = $1', [id]))[0];

describe('C5.011 a challenge response', () => {
  test('has at least 4 letters, digits and spaces, none more than twice in a row', () => {
    const sign = fc.constantFrom(...'abcXYZ0123 äßж漢-_!');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const response = signs.join('').trim();
        const fits = [...response].length >= 4 && !/[-_!]/.test(response) && !/(.)\1\1/i.test(response);
        expect(responseSchema.safeParse(response).success).toBe(fits);
      })
    );
  });

  test.each([
    ['abc', 'challenge.response.rule'],
    ['', 'required'],
    ['anna!', 'challenge.response.rule'],
    ['Annna', 'challenge.response.rule'],
    ['AnNna', 'challenge.response.rule'],
    ['a'.repeat(61), 'too.long']
  ])('%s is refused', (response, message) => {
    expect(responseSchema.safeParse(response).error?.issues.map((issue) => issue.message)).toContain(message);
  });

  const entries = (change: Record<number, Partial<ChallengeEntry>> = {}) =>
    Object.entries(RESPONSES).map(([questionId, response], at) => ({
      questionId,
      response,
      confirmation: response,
      ...change[at]
    }));
  const faults = (form: unknown) =>
    enrolmentSchema.safeParse(form).error?.issues.map(({ path, message }) => `${path.join('.')}:${message}`);

  test('is given once only, and for one question each, three in all', () => {
    expect(faults(entries())).toBeUndefined();
    expect(faults(entries({ 2: { response: ' biscuit', confirmation: 'BISCUIT' } }))).toEqual([
      '2.response:challenge.response.twice'
    ]);
    expect(faults(entries({ 1: { questionId: 'first.pet' } }))).toEqual(['1.questionId:challenge.question.twice']);
    expect(faults(entries().slice(1))).toEqual([':invalid.entry']);
  });

  test('C5.012 and its confirmation are the same', () => {
    expect(faults(entries({ 0: { confirmation: 'Biscuits' } }))).toEqual([
      '0.confirmation:challenge.response.not.match'
    ]);
    expect(faults(entries({ 0: { confirmation: '' } }))).toEqual(['0.confirmation:required']);
  });
});

describe('C1.011 dual authentication', () => {
  test('asks one of the enrolled questions after the password, and lets in by its response', async () => {
    const { person, halfway, respond, right } = await atChallenge();
    expect(halfway.kind).toBe('challenge');
    expect(Object.keys(RESPONSES)).toContain((await askedQuestionOf(halfway))?.id);
    const outcome = await respond(`  ${(await right()).toUpperCase()} `);
    expect(outcome).toMatchObject({ kind: 'signed_in', sessionKind: 'full', redirect: '/workspace' });
    expect(await askedQuestionOf(halfway)).toBeNull();
    expect((await trySignIn(person)).kind).toBe('signed_in');
  });

  test('C3.038 asks the same question until it is answered, however often one begins', async () => {
    const { person, halfway } = await atChallenge();
    const asked = await askedQuestionOf(halfway);
    for (let n = 0; n < 6; n++) expect(await askedQuestionOf(await actorAfter(await trySignIn(person)))).toEqual(asked);
  });

  test('asks nothing where neither issuer nor company wants it, though questions are enrolled', async () => {
    const person = await aPerson();
    await withSetting(database.current, person, 'dual.authentication.required', false);
    expect(await trySignIn(person)).toMatchObject({ sessionKind: 'full' });
  });

  test('a response of another question, or of another person, is wrong', async () => {
    const { respond, right } = await atChallenge();
    const response = await right();
    const another = Object.values(RESPONSES).find((each) => each !== response) as string;
    expect(await respond(another)).toEqual({
      kind: 'refused',
      status: 401,
      refusal: { code: 'challenge.response.wrong' }
    });
    const other = await atChallenge();
    expect(await respond('Biscuit', { halfway: other.halfway })).toMatchObject({ refusal: { code: 'session.ended' } });
  });

  test('a response without the password before it is refused, and so is one in the session of another step', async () => {
    const person = await aPerson();
    const refusal = { kind: 'refused', status: 401, refusal: { code: 'session.ended' } };
    expect(await trySignIn(person, { type: 'challenge', secret: 'Biscuit' })).toEqual(refusal);
    const { respond, halfway } = await atChallenge();
    expect(await respond('Biscuit', { halfway: { ...halfway, kind: 'full' } })).toEqual(refusal);
  });

  test('of two at once with the right response one gets in', async () => {
    const { respond, right } = await atChallenge();
    const response = await right();
    const outcomes = await Promise.all([respond(response), respond(response)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['refused', 'signed_in']);
  });

  test('the mailed code comes first where it is asked for, then the question, then a due change of the password', async () => {
    const person = await aPerson();
    await withSetting(database.current, person, 'one.time.pin.required', true);
    await database.current.query('UPDATE credentials SET must_change = true WHERE user_id = $1', [person.id]);
    const first = await actorAfter(await trySignIn(person));
    expect(first.kind).toBe('one_time_pin');
    // A code of a known value in place of the one that went out by mail.
    const { secret } = await knownPin(first);
    const second = await actorAfter(await trySignIn(person, { type: 'otp-2fa', secret, halfway: first }));
    expect(second.kind).toBe('challenge');
    const response = await rightResponse(database.current, person);
    const third = await actorAfter(await trySignIn(person, { type: 'challenge', secret: response, halfway: second }));
    expect(third.kind).toBe('change_password');
  });

  test('responses hashed at an older cost are hashed anew', async () => {
    const { person, respond, right } = await atChallenge();
    const response = await right();
    await database.current.query(
      'UPDATE challenge_responses SET response_hash = $1 WHERE user_id = $2 AND question_id = (SELECT asked_question_id FROM challenge_enrolments WHERE user_id = $2)',
      [hashOf(response.toLowerCase(), 5), person.id]
    );
    expect((await respond(response)).kind).toBe('signed_in');
    const rows = await database.current.query<{ response_hash: string }>(
      'SELECT response_hash FROM challenge_responses WHERE user_id = $1',
      [person.id]
    );
    expect(rows.every(({ response_hash }) => response_hash.includes('$2b$04$'))).toBe(true);
    // F-22: and bound to their user from then on.
    expect(rows.filter(({ response_hash }) => response_hash.startsWith('user:'))).toHaveLength(1);
  });
});

async function knownPin(actor: Actor): Promise<{ secret: string }> {
  const { keyedHash } = await import('@/lib/core/secrets/keys');
  const [row] = await database.current.query<{ id: string }>('SELECT id FROM one_time_pins WHERE session_id = $1', [
    actor.sessionId
  ]);
  const secret = '482913';
  await database.current.query('UPDATE one_time_pins SET code_hash = $1 WHERE id = $2', [
    keyedHash('one-time-pin', `${row?.id}\0${secret}`),
    row?.id
  ]);
  return { secret };
}

describe('a recognized browser', () => {
  async function recognized() {
    const { person, respond, right } = await atChallenge();
    const outcome = await respond(await right(), { recognize: true });
    if (outcome.kind !== 'signed_in' || !outcome.recognition) throw new Error('not recognized');
    const { cookie, value } = outcome.recognition;
    expect(cookie).toBe(recognitionCookie(person));
    return { person, value };
  }

  test('is asked no question for 30 days', async () => {
    const { person, value } = await recognized();
    const again = () => trySignIn(person, { recognizedBy: () => value });
    expect(await again()).toMatchObject({ sessionKind: 'full' });
    shiftClock(30 * DAY - 60_000);
    expect(await again()).toMatchObject({ sessionKind: 'full' });
    shiftClock(30 * DAY + 60_000);
    expect(await again()).toMatchObject({ sessionKind: 'challenge' });
  });

  test('is the one of its person only, and nothing comes of a value that was never given', async () => {
    const { value } = await recognized();
    const other = await aPerson();
    expect(await trySignIn(other, { recognizedBy: () => value })).toMatchObject({ sessionKind: 'challenge' });
    expect(await trySignIn(other, { recognizedBy: () => 'x'.repeat(43) })).toMatchObject({ sessionKind: 'challenge' });
  });

  test('needs the password still', async () => {
    const { person, value } = await recognized();
    expect(await trySignIn(person, { secret: 'wrong', recognizedBy: () => value })).toMatchObject({ kind: 'refused' });
  });

  test('is forgotten with other responses', async () => {
    const { person, value } = await recognized();
    const actor = await actorAfter(await trySignIn(person, { recognizedBy: () => value }));
    const entries = Object.entries(RESPONSES).map(([questionId, response]) => ({
      questionId,
      response: `${response} 7`,
      confirmation: ''
    }));
    expect((await changeResponses(actor, { entries, password: PASSWORD }, await place(), ORIGIN)).ok).toBe(true);
    expect(await trySignIn(person, { recognizedBy: () => value })).toMatchObject({ sessionKind: 'challenge' });
  });

  test('does not come of a response that asked for none', async () => {
    const { respond, right } = await atChallenge();
    expect(await respond(await right())).not.toHaveProperty('recognition');
  });
});

describe('C4.022 wrong responses', () => {
  test('lock with the sixth, and end the session; the state is distinguished from a wrong password', async () => {
    const { person, halfway, respond, right } = await atChallenge();
    const response = await right();
    const outcomes = [];
    for (let n = 0; n < 6; n++) outcomes.push(await respond('Quite something else'));
    expect(outcomes.map(({ kind }) => kind)).toEqual([...Array(5).fill('refused'), 'locked']);
    expect(outcomes[5]).toMatchObject({ redirect: expect.stringContaining('reason=dual-authentication') });
    expect(await stateOf(person)).toEqual({ status: 'locked', lock_cause: 'invalid_challenge_response' });
    expect(await respond(response, { halfway })).toMatchObject({ kind: 'locked' });
  });

  test('together with wrong passwords: all factors count together', async () => {
    const { person, respond } = await atChallenge();
    for (let n = 0; n < 3; n++) await trySignIn(person, { secret: 'wrong password' });
    for (let n = 0; n < 2; n++) await respond('Quite something else');
    expect(await respond('Quite something else')).toMatchObject({ kind: 'locked' });
  });

  test('parallel ones too: six are counted, and the right one after them is no use', async () => {
    const { person, respond, right } = await atChallenge();
    const response = await right();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => heard(() => respond('Quite something else'))));
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(5);
    expect(await respond(response)).toMatchObject({ kind: 'locked' });
    expect(await stateOf(person)).toMatchObject({ status: 'locked' });
  });

  test('lock for good: neither time nor a mailed link ends it, and only the right password reveals which lock it is', async () => {
    const { person, respond } = await atChallenge();
    for (let n = 0; n < 6; n++) await respond('Quite something else');
    shiftClock(2 * DAY);
    expect(await trySignIn(person)).toMatchObject({
      kind: 'locked',
      redirect: expect.stringContaining('reason=dual-authentication')
    });
    const wrong = await trySignIn(person, { secret: 'wrong password' });
    expect(JSON.stringify(wrong)).not.toContain('dual-authentication');
    const { isRecoverable } = await import('@/lib/sign-in/account/accounts');
    expect(isRecoverable(await accountOf({ issuerId: person.issuerId, userId: person.id }))).toBe(false);
  });
});

describe('C2.033 enrolling', () => {
  const entries = Object.entries(RESPONSES).map(([questionId, response]) => ({
    questionId,
    response,
    confirmation: response
  }));

  test('comes at the first sign-in, after a mailed code where there is an address, and goes on', async () => {
    const person = await aPerson({ enrolled: false });
    const first = await actorAfter(await trySignIn(person));
    expect(first.kind).toBe('one_time_pin');
    const { secret } = await knownPin(first);
    const second = await actorAfter(await trySignIn(person, { type: 'otp-2fa', secret, halfway: first }));
    expect(second.kind).toBe('enrol_challenge');
    const enrolled = await enrolAtSignIn(second, entries, await place(), ORIGIN);
    expect(enrolled).toMatchObject({ ok: true, value: { sessionKind: 'full', redirect: '/workspace' } });
    expect((await enrolledQuestions(await accountOf(second))).map(({ id }) => id)).toEqual(Object.keys(RESPONSES));
    expect(await trySignIn(person)).toMatchObject({ sessionKind: 'challenge' });
  });

  test('comes at once for whom no code can reach', async () => {
    const person = await aCardholder(database.current, { email: null });
    await withChallenge(database.current, person, { enrolled: false });
    expect(await trySignIn(person)).toMatchObject({ sessionKind: 'enrol_challenge' });
  });

  test('takes questions on offer only, and the responses are kept hashed', async () => {
    const person = await aPerson();
    const offered = (await questionsOffered(person.issuerId)).map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining(Object.keys(RESPONSES)));
    const actor = { issuerId: person.issuerId, userId: person.id } as Actor;
    for (const index of [0, 1]) {
      const odd = entries.map((entry, at) => (at === index ? { ...entry, questionId: 'first.car' } : entry));
      const refusal = { code: 'challenge.question.unknown', field: `${index}.questionId` };
      for (const refused of [
        await changeResponses(actor, { entries: odd, password: PASSWORD }, await place(), ORIGIN),
        await enrolAtSignIn(actor, odd, await place(), ORIGIN)
      ])
        expect(refused).toEqual({ ok: false, refusal });
    }
    expect((await changeResponses(actor, { entries, password: PASSWORD }, await place(), ORIGIN)).ok).toBe(true);
    const rows = await database.current.query<{ response_hash: string }>(
      'SELECT response_hash FROM challenge_responses WHERE user_id = $1',
      [person.id]
    );
    expect(rows.map(({ response_hash }) => response_hash)).toEqual(
      Array(3).fill(expect.stringMatching(/^user:\$2b\$04\$/))
    );
    const [entry] = await database.current.query(
      "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'challenge.enrolled'",
      [person.issuerId]
    );
    expect(JSON.stringify(entry)).not.toMatch(/biscuit/i);
  });

  test('needs the password, and a wrong one counts', async () => {
    const person = await aPerson();
    const actor = { issuerId: person.issuerId, userId: person.id } as Actor;
    expect(await changeResponses(actor, { entries, password: 'wrong' }, await place(), ORIGIN)).toMatchObject({
      refusal: { code: 'invalid.credentials', field: 'password' }
    });
    expect(
      (
        await database.current.query('SELECT failed_count FROM sign_in_counters WHERE b2b_alias = $1', [
          person.b2BAlias
        ])
      )[0]
    ).toEqual({ failed_count: 1 });
  });

  test('of a sign-in that is locked meanwhile enrols nothing, and tells nobody', async () => {
    const person = await aCardholder(database.current, { email: null });
    await withChallenge(database.current, person, { enrolled: false });
    const actor = await actorAfter(await trySignIn(person));
    await trySignIn(person, { secret: 'wrong' });
    await database.current.query(
      'UPDATE sign_in_counters SET failed_count = 6, locked_at = now() WHERE b2b_alias = $1',
      [person.b2BAlias]
    );
    expect(await enrolAtSignIn(actor, entries, await place(), ORIGIN)).toMatchObject({
      refusal: { code: 'session.ended' }
    });
    const { isEnrolled } = await accountOf(actor);
    const told = await database.current.query(
      `SELECT action FROM audit_entries WHERE actor_user_id = $1 AND action = 'challenge.enrolled'`,
      [person.id]
    );
    expect([isEnrolled, told]).toEqual([false, []]);
  });

  test('a second enrolment in a session that enrolled already is refused', async () => {
    const person = await aCardholder(database.current, { email: null });
    await withChallenge(database.current, person, { enrolled: false });
    const actor = await actorAfter(await trySignIn(person));
    expect((await enrolAtSignIn(actor, entries, await place(), ORIGIN)).ok).toBe(true);
    expect(await enrolAtSignIn(actor, entries, await place(), ORIGIN)).toMatchObject({ ok: false });
  });
});

test('a code asked for by user id alone passes no challenge', async () => {
  const { person } = await atChallenge();
  await requestPin(person.userId, { brandName: 'tessera', locale: 'en_US' }, ORIGIN);
  expect(await trySignIn(person, { type: 'otp-2fa', secret: '000000' })).toMatchObject({ kind: 'refused' });
});

describe('C3.038 C2.033 the challenge questions of an issuer', () => {
  const TEXT = 'On which quay did you first work?';

  async function withOwnQuestion(person: Person): Promise<string> {
    const id = crypto.randomUUID();
    await database.current.query(
      `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name) VALUES ($1, $2, 'challenge-question', $1, $3)`,
      [person.issuerId, id, TEXT]
    );
    return id;
  }

  test('are offered before the product’s, to its own people only, and asked in its own words', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const id = await withOwnQuestion(person);
    expect((await questionsOffered(person.issuerId))[0]).toEqual({ id, text: TEXT });
    expect((await questionsOffered(other.issuerId)).map((question) => question.id)).not.toContain(id);
    await database.current.query(
      'UPDATE challenge_responses SET question_id = $2 WHERE user_id = $1 AND position = 1',
      [person.id, id]
    );
    await database.current.query('UPDATE challenge_enrolments SET asked_question_id = $2 WHERE user_id = $1', [
      person.id,
      id
    ]);
    const halfway = await actorAfter(await trySignIn(person));
    expect(await askedQuestionOf(halfway)).toEqual({ id, text: TEXT });
    const outcome = await trySignIn(person, { type: 'challenge', secret: 'biscuit', halfway });
    expect(outcome).toMatchObject({ sessionKind: 'full' });
  });

  test('one that is in use is kept, and still asked, when it is offered no more', async () => {
    const person = await aPerson();
    const id = await withOwnQuestion(person);
    await database.current.query(
      'UPDATE challenge_responses SET question_id = $2 WHERE user_id = $1 AND position = 1',
      [person.id, id]
    );
    expect(
      await challengeQuestion.inUse?.({ tx: prisma(), issuerId: person.issuerId, ownerId: person.issuerId, ids: [id] })
    ).toEqual([id]);
    await database.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [id]);
    expect((await questionsOffered(person.issuerId)).map((question) => question.id)).not.toContain(id);
    expect((await enrolledQuestions({ issuerId: person.issuerId, id: person.id }))[0]).toEqual({ id, text: TEXT });
  });
});
