import type { Typeface } from './schema';

interface Face {
  /** What it is called, in every language. */
  name: string;
  /** Its files in public/fonts, which are kept for ever: a change is another name. */
  file: string;
  /** A face that most devices have, and how it is made as wide and as high, so that nothing moves when ours arrives. */
  standIn: { local: string; size: string; ascent: string; descent: string };
  /** What writes the letters that it lacks, such as Japanese. */
  beside: string;
}

const ARIAL = 'local("Arial"),local("Liberation Sans"),local("Arimo")';
const TIMES = 'local("Times New Roman"),local("Liberation Serif"),local("Tinos")';

export const FACES: Record<Exclude<Typeface, 'system'>, Face> = {
  inter: {
    name: 'Inter',
    file: 'inter-5.3.0',
    standIn: { local: ARIAL, size: '107.12%', ascent: '90.44%', descent: '22.52%' },
    beside: 'system-ui'
  },
  figtree: {
    name: 'Figtree',
    file: 'figtree-5.3.0',
    standIn: { local: ARIAL, size: '100.72%', ascent: '94.32%', descent: '24.82%' },
    beside: 'system-ui'
  },
  source_serif: {
    name: 'Source Serif 4',
    file: 'source-serif-5.3.1',
    standIn: { local: TIMES, size: '117.91%', ascent: '87.86%', descent: '28.41%' },
    beside: '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP",serif'
  }
};

/** The letters of each file, so that a browser fetches only what a page needs. */
const RANGES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'
};

const faceOf = (typeface: Typeface): Face | undefined => FACES[typeface as keyof typeof FACES];
const addressOf = (face: Face, letters: keyof typeof RANGES) => `/fonts/${face.file}-${letters}.woff2`;

/** The file that every page in a typeface needs; null: it comes with the device. */
export function typefaceFile(typeface: Typeface): string | null {
  const face = faceOf(typeface);
  return face ? addressOf(face, 'latin') : null;
}

/** A brand's typeface as CSS: `--typeface`, and where its files are. */
export function typefaceStyle(typeface: Typeface): string {
  const face = faceOf(typeface);
  if (!face) return '';
  const { name, standIn, beside } = face;
  const files = (Object.keys(RANGES) as (keyof typeof RANGES)[]).map(
    (letters) =>
      `@font-face{font-family:"${name}";font-weight:300 900;font-display:swap;src:url(${addressOf(face, letters)}) format("woff2");unicode-range:${RANGES[letters]}}`
  );
  return `${files.join('')}@font-face{font-family:"${name} stand-in";src:${standIn.local};size-adjust:${standIn.size};ascent-override:${standIn.ascent};descent-override:${standIn.descent};line-gap-override:0%}:root{--typeface:"${name}","${name} stand-in",${beside}}`;
}
