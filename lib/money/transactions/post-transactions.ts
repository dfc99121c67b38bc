import type { PoolClient } from 'pg';
import { NOTED, RETURNED } from './sums/note';

/** The columns of a posted transaction besides its issuer and feed. */
const COLUMNS = `posting_date, id, company_id, account_id, source_reference, type, transaction_date, amount, currency,
  billed_amount, billed_currency, conversion_rate, merchant_id, merchant_name, merchant_city, merchant_region,
  merchant_country, merchant_category_code, tax_amount, tax_code, customer_code, purpose,
  purchase_type_id, amount_by`;

/**
 * Inserts the transactions of a feed in the client's transaction: `rows` is a query of theirs in the client's temporary
 * tables, with `COLUMNS` and `row`, which orders them. The feed has checked them: accounts, currencies, and that no
 * reference is known, and holds the lock of postings: by their time of creation, statements that were made before it don't
 * have them, and later ones do.
 */
export async function postTransactions(
  client: PoolClient,
  { issuerId, feedId }: { issuerId: string; feedId: string },
  rows: string
): Promise<void> {
  await client.query(
    `WITH written AS (
       INSERT INTO transactions AS t (issuer_id, feed_id, created_at, ${COLUMNS})
       SELECT $1::uuid, $2::uuid, statement_timestamp(), ${COLUMNS} FROM (${rows}) r ORDER BY row
       RETURNING ${RETURNED.inserted.text}
     ) ${NOTED.text}`,
    [issuerId, feedId]
  );
}
