import { Prisma } from '../../../core/database/prisma/client';

/** The ids of an account's transactions, as a statement. */
export const transactionsOfAccount = (issuerId: string, id: string): Prisma.Sql => Prisma.sql`
  SELECT t.id FROM transactions t WHERE t.issuer_id = ${issuerId}::uuid AND t.account_id = ${id}::uuid`;

/**
 * The transactions `t` of an account that meet a condition, with their days, billed amounts and merchants, looked up by the
 * account for each row of the statement around it.
 */
export const amountsLookedUp = (issuerId: string, account: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT t.posting_date, t.billed_amount, t.billed_currency, t.merchant_name, t.merchant_category_code FROM transactions t
  WHERE t.issuer_id = ${issuerId}::uuid AND t.account_id = ${account} AND ${condition} OFFSET 0`;
