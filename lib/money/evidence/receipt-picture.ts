import sharp from 'sharp';
import type { PdfPicture } from '../../core/files/pdf/paper';

/** The longest side of a picture on paper: 280 pixels an inch on a page. */
const LONGEST_SIDE = 2_000;
/** A camera's picture has fewer; a small file with more is made to exhaust the memory. */
const MOST_PIXELS = 80_000_000;

/** A receipt's picture as paper takes it: upright, without transparency, and no larger than can be seen; null if it can't be read. */
export async function receiptPicture(chunks: AsyncIterable<Buffer>): Promise<PdfPicture | null> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  try {
    const { data, info } = await sharp(Buffer.concat(parts), { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
