import type { Typeface } from './schema';

interface Face {
  /** The name, the same in every language. */
  name: string;
  /** Its files in public/fonts, which are kept for ever: a change is another name. */
  file: string;
  /** How high it is above and below the line, in its own size. */
  ascent: number;
  descent: number;
  /** Faces alike of which most devices have one, and how much wider ours is than they are: regular and bold. */
  standIn: { faces: string[]; regular: number; bold: number };
  /** What writes the letters that it lacks, such as Japanese. */
  beside: string;
}

const SANS = ['Arial', 'Liberation Sans', 'Arimo'];
const SERIF = ['Times New Roman', 'Liberation Serif', 'Tinos'];

/** The widths are those of the portal's own texts in nine languages. */
export const FACES: Record<Exclude<Typeface, 'system'>, Face> = {
  inter: {
    name: 'Inter',
    file: 'inter-5.3.0',
    ascent: 0.969,
    descent: 0.241,
    standIn: { faces: SANS, regular: 1.0584, bold: 1.006 },
    beside: 'system-ui'
  },
  figtree: {
    name: 'Figtree',
    file: 'figtree-5.3.0',
    ascent: 0.95,
    descent: 0.25,
    standIn: { faces: SANS, regular: 1.0009, bold: 0.943 },
    beside: 'system-ui'
  },
  source_serif: {
    name: 'Source Serif 4',
    file: 'source-serif-5.3.1',
    ascent: 1.036,
    descent: 0.335,
    standIn: { faces: SERIF, regular: 1.1795, bold: 1.1269 },
    beside: '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP",serif'
  }
};

/**
 * The letters of each file, so that a browser fetches only the files that a page needs. Where they overlap, the last
 * one counts (CSS Fonts 4, section 5.2).
 */
const RANGES = {
  'latin-ext':
    'U+100-2FF,U+304,U+308,U+329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  latin:
    'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
};

const faceOf = (typeface: Typeface): Face | undefined => FACES[typeface as keyof typeof FACES];
const addressOf = (face: Face, letters: keyof typeof RANGES) => `/fonts/${face.file}-${letters}.woff2`;

/** The file that every page in a typeface needs; null: it comes with the device. */
export function typefaceFile(typeface: Typeface): string | null {
  const face = faceOf(typeface);
  return face ? addressOf(face, 'latin') : null;
}

/** A brand's typeface as CSS: `--typeface`, its files, and a stand-in of the same size, so that little moves when they arrive. */
export function typefaceStyle(typeface: Typeface): string {
  const face = faceOf(typeface);
  if (!face) return '';
  const { name, standIn, beside } = face;
  const files = (Object.keys(RANGES) as (keyof typeof RANGES)[]).map(
    (letters) =>
      `@font-face{font-family:"${name}";font-weight:300 900;font-display:swap;src:url(${addressOf(face, letters)}) format("woff2");unicode-range:${RANGES[letters]}}`
  );
  const standIns = [
    standInFor(face, '300 549', '', standIn.regular),
    standInFor(face, '550 900', ' Bold', standIn.bold)
  ];
  // Widths that don't snap to pixels are as they were reckoned.
  return `${[...files, ...standIns].join('')}:root{--typeface:"${name}","${name} stand-in",${beside};text-rendering:geometricPrecision}`;
}

function standInFor({ name, ascent, descent, standIn }: Face, weights: string, suffix: string, size: number): string {
  const local = standIn.faces.map((face) => `local("${face}${suffix}")`);
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
  return `@font-face{font-family:"${name} stand-in";font-weight:${weights};src:${local.join(',')};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%}`;
}
