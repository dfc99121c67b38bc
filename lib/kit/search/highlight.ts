/** A piece of a text, and whether it matches the search. */
export interface Piece {
  text: string;
  isHit: boolean;
}

const LIGATURES: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i'
};

/** A character as the search compares it: small, without accents. */
const folded = (character: string) =>
  Array.from(
    character
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .normalize('NFKC')
  )
    .map((each) => LIGATURES[each] ?? each)
    .join('');

const WORD = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Parts a text where the words of a search begin its words, as the search itself looks for them. */
export function highlight(text: string, sought: string): Piece[] {
  const characters = Array.from(text);
  const comparable = characters.map(folded);
  const words = sought
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => Array.from(word).map(folded).join(''))
    .filter(Boolean);
  const hits = characters.map(() => false);
  for (let at = 0; at < characters.length; at++) {
    const begins = at === 0 || !WORD.test(characters[at - 1] as string) || UNSPACED.test(characters[at] as string);
    if (!begins || !WORD.test(characters[at] as string)) continue;
    for (const word of words) {
      let [length, taken] = [0, ''];
      while (taken.length < word.length && at + length < characters.length) taken += comparable[at + length++];
      if (taken.startsWith(word)) hits.fill(true, at, at + length);
    }
  }
  const pieces: Piece[] = [];
  for (const [at, character] of characters.entries()) {
    const last = pieces.at(-1);
    if (last && last.isHit === hits[at]) last.text += character;
    else pieces.push({ text: character, isHit: hits[at] as boolean });
  }
  return pieces;
}
