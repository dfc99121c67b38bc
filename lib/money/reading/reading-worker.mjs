// Runs on a thread of its own (read-file.ts): reads the words of a picture or of a PDF, without any network.
import { join } from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM } from 'tesseract.js';
import { extractTextItems, getDocumentProxy } from 'unpdf';

/** @typedef {import('./words').Word} Word */

/** The longest side of the picture that is read: larger ones take longer and are read no better. */
const LONGEST_SIDE = 2_200;
/** Letters of a narrower picture are too small to be read. */
const LEAST_WIDTH = 900;
/** A camera's picture has fewer; a small file with more is made to exhaust the memory. */
const MOST_PIXELS = 80_000_000;
/** The reader grows with each picture, so it is replaced after so many. */
const MOST_PICTURES = 100;
/** Words of more are no receipt. */
const MOST_WORDS = 3_000;
/** A receipt says what was paid on its first pages. */
const MOST_PAGES = 5;

/** @type {{ worker: import('tesseract.js').Worker, pictures: number } | null} */
let reader = null;

/**
 * @param {{ bytes: Uint8Array, mediaType: string }} file
 * @returns {Promise<Word[]>} the words in the order of reading
 */
export default async function read({ bytes, mediaType }) {
  const words = mediaType === 'application/pdf' ? await readDocument(bytes) : await readPicture(bytes);
  return words.slice(0, MOST_WORDS);
}

/** @param {Uint8Array} bytes @returns {Promise<Word[]>} */
async function readPicture(bytes) {
  const { data: png, info } = await prepared(bytes);
  if (!reader || reader.pictures >= MOST_PICTURES) {
    await reader?.worker.terminate();
    reader = { worker: await startReader(), pictures: 0 };
  }
  reader.pictures += 1;
  const { data } = await reader.worker.recognize(png, {}, { text: false, blocks: true });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines: own }) => own));
  return lines.flatMap(({ words }, line) =>
    words.map(({ text, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      line,
      box: [
        thousandths(x0, info.width),
        thousandths(y0, info.height),
        thousandths(x1, info.width),
        thousandths(y1, info.height)
      ]
    }))
  );
}

/** @param {number} at @param {number} of @returns {number} */
const thousandths = (at, of) => Math.round((at / of) * 1_000);

/**
 * The picture upright, grey, and of a size that is read well.
 * @param {Uint8Array} bytes
 */
async function prepared(bytes) {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  const { width, height } = autoOrient;
  const scale = Math.min(LONGEST_SIDE / Math.max(width, height), Math.max(1, LEAST_WIDTH / width));
  return sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize({ width: Math.max(1, Math.round(width * scale)) })
    .flatten({ background: 'white' })
    .grayscale()
    .normalise()
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}

const startReader = () =>
  createWorker('eng', OEM.LSTM_ONLY, {
    // Without it the library would fetch the language from the network.
    langPath: join(process.cwd(), 'node_modules/@tesseract.js-data/eng/4.0.0_best_int'),
    cacheMethod: 'none'
  });

/**
 * The text that a document has in it; one that is a picture has none.
 * @param {Uint8Array} bytes
 * @returns {Promise<Word[]>}
 */
async function readDocument(bytes) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { items } = await extractTextItems(document);
  let line = 0;
  return items.slice(0, MOST_PAGES).flatMap((page) => {
    let last = Number.NaN;
    return page.flatMap(({ str, y }) => {
      // Items of one line stand at one height.
      if (Math.abs(y - last) > 2 || Number.isNaN(last)) line += 1;
      last = y;
      return str
        .split(/\s+/)
        .filter(Boolean)
        .map((text) => ({ text, line, box: null }));
    });
  });
}
