import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { nodeColumns, within } from '../../../access/policy/scope';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { userName } from '../../../directory/people/reads/user-name';
import { atNode } from '../../../directory/structure/reads/joins';

const sql = Prisma.sql;

/** Payable files `f` with their companies `n`. */
export const PAYABLES = sql`payable_files f ${atNode('f.company_id')}`;

export const PAYABLE_STATES = ['written', 'voided'] as const;
export type PayableState = (typeof PAYABLE_STATES)[number];
export const PAYABLE_STATE = sql`CASE WHEN f.stands THEN 'written' ELSE 'voided' END`;

export const writtenBy = userName(sql`f.issuer_id`, sql`f.written_by`);

const fileRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  number: z.number(),
  reportCount: z.number(),
  state: z.enum(PAYABLE_STATES),
  writtenAt: z.date(),
  writtenBy: z.string().nullable(),
  voidedAt: z.date().nullable(),
  voidedBy: z.string().nullable(),
  voidReason: z.string().nullable()
});

/** A file of what reports leave to be paid back or owed. */
export type PayableFile = z.infer<typeof fileRow>;

/** A payable file that the principal sees, or null. */
export async function seenPayableFile(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<PayableFile | null> {
  if (!may(principal, 'payable_files', 'view')) return null;
  const [file] = await readRows(tx, fileRow)`
    SELECT f.issuer_id AS "issuerId", f.id, f.company_id AS "companyId", n.name_1 AS "companyName", f.number,
      f.report_count AS "reportCount", ${PAYABLE_STATE} AS state, f.written_at AS "writtenAt",
      ${writtenBy} AS "writtenBy", f.voided_at AS "voidedAt",
      ${userName(sql`f.issuer_id`, sql`f.voided_by`)} AS "voidedBy", f.void_reason AS "voidReason"
    FROM ${PAYABLES} WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return file ?? null;
}

/** The most reports that a page shows of a file. */
export const MOST_SHOWN = 500;

const entryRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  owner: z.string().nullable(),
  currency: z.string(),
  own: z.string(),
  personal: z.string(),
  advance: z.string(),
  balance: z.string()
});

/** A report of a payable file, with its amounts when it was written. */
export type PayableEntry = z.infer<typeof entryRow>;

/** All reports of a payable file that the principal sees, by cardholder. */
export async function entriesOf(principal: Principal, id: string): Promise<PayableEntry[]> {
  if (!may(principal, 'payable_files', 'view')) return [];
  return readRows(database(), entryRow)`
    SELECT r.id, r.title, ${userName(sql`r.issuer_id`, sql`r.owner_id`)} AS owner, e.currency,
      trim_scale(e.own)::text AS own, trim_scale(e.personal)::text AS personal,
      trim_scale(e.advance)::text AS advance, trim_scale(e.own - e.personal - e.advance)::text AS balance
    FROM ${PAYABLES} JOIN payable_entries e ON (e.issuer_id, e.file_id) = (f.issuer_id, f.id)
      JOIN expense_reports r ON (r.issuer_id, r.id) = (e.issuer_id, e.report_id)
    WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}
    ORDER BY owner, r.approved_at, r.id`;
}
