import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { Prisma } from '../../core/database/prisma/client';
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
  /** The order of records with equal rank. */
  text: z.string()
});

/** A record found, before its displayed data is read. */
export type Candidate = z.infer<typeof candidateRow>;

/** The parameters of a query for candidates; `limit` is per kind. */
export interface Ask {
  principal: Principal;
  places: Places;
  sought: Sought;
  limit: number;
}

/** The columns of a candidate, of a row `r`. */
export const candidateColumns = (kind: Prisma.Sql, rank: Prisma.Sql) =>
  Prisma.sql`${kind} AS kind, r.issuer_id AS "issuerId", r.id, ${rank} AS rank, r.search_text AS text`;

/** The condition that a row is in the issuer of a place. */
export const IN_ISSUER = Prisma.sql`r.issuer_id = place.issuer_id`;

/** One query for each place and kind, so that an index is entered there. */
export function atEach(places: Prisma.Sql, kinds: readonly SearchKind[], query: Prisma.Sql): Prisma.Sql {
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

/** A query for each place, an issuer or companies of one, and for each kind; `inCompanies` are those within companies. */
export function atPlaces(
  places: Places,
  { kinds, inCompanies }: { kinds: readonly SearchKind[]; inCompanies: readonly SearchKind[] },
  query: (place: Prisma.Sql) => Prisma.Sql
): Prisma.Sql[] {
  const inIssuers = places.issuerIds.length > 0 ? [atEach(issuersOf(places), kinds, query(IN_ISSUER))] : [];
  if (places.companies.length === 0 || inCompanies.length === 0) return inIssuers;
  const [companies, isThere] = companiesOf(places);
  return [...inIssuers, atEach(companies, inCompanies, query(isThere))];
}
