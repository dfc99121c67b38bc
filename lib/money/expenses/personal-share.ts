import type { Principal } from '../../access/policy/principal';
import { changesBetween } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { editableLine, type LineAddress } from './line-checks';
import type { ReportLine } from './lines';
import { recordChange } from './make-report';
import { touch } from './own-report';

/**
 * Marks a card charge on the principal's own saved report as personal, whole or in part: its owner owes that share.
 * @param share an exact decimal in the report's currency, more than 0 and at most the charge
 */
export const markPersonal = (
  principal: Principal,
  at: LineAddress,
  share: string,
  origin: Origin
): Promise<Result<null>> => changeShare(principal, at, share, origin);

/** Says that nothing of a charge was personal. */
export const unmarkPersonal = (principal: Principal, at: LineAddress, origin: Origin): Promise<Result<null>> =>
  changeShare(principal, at, null, origin);

function changeShare(
  principal: Principal,
  at: LineAddress,
  share: string | null,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableLine(tx, principal, at);
    if (!editable.ok) return editable;
    const { report, line } = editable.value;
    if (!canBePersonal(line)) return refused({ code: 'expense.personal.card.only' });
    const fault = share === null ? null : shareFault(share, line, report.currency);
    if (fault) return refused(fault);
    await tx.expenseReportLine.update({
      where: { issuerId_id: { issuerId: report.issuerId, id: line.id } },
      data: { personalAmount: share }
    });
    await touch(tx, report);
    const told = (amount: string | null) => ({ personal: amount && `${amount} ${report.currency}` });
    const changes = changesBetween(told(line.personalAmount), told(share));
    await recordChange(tx, principal, origin, report, {
      ...changes,
      charge: line.transactionId,
      ...(line.merchant && { merchant: line.merchant })
    });
    return accepted(null);
  });
}

/** Whether a share of a line can be personal: it is a card charge, and no credit. */
export const canBePersonal = ({ transactionId, amount }: Pick<ReportLine, 'transactionId' | 'amount'>): boolean =>
  transactionId !== null && new Prisma.Decimal(amount).gt(0);

function shareFault(share: string, { amount }: ReportLine, currency: string): Refusal | null {
  const [typed, scale] = [new Prisma.Decimal(share), minorDigits(currency)];
  if (typed.decimalPlaces() > scale) return { code: 'number.too.many.decimals', field: 'amount', params: { scale } };
  return typed.gt(amount) ? { code: 'expense.personal.too.much', field: 'amount' } : null;
}
