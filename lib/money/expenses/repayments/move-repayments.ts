import { z } from 'zod';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { idRow, readRows, textOf } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { atNode } from '../../../directory/structure/reads/joins';
import { mustChange, startingFrom } from '../../../kit/states/starting-from';
import { atWalletAccount } from '../../wallet/at-wallet-account';
import { blockCode } from '../../wallet/bank-accounts';
import { mandateSchemeOf } from '../../wallet/mandates/mandates';
import type { MandateScheme } from '../../wallet/mandates/states';
import type { Scheme } from '../../wallet/schema';
import { REPAYMENT_REFERENCE } from './repayments';
import { REPAYMENT, type RepaymentState } from './states';

const sql = Prisma.sql;

const groupRow = z.strictObject({
  issuerId: z.string(),
  scheme: textOf<Scheme>(),
  currency: z.string(),
  direction: textOf<'credit' | 'debit'>(),
  /** SEPA: of the mandates that debits are collected by. */
  mandateScheme: textOf<MandateScheme>().nullable()
});

/** Repayments of an issuer that one file can hold. */
export type RepaymentGroup = z.infer<typeof groupRow>;

/** Repayments `p` whose company `n` pays them from a `payer` of the same scheme, and whose owner's account is usable. */
const SENDABLE = sql`repayments p ${atNode('p.company_id')}
  JOIN repayment_payers y ON (y.issuer_id, y.company_id) = (p.issuer_id, p.company_id)
  ${atWalletAccount(sql`y.issuer_id`, sql`y.wallet_account_id`, 'payer')} AND payer.scheme = p.scheme
    AND payer.state = 'usable'
  ${atWalletAccount(sql`p.issuer_id`, sql`p.wallet_account_id`, 'w')} AND w.state = 'usable'`;

const MANDATE_SCHEME = sql`CASE WHEN p.direction = 'debit'
  THEN ${mandateSchemeOf(sql`p.issuer_id`, sql`p.wallet_account_id`)} END`;

/** Why repayment `p` can't be sent, in the bank's code: its account is blocked, or it is a debit without a mandate. */
const OBSTACLE = sql`coalesce(${blockCode(sql`p.issuer_id`, sql`p.wallet_account_id`)},
  CASE WHEN p.direction = 'debit' AND p.scheme = 'iban' AND ${MANDATE_SCHEME} IS NULL THEN 'MD01' END)`;

/** The issuers where repayments wait that can't be sent. */
export const issuersWithObstacles = (): Promise<z.infer<typeof idRow>[]> =>
  readRows(database(), idRow)`
    SELECT DISTINCT p.issuer_id AS id FROM repayments p WHERE p.state = 'to_send' AND ${OBSTACLE} IS NOT NULL ORDER BY 1`;

const obstacleRow = z.strictObject({ id: z.string(), code: z.string() });

/** The first repayments of an issuer that can't be sent, each with the bank's code for it. */
export const repaymentsWithObstacles = (
  tx: Transaction,
  issuerId: string,
  most: number
): Promise<z.infer<typeof obstacleRow>[]> =>
  readRows(tx, obstacleRow)`
    SELECT p.id, ${OBSTACLE} AS code FROM repayments p
    WHERE p.issuer_id = ${issuerId}::uuid AND p.state = 'to_send' AND ${OBSTACLE} IS NOT NULL
    ORDER BY p.number LIMIT ${most} FOR UPDATE OF p`;

/** Where repayments wait to be sent. */
export const repaymentGroups = (): Promise<RepaymentGroup[]> =>
  readRows(database(), groupRow)`
    SELECT DISTINCT p.issuer_id AS "issuerId", p.scheme::text AS scheme, p.currency, p.direction::text AS direction,
      ${MANDATE_SCHEME} AS "mandateScheme"
    FROM ${SENDABLE} WHERE p.state = 'to_send' AND ${OBSTACLE} IS NULL ORDER BY 1, 2, 3, 4, 5`;

const toSendRow = z.strictObject({
  id: z.string(),
  reference: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  companyAccountId: z.string(),
  walletAccountId: z.string(),
  lastFour: z.string(),
  amount: z.string(),
  /** How often it was in a file before. */
  tries: z.number()
});

/** A repayment that waits to be sent. */
export type RepaymentToSend = z.infer<typeof toSendRow>;

