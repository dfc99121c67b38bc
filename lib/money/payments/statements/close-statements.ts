import { z } from 'zod';
import { dayIn } from '../../../core/calendar/clocks';
import { isoOf } from '../../../core/calendar/days';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { accountsIn, companiesIn, nodesIn } from '../../../directory/structure/billed-accounts';
import { allIssuerIds } from '../../../directory/structure/reads/issuers';
import { timeZoneAt } from '../../../directory/structure/reads/today';
import { cyclesByCompany } from '../../../kit/reports/schedules/cycles';
import { lockPostings } from '../../transactions/lock-postings';
import { owedOfDue } from '../../transactions/owed';
import { endOfLastMonth, lastClosingOf } from './closing-days';

const PATIENCE_MILLIS = 600_000;
/** The digits at the end of an id that count a closing's statements: more than 200 million. */
const COUNT_DIGITS = 7;

/** Closes the cycles of all issuers that have ended (C1.012); returns how many statements that made. */
export async function closeStatements(): Promise<number> {
  let made = 0;
  for (const id of await allIssuerIds(database()))
    made += await transaction((tx) => closeIssuer(tx, id), PATIENCE_MILLIS);
  return made;
}

const endedRow = z.strictObject({ companyId: z.string(), closedOn: z.string() });
type Ended = z.infer<typeof endedRow>;

/**
 * Closes the ended cycles of an issuer's companies at once. All that was posted by the closing day is in the closing,
 * whenever it came: what comes late is in the next statement, and each opening is the closing before. Nothing is posted
 * meanwhile, so that a transaction has its line in the statement whose sums have it. One connection works by one core, so
 * each of two takes half of the accounts. The second is there before postings wait: they could need all the others.
 */
async function closeIssuer(tx: Transaction, issuerId: string): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`statements/${issuerId}`}, 0))`;
  const ended = await endedCycles(tx, issuerId);
  if (ended.length === 0) return 0;
  return transaction(async (other) => {
    await lockPostings(tx, issuerId);
    const middle = await middleAccount(tx, issuerId, ended);
    await Promise.all([
      workOut(tx, issuerId, ended, Prisma.sql`<= ${middle}::uuid`),
      workOut(other, issuerId, ended, Prisma.sql`> ${middle}::uuid`)
    ]);
    const made = await Promise.all([insertStatements(tx, issuerId), insertStatements(other, issuerId)]);
    await tx.$executeRaw`
      INSERT INTO statement_closings (issuer_id, company_id, closed_on)
      SELECT ${issuerId}::uuid, e.company_id, e.closed_on FROM ${closingDays(ended)}
      ON CONFLICT (issuer_id, company_id) DO UPDATE SET closed_on = EXCLUDED.closed_on`;
    return made[0] + made[1];
  }, PATIENCE_MILLIS);
}

const middleRow = z.strictObject({ middle: z.string().nullable() });

/** The account that as many of those whose cycle has ended come before as after; null if there is none. */
async function middleAccount(tx: Transaction, issuerId: string, ended: readonly Ended[]): Promise<string | null> {
  const [row] = await readRows(tx, middleRow)`
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY d.account_id) AS middle FROM (${dueAccounts(issuerId, ended)}) d`;
  return row?.middle ?? null;
}

/**
 * Works out the statements of the accounts whose id is as `half` says, as tables of their own. The two connections are
 * processes enough: further ones would only hand rows to each other. Nothing is inserted before both halves are worked out:
 * whichever index finds the statement before, it then doesn't walk through what is being inserted.
 */
async function workOut(tx: Transaction, issuerId: string, ended: readonly Ended[], half: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`SELECT set_config('statement_timeout', '600s', TRUE), set_config('work_mem', '128MB', TRUE),
    set_config('max_parallel_workers_per_gather', '0', TRUE)`;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE owed_of_due ON COMMIT DROP AS ${owedOfDue(issuerId, dueNodes(issuerId, ended, half), half)}`;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE due_statements ON COMMIT DROP AS
    SELECT d.account_id, d.closed_on, p.closed_on + 1 AS opened_on, d.currency, b.opening,
      b.closing - b.opening + b.paid_through - b.paid_before AS charges, b.paid_through - b.paid_before AS payments,
      b.closing, b.paid_through
    FROM (${dueAccounts(issuerId, ended)}) d
    LEFT JOIN owed_of_due o ON o.account_id = d.account_id
    LEFT JOIN account_balances k ON k.issuer_id = ${issuerId}::uuid AND k.account_id = d.account_id
    LEFT JOIN LATERAL (SELECT s.closed_on, s.closing, s.paid_through FROM account_statements s
      WHERE s.issuer_id = ${issuerId}::uuid AND s.account_id = d.account_id ORDER BY s.closed_on DESC LIMIT 1) p ON TRUE
    CROSS JOIN LATERAL (SELECT coalesce(p.closing, 0) AS opening, coalesce(p.paid_through, 0) AS paid_before,
      coalesce(o.owed, 0) + coalesce(k.carried, 0) AS closing, coalesce(o.paid, 0) + coalesce(k.carried_paid, 0) AS paid_through) b
    WHERE d.account_id ${half} AND num_nonnulls(o.account_id, k.account_id, p.closed_on) > 0
      AND (p.closed_on IS NULL OR p.closed_on < d.closed_on)`;
}

/** Inserts in the order of the accounts, with ids that count up: each row then lands beside the one before in all indexes. */
const insertStatements = (tx: Transaction, issuerId: string): Promise<number> => tx.$executeRaw`
  INSERT INTO account_statements (issuer_id, id, account_id, closed_on, opened_on, currency, opening, charges, payments,
    closing, paid_through, closed_at)
  SELECT ${issuerId}::uuid, (${newId().slice(0, -COUNT_DIGITS)} || lpad(to_hex(row_number() OVER (ORDER BY d.account_id)), ${COUNT_DIGITS}::int, '0'))::uuid,
    d.account_id, d.closed_on, d.opened_on, d.currency, d.opening, d.charges, d.payments, d.closing, d.paid_through, ${now()}
  FROM due_statements d ORDER BY d.account_id`;

/** The nodes of companies whose cycle has ended, of those ids: the sums need no more of an account. */
const dueNodes = (issuerId: string, ended: readonly Ended[], half: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT n.id AS account_id, e.closed_on FROM ${nodesIn(issuerId)} JOIN ${closingDays(ended)} ON e.company_id = n.company_id
    AND n.id ${half}`;

