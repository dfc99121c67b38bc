import type { Layout } from './mapping';
import { UnreadableFile } from './unreadable';

/** The number of characters handed on at once, so that other work runs in between. */
const SLICE = 256 * 1024;

/** Byte order marks: they override the configured encoding. */
const MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] }
];
const LONGEST_MARK = 3;

/**
 * Decodes a file in slices. @throws UnreadableFile if the file is not in its encoding, or contains NUL, which the
 * database doesn't accept
 */
export async function* decoded(
  layout: Pick<Layout, 'encoding' | 'format'>,
  bytes: AsyncIterable<Uint8Array>
): AsyncGenerator<string> {
  let [encoding, wide]: [string, boolean] = [layout.encoding, false];
  let decoder: TextDecoder | null = null;
  let other: ReturnType<typeof utf8Watch> | null = null;
  const read = (chunk?: Uint8Array): string => {
    if (!decoder) {
      encoding = markedIn(chunk) ?? layout.encoding;
      wide = encoding.startsWith('utf-16');
      decoder = new TextDecoder(encoding, { fatal: true });
      // Fixed-width lines may mean it, because their places count bytes.
      if (!wide && encoding !== 'utf-8' && layout.format !== 'fixed') other = utf8Watch();
    }
    if (!wide && chunk?.includes(0)) throw new UnreadableFile({ code: 'feed.not.text' });
    let text: string;
    try {
      text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new UnreadableFile({ code: 'feed.encoding.wrong', params: { encoding } });
    }
    if (other?.(chunk)) throw new UnreadableFile({ code: 'feed.encoding.wrong', params: { encoding } });
    if (wide && text.includes('\0')) throw new UnreadableFile({ code: 'feed.not.text' });
    return text;
  };
  for await (const chunk of withWholeBeginning(bytes))
    for (let at = 0; at < chunk.byteLength; at += SLICE) {
      yield read(chunk.subarray(at, at + SLICE));
      await new Promise((resolve) => setImmediate(resolve));
    }
  yield read();
}

/**
 * Reports at the end whether all bytes were UTF-8 beyond ASCII, which doesn't occur by chance: a single-byte encoding
 * would decode it to wrong names without an error.
 */
function utf8Watch(): (chunk?: Uint8Array) => boolean {
  let decoder: TextDecoder | null = new TextDecoder('utf-8', { fatal: true });
  let [bytes, characters] = [0, 0];
  return (chunk) => {
    try {
      characters += (chunk ? decoder?.decode(chunk, { stream: true }) : decoder?.decode())?.length ?? 0;
      bytes += chunk?.byteLength ?? 0;
    } catch {
      decoder = null;
    }
    return !chunk && decoder !== null && characters < bytes;
  };
}

const markedIn = (beginning: Uint8Array = new Uint8Array()) =>
  MARKS.find(({ bytes }) => bytes.every((byte, at) => beginning[at] === byte))?.encoding;

/** The same bytes; the first chunk is long enough for any byte order mark. */
async function* withWholeBeginning(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array | null = new Uint8Array();
  for await (const chunk of bytes) {
    if (!beginning) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.byteLength < LONGEST_MARK) continue;
    yield beginning;
    beginning = null;
  }
  if (beginning) yield beginning;
}
