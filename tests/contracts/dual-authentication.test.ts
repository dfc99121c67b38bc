import { codeIn } from '../support/mailbox';
import { sendForm } from '../support/page-forms';
import { aCardholder, PASSWORD, type Person, RESPONSES, rightResponse, withChallenge } from '../support/people';
import { firstError, invalidFields, type PortalClient, revealableFields } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000' });
const QUESTION = '/sdportal/challenge-question-component';
const ENROLMENT = '/sdportal/challenge-enrolment-component';

async function aPerson(options: Parameters<typeof withChallenge>[2] & { email?: string | null } = {}): Promise<Person> {
  const { email, ...more } = options;
  const person = await aCardholder(world.database, email === undefined ? {} : { email });
  await withChallenge(world.database, person, more);
  return person;
}

/** A user with a verified password, before the challenge question. */
async function atQuestion() {
  const person = await aPerson();
  const client = world.client();
  const answer = await client.enter(person.b2BAlias, 'password', PASSWORD);
  expect(answer.body).toMatch(/^\/sdportal\/challenge-question-component\?/);
  return { person, client, right: () => rightResponse(world.database, person) };
}

const enrolment = (change: Record<string, string> = {}) => ({
  ...Object.fromEntries(
    Object.entries(RESPONSES).flatMap(([question, response], at) => [
      [`questionId-${at}`, question],
      [`response-${at}`, response],
      [`confirmation-${at}`, response]
    ])
  ),
  ...change
});

const isSignedIn = async (client: PortalClient) => (await client.call('/workspace')).status === 200;

describe('C1.011 the challenge question', () => {
  test('C3.038 is shown after the password, in the page’s language, with one hidden field for the response', async () => {
    const { client, person } = await atQuestion();
    const { status, headers, body } = await client.call(QUESTION);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const [row] = await world.database.query<{ id: string }>(
      'SELECT asked_question_id AS id FROM challenge_enrolments WHERE user_id = $1',
      [person.id]
    );
    expect(body).toContain(text(`security.question.${row?.id}`));
    expect(revealableFields({ body } as never)).toEqual(['response']);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('lets in by the right response, posted without script', async () => {
    const { client, right } = await atQuestion();
    const answer = await client.submit(QUESTION, { response: await right() });
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace']);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('lets in by the front door, as a client that is no browser uses it', async () => {
    const { client, person, right } = await atQuestion();
    expect((await client.enter(person.b2BAlias, 'challenge', await right())).body).toBe('/workspace');
    expect(await isSignedIn(client)).toBe(true);
  });

  test('C8.006 says Invalid Response to a wrong one, keeps asking, and shows nothing of what was typed', async () => {
    const { client, person } = await atQuestion();
    const refused = await client.submit(QUESTION, { response: 'Quite something' });
    expect(refused.status).toBe(401);
    expect(invalidFields(refused)).toEqual(['response']);
    expect(refused.body).toContain('Invalid Response');
    expect(refused.body).not.toContain('Quite something');
    const called = await client.enter(person.b2BAlias, 'challenge', 'Quite something');
    expect([called.status, firstError(called).code]).toEqual([401, 'challenge.response.wrong']);
  });

  test('leads to sign-in until the password has been given', async () => {
    const stranger = world.client();
    const signIn = expect.stringContaining('login-signin-component');
    for (const page of [QUESTION, ENROLMENT, '/sdportal/soft-token-component']) {
      const answer = await stranger.call(page);
      expect([answer.status, answer.headers.location]).toEqual([307, signIn]);
    }
    // Not with the forms of users who have it, either.
    const enrolling = await aPerson({ enrolled: false, email: null });
    const other = world.client();
    await other.enter(enrolling.b2BAlias, 'password', PASSWORD);
    for (const [page, of, fields] of [
      [QUESTION, (await atQuestion()).client, { response: 'x' }],
      [ENROLMENT, other, enrolment()]
    ] as const) {
      const posted = await stranger.submitAgain(await of.call(page), page, fields);
      expect([posted.status, posted.headers.location]).toEqual([303, signIn]);
    }
  });

  test('C4.022 C8.003 C8.037 locks with the sixth wrong response, and the page says what is locked', async () => {
    const { client, person, right } = await atQuestion();
    const [response, first] = [await right(), await client.call(QUESTION)];
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await client.submit(QUESTION, { response: `Wrong ${n}` }));
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(401));
    const location = String(answers[5]?.headers.location);
    expect(location).toContain('temporary-state-component');
    const { body } = await client.call(location);
    for (const key of ['user.account.locked', 'locked.dual.authentication', 'locked.dual.authentication.advice'])
      expect(body).toContain(text(key));
    expect((await client.call(QUESTION)).headers.location).toContain('login-signin-component');
    expect((await client.submitAgain(first, QUESTION, { response })).headers.location).toContain(
      'login-signin-component'
    );
    const [user] = await world.database.query('SELECT lock_cause::text AS cause FROM users WHERE id = $1', [person.id]);
    expect(user).toEqual({ cause: 'invalid_challenge_response' });
  });

  test('a recognized browser is asked no more, by a cookie that scripts can not read', async () => {
    const { client, person, right } = await atQuestion();
    const answer = await client.submit(QUESTION, { response: await right(), recognize: 'yes' });
    const cookie = [answer.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('tessera-recognized-'));
    expect(cookie).toMatch(/Max-Age=2592000/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect((await client.enter(person.b2BAlias, 'password', PASSWORD)).body).toBe('/workspace');
    expect((await world.client().enter(person.b2BAlias, 'password', PASSWORD)).body).toContain('challenge-question');
    const other = await aPerson();
    expect((await client.enter(other.b2BAlias, 'password', PASSWORD)).body).toContain('challenge-question');
  });
});

describe('C2.033 enrolling at the first sign-in', () => {
  test('comes after the mailed code, and leads on', async () => {
    const person = await aPerson({ enrolled: false });
    const client = world.client();
    expect((await client.enter(person.b2BAlias, 'password', PASSWORD)).body).toContain('one-time-passcode');
    const code = codeIn(await world.mailbox.next(person.email));
    expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).body).toContain('challenge-enrolment-component');
    expect((await client.call(ENROLMENT)).body).toContain(text('challenge.response.rule'));
    const answer = await client.submit(ENROLMENT, enrolment());
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace']);
    expect(await isSignedIn(client)).toBe(true);
    expect((await world.mailbox.next(person.email)).subject).toBe(text('mail.challenge.changed.subject'));
    expect((await world.client().enter(person.b2BAlias, 'password', PASSWORD)).body).toContain('challenge-question');
  });

  test.each([
    [
      'a response too short',
      { 'response-0': 'abc', 'confirmation-0': 'abc' },
      ['response-0'],
      'challenge.response.rule'
    ],
    [
      'a response with signs',
      { 'response-1': 'a-b-c-d', 'confirmation-1': 'a-b-c-d' },
      ['response-1'],
      'challenge.response.rule'
    ],
    ['another confirmation', { 'confirmation-2': 'Linden 43' }, ['confirmation-2'], 'challenge.response.not.match'],
    [
      'a response given twice',
      { 'response-2': 'biscuit ', 'confirmation-2': 'Biscuit' },
      ['response-2'],
      'challenge.response.twice'
    ],
    ['a question chosen twice', { 'questionId-1': 'first.pet' }, [], 'challenge.question.twice'],
    ['a question that is none', { 'questionId-1': 'first.car' }, [], 'challenge.question.unknown'],
    ['nothing confirmed', { 'confirmation-0': '' }, ['confirmation-0'], null]
  ])('C5.011 C5.012 is refused with %s', async (_what, change, fields, key) => {
    const person = await aPerson({ enrolled: false, email: null });
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    const answer = await client.submit(ENROLMENT, enrolment(change as Record<string, string>));
    expect([400, 422]).toContain(answer.status);
    expect(invalidFields(answer)).toEqual(fields);
    if (key) expect(answer.body).toContain(text(key));
    expect(answer.body).not.toContain('Trieste Harbour');
    expect(await isSignedIn(client)).toBe(false);
  });
});

