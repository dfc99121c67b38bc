import { Prisma } from '../../../core/database/prisma/client';

/** Joins the node `n` that a record belongs to, and its issuer `i`: for the scope, names, and the issuer's day. */
export const placedAt = (issuer: Prisma.Sql, node: Prisma.Sql): Prisma.Sql => Prisma.sql`
  JOIN nodes n ON (n.issuer_id, n.id) = (${issuer}, ${node}) JOIN issuers i ON i.id = ${issuer}`;
