import { readFileSync } from 'node:fs';
import { useDatabase } from '../support/module-world';

const database = useDatabase();

interface Table {
  /** Column → whether it may be null. */
  columns: Map<string, boolean>;
  /** Each as `foreignKey` words it. */
  foreignKeys: string[];
}

const ACTIONS: Record<string, string> = { a: 'NoAction', c: 'Cascade', n: 'SetNull' };

/** A foreign key in words that the schema and the database share. */
const foreignKey = (
  from: string,
  columns: string[],
  to: string,
  references: string[],
  onDelete: string,
  onUpdate: string
) => `${from}(${columns}) → ${to}(${references}) ${onDelete} ${onUpdate}`;

/** The tables as prisma/schema.prisma tells them. */
function declared(): Map<string, Table> {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const models = new Map(
    [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, model = '', body = '']) => {
      const fields = [...body.matchAll(/^ {2}(\w+) +(\w+)(?:\("[^"]*"\))?(\?|\[\])?(.*)$/gm)].map(
        ([, name = '', type = '', mark = '', rest = '']) => ({
          name,
          type,
          optional: mark === '?',
          column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name,
          relation: /fields: \[(.+?)\], references: \[(.+?)\], onDelete: (\w+), onUpdate: (\w+)/.exec(rest)
        })
      );
      return [model, { table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '', fields }];
    })
  );
  const columnsOf = (model: string, names: string) =>
    names.split(', ').map((name) => models.get(model)?.fields.find((field) => field.name === name)?.column ?? '');
  return new Map(
    [...models].map(([model, { table, fields }]) => {
      const columns = new Map(
        fields.filter(({ type }) => !models.has(type)).map(({ column, optional }) => [column, optional])
      );
      const foreignKeys = fields.flatMap(({ type, relation }) => {
        if (!relation) return [];
        const [, from = '', to = '', onDelete = '', onUpdate = ''] = relation;
        const target = models.get(type)?.table ?? '';
        return [foreignKey(table, columnsOf(model, from), target, columnsOf(type, to), onDelete, onUpdate)];
      });
      return [table, { columns, foreignKeys }];
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
  const named = (tables: Iterable<[string, Map<string, boolean>]>) =>
    [...tables]
      .flatMap(([table, columns]) => [...columns].map(([name, isNull]) => `${table}.${name}${isNull ? ' NULL' : ''}`))
      .sort();
  expect(named([...declared()].map(([table, { columns }]) => [table, columns]))).toEqual(named(actual));
});

test('each foreign key of the migrations is a relation of the Prisma schema, and the other way round', async () => {
  // Where the database sets only the record's own column to null, and not the issuer's, the schema can say just SetNull.
  const rows = await database.current.query<{
    from: string;
    to: string;
    columns: string[];
    references: string[];
    onDelete: string;
    onUpdate: string;
  }>(
    `SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to", confdeltype AS "onDelete",
       confupdtype AS "onUpdate",
       ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS k (number, at)
         JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY at) AS columns,
       ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY AS k (number, at)
         JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY at) AS "references"
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`
  );
  const actual = rows.map(({ from, columns, to, references, onDelete, onUpdate }) =>
    foreignKey(from, columns, to, references, ACTIONS[onDelete] ?? onDelete, ACTIONS[onUpdate] ?? onUpdate)
  );
  expect([...declared().values()].flatMap(({ foreignKeys }) => foreignKeys).sort()).toEqual(actual.sort());
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
