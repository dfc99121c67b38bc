import { Prisma } from '../../../core/database/prisma/client';

/** The credit limit of an account, looked up by its key for each row of the statement around it. */
export const creditLimitOf = (issuerId: string, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT a.credit_limit FROM accounts a WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ${id} OFFSET 0`;

/** The nodes at and below a path, with kind and credit limit, looked up by the path for each row of the statement around it. */
export const limitsBelow = (issuerId: string, path: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT n.id, n.kind, (${creditLimitOf(issuerId, Prisma.sql`n.id`)}) AS credit_limit FROM nodes n
  WHERE n.issuer_id = ${issuerId}::uuid AND n.path >= ${path} AND n.path < ${path} || 'g' OFFSET 0`;
