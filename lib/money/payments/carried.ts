import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import type { RetentionPart } from '../transactions/retention';

/** Carries forward what deleted transactions came to, so that the balance of their account stays exact (C5.027). */
export const carriedBalances: RetentionPart = {
  async forget(tx, issuerId, gone) {
    const byAccount = groupBy(gone, ({ accountId }) => accountId);
    const carried = [...byAccount].sort().map(([accountId, rows]) => ({
      accountId,
      owed: rows.reduce((sum, { owed }) => sum.plus(owed), new Prisma.Decimal(0)).toString(),
      paid: rows.reduce((sum, { paid }) => sum.plus(paid), new Prisma.Decimal(0)).toString()
    }));
    await tx.$executeRaw`
      INSERT INTO account_balances AS b (issuer_id, account_id, carried, carried_paid)
      SELECT ${issuerId}::uuid, c."accountId", c.owed, c.paid
      FROM jsonb_to_recordset(${JSON.stringify(carried)}::jsonb) AS c ("accountId" uuid, owed numeric, paid numeric)
      ON CONFLICT (issuer_id, account_id) DO UPDATE SET carried = b.carried + EXCLUDED.carried,
        carried_paid = b.carried_paid + EXCLUDED.carried_paid`;
  }
};
