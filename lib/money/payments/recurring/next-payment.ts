import { z } from 'zod';
import { settingValue } from '../../../access/settings/setting-value';
import { dayOf, isoOf } from '../../../core/calendar/days';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { bankDayUntil } from '../bank-days';
import { payDays } from '../cutoff';
import { schemeOf } from '../payable';
import type { RecurringPayment } from './recurring';

/** What a recurring payment is about to pay. */
export interface NextPayment {
  statementId: string;
  closedOn: string;
  dueOn: string;
  payOn: string;
  /** What is left of the statement, less what is paid or under way; never below zero. */
  left: string;
  amount: string;
}

type Terms = Pick<
  RecurringPayment,
  'issuerId' | 'companyId' | 'accountId' | 'currency' | 'pays' | 'amount' | 'daysBefore' | 'after'
>;

/** How many days after its closing a statement of an account is due. */
export const dueDays = (
  { issuerId, companyId }: { issuerId: string; companyId: string },
  tx: Transaction = database()
): Promise<number> => settingValue(tx, { issuerId, companyId }, 'statement.due.days');

/**
 * The payment of an account's last statement that a recurring payment hasn't dealt with; null until the next one closes. It
 * is made on the last banking day so many days before the statement is due, or as soon as it can be.
 */
export async function nextPayment(terms: Terms, tx: Transaction = database()): Promise<NextPayment | null> {
  const statement = await openStatement(tx, terms);
  if (!statement) return null;
  const { issuerId, currency, daysBefore } = terms;
  const scheme = schemeOf(currency);
  const due = dayOf(statement.closedOn) + (await dueDays(terms, tx));
  const wanted = isoOf(bankDayUntil(scheme, due - daysBefore));
  const { earliest } = await payDays(issuerId, scheme, tx);
  const { id: statementId, closedOn, left } = statement;
  return {
    statementId,
    closedOn,
    left,
    dueOn: isoOf(due),
    payOn: [wanted, earliest].sort()[1] as string,
    amount: await amountOf(tx, terms, left)
  };
}

const statementRow = z.strictObject({ id: z.string(), closedOn: z.string(), left: z.string() });

async function openStatement(
  tx: Transaction,
  { issuerId, accountId, after }: Terms
): Promise<z.infer<typeof statementRow> | null> {
  const [statement] = await readRows(tx, statementRow)`
    SELECT s.id, s.closed_on::text AS "closedOn", trim_scale(greatest(s.closing - coalesce((
        SELECT sum(p.amount) FROM payments p WHERE p.issuer_id = s.issuer_id AND p.account_id = s.account_id
          AND (p.wallet_account_id IS NOT NULL OR (p.state = 'paid' AND p.made_at >= s.closed_at))), 0), 0))::text AS left
    FROM (SELECT * FROM account_statements l WHERE l.issuer_id = ${issuerId}::uuid AND l.account_id = ${accountId}::uuid
      ORDER BY l.closed_on DESC LIMIT 1) s
    WHERE s.closed_on > ${after}::date
      AND NOT EXISTS (SELECT 1 FROM recurring_runs u WHERE (u.issuer_id, u.statement_id) = (s.issuer_id, s.id))`;
  return statement ?? null;
}

/** Never more than what is left; the least that may be paid is asked for as it is, and refused where less is left. */
async function amountOf(tx: Transaction, { issuerId, companyId, pays, amount }: Terms, left: string): Promise<string> {
  if (pays === 'statement') return left;
  const wanted = amount ?? (await settingValue(tx, { issuerId, companyId }, 'payment.minimum'));
  return new Prisma.Decimal(wanted).lt(left) ? wanted : left;
}
