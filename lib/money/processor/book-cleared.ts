import { isoDay } from '../../core/calendar/days';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { type OutboxEntry, Undeliverable } from '../../core/server/outbox';
import { todayAt } from '../../directory/structure/reads/today';
import { clearedOf } from '../purchasing/processors/cleared';
import { requestOf } from '../purchasing/requests';
import { bringBookings } from './bookings';
import { payerOf } from './payer';

/**
 * The handler of what merchants captured or refunded of a card at a processor outside: it comes by the issuer's feed, under
 * the processor's reference, so that it is posted once. Where nothing reads it, the reconciliation tells of it.
 */
export async function bookCleared(tx: Transaction, { issuerId, payload }: OutboxEntry): Promise<void> {
  const { requestId, at, authorization, amount, currency, ...cleared } = clearedOf(payload);
  const request = await requestOf(tx, { issuerId, id: requestId });
  const payer = request && (await payerOf(tx, request, currency));
  if (!payer) throw new Undeliverable('no account pays for the card of what a processor cleared');
  const { account, rate } = payer;
  await bringBookings(issuerId, [
    {
      ...cleared,
      amount,
      currency,
      accountId: account.id,
      authorization: authorization ?? '',
      madeOn: isoDay(at),
      postedOn: await todayAt(issuerId, tx),
      billedAmount: new Prisma.Decimal(amount).mul(rate).toDecimalPlaces(minorDigits(account.currency)).toFixed(),
      billedCurrency: account.currency,
      conversionRate: rate.toFixed(9)
    }
  ]);
}
