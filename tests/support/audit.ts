import type { TestDatabase } from './database';

/** Changes entries past the trigger that keeps them as they are, as only the database's owner can. */
export async function tamperWithAudit(database: TestDatabase, sql: string, values: unknown[]): Promise<void> {
  const tables = await database.query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass"
  );
  const set = async (what: string) => {
    for (const { name } of tables)
      await database.query(`ALTER TABLE ${name} ${what} TRIGGER audit_entries_append_only`);
  };
  await set('DISABLE');
  try {
    await database.query(sql, values);
  } finally {
    await set('ENABLE');
  }
}
