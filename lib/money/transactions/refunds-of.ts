import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { transactionColumns } from './transactions';

/** A merchant's credit is looked for up to this many days after the charge. */
const DAYS = 180;
const MOST = 5;

const refundRow = z.strictObject({
  id: z.string(),
  transactionDate: z.string(),
  sourceReference: z.string()
});

/** A credit that probably refunds a charge. */
export type Refund = z.infer<typeof refundRow>;

/**
 * The credits that the principal sees and that probably refund a charge: on the same account, by the same merchant, of
 * the same amount and currency, afterwards.
 */
export const refundsOf = ({ scope }: Pick<Principal, 'scope'>, id: string): Promise<Refund[]> =>
  readRows(database(), refundRow)`
    SELECT o.id, o.transaction_date::text AS "transactionDate", o.source_reference AS "sourceReference"
    FROM transactions t
    ${atNode('t.account_id')}
    JOIN transactions o ON o.issuer_id = t.issuer_id AND o.account_id = t.account_id AND o.company_id = t.company_id
      AND o.posting_date BETWEEN t.posting_date AND t.posting_date + ${DAYS}::int
      AND o.transaction_date >= t.transaction_date AND o.type = 'credit' AND o.currency = t.currency
      AND abs(o.amount) = abs(t.amount)
      AND coalesce(o.merchant_id = t.merchant_id, o.merchant_name = t.merchant_name, false)
    WHERE t.id = ${id}::uuid AND o.id <> t.id AND ${within(scope, transactionColumns)}
    ORDER BY o.transaction_date, o.id LIMIT ${MOST}`;
