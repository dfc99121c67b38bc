import { Prisma } from '../../core/database/prisma/client';

/** The transaction that a bank posted under a reference of its issuer, as a table of SQL statements: one row or none. */
export const postedUnder = (issuer: Prisma.Sql, reference: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT t.id, t.amount, t.currency::text AS currency, t.state
  FROM transaction_references r
  JOIN transactions t ON (t.issuer_id, t.posting_date, t.id) = (r.issuer_id, r.posting_date, r.transaction_id)
  WHERE r.issuer_id = ${issuer} AND r.source_reference = ${reference})`;