/** The repayments of a group that wait, by company and number, locked until the transaction ends. */
export async function repaymentsToSend(
  tx: Transaction,
  { issuerId, scheme, currency, direction, mandateScheme }: RepaymentGroup,
  most: number
): Promise<RepaymentToSend[]> {
  return readRows(tx, toSendRow)`
    SELECT p.id, ${REPAYMENT_REFERENCE} AS reference, p.company_id AS "companyId", n.name_1 AS "companyName",
      payer.id AS "companyAccountId", w.id AS "walletAccountId", trim_scale(p.amount)::text AS amount,
      w.last_four AS "lastFour", p.tries
    FROM ${SENDABLE}
    WHERE p.issuer_id = ${issuerId}::uuid AND p.state = 'to_send' AND p.scheme = ${scheme}::wallet_scheme
      AND p.currency = ${currency} AND p.direction = ${direction}::repayment_direction
      AND ${OBSTACLE} IS NULL AND ${MANDATE_SCHEME} IS NOT DISTINCT FROM ${mandateScheme}::text
    ORDER BY p.company_id, p.number LIMIT ${most} FOR UPDATE OF p`;
}

const countRow = z.strictObject({ count: z.number() });

/** How many repayments of an issuer to a scheme's bank accounts wait to be sent. */
export async function countToSend(issuerId: string, scheme: Scheme): Promise<number> {
  const [row] = await readRows(database(), countRow)`
    SELECT count(*)::int AS count FROM repayments p WHERE p.issuer_id = ${issuerId}::uuid AND p.state = 'to_send'
      AND p.scheme = ${scheme}::wallet_scheme`;
  return (row as { count: number }).count;
}

const withBankRow = z.strictObject({
  id: z.string(),
  reference: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  title: z.string(),
  direction: textOf<'credit' | 'debit'>(),
  amount: z.string(),
  currency: z.string(),
  lastFour: z.string(),
  state: textOf<RepaymentState>()
});

/** A repayment that the bank knows. */
export type RepaymentWithBank = z.infer<typeof withBankRow>;

/** Repayments by their ids, in the order of these, locked until the transaction ends. */
export const holdRepayments = (
  tx: Transaction,
  issuerId: string,
  ids: readonly string[]
): Promise<RepaymentWithBank[]> =>
  readRows(tx, withBankRow)`
    SELECT p.id, ${REPAYMENT_REFERENCE} AS reference, p.company_id AS "companyId", r.account_id AS "accountId",
      p.user_id AS "userId", r.title, p.direction::text AS direction, trim_scale(p.amount)::text AS amount, p.currency,
      p.last_four AS "lastFour", p.state::text AS state
    FROM repayments p JOIN expense_reports r ON (r.issuer_id, r.id) = (p.issuer_id, p.report_id)
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ANY(${[...ids]}::uuid[]) ORDER BY p.id FOR UPDATE OF p`;

/** Notes that repayments are in a file, or settled. @throws if one was changed meanwhile */
export async function moveRepayments(
  tx: Transaction,
  issuerId: string,
  event: 'send' | 'settle',
  ids: readonly string[]
): Promise<void> {
  const isEnd = event === 'settle';
  const changed = await tx.$executeRaw`
    UPDATE repayments p SET state = ${REPAYMENT.events[event].to}::repayment_state, version = p.version + 1,
      sent_to = CASE WHEN ${isEnd} THEN p.sent_to ELSE p.wallet_account_id END,
      tries = p.tries + ${isEnd ? 0 : 1}, wallet_account_id = CASE WHEN ${isEnd} THEN NULL ELSE p.wallet_account_id END,
      ended_at = ${isEnd ? now() : null}::timestamptz
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ANY(${[...ids]}::uuid[])
      AND ${startingFrom(sql`p.state`, REPAYMENT.events[event])}`;
  mustChange(changed, ids.length);
}

/** Notes that the bank has returned repayments, or would, each with its code. @throws if one was changed meanwhile */
export async function returnRepayments(
  tx: Transaction,
  issuerId: string,
  returns: readonly { id: string; code: string }[],
  event: 'return' | 'refuse' = 'return'
): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE repayments p SET state = 'returned', version = p.version + 1, wallet_account_id = NULL, ended_at = ${now()},
      return_code = b.code
    FROM jsonb_to_recordset(${JSON.stringify(returns)}::jsonb) AS b (id uuid, code text)
    WHERE p.issuer_id = ${issuerId}::uuid AND p.id = b.id AND ${startingFrom(sql`p.state`, REPAYMENT.events[event])}`;
  mustChange(changed, returns.length);
}
