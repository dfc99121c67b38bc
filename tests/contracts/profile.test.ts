import { bundleTexts } from '@/lib/core/language/texts';
import { callAction } from '../support/actions';
import { sendForm } from '../support/page-forms';
import { aCardholder, PASSWORD, type Person } from '../support/people';
import { invalidFields, type PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000', LOOKUPS_PER_ADDRESS: '5000' });
const HOST = 'wendemere.localhost';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

async function signedIn(person: Person): Promise<PortalClient> {
  const client = world.client(HOST);
  expect((await client.signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  return client;
}

/** What each form of the profile is found by. */
const FORMS = {
  question: 'name="questionId"',
  'user-id': 'name="userId"'
};

/** Fills in and posts a form of the profile. */
const post = (client: PortalClient, form: keyof typeof FORMS, fields: Record<string, string>, headers = {}) =>
  sendForm(client, '/workspace/profile', fields, { holds: FORMS[form], headers });

/** The same; resolves to the redirect's address. */
async function submit(...given: Parameters<typeof post>) {
  const answer = await post(...given);
  return [answer.status, answer.headers.location];
}

/** Presses a button that ends sessions; resolves to what it leads to. */
async function endSession(client: PortalClient, session: string) {
  const { status, headers } = await callAction(client, 'signOutDevice', { form: { session } });
  return [status, String(headers['x-action-redirect']).split(';')[0]];
}

const profile = async (client: PortalClient, query = '') =>
  (await client.call(`/workspace/profile${query}`, { headers: { 'Accept-Language': 'en-US' } })).body;
const sessionsOf = ({ id }: Person) =>
  world.database.query<{ id: string; live: boolean }>(
    'SELECT id, revoked_at IS NULL AS live FROM sessions WHERE user_id = $1 ORDER BY created_at, id',
    [id]
  );

const ACTIONS = ['saveQuestion', 'saveUserId', 'saveChallenge', 'deletePasskey', 'signOutDevice'];

test('PD.7 the profile is for who is signed in; its forms send everybody else to sign in', async () => {
  const stranger = world.client(HOST);
  const answer = await stranger.call('/workspace/profile');
  expect([answer.status, answer.headers.location]).toEqual([307, '/sdportal/login-signin-component']);
  for (const action of ACTIONS) {
    const refused = await callAction(stranger, action, { form: {} });
    expect([action, refused.status]).toEqual([action, 200]);
    expect(refused.headers['x-action-redirect']).toMatch(/^\/sdportal\/login-signin-component/);
  }
});

test.each(ACTIONS)('%s is not taken from another site', async (action) => {
  const person = await aCardholder(world.database);
  const [client] = [await signedIn(person), await signedIn(person)];
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  expect((await callAction(client, action, { form: { session: 'others' }, headers })).status).toBe(403);
  expect((await sessionsOf(person)).map(({ live }) => live)).toEqual([true, true]);
});

describe('sessions', () => {
  test('are named by browser and system, this one marked', async () => {
    const person = await aCardholder(world.database);
    const client = await signedIn(person);
    await signedIn(person);
    const [mine, other] = await sessionsOf(person);
    await world.database.query('UPDATE sessions SET user_agent = $2 WHERE id = $1', [other?.id, FIREFOX]);
    const page = await profile(client);
    expect(page).toContain('Firefox on Windows');
    expect(page).toContain(text('profile.session.unknown'));
    expect(page).toContain(`value="${other?.id}"`);
    expect(page).not.toContain(`value="${mine?.id}"`);
  });

  test('another is ended at once, and audited; this one and those of others are not', async () => {
    const person = await aCardholder(world.database);
    const [client, phone] = [await signedIn(person), await signedIn(person)];
    const stranger = await aCardholder(world.database);
    await signedIn(stranger);
    const [[mine, other], [theirs]] = [await sessionsOf(person), await sessionsOf(stranger)];
    for (const id of [other?.id, mine?.id, theirs?.id]) {
      expect(await endSession(client, id ?? '')).toEqual([200, '/workspace/profile?changed=session']);
    }
    expect((await sessionsOf(person)).map(({ live }) => live)).toEqual([true, false]);
    expect((await sessionsOf(stranger)).map(({ live }) => live)).toEqual([true]);
    expect((await phone.call('/workspace')).status).toBe(307);
    const audited = await world.database.query(
      "SELECT 1 FROM audit_entries WHERE issuer_id = $1 AND action = 'session.revoked'",
      [person.issuerId]
    );
    expect(audited).toHaveLength(1);
  });

  test('all others are ended together', async () => {
    const person = await aCardholder(world.database);
    const client = await signedIn(person);
    await signedIn(person);
    await signedIn(person);
    expect(await endSession(client, 'others')).toEqual([200, '/workspace/profile?changed=sessions']);
    expect((await sessionsOf(person)).map(({ live }) => live)).toEqual([true, false, false]);
  });

  test('something that is no session ends none', async () => {
    const person = await aCardholder(world.database);
    const [client] = [await signedIn(person), await signedIn(person)];
    for (const session of ["' OR true --", '', 'all']) {
      expect((await endSession(client, session))[0]).toBe(200);
      expect((await sessionsOf(person)).map(({ live }) => live)).toEqual([true, true]);
    }
  });
});

describe('the user id', () => {
  const workspace = bundleTexts('en_US', 'Workspace');

  test('C8.030 C5.006 is changed with the password; one stays signed in here and signs in with the new one', async () => {
    const person = await aCardholder(world.database);
    const [client, elsewhere] = [await signedIn(person), await signedIn(person)];
    const newUserId = `robin${person.id.slice(0, 6)}`;
    const form = { userId: newUserId, password: PASSWORD };
    expect(await submit(client, 'user-id', form)).toEqual([303, '/workspace/profile?changed=user-id']);
    const page = await profile(client, '?changed=user-id');
    expect(page).toContain(workspace['profile.user.id.changed']);
    expect(page).toContain(newUserId);
    expect((await elsewhere.call('/workspace')).status).toBe(307);
    expect((await world.client(HOST).signIn(newUserId, PASSWORD)).body).toBe('/workspace');
  });

  test.each([
    ['a wrong password', { password: 'not it' }, 'password', 'invalid.credentials'],
    ['an id too short', { userId: 'abc' }, 'userId', 'user.id.short'],
    ['an id with signs', { userId: 'anna.lind' }, 'userId', 'user.id.special.characters'],
    ['nothing typed', { userId: '' }, 'userId', 'required.field']
  ])('C5.005 is refused with %s', async (_what, change, field, code) => {
    const client = await signedIn(await aCardholder(world.database));
    const refused = await post(client, 'user-id', { userId: 'robin2026', password: PASSWORD, ...change });
    expect([refused.status, invalidFields(refused)]).toEqual([200, [`user-id-${field}`]]);
    expect(refused.body).toContain(`href="#user-id-${field}"`);
    expect(refused.body).toContain(text(code, { field: text('user.id.new') }));
  });
});

describe('the security question', () => {
  const question = { questionId: 'first.job', answer: 'Trieste', password: PASSWORD };

  test('is set with the password, and hashed', async () => {
    const person = await aCardholder(world.database);
    const client = await signedIn(person);
    expect(await submit(client, 'question', question)).toEqual([303, '/workspace/profile?changed=question']);
    const rows = await world.database.query(
      'SELECT question_id, answer_hash FROM security_answers WHERE user_id = $1',
      [person.id]
    );
    expect(rows).toEqual([{ question_id: 'first.job', answer_hash: expect.stringMatching(/^user:\$2b\$/) }]);
    expect(await profile(client, '?changed=question')).toContain(text('profile.question.saved'));
  });

  test.each([
    ['a wrong password', { password: 'not it' }, ['password']],
    ['an answer too short', { answer: 'abc' }, ['answer']],
    ['an answer with a space', { answer: 'in Trieste' }, ['answer']],
    ['an answer of one letter', { answer: 'aaaa' }, ['answer']],
    ['nothing filled in', { answer: '', password: '' }, ['answer', 'password']],
    ['a question that is none', { questionId: 'first.car' }, ['questionId']]
  ])('C5.009 is refused with %s', async (_what, change, faults) => {
    const person = await aCardholder(world.database);
    const client = await signedIn(person);
    const refused = await post(client, 'question', { ...question, ...change });
    expect(refused.status).toBe(200);
    for (const field of ['questionId', 'answer', 'password'])
      expect([field, refused.body.includes(`href="#question-${field}"`)]).toEqual([field, faults.includes(field)]);
    expect(await world.database.query('SELECT 1 FROM security_answers WHERE user_id = $1', [person.id])).toEqual([]);
  });

  test('six wrong passwords lock and end the session', async () => {
    const client = await signedIn(await aCardholder(world.database));
    const page = client.twin();
    for (let tries = 1; tries <= 6; tries++) await submit(client, 'question', { ...question, password: `no ${tries}` });
    expect((await page.call('/workspace/profile')).headers.location).toBe('/sdportal/login-signin-component');
    const { headers } = await callAction(client, 'saveQuestion', { form: question });
    expect(headers['x-action-redirect']).toMatch(/^\/sdportal\/login-signin-component/);
  });
});

test('an address shows no text of its own making', async () => {
  const client = await signedIn(await aCardholder(world.database));
  for (const changed of ['constructor', '<b>owned</b>', 'mail.locked.text']) {
    const page = await profile(client, `?${new URLSearchParams({ changed })}`);
    const main = /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '';
    expect(main).not.toContain('owned');
    expect(main).not.toContain('message-success');
  }
});

describe('security events', () => {
  test("are one's own, in words, with the network they came from", async () => {
    const person = await aCardholder(world.database);
    const stranger = await aCardholder(world.database);
    await world.client(HOST).signIn(person.userId, 'not the password');
    const client = await signedIn(person);
    const page = await profile(client);
    expect(page).toContain(text('event.sign.in.failed'));
    expect(page).toContain(text('event.sign.in.succeeded'));
    expect(page).toContain('IP address 127.0.*.*');
    expect(page).not.toContain('127.0.0.1');
    const theirs = /<main[\s\S]*<\/main>/.exec(await profile(await signedIn(stranger)))?.[0];
    expect(theirs).toContain(text('event.sign.in.succeeded'));
    expect(theirs).not.toContain(text('event.sign.in.failed'));
  });

  test("tell the time in the issuer's zone and the person's language", async () => {
    const person = await aCardholder(world.database, { timeZone: 'Asia/Tokyo' });
    const client = await signedIn(person);
    const [entry] = await world.database.query<{ occurred_at: Date }>(
      "SELECT occurred_at FROM audit_entries WHERE issuer_id = $1 AND action = 'sign_in.succeeded'",
      [person.issuerId]
    );
    const told = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' });
    expect(await profile(client)).toContain(told.format(entry?.occurred_at));
  });
});

test('a token user sees sessions and events, and nothing that needs a password', async () => {
  const person = await aCardholder(world.database);
  const client = await signedIn(person);
  await world.database.query("UPDATE credentials SET login_type = 'token' WHERE user_id = $1", [person.id]);
  const page = await profile(client);
  expect(page).toContain('id="sessions-heading"');
  expect(page).not.toContain('id="question-heading"');
  expect(page).not.toContain('id="password-heading"');
});
