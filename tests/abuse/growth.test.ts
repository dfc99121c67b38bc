// Growth caused by strangers: ten thousand invented requests leave memory, metrics and rows within bounds.
import { Agent, request } from 'node:http';
import { keptMegabytes, TELLS_ITS_HEAP } from '../support/heap';
import { PUBLIC } from '../support/portal-client';
import { useServer } from '../support/server-world';

const REQUESTS = 10_000;
const AT_ONCE = 24;
/** A metric series per invented path took 37 KB each. Memory must not grow with the paths. */
const MEGABYTES = 40;
const SERIES = 30;
/** By their limits: failures, sign-ins begun and recoveries of one address. */
const ROWS = 600;

const world = useServer({
  LOG_LEVEL: 'warn',
  SIGN_IN_FAILURES_PER_ADDRESS: '30',
  ...TELLS_ITS_HEAP
});
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
const SIGN_IN = '/sdportal/login-signin-component';

/** The parts of a request that a stranger can vary: one kind each, with a word that makes each request unique. */
const KINDS: ((made: string) => MadeUp)[] = [
  (made) => ({ path: `/${made}/${made}/${made}`, method: 'POST', body: '' }),
  (made) => ({ path: `//${made}/` }),
  (made) => ({ path: `/${made}/`, headers: { Host: `${made}.example` } }),
  (made) => ({ path: `/sdportal/${made}-component`, method: 'DELETE' }),
  (made) => ({ path: `/assets/i18n/${made}/${made}.json`, method: 'OPTIONS' }),
  (made) => ({ path: SIGN_IN, headers: { Host: `${made}.example`, 'Accept-Language': made } }),
  (made) => ({
    path: `${SIGN_IN}?cobrandHost=${made}`,
    headers: { Cookie: `user_locale=${made}; sec-token=${made}`, 'X-Request-Id': made, 'User-Agent': made }
  }),
  (made) => ({
    path: `${PUBLIC}/login-info`,
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ userId: made })
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
  (made) => ({ path: SIGN_IN, method: 'POST', headers: FORM, body: `userId=${made}&x=${made}` })
];
/** Workspace pages are the most expensive: only a fraction of the requests ask for one. */
const WORKSPACE_EVERY = 25;
const WORKSPACE: typeof KINDS = [
  (made) => ({ path: `/workspace/${made}/${made}` }),
  (made) => ({ path: '/workspace', headers: { Cookie: `tessera-session=${made}` } })
];

function send(made: MadeUp): Promise<number> {
  const { path, method = 'GET', headers, body } = made;
  return new Promise((done, failed) => {
    const call = request({ host: '127.0.0.1', port: world.server.port, agent, path, method, headers }, (response) =>
      response.resume().once('end', () => done(response.statusCode ?? 0))
    );
    call.once('error', (error: NodeJS.ErrnoException) => {
      // The server had closed the connection while nothing was sent over it: a client sends again.
      if (call.reusedSocket && error.code === 'ECONNRESET') send(made).then(done, failed);
      else failed(error);
    });
    call.end(body);
  });
}

const kindOf = (number: number) =>
  number % WORKSPACE_EVERY === 0
    ? WORKSPACE[(number / WORKSPACE_EVERY) % WORKSPACE.length]
    : KINDS[number % KINDS.length];

/** Sends `count` requests of every kind in turn, a few at once; resolves to the statuses answered. */
async function storm(from: number, count: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  let next = from;
  const lane = async () => {
    while (next < from + count) {
      const number = next++;
      statuses.add(await send((kindOf(number) as (typeof KINDS)[number])(`made${number.toString(36)}up`)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return statuses;
}

async function series(): Promise<number> {
  const { body } = await world.client().call('/metrics');
  return body.match(/^http_request_duration_seconds_count/gm)?.length ?? 0;
}

/** The rows of every table. */
async function rows(): Promise<number> {
  const tables = await world.database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
  );
  const counts = await Promise.all(
    tables.map(({ name }) => world.database.query<{ count: number }>(`SELECT count(*)::int FROM "${name}"`))
  );
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}

test('F-2 10,000 made-up paths, hosts, cookies, user ids and headers leave memory, series and rows within bounds', async () => {
  // Permanent allocations, code and caches, exist after some requests of every kind.
  await storm(0, 600);
  const before = { series: await series(), megabytes: await keptMegabytes(world.server), rows: await rows() };
  const statuses = await storm(100_000, REQUESTS);
  const grown = {
    series: (await series()) - before.series,
    megabytes: (await keptMegabytes(world.server)) - before.megabytes,
    rows: (await rows()) - before.rows
  };
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  expect(grown.series).toBeLessThan(SERIES);
  expect(grown.megabytes).toBeLessThan(MEGABYTES);
  expect(grown.rows).toBeLessThan(ROWS);
  expect((await world.client().call(SIGN_IN)).status).toBe(200);
}, 600_000);
