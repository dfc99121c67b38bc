import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
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
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${seeded ? 'tessera_seeded' : 'tessera_empty'}`);
  const url = Object.assign(new URL(adminUrl()), { pathname: `/${name}` }).href;
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {});
  return {
    url,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    drop: async () => {
      await pool.end();
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  };
}
