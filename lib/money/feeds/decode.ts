import type { Layout } from './mapping';
import { UnreadableFile } from './unreadable';

/** Characters that are handed on at once: others get their turn in between. */
const SLICE = 256 * 1024;

/** What a file begins with that says its encoding itself: then it is read in that one. */
const MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] }
];
const LONGEST_MARK = 3;

/**
 * The text of a file, in slices. @throws UnreadableFile where it is not in the encoding, or has NUL in it, which no
 * text has and the database doesn't take
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
      // In lines of fixed places it can be meant: bytes are counted.
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
 * Tells at the end whether all bytes were UTF-8 with more than ASCII in it, which nobody writes in another encoding by
 * chance: read in an encoding that has a character for each byte, it would give wrong names and no error.
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

/** The same bytes, of which the first chunk has all that could be a mark. */
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
