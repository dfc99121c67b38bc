import { sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';

// The account of each key in a table of many, as a statement: a row of the key, `id` and `ambiguous`, and none without one.

/** A closed or replaced account yields to an account in use with the same name. */
const OVER = Prisma.sql`a.state IN ('closed', 'replaced')`;
const CHOSEN = Prisma.sql`(array_agg(a.id ORDER BY ${OVER}))[1] AS id,
  count(*) FILTER (WHERE NOT ${OVER}) > 1 OR count(*) FILTER (WHERE NOT ${OVER}) = 0 AND count(*) > 1 AS ambiguous`;

/** The accounts of an issuer by the hash of their card number, `card_hash` of a table. */
export const accountsByCard = (issuerId: string, table: string): Prisma.Sql => Prisma.sql`
  SELECT a.card_number_hash AS card_hash, a.id, false AS ambiguous FROM accounts a
  JOIN (SELECT DISTINCT card_hash FROM ${sqlName(table)}) s ON a.card_number_hash = s.card_hash
  WHERE a.issuer_id = ${issuerId}::uuid`;

/** The accounts of an issuer by last four digits and name in lower case, `last_four` and `account_name` of a table. */
export const accountsByLastFour = (issuerId: string, table: string): Prisma.Sql => Prisma.sql`
  SELECT s.last_four, s.account_name, ${CHOSEN} FROM (SELECT DISTINCT last_four, account_name FROM ${sqlName(table)}) s
  JOIN nodes n ON n.issuer_id = ${issuerId}::uuid AND n.kind = 'account' AND lower(n.name_1) = s.account_name
  JOIN accounts a ON (a.issuer_id, a.id) = (n.issuer_id, n.id) AND a.last_four = s.last_four GROUP BY 1, 2`;

/** The accounts of an issuer by name in lower case, `account_name` of a table, for names that meet a condition, of row `s`. */
export const accountsByName = (issuerId: string, table: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT s.account_name, ${CHOSEN} FROM (SELECT DISTINCT account_name FROM ${sqlName(table)}) s
  JOIN nodes n ON n.issuer_id = ${issuerId}::uuid AND n.kind = 'account' AND lower(n.name_1) = s.account_name
  JOIN accounts a ON (a.issuer_id, a.id) = (n.issuer_id, n.id)
  WHERE ${condition}
  GROUP BY 1`;
