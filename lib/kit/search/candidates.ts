import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, type ScopedColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { escaped } from '../listing/listing';
import { SEARCH_KINDS, type SearchKind } from './kinds';
import type { Places } from './places';
import type { Sought } from './sought';

/** How well a record fits: an exact number, a beginning, the beginning of a word, something similar. */
export const RANK = { exact: 0, begins: 1, word: 2, similar: 3 } as const;

export const candidateRow = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  issuerId: z.string(),
  id: z.string(),
  rank: z.number(),
  /** What equals are ordered by. */
  text: z.string()
});

/** A record found, before anything of it is read. */
export type Candidate = z.infer<typeof candidateRow>;

/** Matches of a frequent word that are looked at in a place, before the first by name are taken. */
const MOST_LOOKED_AT = 500;

/** What candidates are asked for with; `limit` is for each kind. */
export interface Ask {
  principal: Principal;
  places: Places;
  sought: Sought;
  limit: number;
}

/** Kinds that one query finds: users, accounts, or the other nodes, each by indexes of their own. */
interface Family {
  kinds: readonly SearchKind[];
  table: Prisma.Sql;
  kind: Prisma.Sql;
  /** What its rows must be. */
  condition: Prisma.Sql;
  /** What they are known by: a number, a user id. */
  number: Prisma.Sql;
}

const USER_COLUMNS: ScopedColumns = {
  issuer: Prisma.sql`r.issuer_id`,
  company: Prisma.sql`r.company_id`,
  path: Prisma.sql`(SELECT s.path FROM nodes s WHERE s.issuer_id = r.issuer_id AND s.id = r.node_id)`
};

/** The families that some kinds are of. */
function familiesOf(kinds: readonly SearchKind[], { scope }: Principal): Family[] {
  const others = kinds.filter((kind) => kind !== 'user' && kind !== 'account');
  const nodes = (some: SearchKind[], partial: Prisma.Sql): Family => ({
    kinds: some,
    table: Prisma.sql`nodes r`,
    kind: Prisma.sql`r.kind::text`,
    // The planner finds the partial index by the same words.
    condition: Prisma.sql`${partial} AND r.kind = wanted.kind::node_kind AND ${within(scope, nodeColumns('r'))}`,
    number: Prisma.sql`(lower(r.number) COLLATE "C")`
  });
  const users: Family = {
    kinds: ['user'],
    table: Prisma.sql`users r`,
    kind: Prisma.sql`'user'`,
    condition: Prisma.sql`r.deleted_at IS NULL AND ${within(scope, USER_COLUMNS)}`,
    number: Prisma.sql`(lower(r.user_id) COLLATE "C")`
  };
  return [
    ...(others.length > 0 ? [nodes(others, Prisma.sql`r.kind <> 'account'`)] : []),
    ...(kinds.includes('account') ? [nodes(['account'], Prisma.sql`r.kind = 'account'`)] : []),
    ...(kinds.includes('user') ? [users] : [])
  ];
}

const rowOf = (kind: Prisma.Sql, rank: Prisma.Sql) =>
  Prisma.sql`${kind} AS kind, r.issuer_id AS "issuerId", r.id, ${rank} AS rank, r.search_text AS text`;

const IN_ISSUER = Prisma.sql`r.issuer_id = place.issuer_id`;

