import { z } from 'zod';
import { sqlKey, sqlName, sqlWord } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { type Reader, readRows } from '../../core/database/rows';
import type { Upload } from '../../core/files/uploads';
import type { Field, Fields, FieldType, ValuesOf } from './field';

/** The part of an entity's declaration that its rows derive from. */
interface Declared<F extends Fields = Fields> {
  name: string;
  fields: F;
}

/** The values of a stored record by field: a file is its id. */
type StoredValues<F extends Fields> = { [Name in keyof F]: Exclude<ValuesOf<F>[Name], Upload> };

/** A record of an entity, typed by its declaration. */
interface RecordOf<F extends Fields> {
  issuerId: string;
  id: string;
  /** The issuer or company that it belongs to. */
  ownerId: string;
  /** The record that it is a part of. */
  parentId: string | null;
  active: boolean;
  values: StoredValues<F>;
}

type ReadAs = (key: Prisma.Sql) => Prisma.Sql;
const asText: ReadAs = (key) => Prisma.sql`data->>${key}`;
const asList: ReadAs = (key) => Prisma.sql`data->${key}`;
const asId: ReadAs = (key) => Prisma.sql`(data->>${key})::uuid`;

/** The value of a field from the stored JSON, with its type in the database; a list is jsonb. */
const READ_AS: Record<FieldType, ReadAs> = {
  text: asText,
  currency: asText,
  language: asText,
  choice: asText,
  lines: asList,
  emails: asList,
  choices: asList,
  records: asList,
  whole: (key) => Prisma.sql`(data->>${key})::int`,
  decimal: (key) => Prisma.sql`(data->>${key})::numeric`,
  date: (key) => Prisma.sql`(data->>${key})::date`,
  'yes-no': (key) => Prisma.sql`coalesce((data->>${key})::boolean, false)`,
  record: asId,
  node: asId,
  file: asId,
  // What may be shown of it.
  secret: (key) => Prisma.sql`split_part(data->>${key}, ':', 3)`
};

/** Fields with columns of their own. */
const COLUMNS = ['code', 'name'];

/** The column of a field in `rowsOf`. */
export const columnOf = (field: string) => `"${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;

/**
 * The records of an entity as a table of an SQL statement: `FROM ${rowsOf(taxRate)} r WHERE r.valid_from <= …`. Its
 * columns are entity, issuer_id, id, owner_id, parent_id, within_id, code, name, active, inactive_since, position,
 * created_at and the entity's fields in snake case: lists as jsonb, decimals as numeric, days as date, references as uuid. The planner
 * replaces it by the table, so that it uses the table's indexes. Of several entities, the fields that all of them have
 * in common.
 */
export function rowsOf(...entities: readonly [Declared, ...Declared[]]): Prisma.Sql {
  const [first] = entities;
  const fields = Object.entries<Field>(first.fields).filter(
    ([name, { type }]) => !COLUMNS.includes(name) && entities.every((entity) => entity.fields[name]?.type === type)
  );
  const columns = fields.map(
    ([name, { type }]) => Prisma.sql`${READ_AS[type](sqlKey(name))} AS ${sqlName(columnOf(name))}`
  );
  const own = Prisma.sql`entity, id, owner_id, parent_id, within_id, code, name, active, inactive_since, position, created_at`;
  return Prisma.sql`(SELECT issuer_id, ${Prisma.join([own, ...columns])} FROM setup_records
    WHERE entity IN (${Prisma.join(entities.map(({ name }) => sqlWord(name)))}))`;
}

/**
 * The references of a field of an entity's records, as a table of an SQL statement: record_id references
 * target_record_id or target_node_id, one row for each.
 */
export const referencesOf = <F extends Fields>(_entity: Declared<F>, field: keyof F & string): Prisma.Sql =>
  Prisma.sql`(SELECT issuer_id, record_id, target_record_id, target_node_id FROM setup_references
    WHERE field = ${sqlKey(field)})`;

/** The number of an entity's records by owner or parent (within_id), as a table of an SQL statement: total and active. */
export const totalsOf = ({ name }: Declared): Prisma.Sql =>
  Prisma.sql`(SELECT issuer_id, within_id, total, active FROM setup_totals WHERE entity = ${sqlWord(name)})`;

/** The number of set-up records of all entities that an issuer or a company owns, as an expression of SQL. */
export const recordsOwnedBy = (issuerId: string, ownerId: string): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM setup_records WHERE issuer_id = ${issuerId}::uuid AND owner_id = ${ownerId}::uuid)`;

