import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { cardOf } from '../purchasing/details';
import { heldRequest, numberOf, type PurchaseRequest } from '../purchasing/requests';
import { enqueuePayment } from './enqueue-payment';
import { paymentOf, type SupplierPayment } from './payments';

/** Whether a payment can be tried again by hand: nothing is on its way. */
export const canRetry = (
  { state }: Pick<PurchaseRequest, 'state'>,
  payment: Pick<SupplierPayment, 'state'> | null
): boolean => state === 'approved' && (payment?.state === 'declined' || payment?.state === 'unanswered');

/**
 * Tries the declined payment of one's own request again, or asks again for one that nobody answered, under the same
 * reference (C1.028). Pressing twice tries once.
 */
export function retryPayment(principal: Principal, requestId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldRequest(tx, principal, requestId);
    if (!held) return refused({ code: 'not.found' });
    if (held.requesterId !== principal.userId || !may(principal, 'purchase_requests', 'modify'))
      return refused({ code: 'forbidden.action' });
    const payment = await paymentOf(held, tx);
    const card = await cardOf(held, tx);
    if (!payment || !canRetry(held, payment) || card?.state !== 'active')
      return refused({ code: 'supplier.payment.not.now' });
    await enqueuePayment(tx, held, { brandName: principal.brandName, after: payment.attempt });
    await recordAct(tx, principal, origin, {
      issuerId: held.issuerId,
      nodeId: held.nodeId,
      entity: 'purchase_request',
      entityId: held.id,
      action: 'supplier_payment.retried',
      details: { number: numberOf(held), supplier: held.terms.supplier.name }
    });
    return accepted(null);
  });
}
