import { callAction } from '../support/actions';
import { aCardholder, PASSWORD } from '../support/people';
import { firstError } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer();
const HOST = 'wendemere.localhost';

async function signedIn(role: string) {
  const person = await aCardholder(world.database, { role });
  const client = world.client(HOST);
  expect((await client.signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  return client;
}

const begin = () =>
  world.database.query(
    "INSERT INTO maintenance (begun_at, expected_end) VALUES (now(), now() + interval '10 minutes')"
  );
const end = () => world.database.query('DELETE FROM maintenance');

test('C4.037 C8.038 C8.039 the system is unavailable during maintenance, but for its administrators', async () => {
  const [cardholder, administrator] = [await signedIn('A'), await signedIn('Z')];
  expect((await cardholder.call('/workspace')).status).toBe(200);
  await begin();
  const answer = await cardholder.call('/workspace', { headers: { 'Accept-Language': 'en-US' } });
  expect(answer.status).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(600);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toContain('data-brand="wendemere"');
  expect(answer.body).toContain('Service unavailable');
  expect(answer.body).toContain('The system is unavailable during maintenance');
  const asked = await cardholder.call('/workspace/palette', { headers: { Accept: 'application/json' } });
  expect([asked.status, firstError(asked).code]).toEqual([503, 'service.unavailable']);
  expect(asked.headers['retry-after']).toBeDefined();
  const posted = await callAction(cardholder, 'signOutDevice', { form: { session: 'others' } });
  expect(posted.status).toBe(503);
  expect((await administrator.call('/workspace/maintenance')).status).toBe(200);
  expect((await signedIn('I')).cookies.size).toBeGreaterThan(0);
  expect((await world.client(HOST).call('/workspace')).headers.location).toBe('/sdportal/login-signin-component');
  await end();
  expect((await cardholder.call('/workspace')).status).toBe(200);
  expect((await cardholder.call('/maintenance')).status).toBe(404);
});

test('C4.037 who is shut out can still sign out', async () => {
  const cardholder = await signedIn('A');
  await begin();
  // No action of the workspace is served; its page then opens the logged-out page, which ends the session.
  expect((await callAction(cardholder, 'signOut')).status).toBe(503);
  const twin = cardholder.twin();
  const answer = await cardholder.call('/sdportal/logout-component');
  await end();
  expect([answer.status, cardholder.cookies.has('tessera-session')]).toEqual([200, false]);
  expect((await twin.call('/workspace')).status).toBe(307);
});

test('maintenance is for system administrators', async () => {
  for (const role of ['A', 'C', 'I', 'H'])
    expect((await (await signedIn(role)).call('/workspace/maintenance')).status).toBe(404);
});

describe('W17 C8.039 the page of maintenance says when it ends', () => {
  const expectedEnd = () => new Date(Math.ceil((Date.now() + 30 * 60_000) / 60_000) * 60_000);

  test.each([
    ['en_US', 'en-US'],
    ['de', 'de'],
    ['ja', 'ja']
  ])('in the reader’s language (%s) and time zone, as Retry-After does', async (locale, tag) => {
    const person = await aCardholder(world.database);
    const client = world.client(HOST);
    await client.signIn(person.userId, PASSWORD);
    const timeZone = 'Asia/Kathmandu';
    await world.database.query('UPDATE issuers SET time_zone = $1 WHERE id = $2', [timeZone, person.issuerId]);
    client.cookies.set('user_locale', locale);
    const end = expectedEnd();
    await world.database.query('INSERT INTO maintenance (begun_at, expected_end) VALUES (now(), $1)', [end]);
    const answer = await client.call('/workspace');
    await world.database.query('DELETE FROM maintenance');
    const shown = new Intl.DateTimeFormat(tag, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone
    }).format(end);
    expect(answer.status).toBe(503);
    expect(answer.body).toContain(shown);
    const seconds = (end.getTime() - Date.now()) / 1000;
    expect(Math.abs(Number(answer.headers['retry-after']) - seconds)).toBeLessThan(10);
  });

  test('but for a time that has passed', async () => {
    const client = await signedIn('A');
    await world.database.query(
      "INSERT INTO maintenance (begun_at, expected_end) VALUES (now() - interval '2 hours', now() - interval '1 hour')"
    );
    const answer = await client.call('/workspace', { headers: { 'Accept-Language': 'en-US' } });
    await end();
    expect(answer.body).toContain(text('maintenance.message'));
    expect(answer.headers['retry-after']).toBe('60');
  });
});
