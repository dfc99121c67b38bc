import type { RetentionPart } from '../transactions/retention';

/** A booking is deleted with the charge that carries it (C5.027). */
export const bookingsOfTransactions: RetentionPart = {
  async forget(tx, issuerId, gone) {
    await tx.centralTravelBooking.deleteMany({
      where: { issuerId, transactionId: { in: gone.map(({ id }) => id) } }
    });
  }
};
