import type { PoolClient } from 'pg';

/**
 * The purchases whose virtual cards were asked, by the reference of the network, as a table of SQL statements of a client.
 * Their purpose is their number and note.
 */
export const PURCHASES = `(
  SELECT a.issuer_id, a.reference, a.id AS authorization_id, a.card_id, q.company_id, q.type_id,
    left(concat_ws(': ', 'PR-' || lpad(q.number::text, 6, '0'), regexp_replace(q.note, '\\s+', ' ', 'g')), 255) AS purpose
  FROM authorization_activity a
  JOIN virtual_cards v ON (v.issuer_id, v.id) = (a.issuer_id, a.card_id)
  JOIN purchase_requests q ON (q.issuer_id, q.id) = (v.issuer_id, v.request_id))`;

/**
 * Keeps what a feed booked of virtual cards, in the transaction that posts it: neither is there without the other. `rows`
 * is a query of the client's temporary tables. A reference whose clearing is kept already counts once.
 */
export async function keepBookedClearings(client: PoolClient, issuerId: string, rows: string): Promise<void> {
  await client.query(
    `INSERT INTO clearings (issuer_id, id, card_id, authorization_id, reference, amount, currency, merchant_name, final,
       cleared_at)
     SELECT $1::uuid, gen_random_uuid(), b.card_id, b.authorization_id, b.reference, b.amount, b.currency,
       coalesce(b.merchant_name, a.merchant_name), true, b.posting_date::timestamp AT TIME ZONE 'UTC'
     FROM (${rows}) b JOIN authorization_activity a ON (a.issuer_id, a.id) = ($1::uuid, b.authorization_id)
     WHERE b.amount <> 0
     ON CONFLICT (issuer_id, reference) DO NOTHING`,
    [issuerId]
  );
}
