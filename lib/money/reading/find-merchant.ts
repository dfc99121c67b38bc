import { folded, isUnspaced, linesOf, type Word } from './words';

/** Parts of a name shorter than this say little. */
const LEAST_LETTERS = 3;
/** A part from this length on may have one letter wrong. */
const LONG = 5;
/** So may a name of this many letters that are words each. */
const LONG_UNSPACED = 4;
const NO_LETTERS = /[^\p{L}\d]/gu;
/** The share of a name's letters that have to be found. */
const ENOUGH = 0.6;
/** The most lines between two parts of a name. */
const LINES_APART = 2;

/** The words that name a merchant as the bank knows it, near each other; empty if they don't. */
export function findMerchant(words: readonly Word[], merchant: string): readonly Word[] {
  if (isUnspaced(merchant)) return findUnspaced(words, folded(merchant).replace(NO_LETTERS, ''));
  const parts = [...new Set(folded(merchant).match(/[\p{L}\d]+/gu) ?? [])].filter(
    (part) => part.length >= LEAST_LETTERS && /\p{L}/u.test(part)
  );
  const letters = parts.join('').length;
  if (letters === 0) return [];
  const hits = words.flatMap((word) => {
    const read = folded(word.text).match(/[\p{L}\d]+/gu) ?? [];
    const part = parts.find((one) => read.some((text) => isAlike(text, one)));
    return part ? [{ word, part }] : [];
  });
  for (const { word: first } of hits) {
    const near = hits.filter(({ word }) => word.line >= first.line && word.line <= first.line + LINES_APART);
    const found = new Map(near.toReversed().map(({ word, part }) => [part, word]));
    if ([...found.keys()].join('').length >= letters * ENOUGH)
      return words.filter((word) => [...found.values()].includes(word));
  }
  return [];
}

/** The words of a line that say a name of a script without spaces, whose letters are read as words of any length. */
function findUnspaced(words: readonly Word[], name: string): readonly Word[] {
  for (const line of linesOf(words)) {
    const texts = line.map(({ text }) => folded(text).replace(NO_LETTERS, ''));
    const said = texts.join('');
    for (let at = 0; at + name.length <= said.length; at++) {
      const read = said.slice(at, at + name.length);
      if (read !== name && (name.length < LONG_UNSPACED || !isOneApart(read, name))) continue;
      let start = 0;
      return line.filter((_, index) => {
        const from = start;
        start += (texts[index] as string).length;
        return from < at + name.length && start > at;
      });
    }
  }
  return [];
}

/** Whether a text is a name's part, but for one letter of a long one, or its beginning, which banks cut off. */
function isAlike(text: string, part: string): boolean {
  if (text === part) return true;
  if (part.length < LONG || Math.abs(text.length - part.length) > 1) return false;
  return isOneApart(text, part);
}

/** Whether two texts differ by one letter that is other, missing or too much. */
function isOneApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.length === long.length
    ? short.slice(at + 1) === long.slice(at + 1)
    : short.slice(at) === long.slice(at + 1);
}