/** One query for each place and kind, so that an index is entered there. */
function atEach(places: Prisma.Sql, kinds: readonly SearchKind[], query: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT found.* FROM ${places}, unnest(${kinds}::text[]) AS wanted (kind) CROSS JOIN LATERAL (${query}) AS found)`;
}

const issuersOf = ({ issuerIds }: Places) => Prisma.sql`unnest(${issuerIds}::uuid[]) AS place (issuer_id)`;

/** Companies, several of an issuer at once; and the condition that a row is in one of them. One alone is entered in order. */
function companiesOf({ companies }: Places): [places: Prisma.Sql, isThere: Prisma.Sql] {
  const issuers = [...new Set(companies.map(({ issuerId }) => issuerId))];
  const rows = issuers.map((issuer) => {
    const ids = companies.filter(({ issuerId }) => issuerId === issuer).map(({ companyId }) => companyId);
    return Prisma.sql`(${issuer}::uuid, ${ids}::uuid[])`;
  });
  const isOne = companies.length === issuers.length;
  return [
    Prisma.sql`(VALUES ${Prisma.join(rows)}) AS place (issuer_id, company_ids)`,
    Prisma.sql`${IN_ISSUER} AND r.company_id = ${isOne ? Prisma.sql`place.company_ids[1]` : Prisma.sql`ANY(place.company_ids)`}`
  ];
}

/** A query for each place, an issuer or companies of one, and for each kind that can be there. */
function atPlaces(
  places: Places,
  kinds: readonly SearchKind[],
  query: (place: Prisma.Sql) => Prisma.Sql
): Prisma.Sql[] {
  const found = places.issuerIds.length > 0 ? [atEach(issuersOf(places), kinds, query(IN_ISSUER))] : [];
  const inCompanies = kinds.filter((kind) => kind !== 'issuer' && kind !== 'company_group');
  if (places.companies.length === 0 || inCompanies.length === 0) return found;
  const [companies, isThere] = companiesOf(places);
  return [...found, atEach(companies, inCompanies, query(isThere))];
}

/** Names and numbers that begin with what is sought, the first of them in their order. */
export function beginnings({ principal, places, sought, limit }: Ask, kinds: readonly SearchKind[]): Prisma.Sql[] {
  return familiesOf(kinds, principal).flatMap(({ kinds: some, table, kind, condition, number }) => {
    const rank = Prisma.sql`CASE WHEN ${number} = ${sought.plain} THEN ${RANK.exact}::int ELSE ${RANK.begins} END`;
    const ordered = (match: Prisma.Sql, order: Prisma.Sql) => (place: Prisma.Sql) =>
      Prisma.sql`
      SELECT ${rowOf(kind, rank)} FROM ${table} WHERE ${place} AND ${match} AND ${condition}
      ORDER BY ${order}, r.id LIMIT ${limit}`;
    const names = ordered(Prisma.sql`r.search_text LIKE ${` ${sought.folded}%`}`, Prisma.sql`r.search_text`);
    if (some.includes('account')) return atPlaces(places, some, names);
    const numbers = (place: Prisma.Sql) => {
      // In a company those that only begin so are found among its words.
      const match =
        place === IN_ISSUER ? Prisma.sql`LIKE ${`${escaped(sought.plain)}%`}` : Prisma.sql`= ${sought.plain}`;
      return ordered(Prisma.sql`${number} ${match}`, number)(place);
    };
    return [...atPlaces(places, some, names), ...atPlaces(places, some, numbers)];
  });
}

/** Accounts by the last four digits of their card. */
export function lastFourDigits({ principal, places, sought, limit }: Ask): Prisma.Sql[] {
  if (!sought.lastFour) return [];
  const query = (place: Prisma.Sql) => Prisma.sql`
    SELECT ${rowOf(Prisma.sql`'account'`, Prisma.sql`${RANK.exact}::int`)}
    FROM accounts a JOIN nodes r ON (r.issuer_id, r.id) = (a.issuer_id, a.id)
    WHERE a.issuer_id = place.issuer_id AND a.last_four = ${sought.lastFour} AND ${place}
      AND ${within(principal.scope, nodeColumns('r'))}
    ORDER BY r.search_text, r.id LIMIT ${limit}`;
  return atPlaces(places, ['account'], query);
}

/** Records that match, looked for at every place. */
function matching(
  { principal, places, limit }: Ask,
  kinds: readonly SearchKind[],
  match: Prisma.Sql,
  rankOf: (number: Prisma.Sql) => Prisma.Sql
): Prisma.Sql[] {
  return familiesOf(kinds, principal).flatMap(({ kinds: some, table, kind, condition, number }) => {
    const rows = Prisma.sql`SELECT ${rowOf(kind, rankOf(number))} FROM ${table} WHERE ${match} AND ${condition}`;
    const looked = (place: Prisma.Sql) => Prisma.sql`
      SELECT * FROM (${rows} AND ${place} LIMIT ${MOST_LOOKED_AT}) AS looked ORDER BY rank, text, id LIMIT ${limit}`;
    // All issuers at once, without going from one to the next.
    if (places.everywhere) return [atEach(Prisma.sql`(SELECT) AS place`, some, looked(Prisma.sql`TRUE`))];
    return atPlaces(places, some, looked);
  });
}

/** Records in which every word sought begins a word. */
export function wordsWithin(ask: Ask, kinds: readonly SearchKind[]): Prisma.Sql[] {
  const { plain, folded } = ask.sought;
  return matching(
    ask,
    kinds,
    everyWord(ask.sought),
    (number) => Prisma.sql`CASE WHEN ${number} = ${plain} THEN ${RANK.exact}::int
      WHEN r.search_text LIKE ${` ${folded}%`} OR ${number} LIKE ${`${escaped(plain)}%`} THEN ${RANK.begins}
      ELSE ${RANK.word} END`
  );
}

/** Records that match a reading of `similarReadings`. */
export const similarWords = (ask: Ask, kinds: readonly SearchKind[], match: Prisma.Sql, rank: number) =>
  matching(ask, kinds, match, () => Prisma.sql`${rank}::int`);

/** That every word sought begins a word; in a script without spaces, that it is any part. */
function everyWord({ words }: Sought): Prisma.Sql {
  return Prisma.sql`(${Prisma.join(
    words.map(({ folded, letters }) => Prisma.sql`r.search_text LIKE ${letters ? `%${folded}%` : `% ${folded}%`}`),
    ' AND '
  )})`;
}
