import { may, type Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { ownReceipts } from './own-receipt';

/** The principal's own receipts on a charge, by the id of the attachment: those that they can take back into the box. */
export async function ownReceiptsOn(principal: Principal, transactionId: string): Promise<Map<string, string>> {
  if (!may(principal, 'receipts', 'modify')) return new Map();
  const own = await ownReceipts(database(), principal, Prisma.sql`r.transaction_id = ${transactionId}::uuid`);
  return new Map(own.map(({ attachmentId, id }) => [attachmentId, id]));
}
