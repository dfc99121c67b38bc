import { appendAudit, appendAudits, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { type DueGroup, type DuePayment, duePayments, groupsDue } from '../payments/due-payments';
import { holdPayments, movePayments, returnPayments } from '../payments/move-payments';
import { PAYMENT } from '../payments/states';
import { type BankAccount, bankAccounts } from '../wallet/bank-accounts';
import { headOf, keepFile } from './keep-file';
import { lockRails } from './lock-rails';
import { originatorOf } from './originators';
import type { Debit, Originator } from './rail';
import { PAYMENT_RAILS, RAIL_OF } from './rails';
import { reasonOf } from './return-codes';
import { tellPayers } from './tell-payers';

/** The most payments of a file: it is written in memory. */
const MOST_ENTRIES = 20_000;
const PATIENCE_MILLIS = 120_000;
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
  const found = await duePayments(tx, group, MOST_ENTRIES);
  const accounts = await accountsOf(tx, issuerId, found);
  if (await refuseBlocked(tx, issuerId, found, accounts)) return true;
  const due = upTo(rail.mostTotal, found);
  if (due.length === 0) return false;
  const head = await headOf(tx, group, originator);
  // Bank files of one day can't be told apart for ever: the rest goes with the next day's.
  if (head.before >= rail.mostFilesADay) return false;
  const debits = debitsOf(originator, due, accounts);
  const total = due.reduce((sum, { amount }) => sum.plus(amount), new Prisma.Decimal(0)).toString();
  const { id, sha256 } = await keepFile(tx, issuerId, {
    ...{ rail: name, kind: 'payments', head, count: due.length, total },
    text: rail.write(originator, head, debits)
  });
  await addEntries(tx, { issuerId, id }, due, debits);
  await movePayments(
    tx,
    issuerId,
    'send',
    due.map((payment) => payment.id)
  );
  await appendAudit(tx, RAILS_ORIGIN, {
    ...{ issuerId, action: PAYMENT.events.send.audit, entity: 'payment_file', entityId: id, nodeId: issuerId },
    details: {
      file: head.messageId,
      payments: due.length,
      amount: total,
      currency,
      sha256
    }
  });
  return true;
}

/** The first payments that a file can hold: its total has so many digits. */
function upTo(most: string, due: readonly DuePayment[]): DuePayment[] {
  let total = new Prisma.Decimal(0);
  const first = due.findIndex(({ amount }) => {
    total = total.plus(amount);
    return total.gt(most);
  });
  return first < 0 ? [...due] : due.slice(0, first);
}

const accountsOf = (tx: Transaction, issuerId: string, due: readonly DuePayment[]) =>
  bankAccounts(
    tx,
    issuerId,
    due.map(({ walletAccountId }) => walletAccountId)
  );

/** Ends payments from accounts that the bank has blocked meanwhile, and tells their payers. Whether there were any. */
async function refuseBlocked(
  tx: Transaction,
  issuerId: string,
  due: readonly DuePayment[],
  accounts: ReadonlyMap<string, BankAccount>
): Promise<boolean> {
  const codes = new Map(
    due.flatMap(({ id, walletAccountId }) => {
      const code = accounts.get(walletAccountId)?.blockCode;
      return code ? [[id, code] as const] : [];
    })
  );
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
      ...{ issuerId, action: audit, entity: 'payment' as const, entityId, nodeId },
      details: { 'before.state': state, 'after.state': to, code, reason: reasonOf(code) }
    }))
  );
  return true;
}

function debitsOf(
  originator: Originator,
  due: readonly DuePayment[],
  accounts: ReadonlyMap<string, BankAccount>
): Debit[] {
  const { traceOf } = PAYMENT_RAILS[originator.rail];
  return due.map((payment) => {
    const account = accounts.get(payment.walletAccountId);
    if (!account) throw new Error(`the bank account of payment ${payment.id} is gone`);
    const { number, reference, amount, agreedOn } = payment;
    return { trace: traceOf(originator, payment), number, reference, amount, agreedOn, account };
  });
}

async function addEntries(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  due: readonly DuePayment[],
  debits: readonly Debit[]
): Promise<void> {
  const entries = due.map((payment, at) => ({ payment: payment.id, trace: debits[at]?.trace }));
  await tx.$executeRaw`
    INSERT INTO payment_entries (issuer_id, payment_id, file_id, trace)
    SELECT ${issuerId}::uuid, e.payment, ${id}::uuid, e.trace
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e (payment uuid, trace text)`;
}
