import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Sought, SoughtWord } from './sought';

/** Readings of a whole search that are tried, nearest first. */
const MOST_READINGS = 4;
const MOST_COMPARED = 200;

/** Typing errors that are forgiven in a word of so many letters. */
const forgiven = (length: number) => (length < 3 ? 0 : length < 6 ? 1 : 2);

/**
 * The fewest letters to insert, leave out, change or swap with their neighbour that make `a` into `b`
 * (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1)
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (before[column - 2] as number) + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last[b.length] as number;
}

/** The distance of a word from the typed text, which may be only its beginning; less for the whole word. */
function distanceTo(typed: string, word: string): number {
  const beginnings = [-1, 0, 1].map((more) => word.slice(0, typed.length + more)).filter((part) => part !== word);
  return Math.min(editDistance(typed, word), ...beginnings.map((part) => editDistance(typed, part) + 0.5));
}

interface Reading {
  matches: Prisma.Sql[];
  distance: number;
}

const has = (pattern: string) => Prisma.sql`r.search_text LIKE ${pattern}`;

const wordRow = z.strictObject({ word: z.string() });

/** The readings of a typed word: itself, unless no name contains it, and similar words of names. */
async function readingsOf(tx: Transaction, issuerIds: readonly string[], { folded }: SoughtWord): Promise<Reading[]> {
  const itself: Reading = { matches: [has(`% ${folded}%`)], distance: 0 };
  const most = forgiven(folded.length);
  if (most === 0 || !/^[a-z]+$/.test(folded)) return [itself];
  const rows = await readRows(tx, wordRow)`
    SELECT word FROM search_words WHERE issuer_id = ANY(${issuerIds}::uuid[]) AND word % ${folded}
    GROUP BY word ORDER BY similarity(word, ${folded}) DESC LIMIT ${MOST_COMPARED}`;
  const near = rows
    .map(({ word }) => ({ matches: [has(`% ${word} %`)], distance: distanceTo(folded, word) }))
    .filter(({ distance }) => distance <= most + 0.5)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_READINGS);
  const isKnown = rows.some(({ word }) => word.startsWith(folded));
  return isKnown || near.length === 0 ? [itself, ...near.filter(({ distance }) => distance > 0.5)] : near;
}

/** A word in a script without spaces: itself, and parted where first and last name may meet. */
function parted(letters: readonly string[]): Reading[] {
  const itself: Reading = { matches: [has(`%${letters.join('')}%`)], distance: 0 };
  const parts = Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => {
    const [head, tail] = [letters.slice(0, at + 1), letters.slice(at + 1)];
    const matches = [head, tail].map((part) => has(`%${part.join('')}%`));
    return { matches, distance: 1 + Math.abs(head.length - tail.length) / 10 };
  });
  return [itself, ...parts];
}

/**
 * What else the search may mean, nearest first: conditions that a record has similar words. Only the words
 * of names are compared, so that it costs the same in a million of them.
 */
export async function similarReadings(
  tx: Transaction,
  issuerIds: readonly string[],
  { words }: Sought
): Promise<Prisma.Sql[]> {
  let readings: Reading[] = [{ matches: [], distance: 0 }];
  for (const word of words) {
    const meant = word.letters ? parted(word.letters) : await readingsOf(tx, issuerIds, word);
    readings = readings
      .flatMap((reading) =>
        meant.map(({ matches, distance }) => ({
          matches: [...reading.matches, ...matches],
          distance: reading.distance + distance
        }))
      )
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_READINGS + 1);
  }
  return readings
    .filter(({ distance }) => distance > 0)
    .slice(0, MOST_READINGS)
    .map(({ matches }) => Prisma.sql`(${Prisma.join(matches, ' AND ')})`);
}
