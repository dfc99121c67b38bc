import pg from 'pg';
import type { TestDatabase } from './database';
import { until } from './until';

/** Runs a function while another transaction holds rows: work that must not wait for them ends before their release. */
export async function whileHeld<T>(
  { ownerUrl }: TestDatabase,
  table: string,
  condition: string,
  values: unknown[],
  something: () => Promise<T>
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} WHERE ${condition} FOR UPDATE`, values);
    if (!rowCount) throw new Error(`there is nothing to hold in ${table}`);
    return await something();
  } finally {
    await client.end();
  }
}

/** Runs a function while nobody can read a table: what reads it waits until the function ends. */
export async function whileLocked<T>(
  { ownerUrl }: TestDatabase,
  table: string,
  something: () => Promise<T>
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return await something();
  } finally {
    await client.end();
  }
}

/** The answer of work that is begun while another transaction deletes a row, and waits for it. */
export async function whileGone<T>(
  { ownerUrl }: TestDatabase,
  table: string,
  id: string,
  something: () => Promise<T>
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    const work = something();
    await untilWaiting(client);
    await client.query('COMMIT');
    return await work;
  } finally {
    await client.end();
  }
}

/** Resolves when a number of connections wait for what another one has locked. */
export const untilWaiting = (client: pg.Client, count = 1) =>
  until(async () => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(DISTINCT pid)::int AS count FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))'
    );
    return rows[0]?.count === count;
  });
