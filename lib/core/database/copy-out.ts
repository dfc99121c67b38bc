import { once } from 'node:events';
import { addAbortSignal, finished, type Readable } from 'node:stream';
import { escapeLiteral, type PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Prisma } from './prisma/client';
import { readingStream } from './replica';

/** The time limit of an answer; a slower reader gets a broken stream, never a part that looks complete. */
const LONGEST = '15min';
/** How often the database looks whether anybody still reads, while it sorts and adds up; on Windows it can't. */
const LOOK_EVERY = '500ms';

/**
 * The rows of a query as CSV by COPY, in constant memory. Lines
 * end with `\n`, days are ISO 8601, null is empty and an empty text `""`. It reads from the replica if there is one.
 * @param signal ends it, also while the database is still looking for the first row
 * @throws Busy if the maximum number of answers is streaming
 */
export async function copyOut(query: Prisma.Sql, signal?: AbortSignal): Promise<Readable> {
  const copy = `COPY (${withLiterals(query)}) TO STDOUT (FORMAT csv)`;
  return readingStream(async (streams) => begun(await streams.connect(), copy, signal));
}

async function begun(client: PoolClient, copy: string, signal?: AbortSignal): Promise<Readable> {
  // Memory for sorting and joining up to millions of rows.
  const settings = `BEGIN READ ONLY; SET LOCAL statement_timeout = '${LONGEST}'; SET LOCAL work_mem = '64MB';
    SET LOCAL datestyle = 'ISO';
    SELECT set_config('client_connection_check_interval', '${LOOK_EVERY}', true)
      WHERE version() !~* 'mingw|msvc|visual c'`;
  await client.query(settings).catch((error) => {
    client.release(true);
    throw error;
  });
  const rows = client.query(copyStreams.to(copy));
  finished(rows, (broken) => {
    // A connection in an unknown state is closed.
    if (broken) client.release(true);
    else
      client.query('COMMIT').then(
        () => client.release(),
        () => client.release(true)
      );
  });
  if (signal) addAbortSignal(signal, rows);
  await once(rows, 'readable');
  return rows;
}

/** The query as text with its values as literals, as COPY requires. */
function withLiterals({ strings, values }: Prisma.Sql): string {
  return strings.reduce((text, part, at) => `${text}${literal(values[at - 1])}${part}`);
}

/** Like a parameter, a literal gets its type from its context. */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (String(value).includes('\0')) throw new RangeError('PostgreSQL has no text with a NUL');
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(element).join()}}`);
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return escapeLiteral(String(value));
  if (value instanceof Date) return `${escapeLiteral(value.toISOString())}::timestamptz`;
  throw new TypeError('such a value has no literal');
}

const element = (value: unknown) => (value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`);
