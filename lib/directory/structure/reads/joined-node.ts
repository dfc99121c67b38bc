import { sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';

/** Joins the node of an issuer and an id that are other expressions than two columns of a row (`atNode`). */
export const joinedNode = (issuer: Prisma.Sql, id: Prisma.Sql, alias = 'n'): Prisma.Sql => {
  const node = sqlName(alias);
  return Prisma.sql`JOIN nodes ${node} ON (${node}.issuer_id, ${node}.id) = (${issuer}, ${id})`;
};

/** Joins the nodes of an issuer that meet a condition, under an alias. */
export const joinedNodes = (issuer: Prisma.Sql, condition: Prisma.Sql, alias: string): Prisma.Sql => {
  const node = sqlName(alias);
  return Prisma.sql`JOIN nodes ${node} ON ${node}.issuer_id = ${issuer} AND ${condition}`;
};

/** Joins account `a` of an issuer and an id that are other expressions than two columns of a row (`atAccount`). */
export const joinedAccount = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`JOIN accounts a ON (a.issuer_id, a.id) = (${issuer}, ${id})`;
