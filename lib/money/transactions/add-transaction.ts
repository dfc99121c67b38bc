import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { settingValue } from '../../access/settings/setting-value';
import type { Origin } from '../../core/audit/audit';
import { isoDay } from '../../core/calendar/days';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { minorDigits } from '../../core/entry/currency';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { type HeldAccount, heldAccount } from '../../directory/structure/held-account';
import { seenNode } from '../../directory/structure/nodes';
import { forgetAttachments } from '../../kit/attachments/forget-attachments';
import { type AcceptedAttachment, keepAttachment } from '../../kit/attachments/keep-attachment';
import { forgetComments } from '../../kit/comments/forget-comments';
import { TAX_CODES } from '../allocation/tax-codes';
import { authorsOf } from '../approvals/authors';
import { CONVERSION_RULES } from '../approvals/conversion-rules';
import { recordEvents } from './record-events';
import type { AddedTransaction } from './schema';
import { isEditable } from './states';
import { RETURNED, writeSummed } from './sums/note';
import { heldTransactions } from './transactions';

/** The database's maximum. */
const MOST_BILLED = '999999999999999';

interface AccountAddress {
  issuerId: string;
  companyId: string;
  accountId: string;
}

const ruledRow = z.strictObject({
  /** By the company's conversion rule of that day, if it converts to the account's currency. */
  rate: z.string().nullable(),
  isTaxCode: z.boolean()
});

/** The account of an entry, and what its company's rules say of the entry. */
type Known = HeldAccount & z.infer<typeof ruledRow>;

/**
 * Adds an out-of-pocket expense (C2.017) to an account, posted today. Another currency is converted by the given rate,
 * else by the company's rule (C3.025). Refuses accounts that are inactive or blocked by their status code, days in the
 * future, before the account's opening or past retention, and amounts with more decimals than their currency. An accepted
 * `receipt` is attached to it. Returns the new id.
 */
export function addTransaction(
  principal: Principal,
  entry: AddedTransaction,
  origin: Origin,
  receipt: AcceptedAttachment | null = null
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'transactions', 'modify')) return refused({ code: 'forbidden.action' });
    const closed = eyesFault(principal, 'adding_transactions');
    if (closed) return refused(closed);
    const node = await seenNode(principal, entry.accountId, tx);
    if (node?.kind !== 'account' || !node.companyId) return refused({ code: 'not.found', field: 'accountId' });
    const place = { issuerId: node.issuerId, companyId: node.companyId, accountId: node.id };
    const known = await knownOf(tx, place, entry);
    const refusal = refusalOf(entry, known, await settingValue(tx, place, 'data.retention.months'));
    if (refusal) return refused(refusal);
    const rate = new Prisma.Decimal(entry.currency === known.currency ? 1 : (entry.conversionRate ?? known.rate ?? 0));
    const billed = new Prisma.Decimal(entry.amount).mul(rate).toDecimalPlaces(minorDigits(known.currency));
    if (billed.isZero()) return refused({ code: 'amount.invalid', field: 'conversionRate' });
    if (billed.greaterThan(MOST_BILLED))
      return refused({ code: 'number.too.large', field: 'conversionRate', params: { maximum: MOST_BILLED } });
    if (entry.taxAmount && billed.lessThan(entry.taxAmount))
      return refused({ code: 'transaction.tax.larger', field: 'taxAmount' });
    const id = newId();
    await tx.$executeRaw`SELECT create_transaction_partitions(${known.today}::date, ${known.today}::date)`;
    await writeSummed(
      tx,
      Prisma.sql`
      INSERT INTO transactions AS t (issuer_id, posting_date, id, company_id, account_id, source_reference, type,
        transaction_date, amount, currency, billed_amount, billed_currency, conversion_rate, merchant_name, merchant_city,
        merchant_country, tax_amount, tax_code, purpose, added_by, amount_by, created_at)
      VALUES (${place.issuerId}::uuid, ${known.today}::date, ${id}::uuid, ${place.companyId}::uuid, ${place.accountId}::uuid,
        ${`ADDED-${id}`}, 'out_of_pocket', ${entry.transactionDate}::date, ${entry.amount}::numeric, ${entry.currency},
        ${billed.toFixed()}::numeric, ${known.currency}, ${rate.toFixed()}::numeric, ${entry.merchantName},
        ${entry.merchantCity}, ${entry.merchantCountry}, ${entry.taxAmount}::numeric, ${entry.taxCode}, ${entry.purpose},
        ${principal.userId}::uuid, ${authorsOf(principal)}, ${now()})
      RETURNING ${RETURNED.inserted}`
    );
    const rows = await heldTransactions(tx, principal, [id]);
    await recordEvents(tx, principal, origin, {
      event: 'added',
      rows,
      details: () => ({ 'after.amount': `${entry.amount} ${entry.currency}`, 'after.merchantName': entry.merchantName })
    });
    if (receipt) {
      const to = { issuerId: place.issuerId, nodeId: place.accountId, entity: 'transaction' as const, id };
      const kept = await keepAttachment(tx, principal, to, receipt);
      if (!kept.ok) return kept;
      await recordAct(tx, principal, origin, kept.value.act);
    }
    return accepted(id);
  });
}

