import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { type ScopedColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { userName } from '../../directory/people/reads/user-name';
import { placedAt } from '../../directory/structure/reads/placed-at';
import type { PaymentState } from './states';

const paymentRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  /** P-000123. */
  reference: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  payer: z.string(),
  fromLastFour: z.string(),
  amount: z.string(),
  currency: z.string(),
  payOn: z.string(),
  authorizationText: z.string(),
  madeAt: z.date(),
  state: textOf<PaymentState>(),
  endedAt: z.date().nullable(),
  /** The bank's code for its return. */
  returnCode: z.string().nullable(),
  version: z.number(),
  /** The statement that it pays. */
  statementId: z.string().nullable()
});

/** A payment of a card account. Amounts are exact decimals as text, days are written `2026-02-28`. */
export type Payment = z.infer<typeof paymentRow>;

/** The columns for the scope: a payment lies where its account lies. */
const columns: ScopedColumns = {
  issuer: Prisma.sql`p.issuer_id`,
  company: Prisma.sql`p.company_id`,
  path: Prisma.sql`n.path`
};

/** The payments `p` with their accounts `n` and issuers `i`. */
export const PLACED_PAYMENTS = Prisma.sql`payments p ${placedAt(Prisma.sql`p.issuer_id`, Prisma.sql`p.account_id`)}`;

export const REFERENCE = Prisma.sql`'P-' || lpad(p.number::text, 6, '0')`;
export const PAYER = userName(Prisma.sql`p.issuer_id`, Prisma.sql`p.payer_id`);

/** The condition that the principal sees payment `p`. Nobody does through another's eyes (C6.018). */
export const inView = (principal: Principal): Prisma.Sql =>
  may(principal, 'payments', 'view') && !principal.accessor ? within(principal.scope, columns) : Prisma.sql`FALSE`;

const select = (tx: Transaction, principal: Principal, id: string, end: Prisma.Sql): Promise<Payment[]> =>
  readRows(tx, paymentRow)`
    SELECT p.issuer_id AS "issuerId", p.id, ${REFERENCE} AS reference, p.account_id AS "accountId",
      n.name_1 AS "accountName", ${PAYER} AS payer, p.from_last_four AS "fromLastFour",
      trim_scale(p.amount)::text AS amount, p.currency, p.pay_on::text AS "payOn",
      p.authorization_text AS "authorizationText", p.made_at AS "madeAt", p.state::text AS state,
      p.ended_at AS "endedAt", p.return_code AS "returnCode", p.version, p.statement_id AS "statementId"
    FROM ${PLACED_PAYMENTS} WHERE p.id = ${id}::uuid AND ${inView(principal)} ${end}`;

/** A payment that the principal sees, or null. */
export async function seenPayment(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Payment | null> {
  const [payment] = await select(tx, principal, id, Prisma.empty);
  return payment ?? null;
}

/** The same, locked until the transaction ends. */
export async function heldPayment(tx: Transaction, principal: Principal, id: string): Promise<Payment | null> {
  const [payment] = await select(tx, principal, id, Prisma.sql`FOR UPDATE OF p`);
  return payment ?? null;
}