test('C5.011 what three questions lack alike is told apart by the question it belongs to', async () => {
  const person = await aPerson({ enrolled: false, email: null });
  const client = world.client();
  await client.enter(person.b2BAlias, 'password', PASSWORD);
  const parts = [0, 1, 2].flatMap((at) => [`response-${at}`, `confirmation-${at}`]);
  const { body } = await client.submit(ENROLMENT, enrolment(Object.fromEntries(parts.map((part) => [part, '']))));
  const summary = /<div class="error-summary"[\s\S]*?<\/ul>/.exec(body)?.[0] ?? '';
  const told = [...summary.matchAll(/<a href="#([^"]+)">([^<]+)<\/a>/g)].map(([, field, text]) => [field, text]);
  expect(told.map(([field]) => field)).toEqual(parts);
  expect(new Set(told.map(([, text]) => text)).size).toBe(parts.length);
  expect(told[2]?.[1]).toMatch(/^Question 2: /);
});

describe('C2.033 one’s own questions in the profile', () => {
  async function inProfile() {
    const { client, person, right } = await atQuestion();
    await client.submit(QUESTION, { response: await right() });
    const post = (form: Record<string, string>) =>
      sendForm(client, '/workspace/profile', form, { holds: 'name="response-0"' });
    return { client, person, post };
  }

  test('are listed, and can be chosen anew with the password', async () => {
    const { client, person, post } = await inProfile();
    const { body } = await client.call('/workspace/profile');
    for (const question of Object.keys(RESPONSES)) expect(body).toContain(text(`security.question.${question}`));
    const saved = await post(enrolment({ 'questionId-0': 'first.school', password: PASSWORD }));
    expect([saved.status, saved.headers.location]).toEqual([303, '/workspace/profile?changed=challenge']);
    const rows = await world.database.query<{ id: string }>(
      'SELECT question_id AS id FROM challenge_responses WHERE user_id = $1 ORDER BY position',
      [person.id]
    );
    expect(rows.map(({ id }) => id)).toEqual(['first.school', 'first.job', 'childhood.street']);
    expect((await client.call('/workspace/profile?changed=challenge')).body).toContain(text('profile.challenge.saved'));
  });

  test('C8.008 are not changed with a wrong password, which is told as Wrong Password', async () => {
    const { post } = await inProfile();
    const refused = await post(enrolment({ password: 'not it' }));
    expect([refused.status, invalidFields(refused)]).toEqual([200, ['challenge-password']]);
    expect(refused.body).toContain('Wrong Password');
  });

  test('say each fault at its field, which question it is of, and save nothing', async () => {
    const { post } = await inProfile();
    const refused = await post(enrolment({ 'response-0': '', 'response-1': 'ab', password: PASSWORD }));
    expect(invalidFields(refused)).toEqual(expect.arrayContaining(['challenge-response-0', 'challenge-response-1']));
    const question = (number: number) => text('challenge.question.number', { number: String(number) });
    expect(refused.body).toContain(`${question(1)}: `);
    expect(refused.body).toContain(`${question(2)}: `);
  });

  test('are told to nobody who is asked none', async () => {
    const person = await aCardholder(world.database);
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    expect((await client.call('/workspace/profile')).body).not.toContain(text('challenge.enrolment.title'));
  });
});
