import type { Tint } from './badge';

const TINTS: readonly Tint[] = ['blue', 'green', 'violet', 'amber', 'neutral'];

/** The face of a person or a place: its initials. Decoration beside the name, so silent for screen readers. */
export function Avatar({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' }) {
  return (
    <span className={`face tint-${tintOf(name)}${size === 'small' ? ' face-small' : ''}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word; of a name without spaces, such as a Japanese one, the first. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\u3000]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? ''));
  return letters.join('').toLocaleUpperCase();
}

const firstLetter = (word: string) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? '';

/** The same name has the same tint on every page. */
function tintOf(name: string): Tint {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return TINTS[sum % TINTS.length] ?? 'neutral';
}
