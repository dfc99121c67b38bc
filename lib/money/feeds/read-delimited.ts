import { parse } from 'csv-parse/sync';
import { startOf } from '../../core/entry/plain-text';
import type { Layout } from './mapping';
import type { FileRecord } from './record';
import { UnreadableFile } from './unreadable';

/** The column index of each source of a layout, by heading if there are headings. @throws UnreadableFile */
export function columnsOf(sources: readonly string[], headings: readonly string[] | null): number[] {
  if (!headings) return sources.map((source) => Number(source) - 1);
  const folded = headings.map(fold);
  const missing = sources.filter((source) => !folded.includes(fold(source)));
  const twice = sources.filter((source) => folded.indexOf(fold(source)) !== folded.lastIndexOf(fold(source)));
  if (missing.length > 0)
    throw new UnreadableFile({ code: 'feed.columns.missing', params: { columns: listed(missing) } });
  if (twice.length > 0) throw new UnreadableFile({ code: 'feed.columns.twice', params: { columns: listed(twice) } });
  return sources.map((source) => folded.indexOf(fold(source)));
}

/** Column names for a message. */
export const listed = (columns: readonly string[]) => startOf(columns.join(', '), 200);

const fold = (heading: string) =>
  heading
    .normalize('NFC')
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The fields of each line, in order; null for an invalid line. */
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

/** Within quotes a quote is doubled; in the middle of a field it is an ordinary character. */
function parsedLines(lines: readonly string[], delimiter: string, quote: string): (string[] | null)[] {
  const options = {
    delimiter,
    quote,
    escape: quote,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true
  };
  const read = (text: string): string[][] | null => {
    try {
      return parse(text, options) as string[][];
    } catch {
      return null;
    }
  };
  const all = read(lines.join('\n'));
  if (all?.length === lines.length) return all;
  // One line is broken: parse each by itself.
  return lines.map((line) => read(line)?.[0] ?? null);
}

/**
 * Records of delimited lines. A line with more fields than headings is invalid, because their assignment is ambiguous.
 */
export function delimitedRecords(
  lines: readonly string[],
  columns: readonly number[],
  layout: Pick<Layout, 'delimiter' | 'quote'>,
  first: number,
  width = Number.POSITIVE_INFINITY
): FileRecord[] {
  const fields = fieldsOf(lines, layout);
  return lines.map((raw, at) => {
    const found = fields[at];
    const record = { number: first + at, raw, cells: columns.map((column) => found?.[column]) };
    if (!found) return { ...record, fault: 'feed.row.malformed' };
    const isWider = found.length > width && found.slice(width).some((text) => text.trim() !== '');
    return isWider ? { ...record, fault: 'feed.row.wide' } : record;
  });
}
