import { type ParquetColumn, type ParquetKind, type ParquetValue, writeParquet } from '../../core/files/parquet-writer';
import type { ColumnType } from '../listing/listing';
import type { Field } from '../listing/table-file';
import type { ReportFacts } from './facts';

const KINDS: Readonly<Record<ColumnType, ParquetKind>> = {
  text: 'text',
  choice: 'text',
  month: 'text',
  number: 'double',
  money: 'decimal',
  date: 'date',
  'date-time': 'instant',
  boolean: 'boolean'
};

interface ParquetReport {
  fields: readonly Field[];
  facts: ReportFacts;
  rows: AsyncIterable<Readonly<Record<string, unknown>>>;
}

/**
 * A report as Parquet for programs: typed columns, called as they are in the product, amounts exact with their currency
 * beside them, choices as codes. Headings and control totals are in the file's metadata.
 */
export function parquetOf({ fields, facts, rows }: ParquetReport): AsyncGenerator<Uint8Array> {
  const columns = fields.map(
    ({ name, column, isCurrency }): ParquetColumn => ({ name, kind: isCurrency ? 'text' : KINDS[column.type] })
  );
  const { name, madeBy, madeAt, until, count, totals } = facts;
  const described = {
    name,
    madeBy,
    madeAt: madeAt.toISOString(),
    dataUntil: until.toISOString(),
    rows: count,
    totals,
    headings: Object.fromEntries(fields.map((field) => [field.name, field.heading]))
  };
  return writeParquet(columns, values(columns, rows), { 'tessera.report': JSON.stringify(described) });
}

async function* values(
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>
): AsyncGenerator<ParquetValue[]> {
  for await (const row of rows) yield columns.map(({ name, kind }) => parquetValue(kind, row[name]));
}

function parquetValue(kind: ParquetKind, value: unknown): ParquetValue {
  if (value === null || value === undefined) return null;
  if (kind === 'double') return Number(value);
  if (kind === 'decimal') return String(value);
  return value as ParquetValue;
}
