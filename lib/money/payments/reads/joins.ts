import { rowOf, sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';

/** Joins payment `p` that a column names, `e.payment_id`, in the issuer of its row. */
export const atPayment = (column: string): Prisma.Sql =>
  Prisma.sql`JOIN payments p ON (p.issuer_id, p.id) = (${rowOf(column)}.issuer_id, ${sqlName(column)})`;

/** The payments `p` of an issuer that meet a condition, as rows of a statement. */
export const paymentsThat = (issuerId: string, condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`payments p WHERE p.issuer_id = ${issuerId}::uuid AND ${condition}`;
