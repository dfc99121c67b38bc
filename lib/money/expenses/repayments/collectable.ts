import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { exists } from '../../../core/database/rows';
import { mandateIdOf } from '../../wallet/mandates/mandates';

const sql = Prisma.sql;

/**
 * The condition that what its owner owes may be collected from account `w` of choice `a`: they have agreed, and an account
 * with an IBAN has a mandate for it.
 */
export const COLLECTABLE = sql`(a.authorization_text IS NOT NULL
  AND (w.scheme <> 'iban' OR ${mandateIdOf(sql`w.issuer_id`, sql`w.id`)} IS NOT NULL))`;

/** Whether what somebody owes is being collected from a bank account. */
export const isCollected = (tx: Transaction, issuerId: string, walletAccountId: string): Promise<boolean> =>
  exists(tx)`
    SELECT 1 FROM repayments p WHERE p.issuer_id = ${issuerId}::uuid AND p.wallet_account_id = ${walletAccountId}::uuid
      AND p.direction = 'debit'`;
