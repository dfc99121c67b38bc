import { Prisma } from '../../core/database/prisma/client';
import { escaped } from '../listing/listing';
import { type Ask, atEach, atPlaces, candidateColumns, IN_ISSUER, RANK } from './at-places';
import type { SearchKind } from './kinds';
import type { SearchFamily, SearchKinds } from './searchable';
import type { Sought } from './sought';

/** Matches of a frequent word that are looked at in a place, before the first by name are taken. */
const MOST_LOOKED_AT = 500;

/** The kinds that are looked for, by the queries that find them. */
export interface Wanted {
  family: SearchFamily;
  kinds: SearchKind[];
  /** Those of them that can lie within a company. */
  inCompanies: SearchKind[];
}

/** The families of some kinds. */
export function familiesOf(searchable: SearchKinds, kinds: readonly SearchKind[]): Wanted[] {
  const byFamily = new Map<SearchFamily, Wanted>();
  for (const [kind, { family, isAboveCompanies }] of searchable) {
    if (!kinds.includes(kind)) continue;
    const wanted = byFamily.get(family) ?? { family, kinds: [], inCompanies: [] };
    wanted.kinds.push(kind);
    if (!isAboveCompanies) wanted.inCompanies.push(kind);
    byFamily.set(family, wanted);
  }
  return [...byFamily.values()];
}

/** The families whose table holds the words of their records. */
export const withWords = (families: readonly Wanted[]): Wanted[] =>
  families.filter(({ family }) => !family.isFoundByAlsoOnly);

/** What only some kinds are known by. */
export const particular = (ask: Ask, families: readonly Wanted[]): Prisma.Sql[] =>
  families.flatMap(({ family }) => family.also?.(ask) ?? []);

/** Names and numbers that begin with the search text, the first of them in their order. */
export function beginnings({ principal, places, sought, limit }: Ask, families: readonly Wanted[]): Prisma.Sql[] {
  return families.flatMap((wanted) => {
    const { table, kind, number, isFoundByNumber, condition } = wanted.family;
    const rank = Prisma.sql`CASE WHEN ${number} = ${sought.plain} THEN ${RANK.exact}::int ELSE ${RANK.begins} END`;
    const ordered = (match: Prisma.Sql, order: Prisma.Sql) => (place: Prisma.Sql) =>
      Prisma.sql`
      SELECT ${candidateColumns(kind, rank)} FROM ${table} WHERE ${place} AND ${match} AND ${condition(principal)}
      ORDER BY ${order}, r.id LIMIT ${limit}`;
    const names = ordered(Prisma.sql`r.search_text LIKE ${` ${sought.folded}%`}`, Prisma.sql`r.search_text`);
    if (!isFoundByNumber) return atPlaces(places, wanted, names);
    const numbers = (place: Prisma.Sql) => {
      // In a company those that only begin so are found among its words.
      const match =
        place === IN_ISSUER ? Prisma.sql`LIKE ${`${escaped(sought.plain)}%`}` : Prisma.sql`= ${sought.plain}`;
      return ordered(Prisma.sql`${number} ${match}`, number)(place);
    };
    return [...atPlaces(places, wanted, names), ...atPlaces(places, wanted, numbers)];
  });
}

/** Records that match, looked for at every place. */
function matching(
  { principal, places, limit }: Ask,
  families: readonly Wanted[],
  match: Prisma.Sql,
  rankOf: (number: Prisma.Sql) => Prisma.Sql
): Prisma.Sql[] {
  return families.flatMap((wanted) => {
    const { table, kind, number, condition } = wanted.family;
    const rows = Prisma.sql`SELECT ${candidateColumns(kind, rankOf(number))} FROM ${table} WHERE ${match} AND ${condition(principal)}`;
    const looked = (place: Prisma.Sql) => Prisma.sql`
      SELECT * FROM (${rows} AND ${place} LIMIT ${MOST_LOOKED_AT}) AS looked ORDER BY rank, text, id LIMIT ${limit}`;
    // All issuers at once, without going from one to the next.
    if (places.everywhere) return [atEach(Prisma.sql`(SELECT) AS place`, wanted.kinds, looked(Prisma.sql`TRUE`))];
    return atPlaces(places, wanted, looked);
  });
}

/** Records in which every word sought begins a word. */
export function wordsWithin(ask: Ask, families: readonly Wanted[]): Prisma.Sql[] {
  const { plain, folded } = ask.sought;
  return matching(
    ask,
    families,
    everyWord(ask.sought),
    (number) => Prisma.sql`CASE WHEN ${number} = ${plain} THEN ${RANK.exact}::int
      WHEN r.search_text LIKE ${` ${folded}%`} OR ${number} LIKE ${`${escaped(plain)}%`} THEN ${RANK.begins}
      ELSE ${RANK.word} END`
  );
}

/** Records that match a reading of `similarReadings`. */
export const similarWords = (ask: Ask, families: readonly Wanted[], match: Prisma.Sql, rank: number) =>
  matching(ask, families, match, () => Prisma.sql`${rank}::int`);

/** That every word sought begins a word; in a script without spaces, that it is any part. */
function everyWord({ words }: Sought): Prisma.Sql {
  return Prisma.sql`(${Prisma.join(
    words.map(({ folded, letters }) => Prisma.sql`r.search_text LIKE ${letters ? `%${folded}%` : `% ${folded}%`}`),
    ' AND '
  )})`;
}
