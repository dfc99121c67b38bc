import { type Layout, layoutSchema } from '@/lib/money/feeds/mapping';
import { readFile } from '@/lib/money/feeds/read-file';
import { rowReader } from '@/lib/money/feeds/read-row';
import type { ReadRow } from '@/lib/money/feeds/row';

/** The day on which rows are read. */
export const READ_ON = new Date('2026-03-15T12:00:00Z');

/** Parts as they stream in. */
export async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

/** A layout by which a row has a name, a day, an amount and a merchant. */
export const layoutOf = (more: object = {}) =>
  layoutSchema.parse({
    format: 'delimited',
    headings: true,
    account: 'name',
    fields: { accountName: ['Name'], postingDate: ['Posted'], amount: ['Amount'], merchantName: ['Merchant'] },
    ...more
  });

/** The rows of a file as they are read. */
async function rowsOf(layout: Layout, text: string | Buffer): Promise<ReadRow[]> {
  const read = rowReader(layout, READ_ON);
  const rows: ReadRow[] = [];
  for await (const { transactions } of readFile(layout, each([Buffer.from(text)])))
    rows.push(...transactions.map((record) => read(record)));
  return rows;
}

/** A row from its fields: the parsed row, or its fault. */
export async function read(cells: Record<string, string>, more: object = {}) {
  const usual: Record<string, string> = { Name: 'Ada Hansen', Posted: '2026-03-10', Amount: '10.00', Merchant: 'Inn' };
  const all = { ...usual, ...cells };
  const fields: Record<string, string[]> = {
    accountName: ['Name'],
    postingDate: ['Posted'],
    amount: ['Amount'],
    merchantName: ['Merchant'],
    ...Object.fromEntries(Object.keys(cells).flatMap((name) => (name in usual ? [] : [[name, [name]]])))
  };
  const layout = layoutOf({ delimiter: '\t', quote: '', fields, ...more });
  const [row] = await rowsOf(layout, `${Object.keys(all).join('\t')}\n${Object.values(all).join('\t')}\n`);
  if (!row) throw new Error('no row');
  return row;
}

/** The faults of a row, as `amount amount.invalid`. */
export const faults = async (...of: Parameters<typeof read>) =>
  (await read(...of)).reasons.map(({ code, field }) => [field, code].filter(Boolean).join(' '));

/** The values of a row that has no fault. */
export const values = async (...of: Parameters<typeof read>) => {
  const row = await read(...of);
  if (!row.values) throw new Error(JSON.stringify(row.reasons));
  return row.values;
};
