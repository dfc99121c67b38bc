import { closeDatabase } from '@/lib/core/database/database';
import { closeHashing } from '@/lib/sign-in/password/password-hash';
import { createDatabase, type TestDatabase } from './database';
import { hashCost, TEST_SECRET } from './server';

export const ORIGIN = { requestId: 'test-request', address: '127.0.0.1', userAgent: 'test' };

/**
 * Points the modules of this test file at a database of its own, for as long as the file runs; `asOwner` for those that
 * fill databases, which the product's role may not.
 */
export function useDatabase({ asOwner = false, ...options }: { seeded?: boolean; asOwner?: boolean } = {}): {
  current: TestDatabase;
} {
  const world = {} as { current: TestDatabase };
  beforeAll(async () => {
    world.current = await createDatabase(options);
    Object.assign(process.env, {
      DATABASE_URL: asOwner ? world.current.ownerUrl : world.current.url,
      TESSERA_SECRET: TEST_SECRET,
      TESSERA_MODE: 'development',
      PASSWORD_HASH_COST: hashCost(),
      LOG_LEVEL: 'silent'
    });
  });
  afterAll(async () => {
    await closeHashing();
    await closeDatabase();
    await world.current?.drop();
  });
  return world;
}
