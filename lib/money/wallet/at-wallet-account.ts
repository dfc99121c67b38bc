import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';

/** Joins the bank account that two columns name, under an alias of its own. */
export const atWalletAccount = (issuer: Prisma.Sql, id: Prisma.Sql, alias: 'w' | 'payer'): Prisma.Sql => {
  const account = sqlName(alias);
  return Prisma.sql`JOIN wallet_accounts ${account} ON (${account}.issuer_id, ${account}.id) = (${issuer}, ${id})`;
};
