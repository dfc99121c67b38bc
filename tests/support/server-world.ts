import { createDatabase, type TestDatabase } from './database';
import { PortalClient } from './portal-client';
import { startServer, type TestServer } from './server';

/** A server of this test file's own, over a seeded database of its own. */
export function useServer(env: Record<string, string> = {}) {
  const world = {} as { database: TestDatabase; server: TestServer; client: (host?: string) => PortalClient };
  beforeAll(async () => {
    world.database = await createDatabase({ seeded: true });
    world.server = await startServer({ databaseUrl: world.database.url, env });
    world.client = (host) => new PortalClient(world.server.port, host);
  });
  afterAll(async () => {
    await world.server?.stop();
    await world.database?.drop();
  });
  return world;
}
