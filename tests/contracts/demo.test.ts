import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { parseSeedFile } from '@/lib/sign-in/token/token-enrolment';
import { createDatabase, type TestDatabase, withoutDemoPeople } from '../support/database';
import { passcodeOf } from '../support/people';
import { PortalClient, PUBLIC } from '../support/portal-client';
import { PRODUCTION_SECRET, startServer, type TestServer } from '../support/server';
import { useServer } from '../support/server-world';
import { until } from '../support/until';

const DEMO = { TESSERA_MODE: 'demo' };
const PRODUCTION = { TESSERA_MODE: 'production', TESSERA_SECRET: PRODUCTION_SECRET };
const PAGES = [
  '/demo/mail',
  '/demo/mail/00000000-0000-0000-0000-000000000000',
  '/demo/mail/00000000-0000-0000-0000-000000000000/html',
  '/demo/soft-token',
  '/_next/../demo/mail',
  '/_next/%2e%2e/demo/soft-token'
];

const world = useServer({ ...DEMO, TESSERA_TRUSTED_PROXIES: '1', SMTP_URL: '' });

/** A demo that the operator opened to every machine; one start serves both tests of it. */
let opened: Promise<TestServer> | undefined;
const openDemo = () =>
  (opened ??= startServer({
    databaseUrl: world.database.url,
    env: { ...DEMO, HOSTNAME: '0.0.0.0', TESSERA_OPEN_DEMO: 'true', TESSERA_TRUSTED_PROXIES: '1' }
  }));
afterAll(async () => {
  await (await opened?.catch(() => undefined))?.stop();
});

/** The status of a page requested through a reverse proxy. */
const statusOf = async (path: string, from: string, host = 'localhost') =>
  (await world.client(host).call(path, { headers: { 'X-Forwarded-For': from } })).status;

describe('F-6 the pages of the demo', () => {
  test('are there for this machine, by its own names', async () => {
    for (const from of ['127.0.0.1', '::1', '127.8.0.9'])
      for (const host of ['localhost', 'norrvik.localhost', '127.0.0.1'])
        expect([from, host, await statusOf('/demo/mail', from, host)]).toEqual([from, host, 200]);
  });

  test.each(PAGES)('%s is not there for another machine', async (path) => {
    for (const from of ['203.0.113.9', '10.0.0.7', '2001:db8::7', '::ffff:10.0.0.7'])
      expect([from, await statusOf(path, from)]).toEqual([from, 404]);
  });

  test.each(PAGES)('%s is not there by another name, to which a site or a proxy could lead', async (path) => {
    for (const host of ['demo.bank.example', 'localhost.bank.example', '192.168.1.4'])
      expect([host, await statusOf(path, '127.0.0.1', host)]).toEqual([host, 404]);
  });

  test('are there for others where the operator asked for it', async () => {
    const client = new PortalClient((await openDemo()).port, 'demo.bank.example');
    const answer = await client.call('/demo/mail', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(answer.status).toBe(200);
  });
});

test('CD.70 the demo’s token alone has a first PIN that everybody knows', async () => {
  const [seed] = parseSeedFile(readFileSync('app/demo/soft-token/seed-file.xml', 'utf8'));
  const client = world.client();
  const info = (await client.post(`${PUBLIC}/login-info`, { userId: seed?.userId })).json() as { b2BAlias: string };
  const passcode = passcodeOf(seed?.secret as Buffer, '1357');
  expect((await client.enter(info.b2BAlias, 'token', passcode)).body).toContain('new-rsa-pin-component');
  expect((await client.call('/demo/soft-token')).body).toContain('The first PIN is 1357');
});

describe('F-6 a demo that would listen to every machine', () => {
  test.each([
    ['demo', '0.0.0.0'],
    ['development', '::'],
    ['demo', '']
  ])('in %s mode on "%s" does not start', async (mode, address) => {
    const env = { TESSERA_MODE: mode, HOSTNAME: address };
    const start = startServer({ databaseUrl: world.database.url, env });
    await expect(start).rejects.toThrow(/everybody knows the passwords[\s\S]*TESSERA_OPEN_DEMO=true/);
  });

  test('starts where the operator asked for it', async () => {
    const server = await openDemo();
    opened = undefined;
    expect(await server.stop()).toBe(0);
  });

  test('listens to nobody else on the address of this machine alone', async () => {
    const others = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
    );
    for (const host of others) {
      const answered = await new Promise<boolean>((resolve) =>
        request({ host, port: world.server.port, path: '/', timeout: 2_000 }, () => resolve(true))
          .on('error', () => resolve(false))
          .end()
      );
      expect([host, answered]).toEqual([host, false]);
    }
  });
});

describe('F-6 production', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase({ seeded: true });
  });
  afterAll(() => database.drop());

  const start = () => startServer({ databaseUrl: database.url, env: PRODUCTION });

  test('ends with a message on the demo’s data, and code 78', async () => {
    await expect(start()).rejects.toThrow(/This database holds the demo \(issuers 1001, 1002, 1003, 1004, SYSTEM\)/);
  });

  test('does not start while one of the demo’s accounts is left, whoever it is', async () => {
    const people = await database.query<{ id: string; number: string }>(
      "SELECT u.id, i.number FROM users u JOIN issuers i ON i.id = u.issuer_id WHERE u.email LIKE '%@demo.example'"
    );
    expect(people).toHaveLength(11);
    await withoutDemoPeople(database);
    const [system] = people.filter(({ number }) => number === 'SYSTEM');
    await database.query("UPDATE users SET email = 'Somebody@Demo.example' WHERE id = $1", [system?.id]);
    await expect(start()).rejects.toThrow(/holds the demo \(issuers SYSTEM\)/);
  });

  describe('over other data', () => {
    let server: TestServer;
    beforeAll(async () => {
      await withoutDemoPeople(database);
      await database.query("UPDATE users SET email = 'somebody@mail.example' WHERE email ILIKE '%@demo.example'");
      server = await start();
    });
    afterAll(() => server?.stop());

    test('starts without them, closes /metrics without a token, and knows no page of the demo', async () => {
      const client = new PortalClient(server.port);
      for (const path of PAGES) expect((await client.call(path)).status).toBe(404);
      expect((await client.call('/metrics')).status).toBe(404);
      expect(server.output()).toContain('METRICS_TOKEN is not set');
    });

    test('P2.014 PD.21 leads every unknown path on to the logout address, in as long as the page takes to read', async () => {
      const client = new PortalClient(server.port);
      for (const path of ['/nowhere/at/all', '/sdportal/nowhere-component', '/demo/mail', '/mock/users']) {
        const { status, body } = await client.call(path);
        const seconds = /<meta http-equiv="refresh" content="(\d+); url=\/sdportal\/logout-component"/.exec(body)?.[1];
        expect([path, status, Number(seconds) >= 10]).toEqual([path, 404, true]);
      }
    });
  });

  test('F-19 does not start with a weak secret', async () => {
    const env = { TESSERA_MODE: 'production', TESSERA_SECRET: 'changeme-changeme-changeme-changeme' };
    const weak = startServer({ databaseUrl: database.url, env });
    await expect(weak).rejects.toThrow(/TESSERA_SECRET holds a well-known word/);
  });

  test('F-12 says so when its role owns the audit', async () => {
    const server = await startServer({ databaseUrl: database.ownerUrl, env: PRODUCTION });
    await until(() => server.output().includes('the database role owns the audit'));
    await server.stop();
  });
});
