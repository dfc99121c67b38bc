import type { Layout } from './mapping';
import { UnreadableFile } from './unreadable';

/** Characters that are handed on at once: others get their turn in between. */
const SLICE = 256 * 1024;

/**
 * The text of a file, in slices. @throws UnreadableFile where it is not in the encoding, or has NUL in it, which no
 * text has and the database doesn't take
 */
export async function* decoded(
  { encoding }: Pick<Layout, 'encoding'>,
  bytes: AsyncIterable<Uint8Array>
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const read = (chunk?: Uint8Array): string => {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
      if (text.includes('\0')) throw new UnreadableFile({ code: 'feed.not.text' });
      return text;
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      throw new UnreadableFile({ code: 'feed.encoding.wrong', params: { encoding } });
    }
  };
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.byteLength; at += SLICE) {
      yield read(chunk.subarray(at, at + SLICE));
      await new Promise((resolve) => setImmediate(resolve));
    }
  yield read();
}
