import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accountNumber, openNumbers } from '../../directory/structure/account-number';
import type { Candidate } from './candidates';
import { SEARCH_KINDS } from './kinds';

const searchResultRow = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  issuerId: z.string(),
  id: z.string(),
  name: z.string(),
  /** The second name; of users none. */
  name2: z.string().nullable(),
  /** The number; a user's user id; none of accounts. */
  number: z.string().nullable(),
  /** Of an account: the card number as it is shown. */
  cardNumber: z.string().nullable(),
  /** The name of its parent: the company of a record within one, else the issuer. */
  above: z.string().nullable(),
  /** Whether it is no longer in use: closed, replaced, inactive. */
  isOver: z.boolean()
});

/** A record as a search result. */
export type SearchResult = z.infer<typeof searchResultRow>;

/** Reads the displayed data of the found nodes and users; the caller has applied the scope. */
export async function readResults(
  tx: Transaction,
  found: readonly Pick<Candidate, 'kind' | 'issuerId' | 'id'>[]
): Promise<SearchResult[]> {
  if (found.length === 0) return [];
  const idsOf = (isUser: boolean) => {
    const some = found.filter(({ kind }) => (kind === 'user') === isUser);
    return [some.map(({ issuerId }) => issuerId), some.map(({ id }) => id)] as const;
  };
  const [[nodeIssuers, nodes], [userIssuers, users]] = [idsOf(false), idsOf(true)];
  const rows = await readRows(tx, searchResultRow)`
    SELECT n.kind::text AS kind, n.issuer_id AS "issuerId", n.id, n.name_1 AS name, n.name_2 AS name2, n.number,
      ${accountNumber('a', 'n')} AS "cardNumber", CASE WHEN n.kind = 'issuer' THEN NULL WHEN c.id <> n.id THEN c.name_1 ELSE i.name END AS above,
      n.status = 'closed' OR coalesce(a.state IN ('closed', 'replaced'), FALSE) AS "isOver"
    FROM unnest(${nodeIssuers}::uuid[], ${nodes}::uuid[]) AS f (issuer_id, id)
    JOIN nodes n ON (n.issuer_id, n.id) = (f.issuer_id, f.id)
    JOIN issuers i ON i.id = n.issuer_id
    LEFT JOIN nodes c ON (c.issuer_id, c.id) = (n.issuer_id, n.company_id)
    LEFT JOIN accounts a ON (a.issuer_id, a.id) = (n.issuer_id, n.id)
    UNION ALL
    SELECT 'user', u.issuer_id, u.id, u.first_name || ' ' || u.last_name, NULL, u.user_id, NULL, coalesce(c.name_1, i.name),
      u.status = 'inactive'
    FROM unnest(${userIssuers}::uuid[], ${users}::uuid[]) AS f (issuer_id, id)
    JOIN users u ON (u.issuer_id, u.id) = (f.issuer_id, f.id)
    JOIN issuers i ON i.id = u.issuer_id
    LEFT JOIN nodes c ON (c.issuer_id, c.id) = (u.issuer_id, u.company_id)`;
  const byId = new Map(
    rows.map((row) => [`${row.kind}/${row.issuerId}/${row.id}`, { ...row, cardNumber: openNumbers(row.cardNumber) }])
  );
  return found.flatMap(({ kind, issuerId, id }) => byId.get(`${kind}/${issuerId}/${id}`) ?? []);
}
