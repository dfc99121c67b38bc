import { appendAudit, appendAudits, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { mustChange } from '../../kit/states/starting-from';
import {
  blockedPayments,
  type DueGroup,
  type DuePayment,
  groupsDue,
  pagesOf,
  sendTaken,
  takeDue
} from '../payments/due-payments';
import { holdPayments, returnPayments } from '../payments/move-payments';
import { paymentsThat } from '../payments/reads/joins';
import { PAYMENT } from '../payments/states';
import { bankAccounts } from '../wallet/bank-accounts';
import { noteCollected } from '../wallet/mandates/change-mandates';
import { activeMandates, mandateIdOf } from '../wallet/mandates/mandates';
import { headOf, keepFile } from './keep-file';
import { lockRails } from './lock-rails';
import { originatorOf } from './originators';
import type { Debit } from './rail';
import { PAYMENT_RAILS, RAIL_OF } from './rails';
import { reasonOf } from './return-codes';
import { tellPayers } from './tell-payers';

/** The most payments of a file: what clearing houses take in one bulk (STEP2, SEPA-Clearer); a batch of Nacha's can count more. */
const MOST_ENTRIES = 100_000;
/** The most payments from blocked accounts that are ended at a time. */
const MOST_REFUSED = 1_000;
/** A full file takes a minute, and several on a server that is busy. */
const PATIENCE_MILLIS = 600_000;
export const RAILS_ORIGIN: Origin = { requestId: 'payment-rails', address: '127.0.0.1', userAgent: '' };

/** Writes one file of payments past their cutoff (C9.039); false if there are none, or no bank to collect them. */
export async function collectDue(): Promise<boolean> {
  for (const group of await groupsDue())
    if (await transaction((tx) => collect(tx, group), PATIENCE_MILLIS)) return true;
  return false;
}

/**
 * The file, its entries and the new state of its payments are one transaction, so that a payment is in a file exactly if
 * it is sent. The key of an entry lets it be in one file only.
 */
async function collect(tx: Transaction, group: DueGroup): Promise<boolean> {
  const { issuerId, scheme, currency } = group;
  const name = RAIL_OF[scheme];
  const rail = PAYMENT_RAILS[name];
  await lockRails(tx, issuerId);
  const originator = await originatorOf(tx, issuerId, name);
  if (!originator) return false;
  if (await refuseBlocked(tx, group)) return true;
  const taken = await takeDue(tx, group, { most: MOST_ENTRIES, mostTotal: rail.mostTotal });
  if (!taken) return false;
  const head = await headOf(tx, group, originator);
  // Bank files of one day can't be told apart for ever: the rest goes with the next day's.
  if (head.before >= rail.mostFilesADay) return false;
  const { count, total, parts } = taken;
  const trace = rail.traceOf(originator);
  const { id, sha256 } = await keepFile(tx, issuerId, {
    rail: name,
    kind: 'payments',
    head,
    count,
    total,
    text: rail.write(originator, head, taken, debitsOf(tx, issuerId, pagesOf(tx, taken, trace)))
  });
  let entries = 0;
  for (const part of parts)
    entries += await tx.$executeRaw`
      INSERT INTO payment_entries (issuer_id, payment_id, file_id, trace, mandate_id)
      SELECT p.issuer_id, p.id, ${id}::uuid, ${trace}, ${MANDATE_ID} FROM ${paymentsThat(issuerId, part)}`;
  mustChange(entries, count);
  const { creditorId } = originator;
  for (const part of name === 'sepa' ? parts : [])
    await noteCollected(tx, issuerId, paidFrom(issuerId, part), { creditorId, collectOn: head.collectOn });
  await sendTaken(tx, taken);
  await appendAudit(tx, RAILS_ORIGIN, {
    issuerId,
    action: PAYMENT.events.send.audit,
    entity: 'payment_file',
    entityId: id,
    nodeId: issuerId,
    details: {
      file: head.messageId,
      payments: count,
      amount: total,
      currency,
      sha256
    }
  });
  return true;
}

/** Ends payments from accounts that the bank has blocked meanwhile or that have no mandate any more, and tells their payers. Whether there were any. */
async function refuseBlocked(tx: Transaction, group: DueGroup): Promise<boolean> {
  const { issuerId } = group;
  const codes = new Map((await blockedPayments(tx, group, MOST_REFUSED)).map(({ id, code }) => [id, code]));
  if (codes.size === 0) return false;
  const held = await holdPayments(tx, issuerId, [...codes.keys()]);
  const returned = held.map((payment) => ({ ...payment, code: codes.get(payment.id) as string }));
  await returnPayments(
    tx,
    issuerId,
    returned.map(({ id, code }) => ({ id, code })),
    'refuse'
  );
  await tellPayers(tx, issuerId, { returned, changes: [] });
  const { to, audit } = PAYMENT.events.refuse;
  await appendAudits(
    tx,
    RAILS_ORIGIN,
    returned.map(({ id: entityId, accountId: nodeId, code, state }) => ({
      issuerId,
      action: audit,
      entity: 'payment' as const,
      entityId,
      nodeId,
      details: { 'before.state': state, 'after.state': to, code, reason: reasonOf(code) }
    }))
  );
  return true;
}

const MANDATE_ID = mandateIdOf(Prisma.sql`p.issuer_id`, Prisma.sql`p.wallet_account_id`);
const paidFrom = (issuerId: string, part: Prisma.Sql) =>
  Prisma.sql`SELECT p.wallet_account_id FROM ${paymentsThat(issuerId, part)}`;

/** Payments with their bank accounts, whose numbers are opened a page at a time. */
async function* debitsOf(
  tx: Transaction,
  issuerId: string,
  pages: AsyncIterable<readonly DuePayment[]>
): AsyncGenerator<Debit[]> {
  for await (const page of pages) {
    const accounts = await bankAccounts(
      tx,
      issuerId,
      page.map(({ walletAccountId }) => walletAccountId)
    );
    const mandates = await activeMandates(tx, issuerId, [...accounts.keys()]);
    yield page.map(({ walletAccountId, ...payment }) => {
      const account = accounts.get(walletAccountId);
      if (!account) throw new Error(`the bank account of payment ${payment.reference} is gone`);
      return { ...payment, account, mandate: mandates.get(walletAccountId) ?? null };
    });
  }
}
