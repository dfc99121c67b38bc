import { Prisma } from '../../core/database/prisma/client';

/** Joins the node that two columns name, as `n`. */
export const atNode = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`JOIN nodes n ON (n.issuer_id, n.id) = (${issuer}, ${id})`;

/** Joins the node of the company that two columns name, as `company`. */
export const atCompany = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`JOIN nodes company ON (company.issuer_id, company.id) = (${issuer}, ${id})`;
