import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

type Value = string | number | boolean | Uint8Array | null;

/** A row's values in the order of its columns, or what `line` made of them. */
export type Row = readonly Value[] | string;

const CHUNK = 256 * 1024;

/** A value in the text format of COPY. */
function field(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, escaped) : value;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

const escaped = (character: string) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[character] as string;

/** Values as a part of a line of COPY's text format. */
export function line(values: readonly Value[]): string {
  let text = field(values[0] as Value);
  for (let at = 1; at < values.length; at++) text += `\t${field(values[at] as Value)}`;
  return text;
}

function* chunksOf(rows: Iterable<Row>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += `${typeof row === 'string' ? row : line(row)}\n`;
    if (text.length > CHUNK) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text) yield Buffer.from(text);
}

/** Loads rows into a table by COPY, in constant memory. @returns how many the database took */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>
): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from(chunksOf(rows), { objectMode: true, highWaterMark: 8 }), stream);
  return stream.rowCount;
}

/** What `dropForLoad` took away: the statements that bring it back, in their order. */
export type Restore = string[];

/**
 * Drops the indexes, unique keys and foreign keys of tables that a large load would otherwise keep up row by
 * row, and says how they are made again. In one transaction with the load: a crash leaves all as it was.
 */
export async function dropForLoad(client: Client, tables: readonly string[]): Promise<Restore> {
  // What waits for the commit would hold on to the tables.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)
     ORDER BY i.indexrelid`,
    [tables]
  );
  // Primary keys stay, and what foreign keys lead to.
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint k WHERE conrelid = ANY ($1::regclass[]) AND conparentid = 0
       AND (contype = 'f' OR contype = 'u' AND NOT EXISTS (
         SELECT 1 FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = k.conindid))
     ORDER BY contype DESC, oid`,
    [tables]
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return [
    // A partitioned table's own index is told as ON ONLY; its partitions are to have it too.
    ...indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
    ...keys.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  ];
}
