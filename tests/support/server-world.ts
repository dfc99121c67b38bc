import { createDatabase, type TestDatabase } from './database';
import { type Mailbox, startMailbox } from './mailbox';
import { aCardholder, PASSWORD, type Person } from './people';
import { PortalClient } from './portal-client';
import { startServer, type TestServer } from './server';

/** A server of this test file's own, over a seeded database and a mail server of its own. */
export function useServer(env: Record<string, string> = {}) {
  const world = {} as {
    database: TestDatabase;
    server: TestServer;
    mailbox: Mailbox;
    client: (host?: string) => PortalClient;
    /** A new user with a verified password, and the client. */
    signedIn: (
      options?: Parameters<typeof aCardholder>[1],
      host?: string
    ) => Promise<{ person: Person; client: PortalClient }>;
    /** Resolves when nothing waits in the outbox any more: what was to be sent has been. */
    outboxEmpty: () => Promise<void>;
  };
  beforeAll(async () => {
    world.database = await createDatabase({ seeded: true });
    world.mailbox = await startMailbox();
    world.server = await startServer({ databaseUrl: world.database.url, env: { SMTP_URL: world.mailbox.url, ...env } });
    world.client = (host) => new PortalClient(world.server.port, host);
    world.signedIn = async (options, host) => {
      const [person, client] = [await aCardholder(world.database, options), world.client(host)];
      const { status } = await client.signIn(person.userId, PASSWORD);
      if (status !== 200) throw new Error(`the sign-in answered ${status}`);
      return { person, client };
    };
    world.outboxEmpty = async () => {
      const waiting = () => world.database.query("SELECT 1 FROM outbox WHERE status = 'queued' LIMIT 1");
      while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 25));
    };
  });
  afterAll(async () => {
    await world.server?.stop();
    await world.mailbox?.close();
    await world.database?.drop();
  });
  return world;
}
