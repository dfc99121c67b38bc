import { rowOf, sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';

/** Joins transaction `t` of a row of keys, with `issuer_id`, `posting_date` and a column of its id. `LEFT` may stand before it. */
export const atTransaction = (keys: string, id: 'id' | 'transaction_id' = 'id'): Prisma.Sql => {
  const k = sqlName(keys);
  return Prisma.sql`JOIN transactions t ON (t.issuer_id, t.posting_date, t.id) = (${k}.issuer_id, ${k}.posting_date, ${k}.${sqlName(id)})`;
};

/** Joins the transactions `t` of the account that a column names, `n.id`, in the issuer of its row: conditions may follow with `AND`. */
export const bookedOn = (account: string): Prisma.Sql =>
  Prisma.sql`JOIN transactions t ON t.issuer_id = ${rowOf(account)}.issuer_id AND t.account_id = ${sqlName(account)}`;

/** Joins the splits `s` of a row of keys. `LEFT` may stand before it. */
export const splitsOf = (keys: string): Prisma.Sql => {
  const k = sqlName(keys);
  return Prisma.sql`JOIN allocations s ON (s.issuer_id, s.posting_date, s.transaction_id) = (${k}.issuer_id, ${k}.posting_date, ${k}.id)`;
};

/** The keys of the transactions of which an export took its part, by the history, which has the only index by export. */
export const takenByExport = (issuerId: string, exportId: string): Prisma.Sql => Prisma.sql`(
  SELECT DISTINCT issuer_id, posting_date, transaction_id AS id FROM transaction_events
  WHERE issuer_id = ${issuerId}::uuid AND event = 'export' AND details->>'export' = ${exportId})`;
