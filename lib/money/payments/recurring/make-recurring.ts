import { z } from 'zod';
import { principalAgain } from '../../../access/policy/principal';
import { appendAudit, type Origin } from '../../../core/audit/audit';
import { dayIn } from '../../../core/calendar/clocks';
import { dayOf } from '../../../core/calendar/days';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { log } from '../../../core/server/log';
import { timeZoneAt } from '../../../directory/structure/reads/today';
import { postNotice } from '../../../kit/notices/post-notice';
import { makePaymentIn } from '../make-payment';
import { payingFault } from '../payable';
import { type NextPayment, nextPayment } from './next-payment';
import { type RecurringPayment, type RecurringRun, selectRecurring } from './recurring';

/** How many days before its day a payment is made and its payer told, so that they can cancel it. */
export const TOLD_BEFORE = 3;

const ORIGIN: Origin = { requestId: 'recurring-payments', address: '127.0.0.1', userAgent: '' };
const idsRow = z.strictObject({ issuerId: z.string(), id: z.string() });

/** Makes the payments of statements whose day is near, each once (C1.012); returns how many it dealt with. */
export async function makeRecurring(): Promise<number> {
  const active = await readRows(database(), idsRow)`
    SELECT r.issuer_id AS "issuerId", r.id FROM recurring_payments r
    WHERE r.state = 'active' AND EXISTS (SELECT 1 FROM account_statements s WHERE s.issuer_id = r.issuer_id
      AND s.account_id = r.account_id AND s.closed_on > r.after
      AND NOT EXISTS (SELECT 1 FROM recurring_runs u WHERE (u.issuer_id, u.statement_id) = (s.issuer_id, s.id)))
    ORDER BY r.made_at, r.id`;
  let dealt = 0;
  // One that fails for a reason of its own doesn't hold up the others; it is tried again with the next hour.
  for (const { issuerId, id } of active)
    try {
      if (await transaction((tx) => dealWith(tx, issuerId, id))) dealt += 1;
    } catch (error) {
      log.error({ err: error, recurring: id }, 'a recurring payment was not made');
    }
  return dealt;
}

/** Deals with the last statement of one: whoever holds it does, and the key of what was done lets it be once. */
async function dealWith(tx: Transaction, issuerId: string, id: string): Promise<boolean> {
  const condition = Prisma.sql`r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid AND r.state = 'active'`;
  const [recurring] = await selectRecurring(tx, condition, Prisma.sql`FOR UPDATE OF r`);
  const next = recurring && (await nextPayment(recurring, tx));
  if (!next) return false;
  const today = dayIn(await timeZoneAt(issuerId, tx), now());
  if (dayOf(next.payOn) - TOLD_BEFORE > today) return false;
  const run = await pay(tx, recurring, next);
  await tx.$executeRaw`
    INSERT INTO recurring_runs (issuer_id, statement_id, recurring_id, outcome, payment_id, reason, done_at)
    VALUES (${issuerId}::uuid, ${next.statementId}::uuid, ${id}::uuid, ${run.outcome}::recurring_outcome,
      ${run.paymentId}::uuid, ${run.reason}, ${now()})`;
  await tell(tx, recurring, run);
  return true;
}

type Run = Pick<RecurringRun, 'outcome' | 'paymentId' | 'reason'>;
const skipped = (reason: NonNullable<Run['reason']>): Run => ({ outcome: 'skipped', paymentId: null, reason });

async function pay(tx: Transaction, recurring: RecurringPayment, next: NextPayment): Promise<Run> {
  const { accountId, walletAccountId, authorizationText } = recurring;
  if (new Prisma.Decimal(next.left).lte(0)) return { outcome: 'nothing', paymentId: null, reason: null };
  const principal = await principalAgain(recurring.payer);
  if (!principal || (await payingFault(principal))) return skipped('rights');
  if (!walletAccountId) return skipped('account');
  const { statementId, payOn, amount } = next;
  // The statement is the key of the form: whatever happens, it makes one payment.
  const entry = { accountId, walletAccountId, statementId, payOn, amount, key: statementId };
  const made = await makePaymentIn(tx, principal, entry, authorizationText, ORIGIN, { isPresent: false });
  if (made.ok) return { outcome: 'made', paymentId: made.value, reason: null };
  const { code } = made.refusal;
  if (code.startsWith('payment.from.')) return skipped('account');
  if (code === 'payment.below.minimum') return skipped('least');
  return skipped(code === 'not.found' || code === 'forbidden.action' ? 'rights' : 'other');
}

async function tell(tx: Transaction, recurring: RecurringPayment, { outcome, paymentId, reason }: Run): Promise<void> {
  const { issuerId, id, payerId: userId, accountId: nodeId, accountName: account } = recurring;
  if (paymentId)
    await postNotice(tx, {
      issuerId,
      userId,
      kind: 'payment.recurring.made',
      params: { account },
      href: `/workspace/payments/${paymentId}`
    });
  if (outcome !== 'skipped') return;
  await postNotice(tx, {
    issuerId,
    userId,
    kind: 'payment.recurring.skipped',
    params: { account, reason: { key: `recurring.reason.${reason ?? 'other'}` } },
    href: `/workspace/payments/recurring/${id}`
  });
  await appendAudit(tx, ORIGIN, {
    issuerId,
    action: 'recurring_payment.skipped',
    entity: 'recurring_payment',
    entityId: id,
    nodeId,
    details: { reason }
  });
}
