import { crc32, deflateSync } from 'node:zlib';
import { dotsOf, printed } from './receipt-text';

/** What a receipt says. Amounts are written as on paper. */
export interface Receipt {
  merchant: string;
  place: string;
  day: string;
  amount: string;
  currency: string;
  number: string;
}

function linesOf({ merchant, place, day, amount, currency, number }: Receipt): string[] {
  const total = `${currency} ${amount}`;
  const width = 30;
  const pair = (left: string, right: string) => left.padEnd(width - right.length) + right;
  return [
    merchant,
    place,
    '',
    pair('DATE', day),
    pair('RECEIPT', number),
    '-'.repeat(width),
    pair('TOTAL', total),
    pair('CARD', 'APPROVED'),
    '-'.repeat(width),
    '',
    'THANK YOU'
  ].map((line) => printed(line).slice(0, width));
}

/** How many pixels a dot of the printer takes. */
const SCALE = 3;

/** A receipt as a grey picture (PNG, ISO/IEC 15948). */
export function receiptPicture(receipt: Receipt): Buffer {
  const dots = dotsOf(linesOf(receipt), 12);
  const width = (dots[0]?.length ?? 0) * SCALE;
  // Each line begins with the number of its filter: none.
  const pixels = Buffer.concat(
    dots.flatMap((row) => {
      const line = Buffer.alloc(1 + width, 250);
      line[0] = 0;
      for (const [at, isBlack] of row.entries()) if (isBlack) line.fill(40, 1 + at * SCALE, 1 + (at + 1) * SCALE);
      return Array<Buffer>(SCALE).fill(line);
    })
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(dots.length * SCALE, 4);
  // Eight bits of grey.
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0))
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A receipt as a document of one page (PDF 1.4, ISO 32000-1). */
export function receiptDocument(receipt: Receipt): Buffer {
  const lines = linesOf(receipt).map((line) => `(${line}) Tj T*`);
  const content = `BT /F1 11 Tf 15 TL 40 380 Td ${lines.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 280 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'
  ];
  let file = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const start = file.lastIndexOf('xref\n0');
  return Buffer.from(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1'
  );
}
