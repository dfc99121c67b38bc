import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { userName } from '../../directory/people/user-name';
import type { ExpenseReport } from './report';
import type { Decided } from './report-change';
import { type ReportContents, reportContentsRow } from './report-contents';
import type { ReportEvent } from './states';

/** Notes an event on the way of a report. */
export async function recordEvent(
  tx: Transaction,
  { userId }: Principal,
  { issuerId, id }: ExpenseReport,
  {
    event,
    reason,
    decided,
    contents
  }: { event: ReportEvent; reason: string | undefined; decided: Decided; contents: ReportContents | null }
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO expense_report_events (issuer_id, id, report_id, occurred_at, event, actor_id, behalf_of, approver_id, reason, contents)
    VALUES (${issuerId}::uuid, ${newId()}::uuid, ${id}::uuid, ${now()}, ${event}, ${userId}::uuid,
      ${decided.behalf?.userId ?? null}::uuid, ${decided.approverId}::uuid, ${reason ?? null},
      ${contents && JSON.stringify(contents)}::jsonb)`;
}

const eventRow = z.strictObject({
  id: z.string(),
  occurredAt: z.date(),
  event: textOf<ReportEvent>(),
  by: z.string().nullable(),
  /** For whom they stood in. */
  behalfOf: z.string().nullable(),
  /** To whom it went. */
  approver: z.string().nullable(),
  reason: z.string().nullable()
});

/** An event on the way of a report. */
export type WayEvent = z.infer<typeof eventRow>;

const MOST = 100;
const nameOf = (column: Prisma.Sql) => userName(Prisma.sql`e.issuer_id`, column);

/** The way of a report that the principal sees, the newest event first. */
export const wayOf = ({ issuerId, id }: ExpenseReport): Promise<WayEvent[]> =>
  readRows(database(), eventRow)`
    SELECT e.id, e.occurred_at AS "occurredAt", e.event, e.reason, ${nameOf(Prisma.sql`e.actor_id`)} AS by,
      ${nameOf(Prisma.sql`e.behalf_of`)} AS "behalfOf", ${nameOf(Prisma.sql`e.approver_id`)} AS approver
    FROM expense_report_events e
    WHERE e.issuer_id = ${issuerId}::uuid AND e.report_id = ${id}::uuid
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT ${MOST}`;

const sentBackRow = z.strictObject({
  occurredAt: z.date(),
  by: z.string().nullable(),
  reason: z.string(),
  contents: reportContentsRow
});

/** When, by whom and why a report was sent back, and what it held then. */
export type SentBack = z.infer<typeof sentBackRow>;

/** The last time that a report the principal sees was sent back; null if it never was, or before contents were kept. */
export async function lastSentBack({ issuerId, id }: ExpenseReport): Promise<SentBack | null> {
  const [event] = await readRows(database(), sentBackRow)`
    SELECT e.occurred_at AS "occurredAt", ${nameOf(Prisma.sql`e.actor_id`)} AS by, e.reason, e.contents
    FROM expense_report_events e
    WHERE e.issuer_id = ${issuerId}::uuid AND e.report_id = ${id}::uuid AND e.contents IS NOT NULL
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT 1`;
  return event ?? null;
}
