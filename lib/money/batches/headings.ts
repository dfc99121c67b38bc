import type { Refusal } from '../../core/entry/refusal';

/** The columns of a file of purchase requests, with the headings that they have where a set-up names none. */
export const COLUMNS = {
  reference: 'reference',
  supplier: 'supplier',
  card: 'card',
  description: 'description',
  quantity: 'quantity',
  unitCost: 'unit cost',
  tax: 'tax',
  limit: 'limit',
  neededBy: 'needed by',
  note: 'note',
  invoices: 'invoices'
} as const;
export type BatchColumn = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as BatchColumn[];

export type Headings = Record<BatchColumn, string>;

/** How headings are compared: `Unit cost` of a spreadsheet is `unit_cost` of an XML file. */
export const plainHeading = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/** The headings of a set-up. */
export const headingsOf = (values: Partial<Record<BatchColumn, string | null>>): Headings =>
  Object.fromEntries(COLUMN_NAMES.map((name) => [name, plainHeading(values[name] ?? COLUMNS[name])])) as Headings;

/** Two columns of one heading can't be told apart. */
export function headingTwice(values: Partial<Record<BatchColumn, string | null>>): Refusal[] {
  const headings = headingsOf(values);
  const twice = COLUMN_NAMES.find((name, at) =>
    COLUMN_NAMES.slice(0, at).some((earlier) => headings[earlier] === headings[name])
  );
  return twice ? [{ code: 'import.column.twice', field: twice, params: { value: headings[twice] } }] : [];
}
