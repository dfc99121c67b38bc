import { z } from 'zod';
import { dayIn } from '../../core/calendar/clocks';
import { isoOf } from '../../core/calendar/days';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { atIssuer } from '../../directory/structure/reads/joins';
import { timeZoneAt } from '../../directory/structure/reads/today';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { blockCode } from '../wallet/bank-accounts';
import { mandateSchemeOf } from '../wallet/mandates/mandates';
import type { MandateScheme } from '../wallet/mandates/states';
import type { Scheme } from '../wallet/schema';
import { cutoffOf } from './cutoff';
import { REFERENCE } from './payments';
import { PAYMENT } from './states';

const groupRow = z.strictObject({
  issuerId: z.string(),
  scheme: textOf<Scheme>(),
  currency: z.string(),
  /** Of the mandates that they are collected by; null without one, and where none is needed. */
  mandateScheme: textOf<MandateScheme>().nullable()
});

const MANDATE_SCHEME = mandateSchemeOf(Prisma.sql`p.issuer_id`, Prisma.sql`p.wallet_account_id`);

/** Payments of an issuer that one file can collect. */
export type DueGroup = z.infer<typeof groupRow>;

/** Where payments may be past their cutoff: by issuer, scheme and currency. */
export const groupsDue = (): Promise<DueGroup[]> =>
  readRows(database(), groupRow)`
    SELECT DISTINCT p.issuer_id AS "issuerId", p.from_scheme::text AS scheme, p.currency, ${MANDATE_SCHEME} AS "mandateScheme"
    FROM payments p
    WHERE p.state = 'scheduled' AND p.wallet_account_id IS NOT NULL
      AND p.pay_on <= (${now()}::timestamptz + interval '1 day')::date
    ORDER BY 1, 2, 3, 4`;

const dueRow = z.strictObject({
  number: z.number(),
  trace: z.string(),
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

const isDue = ({ scheme, currency, mandateScheme }: DueGroup, through: string): Prisma.Sql =>
  Prisma.sql`p.state = 'scheduled' AND p.from_scheme = ${scheme}::wallet_scheme
    AND p.currency = ${currency} AND p.pay_on <= ${through}::date
    AND ${MANDATE_SCHEME} IS NOT DISTINCT FROM ${mandateScheme}::text`;

const blockedRow = z.strictObject({ id: z.string(), code: z.string() });

/** The first payments past their cutoff whose bank account is blocked or has no mandate, each with the bank's code for it. */
export async function blockedPayments(
  tx: Transaction,
  group: DueGroup,
  most: number
): Promise<z.infer<typeof blockedRow>[]> {
  const through = await lastClosedDay(group.issuerId, tx);
  return readRows(tx, blockedRow)`
    SELECT b.id, b.code FROM (
      SELECT p.id, p.number, coalesce(${blockCode(Prisma.sql`p.issuer_id`, Prisma.sql`p.wallet_account_id`)},
        CASE WHEN p.from_scheme = 'iban' AND ${MANDATE_SCHEME} IS NULL THEN 'MD01' END) AS code
      FROM payments p WHERE p.issuer_id = ${group.issuerId}::uuid AND ${isDue(group, through)}) b
    WHERE b.code IS NOT NULL ORDER BY b.number LIMIT ${most}`;
}

const takenRow = z.strictObject({
  count: z.number(),
  total: z.string().nullable(),
  last: z.number().nullable(),
  first: z.number().nullable()
});

/** Payments past their cutoff that one file collects: how many, what they come to, and which they are. */
export interface TakenPayments {
  issuerId: string;
  count: number;
  /** An exact decimal. */
  total: string;
  condition: Prisma.Sql;
  /** The same in parts, for statements that end in time on a busy server. */
  parts: readonly Prisma.Sql[];
}

/** How many numbers a part of taken payments spans. */
const PART = 10_000;

/**
 * Takes the first payments of a group whose cutoff has passed, so many at most and adding up to `mostTotal` at most, and
 * locks them until the transaction ends; null if there are none.
 */
export async function takeDue(
  tx: Transaction,
  group: DueGroup,
  { most, mostTotal }: { most: number; mostTotal: string }
): Promise<TakenPayments | null> {
  const through = await lastClosedDay(group.issuerId, tx);
  const [taken] = await readRows(tx, takenRow)`
    WITH due AS MATERIALIZED (SELECT p.number, p.amount FROM payments p
      WHERE p.issuer_id = ${group.issuerId}::uuid AND ${isDue(group, through)}
      ORDER BY p.number LIMIT ${most} FOR UPDATE OF p)
    SELECT count(*)::int AS count, trim_scale(max(s.total))::text AS total, min(s.number) AS first, max(s.number) AS last
    FROM (SELECT d.number, sum(d.amount) OVER (ORDER BY d.number) AS total FROM due d) s
    WHERE s.total <= ${mostTotal}::numeric`;
  const { count, total, first, last } = taken as z.infer<typeof takenRow>;
  if (total === null || first === null || last === null) return null;
  // Numbers only rise: whatever becomes due meanwhile has a higher one.
  const condition = Prisma.sql`${isDue(group, through)} AND p.number <= ${last}::int`;
  const parts: Prisma.Sql[] = [];
  for (let at = first; at <= last; at += PART)
    parts.push(Prisma.sql`${condition} AND p.number BETWEEN ${at}::int AND ${at + PART - 1}::int`);
  return { issuerId: group.issuerId, count, total, condition, parts };
}

/** How many payments are read at a time. */
const PAGE = 2_000;

/** Taken payments in their order, a page at a time, each with the trace that an expression over `p` gives it. */
export async function* pagesOf(
  tx: Transaction,
  { issuerId, condition }: TakenPayments,
  trace: Prisma.Sql
): AsyncGenerator<DuePayment[]> {
  for (let after = 0; ; ) {
    const page = await readRows(tx, dueRow)`
      SELECT p.number, ${trace} AS trace, ${REFERENCE} AS reference, p.wallet_account_id AS "walletAccountId",
        trim_scale(p.amount)::text AS amount, (p.made_at AT TIME ZONE i.time_zone)::date::text AS "agreedOn"
      FROM payments p ${atIssuer('p')}
      WHERE p.issuer_id = ${issuerId}::uuid AND ${condition} AND p.number > ${after}::int ORDER BY p.number LIMIT ${PAGE}`;
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.number;
  }
}

/** Sends taken payments to the bank. @throws if one was changed meanwhile */
export async function sendTaken(
  tx: Transaction,
  { issuerId, parts, count }: Pick<TakenPayments, 'issuerId' | 'parts' | 'count'>
): Promise<void> {
  let changed = 0;
  for (const part of parts)
    changed += await tx.$executeRaw`
      UPDATE payments p SET state = ${PAYMENT.events.send.to}::payment_state, version = p.version + 1
      WHERE p.issuer_id = ${issuerId}::uuid AND ${part} AND ${startingFrom(Prisma.sql`p.state`, PAYMENT.events.send)}`;
  mustChange(changed, count);
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
