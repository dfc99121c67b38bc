import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { REFERENCE } from './payments';
import { PAYMENT, type PaymentState } from './states';

const withBankRow = z.strictObject({
  id: z.string(),
  reference: z.string(),
  accountId: z.string(),
  payerId: z.string(),
  amount: z.string(),
  currency: z.string(),
  state: textOf<PaymentState>()
});

/** A payment that the bank knows. */
export type PaymentWithBank = z.infer<typeof withBankRow>;

/** Payments by their ids, in the order of these, locked until the transaction ends. */
export const holdPayments = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<PaymentWithBank[]> =>
  readRows(tx, withBankRow)`
    SELECT p.id, ${REFERENCE} AS reference, p.account_id AS "accountId", p.payer_id AS "payerId",
      trim_scale(p.amount)::text AS amount, p.currency, p.state::text AS state
    FROM payments p WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ANY(${[...ids]}::uuid[])
    ORDER BY p.id FOR UPDATE OF p`;

/** What the rails do with payments by themselves; each changes all of its payments, or throws. */
type BankEvent = 'accept' | 'settle';

/** Notes that the bank accepts payments, or that they are paid. @throws if one was changed meanwhile */
export async function movePayments(
  tx: Transaction,
  issuerId: string,
  event: BankEvent,
  ids: readonly string[]
): Promise<void> {
  const { to } = PAYMENT.events[event];
  const isEnd = event === 'settle';
  const changed = await tx.$executeRaw`
    UPDATE payments p SET state = ${to}::payment_state, version = p.version + 1,
      wallet_account_id = CASE WHEN ${isEnd} THEN NULL ELSE p.wallet_account_id END,
      ended_at = ${isEnd ? now() : null}::timestamptz
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ANY(${[...ids]}::uuid[])
      AND ${startingFrom(Prisma.sql`p.state`, PAYMENT.events[event])}`;
  mustChange(changed, ids.length);
}

/**
 * Notes that the bank has returned payments, each with its code, or that they aren't sent from a blocked account.
 * @throws if one was changed meanwhile
 */
export async function returnPayments(
  tx: Transaction,
  issuerId: string,
  returns: readonly { id: string; code: string }[],
  event: 'return' | 'refuse' = 'return'
): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE payments p SET state = 'returned', version = p.version + 1, wallet_account_id = NULL, ended_at = ${now()},
      return_code = r.code
    FROM jsonb_to_recordset(${JSON.stringify(returns)}::jsonb) AS r (id uuid, code text)
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = r.id
      AND ${startingFrom(Prisma.sql`p.state`, PAYMENT.events[event])}`;
  mustChange(changed, returns.length);
}

/** Whether a payment from a bank account is under way. */
export const isPaidFrom = (tx: Transaction, issuerId: string, walletAccountId: string): Promise<boolean> =>
  exists(tx)`
    SELECT 1 FROM payments p WHERE p.issuer_id = ${issuerId}::uuid AND p.wallet_account_id = ${walletAccountId}::uuid`;
