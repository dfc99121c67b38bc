import { promises, Readable } from 'node:stream';
import copyStreams, { type CopyStreamQuery } from 'pg-copy-streams';

type Client = { query: (copy: CopyStreamQuery) => CopyStreamQuery };

/** The values that COPY accepts. */
export type CopyValue = string | number | boolean | Uint8Array | null | undefined;

const CHUNK_CHARACTERS = 256 * 1024;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in the text format of COPY. */
function field(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string')
    return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (mark) => ESCAPES[mark] as string) : value;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

/** A row's values in the order of its columns, or the result of `copyLine`. */
export type CopyRow = readonly CopyValue[] | string;
type CopyRows = Iterable<CopyRow> | AsyncIterable<CopyRow>;

/** Values as a line of COPY's text format, or a part of one, without its end. */
export function copyLine(values: readonly CopyValue[]): string {
  let text = field(values[0]);
  for (let at = 1; at < values.length; at++) text += `\t${field(values[at])}`;
  return text;
}

async function* chunksOf(rows: CopyRows): AsyncGenerator<Buffer> {
  let text = '';
  for await (const row of rows) {
    text += `${typeof row === 'string' ? row : copyLine(row)}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text) yield Buffer.from(text);
}

/**
 * Copies rows into a table in constant memory; `target` is a table, with its columns if not all.
 * @returns the number of rows
 */
export async function copyIn(client: Client, target: string, rows: CopyRows): Promise<number> {
  const copy = client.query(copyStreams.from(`COPY ${target} FROM STDIN`));
  await promises.pipeline(Readable.from(chunksOf(rows), { highWaterMark: 8 }), copy);
  return copy.rowCount;
}
