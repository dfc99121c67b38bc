import { readFileSync } from 'node:fs';
import { useDatabase } from '../support/module-world';

const database = useDatabase();

/** Fields of each table as prisma/schema.prisma tells them: column → whether it may be null. */
function declared(): Map<string, Map<string, boolean>> {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  return new Map(
    [...schema.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].map(([, body = '']) => {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '';
      const fields = [...body.matchAll(/^ {2}(\w+)\s+\w+(\?|\[\])?(.*)$/gm)].map(
        ([, name = '', mark, rest = '']): [string, boolean] => [/@map\("(\w+)"\)/.exec(rest)?.[1] ?? name, mark === '?']
      );
      return [table, new Map(fields)];
    })
  );
}

test('the Prisma schema and the migrations agree on every table and column', async () => {
  const rows = await database.current.query<{ table_name: string; column_name: string; is_nullable: string }>(
    `SELECT c.table_name, c.column_name, c.is_nullable FROM information_schema.columns c
     JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
     WHERE c.table_schema = 'public' AND c.table_name <> '_prisma_migrations'`
  );
  const actual = new Map<string, Map<string, boolean>>();
  for (const { table_name, column_name, is_nullable } of rows) {
    actual.set(table_name, (actual.get(table_name) ?? new Map()).set(column_name, is_nullable === 'YES'));
  }
  const named = (map: Map<string, Map<string, boolean>>) =>
    [...map]
      .flatMap(([table, columns]) => [...columns].map(([name, isNull]) => `${table}.${name}${isNull ? ' NULL' : ''}`))
      .sort();
  expect(named(declared())).toEqual(named(actual));
});

test('a tenant row can not point into another issuer', async () => {
  await database.current.query(
    "INSERT INTO issuers (id, number, name) VALUES (gen_random_uuid(), 'A1', 'A'), (gen_random_uuid(), 'B1', 'B')"
  );
  await database.current.query(
    `INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role)
     SELECT id, '11111111-1111-7111-8111-111111111111', 'person.one', 'P', 'O', 'A' FROM issuers WHERE number = 'A1'`
  );
  const crossing = `INSERT INTO credentials (issuer_id, user_id, password_hash)
    SELECT id, '11111111-1111-7111-8111-111111111111', '$2b$10$x' FROM issuers WHERE number = 'B1'`;
  await expect(database.current.query(crossing)).rejects.toThrow('foreign key');
});

test('tables that grow are partitioned, ahead of time; PD.15 the client log is dropped after 30 days', async () => {
  const partitions = async (parent: string) =>
    (
      await database.current.query<{ name: string }>(
        'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
        [parent]
      )
    ).map(({ name }) => name);
  expect((await partitions('audit_entries')).length).toBeGreaterThanOrEqual(13);
  expect((await partitions('transactions')).length).toBeGreaterThanOrEqual(5);
  const before = await partitions('client_log');
  expect(before.length).toBeGreaterThanOrEqual(15);
  await database.current.query('SELECT maintain_partitions((current_date + 40)::date)');
  const after = await partitions('client_log');
  expect(after).not.toContain(before.filter((name) => name !== 'client_log_default').sort()[0]);
});
