import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { nodeColumns, within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { exists, readRows } from '../../../core/database/rows';
import { placedAt } from '../../../directory/structure/reads/placed-at';

const sql = Prisma.sql;

const statementRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  companyId: z.string(),
  /** Null for the first statement of an account. */
  openedOn: z.string().nullable(),
  closedOn: z.string(),
  currency: z.string(),
  opening: z.string(),
  charges: z.string(),
  payments: z.string(),
  closing: z.string()
});

/**
 * What an account owed when a cycle closed: opening + charges − payments = closing. Amounts are exact decimals as text,
 * charges are less credits, days are written `2026-02-28`.
 */
export type Statement = z.infer<typeof statementRow>;

/** The statements `s` with their accounts `n` and issuers `i`. */
export const PLACED_STATEMENTS = sql`account_statements s ${placedAt(sql`s.issuer_id`, sql`s.account_id`)}`;

/** The condition that the principal sees statement `s`: as their account's payments, so nobody does through another's eyes. */
export const statementInView = (principal: Principal): Prisma.Sql =>
  may(principal, 'payments', 'view') && !principal.accessor ? within(principal.scope, nodeColumns('n')) : sql`FALSE`;

/** A statement that the principal sees, or null. */
export async function seenStatement(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Statement | null> {
  const [statement] = await readRows(tx, statementRow)`
    SELECT s.issuer_id AS "issuerId", s.id, s.account_id AS "accountId", n.name_1 AS "accountName",
      n.company_id AS "companyId", s.opened_on::text AS "openedOn", s.closed_on::text AS "closedOn", s.currency, trim_scale(s.opening)::text AS opening,
      trim_scale(s.charges)::text AS charges, trim_scale(s.payments)::text AS payments, trim_scale(s.closing)::text AS closing
    FROM ${PLACED_STATEMENTS} WHERE s.id = ${id}::uuid AND ${statementInView(principal)}`;
  return statement ?? null;
}

const lastRow = z.strictObject({ id: z.string(), closedOn: z.string(), closing: z.string() });

/** The last statement of an account; null before its first cycle has closed. */
export async function lastStatement(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<z.infer<typeof lastRow> | null> {
  const [last] = await readRows(tx, lastRow)`
    SELECT s.id, s.closed_on::text AS "closedOn", trim_scale(s.closing)::text AS closing FROM account_statements s
    WHERE s.issuer_id = ${issuerId}::uuid AND s.account_id = ${id}::uuid ORDER BY s.closed_on DESC LIMIT 1`;
  return last ?? null;
}

/** Whether a statement is of an account. */
export const hasStatement = (
  tx: Transaction,
  { issuerId, id: accountId }: { issuerId: string; id: string },
  id: string
): Promise<boolean> =>
  exists(tx)`SELECT 1 FROM account_statements s WHERE s.issuer_id = ${issuerId}::uuid AND s.id = ${id}::uuid
    AND s.account_id = ${accountId}::uuid`;

const paidRow = z.strictObject({ id: z.string(), reference: z.string(), amount: z.string(), payOn: z.string() });

/** The payments that were made of a statement which the principal sees, the newest first; at most 20. */
export const paymentsOf = (principal: Principal, { issuerId, id }: Statement): Promise<z.infer<typeof paidRow>[]> =>
  may(principal, 'payments', 'view')
    ? readRows(database(), paidRow)`
        SELECT p.id, 'P-' || lpad(p.number::text, 6, '0') AS reference, trim_scale(p.amount)::text AS amount,
          p.pay_on::text AS "payOn"
        FROM payments p WHERE p.issuer_id = ${issuerId}::uuid AND p.statement_id = ${id}::uuid
        ORDER BY p.number DESC LIMIT 20`
    : Promise.resolve([]);
