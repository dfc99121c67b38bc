import type { Layout } from './mapping';
import { LONGEST_RECORD } from './record';
import { UnreadableFile } from './unreadable';

/**
 * Splits a text file into records, one per line; a line break within quotes doesn't end a record. Empty lines are
 * skipped.
 * @throws UnreadableFile if a record has no end
 */
export async function* recordLines(
  { format, delimiter, quote }: Pick<Layout, 'format' | 'delimiter' | 'quote'>,
  text: AsyncIterable<string>
): AsyncGenerator<string[]> {
  const mark = format === 'delimited' ? quote : '';
  const isBlank = (line: string) =>
    line.trim() === '' ||
    (format === 'delimited' && line.startsWith(delimiter) && line.replaceAll(delimiter, '').trim() === '');
  let rest = '';
  let count = 0;
  const endless = (record: string) => {
    const code = isOpen(record, delimiter, mark) ? 'feed.quote.open' : 'feed.record.endless';
    return new UnreadableFile({ code, params: { record: count + 1 } });
  };
  for await (const slice of withLineFeeds(text)) {
    rest += slice;
    const records: string[] = [];
    let from = 0;
    for (;;) {
      const end = recordEnd(rest, from, delimiter, mark);
      if (end < 0) break;
      if (end - from > LONGEST_RECORD) throw endless(rest.slice(from, end));
      const line = rest.slice(from, rest.charCodeAt(end - 1) === 13 ? end - 1 : end);
      from = end + 1;
      if (isBlank(line)) continue;
      records.push(line);
      count++;
    }
    rest = rest.slice(from);
    if (rest.length > LONGEST_RECORD) throw endless(rest);
    yield records;
  }
  if (rest.trim() !== '') throw endless(rest);
}

/**
 * The text with a line feed at its end. If a file ends its lines with carriage returns only, they become line feeds;
 * the limit on a record's length makes the beginning enough to tell.
 */
async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let beginning: string | null = '';
  let returns = false;
  for await (const slice of text) {
    if (beginning === null) {
      yield returns ? slice.replaceAll('\r', '\n') : slice;
      continue;
    }
    beginning += slice;
    if (beginning.length <= LONGEST_RECORD && !beginning.includes('\n')) continue;
    returns = beginning.includes('\r') && !beginning.includes('\n');
    yield returns ? beginning.replaceAll('\r', '\n') : beginning;
    beginning = null;
  }
  // The whole text has no line feed either.
  if (beginning !== null) yield beginning.replaceAll('\r', '\n');
  yield '\n';
}

/** The end of the record that begins at `from`; -1 if it isn't complete. */
function recordEnd(text: string, from: number, delimiter: string, quote: string): number {
  const end = text.indexOf('\n', from);
  if (quote === '' || end < 0) return end;
  const first = text.indexOf(quote, from);
  if (first < 0 || first > end) return end;
  // A record with quotes is scanned by character: a quote opens only at the beginning of a field.
  let quoted = false;
  let atStart = true;
  /** The first line break within quotes. */
  let broken = -1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign === '\n' && broken < 0) broken = at;
      if (sign !== quote) continue;
      const next = text[at + 1];
      if (next === undefined) return -1;
      if (next === quote) at++;
      // This quote opens a field of a later line: the previous one was never closed and ends with its line.
      else if (broken >= 0 && next !== delimiter && next !== '\n' && next !== '\r') return broken;
      else [quoted, broken] = [false, -1];
    } else if (sign === '\n') return at;
    else if (sign === quote && atStart) quoted = true;
    if (!quoted) atStart = sign === delimiter;
  }
  return -1;
}

/** Whether a field's opening quote is never closed. */
const isOpen = (record: string, delimiter: string, quote: string) =>
  quote !== '' && recordEnd(`${record}\n`, 0, delimiter, quote) < 0;
