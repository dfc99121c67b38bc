// Runs in a process of its own (draw-pages.ts), without the product's environment: draws pages of a PDF and ends.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** The longest side of a page in pixels: as much as is read of a picture. */
const LONGEST_SIDE = 2_200;

sharp.concurrency(1);

process.once('message', async (message) => {
  const drawn = await draw(/** @type {{ bytes: Uint8Array, pages: number[] }} */ (message));
  process.send?.(drawn, () => process.exit(0));
});

/** @param {{ bytes: Uint8Array, pages: number[] }} message @returns {Promise<Uint8Array[]>} the pages as PNG */
async function draw({ bytes, pages }) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const drawn = [];
  for (const at of pages) {
    const page = document.getPage(at);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = LONGEST_SIDE / Math.max(originalWidth, originalHeight, 1);
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    const picture = sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: 'white' })
      .grayscale();
    drawn.push(await picture.png({ compressionLevel: 1 }).toBuffer());
  }
  return drawn;
}
