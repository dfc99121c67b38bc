import type { Transaction } from '../../core/database/database';
import { tellIntegrator } from '../suppliers/deliveries';
import type { Firing } from './firings';

/** So many firings are in one delivery, whose size is bounded. */
const AT_ONCE = 20;

/** Queues what fired for an integrator, in the transaction that tells people. Nothing of a card's number is in it. */
export async function tellSystem(
  tx: Transaction,
  { issuerId, integratorId, alert }: { issuerId: string; integratorId: string; alert: { id: string; name: string } },
  firings: readonly Firing[]
): Promise<void> {
  for (let first = 0; first < firings.length; first += AT_ONCE)
    await tellIntegrator(tx, {
      issuerId,
      integratorId,
      event: 'spending_alert.fired',
      data: { alert, firings: firings.slice(first, first + AT_ONCE).map(told) }
    });
}

const told = ({ id, measure, placeName, merchantName, amount, reached, currency, step, days, ...when }: Firing) => ({
  id,
  measure,
  place: placeName,
  merchant: merchantName,
  amount,
  limit: reached,
  currency,
  step,
  days,
  postingDate: when.postingDate,
  periodStart: when.periodStart,
  periodEnd: when.periodEnd,
  transactionId: when.transactionId,
  askedAt: when.askedAt,
  declinedAt: when.declinedAt,
  firedAt: when.firedAt
});
