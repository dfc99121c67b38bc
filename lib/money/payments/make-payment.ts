import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { giveMandate } from '../wallet/mandates/give-mandate';
import { payingFault } from './payable';
import type { PaymentEntry } from './schema';
import { paymentTerms } from './terms';

/**
 * Makes a payment from a bank account of the principal's wallet (C1.012, C2.035), with the words that the payer agreed
 * to, which are a mandate as well where the account has none; null where none could be shown. One form makes one payment however often it is sent. Returns its id.
 */
export async function makePayment(
  principal: Principal,
  entry: PaymentEntry,
  authorizationText: string | null,
  origin: Origin
): Promise<Result<string>> {
  const closed = await payingFault(principal);
  if (closed) return refused(closed);
  return transaction((tx) => makePaymentIn(tx, principal, entry, authorizationText, origin));
}

/**
 * The same within a transaction; a refusal has written nothing. Without the payer being there no mandate is given, and
 * nothing is paid where there is none.
 */
export async function makePaymentIn(
  tx: Transaction,
  principal: Principal,
  entry: PaymentEntry,
  authorizationText: string | null,
  origin: Origin,
  { isPresent = true } = {}
): Promise<Result<string>> {
  const { issuerId, userId } = principal;
  // Of two sendings of one form the second finds what the first has made.
  await lockNumbers(tx, issuerId);
  const made = await madeWith(tx, principal, entry.key);
  if (made) return accepted(made);
  const terms = await paymentTerms(principal, entry, tx, { isHeld: true });
  if (!terms.ok) return terms;
  if (authorizationText === null) return refused({ code: 'payment.changed.since' });
  const { account, from, mandate } = terms.value;
  if (mandate && !isPresent) return refused({ code: 'payment.from.mandate', field: 'walletAccountId' });
  if (mandate) await giveMandate(tx, principal, from, mandate, authorizationText, origin);
  const id = newId();
  await tx.$executeRaw`
    INSERT INTO payments (issuer_id, id, number, company_id, account_id, payer_id, form_key, wallet_account_id,
      from_scheme, from_last_four, amount, currency, pay_on, authorization_text, made_at,
      statement_id)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${await nextNumber(tx, issuerId)}::int, ${account.companyId}::uuid,
      ${account.id}::uuid, ${userId}::uuid, ${entry.key}::uuid, ${from.id}::uuid, ${from.scheme}::wallet_scheme,
      ${from.lastFour}, ${entry.amount}::numeric, ${account.currency}, ${entry.payOn}::date, ${authorizationText},
      ${now()}, ${entry.statementId ?? null}::uuid)`;
  await recordAct(tx, principal, origin, {
    issuerId,
    nodeId: account.id,
    action: 'payment.made',
    entity: 'payment',
    entityId: id,
    details: { amount: entry.amount, currency: account.currency, payOn: entry.payOn, 'last.four': from.lastFour }
  });
  return accepted(id);
}

/** Lets one command at a time number the payments of an issuer, until the transaction ends. */
async function lockNumbers(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`payments/${issuerId}`}, 0))`;
}

async function madeWith(tx: Transaction, { issuerId, userId }: Principal, key: string): Promise<string | undefined> {
  const [made] = await readRows(tx, idRow)`
    SELECT p.id FROM payments p WHERE p.issuer_id = ${issuerId}::uuid AND p.payer_id = ${userId}::uuid
      AND p.form_key = ${key}::uuid`;
  return made?.id;
}

const numberRow = z.strictObject({ number: z.number() });

async function nextNumber(tx: Transaction, issuerId: string): Promise<number> {
  const [row] = await readRows(tx, numberRow)`
    SELECT coalesce(max(p.number), 0) + 1 AS number FROM payments p WHERE p.issuer_id = ${issuerId}::uuid`;
  return (row as { number: number }).number;
}
