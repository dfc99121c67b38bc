import { join } from 'node:path';
import Piscina from 'piscina';
import type { Word } from './words';

/** A file that takes longer is given up: its thread is ended, whatever it is doing. */
export const PATIENCE_MILLIS = 60_000;
/** A reader holds 200 MB, so without work its thread ends. */
const IDLE_MILLIS = 60_000;
/** A picture of the largest size takes a third of this. */
const MOST_MEGABYTES = 768;

const place = globalThis as typeof globalThis & { tesseraReading?: Piscina };

/** One thread at low priority, with its own limit of memory: pages go first, and a file that breaks it stops nothing. */
function reading(): Piscina {
  place.tesseraReading ??= new Piscina({
    filename: join(process.cwd(), 'lib/money/reading/reading-worker.mjs'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MILLIS,
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES }
  });
  return place.tesseraReading;
}

/**
 * Reads the words of a JPG, PNG or PDF on this machine, without any network. @throws Error if it can't be read, or not
 * within `PATIENCE_MILLIS`
 */
export const readFile = (bytes: Uint8Array, mediaType: string): Promise<Word[]> =>
  reading().run({ bytes, mediaType }, { signal: AbortSignal.timeout(PATIENCE_MILLIS) });

/** Ends the thread, if there is one. */
export async function closeReading(): Promise<void> {
  const open = place.tesseraReading;
  delete place.tesseraReading;
  await open?.destroy();
}
