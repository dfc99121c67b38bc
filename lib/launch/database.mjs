import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './build.mjs';
import { databaseFolder, startPostgres } from './embedded-postgres.mjs';
import { onExit, Problem } from './problem.mjs';
import { program, step } from './steps.mjs';

/** @typedef {import('./embedded-postgres.mjs').Postgres} Postgres */

/**
 * The variables that the product and the seed read from the environment.
 * @typedef {{ DATABASE_URL: string, TESSERA_SECRET: string, TESSERA_DATA: string, PORT: string }} DatabaseEnv
 */

/**
 * A migrated and seeded database: the one of DATABASE_URL, or the embedded PostgreSQL in the data folder. It is
 * migrated and seeded by its owner, DATABASE_OWNER_URL if that is set; the product runs as a role that owns nothing.
 * @param {{ folder: string, secret: string, port: number }} start
 * @returns {Promise<{ env: DatabaseEnv, ownerEnv: DatabaseEnv, postgres?: Postgres }>} the
 * environments for the product and for what fills the database, and the embedded PostgreSQL
 */
export async function prepareDatabase({ folder, secret, port }) {
  const given = process.env.DATABASE_URL ?? '';
  /** @type {{ url: string, ownerUrl: string, postgres?: Postgres }} */
  const database = { url: given, ownerUrl: process.env.DATABASE_OWNER_URL || given };
  if (!given) {
    await step('Start the embedded PostgreSQL', async () => {
      const started = await startPostgres({
        folder: databaseFolder(folder),
        durable: true,
        say: (text) => process.stdout.write(`  ${text}\n`)
      });
      onExit(started.stop);
      Object.assign(database, { url: started.applicationUrl, ownerUrl: started.url, postgres: started });
      return started.folder;
    });
  }
  const { url, ownerUrl, postgres } = database;
  const env = { DATABASE_URL: url, TESSERA_SECRET: secret, TESSERA_DATA: folder, PORT: String(port) };
  const ownerEnv = { ...env, DATABASE_URL: ownerUrl };
  await step('Bring the database up to date', async () => {
    const { migrate } = await import('../../prisma/migrate.mjs');
    const applied = await migrate({ databaseUrl: ownerUrl, applicationUrl: url }).catch((error) => {
      const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '3D000'].includes(
        error.code
      );
      throw unreachable
        ? new Problem(
            `The database of DATABASE_URL can't be used (${error.message}). Check the address, and that it is running.`
          )
        : error;
    });
    return applied.length > 0 ? `${applied.length} applied` : 'nothing to apply';
  });
  await step('Fill in the demo', () => seed(ownerEnv, folder));
  return { env, ownerEnv, postgres };
}

/**
 * Runs the seed unless the database has had the very same one; never in production, where the accounts would be open to all.
 * @param {DatabaseEnv} env @param {string} folder
 */
async function seed(env, folder) {
  if (process.env.TESSERA_MODE === 'production') return 'not in production';
  const stamp = join(folder, 'seeded-from');
  const wanted =
    digestOf(['prisma/seed', 'prisma/demo', 'prisma/migrations', 'lib/brand/brands']) +
    env.DATABASE_URL.replace(/:\d+\//, '/') +
    env.PORT;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && (await hasBrands(env.DATABASE_URL)))
    return 'as before';
  await program('node_modules/.bin/tsx', ['prisma/seed/seed.ts'], { env });
  writeFileSync(stamp, wanted);
}

/** @param {string} databaseUrl */
async function hasBrands(databaseUrl) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT 1 FROM brands LIMIT 1');
  await client.end();
  return rows.length > 0;
}
