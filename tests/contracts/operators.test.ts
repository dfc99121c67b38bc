import { createServer } from 'node:http';
import packageJson from '../../package.json';
import { createDatabase, type TestDatabase } from '../support/database';
import { aCardholder, PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { startServer, type TestServer } from '../support/server';
import { useServer } from '../support/server-world';
import { until } from '../support/until';

const world = useServer({ METRICS_TOKEN: 'metrics-for-the-tests' });

test('health says live and ready', async () => {
  expect((await world.client().call('/health/live')).body).toBe('OK');
  expect((await world.client().call('/health/ready')).json()).toEqual({
    status: 'ready',
    version: packageJson.version,
    database: true,
    writable: true,
    stopping: false
  });
});

test('C1.018 one version everywhere: in the footer, in health and in the document of the API', async () => {
  const { client } = await world.signedIn();
  expect((await client.call('/health/ready')).json()).toMatchObject({ version: '25.6.0' });
  expect((await client.call('/openapi.json')).json()).toMatchObject({ info: { version: '25.6.0' } });
  const page = await client.call('/workspace');
  expect(/<footer[\s\S]*<\/footer>/.exec(page.body)?.[0]).toContain('25.6.0');
  expect(packageJson.version).toBe('25.6.0');
});

describe('F-23 readiness', () => {
  let database: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await createDatabase();
    server = await startServer({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  test.each([
    ['whose disk takes no more', "temp_file_limit = '64kB'"],
    ['that takes no changes', 'default_transaction_read_only = on']
  ])('is 503 over a database %s, and comes back by itself', async (_how, setting) => {
    const name = new URL(database.url).pathname.slice(1);
    const set = async (what: string) => {
      await database.query(`ALTER DATABASE ${name} ${what}`);
      await database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'tessera_app'"
      );
    };
    const ready = () => new PortalClient(server.port).call('/health/ready');
    await set(`SET ${setting}`);
    const refused = await until(async () => {
      const answer = await ready();
      return answer.status === 503 && (answer.json() as { database: boolean }).database && answer;
    });
    expect(refused.json()).toMatchObject({ status: 'not ready', database: true, writable: false });
    await set('RESET ALL');
    await until(async () => (await ready()).status === 200);
  });
});

test('metrics are Prometheus text, for who brings the token', async () => {
  expect((await world.client().call('/metrics')).status).toBe(401);
  await world.client().signIn('nobody.to.count', 'wrong');
  const { status, body } = await world
    .client()
    .call('/metrics', { headers: { Authorization: 'Bearer metrics-for-the-tests' } });
  expect(status).toBe(200);
  expect(body).toMatch(
    /^http_request_duration_seconds_count\{method="POST",route="\/heracles\/login",status="401"\} 1$/m
  );
  expect(body).toMatch(/^sign_ins_total\{outcome="401"\} 1$/m);
  expect(body).toContain('password_hash_queue_length');
  expect(body).not.toContain('nobody.to.count');
});

test('logs are JSON lines with request ids and nothing secret', async () => {
  const person = await aCardholder(world.database);
  const client = world.client();
  const answer = await client.signIn(person.userId, PASSWORD);
  await client.call('/workspace?password=in-the-address');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const output = world.server.output();
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines.find(({ requestId }) => requestId === answer.headers['x-request-id'])).toMatchObject({
    method: 'POST',
    path: '/heracles/login',
    status: 200
  });
  for (const secret of [
    PASSWORD,
    person.userId,
    client.cookies.get('tessera-session') ?? '-',
    'in-the-address',
    person.b2BAlias
  ]) {
    expect(output).not.toContain(secret);
  }
});

test('every answer carries the security headers', async () => {
  for (const path of [
    '/health/live',
    '/sdportal/login-signin-component',
    '/sdportal/rest/cobrand/norrvik',
    '/nowhere',
    '/workspace'
  ]) {
    const { headers } = await world.client().call(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.any(String),
      'x-request-id': expect.any(String)
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

test('a configuration with mistakes is refused at start with all of them', async () => {
  const start = startServer({
    databaseUrl: 'mysql://nowhere',
    env: { TESSERA_SECRET: 'short', PASSWORD_HASH_COST: '3' }
  });
  await expect(start).rejects.toThrow(
    /3 mistake\(s\)[\s\S]*DATABASE_URL[\s\S]*TESSERA_SECRET[\s\S]*PASSWORD_HASH_COST/
  );
});

test('on SIGTERM what is in flight is finished, then the process ends by itself', async () => {
  const database = await createDatabase({ seeded: true });
  const server = await startServer({ databaseUrl: database.url, env: { PASSWORD_HASH_COST: '12' } });
  const people = await Promise.all(Array.from({ length: 4 }, () => aCardholder(database)));
  const client = new PortalClient(server.port);
  const inFlight = people.map((person) =>
    client.call('/heracles/login', {
      form: { username: person.b2BAlias, password: PASSWORD, 'login-form-type': 'password' }
    })
  );
  await new Promise((resolve) => setTimeout(resolve, 400));
  const ended = server.stop();
  expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await ended).toBe(0);
  await expect(client.call('/health/live')).rejects.toThrow('ECONNREFUSED');
  await database.drop();
});

test('the worker role does the chores that are due, the partitions among them, without serving sign-ins', async () => {
  const database = await createDatabase();
  await database.query("INSERT INTO chores (name, due_at) VALUES ('maintain', now() - interval '1 day')");
  const server = await startServer({ databaseUrl: database.url, env: { TESSERA_ROLE: 'worker' } });
  const waiting = () => database.query("SELECT 1 FROM chores WHERE name = 'maintain' AND due_at < now()");
  await until(async () => (await waiting()).length === 0);
  expect(await server.stop()).toBe(0);
  await database.drop();
});

test('OpenTelemetry is switched on by the environment', async () => {
  const calls: string[] = [];
  const collector = createServer((request, response) => {
    calls.push(request.url ?? '');
    request.resume().on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  const { port } = collector.address() as { port: number };
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '100' };
  const server = await startServer({ databaseUrl: world.database.url, env });
  await new PortalClient(server.port).call('/sdportal/login-signin-component');
  await server.stop();
  collector.closeAllConnections();
  collector.close();
  expect(calls).toContain('/v1/traces');
});

test('two servers over one database share sessions', async () => {
  const second = await startServer({ databaseUrl: world.database.url });
  const { client } = await world.signedIn();
  const other = new PortalClient(second.port);
  other.cookies.set('tessera-session', client.cookies.get('tessera-session') ?? '');
  expect((await other.call('/workspace')).status).toBe(200);
  await second.stop();
});
