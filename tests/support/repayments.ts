import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';

/** A repayment of an approved report of 12.50 US dollars in a state, put there as it is. Returns its id. */
export async function aRepayment(
  database: TestDatabase,
  { issuerId, companyId, id: accountId }: StructureNode,
  { ownerId, walletAccountId, state = 'to_send' }: { ownerId: string; walletAccountId: string; state?: string }
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `WITH report AS (
       INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
         currency, state, submitted_at, approved_at, approved_by, created_at, settled_by)
       VALUES ($1, $2, $3, $4, $5, 'Oslo, March', 'Fair', '2026-03-01', '2026-03-31', 'USD', 'approved', now(), now(),
         (SELECT id FROM users WHERE issuer_id = $1 AND id <> $5 LIMIT 1),
         now(), CASE WHEN $7 <> 'cancelled' THEN 'bank'::settlement_way END)
     )
     INSERT INTO repayments (issuer_id, id, number, company_id, report_id, user_id, direction, currency, own, personal, amount,
       wallet_account_id, scheme, last_four, made_at, state, ended_at, return_code)
     SELECT $1, $2, (SELECT coalesce(max(number), 0) + 1 FROM repayments WHERE issuer_id = $1), $3, $2, $5, 'credit', 'USD',
       12.5, 0, 12.5, CASE WHEN $7 IN ('to_send', 'in_file') THEN w.id END, w.scheme, w.last_four, now(),
       $7::repayment_state, CASE WHEN $7 NOT IN ('to_send', 'in_file') THEN now() END,
       CASE WHEN $7 = 'returned' THEN 'R03' END
     FROM wallet_accounts w WHERE w.issuer_id = $1 AND w.id = $6`,
    [issuerId, id, companyId, accountId, ownerId, walletAccountId, state]
  );
  return id;
}