const texts = z.array(z.string());

/** The values of fields as a client reads them. */
const VALUES: Record<FieldType, z.ZodType> = {
  text: z.string(),
  currency: z.string(),
  language: z.string(),
  choice: z.string(),
  lines: texts,
  emails: texts,
  choices: texts,
  records: texts,
  whole: z.number(),
  decimal: z.string(),
  date: z.string(),
  'yes-no': z.boolean(),
  record: z.string(),
  node: z.string(),
  file: z.string(),
  secret: z.string()
};

/**
 * The records of an entity: recordsOf(tx, taxRate)`WHERE r.issuer_id = … ORDER BY r.position`. The statement's end is
 * about `r`, a row of `rowsOf`. For reads whose issuer and owner are already known to be the principal's; `recordSeen`
 * applies the scope.
 */
export const recordsOf =
  <F extends Fields>(db: Reader, entity: Declared<F>) =>
  async (end: TemplateStringsArray, ...values: Prisma.Sql['values']): Promise<RecordOf<F>[]> => {
    const rows = await readRows(db, recordRow(entity))(Prisma.sql`${selected(entity)} ${Prisma.sql(end, ...values)}`);
    return recordsIn(entity, rows);
  };

/**
 * The same records as one value of a statement, for a reader of several entities at once:
 * `SELECT ${listOf(taxRate)`WHERE … ORDER BY r.position`} AS rates`. Its row has `z.array(recordRow(taxRate))`, and
 * `recordsIn` makes the records of it.
 */
export const listOf =
  (entity: Declared) =>
  (end: TemplateStringsArray, ...values: Prisma.Sql['values']): Prisma.Sql =>
    Prisma.sql`(SELECT coalesce(json_agg(of), '[]') FROM (${selected(entity)} ${Prisma.sql(end, ...values)}) of)`;

/** The records of rows of an entity. */
export const recordsIn = <F extends Fields>(
  _entity: Declared<F>,
  rows: readonly z.infer<ReturnType<typeof recordRow>>[]
): RecordOf<F>[] =>
  rows.map(({ _issuer: issuerId, _id: id, _owner: ownerId, _parent: parentId, _active: active, ...own }) => ({
    issuerId,
    id,
    ownerId,
    parentId,
    active,
    values: own as StoredValues<F>
  }));

function selected(entity: Declared): Prisma.Sql {
  const columns = Object.entries<Field>(entity.fields).map(
    ([name, field]) => Prisma.sql`r.${sqlName(columnOf(name))}${castOf(field)} AS ${sqlName(`"${name}"`)}`
  );
  return Prisma.sql`
    SELECT r.issuer_id AS "_issuer", r.id AS "_id", r.owner_id AS "_owner", r.parent_id AS "_parent",
      r.active AS "_active", ${Prisma.join(columns)}
    FROM ${rowsOf(entity)} r`;
}

const castOf = ({ type }: Field) => (type === 'decimal' || type === 'date' ? Prisma.sql`::text` : Prisma.empty);

/** A row of an entity's records. */
export const recordRow = ({ fields }: Declared) =>
  z.strictObject({
    _issuer: z.string(),
    _id: z.string(),
    _owner: z.string(),
    _parent: z.string().nullable(),
    _active: z.boolean(),
    ...(Object.fromEntries(
      Object.entries<Field>(fields).map(([name, { type, required, when }]) => [
        name,
        required && !when ? VALUES[type] : VALUES[type].nullable()
      ])
    ) as Record<never, z.ZodType>)
  });
