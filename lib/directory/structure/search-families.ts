import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { type Ask, atPlaces, candidateColumns, RANK } from '../../kit/search/at-places';
import type { SearchFamily } from '../../kit/search/searchable';
import { accountNumber, openNumbers } from './account-number';

/** Nodes, of which `partial` is written as in a partial index, so that the planner finds the index. */
function nodes(partial: Prisma.Sql): Omit<SearchFamily, 'isFoundByNumber' | 'result'> {
  return {
    table: Prisma.sql`nodes r`,
    kind: Prisma.sql`r.kind::text`,
    number: Prisma.sql`(lower(r.number) COLLATE "C")`,
    condition: ({ scope }) =>
      Prisma.sql`${partial} AND r.kind = wanted.kind::node_kind AND ${within(scope, nodeColumns('r'))}`
  };
}

const ABOVE = Prisma.sql`CASE WHEN r.kind = 'issuer' THEN NULL WHEN c.id <> r.id THEN c.name_1 ELSE i.name END AS above`;
const JOINS = Prisma.sql`
  JOIN issuers i ON i.id = r.issuer_id
  LEFT JOIN nodes c ON (c.issuer_id, c.id) = (r.issuer_id, r.company_id)`;

/** The nodes of the reporting structure besides accounts. */
export const NODES: SearchFamily = {
  ...nodes(Prisma.sql`r.kind <> 'account'`),
  isFoundByNumber: true,
  result: {
    columns: Prisma.sql`r.name_1 AS name, r.name_2 AS name2, r.number, NULL AS "cardNumber", ${ABOVE},
      CASE WHEN r.status = 'closed' THEN 'closed' END AS over`,
    joins: JOINS
  }
};

/** Accounts, by name and by the last four digits of their card. */
export const ACCOUNTS: SearchFamily = {
  ...nodes(Prisma.sql`r.kind = 'account'`),
  isFoundByNumber: false,
  also: lastFourDigits,
  result: {
    columns: Prisma.sql`r.name_1 AS name, r.name_2 AS name2, r.number, ${accountNumber('a', 'r')} AS "cardNumber", ${ABOVE},
      CASE WHEN r.status = 'closed' OR a.state IN ('closed', 'replaced') THEN 'closed' END AS over`,
    joins: Prisma.sql`${JOINS} LEFT JOIN accounts a ON (a.issuer_id, a.id) = (r.issuer_id, r.id)`
  },
  readResult: (result) => ({ ...result, cardNumber: openNumbers(result.cardNumber) })
};

function lastFourDigits({ principal, places, sought, limit }: Ask): Prisma.Sql[] {
  if (!sought.lastFour) return [];
  const query = (place: Prisma.Sql) => Prisma.sql`
    SELECT ${candidateColumns(Prisma.sql`'account'`, Prisma.sql`${RANK.exact}::int`)}
    FROM accounts a JOIN nodes r ON (r.issuer_id, r.id) = (a.issuer_id, a.id)
    WHERE a.issuer_id = place.issuer_id AND a.last_four = ${sought.lastFour} AND ${place}
      AND ${within(principal.scope, nodeColumns('r'))}
    ORDER BY r.search_text, r.id LIMIT ${limit}`;
  return atPlaces(places, { kinds: ['account'], inCompanies: ['account'] }, query);
}
