import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { plainDate } from '../../core/entry/date-entry';
import { fieldFaults } from '../../core/entry/field-faults';
import { decimalNumber } from '../../core/entry/number-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import type { Refusal } from '../../core/entry/refusal';
import { unitsOf } from './units';

/** The most invoices that one request pays (Mastercard takes 5,000). */
export const MOST_INVOICES = 5_000;
/** The most characters of their lines together. */
export const MOST_INVOICE_TEXT = 600_000;

const invoiceSchema = z.object({
  number: plainText({ max: 50 }),
  date: plainDate(),
  amount: decimalNumber({ scale: 4, nonZero: true, min: '-999999999999', max: '999999999999' }),
  orderNumber: optional(plainText({ max: 50 }))
});

/** An invoice that a purchase pays: an amount below zero is a credit note's. Days as `2026-11-30`. */
export type Invoice = z.output<typeof invoiceSchema>;

const FIELD = 'invoices';

/**
 * Reads invoices from lines of `number; date; amount; order number`, the last one optional; a tabulator separates as well,
 * so that cells of a spreadsheet can be pasted. The faults name the line; they are at the field of the lines.
 */
export function invoicesIn(text: string | null): { invoices: Invoice[]; faults: Refusal[] } {
  const lines = (text ?? '')
    .split('\n')
    .map((line, at) => ({ number: at + 1, cells: line.split(/[;\t]/).map((cell) => cell.trim()) }));
  const filled = lines.filter(({ cells }) => cells.some(Boolean));
  if (filled.length > MOST_INVOICES)
    return { invoices: [], faults: [{ code: 'too.many.field', field: FIELD, params: { maximum: MOST_INVOICES } }] };
  const invoices: Invoice[] = [];
  const numbers = new Set<string>();
  for (const { number: line, cells } of filled) {
    const [number, date, amount, orderNumber = '', ...others] = cells;
    const read = invoiceSchema.safeParse({ number, date, amount, orderNumber }, { reportInput: true });
    const isCard = !read.success && fieldFaults(read.error).some(({ code }) => code === 'card.number.refused');
    if (isCard) return { invoices: [], faults: [{ code: 'card.number.refused', field: FIELD }] };
    if (!read.success || others.some(Boolean))
      return { invoices: [], faults: [{ code: 'purchase.invoice.line', field: FIELD, params: { line } }] };
    if (numbers.has(read.data.number))
      return { invoices: [], faults: [{ code: 'purchase.invoice.twice', field: FIELD, params: { line } }] };
    numbers.add(read.data.number);
    invoices.push(read.data);
  }
  return { invoices, faults: [] };
}

/** What invoices ask for together, as an exact decimal. */
export const sumOf = (invoices: readonly Pick<Invoice, 'amount'>[]): string =>
  invoices.reduce((sum, { amount }) => sum.plus(amount), new Prisma.Decimal(0)).toFixed();

/** The faults of a request's invoices: each line, and a sum that its limit doesn't cover. */
export function invoiceFaults(text: string | null, purchaseLimit: string): Refusal[] {
  const { invoices, faults } = invoicesIn(text);
  if (faults.length > 0 || invoices.length === 0) return faults;
  const sum = sumOf(invoices);
  const isCovered = !sum.startsWith('-') && unitsOf(sum) > 0n && unitsOf(sum) <= unitsOf(purchaseLimit);
  return isCovered ? [] : [{ code: 'purchase.invoice.sum', field: FIELD, params: { sum, limit: purchaseLimit } }];
}

/** The lines of invoices, as they are typed. */
export const invoiceLines = (invoices: readonly Invoice[]): string =>
  invoices
    .map(({ number, date, amount, orderNumber }) =>
      [number, date, amount, ...(orderNumber ? [orderNumber] : [])].join('; ')
    )
    .join('\n');

/** Writes the invoices of requests that have none; their lines were checked. */
export async function insertInvoices(
  tx: Transaction,
  issuerId: string,
  requests: readonly { id: string; entry: { invoices: string | null } }[]
): Promise<void> {
  const rows = requests.flatMap(({ id, entry }) =>
    invoicesIn(entry.invoices).invoices.map(({ number, date, amount, orderNumber }, at) => [
      ...[id, at + 1, number],
      ...[date, amount, orderNumber]
    ])
  );
  if (rows.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO purchase_request_invoices (issuer_id, request_id, position, number, invoiced_on, amount, order_number)
    SELECT ${issuerId}::uuid, (l ->> 0)::uuid, (l ->> 1)::int, l ->> 2, (l ->> 3)::date, (l ->> 4)::numeric, l ->> 5
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS l`;
}

const invoiceRow = z.strictObject({
  number: z.string(),
  date: z.string(),
  amount: z.string(),
  orderNumber: z.string().nullable()
});

/** The invoices of a request that its reader sees, in their order. */
export const invoicesOf = (
  { issuerId, id }: { issuerId: string; id: string },
  tx: Transaction = database()
): Promise<Invoice[]> =>
  readRows(tx, invoiceRow)`
    SELECT i.number, i.invoiced_on::text AS date,
      round(i.amount, greatest(2, scale(trim_scale(i.amount))))::text AS amount, i.order_number AS "orderNumber"
    FROM purchase_request_invoices i
    WHERE i.issuer_id = ${issuerId}::uuid AND i.request_id = ${id}::uuid ORDER BY i.position`;
