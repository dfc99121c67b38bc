// Runs in a process of its own (read-file.ts), without the product's environment: reads the words of pictures and of PDFs, and
// what pictures look like, without any network.
import { join } from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM } from 'tesseract.js';
import { extractTextItems, getDocumentProxy } from 'unpdf';
import { looksOf } from './looks.mjs';

/** @typedef {import('./words').Word} Word */

/** The longest side of the picture that is read: larger ones take longer and are read no better. */
const LONGEST_SIDE = 2_200;
/** Letters of a narrower picture are too small to be read. */
const LEAST_WIDTH = 900;
/** A camera's picture has fewer; a small file with more is made to exhaust the memory. */
const MOST_PIXELS = 80_000_000;
/** The reader grows with each reading, so it is replaced after so many. */
const MOST_PICTURES = 100;
/** Words of more are no receipt. */
const MOST_WORDS = 3_000;
/** A receipt says what was paid on its first pages. */
const MOST_PAGES = 5;

/**
 * Latin, Greek, Cyrillic, Japanese, Korean and Chinese of both kinds. There is no package of Russian; the Kazakh data has
 * all letters of the Cyrillic languages that are read here.
 */
const LANGUAGES = ['eng', 'ell', 'kaz', 'jpn', 'kor', 'chi_sim', 'chi_tra'];
/** A reading of this certainty is in the right script, and the right way up: wrong ones have 50 at most. */
const CERTAIN = 65;
/** Fewer letters are no proof of it. */
const LEAST_LETTERS = 20;
/** How much of a picture tells its script, in pixels: below the edge, where shops print their name. */
const STRIP = { width: 1_000, height: 520, from: 0.2 };
/** The side of a picture that tells how its lines lie, in pixels; so far from a stroke it is so much lighter. */
const LEVEL_SIDE = 480;
const STROKE = 6;
const DARKER = 24;
/** By how many degrees a paper may lie askew. */
const MOST_ASKEW = 8;

/** @typedef {{ data: Buffer, info: { width: number, height: number } }} Picture */

/** @typedef {{ worker: import('tesseract.js').Worker, language: string, pictures: number }} Reader */
/** @type {{ english?: Reader, other?: Reader }} */
const readers = {};

sharp.concurrency(1);

const WORK = { wordsOfPicture, wordsOfPages, looksOf };

// What can't be read ends the process.
process.on('message', async (message) => {
  const { work, bytes } = /** @type {{ work: keyof typeof WORK, bytes: Uint8Array }} */ (message);
  process.send?.(await WORK[work](bytes));
});
// A reader's thread would keep it alive without us.
process.once('disconnect', () => process.exit());

/**
 * The words of a picture in the order of reading.
 * @param {Uint8Array} bytes a JPG or PNG @returns {Promise<Word[]>}
 */
export async function wordsOfPicture(bytes) {
  return (await readPicture(bytes)).slice(0, MOST_WORDS);
}

/** @param {Uint8Array} bytes @returns {Promise<Word[]>} */
async function readPicture(bytes) {
  const picture = await prepared(bytes);
  const degrees = await degreesToLevel(picture);
  const level = await turned(picture, degrees);
  const first = await recognized('eng', level);
  if (first.confidence >= CERTAIN) return wordsOf(first, degrees, picture);
  const { language, flip } = await bestReading(level);
  const upright = flip ? await turned(picture, degrees + 180) : level;
  const around = flip ? degrees + 180 : degrees;
  const latin = flip ? await recognized('eng', upright) : first;
  // Another script has its own words; the digits are read best as English.
  const script = language === 'eng' ? [] : wordsOf(await recognized(language, upright), around, picture);
  const after = (script.at(-1)?.line ?? -1) + 1;
  return [...script, ...wordsOf(latin, around, picture).map((word) => ({ ...word, line: word.line + after }))];
}

/**
 * The language and the way up in which a strip of a picture is read surely: a traveller's receipt is in the script of the
 * country, which nobody has told us.
 * @param {Picture} picture
 */
async function bestReading(picture) {
  let best = { language: 'eng', flip: false, confidence: 0 };
  const strips = [await stripOf(picture), await stripOf(await turned(picture, 180))];
  // A bank's receipts are in few scripts, so the reader that is there goes first.
  const languages = new Set(['eng', readers.other?.language ?? 'eng', ...LANGUAGES]);
  for (const language of languages)
    for (const [at, strip] of strips.entries()) {
      const { confidence } = await recognized(language, strip);
      if (confidence > best.confidence) best = { language, flip: at === 1, confidence };
      if (confidence >= CERTAIN) return best;
    }
  return best;
}

/**
 * The words of a picture, and how sure the reader is of its letters on average, from 0 to 100. Digits are read surely by the
 * data of any script.
 * @param {string} language @param {Picture} picture
 */
async function recognized(language, { data: image, info }) {
  const { data } = await (await readerOf(language)).recognize(image, {}, { text: false, blocks: true });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines: own }) => own));
  const words = lines.flatMap(({ words: own }) => own).filter(({ text }) => /^\P{N}*\p{L}\P{N}*$/u.test(text));
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const certain = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return { lines, confidence: certain / Math.max(letters, LEAST_LETTERS), info };
}

/**
 * What was recognized on a picture that was turned, at its places on the picture as it is looked at.
 * @param {Awaited<ReturnType<typeof recognized>>} read @param {number} degrees @param {Picture} picture
 * @returns {Word[]}
 */
