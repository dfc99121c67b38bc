import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { type ScopedColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { placedAt } from '../../directory/structure/reads/placed-at';
import { dayOf } from '../../directory/structure/reads/today';
import type { ReasonField } from './reasons';
import type { DisputeState } from './states';

/** The answer to a field of the reason, with the field as it was when it was answered. */
export interface Answer extends Pick<ReasonField, 'id' | 'label' | 'type'> {
  /** A boolean is `true` or `false`. */
  value: string;
}

const disputeRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  /** D-000123. */
  reference: z.string(),
  transactionId: z.string(),
  postingDate: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** The account's current path. */
  accountPath: z.string(),
  merchantName: z.string(),
  state: textOf<DisputeState>(),
  reasonId: z.string(),
  reasonCode: z.string(),
  reasonName: z.string(),
  amount: z.string(),
  currency: z.string(),
  explanation: z.string(),
  contactedOn: z.string().nullable(),
  merchantAnswer: z.string().nullable(),
  answers: jsonOf<Answer[]>(),
  fileBy: z.string(),
  /** Days from today to `fileBy`; negative once it has passed. */
  daysLeft: z.number(),
  openedBy: z.string(),
  openedAt: z.date(),
  submittedAt: z.date().nullable(),
  creditAmount: z.string().nullable(),
  creditOn: z.string().nullable(),
  /** What was taken back of the credit at the end, and when. */
  creditReversed: z.string().nullable(),
  creditReversedOn: z.string().nullable(),
  /** Of what was won in part. */
  wonAmount: z.string().nullable(),
  note: z.string().nullable(),
  endedAt: z.date().nullable(),
  version: z.number()
});

/** A dispute of a transaction (C1.034, C3.027). Amounts are exact decimals as text, days are written `2026-02-28`. */
export type Dispute = z.infer<typeof disputeRow>;

/** The columns for the scope: a dispute lies where its transaction was booked. */
export const disputeColumns: ScopedColumns = {
  issuer: Prisma.sql`d.issuer_id`,
  company: Prisma.sql`d.company_id`,
  path: Prisma.sql`n.path`
};

/** The disputes `d` with their accounts `n` and issuers `i`. */
export const PLACED_DISPUTES = Prisma.sql`disputes d ${placedAt(Prisma.sql`d.issuer_id`, Prisma.sql`d.account_id`)}`;

export const REFERENCE = Prisma.sql`'D-' || lpad(d.number::text, 6, '0')`;

/** The days from today to the last day for submitting dispute `d`. */
export const daysLeft = () => Prisma.sql`(d.file_by - ${dayOf(now())})`;

/** The condition that the principal sees dispute `d`. A draft is seen only by those who may prepare it. */
export function inView(principal: Principal): Prisma.Sql {
  if (!may(principal, 'disputes', 'view')) return Prisma.sql`FALSE`;
  const drafts = may(principal, 'disputes', 'modify') ? Prisma.sql`TRUE` : Prisma.sql`d.state <> 'draft'`;
  return Prisma.sql`${within(principal.scope, disputeColumns)} AND ${drafts}`;
}

const select = (tx: Transaction, principal: Principal, condition: Prisma.Sql, end: Prisma.Sql): Promise<Dispute[]> =>
  readRows(tx, disputeRow)`
    SELECT d.issuer_id AS "issuerId", d.id, ${REFERENCE} AS reference, d.transaction_id AS "transactionId",
      d.posting_date::text AS "postingDate", d.company_id AS "companyId", d.account_id AS "accountId",
      n.name_1 AS "accountName", n.path AS "accountPath", d.merchant_name AS "merchantName", d.state::text AS state,
      d.reason_id AS "reasonId", d.reason_code AS "reasonCode", d.reason_name AS "reasonName",
      trim_scale(d.amount)::text AS amount, d.currency, d.explanation, d.contacted_on::text AS "contactedOn",
      d.merchant_answer AS "merchantAnswer", d.answers, d.file_by::text AS "fileBy", ${daysLeft()} AS "daysLeft",
      d.opened_by AS "openedBy", d.opened_at AS "openedAt", d.submitted_at AS "submittedAt",
      trim_scale(d.credit_amount)::text AS "creditAmount", d.credit_on::text AS "creditOn",
      trim_scale(d.credit_reversed)::text AS "creditReversed", d.credit_reversed_on::text AS "creditReversedOn",
      trim_scale(d.won_amount)::text AS "wonAmount", d.note,
      d.ended_at AS "endedAt", d.version
    FROM ${PLACED_DISPUTES} WHERE ${condition} AND ${inView(principal)} ${end}`;

/** A dispute that the principal sees, or null. */
export async function seenDispute(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Dispute | null> {
  const [dispute] = await select(tx, principal, Prisma.sql`d.id = ${id}::uuid`, Prisma.empty);
  return dispute ?? null;
}

/** The same, locked until the transaction ends. */
export async function heldDispute(tx: Transaction, principal: Principal, id: string): Promise<Dispute | null> {
  const [dispute] = await select(tx, principal, Prisma.sql`d.id = ${id}::uuid`, Prisma.sql`FOR UPDATE OF d`);
  return dispute ?? null;
}

/** The disputes of a transaction that the principal sees, the newest first: a live one stands at the top. */
export const disputesOf = (principal: Principal, transactionId: string, tx: Transaction = database()) =>
  select(
    tx,
    principal,
    Prisma.sql`d.transaction_id = ${transactionId}::uuid`,
    Prisma.sql`ORDER BY d.ended_at DESC NULLS FIRST, d.id`
  );
