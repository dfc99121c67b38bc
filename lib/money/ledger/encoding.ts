import type { Layout } from './layout';

/** What Windows-1252 has from 0x80 to 0x9f, where it differs from ISO 8859-1. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CODES = new Map([...HIGH].map((character, at) => [character, 0x80 + at]));
// biome-ignore lint/suspicious/noControlCharactersInRegex: what isn't ASCII or Latin-1
const OTHERS = /[^\u0000-\u007f\u00a0-\u00ff]/gu;

/** A character that Windows-1252 has, for one that it lacks: the letter without its accents, else a question mark. */
function substitute(character: string): string {
  const code = CODES.get(character);
  if (code !== undefined) return String.fromCharCode(code);
  const bare = character.normalize('NFD')[0] ?? '?';
  // Of a sign like "≠" nothing is left that means the same, and "=" would begin a formula.
  return /[A-Za-z]/.test(bare) ? bare : '?';
}

/** Text as the bytes of a file: a byte for each character in Windows-1252, so that widths stay what they are. */
export function encoded(text: string, encoding: Layout['encoding']): Buffer {
  if (encoding !== 'windows1252') return Buffer.from(text);
  return Buffer.from(text.replace(OTHERS, substitute), 'latin1');
}

/** What a file begins with that says its encoding. */
export const MARK: Partial<Record<NonNullable<Layout['encoding']>, Buffer>> = {
  utf8_mark: Buffer.from([0xef, 0xbb, 0xbf])
};
