import { randomUUID } from 'node:crypto';
import type { DisputeState } from '@/lib/money/disputes/states';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';
import { aTransaction, type PlacedTransaction } from './transactions';

export interface PlacedDispute {
  id: string;
  issuerId: string;
  transaction: PlacedTransaction;
}

interface DisputeOptions {
  state?: DisputeState;
  merchant?: string;
  amount?: string;
  /** The day of posting; today by default. */
  postingDate?: string;
  /** Days from posting in which it may be submitted. */
  days?: number;
}

/** Today in UTC, written `2026-02-28`. */
export const aDay = (daysAgo = 0) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** A reason for disputes of an issuer, without fields. */
export async function aReason(
  database: TestDatabase,
  issuerId: string,
  data: Record<string, string | number | boolean> = {}
): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, code, name, data, position)
     SELECT $1, $2::uuid, 'dispute-reason', $1, 'R1', 'Reason ' || $2::text, $3::jsonb,
       (SELECT count(*) FROM setup_records WHERE issuer_id = $1 AND entity = 'dispute-reason')`,
    [issuerId, id, JSON.stringify(data)]
  );
  return id;
}

/** A dispute of a new transaction on an account, in whatever state; its reason is one that the issuer has, or a new one. */
export async function aDispute(
  database: TestDatabase,
  account: StructureNode,
  { state = 'draft', merchant = 'Harbour Hotel', amount = '100', postingDate = aDay(), days = 60 }: DisputeOptions = {}
): Promise<PlacedDispute> {
  const { issuerId } = account;
  const transaction = await aTransaction(database, account, { postingDate, merchant, amount });
  const [known] = await database.query<{ id: string }>(
    "SELECT id FROM setup_records WHERE issuer_id = $1 AND entity = 'dispute-reason' ORDER BY position LIMIT 1",
    [issuerId]
  );
  const reasonId = known?.id ?? (await aReason(database, issuerId));
  const [user] = await database.query<{ id: string }>('SELECT id FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1', [
    issuerId
  ]);
  const id = randomUUID();
  await database.query(
    `INSERT INTO disputes (issuer_id, id, number, transaction_id, posting_date, company_id, account_id, merchant_name, state,
       reason_id, reason_code, reason_name, amount, currency, explanation, file_by, opened_by, opened_at, submitted_by,
       submitted_at, note, ended_by, ended_at, won_amount)
     SELECT $1, $2, (SELECT coalesce(max(number), 0) + 1 FROM disputes WHERE issuer_id = $1), t.id, t.posting_date,
       t.company_id, t.account_id, t.merchant_name, $3::dispute_state, $4, 'R1', 'Not received', $5, t.billed_currency,
       'It never came.', t.posting_date + $6::int, $7, now(), CASE WHEN $3 <> 'draft' THEN $7::uuid END,
       CASE WHEN $3 <> 'draft' THEN now() END, CASE WHEN $8 THEN 'So be it.' END, CASE WHEN $8 THEN $7::uuid END,
       CASE WHEN $8 THEN now() END, CASE WHEN $3 = 'partly_won' THEN $5::numeric / 2 END
     FROM transactions t WHERE t.issuer_id = $1 AND t.id = $9`,
    [
      issuerId,
      id,
      state,
      reasonId,
      amount,
      days,
      user?.id,
      ['won', 'partly_won', 'lost', 'refunded', 'past_time', 'withdrawn'].includes(state),
      transaction.id
    ]
  );
  return { id, issuerId, transaction };
}
