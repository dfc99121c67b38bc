import { connect, createServer, type Server, type Socket } from 'node:net';
import { createDatabase, type TestDatabase } from '../support/database';
import { aCardholder, PASSWORD } from '../support/people';
import { firstError, PortalClient } from '../support/portal-client';
import { startServer, type TestServer } from '../support/server';
import { text } from '../support/texts';

const SIGN_IN = '/sdportal/login-signin-component';

let database: TestDatabase;
let server: TestServer;
let way: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  database = await createDatabase({ seeded: true });
  const { hostname, port: target } = new URL(database.url);
  // The server reaches its database over a way that can be broken.
  way = createServer((from) => {
    const to = connect(Number(target), hostname);
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', () => resolve()));
  const { port } = way.address() as { port: number };
  server = await startServer({ databaseUrl: Object.assign(new URL(database.url), { port: String(port) }).href });
});
afterAll(async () => {
  await server?.stop();
  way?.close();
  await database?.drop();
});

test('C8.015 C8.037 without its database the authentication system says that it is unavailable, on pages and to programs', async () => {
  const person = await aCardholder(database);
  const client = new PortalClient(server.port);
  expect((await client.call(SIGN_IN)).status).toBe(200);
  way.close();
  for (const socket of sockets) socket.destroy();

  const posted = await client.submit(SIGN_IN, { userId: person.userId, password: PASSWORD });
  expect([posted.status, posted.headers['retry-after']]).toEqual([503, '10']);
  expect(posted.body).toContain(text('authentication.unavailable'));
  expect(posted.body).toContain('Unable to login');
  expect(posted.body).not.toContain(person.userId);

  const entered = await client.enter(person.b2BAlias, 'password', PASSWORD);
  expect([entered.status, firstError(entered).code]).toEqual([503, 'authentication.unavailable']);
  // Nothing personal is in the sign-in page: it is served from what is known.
  expect((await client.call(SIGN_IN)).status).toBe(200);
}, 60_000);
