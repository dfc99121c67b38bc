import { join } from 'node:path';
import { config } from '../../core/server/config';
import { type LastingProcess, lastingProcess } from '../../core/server/own-process';
import { drawPages } from './draw-pages';
import type { Word } from './words';

/** A file that isn't read by then on the clock is given up. Where all processors are busy, reading waits for all else. */
export const PATIENCE_MILLIS = 600_000;
/** A picture takes 0.5 s of computing, one in a script that has to be found out some 4 s; the largest needs 600 MB. */
const LIMITS = { seconds: 60, bytes: 1024 ** 3 };
/** A reader holds 200 MB, so without work its process ends. */
const IDLE_MILLIS = 60_000;

const place = globalThis as typeof globalThis & { tesseraReading?: LastingProcess };

/** One process at low priority, with its own limits: pages go first, and a file that breaks it stops nothing. */
function reading(): LastingProcess {
  place.tesseraReading ??= lastingProcess(
    join(/* turbopackIgnore: true */ process.cwd(), 'lib/money/reading/reading-process.mjs'),
    { limits: LIMITS, niceness: config().TESSERA_BACKGROUND_NICENESS, idleMillis: IDLE_MILLIS }
  );
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
  reading().ask({ work: 'wordsOfPicture', bytes }, signal);

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
  const pages: Word[][] = await reading().ask({ work: 'wordsOfPages', bytes }, signal);
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

/** What a picture of a receipt looks like (looks.mjs); null for what is no picture, or has too little on it. */
export const looksOf = async (bytes: Uint8Array, mediaType: string): Promise<string | null> =>
  mediaType.startsWith('image/')
    ? reading().ask({ work: 'looksOf', bytes }, AbortSignal.timeout(PATIENCE_MILLIS))
    : null;

/** Ends the process, if there is one. */
export function closeReading(): void {
  place.tesseraReading?.end();
}
