/** Letters that don't come apart into a Latin one and its marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i'
};

/**
 * A text in the characters that every bank reads (EPC217-08, and a part of those of Nacha's rules): marks are left out,
 * and what has no such letter is a full stop.
 */
export const bankText = (text: string, most: number): string =>
  text
    .replace(/[ßæÆøØłŁđĐðþœŒı]/g, (letter) => LETTERS[letter] as string)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 /?:().,'+-]/gu, '.')
    .slice(0, most)
    .trim();
