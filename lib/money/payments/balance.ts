import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { dayIn } from '../../core/calendar/clocks';
import { isoOf } from '../../core/calendar/days';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { timeZoneAt } from '../../directory/structure/reads/today';
import { ownCycles } from '../../kit/reports/schedules/cycles';
import { owedOn } from '../transactions/owed';
import type { PayableAccount } from './payable';
import { lastClosingOf } from './statements/closing-days';
import { lastStatement } from './statements/statements';

/** What is owed on an account, exact amounts as text. */
export interface Balance {
  /** All that is booked. */
  current: string;
  /** What the last statement came to; before the first one, what was booked through the day on which one would have closed. */
  statement: string;
  /** That statement. */
  statementId: string | null;
  closedOn: string;
  /** Payments on their way, which no feed has brought back yet. */
  underWay: string;
}

/**
 * What is owed on an account: the sum of its booked transactions, with what retention has deleted of them. The
 * statement closes by the company's reporting cycle, if it has one, else with the month (C1.012).
 */
export async function balanceOf(
  principal: Principal,
  { issuerId, id }: Pick<PayableAccount, 'issuerId' | 'id'>,
  tx: Transaction = database()
): Promise<Balance> {
  const last = await lastStatement(tx, { issuerId, id });
  const closedOn = last?.closedOn ?? (await lastClosing(principal, issuerId, tx));
  const owed = await owedOn(tx, { issuerId, id }, closedOn);
  const { carried, underWay } = await beside(tx, issuerId, id);
  const plus = (amount: string) => new Prisma.Decimal(amount).plus(carried).toString();
  return {
    current: plus(owed.total),
    statement: last?.closing ?? plus(owed.through),
    statementId: last?.id ?? null,
    closedOn,
    underWay
  };
}

async function lastClosing(principal: Principal, issuerId: string, tx: Transaction): Promise<string> {
  const today = dayIn(await timeZoneAt(issuerId, tx), now());
  const cycles = await ownCycles(principal, tx);
  return isoOf(
    lastClosingOf(
      cycles.map(({ cycle }) => cycle),
      today
    )
  );
}

const besideRow = z.strictObject({ carried: z.string(), underWay: z.string() });

async function beside(tx: Transaction, issuerId: string, accountId: string): Promise<z.infer<typeof besideRow>> {
  const [row] = await readRows(tx, besideRow)`
    SELECT trim_scale(coalesce((SELECT b.carried FROM account_balances b
        WHERE b.issuer_id = ${issuerId}::uuid AND b.account_id = ${accountId}::uuid), 0))::text AS carried,
      trim_scale(coalesce((SELECT sum(p.amount) FROM payments p WHERE p.issuer_id = ${issuerId}::uuid
        AND p.account_id = ${accountId}::uuid AND p.wallet_account_id IS NOT NULL), 0))::text AS "underWay"`;
  return row as z.infer<typeof besideRow>;
}
