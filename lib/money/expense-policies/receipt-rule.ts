import { textOf, unitsOf } from './exact';
import type { Found, Judge, Judged } from './judged';
import type { PolicyType } from './policy-version';

/**
 * A line without the receipt that it needs from an amount on: 25.00 asks for one, 24.99 doesn't (C8.028D). A rule for
 * the type goes before the type's own amount, and that before a rule for every expense.
 */
export const withoutReceipt: Judge = (rule, lines, { types }) =>
  lines.flatMap((line) => {
    if (line.hasReceipt) return [];
    if (rule.typeId !== null) return receiptFault(line, rule.amount ?? '0');
    const type = types.find(({ id }) => id === line.typeId);
    const own = type?.receiptFrom ?? null;
    // A distance has no receipt, unless its type asks for one.
    return own === null && type?.category === 'mileage' ? [] : receiptFault(line, own ?? rule.amount ?? '0');
  });

/** The same under a policy without a rule about the line's receipt: its type alone asks for one. */
export const withoutReceiptOfType = (line: Judged, type: PolicyType | undefined): Found[] =>
  type?.receiptFrom && !line.hasReceipt ? receiptFault(line, type.receiptFrom) : [];

function receiptFault({ id, date, units }: Judged, from: string): Found[] {
  const limit = unitsOf(from);
  return units >= limit ? [{ lineId: id, date, actual: textOf(units), limit: textOf(limit) }] : [];
}
