import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';

/** What the last attempt `p` of a payment has come to, as SQL. */
export const PAYMENT_STATE = Prisma.sql`(CASE WHEN p.unanswered_at IS NULL THEN p.state ELSE 'unanswered' END)`;

const paymentRow = z.strictObject({
  attempt: z.number(),
  /** Asked: nobody has answered yet; unanswered: for so long that the buyer was told. */
  state: textOf<'asked' | 'unanswered' | 'paid' | 'declined'>(),
  amount: z.string(),
  at: z.date()
});

/** A straight-through payment of a request: its last attempt (C1.028). */
export type SupplierPayment = z.infer<typeof paymentRow> & {
  /** Whether its answer is still to come. */
  isOpen: boolean;
};

/** The last attempt to pay a request that its reader sees; null before the first. */
export async function paymentOf(
  { issuerId, id }: { issuerId: string; id: string },
  tx: Transaction = database()
): Promise<SupplierPayment | null> {
  const [payment] = await readRows(tx, paymentRow)`
    SELECT p.attempt, ${PAYMENT_STATE} AS state, round(p.amount, greatest(2, scale(trim_scale(p.amount))))::text AS amount,
      p.attempted_at AS at
    FROM supplier_payments p WHERE p.issuer_id = ${issuerId}::uuid AND p.request_id = ${id}::uuid
    ORDER BY p.attempt DESC LIMIT 1`;
  return payment ? { ...payment, isOpen: payment.state === 'asked' || payment.state === 'unanswered' } : null;
}
