import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { unwrappedWoff } from './unwrapped-woff';

/** Noto Sans for Latin, Greek and Cyrillic, and its families for Chinese, Japanese and Korean (OFL 1.1). */
const FILES = {
  regular: 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: 'node_modules/@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  japanese: 'lib/core/files/pdf/fonts/noto-sans-jp-5.3.0-regular.woff',
  korean: 'lib/core/files/pdf/fonts/noto-sans-kr-5.3.0-regular.woff',
  simplified: 'lib/core/files/pdf/fonts/noto-sans-sc-5.3.0-regular.woff',
  traditional: 'lib/core/files/pdf/fonts/noto-sans-tc-5.3.0-regular.woff'
} as const;
export type Typeface = keyof typeof FILES;

/** The families whose characters the four languages share, in the order in which a language wants their shapes. */
const SHARED: Readonly<Record<string, readonly Typeface[]>> = {
  ja: ['japanese', 'traditional', 'simplified', 'korean'],
  ko: ['korean', 'japanese', 'traditional', 'simplified'],
  'zh-Hans': ['simplified', 'traditional', 'japanese', 'korean'],
  'zh-Hant': ['traditional', 'simplified', 'japanese', 'korean']
};
const USUAL = SHARED.ja as readonly Typeface[];

/** What stands for a character that no typeface has. */
const UNKNOWN = '\ufffd';
/** Widths of words are kept for the next rows, up to so many. */
const MOST_WIDTHS = 20_000;

const read = new Map<Typeface, Buffer>();

/** The file of a typeface, which is read once in a process. */
function bytesOf(typeface: Typeface): Buffer {
  let bytes = read.get(typeface);
  if (!bytes) {
    // next.config.mjs names the files for the build, which would take the whole folder along otherwise.
    const file = readFileSync(join(/* turbopackIgnore: true */ process.cwd(), FILES[typeface]));
    bytes = FILES[typeface].endsWith('.woff') ? unwrappedWoff(file) : file;
    read.set(typeface, bytes);
  }
  return bytes;
}

/** A part of a text in one typeface. */
export interface Run {
  typeface: Typeface;
  text: string;
}

export interface TextStyle {
  /** In points. */
  size: number;
  isStrong?: boolean;
}

/** Chooses typefaces by character for a document in a language, and measures texts. */
export class Typefaces {
  private readonly order: readonly Typeface[];
  private readonly chosen = new Map<string, Typeface | null>();
  private readonly widths = new Map<string, number>();
  // Of one document: once a font is embedded, fontkit has forgotten which characters some of its shapes stand for.
  private readonly fonts = new Map<Typeface, Font>();

  /** @param language a BCP 47 tag */
  constructor(language: string) {
    const { language: base, script } = new Intl.Locale(language).maximize();
    this.order = SHARED[base] ?? SHARED[`${base}-${script}`] ?? USUAL;
  }

  /** A typeface, which is opened when it is needed first. */
  font(typeface: Typeface): Font {
    let font = this.fonts.get(typeface);
    if (!font) {
      font = create(bytesOf(typeface)) as Font;
      this.fonts.set(typeface, font);
    }
    return font;
  }

  /** The parts of a text by typeface. */
  runs(text: string, isStrong = false): Run[] {
    const runs: Run[] = [];
    for (const character of text) {
      const known = this.typefaceOf(character);
      const base = isStrong ? 'bold' : 'regular';
      const typeface = known === null || known === 'regular' ? base : known;
      const shown = known === null ? UNKNOWN : character;
      const last = runs.at(-1);
      if (last?.typeface === typeface) last.text += shown;
      else runs.push({ typeface, text: shown });
    }
    return runs;
  }

  /** The width of a text in points. */
  width(text: string, { size, isStrong = false }: TextStyle): number {
    const key = isStrong ? `*${text}` : ` ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      width = 0;
      for (const run of this.runs(text, isStrong)) {
        const font = this.font(run.typeface);
        width += font.layout(run.text).advanceWidth / font.unitsPerEm;
      }
      if (this.widths.size >= MOST_WIDTHS) this.widths.clear();
      this.widths.set(key, width);
    }
    return width * size;
  }

  private typefaceOf(character: string): Typeface | null {
    let typeface = this.chosen.get(character);
    if (typeface === undefined) {
      const code = character.codePointAt(0) ?? 0;
      const has = (one: Typeface) => this.font(one).hasGlyphForCodePoint(code);
      typeface = has('regular') ? 'regular' : (this.order.find(has) ?? null);
      this.chosen.set(character, typeface);
    }
    return typeface;
  }
}
