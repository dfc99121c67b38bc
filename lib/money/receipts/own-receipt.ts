import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';

const receiptRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  attachmentId: z.string(),
  sha256: z.string(),
  takenOn: z.string(),
  /** As people write it: no digits after the point, or two at least. */
  amount: z.string().nullable(),
  addedAt: z.date(),
  /** The charge that it is on; null while it is in the box. */
  transactionId: z.string().nullable()
});

/** A receipt of somebody: unmatched in their box, or matched to a charge. */
export type Receipt = z.infer<typeof receiptRow>;

const COLUMNS = Prisma.sql`r.issuer_id AS "issuerId", r.id, r.attachment_id AS "attachmentId",
  encode(r.sha256, 'hex') AS sha256, r.taken_on::text AS "takenOn",
  CASE scale(trim_scale(r.amount)) WHEN 1 THEN round(r.amount, 2) ELSE trim_scale(r.amount) END::text AS amount,
  r.added_at AS "addedAt", r.transaction_id AS "transactionId"`;

type Owner = Pick<Principal, 'issuerId' | 'userId'>;

/** The principal's own receipts that meet a condition, the oldest first. */
export const ownReceipts = (
  tx: Transaction,
  { issuerId, userId }: Owner,
  condition: Prisma.Sql,
  end = Prisma.empty
): Promise<Receipt[]> =>
  readRows(tx, receiptRow)`
    SELECT ${COLUMNS} FROM receipts r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${userId}::uuid AND ${condition}
    ORDER BY r.added_at, r.id ${end}`;

/** The principal's own receipt, or null. */
export async function ownReceipt(tx: Transaction, owner: Owner, id: string): Promise<Receipt | null> {
  const [receipt] = await ownReceipts(tx, owner, Prisma.sql`r.id = ${id}::uuid`);
  return receipt ?? null;
}

/** Does the same and locks it until the transaction ends. */
export async function heldReceipt(tx: Transaction, owner: Owner, id: string): Promise<Receipt | null> {
  const [receipt] = await ownReceipts(tx, owner, Prisma.sql`r.id = ${id}::uuid`, Prisma.sql`FOR UPDATE`);
  return receipt ?? null;
}

/** Lets one command at a time put receipts into a box, until the transaction ends. */
export async function lockBox(tx: Transaction, { issuerId, userId }: Owner): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`receipts/${issuerId}/${userId}`}, 0))`;
}
