import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { joinedLargeFile } from '../../core/files/joined-file';
import { atNode } from '../../directory/structure/reads/joins';
import { atRepayment } from '../expenses/repayments/at-repayment';
import { REPAYMENT_REFERENCE } from '../expenses/repayments/repayments';
import { REFERENCE } from '../payments/payments';
import { atPayment } from '../payments/reads/joins';
import type { PaymentState } from '../payments/states';
import { returnedAmong, type TestedAccount, testedAccounts, validatingAmong } from '../wallet/tested-accounts';
import type { RailName } from './rail';

/** Files belong to their issuer: whoever has the whole issuer in scope sees them. */
export const PLACED_FILES = Prisma.sql`payment_files f
  ${atNode('f.issuer_id')}
  ${joinedLargeFile('f.file_id')}`;

const TESTED = Prisma.sql`SELECT v.wallet_account_id FROM validation_entries v
  WHERE (v.issuer_id, v.file_id) = (f.issuer_id, f.id)`;

const withState = (
  state: Prisma.Sql,
  tested: (issuerId: Prisma.Sql, ids: Prisma.Sql) => Prisma.Sql,
  repayment: Prisma.Sql
) => Prisma.sql`(CASE f.kind WHEN 'validation' THEN ${tested(Prisma.sql`f.issuer_id`, TESTED)}
  WHEN 'repayments' THEN (SELECT count(*)::int FROM repayment_entries e
    ${atRepayment(Prisma.sql`e.issuer_id`, Prisma.sql`e.repayment_id`)}
    WHERE (e.issuer_id, e.file_id) = (f.issuer_id, f.id) AND ${repayment})
  ELSE (SELECT count(*)::int FROM payment_entries e ${atPayment('e.payment_id')}
  WHERE (e.issuer_id, e.file_id) = (f.issuer_id, f.id) AND ${state}) END)`;

const IS_OPEN = Prisma.sql`e.return_code IS NULL AND p.state = 'in_file'`;
const IS_BACK = Prisma.sql`e.return_code IS NOT NULL`;

/** How many payments or repayments of a file, or accounts that it validates, are still with the bank, or came back. */
export const OPEN = withState(Prisma.sql`p.wallet_account_id IS NOT NULL`, validatingAmong, IS_OPEN);
export const RETURNED = withState(Prisma.sql`p.state = 'returned'`, returnedAmong, IS_BACK);

/** Whether the file waits to be fetched for the bank, is with it, or is done. */
export const FILE_STATES = ['waiting', 'with_bank', 'done'] as const;
export type FileState = (typeof FILE_STATES)[number];
export const STATE = Prisma.sql`CASE WHEN f.fetched_at IS NULL THEN 'waiting' WHEN ${OPEN} > 0 THEN 'with_bank' ELSE 'done' END`;

/** What a file does at the bank: collecting payments, validating accounts, or paying back. */
export const FILE_KINDS = ['payments', 'validation', 'repayments'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const fileRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  messageId: z.string(),
  fileName: z.string(),
  rail: textOf<RailName>(),
  kind: textOf<FileKind>(),
  currency: z.string(),
  collectOn: z.string(),
  paymentCount: z.number(),
  total: z.string(),
  open: z.number(),
  returned: z.number(),
  writtenAt: z.date(),
  fetchedAt: z.date().nullable(),
  sha256: z.string(),
  state: textOf<FileState>()
});

/** A file that collects payments at a bank, or validates accounts there: `paymentCount` counts these then. */
export type PaymentFile = z.infer<typeof fileRow>;

/** A file of payments that the principal sees, or null. */
export async function seenFile(principal: Principal, id: string): Promise<PaymentFile | null> {
  if (!may(principal, 'payment_files', 'view')) return null;
  const [file] = await readRows(database(), fileRow)`
    SELECT f.issuer_id AS "issuerId", f.id, f.message_id AS "messageId", l.name AS "fileName", f.rail::text AS rail,
      f.kind::text AS kind, f.currency, f.collect_on::text AS "collectOn", f.payment_count AS "paymentCount",
      trim_scale(f.total)::text AS total, ${OPEN} AS open, ${RETURNED} AS returned, f.written_at AS "writtenAt",
      f.fetched_at AS "fetchedAt", encode(l.sha256, 'hex') AS sha256, ${STATE} AS state
    FROM ${PLACED_FILES} WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return file ?? null;
}

/** The most payments that a page shows of a file. */
export const MOST_SHOWN = 500;

const entryRow = z.strictObject({
  id: z.string(),
  reference: z.string(),
  account: z.string(),
  fromLastFour: z.string(),
  amount: z.string(),
  state: textOf<PaymentState>(),
  returnCode: z.string().nullable(),
  changeCode: z.string().nullable()
});

/** A payment of a file. */
export type FilePayment = z.infer<typeof entryRow>;

/** The first payments of a file that the principal sees: those that came back, then those to correct, then the others. */
export async function paymentsOfFile(principal: Principal, id: string): Promise<FilePayment[]> {
  if (!may(principal, 'payment_files', 'view')) return [];
  return readRows(database(), entryRow)`
    SELECT p.id, ${REFERENCE} AS reference, a.name_1 AS account, p.from_last_four AS "fromLastFour",
      trim_scale(p.amount)::text AS amount, p.state::text AS state, p.return_code AS "returnCode",
      e.change_code AS "changeCode"
    FROM ${PLACED_FILES} JOIN payment_entries e ON (e.issuer_id, e.file_id) = (f.issuer_id, f.id)
    ${atPayment('e.payment_id')}
    ${atNode('p.account_id', 'a')}
    WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}
    ORDER BY p.state = 'returned' DESC, e.change_code IS NULL, p.number LIMIT ${MOST_SHOWN}`;
}

/** The first accounts of a validation file that the principal sees: those that are blocked, then the others. */
export async function accountsOfFile(principal: Principal, id: string): Promise<TestedAccount[]> {
  const file = await seenFile(principal, id);
  if (!file) return [];
  const { issuerId } = file;
  const ids = Prisma.sql`SELECT v.wallet_account_id FROM validation_entries v
    WHERE v.issuer_id = ${issuerId}::uuid AND v.file_id = ${id}::uuid`;
  return testedAccounts(issuerId, ids, MOST_SHOWN);
}

const repaidRow = z.strictObject({
  trace: z.string(),
  /** Null: the company's own side. */
  reference: z.string().nullable(),
  company: z.string(),
  lastFour: z.string(),
  amount: z.string().nullable(),
  returnCode: z.string().nullable()
});

/** An entry of a file of repayments. */
export type FileRepayment = z.infer<typeof repaidRow>;

/** The first entries of a file of repayments that the principal sees: those that came back, then the others. */
export async function repaymentsOfFile(principal: Principal, id: string): Promise<FileRepayment[]> {
  if (!may(principal, 'payment_files', 'view')) return [];
  return readRows(database(), repaidRow)`
    SELECT e.trace, ${REPAYMENT_REFERENCE} AS reference, company.name_1 AS company, e.last_four AS "lastFour",
      trim_scale(p.amount)::text AS amount, e.return_code AS "returnCode"
    FROM ${PLACED_FILES} JOIN repayment_entries e ON (e.issuer_id, e.file_id) = (f.issuer_id, f.id)
    ${atNode('e.company_id', 'company')}
    LEFT ${atRepayment(Prisma.sql`e.issuer_id`, Prisma.sql`e.repayment_id`)}
    WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}
    ORDER BY e.return_code IS NULL, e.trace LIMIT ${MOST_SHOWN}`;
}
