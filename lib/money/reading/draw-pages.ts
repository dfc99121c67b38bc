import { join } from 'node:path';
import { config } from '../../core/server/config';
import { inOwnProcess } from '../../core/server/own-process';

/** A page takes 0.3 s; a document that takes more is not drawn. */
const LIMITS = { seconds: 10, bytes: 1024 ** 3, patienceMillis: 20_000 };

/**
 * Draws pages of a PDF, counted from 0, in a process of its own: each as a grey PNG of at most 2,200 pixels a side.
 * @throws Error if they can't be drawn within the limits
 */
export const drawPages = (bytes: Uint8Array, pages: readonly number[]): Promise<Uint8Array[]> =>
  inOwnProcess(
    join(/* turbopackIgnore: true */ process.cwd(), 'lib/money/reading/draw-pages-process.mjs'),
    { bytes, pages },
    { limits: LIMITS, niceness: config().TESSERA_BACKGROUND_NICENESS }
  );
