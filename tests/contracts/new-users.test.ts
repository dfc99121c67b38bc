import { aCardholder, PASSWORD, type Person } from '../support/people';
import { invalidFields, type PortalClient, revealableFields, shownOf } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer();
const PAGE = '/sdportal/new-user-component';
const STATUS = '/services/authentication-service/protected/login-status';
const FIELDS = { locale: 'en_US', questionId: 'first.job', answer: 'Trieste' };

/** A new user with a verified password. */
async function atStep({ email }: { email?: null } = {}): Promise<{ person: Person; client: PortalClient }> {
  const person = await aCardholder(world.database, email === undefined ? {} : { email });
  await world.database.query('UPDATE users SET is_new = true WHERE id = $1', [person.id]);
  const client = world.client();
  const answer = await client.enter(person.b2BAlias, 'password', PASSWORD);
  expect(answer.body).toMatch(/^\/sdportal\/new-user-component\?/);
  return { person, client };
}

const isSignedIn = async (client: PortalClient) => (await client.call('/workspace')).status === 200;

describe('C2.001 the prompt of a new user, without script', () => {
  test('greets by name, shows the address masked, and opens nothing else', async () => {
    const { client, person } = await atStep();
    const page = await client.call(PAGE);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(shownOf(page)).toContain(text('new.user.intro', { name: 'Robin Example' }));
    expect(shownOf(page)).toMatch(/\w\*{5}\w@m\*{5}/);
    expect(page.body).not.toContain(person.email);
    expect(revealableFields(page)).toEqual(['answer']);
    expect(shownOf(page)).not.toContain('name="email"');
    expect(await isSignedIn(client)).toBe(false);
    expect((await client.call(STATUS, { headers: client.protectedHeaders() })).json()).toMatchObject({
      statuses: [{ status: 'personal.information' }]
    });
  });

  test('lets in by what it asks, in the language chosen, once', async () => {
    const { client, person } = await atStep();
    const answer = await client.submit(PAGE, { ...FIELDS, locale: 'de' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace']);
    const home = await client.call('/workspace');
    expect([home.status, /<html[^>]* lang="(\w+)"/.exec(home.body)?.[1]]).toEqual([200, 'de']);
    expect((await world.client().enter(person.b2BAlias, 'password', PASSWORD)).body).toBe('/workspace');
  });

  test('says at each field what is wrong, and shows no answer again', async () => {
    const { client } = await atStep({ email: null });
    const refused = await client.submit(PAGE, { ...FIELDS, email: 'robin@', answer: 'Tri este' });
    expect(refused.status).toBe(400);
    expect(invalidFields(refused)).toEqual(['email', 'answer']);
    expect(shownOf(refused)).toContain(text('registration.email.invalid'));
    expect(refused.body).toContain('robin@');
    expect(refused.body).not.toContain('Tri este');
    expect(await isSignedIn(client)).toBe(false);
    const missing = await client.submit(PAGE, { locale: 'en_US', questionId: 'first.job', email: '', answer: '' });
    expect(invalidFields(missing)).toEqual(['email', 'answer']);
  });

  test('tells the address that it took', async () => {
    const { client, person } = await atStep({ email: null });
    const email = `new.${person.email}`;
    expect((await client.submit(PAGE, { ...FIELDS, email })).status).toBe(303);
    expect((await world.mailbox.next(email)).subject).toBeTruthy();
  });

  test('leads to sign-in, page and form alike, until the password has been given', async () => {
    const { client } = await atStep();
    const [stranger, signIn] = [world.client(), expect.stringContaining('login-signin-component')];
    const answer = await stranger.call(PAGE);
    expect([answer.status, answer.headers.location]).toEqual([307, signIn]);
    const posted = await stranger.submitAgain(await client.call(PAGE), PAGE, FIELDS);
    expect([posted.status, posted.headers.location]).toEqual([303, signIn]);
  });
});
