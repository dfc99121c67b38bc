import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import type { StructureNode } from '../../directory/structure/nodes';
import { transactionColumns } from './transactions';

export const SPEND_BY = ['month', 'category', 'unit'] as const;

const spendLineRow = z.strictObject({
  by: z.enum(SPEND_BY),
  /**
   * `2026-02`; the merchant category code; the id of the child node. Null: none, or an account that moved elsewhere.
   */
  key: z.string().nullable(),
  /** For a node: its name, and whether it is an account. */
  name: z.string().nullable(),
  isAccount: z.boolean(),
  currency: z.string(),
  count: z.number(),
  /** An exact decimal, reduced by credits. */
  amount: z.string()
});

/** The spending of one month, merchant category or part of the structure. */
export type SpendLine = z.infer<typeof spendLineRow>;

/** Whole months, both included, each written `2026-02`. */
export interface Months {
  from: string;
  to: string;
}

const LABEL = 8;

/**
 * The spending at or below a node in the given months of posting: by month, merchant category and child node, each by
 * billed currency, largest first (months in order). Fees and cash count, credits reduce it, payments to the account are
 * left out. It reads the transactions once, whatever is requested.
 */
export function spendBelow(
  { scope }: Pick<Principal, 'scope'>,
  node: Pick<StructureNode, 'issuerId' | 'id' | 'path' | 'companyId'>,
  { from, to }: Months
): Promise<SpendLine[]> {
  // Hexadecimal digits sort before "g".
  const below = Prisma.sql`n.path >= ${node.path} AND n.path < ${`${node.path}g`}`;
  const place = node.companyId ? Prisma.sql`t.company_id = ${node.companyId}::uuid` : below;
  return reading(
    (db) => readRows(db, spendLineRow)`
    WITH spent AS MATERIALIZED (
      SELECT date_trunc('month', t.posting_date::timestamp)::date AS month, t.merchant_category_code AS category,
        CASE WHEN ${below} THEN left(n.path, ${node.path.length + LABEL}) END AS unit, t.billed_currency AS currency, count(*) AS count, sum(t.billed_amount) AS amount
      FROM transactions t
      JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)
      WHERE t.issuer_id = ${node.issuerId}::uuid AND ${place} AND ${node.id === node.companyId ? Prisma.sql`TRUE` : below}
        AND t.posting_date >= ${`${from}-01`}::date AND t.posting_date < (${`${to}-01`}::date + interval '1 month')::date
        AND t.type <> 'payment' AND ${within(scope, transactionColumns)}
      GROUP BY 1, 2, 3, 4
    ), summed AS (
      SELECT CASE WHEN GROUPING(month) = 0 THEN 'month' WHEN GROUPING(category) = 0 THEN 'category' ELSE 'unit' END AS by,
        to_char(month, 'YYYY-MM') AS month, category, unit, currency, sum(count)::int AS count, sum(amount) AS amount
      FROM spent GROUP BY GROUPING SETS ((month, currency), (category, currency), (unit, currency))
    )
    SELECT s.by, coalesce(s.month, s.category, u.id::text) AS key, u.name_1 AS name, coalesce(u.kind = 'account', false) AS "isAccount",
      s.currency, s.count, trim_scale(s.amount)::text AS amount
    FROM summed s
    LEFT JOIN nodes u ON u.issuer_id = ${node.issuerId}::uuid AND u.path = s.unit
    ORDER BY s.by, s.month, s.amount DESC, key`
  );
}
