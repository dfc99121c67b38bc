/** A search text, as the database compares it. */
export interface Sought {
  /** In small letters, as numbers and user ids are compared. */
  plain: string;
  /** As `searchable` of the database folds it: ASCII words with single spaces. */
  folded: string;
  words: SoughtWord[];
  /** The last four digits of a card number, if that was typed. */
  lastFour: string | null;
}

export interface SoughtWord {
  folded: string;
  /** Its letters, when it is of a script that writes no spaces: any part of a text may be meant. */
  letters: string[] | null;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const MOST_WORDS = 6;
const LETTER = /x[0-9a-f]{5}|./g;

/** Characters as people count them. */
export const lengthOf = (text: string) => Array.from(text.normalize('NFC')).length;

/** Whether these are the digits of a card: they are looked up by their hash, and are never put anywhere. */
export const isLikeCardNumber = (text: string) => /^\d{12,19}$/.test(text.replace(/[\s-]/g, ''));

/** Whole card numbers are cut out of what may be shown or put into an address. */
export const withoutCardNumber = (text: string) => (isLikeCardNumber(text) ? '' : text);

/** Reads the typed text, and the same text as `searchable` folds it. */
export function readSought(text: string, folded: string): Sought {
  const isUnspaced = UNSPACED.test(text);
  const words = folded.split(' ').filter(Boolean).slice(0, MOST_WORDS);
  return {
    plain: text.toLowerCase(),
    folded: words.join(' '),
    words: words.map((word) => ({
      folded: word,
      letters: isUnspaced && /x[0-9a-f]{5}/.test(word) ? (word.match(LETTER) ?? []) : null
    })),
    lastFour: /^[•*x\s]*(\d{4})$/i.exec(text)?.[1] ?? null
  };
}
