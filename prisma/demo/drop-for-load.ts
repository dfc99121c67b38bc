import type { Client } from 'pg';

/** What `dropForLoad` took away: the statements that bring it back, in their order. */
export type Restore = string[];

/** The references of transactions that were loaded, in the order of their key. */
const REFERENCES = [
  `INSERT INTO transaction_references SELECT issuer_id, source_reference, posting_date, id FROM transactions t
   WHERE NOT EXISTS (SELECT 1 FROM transaction_references r
     WHERE (r.issuer_id, r.source_reference, r.transaction_id) = (t.issuer_id, t.source_reference, t.id))
   ORDER BY issuer_id, source_reference`,
  'ALTER TABLE transactions ENABLE TRIGGER transactions_references_written'
];

/**
 * Drops the indexes, unique keys and foreign keys of tables that a large load would otherwise keep up row by
 * row, and says how they are made again. In one transaction with the load: a crash leaves all as it was.
 */
export async function dropForLoad(client: Client, tables: readonly string[]): Promise<Restore> {
  // What waits for the commit would hold on to the tables.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)
     ORDER BY i.indexrelid`,
    [tables]
  );
  // Primary keys stay, and what foreign keys lead to.
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint k WHERE conrelid = ANY ($1::regclass[]) AND conparentid = 0
       AND (contype = 'f' OR contype = 'u' AND NOT EXISTS (
         SELECT 1 FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = k.conindid))
     ORDER BY contype DESC, oid`,
    [tables]
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  if (tables.includes('transactions'))
    await client.query('ALTER TABLE transactions DISABLE TRIGGER transactions_references_written');
  return [
    ...(tables.includes('transactions') ? REFERENCES : []),
    // A partitioned table's own index is told as ON ONLY; its partitions are to have it too.
    ...indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
    ...keys.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  ];
}
