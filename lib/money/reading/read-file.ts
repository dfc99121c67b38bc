import { join } from 'node:path';
import Piscina from 'piscina';
import { config } from '../../core/server/config';
import { drawPages } from './draw-pages';
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
    niceIncrement: config().TESSERA_BACKGROUND_NICENESS,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES }
  });
  return place.tesseraReading;
}

/**
 * Reads the words of a JPG, PNG or PDF on this machine, without any network. @throws Error if it can't be read, or not
 * within `PATIENCE_MILLIS`
 */
export async function readFile(bytes: Uint8Array, mediaType: string): Promise<Word[]> {
  const signal = AbortSignal.timeout(PATIENCE_MILLIS);
  return mediaType === 'application/pdf' ? readDocument(bytes, signal) : readPicture(bytes, signal);
}

const readPicture = (bytes: Uint8Array, signal: AbortSignal): Promise<Word[]> =>
  reading().run(bytes, { name: 'wordsOfPicture', signal });

/** A page with fewer words may be a scan that its scanner has signed. */
const LEAST_WORDS = 10;
/** The picture of a scan has so many times the words of its text. */
const SCAN_HAS_MORE = 2;
/** So many scanned pages of a document are read: a receipt says what was paid on its first ones. */
const MOST_SCANS = 3;

/**
 * The words of a document: the text of its first pages, and what is read on those that are pictures. Boxes are of
 * pictures alone. What can't be drawn, or not be read in time, leaves the rest as it is.
 */
async function readDocument(bytes: Uint8Array, signal: AbortSignal): Promise<Word[]> {
  const pages: Word[][] = await reading().run(bytes, { name: 'wordsOfPages', signal });
  const scans = pages.flatMap((words, at) => (words.length < LEAST_WORDS ? [at] : [])).slice(0, MOST_SCANS);
  const drawn = scans.length > 0 ? await drawPages(bytes, scans).catch(() => []) : [];
  for (const [index, picture] of drawn.entries()) {
    const read = await readPicture(picture, signal).catch(() => []);
    const page = pages[scans[index] as number] as Word[];
    // Else it is a short page, whose own text is the better one.
    if (read.length < page.length * SCAN_HAS_MORE) continue;
    const after = (page.at(-1)?.line ?? 0) + 1;
    page.push(...read.map(({ text, line }) => ({ text, line: line + after, box: null })));
  }
  return joined(pages);
}

/** The words of pages, whose lines are counted on from page to page. */
function joined(pages: readonly Word[][]): Word[] {
  let before = 0;
  return pages.flatMap((page) => {
    const from = before;
    before += (page.at(-1)?.line ?? 0) + 1;
    return page.map((word) => ({ ...word, line: word.line + from }));
  });
}

/** Ends the thread, if there is one. */
export async function closeReading(): Promise<void> {
  const open = place.tesseraReading;
  delete place.tesseraReading;
  await open?.destroy();
}
