import { Prisma } from '../../../core/database/prisma/client';

/** The users of all issuers whose address matches a pattern of lower case, as rows with `issuer_id`. */
export const usersMailedLike = (pattern: string): Prisma.Sql =>
  Prisma.sql`(SELECT issuer_id FROM users WHERE lower(email) LIKE ${pattern})`;
