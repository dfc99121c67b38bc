import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The role that the product runs as, as lib/launch/test-postgres.mjs makes it. */
const ROLE = { username: 'tessera_app', password: 'tests-only' };

export interface TestDatabase {
  /** Its address for the product, whose role owns nothing. */
  url: string;
  /** Its address for migrations and seeds, and for what a test does itself. */
  ownerUrl: string;
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  drop: () => Promise<void>;
}

const adminUrl = () => process.env.TEST_DATABASE_URL as string;

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  // Two copies of one template at once would refuse each other.
  await client.query('SELECT pg_advisory_lock(4711)');
  await client.query(sql);
  await client.end();
}

/** A database of the test's own: migrated, and with `seeded` also filled with the demo. */
export async function createDatabase({ seeded = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying the files takes half the processor time of copying page by page through the log, PostgreSQL's default.
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${seeded ? 'tessera_seeded' : 'tessera_empty'} STRATEGY FILE_COPY`);
  const ownerUrl = Object.assign(new URL(adminUrl()), { pathname: `/${name}` }).href;
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 3 });
  pool.on('error', () => {});
  return {
    url: Object.assign(new URL(ownerUrl), ROLE).href,
    ownerUrl,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    drop: async () => {
      await pool.end();
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  };
}

/** Makes the demo's people into anybody: production takes their brands, and never them. */
export async function withoutDemoPeople({ query }: TestDatabase): Promise<void> {
  await query("UPDATE users SET email = replace(email, '@demo.example', '@mail.example')");
}
