import { appendAudit } from '../../../core/audit/audit';
import type { Transaction } from '../../../core/database/database';
import { postNotice } from '../../../kit/notices/post-notice';
import { numberOf, type PurchaseRequest, partiesOf } from '../requests';
import { PURCHASE_REQUEST } from '../states';
import { PROCESSOR_ORIGIN } from './origin';
import type { CommandKind } from './processor';

/**
 * What follows when a processor refuses a command: where it doesn't issue what was approved, the request waits for approval
 * again, and its card is suspended. Those whose request it is are told, and the person who had decided.
 */
export async function afterRefusal(
  tx: Transaction,
  request: PurchaseRequest,
  { cardId, kind, askedBy }: { cardId: string; kind: CommandKind; askedBy: string }
): Promise<void> {
  const { issuerId, id, nodeId, state, terms } = request;
  const number = numberOf(request);
  const isApproved = (kind === 'issue' || kind === 'change') && PURCHASE_REQUEST.after(state, 'return') !== null;
  if (isApproved) {
    await tx.$executeRaw`
      UPDATE purchase_requests SET state = ${PURCHASE_REQUEST.events.return.to}::purchase_request_state,
        version = version + 1
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    await tx.$executeRaw`
      UPDATE virtual_cards SET state = 'suspended', version = version + 1
      WHERE issuer_id = ${issuerId}::uuid AND id = ${cardId}::uuid AND state = 'active'`;
    await appendAudit(tx, PROCESSOR_ORIGIN, {
      issuerId,
      nodeId,
      entity: 'purchase_request',
      entityId: id,
      action: PURCHASE_REQUEST.events.return.audit,
      details: { number, 'before.state': state, 'after.state': PURCHASE_REQUEST.events.return.to }
    });
  }
  for (const userId of new Set([...partiesOf(request), askedBy]))
    await postNotice(tx, {
      issuerId,
      userId,
      kind: 'approval.request.refused',
      params: { number, supplier: terms.supplier.name },
      href: `/workspace/purchase-requests/${id}`
    });
}