/** The accounts of companies whose cycle has ended, as a query. */
const dueAccounts = (issuerId: string, ended: readonly Ended[]): Prisma.Sql => Prisma.sql`
  SELECT a.id AS account_id, a.currency, e.closed_on FROM ${accountsIn(issuerId)}
  JOIN ${closingDays(ended)} ON e.company_id = n.company_id`;

/** The closing days `e` of companies. */
const closingDays = (ended: readonly Ended[]): Prisma.Sql => Prisma.sql`
  unnest(${ended.map(({ companyId }) => companyId)}::uuid[], ${ended.map(({ closedOn }) => closedOn)}::date[]) AS e (company_id, closed_on)`;

/** The companies of an issuer with a cycle that has ended since their last closing, and the last day of it. */
async function endedCycles(tx: Transaction, issuerId: string): Promise<Ended[]> {
  const today = dayIn(await timeZoneAt(issuerId, tx), now());
  const month = isoOf(endOfLastMonth(today));
  const own = [...(await cyclesByCompany(tx, issuerId))].map(([companyId, cycles]) => ({
    companyId,
    closedOn: isoOf(lastClosingOf(cycles, today))
  }));
  return readRows(tx, endedRow)`
    SELECT c.id AS "companyId", coalesce(o."closedOn", ${month}::date)::text AS "closedOn"
    FROM ${companiesIn(issuerId)}
    LEFT JOIN jsonb_to_recordset(${JSON.stringify(own)}::jsonb) AS o ("companyId" uuid, "closedOn" date) ON o."companyId" = c.id
    LEFT JOIN statement_closings k ON (k.issuer_id, k.company_id) = (c.issuer_id, c.id)
    WHERE k.closed_on IS NULL OR k.closed_on < coalesce(o."closedOn", ${month}::date)`;
}
