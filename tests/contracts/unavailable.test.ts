import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { aCardholder, PASSWORD } from '../support/people';
import { type Answer, firstError, PortalClient } from '../support/portal-client';
import { startServer, type TestServer } from '../support/server';
import { text } from '../support/texts';
import { until } from '../support/until';

const SIGN_IN = '/sdportal/login-signin-component';
const HOST = 'norrvik.localhost';

let database: TestDatabase;
let server: TestServer;
let way: Way;

beforeAll(async () => {
  database = await createDatabase({ seeded: true });
  way = await aWay();
  server = await startServer({ databaseUrl: way.url });
});
afterAll(async () => {
  await server?.stop();
  way?.close();
  await database?.drop();
});

interface Way {
  /** The database's address through this relay. */
  url: string;
  close: () => void;
  /** Lets the database be reached again at the same address. */
  open: () => Promise<void>;
}

/** A relay to the database that the test can break. */
async function aWay(): Promise<Way> {
  const { hostname, port: target } = new URL(database.url);
  const sockets = new Set<Socket>();
  const listening = (port: number) =>
    new Promise<Server>((resolve) => {
      const opened = createServer((from) => {
        const to = connect(Number(target), hostname);
        for (const socket of [from, to]) {
          sockets.add(socket);
          socket.on('error', () => {});
          socket.on('close', () => {
            sockets.delete(socket);
            from.destroy();
            to.destroy();
          });
        }
        from.pipe(to).pipe(from);
      }).listen(port, '127.0.0.1', () => resolve(opened));
    });
  let opened = await listening(0);
  const { port } = opened.address() as { port: number };
  return {
    url: Object.assign(new URL(database.url), { port: String(port) }).href,
    close: () => {
      opened.close();
      for (const socket of sockets) socket.destroy();
    },
    open: async () => {
      opened = await listening(port);
    }
  };
}

test('C8.015 C8.037 without its database the authentication system says that it is unavailable, on pages and to programs', async () => {
  const person = await aCardholder(database);
  const client = new PortalClient(server.port);
  expect((await client.call(SIGN_IN)).status).toBe(200);
  way.close();

  const posted = await client.submit(SIGN_IN, { userId: person.userId, password: PASSWORD });
  expect([posted.status, posted.headers['retry-after']]).toEqual([503, '10']);
  expect(posted.body).toContain(text('authentication.unavailable'));
  expect(posted.body).toContain('Unable to login');
  expect(posted.body).not.toContain(person.userId);

  const entered = await client.enter(person.b2BAlias, 'password', PASSWORD);
  expect([entered.status, firstError(entered).code]).toEqual([503, 'authentication.unavailable']);
  // The sign-in page has no personal data, so it is served from the cache.
  expect((await client.call(SIGN_IN)).status).toBe(200);
  await way.open();
}, 60_000);

test('F-13 brands are known from the start: without its database a server that nobody has asked yet shows their pages', async () => {
  const own = await aWay();
  const fresh = await startServer({ databaseUrl: own.url });
  own.close();
  const answer = await new PortalClient(fresh.port, HOST).call(SIGN_IN);
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('data-brand="norrvik"');
  await fresh.stop('SIGKILL');
}, 60_000);

