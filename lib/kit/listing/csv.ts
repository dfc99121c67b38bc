import { PassThrough, pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** The read-ahead for slow readers, so that most exports release the database as soon as they are computed. */
const AHEAD_BYTES = 8 * 1024 ** 2;

/** A cell of a CSV file, in quotation marks where it needs them (RFC 4180). */
export const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A CSV file by RFC 4180, in UTF-8 with the byte order mark for spreadsheets: headings, and rows as COPY writes them.
 * @param readers open sealed parts of texts, which contain no line break
 */
export function csvFile(
  headings: readonly string[],
  rows: Readable,
  readers: readonly ((text: string) => string)[]
): ReadableStream<Uint8Array> {
  const file = new PassThrough({ highWaterMark: AHEAD_BYTES });
  const first = `\ufeff${headings.map(quoted).join()}\r\n`;
  pipeline(
    rows,
    (chunks: AsyncIterable<Buffer>) => linesOf(first, chunks, readers),
    file,
    // The stream itself reports the error to its reader.
    () => undefined
  );
  return Readable.toWeb(file, { strategy: { highWaterMark: 0 } }) as ReadableStream<Uint8Array>;
}

async function* linesOf(
  first: string,
  chunks: AsyncIterable<Buffer>,
  readers: readonly ((text: string) => string)[]
): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  const decoder = new StringDecoder('utf8');
  const mark = lineMarker();
  let begun = '';
  for await (const chunk of chunks) {
    const text = begun + decoder.write(chunk);
    const end = text.lastIndexOf('\n') + 1;
    begun = text.slice(end);
    if (end > 0) yield Buffer.from(mark(readers.reduce((read, reader) => reader(read), text.slice(0, end))));
  }
}

/** Ends lines with CR and LF, except line breaks within quotation marks. */
function lineMarker(): (text: string) => string {
  let isWithin = false;
  return (text) => {
    const parts = text.split('"');
    const ended = parts.map((part, index) => ((index % 2 === 1) === isWithin ? part.replaceAll('\n', '\r\n') : part));
    if (parts.length % 2 === 0) isWithin = !isWithin;
    return ended.join('"');
  };
}
