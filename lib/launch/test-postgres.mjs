import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../prisma/migrate.mjs';
import { startPostgres } from './embedded-postgres.mjs';
import { program } from './steps.mjs';

/** The secret of every test server and seed: one, so that seeded passwords can be verified. */
export const TEST_SECRET = 'tests-only-tests-only-tests-only-tests-only';

/** The product's database role in tests, with the same limits as in production. */
export const TEST_ROLE = { username: 'tessera_app', password: 'tests-only' };

/**
 * A PostgreSQL for tests with two template databases to copy from: `tessera_empty` (migrated) and
 * `tessera_seeded` (with the demo). On the server of DATABASE_URL if that is set, else an embedded one
 * without durability.
 * @param {string} folder
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function startTestPostgres(folder) {
  const { url: admin, stop } = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await startPostgres({ folder: join(folder, 'postgres'), durable: false, say: () => {} });
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  for (const name of ['tessera_empty', 'tessera_seeded']) {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  /** @param {string} name */
  const urlOf = (name) => Object.assign(new URL(admin), { pathname: `/${name}` }).href;
  await client.query('CREATE DATABASE tessera_empty');
  const databaseUrl = urlOf('tessera_empty');
  await migrate({ databaseUrl, applicationUrl: Object.assign(new URL(databaseUrl), TEST_ROLE).href });
  await client.query('CREATE DATABASE tessera_seeded TEMPLATE tessera_empty');
  await client.end();
  const seedEnv = {
    DATABASE_URL: urlOf('tessera_seeded'),
    TESSERA_SECRET: TEST_SECRET,
    TESSERA_DATA: folder,
    PASSWORD_HASH_COST: '10'
  };
  await program('node_modules/.bin/tsx', ['prisma/seed/seed.ts'], { env: seedEnv });
  return { env: { TEST_DATABASE_URL: admin }, stop };
}
