import type { Principal } from '../access/principal';
import { nodeColumns, type ScopedColumns, within } from '../access/scope';
import { Prisma } from '../core/prisma/client';
import { escaped } from '../listing/listing';
import type { SearchKind } from './kinds';
import type { Places } from './places';
import type { Sought } from './sought';

/** How well a record fits: an exact number, a beginning, the beginning of a word, something similar. */
export const RANK = { exact: 0, begins: 1, word: 2, similar: 3 } as const;

/** A record found, before anything of it is read. */
export interface Candidate {
  kind: SearchKind;
  issuerId: string;
  id: string;
  rank: number;
  /** What equals are ordered by. */
  text: string;
}

/** Matches of a frequent word that are looked at in an issuer, before the first by name are taken. */
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
const IN_COMPANY = Prisma.sql`r.issuer_id = place.issuer_id AND r.company_id = place.company_id`;

/** One query for each place and kind, so that an index is entered there. */
function atEach(places: Prisma.Sql, kinds: readonly SearchKind[], query: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT found.* FROM ${places}, unnest(${kinds}::text[]) AS wanted (kind) CROSS JOIN LATERAL (${query}) AS found)`;
}

const issuersOf = ({ issuerIds }: Places) => Prisma.sql`unnest(${issuerIds}::uuid[]) AS place (issuer_id)`;
const companiesOf = ({ companies }: Places) => Prisma.sql`
  unnest(${companies.map(({ issuerId }) => issuerId)}::uuid[], ${companies.map(({ companyId }) => companyId)}::uuid[])
    AS place (issuer_id, company_id)`;

/** In whole issuers: names and numbers that begin with what is sought, the first of them in their order. */
export function beginnings({ principal, places, sought, limit }: Ask, kinds: readonly SearchKind[]): Prisma.Sql[] {
  if (places.issuerIds.length === 0) return [];
  return familiesOf(kinds, principal).flatMap(({ kinds: some, table, kind, condition, number }) => {
    const rank = Prisma.sql`CASE WHEN ${number} = ${sought.plain} THEN ${RANK.exact}::int ELSE ${RANK.begins} END`;
    const ordered = (match: Prisma.Sql, order: Prisma.Sql) =>
      atEach(
        issuersOf(places),
        some,
        Prisma.sql`SELECT ${rowOf(kind, rank)} FROM ${table} WHERE ${IN_ISSUER} AND ${match} AND ${condition}
          ORDER BY ${order}, r.id LIMIT ${limit}`
      );
    const names = ordered(Prisma.sql`r.search_text LIKE ${` ${sought.folded}%`}`, Prisma.sql`r.search_text`);
    if (some.includes('account')) return [names];
    return [names, ordered(Prisma.sql`${number} LIKE ${`${escaped(sought.plain)}%`}`, number)];
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
  return [
    ...(places.issuerIds.length > 0 ? [atEach(issuersOf(places), ['account'], query(IN_ISSUER))] : []),
    ...(places.companies.length > 0 ? [atEach(companiesOf(places), ['account'], query(IN_COMPANY))] : [])
  ];
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
    const inCompanies = Prisma.sql`${rows} AND ${IN_COMPANY} ORDER BY rank, text, r.id LIMIT ${limit}`;
    return [
      ...(places.issuerIds.length > 0 ? [atEach(issuersOf(places), some, looked(IN_ISSUER))] : []),
      ...(places.companies.length > 0 ? [atEach(companiesOf(places), some, inCompanies)] : [])
    ];
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
