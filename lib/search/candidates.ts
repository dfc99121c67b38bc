import type { Principal } from '../access/principal';
import { nodeColumns, type ScopedColumns, within } from '../access/scope';
import { Prisma } from '../core/prisma/client';
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

/** What every kind of candidate is asked for with. */
export interface Ask {
  principal: Principal;
  places: Places;
  sought: Sought;
  limit: number;
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

const USER_COLUMNS: ScopedColumns = {
  issuer: Prisma.sql`r.issuer_id`,
  company: Prisma.sql`r.company_id`,
  path: Prisma.sql`(SELECT s.path FROM nodes s WHERE s.issuer_id = r.issuer_id AND s.id = r.node_id)`
};

/** The table of some kinds under the alias `r`: all users, all accounts or all others; and what its rows must be. */
function tableOf(kinds: readonly SearchKind[], principal: Principal) {
  if (kinds.includes('user'))
    return {
      table: Prisma.sql`users r`,
      kind: Prisma.sql`'user'`,
      condition: Prisma.sql`r.deleted_at IS NULL AND ${within(principal.scope, USER_COLUMNS)}`,
      number: Prisma.sql`(lower(r.user_id) COLLATE "C")`
    };
  // The planner finds the partial index of accounts, or of the others, by the same words.
  const partial = kinds.includes('account') ? Prisma.sql`r.kind = 'account'` : Prisma.sql`r.kind <> 'account'`;
  return {
    table: Prisma.sql`nodes r`,
    kind: Prisma.sql`r.kind::text`,
    condition: Prisma.sql`${partial} AND r.kind = ANY(${kinds}::node_kind[]) AND ${within(principal.scope, nodeColumns('r'))}`,
    number: Prisma.sql`(lower(r.number) COLLATE "C")`
  };
}

const rowOf = (kind: Prisma.Sql, rank: Prisma.Sql) =>
  Prisma.sql`${kind} AS kind, r.issuer_id AS "issuerId", r.id, ${rank} AS rank, r.search_text AS text`;

/** One query a place, so that an index is entered at the place; `companies` says at which kind of place. */
function atEachPlace({ issuerIds, companies }: Places, where: 'issuers' | 'companies', query: Prisma.Sql): Prisma.Sql {
  const places =
    where === 'issuers'
      ? Prisma.sql`unnest(${issuerIds}::uuid[]) AS place (issuer_id)`
      : Prisma.sql`unnest(${companies.map(({ issuerId }) => issuerId)}::uuid[],
          ${companies.map(({ companyId }) => companyId)}::uuid[]) AS place (issuer_id, company_id)`;
  return Prisma.sql`(SELECT found.* FROM ${places} CROSS JOIN LATERAL (${query}) AS found)`;
}

/** In whole issuers: names and numbers that begin with what is sought, the first of them in their order. */
export function beginnings({ principal, places, sought, limit }: Ask, kind: SearchKind): Prisma.Sql[] {
  if (places.issuerIds.length === 0 || !sought.folded) return [];
  const { table, condition, number, kind: named } = tableOf([kind], principal);
  const ordered = (match: Prisma.Sql, order: Prisma.Sql) =>
    atEachPlace(
      places,
      'issuers',
      Prisma.sql`SELECT ${rowOf(named, Prisma.sql`CASE WHEN ${number} = ${sought.plain} THEN ${RANK.exact}::int ELSE ${RANK.begins} END`)}
        FROM ${table} WHERE r.issuer_id = place.issuer_id AND ${match} AND ${condition}
        ORDER BY ${order}, r.id LIMIT ${limit}`
    );
  const names = ordered(Prisma.sql`r.search_text LIKE ${` ${sought.folded}%`}`, Prisma.sql`r.search_text`);
  if (kind === 'account') return [names];
  return [names, ordered(Prisma.sql`${number} LIKE ${`${escaped(sought.plain)}%`}`, number)];
}

/** Accounts by the last four digits of their card. */
export function lastFourDigits({ principal, places, sought, limit }: Ask): Prisma.Sql[] {
  if (!sought.lastFour) return [];
  const query = (company: Prisma.Sql) => Prisma.sql`
    SELECT ${rowOf(Prisma.sql`'account'`, Prisma.sql`${RANK.exact}::int`)}
    FROM accounts a JOIN nodes r ON (r.issuer_id, r.id) = (a.issuer_id, a.id)
    WHERE a.issuer_id = place.issuer_id AND a.last_four = ${sought.lastFour} ${company}
      AND ${within(principal.scope, nodeColumns('r'))}
    ORDER BY r.search_text, r.id LIMIT ${limit}`;
  return [
    ...(places.issuerIds.length > 0 ? [atEachPlace(places, 'issuers', query(Prisma.empty))] : []),
    ...(places.companies.length > 0
      ? [atEachPlace(places, 'companies', query(Prisma.sql`AND r.company_id = place.company_id`))]
      : [])
  ];
}

/** Records of some kinds of one table that match, looked for at every place. */
function matching(
  { principal, places, limit }: Ask,
  kinds: readonly SearchKind[],
  match: Prisma.Sql,
  rankOf: (number: Prisma.Sql) => Prisma.Sql
): Prisma.Sql[] {
  const { table, condition, number, kind } = tableOf(kinds, principal);
  const rows = Prisma.sql`SELECT ${rowOf(kind, rankOf(number))} FROM ${table} WHERE ${match} AND ${condition}`;
  const looked = (place: Prisma.Sql) => Prisma.sql`
    SELECT * FROM (${rows} ${place} LIMIT ${MOST_LOOKED_AT}) AS looked ORDER BY rank, text, id LIMIT ${limit}`;
  if (places.everywhere) return [Prisma.sql`(${looked(Prisma.empty)})`];
  const [inIssuer, inCompany] = [
    Prisma.sql`AND r.issuer_id = place.issuer_id`,
    Prisma.sql`AND r.company_id = place.company_id`
  ];
  return [
    ...(places.issuerIds.length > 0 ? [atEachPlace(places, 'issuers', looked(inIssuer))] : []),
    ...(places.companies.length > 0
      ? [
          atEachPlace(
            places,
            'companies',
            Prisma.sql`${rows} ${inIssuer} ${inCompany} ORDER BY rank, text, r.id LIMIT ${limit}`
          )
        ]
      : [])
  ];
}

/** Records of a kind in which every word sought begins a word. */
export function wordsWithin(ask: Ask, kind: SearchKind): Prisma.Sql[] {
  const { plain, folded } = ask.sought;
  return matching(
    ask,
    [kind],
    everyWord(ask.sought),
    (number) => Prisma.sql`CASE WHEN ${number} = ${plain} THEN ${RANK.exact}::int
      WHEN r.search_text LIKE ${` ${folded}%`} OR ${number} LIKE ${`${escaped(plain)}%`} THEN ${RANK.begins}
      ELSE ${RANK.word} END`
  );
}

/** Records that match a reading of `similarReadings`, of all kinds: a query for each table. */
export function similarWords(ask: Ask, kinds: readonly SearchKind[], match: Prisma.Sql, rank: number): Prisma.Sql[] {
  const [users, accounts] = [kinds.filter((kind) => kind === 'user'), kinds.filter((kind) => kind === 'account')];
  const others = kinds.filter((kind) => kind !== 'user' && kind !== 'account');
  return [users, accounts, others]
    .filter((some) => some.length > 0)
    .flatMap((some) => matching(ask, some, match, () => Prisma.sql`${rank}::int`));
}

/** That every word sought begins a word; in a script without spaces, that it is any part. */
function everyWord({ words }: Sought): Prisma.Sql {
  return Prisma.sql`(${Prisma.join(
    words.map(({ folded, letters }) => Prisma.sql`r.search_text LIKE ${letters ? `%${folded}%` : `% ${folded}%`}`),
    ' AND '
  )})`;
}
