import pg from 'pg';

/** Values of columns as SQL expressions. */
export type Values = Record<string, string>;

/** A check, key or foreign key as the catalogue tells it. */
export interface Constraint {
  table: string;
  name: string;
  kind: 'check' | 'key' | 'foreign key';
  definition: string;
  columns: string[];
}

const CATALOGUE = `
  SELECT r.relname AS "table", c.conname AS name,
    CASE c.contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key' ELSE 'key' END AS kind,
    pg_get_constraintdef(c.oid) AS definition,
    ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number ORDER BY k.place) AS columns
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
  WHERE c.connamespace = 'public'::regnamespace AND c.conparentid = 0 AND NOT r.relispartition
    AND c.contype IN ('c', 'u', 'p', 'x', 'f') AND r.relname <> '_prisma_migrations'
  UNION ALL
  SELECT r.relname, i.relname, 'key', pg_get_indexdef(i.oid),
    ARRAY(SELECT a.attname::text FROM unnest(x.indkey) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.number ORDER BY k.place)
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class r ON r.oid = x.indrelid
  WHERE x.indisunique AND r.relnamespace = 'public'::regnamespace AND NOT r.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.oid)
  ORDER BY 1, 2`;

interface Column {
  name: string;
  type: string;
  label: string | null;
  isRequired: boolean;
}

/** A table with nothing of it left in force but one constraint, for the length of one try. */
export class Constraints {
  private readonly client: pg.Client;
  private readonly columns = new Map<string, Promise<Column[]>>();

  constructor(url: string) {
    this.client = new pg.Client({ connectionString: url });
  }

  connect = () => this.client.connect();
  end = () => this.client.end();

  /** All that a case can be written for. */
  async all(): Promise<Constraint[]> {
    return (await this.client.query<Constraint>(CATALOGUE)).rows;
  }

  /**
   * The constraint that refuses a row with these values when no other check of the table is in force: its name, or
   * null.
   */
  refusedByCheck(table: string, name: string, values: Values): Promise<string | null> {
    return this.attempt(async () => {
      await this.client.query('SET LOCAL session_replication_role = replica');
      await this.dropOthers(table, name, 'c');
      await this.insert(table, values);
    });
  }

  /** The constraint that refuses a second row with the same key and otherwise different values. */
  refusedAsSecond(table: string, name: string, key: readonly string[], values: Values): Promise<string | null> {
    return this.attempt(async () => {
      await this.client.query('SET LOCAL session_replication_role = replica');
      await this.dropOthers(table, name, 'cup');
      await this.dropOtherIndexes(table, name);
      const first = await this.insert(table, values, key);
      const same = Object.fromEntries(
        key.map((column) => [column, first[column] === null ? 'NULL' : pg.escapeLiteral(first[column] as string)])
      );
      await this.insert(table, { ...values, ...same }, key);
    });
  }

  /** The constraint that refuses a row with a dangling reference. */
  refusedAsOrphan(table: string, name: string): Promise<string | null> {
    return this.attempt(async () => {
      await this.dropOthers(table, name, 'cf');
      await this.client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      const { rows } = await this.client.query<{ name: string }>(
        `SELECT a.attname AS name FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
         WHERE c.conrelid = $1::regclass AND c.conname = $2`,
        [table, name]
      );
      await this.insert(
        table,
        {},
        rows.map((row) => row.name)
      );
      await this.client.query('SET CONSTRAINTS ALL IMMEDIATE');
    });
  }

  private async attempt(work: () => Promise<void>): Promise<string | null> {
    await this.client.query('BEGIN');
    try {
      await work();
      return null;
    } catch (error) {
      const { constraint, message } = error as pg.DatabaseError;
      // A partition has an index of its own for a key of its table.
      return constraint?.replace(/_\d{4}_\d{2}(_\d{2})?_/, '_') ?? message;
    } finally {
      await this.client.query('ROLLBACK');
    }
  }

  private async dropOthers(table: string, name: string, kinds: string): Promise<void> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint
       WHERE conrelid = $1::regclass AND contype::text = ANY ($2) AND conparentid = 0 AND conname <> $3`,
      [table, [...kinds], name]
    );
    if (rows.length === 0) return;
    const drops = rows.map((row) => `DROP CONSTRAINT IF EXISTS ${pg.escapeIdentifier(row.name)} CASCADE`);
    await this.client.query(`ALTER TABLE ${table} ${drops.join(', ')}`);
  }

  private async dropOtherIndexes(table: string, name: string): Promise<void> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
       WHERE x.indrelid = $1::regclass AND x.indisunique AND i.relname <> $2
         AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.oid)`,
      [table, name]
    );
    for (const row of rows) await this.client.query(`DROP INDEX ${pg.escapeIdentifier(row.name)}`);
  }

  /** Writes a row whose required columns, and those of `filled`, have a value of their type, and returns it as text. */
  private async insert(
    table: string,
    values: Values,
    filled: readonly string[] = []
  ): Promise<Record<string, string | null>> {
    const columns = await this.columnsOf(table);
    const row: Values = Object.fromEntries(
      columns
        .filter(({ name, isRequired }) => isRequired || filled.includes(name))
        .map((column) => [column.name, some(column)])
    );
    Object.assign(row, values);
    const names = Object.keys(row);
    const { rows } = await this.client.query<Record<string, string | null>>(
      `INSERT INTO ${table} (${names.map((one) => pg.escapeIdentifier(one)).join(', ')}) VALUES (${Object.values(row).join(', ')})
       RETURNING ${columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ')}`
    );
    return rows[0] as Record<string, string | null>;
  }

  private columnsOf(table: string): Promise<Column[]> {
    const known = this.columns.get(table) ?? this.readColumns(table);
    this.columns.set(table, known);
    return known;
  }

  private async readColumns(table: string): Promise<Column[]> {
    const { rows } = await this.client.query<Column>(
      `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
         (SELECT min(e.enumlabel) FROM pg_enum e WHERE e.enumtypid = a.atttypid) AS label,
         a.attnotnull AND NOT a.atthasdef AS "isRequired"
       FROM pg_attribute a
       WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''`,
      [table]
    );
    return rows;
  }
}

/** A value of a column's type that no other row has, where the type has so many. */
function some({ type, label }: Column): string {
  if (label) return `'${label}'`;
  if (type.endsWith('[]')) return "'{}'";
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'jsonb') return `jsonb_build_object('a', gen_random_uuid())`;
  if (type === 'bytea') return 'sha256(gen_random_uuid()::text::bytea)';
  if (type === 'boolean') return 'FALSE';
  if (type === 'date') return 'current_date';
  if (type.startsWith('timestamp')) return "now() + random() * interval '1 second'";
  if (type.startsWith('time')) return "'08:00'";
  if (/^(smallint|integer|bigint|numeric|double)/.test(type)) return '(1 + floor(random() * 9000))';
  const length = /\((\d+)\)$/.exec(type)?.[1] ?? 30;
  return type === 'inet' ? "'127.0.0.1'" : `left(md5(random()::text), ${length})`;
}
