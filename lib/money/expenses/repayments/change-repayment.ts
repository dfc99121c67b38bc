import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { postNotice } from '../../../kit/notices/post-notice';
import { askFault } from '../../../kit/states/ask-fault';
import { mustChange, startingFrom } from '../../../kit/states/starting-from';
import { atWalletAccount } from '../../wallet/at-wallet-account';
import { BLOCKING_CODES } from '../../wallet/mandates/states';
import { settledBy } from '../settled-by';
import { COLLECTABLE } from './collectable';
import { heldRepayment, type Repayment } from './repayments';
import { REPAYMENT } from './states';

const sql = Prisma.sql;

/** What an administrator does with a repayment, in the version that the page showed. */
export interface RepaymentChange {
  event: 'retry' | 'cancel';
  version: number;
}

/**
 * Sends a returned repayment again, to the account that its owner has chosen since, or cancels one that isn't with the
 * bank: its report is due in the payable file then. Of two people who do so at once one does, and the other is told so.
 */
export function changeRepayment(
  principal: Principal,
  id: string,
  { event, version }: RepaymentChange,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const fault = askFault(REPAYMENT, event, principal);
    if (fault) return refused(fault);
    const repayment = await heldRepayment(tx, principal, id);
    if (!repayment) return refused({ code: 'not.found' });
    const code = REPAYMENT.refusal(event, repayment.state);
    if (code) return refused({ code });
    if (repayment.version !== version)
      return refused({ code: 'record.changed', params: { version: repayment.version } });
    const unchanged = event === 'retry' ? await sendAgain(tx, repayment) : await cancel(tx, repayment);
    if (unchanged) return refused(unchanged);
    if (event === 'cancel') await tellOwner(tx, repayment);
    await audit(tx, principal, repayment, event, origin);
    return accepted(id);
  });
}

/** Tells its owner that payroll settles what the bank doesn't. */
const tellOwner = (tx: Transaction, { issuerId, id, userId, reportTitle: title }: Repayment): Promise<void> =>
  postNotice(tx, {
    issuerId,
    userId,
    kind: 'payment.repayment.cancelled',
    params: { title },
    href: `/workspace/repayments/${id}`
  });

/** Cancels what stands of a held report that is rerouted, unless it is with the bank, which its guard refuses before. */
export async function cancelOfReport(
  tx: Transaction,
  principal: Principal,
  { repayment: stands }: { repayment: { id: string } | null },
  origin: Origin
): Promise<void> {
  if (!stands) return;
  const [repayment] = await readRows(tx, toCancelRow)`
    SELECT p.issuer_id AS "issuerId", p.id, p.report_id AS "reportId", r.account_id AS "accountId", p.state::text AS state, p.last_four AS "lastFour"
    FROM repayments p JOIN expense_reports r ON (r.issuer_id, r.id) = (p.issuer_id, p.report_id)
    WHERE p.issuer_id = ${principal.issuerId}::uuid AND p.id = ${stands.id}::uuid`;
  if (!repayment) return;
  await cancel(tx, repayment);
  await audit(tx, principal, repayment, 'cancel', origin);
}

const toCancelRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  reportId: z.string(),
  accountId: z.string(),
  state: z.enum(REPAYMENT.states),
  lastFour: z.string()
});

async function cancel(tx: Transaction, { issuerId, id, reportId }: z.infer<typeof toCancelRow>): Promise<null> {
  const changed = await tx.$executeRaw`
    UPDATE repayments p SET state = 'cancelled', version = p.version + 1, wallet_account_id = NULL, ended_at = ${now()},
      return_code = NULL
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ${id}::uuid
      AND ${startingFrom(sql`p.state`, REPAYMENT.events.cancel)}`;
  mustChange(changed, 1);
  await settledBy(tx, issuerId, [reportId], null);
  return null;
}

const chosenRow = z.strictObject({ id: z.string(), isTried: z.boolean(), isAgreed: z.boolean(), fits: z.boolean() });

/**
 * Returns a repayment to those to send, with its owner's account of now. Refused as long as that is the very account that
 * the bank didn't take; one without money, or with another mandate, is tried again.
 */
async function sendAgain(
  tx: Transaction,
  { issuerId, id, returnCode, currency, direction }: Repayment
): Promise<Refusal | null> {
  const [chosen] = await readRows(tx, chosenRow)`
    SELECT w.id, w.id IS NOT DISTINCT FROM p.sent_to AS "isTried", ${COLLECTABLE} AS "isAgreed",
      w.state = 'usable' AND (w.scheme <> 'us' OR ${currency} = 'USD') AS fits
    FROM repayments p JOIN repayment_accounts a ON (a.issuer_id, a.user_id) = (p.issuer_id, p.user_id)
      ${atWalletAccount(sql`a.issuer_id`, sql`a.wallet_account_id`, 'w')}
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ${id}::uuid FOR UPDATE OF w`;
  if (!chosen?.fits || (chosen.isTried && !NOT_OF_ACCOUNT.includes(returnCode ?? '')))
    return { code: 'repayment.account.same' };
  if (direction === 'debit' && !chosen.isAgreed) return { code: 'repayment.not.agreed' };
  const changed = await tx.$executeRaw`
    UPDATE repayments p SET state = 'to_send', version = p.version + 1, wallet_account_id = w.id, scheme = w.scheme,
      last_four = w.last_four, ended_at = NULL, return_code = NULL,
      authorization_text = CASE WHEN p.direction = 'debit' THEN a.authorization_text END,
      agreed_at = CASE WHEN p.direction = 'debit' THEN a.chosen_at END
    FROM repayment_accounts a ${atWalletAccount(sql`a.issuer_id`, sql`a.wallet_account_id`, 'w')}
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ${id}::uuid AND (a.issuer_id, a.user_id) = (p.issuer_id, p.user_id)
      AND w.id = ${chosen.id}::uuid AND ${startingFrom(sql`p.state`, REPAYMENT.events.retry)}`;
  mustChange(changed, 1);
  return null;
}

/** The codes that don't speak against an account: it was without money, or its mandate has ended, and another is given. */
const NOT_OF_ACCOUNT: readonly string[] = ['R01', 'R09', 'AM04', ...BLOCKING_CODES];

const audit = (
  tx: Transaction,
  principal: Principal,
  { issuerId, id, accountId, state, lastFour }: z.infer<typeof toCancelRow>,
  event: 'retry' | 'cancel',
  origin: Origin
): Promise<void> =>
  recordAct(tx, principal, origin, {
    issuerId,
    nodeId: accountId,
    entity: 'repayment',
    entityId: id,
    action: REPAYMENT.events[event].audit,
    details: { 'before.state': state, 'after.state': REPAYMENT.events[event].to, 'last.four': lastFour }
  });
