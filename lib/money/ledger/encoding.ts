import type { Layout } from './layout';

/** The characters of Windows-1252 from 0x80 to 0x9f, where it differs from ISO 8859-1. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CODES = new Map([...HIGH].map((character, at) => [character, 0x80 + at]));
// biome-ignore lint/suspicious/noControlCharactersInRegex: what isn't ASCII or Latin-1
const OTHERS = /[^\u0000-\u007f\u00a0-\u00ff]/gu;

/** The Windows-1252 replacement for a character it lacks: the letter without accents, else a question mark. */
function substitute(character: string): string {
  const code = CODES.get(character);
  if (code !== undefined) return String.fromCharCode(code);
  const bare = character.normalize('NFD')[0] ?? '?';
  // A sign such as "≠" would become "=", which has another meaning and would begin a formula.
  return /[A-Za-z]/.test(bare) ? bare : '?';
}

/** Encodes text as the bytes of a file; Windows-1252 has one byte per character, so widths stay the same. */
export function encoded(text: string, encoding: Layout['encoding']): Buffer {
  if (encoding !== 'windows1252') return Buffer.from(text);
  return Buffer.from(text.replace(OTHERS, substitute), 'latin1');
}

/** The byte order marks. */
export const MARK: Partial<Record<NonNullable<Layout['encoding']>, Buffer>> = {
  utf8_mark: Buffer.from([0xef, 0xbb, 0xbf])
};
