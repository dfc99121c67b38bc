import { textOf, unitsOf } from './exact';
import type { Found, Judge, Judged } from './judged';
import type { PolicyType } from './policy-version';

/**
 * A line without the receipt that it needs from an amount on: 25.00 asks for one, 24.99 doesn't (C8.028D). A rule for
 * the type goes before the type's own amount, and that before a rule for every expense. A signed statement stands for
 * the receipt, unless the type takes none.
 */
export const withoutReceipt: Judge = (rule, lines, { types }) => {
  const byId = new Map<string | null, PolicyType>(types.map((type) => [type.id, type]));
  return lines.flatMap((line) => {
    if (line.hasReceipt) return [];
    const type = byId.get(line.typeId);
    if (rule.typeId !== null) return receiptFault(line, type, rule.amount ?? '0');
    const own = type?.receiptFrom ?? null;
    // A distance or a day has no receipt, unless its type asks for one.
    return own === null && ['mileage', 'allowance'].includes(type?.category ?? '')
      ? []
      : receiptFault(line, type, own ?? rule.amount ?? '0');
  });
};

/** The same under a policy without a rule about the line's receipt: its type alone asks for one. */
export const withoutReceiptOfType = (line: Judged, type: PolicyType | undefined): Found[] =>
  type?.receiptFrom ? receiptFault(line, type, type.receiptFrom) : [];

function receiptFault(line: Judged, type: PolicyType | undefined, from: string): Found[] {
  const isReceiptOnly = type?.isReceiptOnly ?? false;
  if (line.hasReceipt || (line.hasStatement && !isReceiptOnly)) return [];
  const [{ id, date, units }, limit] = [line, unitsOf(from)];
  if (units < limit) return [];
  return [{ lineId: id, date, actual: textOf(units), limit: textOf(limit), ...(isReceiptOnly && { isReceiptOnly }) }];
}
