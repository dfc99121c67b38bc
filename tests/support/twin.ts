import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestDatabase } from './database';

/** A copy of an issuer's data in another issuer with the same ids: code that ignores the issuer reads the copy. */
export interface Twin {
  issuerId: string;
  /** All that it has, digested. */
  digest: () => Promise<string>;
}

/**
 * The issuer's own node has the issuer's id, so the twin's has the twin's; a token and what only one may have is another.
 * What waits in the outbox is sealed for its own issuer.
 */
const TABLES = `
  SELECT c.relname AS name, copied.*
  FROM pg_class c JOIN pg_attribute i ON i.attrelid = c.oid AND i.attname = 'issuer_id'
  CROSS JOIN LATERAL (
    SELECT string_agg(format('%I', a.attname), ', ') AS columns,
      string_agg(format(CASE
        WHEN a.atttypid = 'uuid'::regtype THEN 'CASE %1$I WHEN $1 THEN $2::uuid ELSE %1$I END'
        WHEN NOT only_one.here THEN '%1$I'
        WHEN a.atttypid = 'bytea'::regtype THEN 'sha256(%1$I)'
        WHEN a.atttypid = 'text'::regtype THEN 'md5(%1$I)' ELSE '%1$I' END, a.attname), ', ') AS values
    FROM pg_attribute a
    CROSS JOIN LATERAL (SELECT a.attname = 'token_hash' OR EXISTS (SELECT FROM pg_index x
      WHERE x.indrelid = c.oid AND x.indisunique AND x.indnkeyatts = 1 AND x.indkey[0] = a.attnum) AS here) only_one
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'issuer_id') copied
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('transaction_references', 'outbox')
  ORDER BY 1`;

/** Copies everything of an issuer. */
export async function aTwinOf(database: TestDatabase, issuerId: string): Promise<Twin> {
  const twin = randomUUID();
  const tables = await database.query<{ name: string; columns: string; values: string }>(TABLES);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('BEGIN');
  // Triggers would place and count what is in its place and counted already.
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(
    'INSERT INTO issuers (id, number, name, time_zone) SELECT $2::uuid, upper(left($2::text, 8)), name, time_zone FROM issuers WHERE id = $1',
    [issuerId, twin]
  );
  for (const { name, columns, values } of tables)
    await client.query(
      `INSERT INTO ${name} (issuer_id, ${columns}) SELECT $2::uuid, ${values} FROM ${name} WHERE issuer_id = $1 ON CONFLICT DO NOTHING`,
      [issuerId, twin]
    );
  await client.query('COMMIT');
  await client.end();
  return { issuerId: twin, digest: () => digestOf(database, tables, twin) };
}

async function digestOf(
  database: TestDatabase,
  tables: readonly { name: string }[],
  issuerId: string
): Promise<string> {
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(string_agg(t::text, '/' ORDER BY t::text)) AS digest FROM ${name} t WHERE t.issuer_id = '${issuerId}'`
  );
  const [row] = await database.query<{ digest: string }>(
    `SELECT string_agg(concat(name, ' ', digest), E'\\n' ORDER BY name) AS digest FROM (${parts.join(' UNION ALL ')}) AS all_of_it`
  );
  return row?.digest ?? '';
}
