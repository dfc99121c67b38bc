import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { userName } from '../../../directory/people/reads/user-name';
import { atNode } from '../../../directory/structure/reads/joins';
import { reportColumns } from '../report';
import type { RepaymentState } from './states';

const sql = Prisma.sql;

/** Repayments `p` with their reports `r` at the accounts `n` of these. */
export const REPAID = sql`repayments p
  JOIN expense_reports r ON (r.issuer_id, r.id) = (p.issuer_id, p.report_id) ${atNode('r.account_id')}`;

/** R-000123. */
export const REPAYMENT_REFERENCE = sql`'R-' || lpad(p.number::text, 6, '0')`;
export const REPAID_TO = userName(sql`p.issuer_id`, sql`p.user_id`);

/** The condition that the principal sees repayment `p`: cardholders their own alone, others those in their scope. */
export function repaymentsInView(principal: Principal): Prisma.Sql {
  if (!may(principal, 'repayments', 'view')) return sql`FALSE`;
  const whose = principal.role === 'A' ? sql`p.user_id = ${principal.userId}::uuid` : sql`TRUE`;
  return sql`${within(principal.scope, reportColumns)} AND ${whose}`;
}

const repaymentRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  /** R-000123. */
  reference: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  reportId: z.string(),
  reportTitle: z.string(),
  userId: z.string(),
  owner: z.string(),
  /** A credit to the owner, or a debit of what they owe. */
  direction: z.enum(['credit', 'debit']),
  currency: z.string(),
  /** Exact decimals: the amount is what was to be paid back less what was owed and advanced, or the reverse. */
  own: z.string(),
  personal: z.string(),
  advance: z.string(),
  amount: z.string(),
  lastFour: z.string(),
  authorizationText: z.string().nullable(),
  agreedAt: z.date().nullable(),
  madeAt: z.date(),
  state: textOf<RepaymentState>(),
  endedAt: z.date().nullable(),
  /** The bank's code for its return. */
  returnCode: z.string().nullable(),
  version: z.number()
});

/** What a report leaves to be paid back or owed, by bank. */
export type Repayment = z.infer<typeof repaymentRow>;

const select = (tx: Transaction, principal: Principal, condition: Prisma.Sql, end = Prisma.empty) =>
  readRows(tx, repaymentRow)`
    SELECT p.issuer_id AS "issuerId", p.id, ${REPAYMENT_REFERENCE} AS reference, p.company_id AS "companyId",
      r.account_id AS "accountId", p.report_id AS "reportId", r.title AS "reportTitle", p.user_id AS "userId",
      ${REPAID_TO} AS owner, p.direction::text AS direction, p.currency, trim_scale(p.own)::text AS own,
      trim_scale(p.personal)::text AS personal, trim_scale(p.advance)::text AS advance, trim_scale(p.amount)::text AS amount, p.last_four AS "lastFour",
      p.authorization_text AS "authorizationText", p.agreed_at AS "agreedAt", p.made_at AS "madeAt",
      p.state::text AS state, p.ended_at AS "endedAt", p.return_code AS "returnCode", p.version
    FROM ${REPAID} WHERE ${condition} AND ${repaymentsInView(principal)} ${end}`;

/** A repayment that the principal sees, or null. */
export async function seenRepayment(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Repayment | null> {
  const [repayment] = await select(tx, principal, sql`p.id = ${id}::uuid`);
  return repayment ?? null;
}

/** The same, locked until the transaction ends: after its report, as heldReports does, or the two would deadlock. */
export async function heldRepayment(tx: Transaction, principal: Principal, id: string): Promise<Repayment | null> {
  await tx.$executeRaw`
    SELECT 1 FROM expense_reports r WHERE r.issuer_id = ${principal.issuerId}::uuid AND r.id = (
      SELECT p.report_id FROM repayments p WHERE p.issuer_id = ${principal.issuerId}::uuid AND p.id = ${id}::uuid)
    FOR UPDATE`;
  const [repayment] = await select(tx, principal, sql`p.id = ${id}::uuid`, sql`FOR UPDATE OF p`);
  return repayment ?? null;
}
