// What grows by what a stranger sends: ten thousand made-up requests leave memory, metrics and rows within bounds.
import { Agent, request } from 'node:http';
import { PUBLIC } from '../support/portal-client';
import { useServer } from '../support/server-world';

const REQUESTS = 10_000;
const AT_ONCE = 24;
/** A series for each made-up path took 37 KB: 370 MB for as many paths. */
const MEGABYTES = 150;
const TABLES = [
  'rate_limits',
  'sign_in_counters',
  'outbox',
  'sessions',
  'passkey_challenges',
  'federated_sign_ins',
  'client_log',
  'jobs'
];

const world = useServer({ LOG_LEVEL: 'warn', SIGN_IN_FAILURES_PER_ADDRESS: '30', UI_LOGGING: 'true' });
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
afterAll(() => agent.destroy());

interface MadeUp {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
const JSON_BODY = { 'Content-Type': 'application/json' };

/** What a stranger could vary: one kind of request each, of a number that makes it unlike every other. */
const KINDS: ((made: string) => MadeUp)[] = [
  (made) => ({ path: `/workspace/${made}/${made}` }),
  (made) => ({ path: `/${made}/${made}/${made}`, method: 'POST', body: '' }),
  (made) => ({ path: `//${made}/` }),
  (made) => ({ path: `/sdportal/${made}-component`, method: 'DELETE' }),
  (made) => ({ path: `/assets/i18n/${made}/${made}.json`, method: 'OPTIONS' }),
  (made) => ({
    path: `/sdportal/login-signin-component`,
    headers: { Host: `${made}.example`, 'Accept-Language': made }
  }),
  (made) => ({
    path: `/sdportal/login-signin-component?cobrandHost=${made}`,
    headers: { Cookie: `user_locale=${made}; sec-token=${made}`, 'X-Request-Id': made, 'User-Agent': made }
  }),
  (made) => ({ path: '/workspace', headers: { Cookie: `tessera-session=${made}` } }),
  (made) => ({
    path: `${PUBLIC}/login-info`,
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ userId: `${made}.${made}` })
  }),
  (made) => ({
    path: `${PUBLIC}/forgot-password`,
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ userId: made })
  }),
  (made) => ({
    path: '/heracles/login',
    method: 'POST',
    headers: FORM,
    body: `username=${made}&password=${made}&login-form-type=password`
  }),
  (made) => ({
    path: '/sdportal/login-signin-component',
    method: 'POST',
    headers: FORM,
    body: `userId=${made}&x=${made}`
  })
];

function send({ path, method = 'GET', headers, body }: MadeUp): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port: world.server.port, agent, path, method, headers: { ...headers } },
      (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0))
    );
    call.once('error', reject);
    call.end(body);
  });
}

/** Sends `count` requests of every kind in turn, a few at once; resolves to the statuses answered. */
async function storm(from: number, count: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  let next = from;
  const lane = async () => {
    while (next < from + count) {
      const number = next++;
      const kind = KINDS[number % KINDS.length] as (typeof KINDS)[number];
      statuses.add(await send(kind(`made${number.toString(36)}up`)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return statuses;
}

async function metrics(): Promise<{ series: number; heap: number }> {
  const { body } = await world.client().call('/metrics');
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(body)?.[1]);
  return { series: body.match(/^http_request_duration_seconds_count/gm)?.length ?? 0, heap };
}

/** The smallest heap of some moments: what a collection leaves. */
async function settledMegabytes(): Promise<number> {
  const heaps: number[] = [];
  for (let look = 0; look < 8; look++) {
    heaps.push((await metrics()).heap);
    await storm(look * 48, 48);
  }
  return Math.min(...heaps) / 1024 ** 2;
}

async function rows(): Promise<number> {
  const counts = await Promise.all(
    TABLES.map((table) => world.database.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`))
  );
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}

test('F-2 10,000 made-up paths, hosts, cookies, user ids and headers leave memory, series and rows within bounds', async () => {
  await storm(0, 600);
  const before = { ...(await metrics()), megabytes: await settledMegabytes(), rows: await rows() };
  const statuses = await storm(100_000, REQUESTS);
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  expect((await metrics()).series - before.series).toBeLessThan(50);
  expect((await settledMegabytes()) - before.megabytes).toBeLessThan(MEGABYTES);
  // By their limits: look-ups of an address, failures of an address, recoveries of an address.
  expect((await rows()) - before.rows).toBeLessThan(500);
  expect((await world.client().call('/sdportal/login-signin-component')).status).toBe(200);
}, 300_000);
