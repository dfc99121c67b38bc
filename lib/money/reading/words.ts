import { z } from 'zod';

/** Where a word stands on its picture: left, top, right and bottom, in thousandths of its width and height. */
export const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export type Box = z.infer<typeof boxSchema>;

/** A word as it was read, with the number of its line. A document whose text is no picture has no boxes. */
export const wordSchema = z.strictObject({ text: z.string(), line: z.number(), box: boxSchema.nullable() });

export type Word = z.infer<typeof wordSchema>;

/** Letters as they are compared: small, and without accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Korean syllables are put together again.
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l');

/** Letters of scripts that are written without spaces, between which a reader puts some. */
const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';
const SPACE_WITHIN = new RegExp(`(?<=${UNSPACED})\\s+(?=${UNSPACED})`, 'gu');

/** A text without the spaces that readers put between letters of scripts that have none. */
export const unspaced = (text: string): string => text.replace(SPACE_WITHIN, '');

/** Whether a text is written without spaces. */
export const isUnspaced = (text: string): boolean => new RegExp(UNSPACED, 'u').test(text);

/** The words by their lines. */
export function linesOf(words: readonly Word[]): Word[][] {
  const lines = new Map<number, Word[]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line) line.push(word);
    else lines.set(word.line, [word]);
  }
  return [...lines.values()];
}
