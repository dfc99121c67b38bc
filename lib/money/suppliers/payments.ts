import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

const paymentRow = z.strictObject({
  paid: z.boolean(),
  amount: z.string(),
  at: z.date()
});

/** A straight-through payment of a request: when it was made, or when the card declined it (C1.028). */
export type SupplierPayment = z.infer<typeof paymentRow>;

/** The last attempt to pay a request that its reader sees; null before the first. */
export async function paymentOf({ issuerId, id }: { issuerId: string; id: string }): Promise<SupplierPayment | null> {
  const [payment] = await readRows(database(), paymentRow)`
    SELECT p.paid, round(p.amount, greatest(2, scale(trim_scale(p.amount))))::text AS amount, p.attempted_at AS at
    FROM supplier_payments p WHERE p.issuer_id = ${issuerId}::uuid AND p.request_id = ${id}::uuid
    ORDER BY p.attempt DESC LIMIT 1`;
  return payment ?? null;
}
