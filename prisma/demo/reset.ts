import type { Client } from 'pg';
import { ISSUER_GROUP } from './cast';

/** Rows that stay: an issuer itself, what it is audited by, and the brands it is met under. */
const KEPT = ['issuers', 'issuer_brands', 'audit_heads', 'audit_entries'];

/**
 * Deletes what belongs to some issuers in every table that has tenants, those that refer to others first.
 * The issuers stay, with their brands and their audit.
 */
export async function deleteWorld(client: Client, issuerIds: readonly string[]): Promise<void> {
  const stays = (what: 'DISABLE' | 'ENABLE') =>
    client.query(`ALTER TABLE transaction_events ${what} TRIGGER transaction_events_stay;
      ALTER TABLE disputes ${what} TRIGGER disputes_stay_submitted`);
  // Histories and submitted disputes go with their transactions alone, and not before retention: but the world is
  // invented, and goes as a whole.
  await stays('DISABLE');
  for (const table of await tenantTables(client)) {
    const root = table === 'nodes' ? "AND kind <> 'issuer'" : '';
    await client.query(`DELETE FROM ${table} WHERE issuer_id = ANY ($1) ${root}`, [issuerIds]);
  }
  await stays('ENABLE');
  const group = 'SELECT id FROM issuer_groups WHERE number = $1';
  await client.query(`DELETE FROM issuer_group_members WHERE issuer_group_id IN (${group})`, [ISSUER_GROUP.number]);
  await client.query(`DELETE FROM issuer_groups WHERE number = $1`, [ISSUER_GROUP.number]);
}

/** Tables with an issuer, each before those that it refers to. */
async function tenantTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; above: string[] }>(
    `SELECT t.oid::regclass::text AS name,
       coalesce((SELECT array_agg(DISTINCT k.confrelid::regclass::text) FROM pg_constraint k
         WHERE k.conrelid = t.oid AND k.contype = 'f' AND k.confrelid <> t.oid), '{}') AS above
     FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'issuer_id' AND NOT a.attisdropped
     WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = 'public'::regnamespace
       AND t.relname <> ALL ($1) AND t.relname <> 'issuer_group_members' ORDER BY 1`,
    [KEPT]
  );
  const left = new Map(rows.map(({ name, above }) => [name, above]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const next = [...left.keys()].find(
      (name) => ![...left].some(([other, above]) => other !== name && above.includes(name))
    );
    if (!next) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}
