import { z } from 'zod';
import type { KeptPrincipal } from '../../../access/policy/principal';
import { may, type Principal } from '../../../access/policy/principal';
import { within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../../core/database/rows';
import { userName } from '../../../directory/people/reads/user-name';
import { placedAt } from '../../../directory/structure/reads/placed-at';
import { idInWallet } from '../../wallet/wallet';
import type { RecurringPays } from './schema';
import type { RecurringState } from './states';

const sql = Prisma.sql;

const recurringRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  currency: z.string(),
  payerId: z.string(),
  payerName: z.string(),
  payer: jsonOf<KeptPrincipal>(),
  /** Null once it was removed from its wallet. */
  walletAccountId: z.string().nullable(),
  fromLastFour: z.string(),
  pays: textOf<RecurringPays>(),
  amount: z.string().nullable(),
  daysBefore: z.number(),
  after: z.string(),
  state: textOf<RecurringState>(),
  authorizationText: z.string(),
  version: z.number()
});

/**
 * What is paid of each statement of an account, some days before it is due. Amounts are exact decimals as text, days are
 * written `2026-02-28`.
 */
export type RecurringPayment = z.infer<typeof recurringRow>;

const PLACED = sql`recurring_payments r ${placedAt(sql`r.issuer_id`, sql`r.account_id`)}`;

/** The condition that the principal sees recurring payment `r`: as payments are seen, by nobody through another's eyes (C6.018). */
const inView = (principal: Principal): Prisma.Sql =>
  may(principal, 'payments', 'view') && !principal.accessor
    ? within(principal.scope, { issuer: sql`r.issuer_id`, company: sql`r.company_id`, path: sql`n.path` })
    : sql`FALSE`;

/** Recurring payments that meet a condition. */
export const selectRecurring = (tx: Transaction, condition: Prisma.Sql, end: Prisma.Sql): Promise<RecurringPayment[]> =>
  readRows(tx, recurringRow)`
    SELECT r.issuer_id AS "issuerId", r.id, r.company_id AS "companyId", r.account_id AS "accountId",
      n.name_1 AS "accountName", r.currency, r.payer_id AS "payerId",
      ${userName(sql`r.issuer_id`, sql`r.payer_id`)} AS "payerName", r.payer,
      ${idInWallet(sql`r.issuer_id`, sql`r.wallet_account_id`)} AS "walletAccountId", r.from_last_four AS "fromLastFour", r.pays::text AS pays,
      trim_scale(r.amount)::text AS amount, r.days_before AS "daysBefore", r.after::text AS after, r.state::text AS state,
      r.authorization_text AS "authorizationText", r.version
    FROM ${PLACED} WHERE ${condition} ${end}`;

/** The most recurring payments that are shown. */
export const MOST_RECURRING = 50;

/** The recurring payments that the principal sees and that aren't stopped, the newest first. */
export const seenRecurringPayments = (principal: Principal): Promise<RecurringPayment[]> =>
  selectRecurring(
    database(),
    sql`r.state <> 'stopped' AND ${inView(principal)}`,
    sql`ORDER BY r.made_at DESC, r.id LIMIT ${MOST_RECURRING}`
  );

/** A recurring payment that the principal sees, or null. */
export async function seenRecurring(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<RecurringPayment | null> {
  const [found] = await selectRecurring(tx, sql`r.id = ${id}::uuid AND ${inView(principal)}`, Prisma.empty);
  return found ?? null;
}

/** The same, locked until the transaction ends. */
export async function heldRecurring(
  tx: Transaction,
  principal: Principal,
  id: string
): Promise<RecurringPayment | null> {
  const condition = sql`r.id = ${id}::uuid AND ${inView(principal)}`;
  const [found] = await selectRecurring(tx, condition, sql`FOR UPDATE OF r`);
  return found ?? null;
}

const runRow = z.strictObject({
  closedOn: z.string(),
  outcome: z.enum(['made', 'nothing', 'skipped']),
  reason: z.enum(['account', 'least', 'rights', 'other']).nullable(),
  paymentId: z.string().nullable(),
  doneAt: z.date()
});

/** What a recurring payment did about a statement. */
export type RecurringRun = z.infer<typeof runRow>;

/** The last runs of a recurring payment, the newest first; at most 12. */
export const runsOf = ({ issuerId, id }: Pick<RecurringPayment, 'issuerId' | 'id'>): Promise<RecurringRun[]> =>
  readRows(database(), runRow)`
    SELECT s.closed_on::text AS "closedOn", u.outcome::text AS outcome, u.reason, u.payment_id AS "paymentId",
      u.done_at AS "doneAt"
    FROM recurring_runs u JOIN account_statements s ON (s.issuer_id, s.id) = (u.issuer_id, u.statement_id)
    WHERE u.issuer_id = ${issuerId}::uuid AND u.recurring_id = ${id}::uuid ORDER BY s.closed_on DESC LIMIT 12`;
