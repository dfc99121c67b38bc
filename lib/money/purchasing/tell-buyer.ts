import type { Transaction } from '../../core/database/database';
import type { NoticeKind } from '../../kit/notices/notice';
import { postNotice } from '../../kit/notices/post-notice';
import { numberOf } from './requests';
import { termsSchema } from './terms';

/** Tells the requester of a request what its supplier, or the payment of that supplier, came to (C1.006). */
export async function tellBuyer(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  kind: Extract<NoticeKind, `purchase.${string}`>
): Promise<void> {
  const request = await tx.purchaseRequest.findUniqueOrThrow({
    where: { issuerId_id: { issuerId, id } },
    select: { number: true, requesterId: true, terms: true }
  });
  const { supplier } = termsSchema.parse(request.terms);
  await postNotice(tx, {
    issuerId,
    userId: request.requesterId,
    kind,
    params: { number: numberOf(request), supplier: supplier.name },
    href: `/workspace/purchase-requests/${id}`
  });
}
