import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { transactionColumns } from './transactions';

const purchaseRow = z.strictObject({
  id: z.string(),
  accountId: z.string(),
  day: z.string(),
  amount: z.string(),
  currency: z.string(),
  merchantName: z.string(),
  merchantId: z.string().nullable(),
  category: z.string().nullable()
});

/** A purchase of the past as its merchant asked for it, on a day such as `2026-11-30`. */
export type PastPurchase = z.infer<typeof purchaseRow>;

/**
 * The last purchases of a company that the principal sees, made since a day: at most `most`, the earliest first. `of` is a
 * condition on account `t.account_id`.
 */
export async function pastPurchases(
  principal: Principal,
  { issuerId, companyId, since, of }: { issuerId: string; companyId: string; since: string; of: Prisma.Sql },
  most: number
): Promise<PastPurchase[]> {
  if (!may(principal, 'transactions', 'view')) return [];
  const rows = await readRows(database(), purchaseRow)`
    SELECT t.id, t.account_id AS "accountId", t.transaction_date::text AS day, trim_scale(t.amount)::text AS amount,
      t.currency::text AS currency, coalesce(t.merchant_name, '') AS "merchantName", t.merchant_id AS "merchantId",
      t.merchant_category_code::text AS category
    FROM transactions t ${atNode('t.account_id')}
    WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid AND t.type = 'purchase' AND t.amount > 0
      AND t.transaction_date >= ${since}::date AND t.posting_date >= ${since}::date
      AND ${within(principal.scope, transactionColumns)} AND ${of}
    ORDER BY t.transaction_date DESC, t.id DESC LIMIT ${most}`;
  return rows.reverse();
}
