import pg from 'pg';
import type { TestDatabase } from './database';

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
