import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { minorDigits } from '../../core/entry/currency';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { recordEvents } from './record-events';
import type { LineEntry } from './schema';
import { editRefusal } from './states';
import { type CardTransaction, heldTransactions, type TransactionKey } from './transactions';

/** The maximum number of lines of a transaction, as in the database. */
const MOST_LINES = 1_000;

const transactionLineRow = z.strictObject({
  position: z.number(),
  description: z.string(),
  productCode: z.string().nullable(),
  quantity: z.string(),
  unitOfMeasure: z.string().nullable(),
  unitCost: z.string(),
  taxAmount: z.string().nullable(),
  /** Quantity times unit cost, without the tax. */
  amount: z.string()
});

/** A line item of a transaction (CD.41), in the merchant's currency. Exact decimals as text. */
export type TransactionLine = z.infer<typeof transactionLineRow>;

/** The line items of a transaction, in their order. */
export function linesOf(
  { issuerId, postingDate, id }: TransactionKey,
  tx: Transaction = database()
): Promise<TransactionLine[]> {
  return readRows(tx, transactionLineRow)`
    SELECT position::int AS position, description, product_code AS "productCode", trim_scale(quantity)::text AS quantity,
      unit_of_measure AS "unitOfMeasure", trim_scale(unit_cost)::text AS "unitCost", trim_scale(tax_amount)::text AS "taxAmount",
      trim_scale(amount)::text AS amount
    FROM transaction_lines
    WHERE issuer_id = ${issuerId}::uuid AND posting_date = ${postingDate}::date AND transaction_id = ${id}::uuid
    ORDER BY position`;
}

/** The total of the lines, including tax. */
export const totalOf = (lines: readonly Pick<TransactionLine, 'amount' | 'taxAmount'>[]): Prisma.Decimal =>
  lines.reduce((sum, { amount, taxAmount }) => sum.add(amount).add(taxAmount ?? 0), new Prisma.Decimal(0));

/**
 * Adds a line item to an open transaction: quantity times unit cost, rounded to the currency's decimals. Refuses a
 * total, including tax, above the transaction's amount.
 */
export function addLine(
  principal: Principal,
  { id, version }: { id: string; version: number },
  entry: LineEntry,
  origin: Origin
): Promise<Result<null>> {
  return changing(principal, { id, version }, origin, async (tx, held, lines) => {
    if (lines.length >= MOST_LINES) return refused({ code: 'transaction.lines.most', params: { maximum: MOST_LINES } });
    const scale = minorDigits(held.currency);
    const tax = entry.taxAmount === null ? null : new Prisma.Decimal(entry.taxAmount);
    if (tax && tax.decimalPlaces() > scale)
      return refused({ code: 'number.too.many.decimals', field: 'taxAmount', params: { scale } });
    // Quantities and taxes of refunds are negative, as their amount.
    const sign = held.amount.startsWith('-') ? -1 : 1;
    const quantity = new Prisma.Decimal(entry.quantity).mul(sign);
    const amount = quantity.mul(entry.unitCost).toDecimalPlaces(scale);
    const line = { amount: amount.toFixed(), taxAmount: tax === null ? null : tax.mul(sign).toFixed() };
    if (
      totalOf([...lines, line])
        .abs()
        .greaterThan(new Prisma.Decimal(held.amount).abs())
    )
      return refused({ code: 'transaction.lines.larger', field: 'unitCost' });
    await tx.$executeRaw`
      INSERT INTO transaction_lines (issuer_id, posting_date, transaction_id, position, description, product_code,
        quantity, unit_of_measure, unit_cost, tax_amount, amount)
      VALUES (${held.issuerId}::uuid, ${held.postingDate}::date, ${id}::uuid, ${(lines.at(-1)?.position ?? 0) + 1},
        ${entry.description}, ${entry.productCode}, ${quantity.toFixed()}::numeric, ${entry.unitOfMeasure},
        ${entry.unitCost}::numeric, ${line.taxAmount}::numeric, ${line.amount}::numeric)`;
    return accepted({ 'after.line': entry.description, 'after.amount': line.amount });
  });
}

/** Removes a line item from an open transaction. */
export function removeLine(
  principal: Principal,
  { id, version, position }: { id: string; version: number; position: number },
  origin: Origin
): Promise<Result<null>> {
  return changing(principal, { id, version }, origin, async (tx, held, lines) => {
    const line = lines.find((one) => one.position === position);
    if (!line) return refused({ code: 'not.found' });
    await tx.$executeRaw`
      DELETE FROM transaction_lines
      WHERE issuer_id = ${held.issuerId}::uuid AND posting_date = ${held.postingDate}::date
        AND transaction_id = ${id}::uuid AND position = ${position}`;
    return accepted({ 'before.line': line.description, 'before.amount': line.amount });
  });
}

/** Changes the lines of an open transaction, with a new version and a history event. */
function changing(
  principal: Principal,
  { id, version }: { id: string; version: number },
  origin: Origin,
  change: (tx: Transaction, held: CardTransaction, lines: TransactionLine[]) => Promise<Result<Record<string, string>>>
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'transactions', 'modify')) return refused({ code: 'forbidden.action' });
    const [held] = await heldTransactions(tx, principal, [id]);
    if (!held) return refused({ code: 'not.found' });
    if (held.version !== version) return refused({ code: 'record.changed', params: { version: held.version } });
    const locked = editRefusal(held.state);
    if (locked) return refused({ code: locked });
    const changed = await change(tx, held, await linesOf(held, tx));
    if (!changed.ok) return changed;
    await tx.$executeRaw`
      UPDATE transactions SET version = version + 1
      WHERE issuer_id = ${held.issuerId}::uuid AND posting_date = ${held.postingDate}::date AND id = ${id}::uuid`;
    await recordEvents(tx, principal, origin, { event: 'itemized', rows: [held], details: () => changed.value });
    return accepted(null);
  });
}
