import { Readable } from 'node:stream';
import { ZipWriter } from '@zip.js/zip.js';

export const ZIP_TYPE = 'application/zip';

/**
 * An archive of one file, encrypted with AES-256 under a password (WinZip AE-2), made while it is read: the file is never
 * all in memory. It ends with the error of `bytes`.
 * @param name of the file in the archive, which is not encrypted
 */
export async function* protectedZip(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  password: string
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { password, encryptionStrength: 3, zipCrypto: false, useWebWorkers: false });
  const write = async () => {
    await zip.add(name, Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>);
    await zip.close();
  };
  let failure: unknown;
  const written = write().catch(async (error) => {
    failure = error;
    await writable.abort(error).catch(() => undefined);
  });
  for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) yield chunk;
  await written;
  if (failure) throw failure;
}
