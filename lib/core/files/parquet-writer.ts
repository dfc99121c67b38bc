import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

/** The type of a column. Amounts are exact: 34 digits before the point, and four behind it. */
export type ParquetKind = 'text' | 'double' | 'decimal' | 'date' | 'instant' | 'boolean';

export interface ParquetColumn {
  name: string;
  kind: ParquetKind;
}

/** A value of a cell: of a decimal its digits, `-12.5`; of a date or an instant a `Date`. */
export type ParquetValue = string | number | boolean | Date | null;

const SCALE = 4;
const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  double: { type: 'DOUBLE' },
  decimal: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', scale: SCALE, precision: 38 },
  date: { type: 'INT32', converted_type: 'DATE' },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  boolean: { type: 'BOOLEAN' }
} as const;

/** Rows that are compressed and written together, and in memory until then. */
const GROUP_ROWS = 10_000;

/** The bytes that were written since they were last taken. */
class Taken extends ByteWriter {
  private parts: Uint8Array[] = [];

  flush(): void {
    this.parts.push(new Uint8Array(this.getBuffer()));
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }

  take(): Uint8Array[] {
    const parts = this.parts;
    this.parts = [];
    return parts.filter(({ byteLength }) => byteLength > 0);
  }
}

/**
 * A Parquet file, made while it is read: a group of rows at a time is in memory.
 * @param facts what is said about the file beside its rows
 */
export async function* writeParquet(
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<readonly ParquetValue[]>,
  facts: Readonly<Record<string, string>>
): AsyncGenerator<Uint8Array> {
  const bytes = new Taken();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'report', num_children: columns.length },
      ...columns.map(({ name, kind }) => ({ name, repetition_type: 'OPTIONAL' as const, ...ELEMENTS[kind] }))
    ],
    kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value })),
    createdBy: 'Tessera'
  });
  let group: (readonly ParquetValue[])[] = [];
  const write = async () => {
    const columnData = columns.map(({ name, kind }, at) => ({
      name,
      data: group.map((row) => stored(kind, row[at] ?? null))
    }));
    await writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    group = [];
  };
  for await (const row of rows) {
    group.push(row);
    if (group.length < GROUP_ROWS) continue;
    await write();
    yield* bytes.take();
  }
  if (group.length > 0) await write();
  await writer.finish();
  yield* bytes.take();
}

function stored(kind: ParquetKind, value: ParquetValue): unknown {
  if (value === null) return undefined;
  if (kind === 'decimal') return unscaled(String(value));
  return kind === 'text' ? String(value).toWellFormed() : value;
}

/** The digits of a decimal without its point: `12.5` is 125000. @throws RangeError if it has more than four decimals */
export function unscaled(decimal: string): bigint {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+?)0*)?$/.exec(decimal) ?? [];
  if (whole === undefined || decimals.length > SCALE) throw new RangeError('a decimal of four decimals was expected');
  const digits = BigInt(whole + decimals.padEnd(SCALE, '0'));
  return sign ? -digits : digits;
}
