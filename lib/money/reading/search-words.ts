import { folded, unspaced, type Word } from './words';

/** Whether each of the words that somebody looks for is in what was read, or in the name of the file; accents don't count. */
export function hasWords(looked: string, { words, name }: { words: readonly Word[]; name: string }): boolean {
  const said = unspaced(folded([name, ...words.map(({ text }) => text)].join(' ')));
  return folded(looked)
    .split(/\s+/)
    .every((word) => said.includes(word));
}
