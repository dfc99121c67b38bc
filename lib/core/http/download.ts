import { Readable } from 'node:stream';
import { attachment } from './answers';

/** A file, as its bytes come. */
export interface Download {
  name: string;
  mediaType: string;
  /** In bytes; none for a file that is made while it is sent. */
  size?: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** 200 with a file to save, streamed; no cache keeps it. */
export const download = ({ name, mediaType, size, bytes }: Download): Response =>
  new Response(Readable.toWeb(Readable.from(bytes)) as ReadableStream, {
    headers: {
      'content-type': mediaType,
      ...(size !== undefined && { 'content-length': String(size) }),
      'content-disposition': attachment(name),
      'cache-control': 'private, no-store'
    }
  });
