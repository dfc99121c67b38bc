/** The glyphs of a receipt printer, 5 by 7 dots: a number of seven rows of five bits for each character. */
const GLYPHS: Record<string, string> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101713110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  '.': '000000000c0c00',
  ',': '000000000c0408',
  ':': '000c0c000c0c00',
  '-': '0000001f000000',
  '/': '00010204081000',
  '&': '0c12140815120d',
  '%': '18190204081303'
};

const WIDTH = 6;
const HEIGHT = 9;

/** A text in the printer's letters: capitals without accents. */
export const printed = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/Ø/g, 'O')
    .replace(/Æ/g, 'AE')
    .replace(/[^A-Z0-9.,:\-/&% ]/g, '');

/** Rows of dots, true for black, of lines of text with a margin of `margin` dots. */
export function dotsOf(lines: readonly string[], margin: number): boolean[][] {
  const columns = Math.max(...lines.map(({ length }) => length)) * WIDTH + 2 * margin;
  const rows = Array.from({ length: lines.length * HEIGHT + 2 * margin }, () =>
    new Array<boolean>(columns).fill(false)
  );
  for (const [line, text] of lines.entries())
    for (const [at, character] of [...text].entries()) {
      const glyph = GLYPHS[character];
      if (!glyph) continue;
      for (let y = 0; y < 7; y++) {
        const bits = Number.parseInt(glyph.slice(y * 2, y * 2 + 2), 16);
        const row = rows[margin + line * HEIGHT + y] as boolean[];
        for (let x = 0; x < 5; x++) if (bits & (16 >> x)) row[margin + at * WIDTH + x] = true;
      }
    }
  return rows;
}
