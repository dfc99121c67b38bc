import { Prisma } from '../../../core/database/prisma/client';

/** The ids of an account's transactions, as a statement. */
export const transactionsOfAccount = (issuerId: string, id: string): Prisma.Sql => Prisma.sql`
  SELECT t.id FROM transactions t WHERE t.issuer_id = ${issuerId}::uuid AND t.account_id = ${id}::uuid`;
