import { parse } from 'csv-parse/sync';
import type { Layout } from './mapping';
import type { FileRecord } from './record';
import { UnreadableFile } from './unreadable';

/** Where each source of a layout stands in a line, by the headings if there are any. @throws UnreadableFile */
export function columnsOf(sources: readonly string[], headings: readonly string[] | null): number[] {
  if (!headings) return sources.map((source) => Number(source) - 1);
  const folded = headings.map(fold);
  const missing = sources.filter((source) => !folded.includes(fold(source)));
  if (missing.length > 0)
    throw new UnreadableFile({ code: 'feed.columns.missing', params: { columns: missing.join(', ').slice(0, 200) } });
  return sources.map((source) => folded.indexOf(fold(source)));
}

const fold = (heading: string) =>
  heading
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The fields of lines, in their order; null for a line that is none. */
export function fieldsOf(lines: readonly string[], { delimiter, quote }: Pick<Layout, 'delimiter' | 'quote'>) {
  const fields: (string[] | null)[] = lines.map((line) =>
    quote === '' || !line.includes(quote) ? line.split(delimiter) : null
  );
  const quoted = lines.filter((_, at) => fields[at] === null);
  if (quoted.length === 0) return fields;
  const parsed = parsedLines(quoted, delimiter, quote);
  let next = 0;
  return fields.map((one) => one ?? parsed[next++] ?? null);
}

function parsedLines(lines: readonly string[], delimiter: string, quote: string): (string[] | null)[] {
  const options = { delimiter, quote, relax_column_count: true, relax_quotes: true, record_delimiter: '\n' };
  const read = (text: string): string[][] | null => {
    try {
      return parse(text, options) as string[][];
    } catch {
      return null;
    }
  };
  const all = read(lines.join('\n'));
  if (all?.length === lines.length) return all;
  // One of them is broken: each by itself.
  return lines.map((line) => read(line)?.[0] ?? null);
}

/** Records of delimited lines. */
export function delimitedRecords(
  lines: readonly string[],
  columns: readonly number[],
  layout: Pick<Layout, 'delimiter' | 'quote'>,
  first: number
): FileRecord[] {
  const fields = fieldsOf(lines, layout);
  return lines.map((raw, at) => {
    const found = fields[at];
    const record = { number: first + at, raw, cells: columns.map((column) => found?.[column]) };
    return found ? record : { ...record, fault: 'feed.row.malformed' };
  });
}
