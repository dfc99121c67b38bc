import { once } from 'node:events';
import { finished, type Readable } from 'node:stream';
import { escapeLiteral, type PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Prisma } from './prisma/client';
import { readingStream } from './replica';

/** No answer takes longer than this; who reads it slower gets it broken off, never a part that looks whole. */
const LONGEST = '15min';

/**
 * The rows of a query as COPY writes them in CSV: as fast as PostgreSQL can, on all its cores, in constant memory. Lines
 * end with `\n`, days are ISO 8601, null is nothing and an empty text `""`. It is read of the replica where there is one.
 * @throws Busy where as many answers stream as may at once
 */
export async function copyOut(query: Prisma.Sql): Promise<Readable> {
  const copy = `COPY (${withLiterals(query)}) TO STDOUT (FORMAT csv)`;
  return readingStream(async (streams) => begun(await streams.connect(), copy));
}

async function begun(client: PoolClient, copy: string): Promise<Readable> {
  // Memory for sorts and joins of what may be millions of rows.
  const settings = `BEGIN READ ONLY; SET LOCAL statement_timeout = '${LONGEST}'; SET LOCAL work_mem = '64MB';
    SET LOCAL datestyle = 'ISO'`;
  await client.query(settings).catch((error) => {
    client.release(true);
    throw error;
  });
  const rows = client.query(copyStreams.to(copy));
  finished(rows, (broken) => {
    // The connection goes with whatever it was in the middle of.
    if (broken) client.release(true);
    else
      client.query('COMMIT').then(
        () => client.release(),
        () => client.release(true)
      );
  });
  await once(rows, 'readable');
  return rows;
}

/** The query as text, as COPY wants it: with its values as literals. */
function withLiterals({ strings, values }: Prisma.Sql): string {
  return strings.reduce((text, part, at) => `${text}${literal(values[at - 1])}${part}`);
}

/** As a parameter, a literal gets its type from where it stands. */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (String(value).includes('\0')) throw new RangeError('PostgreSQL has no text with a NUL');
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(element).join()}}`);
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return escapeLiteral(String(value));
  throw new TypeError('such a value has no literal');
}

const element = (value: unknown) => (value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`);
