import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { type ScopedColumns, within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { userName } from '../../../directory/people/reads/user-name';
import { atNode } from '../../../directory/structure/reads/joins';
import { type ExpenseReport, isSeen } from '../report';

const sql = Prisma.sql;

/** Cash advances `v` at the accounts `n` of their owners. */
export const ADVANCES = sql`cash_advances v ${atNode('v.account_id')}`;

export const ADVANCE_OWNER = userName(sql`v.issuer_id`, sql`v.owner_id`);

/** What of advance `v` is still to be accounted for. */
export const OPEN_OF_ADVANCE = sql`(v.amount - v.settled - v.returned)`;

export const ADVANCE_STATES = ['open', 'used'] as const;
export type AdvanceState = (typeof ADVANCE_STATES)[number];
export const ADVANCE_STATE = sql`CASE WHEN ${OPEN_OF_ADVANCE} > 0 THEN 'open' ELSE 'used' END`;

const columns: ScopedColumns = { issuer: sql`v.issuer_id`, company: sql`v.company_id`, path: sql`n.path` };

/** The condition that the principal sees advance `v`: cardholders their own alone, others those in their scope. */
export function advancesInView(principal: Principal): Prisma.Sql {
  if (!may(principal, 'cash_advances', 'view')) return sql`FALSE`;
  const whose = principal.role === 'A' ? sql`v.owner_id = ${principal.userId}::uuid` : sql`TRUE`;
  return sql`${within(principal.scope, columns)} AND ${whose}`;
}

const advanceRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  ownerId: z.string(),
  ownerName: z.string(),
  paidOn: z.string(),
  purpose: z.string(),
  currency: z.string(),
  /** Exact decimals: what was given, what reports are set against, what was given back, and what is left. */
  amount: z.string(),
  settled: z.string(),
  returned: z.string(),
  open: z.string(),
  state: z.enum(ADVANCE_STATES),
  enteredAt: z.date(),
  enteredBy: z.string().nullable(),
  closedAt: z.date().nullable(),
  closeReason: z.string().nullable()
});

/** Money that a company gave a cardholder beforehand. */
export type CashAdvance = z.infer<typeof advanceRow>;

const select = (tx: Transaction, condition: Prisma.Sql, end = Prisma.empty) =>
  readRows(tx, advanceRow)`
    SELECT v.issuer_id AS "issuerId", v.id, v.company_id AS "companyId", v.account_id AS "accountId",
      v.owner_id AS "ownerId", ${ADVANCE_OWNER} AS "ownerName", v.paid_on::text AS "paidOn", v.purpose, v.currency,
      trim_scale(v.amount)::text AS amount, trim_scale(v.settled)::text AS settled,
      trim_scale(v.returned)::text AS returned, trim_scale(${OPEN_OF_ADVANCE})::text AS open, ${ADVANCE_STATE} AS state,
      v.entered_at AS "enteredAt", ${userName(sql`v.issuer_id`, sql`v.entered_by`)} AS "enteredBy",
      v.closed_at AS "closedAt", v.close_reason AS "closeReason"
    FROM ${ADVANCES} WHERE ${condition} ${end}`;

/** An advance that the principal sees, or null. */
export async function seenAdvance(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<CashAdvance | null> {
  const [advance] = await select(tx, sql`v.id = ${id}::uuid AND ${advancesInView(principal)}`);
  return advance ?? null;
}

/** The same, locked until the transaction ends. */
export async function heldAdvance(tx: Transaction, principal: Principal, id: string): Promise<CashAdvance | null> {
  const condition = sql`v.id = ${id}::uuid AND ${advancesInView(principal)}`;
  const [advance] = await select(tx, condition, sql`FOR UPDATE OF v`);
  return advance ?? null;
}

/** The condition that a report can be set against advance `v`: of its owner and company, in its currency. */
const isOfReport = ({ issuerId, companyId, ownerId, currency }: ExpenseReport) => sql`v.issuer_id = ${issuerId}::uuid
  AND v.company_id = ${companyId}::uuid AND v.owner_id = ${ownerId}::uuid AND v.currency = ${currency}`;

/** The advances that a report can be set against, which leave something, the oldest first. */
export const advancesFor = (report: ExpenseReport, tx: Transaction = database()): Promise<CashAdvance[]> =>
  select(
    tx,
    sql`${isOfReport(report)} AND ${OPEN_OF_ADVANCE} > 0 AND NOT EXISTS (
      SELECT 1 FROM advance_shares s
      WHERE (s.issuer_id, s.advance_id) = (v.issuer_id, v.id) AND s.report_id = ${report.id}::uuid)`,
    sql`ORDER BY v.paid_on, v.id`
  );

const shareRow = z.strictObject({
  id: z.string(),
  paidOn: z.string(),
  purpose: z.string(),
  amount: z.string(),
  /** What the advance leaves besides. */
  open: z.string()
});

/** What of an advance a report is set against, an exact decimal in its currency. */
export type AdvanceShare = z.infer<typeof shareRow>;

/** The advances that a report is set against, the oldest first. */
export const sharesOf = ({ issuerId, id }: ExpenseReport, tx: Transaction = database()): Promise<AdvanceShare[]> =>
  readRows(tx, shareRow)`
    SELECT v.id, v.paid_on::text AS "paidOn", v.purpose, trim_scale(s.amount)::text AS amount,
      trim_scale(${OPEN_OF_ADVANCE})::text AS open
    FROM advance_shares s JOIN cash_advances v ON (v.issuer_id, v.id) = (s.issuer_id, s.advance_id)
    WHERE s.issuer_id = ${issuerId}::uuid AND s.report_id = ${id}::uuid
    ORDER BY v.paid_on, v.id`;

const useRow = z.strictObject({ id: z.string(), title: z.string(), amount: z.string() });

/** A report that is set against an advance, and with what of it. */
export type AdvanceUse = z.infer<typeof useRow>;

/** The reports that the principal sees among those set against an advance, the newest first. */
export const usesOf = (principal: Principal, { issuerId, id }: CashAdvance): Promise<AdvanceUse[]> =>
  readRows(database(), useRow)`
    SELECT r.id, r.title, trim_scale(s.amount)::text AS amount
    FROM advance_shares s JOIN expense_reports r ON (r.issuer_id, r.id) = (s.issuer_id, s.report_id)
      ${atNode('r.account_id')}
    WHERE s.issuer_id = ${issuerId}::uuid AND s.advance_id = ${id}::uuid AND ${isSeen(principal)}
    ORDER BY r.created_at DESC, r.id`;
