import { startServer } from '../support/server';
import { useServer } from '../support/server-world';

const world = useServer({ CLIENT_LOG_CALLS_PER_ADDRESS: '1000' });
const STATEMENT = '/sdportal/rest/log/logErrorStatement.json';
const ENTRIES = '/sdportal/rest/log/entries';

const rows = () =>
  world.database.query<{ level: string; message: string; attributes: { key: string; value: string }[] }>(
    'SELECT level::text, message, attributes FROM client_log ORDER BY id'
  );

test('P7.016 P7.031 an error statement is kept, redacted', async () => {
  const client = world.client();
  const statement = { name: 'TypeError', message: 'card 4111 1111 1111 1111 <script>', password: 'hunter2' };
  const answer = await client.call(STATEMENT, { method: 'PUT', json: statement, headers: client.protectedHeaders() });
  expect(answer.status).toBe(200);
  const kept = (await rows()).at(-1);
  expect(kept).toMatchObject({ level: 'ERROR' });
  expect(kept?.message).toContain('TypeError');
  expect(kept?.message).not.toMatch(/4111|hunter2/);
});

test('P7.017 P3.021 P3.022 log entries of each level are kept with their attributes', async () => {
  const client = world.client();
  const logEntries = ['DEBUG', 'INFO', 'ERROR'].map((level) => ({
    level,
    message: `a ${level} entry`,
    attributes: [
      { key: 'screen', value: 'sign-in' },
      { key: 'token', value: 'abc123' }
    ]
  }));
  expect((await client.call(ENTRIES, { json: { logEntries }, headers: client.protectedHeaders() })).status).toBe(204);
  const kept = (await rows()).slice(-3);
  expect(kept.map(({ level }) => level)).toEqual(['DEBUG', 'INFO', 'ERROR']);
  expect(kept[0]?.attributes).toEqual([
    { key: 'screen', value: 'sign-in' },
    { key: 'token', value: '[redacted]' }
  ]);
});

test('P7.017 the pages report no sign-in unless UI logging is on', async () => {
  const logging = await startServer({ databaseUrl: world.database.url, env: { UI_LOGGING: 'true' } });
  const dataOf = (body: string) => /\\"uiLogging\\":(true|false)/.exec(body)?.[1];
  try {
    const page = '/sdportal/login-signin-component';
    const [off, on] = [await world.client().call(page), await fetch(`http://localhost:${logging.port}${page}`)];
    expect([dataOf(off.body), dataOf(await on.text())]).toEqual(['false', 'true']);
  } finally {
    await logging.stop();
  }
});

test.each([
  ['without anti-forgery headers', ENTRIES, 'POST', { logEntries: [{ level: 'INFO', message: 'x' }] }, 403, false],
  ['an error statement without them', STATEMENT, 'PUT', {}, 403, false],
  ['with an unknown level', ENTRIES, 'POST', { logEntries: [{ level: 'FATAL', message: 'x' }] }, 400, true],
  ['with no entry', ENTRIES, 'POST', { logEntries: [] }, 400, true],
  [
    'PD.15 with more than 50 entries',
    ENTRIES,
    'POST',
    { logEntries: Array(51).fill({ level: 'INFO', message: 'x' }) },
    400,
    true
  ],
  [
    'PD.15 with more than 16 KB',
    ENTRIES,
    'POST',
    { logEntries: [{ level: 'INFO', message: 'x'.repeat(17_000) }] },
    413,
    true
  ],
  ['an error statement that is a number', STATEMENT, 'PUT', 7, 400, true]
])('is refused %s', async (_what, path, method, json, status, withToken) => {
  const client = world.client();
  const answer = await client.call(path, { method, json, headers: withToken ? client.protectedHeaders() : {} });
  expect(answer.status).toBe(status);
});
