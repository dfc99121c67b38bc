import { z } from 'zod';
import { appendAudit } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { groupBy } from '../../../core/database/group-by';
import { Prisma } from '../../../core/database/prisma/client';
import { exists, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import {
  moveRepayments,
  type RepaymentGroup,
  type RepaymentToSend,
  repaymentGroups,
  repaymentsToSend
} from '../../expenses/repayments/move-repayments';
import { type BankAccount, bankAccounts } from '../../wallet/bank-accounts';
import { noteCollected } from '../../wallet/mandates/change-mandates';
import { activeMandates, schemeOfMandate } from '../../wallet/mandates/mandates';
import { RAILS_ORIGIN } from '../collect-due';
import { headOf, keepFile } from '../keep-file';
import { lockRails } from '../lock-rails';
import { originatorOf } from '../originators';
import type { Originator, RailName } from '../rail';
import { PAYMENT_RAILS, RAIL_OF } from '../rails';
import { refuseUnsendable } from './refuse-unsendable';
import type { CompanyTransfers, Direction, WriteRepayments } from './transfers';
import { nachaTrace, writeNachaRepayments } from './write-nacha';
import { writeSepaRepayments } from './write-sepa';

const MOST_REPAYMENTS = 5_000;
const PATIENCE_MILLIS = 60_000;
/** Repayments that are made within this time share a file. */
const APART_MILLIS = 15 * 60_000;

const WRITERS: Readonly<Record<RailName, WriteRepayments>> = { nacha: writeNachaRepayments, sepa: writeSepaRepayments };

/** Writes one file of repayments, or ends what can't be sent; false if there are none, or no bank for them. */
export async function payDue(): Promise<boolean> {
  if (await refuseUnsendable()) return true;
  for (const group of await repaymentGroups())
    if (await transaction((tx) => pay(tx, group), PATIENCE_MILLIS)) return true;
  return false;
}

/**
 * The file, its entries and the new state of its repayments are one transaction, so that a repayment is in a file exactly if
 * it is sent. Half of a day's files are left to payments.
 */
async function pay(tx: Transaction, group: RepaymentGroup): Promise<boolean> {
  const { issuerId, scheme, currency, direction, mandateScheme } = group;
  const name = RAIL_OF[scheme];
  await lockRails(tx, issuerId);
  const originator = await originatorOf(tx, issuerId, name);
  if (!originator || (await hasJustWritten(tx, group, name))) return false;
  const due = await repaymentsToSend(tx, group, MOST_REPAYMENTS);
  if (due.length === 0) return false;
  const head = await headOf(tx, { issuerId, scheme, currency, mandateScheme }, originator);
  if (head.before >= PAYMENT_RAILS[name].mostFilesADay / 2) return false;
  const companies = await companiesOf(tx, issuerId, originator, { direction, due });
  const total = due.reduce((sum, { amount }) => sum.plus(amount), new Prisma.Decimal(0)).toString();
  const { id, sha256 } = await keepFile(tx, issuerId, {
    rail: name,
    kind: 'repayments',
    head,
    count: due.length,
    total,
    text: WRITERS[name](originator, head, direction, companies)
  });
  await addEntries(tx, { issuerId, id }, direction, companies);
  if (mandateScheme) {
    const accountIds = Prisma.sql`SELECT unnest(${due.map(({ walletAccountId }) => walletAccountId)}::uuid[])`;
    await noteCollected(tx, issuerId, accountIds, { creditorId: originator.creditorId, collectOn: head.collectOn });
  }
  await moveRepayments(
    tx,
    issuerId,
    'send',
    due.map((one) => one.id)
  );
  await appendAudit(tx, RAILS_ORIGIN, {
    issuerId,
    action: 'payment_file.written',
    entity: 'payment_file',
    entityId: id,
    nodeId: issuerId,
    details: { file: head.messageId, repayments: due.length, direction, amount: total, currency, sha256 }
  });
  return true;
}

/** Whether a file of this very kind of repayments was written a moment ago. */
const hasJustWritten = (
  tx: Transaction,
  { issuerId, currency, direction, mandateScheme }: RepaymentGroup,
  rail: RailName
) =>
  exists(tx)`
    SELECT 1 FROM payment_files f WHERE f.issuer_id = ${issuerId}::uuid AND f.rail = ${rail}::payment_rail
      AND f.kind = 'repayments' AND f.currency = ${currency} AND f.written_at > ${new Date(now().getTime() - APART_MILLIS)}
      AND EXISTS (SELECT 1 FROM repayment_entries e WHERE (e.issuer_id, e.file_id) = (f.issuer_id, f.id)
        AND e.direction = ${direction}::repayment_direction
        AND ${schemeOfMandate(Prisma.sql`e.issuer_id`, Prisma.sql`e.mandate_id`)} IS NOT DISTINCT FROM ${mandateScheme}::text)`;

const countRow = z.strictObject({ count: z.number() });

/** The repayments by company, with whole account numbers, and traces that no entry had before. */
async function companiesOf(
  tx: Transaction,
  issuerId: string,
  originator: Originator,
  { direction, due }: { direction: Direction; due: readonly RepaymentToSend[] }
): Promise<(CompanyTransfers & { companyId: string })[]> {
  const accounts = await bankAccounts(
    tx,
    issuerId,
    due.flatMap(({ walletAccountId, companyAccountId }) => [walletAccountId, companyAccountId])
  );
  const [counted] = await readRows(tx, countRow)`
    SELECT count(*)::int AS count FROM repayment_entries e WHERE e.issuer_id = ${issuerId}::uuid`;
  const mandates = await activeMandates(
    tx,
    issuerId,
    due.map(({ walletAccountId }) => walletAccountId)
  );
  let number = (counted as { count: number }).count;
  const isNacha = originator.rail === 'nacha';
  return [...groupBy(due, ({ companyId }) => companyId)].map(([companyId, own]) => {
    const [first] = own as [RepaymentToSend];
    const transfers = own.map((repayment) => ({
      ...repayment,
      trace: isNacha ? nachaTrace(originator, number++) : `${repayment.reference}-${repayment.tries + 1}`,
      account: accountIn(accounts, repayment.walletAccountId),
      mandate: direction === 'debit' ? (mandates.get(repayment.walletAccountId) ?? null) : null
    }));
    const account = accountIn(accounts, first.companyAccountId);
    const trace = isNacha ? nachaTrace(originator, number++) : '';
    return { companyId, companyName: first.companyName, account, trace, transfers };
  });
}

function accountIn(accounts: ReadonlyMap<string, BankAccount>, id: string): BankAccount {
  const account = accounts.get(id);
  if (!account) throw new Error(`the bank account ${id} is gone`);
  return account;
}

/** The company's own side is an entry too where the rail writes one. */
async function addEntries(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  direction: Direction,
  companies: readonly (CompanyTransfers & { companyId: string })[]
): Promise<void> {
  const entries = companies.flatMap(({ companyId, account, trace, transfers }) => [
    ...transfers.map((one) => ({
      company: companyId,
      trace: one.trace,
      repayment: one.id,
      mandate: one.mandate?.id ?? null,
      four: lastFour(one.account)
    })),
    ...(trace ? [{ company: companyId, trace, repayment: null, mandate: null, four: lastFour(account) }] : [])
  ]);
  await tx.$executeRaw`
    INSERT INTO repayment_entries (issuer_id, file_id, trace, company_id, direction, repayment_id, mandate_id, last_four)
    SELECT ${issuerId}::uuid, ${id}::uuid, e.trace, e.company, ${direction}::repayment_direction, e.repayment, e.mandate,
      e.four
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS e (trace text, company uuid, repayment uuid, mandate uuid, four text)`;
}

const lastFour = ({ number }: BankAccount) => number.slice(-4);
