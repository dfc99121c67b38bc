import { keptPrincipal, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { dayOf, isoOf } from '../../../core/calendar/days';
import { type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { sqlStateOf, UNIQUE_VIOLATION } from '../../../core/database/sql-state';
import { minorDigits } from '../../../core/entry/currency';
import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { giveMandate, nextMandate } from '../../wallet/mandates/give-mandate';
import { heldWalletAccount, type WalletAccount } from '../../wallet/wallet';
import { bankDayUntil } from '../bank-days';
import { payDays } from '../cutoff';
import { type PayableAccount, payableAccount, payingFault, schemeOf } from '../payable';
import { lastStatement } from '../statements/statements';
import { leastPayment, NOT_USABLE } from '../terms';
import { dueDays } from './next-payment';
import { heldRecurring } from './recurring';
import type { RecurringEntry } from './schema';

/**
 * Sets up what is paid of each statement of an account (C1.012), with the words that the payer agreed to. An account has one
 * at a time. The last statement is paid by it too, if its day is still to come. Returns its id.
 */
export async function setUpRecurring(
  principal: Principal,
  accountId: string,
  entry: RecurringEntry,
  authorizationText: string,
  origin: Origin
): Promise<Result<string>> {
  const closed = await payingFault(principal);
  if (closed) return refused(closed);
  try {
    return await transaction(async (tx) => {
      const account = await payableAccount(principal, accountId, tx);
      if (!account) return refused({ code: 'not.found' });
      const checked = await checkedEntry(tx, principal, account, entry);
      if (!checked.ok) return checked;
      await giveIfNone(tx, principal, checked.value, authorizationText, origin);
      const { issuerId, userId } = principal;
      const id = newId();
      await tx.$executeRaw`
        INSERT INTO recurring_payments (issuer_id, id, company_id, account_id, payer_id, payer, wallet_account_id, from_last_four,
          pays, currency, amount, days_before, after, authorization_text, made_at)
        VALUES (${issuerId}::uuid, ${id}::uuid, ${account.companyId}::uuid, ${account.id}::uuid, ${userId}::uuid,
          ${JSON.stringify(keptPrincipal(principal))}::jsonb, ${entry.walletAccountId}::uuid, ${checked.value.lastFour},
          ${entry.pays}::recurring_pays, ${account.currency}, ${amountOf(entry)}::numeric, ${entry.daysBefore}, ${await afterOf(tx, account, entry)}::date,
          ${authorizationText}, ${now()})`;
      await recordAct(tx, principal, origin, {
        issuerId,
        nodeId: account.id,
        action: 'recurring_payment.set_up',
        entity: 'recurring_payment',
        entityId: id,
        details: detailsOf(entry)
      });
      return accepted(id);
    });
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return refused({ code: 'recurring.exists' });
    throw error;
  }
}

/** Changes a recurring payment that isn't stopped: only its payer can, with the words that they agreed to anew. */
export async function changeRecurring(
  principal: Principal,
  { id, version }: { id: string; version: number },
  entry: RecurringEntry,
  authorizationText: string,
  origin: Origin
): Promise<Result<string>> {
  const closed = await payingFault(principal);
  if (closed) return refused(closed);
  return transaction(async (tx) => {
    const held = await heldRecurring(tx, principal, id);
    const account = held && (await payableAccount(principal, held.accountId, tx));
    if (!held || !account) return refused({ code: 'not.found' });
    if (held.payerId !== principal.userId) return refused({ code: 'forbidden.action' });
    if (held.state === 'stopped') return refused({ code: 'recurring.changed.since' });
    if (held.version !== version) return refused({ code: 'record.changed', params: { version: held.version } });
    const checked = await checkedEntry(tx, principal, account, entry);
    if (!checked.ok) return checked;
    await giveIfNone(tx, principal, checked.value, authorizationText, origin);
    const { issuerId } = held;
    await tx.$executeRaw`
      UPDATE recurring_payments r SET pays = ${entry.pays}::recurring_pays, amount = ${amountOf(entry)}::numeric,
        days_before = ${entry.daysBefore}, wallet_account_id = ${entry.walletAccountId}::uuid, from_last_four = ${checked.value.lastFour},
        payer = ${JSON.stringify(keptPrincipal(principal))}::jsonb, authorization_text = ${authorizationText},
        version = r.version + 1
      WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: account.id,
      action: 'recurring_payment.changed',
      entity: 'recurring_payment',
      entityId: id,
      details: detailsOf(entry)
    });
    return accepted(id);
  });
}

/** What is paid by itself later is collected by a mandate that is given now. */
async function giveIfNone(
  tx: Transaction,
  principal: Principal,
  from: WalletAccount,
  authorizationText: string,
  origin: Origin
): Promise<void> {
  const mandate = await nextMandate(principal, from, { tx });
  if (mandate) await giveMandate(tx, principal, from, mandate, authorizationText, origin);
}

const amountOf = (entry: RecurringEntry) => (entry.pays === 'fixed' ? entry.amount : null);
const detailsOf = (entry: RecurringEntry) => ({
  pays: entry.pays,
  daysBefore: entry.daysBefore,
  ...(entry.pays === 'fixed' && { amount: entry.amount })
});

/** The bank account that may pay what is wanted, locked until the transaction ends. */
async function checkedEntry(
  tx: Transaction,
  principal: Principal,
  account: PayableAccount,
  entry: RecurringEntry
): Promise<Result<WalletAccount>> {
  const field = 'walletAccountId';
  const { currency } = account;
  const from = await heldWalletAccount(tx, principal, entry.walletAccountId);
  if (!from) return refused({ code: 'payment.from.gone', field });
  if (from.state !== 'usable') return refused({ code: NOT_USABLE[from.state], field });
  if (from.scheme !== schemeOf(currency)) return refused({ code: 'payment.from.other', field, params: { currency } });
  const fault = entry.pays === 'fixed' ? await amountFault(tx, account, entry.amount) : null;
  return fault ? refused(fault) : accepted(from);
}

async function amountFault(tx: Transaction, account: PayableAccount, amount: string): Promise<Refusal | null> {
  const { currency } = account;
  const paid = new Prisma.Decimal(amount);
  const scale = minorDigits(currency);
  if (paid.decimalPlaces() > scale) return { code: 'number.too.many.decimals', field: 'amount', params: { scale } };
  const minimum = await leastPayment(account, tx);
  return paid.lt(minimum)
    ? { code: 'payment.below.minimum', field: 'amount', params: { minimum: Number(minimum), currency } }
    : null;
}

/** The day until which statements aren't paid: that of the last one, or the day before if its payment can still be on time. */
export async function afterOf(
  tx: Transaction,
  { issuerId, companyId, id, currency }: Pick<PayableAccount, 'issuerId' | 'companyId' | 'id' | 'currency'>,
  { daysBefore }: Pick<RecurringEntry, 'daysBefore'>
): Promise<string> {
  const last = await lastStatement(tx, { issuerId, id });
  if (!last) return '0001-01-01';
  const closed = dayOf(last.closedOn);
  const scheme = schemeOf(currency);
  const due = closed + (await dueDays({ issuerId, companyId }, tx));
  const payOn = isoOf(bankDayUntil(scheme, due - daysBefore));
  return payOn < (await payDays(issuerId, scheme, tx)).earliest ? last.closedOn : isoOf(closed - 1);
}
