import type { RetentionPart } from '../transactions/retention';

/** What alerts found in a transaction is deleted with it (C5.027). */
export const firingsOfTransactions: RetentionPart = {
  async forget(tx, issuerId, gone) {
    const transactions = gone.map(({ id }) => id);
    await tx.$executeRaw`
      DELETE FROM spending_alert_firings
      WHERE issuer_id = ${issuerId}::uuid AND transaction_id = ANY(${transactions}::uuid[])`;
  }
};
