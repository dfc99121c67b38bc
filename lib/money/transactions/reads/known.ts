import { Prisma } from '../../../core/database/prisma/client';

/** Joins the key `k`, `posting_date` and `transaction_id`, of an issuer's transaction with a reference. `LEFT` may stand before it. */
export const byReference = (issuerId: string, reference: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`JOIN transaction_references k ON k.issuer_id = ${issuerId}::uuid AND k.source_reference = ${reference}`;

/** An issuer's transaction, looked up by its key for each row of the statement around it. */
export const transactionLookedUp = (
  issuerId: string,
  postingDate: Prisma.Sql,
  id: Prisma.Sql
): Prisma.Sql => Prisma.sql`
  SELECT t.* FROM transactions t
  WHERE t.issuer_id = ${issuerId}::uuid AND t.posting_date = ${postingDate} AND t.id = ${id} OFFSET 0`;
