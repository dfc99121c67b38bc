import { z } from 'zod';
import { dayIn } from '../../core/calendar/clocks';
import { isoOf } from '../../core/calendar/days';
import { database, type Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { timeZoneAt } from '../../directory/structure/today';
import type { Scheme } from '../wallet/schema';
import { cutoffOf } from './cutoff';
import { REFERENCE } from './payments';

const groupRow = z.strictObject({ issuerId: z.string(), scheme: textOf<Scheme>(), currency: z.string() });

/** Payments of an issuer that one file can collect. */
export type DueGroup = z.infer<typeof groupRow>;

/** Where payments may be past their cutoff: by issuer, scheme and currency. */
export const groupsDue = (): Promise<DueGroup[]> =>
  readRows(database(), groupRow)`
    SELECT DISTINCT p.issuer_id AS "issuerId", p.from_scheme::text AS scheme, p.currency FROM payments p
    WHERE p.state = 'scheduled' AND p.wallet_account_id IS NOT NULL
      AND p.pay_on <= (${now()}::timestamptz + interval '1 day')::date
    ORDER BY 1, 2, 3`;

const dueRow = z.strictObject({
  id: z.string(),
  number: z.number(),
  reference: z.string(),
  walletAccountId: z.string(),
  amount: z.string(),
  /** The day on which the payer agreed, where the issuer is. */
  agreedOn: z.string()
});

/** A payment past its cutoff. */
export type DuePayment = z.infer<typeof dueRow>;

/** The last day of which the cutoff has passed where an issuer is (C9.039). */
async function lastClosedDay(issuerId: string, tx: Transaction = database()): Promise<string> {
  const today = dayIn(await timeZoneAt(issuerId, tx), now());
  return isoOf(now() >= (await cutoffOf(issuerId, isoOf(today), tx)) ? today : today - 1);
}

/** The scheduled payments of a group whose cutoff has passed, in their order, locked until the transaction ends. */
export async function duePayments(
  tx: Transaction,
  { issuerId, scheme, currency }: DueGroup,
  most: number
): Promise<DuePayment[]> {
  const through = await lastClosedDay(issuerId, tx);
  return readRows(tx, dueRow)`
    SELECT p.id, p.number, ${REFERENCE} AS reference, p.wallet_account_id AS "walletAccountId",
      trim_scale(p.amount)::text AS amount, (p.made_at AT TIME ZONE i.time_zone)::date::text AS "agreedOn"
    FROM payments p JOIN issuers i ON i.id = p.issuer_id
    WHERE p.issuer_id = ${issuerId}::uuid AND p.state = 'scheduled' AND p.from_scheme = ${scheme}::wallet_scheme
      AND p.currency = ${currency} AND p.pay_on <= ${through}::date
    ORDER BY p.number LIMIT ${most} FOR UPDATE OF p`;
}

const countRow = z.strictObject({ count: z.number() });

/** How many scheduled payments of an issuer are past their cutoff and paid from a scheme's bank accounts. */
export async function countDue(issuerId: string, scheme: Scheme): Promise<number> {
  const through = await lastClosedDay(issuerId);
  const [row] = await readRows(database(), countRow)`
    SELECT count(*)::int AS count FROM payments p WHERE p.issuer_id = ${issuerId}::uuid AND p.state = 'scheduled'
      AND p.from_scheme = ${scheme}::wallet_scheme AND p.pay_on <= ${through}::date`;
  return (row as { count: number }).count;
}
