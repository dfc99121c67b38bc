import { Prisma } from '../../../core/database/prisma/client';

/** The credit limit of an account, looked up by its key for each row of the statement around it. */
export const creditLimitOf = (issuerId: string, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT a.credit_limit FROM accounts a WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ${id} OFFSET 0`;
