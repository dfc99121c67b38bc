import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { unwrappedWoff } from '@/lib/core/files/pdf/unwrapped-woff';

const FONT = 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
const JAPANESE = 'lib/core/files/pdf/fonts/noto-sans-jp-5.3.0-regular.woff';
const MARGIN = 80;

export interface Photo {
  /** Degrees by which the paper lies askew. */
  angle?: number;
  /** The blur of the lens, as a standard deviation in pixels. */
  blur?: number;
  /** The noise of the sensor, as a standard deviation. */
  noise?: number;
  /** Quarter turns of the camera. */
  turns?: number;
  ink?: string;
  paper?: string;
  /** The quality of the JPEG. */
  quality?: number;
}

let japanese: string | undefined;

/** The file of a typeface with these letters. Japanese is packed for the product, and unpacked once for a process. */
function fontFor(text: string): string {
  if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return FONT;
  if (!japanese) {
    japanese = join(mkdtempSync(join(tmpdir(), 'tessera-font-')), 'japanese.otf');
    writeFileSync(japanese, unwrappedWoff(readFileSync(JAPANESE)));
  }
  return japanese;
}

/** A photo of a printed receipt, as a JPEG. */
export async function aPhoto(lines: readonly string[], photo: Photo = {}): Promise<Buffer> {
  const { angle = 0, blur = 0.8, noise = 30, turns = 0, ink = '#222', paper = '#f2efe8', quality = 70 } = photo;
  const text = lines.join('\n');
  const fontfile = fontFor(text);
  const printed = await sharp({
    text: { text, fontfile, font: fontfile === FONT ? 'Noto Sans 22' : 'Noto Sans JP 22', dpi: 110, spacing: 8 }
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = printed.info;
  const size = { width, height, channels: 3 as const };
  const letters = await sharp({ create: { ...size, background: ink } })
    .joinChannel(printed.data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const sheet = { width: width + 2 * MARGIN, height: height + 2 * MARGIN, channels: 3 as const };
  const lying = await sharp({ create: { ...sheet, background: paper } })
    .composite([{ input: letters, left: MARGIN, top: MARGIN }])
    .png()
    .toBuffer();
  const seen = await sharp(lying)
    .rotate(angle + 90 * turns, { background: '#77706a' })
    .blur(blur)
    .png()
    .toBuffer({ resolveWithObject: true });
  const side = (length: number) => Math.min(GRAIN_SIDE, length);
  const grain = { width: side(seen.info.width), height: side(seen.info.height), channels: 3 as const };
  return sharp(seen.data)
    .composite([{ input: grainOf(noise, grain), raw: grain, tile: true, blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer();
}

/** Larger pictures are covered by tiles of noise. */
const GRAIN_SIDE = 512;

let seed = 1;

/** The next number of Mulberry32, below 1: whether a photo is read is no matter of chance, and yet no two are the same. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Numbers with a standard deviation of 1, three for each pixel of the largest tile. */
let normals: Float32Array | undefined;

const madeNormals = () =>
  Float32Array.from(
    { length: 3 * GRAIN_SIDE ** 2 },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  );

/** Noise about the middle grey: the same numbers for each tile, begun at another one. */
function grainOf(
  deviation: number,
  { width, height, channels }: Record<'width' | 'height' | 'channels', number>
): Buffer {
  normals ??= madeNormals();
  const grain = new Uint8ClampedArray(width * height * channels);
  let at = Math.floor(random() * normals.length);
  for (let place = 0; place < grain.length; place++) {
    grain[place] = 128 + deviation * (normals[at] as number);
    at = at + 1 === normals.length ? 0 : at + 1;
  }
  return Buffer.from(grain.buffer);
}

/**
 * A photo as a phone takes it, on its side: 4,032 by 3,024 pixels with the noise of its sensor, a receipt in the middle, and
 * where it was taken.
 */
export async function aPhonePhoto(lines: readonly string[]): Promise<Buffer> {
  const size = { width: 4_032, height: 3_024, channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 150, sigma: 12 };
  const receipt = await sharp(await aPhoto(lines))
    .resize({ width: 3_600, height: 2_400, fit: 'inside' })
    .toBuffer();
  return sharp({ create: { ...size, background: '#888', noise } })
    .composite([{ input: receipt }])
    .jpeg({ quality: 85 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 36/1 2/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A PDF with these lines as its text, on one page or the same on several. */
export function aTextPdf(lines: readonly string[], pages = 1): Buffer {
  const drawn = lines
    .map((line, at) => `BT /F 12 Tf 50 ${760 - at * 18} Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`)
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ];
  return aPdfOf(objects);
}

/** A PDF of these objects, numbered from 1; the first is its catalog. */
export function aPdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let length = 9;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const places = objects.map((object, index) => {
    const place = length;
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]));
    return place;
  });
  const table = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A picture of 400,000,000 points in a few bytes. */
export function aBomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(20_000, 0);
  head.writeUInt32BE(20_000, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(2_501 * 20_000))),
    chunk('IEND', Buffer.alloc(0))
  ]);
}
