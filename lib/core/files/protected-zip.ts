import { Readable } from 'node:stream';
import { zipOf } from './zip';

/**
 * An archive of one file, encrypted with AES-256 under a password (WinZip AE-2), made while it is read: the file is never
 * all in memory. It ends with the error of `bytes`.
 * @param name of the file in the archive, which is not encrypted
 */
export const protectedZip = (
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  password: string
): AsyncGenerator<Uint8Array> =>
  zipOf(
    async (zip) => {
      await zip.add(name, Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>);
    },
    { password, encryptionStrength: 3, zipCrypto: false }
  );
