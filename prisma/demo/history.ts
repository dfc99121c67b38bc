import type { Client } from 'pg';

/** A review or an approval: the column that has its instant, the one that has its user, and what it changed. */
const EVENTS = [
  { event: 'review', at: 'reviewed_at', by: 'reviewed_by', before: 'open', after: 'reviewed' },
  { event: 'approve', at: 'approved_at', by: 'approved_by', before: 'reviewed', after: 'approved' },
  { event: 'export', at: 'exported_at', by: 'exported_by', before: 'approved', after: 'exported' }
] as const;

/** The history of each transaction, as record-events.ts would have written it. */
async function writeEvents(client: Client, issuerIds: readonly string[]): Promise<void> {
  for (const { event, at, by, before, after } of EVENTS) {
    const exported = event === 'export' ? `, 'export', exported_in` : '';
    await client.query(
      `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id, details)
       SELECT issuer_id, posting_date, id, gen_random_uuid(), ${at}, '${event}', ${by},
         jsonb_build_object('before.state', '${before}', 'after.state', '${after}'${exported})
       FROM transactions WHERE issuer_id = ANY ($1) AND ${at} IS NOT NULL`,
      [issuerIds]
    );
  }
}

/** The exports that exported transactions name, numbered by their day, as start-export.ts and run-export.ts write them. */
async function writeExports(client: Client, issuerIds: readonly string[]): Promise<void> {
  await client.query(
    `WITH total AS (
       SELECT issuer_id, exported_in AS id, company_id, billed_currency AS currency, count(*)::int AS count,
         sum(billed_amount) AS amount, min(posting_date) AS first_day, max(posting_date) AS last_day,
         min(exported_at) AS at, min(exported_by::text)::uuid AS by
       FROM transactions WHERE issuer_id = ANY ($1) AND state = 'exported' GROUP BY 1, 2, 3, 4
     )
     INSERT INTO ledger_exports (issuer_id, id, number, node_id, first_day, last_day, status, count, totals, exported_at,
       owner_user_id, created_at)
     SELECT issuer_id, id, row_number() OVER (PARTITION BY issuer_id ORDER BY min(at), id), company_id, min(first_day),
       max(last_day), 'exported', sum(count),
       jsonb_agg(jsonb_build_object('currency', currency, 'count', count, 'amount', trim_scale(amount)::text) ORDER BY currency),
       min(at), min(by::text)::uuid, min(at)
     FROM total GROUP BY issuer_id, id, company_id`,
    [issuerIds]
  );
}

/** The audit of each export: its start, and the digest of the history that it wrote. */
async function writeAudit(client: Client, issuerIds: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO audit_entries (issuer_id, occurred_at, actor_user_id, action, entity, entity_id, node_id, details, request_id)
     SELECT e.issuer_id, e.exported_at, e.owner_user_id, a.action, a.entity, a.entity_id, e.node_id, a.details, 'demo'
     FROM ledger_exports e
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS count,
         encode(sha256(string_agg(sha256(convert_to(l::text, 'UTF8')), ''::bytea ORDER BY l.posting_date, l.transaction_id)), 'hex') AS digest
       FROM transaction_events l WHERE l.issuer_id = e.issuer_id AND l.event = 'export' AND l.details->>'export' = e.id::text
     ) AS written
     CROSS JOIN LATERAL (VALUES
       (1, 'ledger_export.started', 'ledger_export', e.id::text,
         jsonb_build_object('number', e.number, 'from', e.first_day, 'to', e.last_day, 'currency', NULL)),
       (2, 'transaction.export', 'transaction', NULL,
         jsonb_build_object('before.state', 'approved', 'after.state', 'exported', 'export', e.id, 'count', written.count,
           'digest', written.digest))
     ) AS a (position, action, entity, entity_id, details)
     WHERE e.issuer_id = ANY ($1) ORDER BY e.issuer_id, e.number, a.position`,
    [issuerIds]
  );
}

/** Writes what the states of loaded transactions imply: their histories, the exports and the audit of these. */
export async function writeHistory(client: Client, issuerIds: readonly string[]): Promise<void> {
  await writeEvents(client, issuerIds);
  await writeExports(client, issuerIds);
  await writeAudit(client, issuerIds);
}
