import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const aligned = (length: number) => (length + 3) & ~3;

/**
 * The OpenType file within a WOFF file (WOFF File Format 1.0). fontkit inflates a whole table of a WOFF file for each of
 * its shapes; of this one it reads a shape at once.
 */
export function unwrappedWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = HEADER + at * ENTRY;
    const [offset, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
      number,
      number,
      number
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.subarray(entry + 16, entry + 20),
      bytes: packed < length ? inflateSync(bytes) : bytes
    };
  });
  const start = SFNT_HEADER + count * SFNT_ENTRY;
  const font = Buffer.alloc(tables.reduce((total, { bytes }) => total + aligned(bytes.byteLength), start));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let place = start;
  for (const [at, { tag, checksum, bytes }] of tables.entries()) {
    const entry = SFNT_HEADER + at * SFNT_ENTRY;
    tag.copy(font, entry);
    checksum.copy(font, entry + 4);
    font.writeUInt32BE(place, entry + 8);
    font.writeUInt32BE(bytes.byteLength, entry + 12);
    bytes.copy(font, place);
    place += aligned(bytes.byteLength);
  }
  return font;
}
