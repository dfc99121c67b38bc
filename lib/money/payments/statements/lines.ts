import { z } from 'zod';
import { dayOf, isoOf } from '../../../core/calendar/days';
import { database } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { owedBetween } from '../../transactions/owed';
import { dueDays } from '../recurring/next-payment';
import { leastPayment } from '../terms';
import type { Statement } from './statements';

const sql = Prisma.sql;

/** The lines that a page shows; the files have all of them. */
export const MOST_LINES = 200;

/** The kinds of lines: those of transactions, and what has no line of its own in charges and in payments. */
export const LINE_KINDS = ['purchase', 'cash', 'fee', 'credit', 'payment', 'other', 'other_payment'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

const takenRow = z.strictObject({ closedOn: z.string(), takenAt: z.string() });

/**
 * The lines of a statement that the caller has seen, as a query: they add up to its charges and payments to the cent. A
 * transaction is in the first statement that was made after it was booked and closed after it was posted. What was
 * corrected or deleted since has no line of its own: one of kind `other` is the rest.
 */
export async function linesOf({ issuerId, accountId: id, ...statement }: Statement): Promise<Prisma.Sql> {
  const { closedOn, currency, charges, payments } = statement;
  const [through, before] = await readRows(database(), takenRow)`
    SELECT s.closed_on::text AS "closedOn", s.taken_at::text AS "takenAt" FROM account_statements s
    WHERE s.issuer_id = ${issuerId}::uuid AND s.account_id = ${id}::uuid AND s.closed_on <= ${closedOn}::date
    ORDER BY s.closed_on DESC LIMIT 2`;
  const booked = owedBetween({ issuerId, id }, before ?? null, through as z.infer<typeof takenRow>);
  const sumOf = (isPayment: Prisma.Sql) =>
    sql`coalesce((SELECT sum(b.billed_amount) FROM booked b WHERE (b.type = 'payment') = ${isPayment}), 0)`;
  return sql`
    WITH booked AS MATERIALIZED (${booked})
    SELECT l.id, l."postedOn", l."transactionDate", l.merchant, l.kind, l.original, l."originalCurrency", l.amount,
      ${currency}::text AS "amountCurrency"
    FROM (
      SELECT b.id, b.posting_date AS "postedOn", b.transaction_date AS "transactionDate", b.merchant_name AS merchant,
        b.type::text AS kind, b.amount AS original, b.currency::text AS "originalCurrency", b.billed_amount AS amount
      FROM booked b
      UNION ALL
      SELECT NULL, ${closedOn}::date, NULL, NULL, r.kind, NULL, NULL, r.amount FROM (VALUES
        ('other', ${charges}::numeric - ${sumOf(sql`FALSE`)}),
        ('other_payment', -${payments}::numeric - ${sumOf(sql`TRUE`)})) AS r (kind, amount)
      WHERE r.amount <> 0
    ) l ORDER BY l.id IS NULL, l."postedOn", l.id, l.kind`;
}

const lineRow = z.strictObject({
  /** Its transaction; null for the rest. */
  id: z.string().nullable(),
  postedOn: z.string(),
  merchant: z.string().nullable(),
  kind: textOf<LineKind>(),
  /** What was paid, in the currency of the purchase. */
  original: z.string().nullable(),
  originalCurrency: z.string().nullable(),
  /** What it adds to what is owed, in the account's currency. */
  amount: z.string()
});

/** A line of a statement: exact decimals as text, days are `2026-02-28`. */
export type StatementLine = z.infer<typeof lineRow>;

/** The first lines of a statement. */
export const firstLines = async (lines: Prisma.Sql, most: number): Promise<StatementLine[]> =>
  readRows(database(), lineRow)`
    SELECT l.id, l."postedOn"::text AS "postedOn", l.merchant, l.kind, trim_scale(l.original)::text AS original,
      l."originalCurrency", trim_scale(l.amount)::text AS amount
    FROM (${lines}) l LIMIT ${most}`;

const sumsRow = z.strictObject({
  count: z.number(),
  charged: z.string(),
  fees: z.string(),
  credits: z.string(),
  other: z.string()
});

/** What a statement is made of: opening + charged + fees − credits + other − payments = closing. */
export interface StatementFigures extends z.infer<typeof sumsRow> {
  /** The least that is paid and the day it is due; null if nothing is owed. */
  due: { minimum: string; on: string } | null;
}

/** The sums of a statement's lines, and what of it is due when (C5.031). */
export async function figuresOf(statement: Statement, lines: Prisma.Sql): Promise<StatementFigures> {
  const sum = (kinds: Prisma.Sql) => sql`trim_scale(coalesce(sum(l.amount) FILTER (WHERE l.kind IN (${kinds})), 0))`;
  const [sums] = await readRows(database(), sumsRow)`
    SELECT count(*)::int AS count, ${sum(sql`'purchase', 'cash'`)}::text AS charged, ${sum(sql`'fee'`)}::text AS fees,
      (-${sum(sql`'credit'`)})::text AS credits, ${sum(sql`'other'`)}::text AS other
    FROM (${lines}) l`;
  const { closing, closedOn } = statement;
  const isOwed = new Prisma.Decimal(closing).gt(0);
  const due = isOwed && {
    minimum: await leastPayment(statement),
    on: isoOf(dayOf(closedOn) + (await dueDays(statement)))
  };
  return { ...(sums as z.infer<typeof sumsRow>), due: due || null };
}