describe('F-5 W6 C8.038 the workspace without its database', () => {
  const ENGLISH = { 'Accept-Language': 'en-US' };
  const GROUPS = '/workspace/people/user-groups';
  let client: PortalClient;

  beforeAll(async () => {
    const person = await aCardholder(database, { role: 'Z' });
    client = new PortalClient(server.port, HOST);
    expect((await client.signIn(person.userId, PASSWORD)).status).toBe(200);
    expect((await client.call('/workspace')).status).toBe(200);
  });
  beforeEach(() => way.close());
  afterEach(() => way.open());

  /** The properties of every response. */
  const isUnavailable = ({ status, headers }: Answer) =>
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'no-store']);

  test.each(['/workspace', GROUPS, '/workspace/export/users', '/workspace/no/such/page'])(
    '%s says so in the brand’s look, with the request’s id',
    async (path) => {
      const answer = await client.call(path, { headers: { ...ENGLISH, Accept: 'text/html' } });
      isUnavailable(answer);
      expect(answer.body).toContain('data-brand="norrvik"');
      expect(answer.body).toContain(text('service.away'));
      expect(answer.body).toContain(`href="${path}"`);
      expect(answer.body).toContain(String(answer.headers['x-request-id']));
    }
  );

  test.each([
    ['application/json', {}],
    ['*/*', { 'Sec-Fetch-Dest': 'empty' }]
  ])('who takes %s reads an error', async (accept, headers) => {
    const answer = await client.call('/workspace/search/results?q=x', { headers: { Accept: accept, ...headers } });
    isUnavailable(answer);
    expect(firstError(answer).code).toBe('service.away');
  });

  test('a form sent without script is kept in the page, to be sent again, but for its secrets', async () => {
    const form = new FormData();
    form.append('name', 'Travel & "Fares"');
    form.append('members', 'one');
    form.append('members', 'two');
    form.append('newPassword', PASSWORD);
    const answer = await post(form);
    isUnavailable(answer);
    const start = /<form [^>]+>/.exec(answer.body)?.[0];
    for (const part of [`action="${GROUPS}"`, 'method="post"', 'encType="multipart/form-data"'])
      expect(start).toContain(part);
    expect(answer.body).toContain('name="name" value="Travel &amp; &quot;Fares&quot;"');
    expect(answer.body.match(/name="members"/g)).toHaveLength(2);
    expect(answer.body).not.toContain(PASSWORD);
  });

  test('a form with a file, or of another site, is not', async () => {
    const form = new FormData();
    form.append('name', 'Travel');
    form.append('file', new File(['x'], 'x.csv'));
    expect((await post(form)).body).toContain(text('service.away.back'));
    const foreign = new FormData();
    foreign.append('name', 'Travel');
    const answer = await post(foreign, { 'Sec-Fetch-Site': 'cross-site' });
    expect([answer.status, answer.body.includes('Travel')]).toEqual([403, false]);
  });

  test('comes back by itself', async () => {
    isUnavailable(await client.call('/workspace'));
    await way.open();
    await until(async () => (await client.call('/workspace')).status === 200);
    way.close();
  });

  test('C8.039 maintenance that was known goes on being told', async () => {
    await way.open();
    await database.query(
      "INSERT INTO maintenance (begun_at, expected_end) VALUES (now(), now() + interval '10 minutes')"
    );
    await until(async () => (await client.call('/workspace')).status === 200);
    way.close();
    const answer = await client.call('/workspace', { headers: ENGLISH });
    await database.query('DELETE FROM maintenance');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500);
    expect(answer.body).toContain('The system is unavailable during maintenance');
    await way.open();
    await until(async () => (await client.call('/workspace')).status === 200);
    way.close();
  });

  async function post(form: FormData, headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' }) {
    const encoded = new Response(form);
    return client.call(GROUPS, {
      method: 'POST',
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'Content-Type': encoded.headers.get('content-type') as string, ...ENGLISH, ...headers }
    });
  }
});

describe('X34 C8.038 a page whose connection to the database is ended while it is made', () => {
  test.each([
    ['of what it shows', 'user_groups', '/workspace/people/user-groups'],
    ['of who asks', 'sessions', '/workspace/people/user-groups'],
    ['of what the frame shows', 'settings', '/workspace']
  ])('at the query %s, is 503 with Retry-After, and well when it is asked again', async (_which, table, path) => {
    const person = await aCardholder(database, { role: 'Z' });
    const client = new PortalClient(server.port, HOST);
    expect((await client.signIn(person.userId, PASSWORD)).status).toBe(200);
    const holder = new pg.Client({ connectionString: database.ownerUrl });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${table}`);
    let [ended, over] = [0, false];
    const asked = client.call(path).finally(() => {
      over = true;
    });
    await until(async () => {
      const { rowCount } = await holder.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      );
      ended += rowCount ?? 0;
      return over;
    });
    await holder.query('ROLLBACK');
    await holder.end();
    const { status, headers } = await asked;
    expect(ended).toBeGreaterThan(0);
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect((await client.call(path)).status).toBe(200);
  });
});
