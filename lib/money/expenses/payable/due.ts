import { createHash } from 'node:crypto';
import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { groupBy } from '../../../core/database/group-by';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { userIdOf } from '../../../directory/people/known-user';
import { atNode } from '../../../directory/structure/reads/joins';
import { timeZoneAt } from '../../../directory/structure/reads/today';
import { BALANCE, nameOf, REPORTS, reportColumns } from '../report';

const dueReportRow = z.strictObject({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  companyNumber: z.string().nullable(),
  title: z.string(),
  owner: z.string().nullable(),
  /** The owner's. */
  userId: z.string(),
  accountName: z.string(),
  /** Where the issuer is. */
  approvedOn: z.string(),
  currency: z.string(),
  /** Exact decimals: to be paid back, owed, advanced, and the first less the others. */
  own: z.string(),
  personal: z.string(),
  advance: z.string(),
  balance: z.string()
});

/** An approved report that leaves something to be paid back or owed, and is neither in a payable file that stands nor paid by bank. */
export type DueReport = z.infer<typeof dueReportRow>;

const sql = Prisma.sql;

/** The condition that report `r` with its sums `s` is due: it goes out with the next payable file, and not by bank. */
export const IS_DUE = sql`r.state = 'approved' AND (s.own <> 0 OR s.personal <> 0) AND r.settled_by IS NULL`;

/** The due reports in the principal's scope, by company, cardholder and day of approval. */
async function dueReports(
  tx: Transaction,
  { issuerId, scope }: Principal,
  companyId: string | null
): Promise<DueReport[]> {
  const zone = await timeZoneAt(issuerId, tx);
  return readRows(tx, dueReportRow)`
    SELECT r.id, r.company_id AS "companyId", company.name_1 AS "companyName", company.number AS "companyNumber", r.title,
      ${nameOf(sql`r.owner_id`)} AS owner, ${userIdOf(sql`r.issuer_id`, sql`r.owner_id`)} AS "userId", n.name_1 AS "accountName",
      (r.approved_at AT TIME ZONE ${zone})::date::text AS "approvedOn", r.currency, trim_scale(s.own)::text AS own,
      trim_scale(s.personal)::text AS personal,
      trim_scale(s.advance)::text AS advance, trim_scale(${BALANCE})::text AS balance
    FROM ${REPORTS} ${atNode('r.company_id', 'company')}
    WHERE r.issuer_id = ${issuerId}::uuid AND ${IS_DUE} AND ${within(scope, reportColumns)}
      ${companyId ? sql`AND r.company_id = ${companyId}::uuid` : Prisma.empty}
    ORDER BY company.name_1, r.company_id, owner, r.approved_at, r.id`;
}

/**
 * The due reports of a company, which are held until the transaction ends, so that none is reopened meanwhile: in the
 * order of heldReports, so that the two never deadlock.
 */
export async function heldDue(tx: Transaction, principal: Principal, companyId: string): Promise<DueReport[]> {
  const held = await readRows(tx, z.strictObject({ id: z.string() }))`
    SELECT r.id FROM expense_reports r
    WHERE r.issuer_id = ${principal.issuerId}::uuid AND r.company_id = ${companyId}::uuid
      AND r.state = 'approved' AND r.settled_by IS NULL
    ORDER BY r.id FOR UPDATE`;
  const ids = new Set(held.map(({ id }) => id));
  // One that is approved while this waits for a lock isn't held, and goes out with the next file.
  return (await dueReports(tx, principal, companyId)).filter(({ id }) => ids.has(id));
}

/** What is due in one currency. */
export interface DueTotal {
  currency: string;
  reports: number;
  own: string;
  personal: string;
  advance: string;
  balance: string;
}

/** What is due in a company. */
export interface CompanyDue {
  companyId: string;
  companyName: string;
  totals: DueTotal[];
  reports: DueReport[];
  /** Of these very reports: what a page shows is what is written, or nothing. */
  digest: string;
}

/** What the principal can write to payable files now, by company. */
export async function dueByCompany(principal: Principal): Promise<CompanyDue[]> {
  if (!may(principal, 'payable_files', 'view')) return [];
  const due = await dueReports(database(), principal, null);
  return [...groupBy(due, ({ companyId }) => companyId)].map(([companyId, reports]) => ({
    companyId,
    companyName: reports[0]?.companyName ?? '',
    reports,
    totals: totalsOf(reports),
    digest: digestOf(reports)
  }));
}

/** The exact sums of amounts by currency. */
export function totalsOf(reports: readonly Pick<DueReport, 'currency' | 'own' | 'personal' | 'advance'>[]): DueTotal[] {
  const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all.plus(amount), new Prisma.Decimal(0));
  return [...groupBy(reports, ({ currency }) => currency)].sort().map(([currency, alike]) => {
    const [own, personal] = [sum(alike.map((one) => one.own)), sum(alike.map((one) => one.personal))];
    const advance = sum(alike.map((one) => one.advance));
    const balance = own.minus(personal).minus(advance);
    return {
      currency,
      reports: alike.length,
      own: own.toFixed(),
      personal: personal.toFixed(),
      advance: advance.toFixed(),
      balance: balance.toFixed()
    };
  });
}

/** A digest of reports, in whatever order: hexadecimal. */
export const digestOf = (reports: readonly Pick<DueReport, 'id'>[]): string =>
  createHash('sha256')
    .update(
      reports
        .map(({ id }) => id)
        .sort()
        .join()
    )
    .digest('hex');
