import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';

/** The condition that transaction `t` is owed: nobody paid it with their own money. */
const IS_OWED = Prisma.sql`t.added_by IS NULL AND t.type <> 'out_of_pocket'`;

/** What transaction `t` adds to what is owed on its account: nothing if somebody paid it with their own money. */
export const OWED = Prisma.sql`(CASE WHEN ${IS_OWED} THEN t.billed_amount ELSE 0 END)`;

/**
 * What the accounts of a query `due` (account_id, closed_on) owe by what was posted through their day, and what of it was
 * paid: a query of account_id, owed and paid. `which` compares their ids, such as `> '…'`, before anything is joined.
 */
export const owedOfDue = (issuerId: string, due: Prisma.Sql, which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT t.account_id, sum(t.billed_amount) AS owed, -sum(t.billed_amount) FILTER (WHERE t.type = 'payment') AS paid
  FROM transactions t JOIN (${due}) x ON x.account_id = t.account_id AND t.posting_date <= x.closed_on
  WHERE t.issuer_id = ${issuerId}::uuid AND t.account_id ${which} AND ${IS_OWED} GROUP BY t.account_id`;

/** When the sums of a statement were read, as the database writes it, and the last day that was posted in them. */
export interface Taken {
  closedOn: string;
  takenAt: string;
}

const bookedBy = ({ closedOn, takenAt }: Taken): Prisma.Sql =>
  Prisma.sql`(t.posting_date <= ${closedOn}::date AND t.created_at <= ${takenAt}::timestamptz)`;

/** What changed what is owed on an account from one statement, if there was one, to the next: a query of its charges. */
export const owedBetween = (
  { issuerId, id }: { issuerId: string; id: string },
  before: Taken | null,
  through: Taken
): Prisma.Sql => Prisma.sql`
  SELECT t.id, t.posting_date, t.transaction_date, t.type, t.merchant_name, t.amount, t.currency, t.billed_amount
  FROM transactions t
  WHERE t.issuer_id = ${issuerId}::uuid AND t.account_id = ${id}::uuid AND ${bookedBy(through)}
    AND ${before ? Prisma.sql`NOT ${bookedBy(before)}` : Prisma.sql`TRUE`}
    AND ${IS_OWED}`;

const owedRow = z.strictObject({ total: z.string(), through: z.string() });

/** What an account's booked transactions come to: all of them, and those posted through a day. */
export async function owedOn(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  day: string
): Promise<z.infer<typeof owedRow>> {
  const [sums] = await readRows(tx, owedRow)`
    SELECT trim_scale(coalesce(sum(${OWED}), 0))::text AS total,
      trim_scale(coalesce(sum(${OWED}) FILTER (WHERE t.posting_date <= ${day}::date), 0))::text AS through
    FROM transactions t WHERE t.issuer_id = ${issuerId}::uuid AND t.account_id = ${id}::uuid`;
  return sums as z.infer<typeof owedRow>;
}
