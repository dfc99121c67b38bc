import { buffer } from 'node:stream/consumers';

/** The content of a stream; empty without one. */
export const bytesOf = async (stream: AsyncIterable<Uint8Array> | null | undefined): Promise<Buffer> =>
  stream ? buffer(stream) : Buffer.alloc(0);
