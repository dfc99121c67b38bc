import { z } from 'zod';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { brandOf } from '../../directory/people/people-mail';
import { wouldApprove } from '../purchasing/authorizations/would-approve';
import { askedOfCard } from './asked-of-card';
import { enqueuePayment } from './enqueue-payment';
import { payableRequest } from './payable-request';
import { paymentOf } from './payments';

/** A declined payment is looked at again for so long. */
const PATIENCE_DAYS = 30;
/** Longer than the outbox waits between two questions: after it, nobody asks any more. */
const SILENCE_MINUTES = 120;
const MOST = 1_000;

const waitingRow = z.strictObject({ issuerId: z.string(), id: z.string() });

/**
 * Tries straight-through payments again (C1.028): a declined one once its card would approve it, and one that nobody has
 * answered once the outbox has given it up. Returns how many.
 */
export async function retryPayments(): Promise<number> {
  const waiting = await readRows(database(), waitingRow)`
    SELECT p.issuer_id AS "issuerId", p.request_id AS id FROM supplier_payments p
    WHERE p.state <> 'paid' AND p.attempted_at > ${now()}::timestamptz - make_interval(days => ${PATIENCE_DAYS})
      AND (p.state = 'declined' OR p.attempted_at <= ${now()}::timestamptz - make_interval(mins => ${SILENCE_MINUTES}))
      AND NOT EXISTS (SELECT 1 FROM supplier_payments later
        WHERE (later.issuer_id, later.request_id) = (p.issuer_id, p.request_id) AND later.attempt > p.attempt)
    ORDER BY p.attempted_at LIMIT ${MOST}`;
  let tried = 0;
  for (const key of waiting) if (await retry(key)) tried += 1;
  return tried;
}

const retry = (key: { issuerId: string; id: string }): Promise<boolean> =>
  transaction(async (tx) => {
    const payable = await payableRequest(tx, key);
    const payment = payable && (await paymentOf(key, tx));
    if (!payment || payment.state === 'paid') return false;
    const { request, card } = payable;
    if (!payment.isOpen && !(await wouldApprove(tx, card, askedOfCard(request, card)))) return false;
    const { name: brandName } = await brandOf(tx, key.issuerId, config().TESSERA_DEFAULT_BRAND);
    await enqueuePayment(tx, key, { brandName, after: payment.attempt });
    return true;
  });
