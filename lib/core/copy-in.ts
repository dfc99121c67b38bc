import { promises, Readable } from 'node:stream';
import { from } from 'pg-copy-streams';

type CopyIn = ReturnType<typeof from>;

/** Sends lines in the text format of COPY to PostgreSQL as fast as it takes them. `target` is a table, with its columns if not all. */
export function copyIn(
  client: { query: (copy: CopyIn) => CopyIn },
  target: string,
  lines: AsyncIterable<string>
): Promise<void> {
  return promises.pipeline(Readable.from(lines), client.query(from(`COPY ${target} FROM STDIN`)));
}
