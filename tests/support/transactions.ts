import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database';
import type { StructureNode } from './structure';

export interface PlacedTransaction {
  id: string;
  issuerId: string;
  postingDate: string;
  companyId: string;
}

interface TransactionOptions {
  postingDate?: string;
  amount?: string;
  taxAmount?: string | null;
  merchant?: string;
  merchantId?: string | null;
  category?: string;
  country?: string | null;
  type?: 'purchase' | 'credit' | 'cash' | 'fee' | 'payment' | 'out_of_pocket';
  state?: 'open' | 'reviewed' | 'approved' | 'exported';
  /** The bank's; without it the transaction's id. */
  reference?: string;
}

/** A transaction on an account, in whatever state; its currency is the account's. */
export async function aTransaction(
  database: TestDatabase,
  account: StructureNode,
  options: TransactionOptions = {}
): Promise<PlacedTransaction> {
  const {
    postingDate = '2026-03-15',
    amount = '100.00',
    taxAmount = null,
    merchant = 'Harbour Hotel',
    state = 'open'
  } = options;
  const id = randomUUID();
  await database.query('SELECT create_transaction_partitions($1::date, $1::date)', [postingDate]);
  await database.query(
    `INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
       amount, currency, billed_amount, billed_currency, merchant_id, merchant_name, merchant_category_code,
       merchant_country, tax_amount, tax_code,
       state, reviewed_at, reviewed_by, approved_at, approved_by, exported_at, exported_by, exported_in)
     SELECT $1, $2, $3::uuid, $4, $5, coalesce($14, $3::text), $6::transaction_type, $2, $7, currency, $7, currency, $8, $9, $10, $13, $11::numeric,
       CASE WHEN $11::numeric IS NOT NULL THEN 'VAT' END, $12::transaction_state,
       CASE WHEN $12 <> 'open' THEN now() END, CASE WHEN $12 <> 'open' THEN $3::uuid END,
       CASE WHEN $12 IN ('approved', 'exported') THEN now() END, CASE WHEN $12 IN ('approved', 'exported') THEN $3::uuid END,
       CASE WHEN $12 = 'exported' THEN now() END, CASE WHEN $12 = 'exported' THEN $3::uuid END, CASE WHEN $12 = 'exported' THEN $3::uuid END
     FROM accounts WHERE issuer_id = $1 AND id = $5`,
    [
      account.issuerId,
      postingDate,
      id,
      account.companyId,
      account.id,
      options.type ?? 'purchase',
      amount,
      options.merchantId ?? null,
      merchant,
      options.category ?? '7011',
      taxAmount,
      state,
      options.country ?? null,
      options.reference ?? null
    ]
  );
  return { id, issuerId: account.issuerId, postingDate, companyId: account.companyId as string };
}
