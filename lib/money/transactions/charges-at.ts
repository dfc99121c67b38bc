import { z } from 'zod';
import { type Scope, within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { joinedNode } from '../../directory/structure/reads/joined-node';
import { atNode } from '../../directory/structure/reads/joins';
import { SPENT } from './spend';
import { transactionColumns } from './transactions';

const chargeAtRow = z.strictObject({
  id: z.string(),
  accountName: z.string(),
  transactionDate: z.string(),
  merchantName: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  billedAmount: z.string(),
  billedCurrency: z.string(),
  /** All words that came with it from the bank. */
  text: z.string()
});

/** A charge with what the bank said about it. Amounts are exact decimals without trailing zeros. */
export type ChargeAt = z.infer<typeof chargeAtRow>;

/** The most charges that are read at once. */
const MOST = 20_000;

interface Wanted {
  issuerId: string;
  companyId: string;
  /** The account, or the node that has the accounts. */
  nodeId: string;
  /** The first and the last day of posting. */
  from: string;
  to: string;
}

/**
 * What a company spent on the accounts at a node, as the bank booked it, oldest first; with `scope` that much of it.
 */
export function chargesAt(
  tx: Transaction,
  { issuerId, companyId, nodeId, from, to }: Wanted,
  scope?: Scope
): Promise<ChargeAt[]> {
  return readRows(tx, chargeAtRow)`
    SELECT t.id, n.name_1 AS "accountName", t.transaction_date::text AS "transactionDate",
      t.merchant_name AS "merchantName", trim_scale(t.amount)::text AS amount, t.currency,
      trim_scale(t.billed_amount)::text AS "billedAmount", t.billed_currency AS "billedCurrency",
      concat_ws(' ', t.merchant_name, t.source_reference, t.customer_code, said.line, said.value) AS text
    FROM transactions t
    ${atNode('t.account_id')}
    ${joinedNode(Prisma.sql`t.issuer_id`, Prisma.sql`${nodeId}::uuid`, 'p')}
    CROSS JOIN LATERAL (SELECT
      (SELECT string_agg(concat_ws(' ', l.description, l.product_code), ' ') FROM transaction_lines l
        WHERE (l.issuer_id, l.posting_date, l.transaction_id) = (t.issuer_id, t.posting_date, t.id)) AS line,
      (SELECT string_agg(c.value, ' ') FROM jsonb_each_text(t.custom_values) c) AS value) said
    WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid
      -- Hexadecimal digits sort before "g".
      AND n.path >= p.path AND n.path < p.path || 'g'
      AND t.posting_date BETWEEN ${from}::date AND ${to}::date AND t.added_by IS NULL AND ${SPENT}
      ${scope ? Prisma.sql`AND ${within(scope, transactionColumns)}` : Prisma.empty}
    ORDER BY t.posting_date, t.id LIMIT ${MOST}`;
}
