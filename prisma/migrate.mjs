import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { grantApplicationRole } from './application-role.mjs';

const FOLDER = new URL('./migrations/', import.meta.url);
/** The key of the advisory lock that Prisma takes too. */
const LOCK = 72707369;

// As Prisma makes it, so that `prisma migrate deploy` agrees where it can run.
const RECORD_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

function readMigrations() {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(new URL(`${name}/migration.sql`, FOLDER)))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(`${name}/migration.sql`, FOLDER));
      return { name, sql: sql.toString('utf8'), checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies the migrations that the database lacks, each in one transaction together with its record, one
 * process at a time, then gives the role of `applicationUrl` its rights.
 * @param {{ databaseUrl: string, applicationUrl?: string }} urls those of the owner and of the application; one is enough
 * @returns {Promise<string[]>} their names @throws when an applied one was changed
 */
export async function migrate({ databaseUrl, applicationUrl = databaseUrl }) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tessera-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(RECORD_TABLE);
    const { rows } = await client.query(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL'
    );
    const recorded = new Map(rows.map((row) => [row.migration_name, row]));
    const applied = [];
    for (const migration of readMigrations()) {
      const record = recorded.get(migration.name);
      if (!record) {
        await apply(client, migration);
        applied.push(migration.name);
      } else if (!record.finished_at) {
        throw new Error(`Migration ${migration.name} failed earlier: mend the database and delete its record first.`);
      } else if (record.checksum !== migration.checksum) {
        throw new Error(
          `Migration ${migration.name} was changed after it was applied. Migrations only go forward: add a new one.`
        );
      }
    }
    await grantApplicationRole(client, applicationUrl);
    return applied;
  } finally {
    await client.end();
  }
}

/** @param {pg.Client} client @param {{ name: string, sql: string, checksum: string }} migration */
async function apply(client, { name, sql, checksum }) {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
      [randomUUID(), checksum, name]
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed and left nothing behind: ${messageOf(error)}`, { cause: error });
  }
}

/** @param {unknown} error */
const messageOf = (error) => /** @type {Error} */ (error).message;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.env.DATABASE_URL) {
    console.error('Set DATABASE_URL to the database that is to be migrated.');
    process.exit(1);
  }
  try {
    const { DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: databaseUrl = applicationUrl } = process.env;
    const applied = await migrate({ databaseUrl: databaseUrl || applicationUrl, applicationUrl });
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
