import type { Principal } from '../../access/policy/principal';
import { type Duplicate, duplicatesAmong } from '../transactions/duplicates';
import { type Refund, refundsOf } from '../transactions/refunds-of';

/** What may make a dispute needless. */
export interface Lookalikes {
  /** Charges of the same merchant and amount within days. */
  duplicates: Duplicate[];
  /** Credits of the same merchant and amount afterwards. */
  refunds: Refund[];
}

/** Finds likely duplicates of a transaction and its refunds, before a dispute of it is filed. */
export async function lookalikes(principal: Principal, transactionId: string): Promise<Lookalikes> {
  const [duplicates, refunds] = await Promise.all([
    duplicatesAmong(principal, [transactionId]),
    refundsOf(principal, transactionId)
  ]);
  return { duplicates: duplicates.get(transactionId) ?? [], refunds };
}
