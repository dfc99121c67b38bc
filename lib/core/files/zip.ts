import { ZipWriter, type ZipWriterConstructorOptions } from '@zip.js/zip.js';

export const ZIP_TYPE = 'application/zip';

/**
 * An archive, made while it is read: neither it nor a file in it is ever all in memory, as long as `write` adds streams.
 * It ends with the error of `write`.
 * @param write adds the files, one after the other
 */
export async function* zipOf(
  write: (zip: ZipWriter<unknown>) => Promise<void>,
  options: ZipWriterConstructorOptions = {}
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { ...options, useWebWorkers: false });
  let failure: unknown;
  const written = write(zip)
    .then(() => zip.close())
    .catch(async (error) => {
      failure = error;
      await writable.abort(error).catch(() => undefined);
    });
  for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) yield chunk;
  await written;
  if (failure) throw failure;
}
