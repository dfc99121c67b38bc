import { PassThrough, pipeline, Readable } from 'node:stream';

/** The read-ahead for slow readers, so that most exports release the database as soon as they are computed. */
const AHEAD_BYTES = 8 * 1024 ** 2;
const LINE_FEED = 0x0a;

/** A cell of a CSV file, in quotation marks where it needs them (RFC 4180). */
export const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

type Reader = (text: string) => string;

/**
 * A CSV file by RFC 4180, in UTF-8 with the byte order mark for spreadsheets: headings, and rows as COPY writes them. It
 * holds no more than what COPY has sent at once.
 * @param readers open sealed parts of texts, which contain no line break
 * @param counted is told how many rows have ended with each chunk
 */
export async function* csvBytes(
  headings: readonly string[],
  rows: AsyncIterable<Buffer>,
  readers: readonly Reader[],
  counted: (rows: number) => void = () => undefined
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${headings.map(quoted).join()}\r\n`);
  const mark = lineMarker();
  // Without readers no line needs to be whole.
  const whole = readers.length > 0 ? wholeLines(rows) : rows;
  for await (const chunk of whole) {
    const read = readers.length > 0 ? opened(chunk, readers) : chunk;
    const marked = mark(read);
    counted(marked.length - read.length);
    yield marked;
  }
}

/** The same for a reader who may be slow. */
export function csvStream(
  headings: readonly string[],
  rows: Readable,
  readers: readonly Reader[]
): ReadableStream<Uint8Array> {
  const file = new PassThrough({ highWaterMark: AHEAD_BYTES });
  // The stream itself reports the error to its reader.
  pipeline(
    rows,
    (chunks: AsyncIterable<Buffer>) => csvBytes(headings, chunks, readers),
    file,
    () => undefined
  );
  return Readable.toWeb(file, { strategy: { highWaterMark: 0 } }) as ReadableStream<Uint8Array>;
}

/** The same bytes in chunks of whole lines, as COPY ends them. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    begun.push(chunk.subarray(0, end));
    if (end > 0) {
      yield begun.length > 1 ? Buffer.concat(begun) : (begun[0] as Buffer);
      begun = [];
    }
    if (end < chunk.length) begun.push(chunk.subarray(end));
  }
}

const opened = (chunk: Buffer, readers: readonly Reader[]): Buffer => {
  const text = chunk.toString();
  const read = readers.reduce((all, reader) => reader(all), text);
  return read === text ? chunk : Buffer.from(read);
};

/** Ends lines with CR and LF, except line breaks within quotation marks. A byte is a character here, so that none is decoded. */
function lineMarker(): (chunk: Buffer) => Buffer {
  let isWithin = false;
  return (chunk) => {
    const text = chunk.toString('latin1');
    if (!isWithin && !text.includes('"')) return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
    const parts = text.split('"');
    const ended = parts.map((part, index) => ((index % 2 === 1) === isWithin ? part.replaceAll('\n', '\r\n') : part));
    if (parts.length % 2 === 0) isWithin = !isWithin;
    return Buffer.from(ended.join('"'), 'latin1');
  };
}
