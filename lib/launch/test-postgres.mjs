import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../prisma/migrate.mjs';
import { startPostgres } from './embedded-postgres.mjs';
import { program } from './steps.mjs';

/** The secret of every test server and seed: one, so that seeded passwords can be verified. */
export const TEST_SECRET = 'tests-only-tests-only-tests-only-tests-only';

/** The product's database role in tests, with the same limits as in production. */
export const TEST_ROLE = { username: 'tessera_app', password: 'tests-only' };

/** A file system in memory, where there is one: on others it costs a second to make the 1,400 files of a database. */
const MEMORY = '/dev/shm';
const ROOM_IN_BYTES = 6e9;
const NAMED = 'tessera-postgres-';

/** A folder in memory where there is room enough, else `folder`. @param {string} folder */
function fastestFolder(folder) {
  if (!existsSync(MEMORY)) return { place: folder, remove: () => {} };
  for (const name of readdirSync(MEMORY)) if (name.startsWith(NAMED)) removeOrphan(join(MEMORY, name));
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < ROOM_IN_BYTES) return { place: folder, remove: () => {} };
  const place = mkdtempSync(join(MEMORY, NAMED));
  return { place, remove: () => rmSync(place, { recursive: true, force: true }) };
}

/** Removes what a killed run has left, as it would take memory until the machine restarts. @param {string} place */
function removeOrphan(place) {
  try {
    process.kill(Number.parseInt(readFileSync(join(place, 'postgres/postmaster.pid'), 'utf8'), 10), 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') rmSync(place, { recursive: true, force: true });
  }
}

/**
 * A PostgreSQL for tests with two template databases to copy from: `tessera_empty` (migrated) and `tessera_seeded` (with
 * the demo, of which little waits). On the server of DATABASE_URL if that is set, else an embedded one without
 * durability, in memory where `inMemory` allows and the machine has room.
 * @param {string} folder
 * @param {{ inMemory?: boolean }} [options]
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function startTestPostgres(folder, { inMemory = true } = {}) {
  const { url: admin, stop } = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await startEmbedded(folder, inMemory);
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
  for (const path of ['prisma/seed/seed.ts', 'tests/support/settle-demo.ts'])
    await program('node_modules/.bin/tsx', [path], { env: seedEnv });
  return { env: { TEST_DATABASE_URL: admin }, stop };
}

/** @param {string} folder @param {boolean} inMemory */
async function startEmbedded(folder, inMemory) {
  const { place, remove } = inMemory ? fastestFolder(folder) : { place: folder, remove: () => {} };
  const postgres = await startPostgres({ folder: join(place, 'postgres'), durable: false, say: () => {} });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      remove();
    }
  };
}
