import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { userName } from '../../directory/people/reads/user-name';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import type { ExpenseReport } from './report';
import type { DecidedReport } from './report-change';
import { type ReportContents, reportContentsRow } from './report-contents';
import { EXPENSE_REPORT, type ReportEvent } from './states';

interface Happened {
  event: ReportEvent;
  reason: string | undefined;
  /** What a report that is sent back holds, by its id. */
  contents: ReadonlyMap<string, ReportContents>;
}

/** Sets the state of held reports after an event, and notes it on their way, in one statement. */
export async function writeReports(
  tx: Transaction,
  { issuerId, userId }: Principal,
  reports: readonly DecidedReport[],
  { event, reason, contents }: Happened
): Promise<void> {
  const { to } = EXPENSE_REPORT.events[event];
  const [at, none] = [now(), Prisma.sql`NULL`];
  const waits = to === 'submitted';
  const rows = reports.map(({ report: { id }, decided: { behalf, approverId } }) => ({
    id,
    event: newId(),
    behalf: behalf?.userId ?? null,
    approver: approverId,
    contents: contents.get(id) ?? null
  }));
  const written = await tx.$executeRaw`
    WITH decided AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS d (id uuid, event uuid, behalf uuid, approver uuid, contents jsonb)),
    changed AS (
      UPDATE expense_reports r SET state = ${to}::expense_report_state, version = r.version + 1,
        submitted_at = ${event === 'submit' ? Prisma.sql`${at}` : to === 'saved' ? none : Prisma.sql`r.submitted_at`},
        approver_id = ${waits ? Prisma.sql`d.approver` : to === 'saved' ? none : Prisma.sql`r.approver_id`},
        rerouted_at = ${event === 'reroute' ? Prisma.sql`${at}` : to === 'approved' ? Prisma.sql`r.rerouted_at` : none},
        approved_at = ${to === 'approved' ? Prisma.sql`${at}` : none},
        approved_by = ${to === 'approved' ? Prisma.sql`${userId}::uuid` : none},
        declined_at = ${event === 'decline' ? Prisma.sql`${at}` : none}
      FROM decided d
      WHERE r.issuer_id = ${issuerId}::uuid AND r.id = d.id
        AND ${startingFrom(Prisma.sql`r.state`, EXPENSE_REPORT.events[event])}
      RETURNING r.issuer_id, r.id)
    INSERT INTO expense_report_events (issuer_id, id, report_id, occurred_at, event, actor_id, behalf_of, approver_id, reason, contents)
    SELECT c.issuer_id, d.event, c.id, ${at}, ${event}, ${userId}::uuid, d.behalf, d.approver, ${reason ?? null},
      nullif(d.contents, 'null'::jsonb)
    FROM changed c JOIN decided d ON d.id = c.id`;
  mustChange(written, reports.length);
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
