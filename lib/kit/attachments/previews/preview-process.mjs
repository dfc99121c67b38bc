// Runs in a process of its own (draw-preview.ts), without the product's environment: draws one file and ends.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** @typedef {import('./draw-preview').Drawn} Drawn */

/** A thumbnail fits into this, which is twice the size of the largest place that shows one. */
const THUMBNAIL = { width: 320, height: 400 };
const MOST_THUMBNAIL_BYTES = 20_000;
/** Tried one after another until a thumbnail is small enough. */
const QUALITIES = [60, 40, 20, 5];
/** A camera's picture has fewer; a small file with more is made to exhaust the memory. */
const MOST_PIXELS = 80_000_000;
/** The longest side of a page in pixels: small print can be read. */
const LONGEST_SIDE = 1_600;
/** The first pages of a document are drawn; the file has the others. */
const MOST_PAGES = 20;
const PAGE_QUALITY = 60;

sharp.concurrency(1);

process.once('message', async (file) => {
  const drawn = await draw(/** @type {{ bytes: Uint8Array, mediaType: string }} */ (file));
  process.send?.(drawn, () => process.exit(0));
});

/** @param {{ bytes: Uint8Array, mediaType: string }} file @returns {Promise<Drawn>} */
const draw = ({ bytes, mediaType }) => (mediaType === 'application/pdf' ? drawDocument(bytes) : drawPicture(bytes));

/** @param {Uint8Array} bytes @returns {Promise<Drawn>} */
const drawPicture = async (bytes) => ({
  thumbnail: await thumbnailOf(sharp(bytes, { limitInputPixels: MOST_PIXELS }).autoOrient()),
  pages: [],
  all: null
});

/** @param {Uint8Array} bytes @returns {Promise<Drawn>} */
async function drawDocument(bytes) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const all = document.getPageCount();
  const pages = [];
  let thumbnail;
  for (let at = 0; at < Math.min(all, MOST_PAGES); at++) {
    const page = document.getPage(at);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = LONGEST_SIDE / Math.max(originalWidth, originalHeight, 1);
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    const image = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: 'white' });
    thumbnail ??= await thumbnailOf(image.clone());
    pages.push(await image.webp({ quality: PAGE_QUALITY }).toBuffer());
  }
  if (!thumbnail) throw new Error('a document without pages');
  return { thumbnail, pages, all };
}

/** @param {import('sharp').Sharp} image @returns {Promise<Uint8Array>} */
async function thumbnailOf(image) {
  const small = await image
    .resize({ ...THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .png()
    .toBuffer();
  for (const quality of QUALITIES) {
    const thumbnail = await sharp(small).webp({ quality }).toBuffer();
    if (thumbnail.length <= MOST_THUMBNAIL_BYTES) return thumbnail;
  }
  throw new Error('no small picture can be made');
}
