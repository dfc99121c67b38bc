import { Prisma } from '../../../core/database/prisma/client';

/** Joins the repayment that two columns name, as `p`. */
export const atRepayment = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`JOIN repayments p ON (p.issuer_id, p.id) = (${issuer}, ${id})`;
