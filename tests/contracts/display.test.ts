import { callAction } from '../support/actions';
import { useServer } from '../support/server-world';

const world = useServer();

test('how the workspace is shown is kept in a cookie of this browser', async () => {
  const { client } = await world.signedIn({}, 'norrvik.localhost');
  const choose = (name: string, value: unknown, headers: Record<string, string> = {}) =>
    callAction(client, 'storePreference', { given: [name, value], headers });
  const answer = await choose('scheme', 'dark');
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie'])).toMatch(/^color-scheme=dark;.*HttpOnly.*SameSite=Lax/);
  expect((await client.call('/workspace')).body).toContain('data-scheme="dark"');
  for (const [name, value] of [
    ['scheme', '"><script>'],
    ['scheme', null],
    ['__proto__', 'dark'],
    ['unknown', 'dark']
  ] as const)
    expect((await choose(name, value)).headers['set-cookie']).toBeUndefined();
  const forged = await choose('scheme', 'light', {
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site'
  });
  expect([forged.status, forged.headers['set-cookie']]).toEqual([403, undefined]);
  expect((await client.call('/workspace')).body).toContain('data-scheme="dark"');
  client.cookies.set('color-scheme', '"><script>');
  expect((await client.call('/workspace')).body).toContain('data-scheme="system"');
});
