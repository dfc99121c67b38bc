import type { Transaction } from '../core/database';
import { Prisma } from '../core/prisma/client';
import type { Sought, SoughtWord } from './sought';

const MOST_SIMILAR = 6;
const MOST_COMPARED = 200;

/** Typing errors that are forgiven in a word of so many letters. */
const forgiven = (length: number) => (length < 4 ? 0 : length < 6 ? 1 : 2);

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

/** How far a word is from what was typed, which may be only its beginning. */
const distanceTo = (typed: string, word: string) =>
  Math.min(
    ...[word, ...[-1, 0, 1].map((more) => word.slice(0, typed.length + more))].map((part) => editDistance(typed, part))
  );

/** The words of some issuers that a typed one may have meant, nearest first. */
async function similarTo(tx: Transaction, issuerIds: readonly string[], { folded }: SoughtWord): Promise<string[]> {
  const most = forgiven(folded.length);
  if (most === 0 || !/^[a-z]+$/.test(folded)) return [];
  const rows = await tx.$queryRaw<{ word: string }[]>`
    SELECT word FROM search_words WHERE issuer_id = ANY(${issuerIds}::uuid[]) AND word % ${folded}
    GROUP BY word ORDER BY similarity(word, ${folded}) DESC LIMIT ${MOST_COMPARED}`;
  return rows
    .map(({ word }) => ({ word, distance: distanceTo(folded, word) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_SIMILAR)
    .map(({ word }) => word);
}

/** A word in a script without spaces, with a space where first and last name may meet. */
function parted(letters: string[]): Prisma.Sql[] {
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => {
    const [head, tail] = [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')];
    return Prisma.sql`(r.search_text LIKE ${`%${head}%`} AND r.search_text LIKE ${`%${tail}%`})`;
  });
}

/**
 * The condition that a record has a similar word for each word sought, nearest first in `rank`; null when
 * nothing is similar. Only the words of names are compared, so that it costs the same in a million names.
 */
export async function similarMatch(
  tx: Transaction,
  issuerIds: readonly string[],
  { words }: Sought,
  firstRank: number
): Promise<{ match: Prisma.Sql; rank: Prisma.Sql } | null> {
  const found: { match: Prisma.Sql; nearest: Prisma.Sql }[] = [];
  let isOther = false;
  for (const word of words) {
    const itself = Prisma.sql`r.search_text LIKE ${`% ${word.folded}%`}`;
    const others = word.letters
      ? parted(word.letters)
      : (await similarTo(tx, issuerIds, word)).map((other) => Prisma.sql`r.search_text LIKE ${`% ${other}%`}`);
    if (others.length > 0) isOther = true;
    const [nearest = itself] = others;
    found.push({ match: Prisma.sql`(${Prisma.join([itself, ...others], ' OR ')})`, nearest });
  }
  if (!isOther) return null;
  const all = (parts: Prisma.Sql[]) => Prisma.join(parts, ' AND ');
  return {
    match: all(found.map(({ match }) => match)),
    rank: Prisma.sql`CASE WHEN ${all(found.map(({ nearest }) => nearest))} THEN ${firstRank} ELSE ${firstRank + 1} END`
  };
}
