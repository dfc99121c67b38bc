import { useServer } from '../support/server-world';

const world = useServer();

test('how the workspace is shown is kept in a cookie, and the form leads back to its page', async () => {
  const { client } = await world.signedIn({}, 'norrvik.localhost');
  const choose = (form: Record<string, string>, referrer: string) =>
    client.call('/workspace/display', {
      form,
      headers: { 'Sec-Fetch-Site': 'same-origin', ...(referrer && { Referer: referrer }) }
    });
  const here = `http://norrvik.localhost:${world.server.port}/workspace/profile?tab=1`;
  const answer = await choose({ scheme: 'dark' }, here);
  expect([answer.status, answer.headers.location]).toEqual([303, '/workspace/profile?tab=1']);
  expect(String(answer.headers['set-cookie'])).toMatch(/^color-scheme=dark;.*HttpOnly.*SameSite=Lax/);
  expect((await client.call('/workspace')).body).toContain('data-scheme="dark"');
  for (const elsewhere of ['', 'https://evil.example/workspace', 'http://norrvik.localhost/sdportal', 'no address'])
    expect((await choose({ scheme: 'light' }, elsewhere)).headers.location).toBe('/workspace');
  expect((await choose({ scheme: '"><script>' }, here)).status).toBe(400);
  client.cookies.set('color-scheme', '"><script>');
  expect((await client.call('/workspace')).body).toContain('data-scheme="system"');
});
