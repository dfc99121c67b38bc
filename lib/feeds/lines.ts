import type { Layout } from './mapping';
import { LONGEST_RECORD } from './record';
import { UnreadableFile } from './unreadable';

/**
 * Records of a text file, one to a line; a line break within quotes is none. Empty lines are left out.
 * @throws UnreadableFile where a record has no end
 */
export async function* recordLines(
  { format, delimiter, quote }: Pick<Layout, 'format' | 'delimiter' | 'quote'>,
  text: AsyncIterable<string>
): AsyncGenerator<string[]> {
  const mark = format === 'delimited' ? quote : '';
  let rest = '';
  let count = 0;
  const tooLong = () => new UnreadableFile({ code: 'feed.record.endless', params: { record: count + 1 } });
  for await (const slice of text) {
    rest += slice;
    const records: string[] = [];
    let from = 0;
    for (;;) {
      const end = recordEnd(rest, from, delimiter, mark);
      if (end < 0) break;
      if (end - from > LONGEST_RECORD) throw tooLong();
      const line = rest.slice(from, rest.charCodeAt(end - 1) === 13 && end > from ? end - 1 : end);
      from = end + 1;
      if (line.trim() === '') continue;
      records.push(line);
      count++;
    }
    rest = rest.slice(from);
    if (rest.length > LONGEST_RECORD) throw tooLong();
    if (records.length > 0) yield records;
  }
  const last = rest.replace(/\r$/, '');
  if (last.trim() === '') return;
  if (isOpen(last, delimiter, mark))
    throw new UnreadableFile({ code: 'feed.quote.open', params: { record: count + 1 } });
  yield [last];
}

/** Where the record that begins at `from` ends; -1 where it doesn't yet. */
function recordEnd(text: string, from: number, delimiter: string, quote: string): number {
  let end = text.indexOf('\n', from);
  if (quote === '' || end < 0) return end;
  const first = text.indexOf(quote, from);
  if (first < 0 || first > end) return end;
  // A record with quotes is followed sign by sign: only at the beginning of a field they open one.
  let quoted = false;
  let atStart = true;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== quote) continue;
      if (text[at + 1] === quote) at++;
      else if (at + 1 === text.length) return -1;
      else quoted = false;
    } else if (sign === '\n') {
      end = at;
      return end;
    } else if (sign === quote && atStart) quoted = true;
    if (!quoted) atStart = sign === delimiter;
  }
  return -1;
}

/** Whether a quote that opens a field is never closed. */
const isOpen = (record: string, delimiter: string, quote: string) =>
  quote !== '' && recordEnd(`${record}\n`, 0, delimiter, quote) < 0;