function wordsOf({ lines, info }, degrees, { info: { width, height } }) {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  /** @param {number} x @param {number} y @returns {[number, number]} */
  const placeOf = (x, y) => {
    const [across, down] = [x - info.width / 2, y - info.height / 2];
    return [(across * cosine + down * sine) / width + 0.5, (down * cosine - across * sine) / height + 0.5];
  };
  return lines.flatMap(({ words }, line) =>
    words.map(({ text, bbox: { x0, y0, x1, y1 } }) => {
      const corners = [placeOf(x0, y0), placeOf(x1, y0), placeOf(x0, y1), placeOf(x1, y1)];
      const [xs, ys] = [corners.map(([x]) => thousandths(x)), corners.map(([, y]) => thousandths(y))];
      return { text, line, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
    })
  );
}

/** @param {number} share */
const thousandths = (share) => Math.min(1_000, Math.max(0, Math.round(share * 1_000)));

/**
 * The picture upright as its camera held it, grey, and of a size that is read well.
 * @param {Uint8Array} bytes
 */
async function prepared(bytes) {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  const { width, height } = autoOrient;
  const scale = Math.min(LONGEST_SIDE / Math.max(width, height), Math.max(1, LEAST_WIDTH / Math.min(width, height)));
  return sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize({ width: Math.max(1, Math.round(width * scale)) })
    .flatten({ background: 'white' })
    .grayscale()
    .normalise()
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}

/** @param {Picture} picture @param {number} degrees clockwise @returns {Promise<Picture>} */
const turned = async (picture, degrees) =>
  degrees === 0
    ? picture
    : sharp(picture.data)
        .rotate(degrees, { background: '#808080' })
        .png({ compressionLevel: 1 })
        .toBuffer({ resolveWithObject: true });

/** A strip of a picture that tells its script. @param {Picture} picture */
const stripOf = ({ data, info: { width, height } }) => {
  const [across, down] = [Math.min(width, STRIP.width), Math.min(height, STRIP.height)];
  return sharp(data)
    .extract({
      left: Math.round((width - across) / 2),
      top: Math.round((height - down) * STRIP.from),
      width: across,
      height: down
    })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
};

/**
 * By how many degrees a picture has to be turned so that its lines of text are level, if they aren't upside down then: lines
 * that are level gather their ink in the fewest rows.
 * @param {Picture} picture
 */
async function degreesToLevel({ data }) {
  const small = await sharp(data)
    .resize(LEVEL_SIDE, LEVEL_SIDE, { fit: 'inside' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = inkOf(small.data, small.info);
  let best = { degrees: 0, gathered: 0 };
  for (const turn of [0, 90])
    for (let askew = -MOST_ASKEW; askew <= MOST_ASKEW; askew++) {
      const gathered = gatheredAt(ink, turn + askew);
      if (gathered > best.gathered) best = { degrees: turn + askew, gathered };
    }
  return best.degrees;
}

/**
 * The points of thin strokes: they are darker than what is on both sides of them, as the edge of a paper is not.
 * @param {Buffer} shades @param {{ width: number, height: number }} size
 * @returns {[number, number][]}
 */
function inkOf(shades, { width, height }) {
  /** @type {[number, number][]} */
  const ink = [];
  /** @param {number} x @param {number} y */
  const shadeAt = (x, y) => Number(shades[y * width + x]);
  for (let y = STROKE; y < height - STROKE; y++)
    for (let x = STROKE; x < width - STROKE; x++) {
      const least = shadeAt(x, y) + DARKER;
      const isThin =
        (shadeAt(x - STROKE, y) > least && shadeAt(x + STROKE, y) > least) ||
        (shadeAt(x, y - STROKE) > least && shadeAt(x, y + STROKE) > least);
      if (isThin) ink.push([x, y]);
    }
  return ink;
}

/**
 * How unevenly points are spread over the rows once they are turned; 1 if they are spread evenly.
 * @param {[number, number][]} points @param {number} degrees clockwise
 */
function gatheredAt(points, degrees) {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  /** @type {Map<number, number>} */
  const rows = new Map();
  for (const [x, y] of points) {
    const row = Math.round(x * sine + y * cosine);
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  const extent = Math.max(...rows.keys()) - Math.min(...rows.keys()) + 1;
  const squares = [...rows.values()].reduce((sum, count) => sum + count * count, 0);
  return (squares * extent) / points.length ** 2;
}

/**
 * The reader of a language. The one of English stays; of the others one at a time does, since each holds 100 MB.
 * @param {string} language
 */
async function readerOf(language) {
  const kept = language === 'eng' ? 'english' : 'other';
  const before = readers[kept];
  if (before && before.language === language && before.pictures < MOST_PICTURES) {
    before.pictures += 1;
    return before.worker;
  }
  await before?.worker.terminate();
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    // Without it the library would fetch the language from the network.
    langPath: join(process.cwd(), `node_modules/@tesseract.js-data/${language}/4.0.0_best_int`),
    cacheMethod: 'none'
  });
  readers[kept] = { worker, language, pictures: 1 };
  return worker;
}

/**
 * The text that each of the first pages of a document has in it; one that is a picture has none.
 * @param {Uint8Array} bytes a PDF
 * @returns {Promise<Word[][]>}
 */
export async function wordsOfPages(bytes) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { items } = await extractTextItems(document);
  let left = MOST_WORDS;
  return items.slice(0, MOST_PAGES).map((page) => {
    let line = 0;
    let last = Number.NaN;
    const words = page.flatMap(({ str, y }) => {
      // Items of one line stand at one height.
      if (Math.abs(y - last) > 2 || Number.isNaN(last)) line += 1;
      last = y;
      return str
        .split(/\s+/)
        .filter(Boolean)
        .map((text) => ({ text, line, box: null }));
    });
    const kept = words.slice(0, left);
    left -= kept.length;
    return kept;
  });
}
