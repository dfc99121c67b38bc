import sharp from 'sharp';

const FONT = 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
const MARGIN = 80;

export interface Photo {
  /** Degrees by which the paper lies askew. */
  angle?: number;
  /** The blur of the lens, as a standard deviation in pixels. */
  blur?: number;
  /** The noise of the sensor, as a standard deviation. */
  noise?: number;
}

/** A photo of a printed receipt, as a JPEG. */
export async function aPhoto(
  lines: readonly string[],
  { angle = 0, blur = 0.8, noise = 30 }: Photo = {}
): Promise<Buffer> {
  const printed = await sharp({
    text: { text: lines.join('\n'), fontfile: FONT, font: 'Noto Sans 22', dpi: 110, spacing: 8 }
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = printed.info;
  const size = { width, height, channels: 3 as const };
  const ink = await sharp({ create: { ...size, background: '#222' } })
    .joinChannel(printed.data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const paper = { width: width + 2 * MARGIN, height: height + 2 * MARGIN, channels: 3 as const };
  const lying = await sharp({ create: { ...paper, background: '#f2efe8' } })
    .composite([{ input: ink, left: MARGIN, top: MARGIN }])
    .png()
    .toBuffer();
  const seen = await sharp(lying)
    .rotate(angle, { background: '#77706a' })
    .blur(blur)
    .png()
    .toBuffer({ resolveWithObject: true });
  const grain = await sharp({
    create: {
      ...{ width: seen.info.width, height: seen.info.height, channels: 3, background: '#000' },
      noise: { type: 'gaussian', mean: 128, sigma: noise }
    }
  })
    .png()
    .toBuffer();
  return sharp(seen.data)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** A PDF of one page with these lines as its text. */
export function aTextPdf(lines: readonly string[]): Buffer {
  const drawn = lines
    .map((line, at) => `BT /F 12 Tf 50 ${760 - at * 18} Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`)
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = pdf.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}
