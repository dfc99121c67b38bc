import { z } from 'zod';
import { plainText } from '../../core/entry/plain-text';
import type { Refusal, Result } from '../../core/entry/refusal';
import type { BulkActions } from '../../kit/bulk/bulk-action';
import { cancelWithin } from './change-state';
import { approveWithin, declineWithin } from './decide-request';
import { PURCHASE_REQUEST } from './states';

/** The most requests of one transaction: each approval issues a card. */
const TOGETHER = 50;

/** Asks one command of each request, in an order in which two bulk actions never wait for each other. */
async function eachOf(
  ids: readonly string[],
  command: (id: string) => Promise<Result<null>>
): Promise<{ id: string; refusal: Refusal }[]> {
  const refused: { id: string; refusal: Refusal }[] = [];
  for (const id of [...ids].sort()) {
    const result = await command(id);
    if (!result.ok) refused.push({ id, refusal: result.refusal });
  }
  return refused;
}

const fits = (event: 'approve' | 'decline' | 'cancel') => ({
  column: 'state',
  values: PURCHASE_REQUEST.events[event].from
});

const reasonSchema = z.object({ reason: plainText({ max: 1024, lines: true }) });

/** The bulk actions on requests that wait for a decision (C3.018). */
export const DECISIONS: BulkActions = {
  approve: {
    label: 'transaction.event.approve',
    explanation: 'purchase.bulk.approve.explanation',
    needs: [...PURCHASE_REQUEST.events.approve.needs],
    fits: fits('approve'),
    together: TOGETHER,
    runAll: (tx, principal, ids, origin) => eachOf(ids, (id) => approveWithin(tx, principal, { id }, null, origin))
  },
  decline: {
    label: 'purchase.decline',
    explanation: 'purchase.bulk.decline.explanation',
    danger: true,
    needs: [...PURCHASE_REQUEST.events.decline.needs],
    fits: fits('decline'),
    parameters: reasonSchema,
    reason: true,
    together: TOGETHER,
    runAll: (tx, principal, ids, origin, parameters) => {
      const { reason } = parameters as z.output<typeof reasonSchema>;
      return eachOf(ids, (id) => declineWithin(tx, principal, { id }, reason, origin));
    }
  }
};

/** The bulk action on one's own requests: a card is closed by its last digits alone (C5.150), so not here. */
export const OWN_ACTIONS: BulkActions = {
  cancel: {
    label: 'purchase.cancel',
    explanation: 'purchase.bulk.cancel.explanation',
    danger: true,
    needs: [...PURCHASE_REQUEST.events.cancel.needs],
    fits: fits('cancel'),
    together: TOGETHER,
    runAll: (tx, principal, ids, origin) =>
      eachOf(ids, async (id) => withoutCard(await cancelWithin(tx, principal, { id }, null, origin)))
  }
};

/** A request with a card asks for its last digits. */
const withoutCard = (result: Result<null>): Result<null> =>
  !result.ok && result.refusal.field === 'lastFour' ? { ok: false, refusal: { code: 'purchase.bulk.card' } } : result;
