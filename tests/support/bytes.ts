import { buffer } from 'node:stream/consumers';

/** All that a stream holds; nothing where there is none. */
export const bytesOf = async (stream: AsyncIterable<Uint8Array> | null | undefined): Promise<Buffer> =>
  stream ? buffer(stream) : Buffer.alloc(0);