/** Removes an open transaction that was added by hand, with its attachments and comments; its history stays. Refuses transactions from the bank. */
export function removeTransaction(
  principal: Principal,
  { id, version }: { id: string; version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'transactions', 'modify')) return refused({ code: 'forbidden.action' });
    const closed = eyesFault(principal, 'adding_transactions');
    if (closed) return refused(closed);
    const [held] = await heldTransactions(tx, principal, [id]);
    if (!held) return refused({ code: 'not.found' });
    if (held.version !== version) return refused({ code: 'record.changed', params: { version: held.version } });
    if (held.addedBy === null) return refused({ code: 'transaction.posted' });
    if (!isEditable(held.state) || held.expensed) return refused({ code: 'transaction.remove.open' });
    await forgetAttachments(tx, held.issuerId, 'transaction', [id]);
    await forgetComments(tx, held.issuerId, 'transaction', [id]);
    await recordEvents(tx, principal, origin, {
      event: 'removed',
      rows: [held],
      details: ({ amount, currency, merchantName }) => ({
        'before.amount': `${amount} ${currency}`,
        'before.merchantName': merchantName
      })
    });
    await writeSummed(
      tx,
      Prisma.sql`
      DELETE FROM transactions t
      WHERE t.issuer_id = ${held.issuerId}::uuid AND t.posting_date = ${held.postingDate}::date AND t.id = ${id}::uuid
      RETURNING ${RETURNED.deleted}`
    );
    return accepted(null);
  });
}

async function knownOf(
  tx: Transaction,
  place: AccountAddress,
  { transactionDate, currency, taxCode }: AddedTransaction
): Promise<Known> {
  const { issuerId, companyId } = place;
  const account = await heldAccount(tx, place);
  const [ruled] = await readRows(tx, ruledRow)`
    SELECT CASE WHEN ${account.currency === account.companyCurrency}::boolean THEN (
        SELECT r.rate::text FROM ${CONVERSION_RULES} r
        WHERE r.issuer_id = ${issuerId}::uuid AND r.within_id = ${companyId}::uuid AND r.active
          AND r.posted_currency = ${currency} AND r.effective_date <= ${transactionDate}::date
        ORDER BY r.effective_date DESC LIMIT 1
      ) END AS rate,
      EXISTS (
        SELECT 1 FROM ${TAX_CODES} x
        WHERE x.issuer_id = ${issuerId}::uuid AND x.within_id = ${companyId}::uuid AND x.active AND x.code = ${taxCode}
      ) AS "isTaxCode"`;
  return { ...account, ...(ruled as z.infer<typeof ruledRow>) };
}

function refusalOf(entry: AddedTransaction, known: Known, retentionMonths: number): Refusal | null {
  const { transactionDate, amount, currency, conversionRate, taxAmount, taxCode } = entry;
  if (!known.isActive) return { code: 'transaction.account.inactive', field: 'accountId' };
  if (known.isBlocked) return { code: 'transaction.account.blocked', field: 'accountId' };
  if (transactionDate > known.today)
    return { code: 'date.too.late', field: 'transactionDate', params: { maximum: known.today } };
  const oldest = new Date(`${known.today}T00:00:00Z`);
  oldest.setUTCMonth(oldest.getUTCMonth() - retentionMonths);
  const minimum = [known.openedOn, isoDay(oldest)].sort().at(-1) as string;
  if (transactionDate < minimum) return { code: 'date.too.early', field: 'transactionDate', params: { minimum } };
  if (decimalsOf(amount) > minorDigits(currency)) return tooFine('amount', currency);
  if (taxAmount && decimalsOf(taxAmount) > minorDigits(known.currency)) return tooFine('taxAmount', known.currency);
  if (currency !== known.currency && conversionRate === null && known.rate === null)
    return { code: 'transaction.rate.needed', field: 'conversionRate', params: { from: currency, to: known.currency } };
  if ((taxAmount === null) !== (taxCode === null))
    return { code: 'transaction.tax.both', field: taxAmount === null ? 'taxAmount' : 'taxCode' };
  return taxCode !== null && !known.isTaxCode ? { code: 'invalid.entry', field: 'taxCode' } : null;
}

const decimalsOf = (typed: string) => new Prisma.Decimal(typed).decimalPlaces();
const tooFine = (field: string, currency: string): Refusal => ({
  code: 'number.too.many.decimals',
  field,
  params: { scale: minorDigits(currency) }
});
