import { join } from 'node:path';
import { config } from '../../../core/server/config';
import { inOwnProcess } from '../../../core/server/own-process';

/** A file that takes more is given up: a page takes 0.2 s, a picture of the largest size half of the memory. */
const LIMITS = { seconds: 30, bytes: 1024 ** 3, patienceMillis: 100_000 };

/** What was drawn of a file, each picture as WebP. */
export interface Drawn {
  /** At most 20,000 bytes. */
  thumbnail: Uint8Array;
  /** The first pages of a document; none of a picture. */
  pages: Uint8Array[];
  /** How many pages a document has; null for a picture. */
  all: number | null;
}

/** Draws a JPG, PNG or PDF in a process of its own. @throws Error if no picture can be made of it within the limits */
export const drawPreview = (bytes: Uint8Array, mediaType: string, limits = LIMITS): Promise<Drawn> =>
  inOwnProcess(
    join(/* turbopackIgnore: true */ process.cwd(), 'lib/kit/attachments/previews/preview-process.mjs'),
    { bytes, mediaType },
    { limits, niceness: config().TESSERA_BACKGROUND_NICENESS }
  );
