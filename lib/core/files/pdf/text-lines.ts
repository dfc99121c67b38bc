/** Scripts whose lines may break between any two characters. */
const EVERYWHERE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30fc\\u3000-\\u303f\\uff00-\\uffef';
/** What doesn't begin a line: closing marks. */
const CLOSING = '、。，．！？：；）」』】〉》〕';
/** Spaces at which a line doesn't break, such as those within an amount. */
const FIRM = '\\u00a0\\u2007\\u202f';
const TOKENS = new RegExp(`[${EVERYWHERE}][${CLOSING}]*|[^\\S${FIRM}]+|(?:[^\\s${EVERYWHERE}]|[${FIRM}])+`, 'gu');

/** The parts of a text between which a line may break. */
export const partsOf = (text: string): string[] => text.match(TOKENS) ?? [];

/** A text as it is set: composed, without control characters and marks of direction. */
export const settable = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{C}\n]/gu, '');

/** The lines of a settable text that are no wider than `most`; only a single character may be wider. */
export function linesOf(text: string, most: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => linesOfParagraph(paragraph, most, widthOf));
}

function linesOfParagraph(paragraph: string, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  const put = (part: string, partWidth: number) => {
    line += part;
    width += partWidth;
  };
  const end = () => {
    lines.push(line.trimEnd());
    line = '';
    width = 0;
  };
  for (const token of partsOf(paragraph)) {
    const tokenWidth = widthOf(token);
    const isSpace = token.trim() === '';
    if (isSpace && line === '') continue;
    if (isSpace || width + tokenWidth <= most) {
      put(token, tokenWidth);
      continue;
    }
    if (line !== '') end();
    if (tokenWidth <= most) {
      put(token, tokenWidth);
      continue;
    }
    for (const character of token) {
      const one = widthOf(character);
      if (line !== '' && width + one > most) end();
      put(character, one);
    }
  }
  if (line !== '' || lines.length === 0) end();
  return lines;
}
